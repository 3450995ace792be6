"""Kills workers at random moments: `python -m tests.robustness.pool --kills 1000 --seed 1`.

While `simulate`, `ladder`, `tower sweep` and `tower tune` run, and games of opponents in a window, worker processes are
killed, stopped for a while, and now and then stopped for good; some commands are interrupted and then given anew. Each
must come to its end, and to the very results of an undisturbed run: none is lost, none there twice. A command may say
that a worker died twice over the same task, if two were killed; then it is given anew. With `--every SECONDS` that
happens more or less often, with `--most N` more or fewer workers of one run are killed, and with `--python FILE`
another Python runs the commands. Moments depend on the machine, all else on the seed.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.base.worker_pool import HEARTBEATS_BEFORE_LOSS

HEARD = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Processes that were started in the background ignore Ctrl-C."""
START = f"{HEARD}; from shogun.cli import main; sys.exit(main(sys.argv[1:]))"
WINDOW = "window"
"""The word for a game in a window."""
START_WINDOW = f"{HEARD}; from tests.robustness.window_game import main; sys.exit(main())"
PATIENCE = 300.0
"""Seconds without a word on how far it has come after which a command hangs."""
INTERRUPTED_WITHIN = 30.0
"""Seconds from Ctrl-C to the end."""
MOST = 6
"""Kills in one run, so that it comes to its end."""
EVERY = 3.5
"""Seconds between two disturbances, in the middle."""
COMMANDS = (
    "simulate --games 120 --seed 1 --players 3 --jobs 2 --json",
    "simulate --games 100 --seed 1 --players 3 --opponents planner,greedy,random --tower model --jobs 2 --json",
    "ladder --opponents random,greedy --players 3 --games 120 --seed 1 --jobs 2 --results games.jsonl --resume --json",
    "tower sweep classic --vary grain.friction=0.5,0.6 --battles 80 --seed 1 --jobs 2 --results sweep.db --json",
    "tower tune classic --target stock=10 --parameters grain.friction --candidates 20 --seed 1 --jobs 2"
    " --results tune.db --json",
    f"{WINDOW} shogun planner,greedy,planner 3",
    f"{WINDOW} rumble-nation solid,solid,solid 3",
    f"{WINDOW} river-of-gold solid,solid,solid 3",
)
GIVEN_UP = ("died, and died again", "no answer within")
"""What a command says that did not come to its results: two were killed at one task; in a window, one was stopped."""


Start = Callable[[Path], "Program"]
"""Starts a command in a folder."""


class Flaw(Exception):
    """A command that hung, or came to other results."""


class Program:
    """A command that runs in a folder of its own."""

    def __init__(self, python: str, words: list[str], folder: Path) -> None:
        environment = {**os.environ, "SHOGUN_HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[2])}
        self.out, self.err = folder / "out", folder / "err"
        start = [START, *words] if words[:1] != [WINDOW] else [START_WINDOW, *words[1:]]
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [python, "-c", *start],
                stdout=out, stderr=err, env=environment, cwd=folder, start_new_session=True,
            )  # fmt: skip

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def is_over(self) -> bool:
        return self.process.poll() is not None

    def workers(self) -> list[int]:
        """Return the processes that work for it, and those that work for these."""
        parents = parents_of_workers()
        found = {self.process.pid}
        while more := {process for process, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found - {self.process.pid})

    def ended(self, seconds: float) -> int:
        """Return its exit code. Raises Flaw if it says nothing new for so long."""
        said, since = -1, time.monotonic()
        while not self.is_over:
            if (size := self.out.stat().st_size + self.err.stat().st_size) != said:
                said, since = size, time.monotonic()
            if time.monotonic() - since > seconds:
                raise Flaw(f"it hangs: {self.err.read_text('utf-8')[-500:]}")
            time.sleep(0.1)
        return self.process.returncode

    def said(self) -> str:
        """Return the end of what it has printed, and of what it has complained of."""
        return f"{self.out.read_text('utf-8')[-1000:]} {self.err.read_text('utf-8')[-2000:]}"

    def results(self) -> list[Any]:
        """Return what it has printed, but for how long things took."""
        return [timeless(json.loads(line)) for line in self.out.read_text("utf-8").splitlines()]


def parents_of_workers() -> dict[int, int]:
    """Return the parents of all worker processes of this machine."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"spawn_main" in (folder / "cmdline").read_bytes():
                found[int(folder.name)] = int((folder / "stat").read_text("ascii").rpartition(")")[2].split()[1])
    return found


def timeless(told: Any) -> Any:
    """Return what was told without how long it took."""
    if isinstance(told, dict):
        return {key: timeless(value) for key, value in told.items() if key != "seconds"}
    return [timeless(one) for one in told] if isinstance(told, list) else told


class Attacker:
    """Disturbs programs every so many seconds, in the middle, and counts what it does."""

    def __init__(self, rng: Random, every: float = EVERY) -> None:
        self.rng, self.every = rng, every
        self.tally: Counter[str] = Counter()

    def disturb(self, program: Program, most: int) -> bool:
        """Disturb a program until it ends or so many of its workers were killed; return whether it was interrupted."""
        rng = self.rng
        is_interrupted = rng.random() < 0.15
        left = rng.randint(1, most)
        while left and not program.is_over:
            time.sleep(self.every * (0.3 + 1.4 * rng.random()))
            if workers := program.workers():
                with suppress(ProcessLookupError):
                    left -= self._strike(rng.choice(workers))
        if is_interrupted and not program.is_over:
            program.process.send_signal(signal.SIGINT)
            self.tally["interrupts"] += 1
            return True
        return False

    def _strike(self, worker: int) -> bool:
        """Kill a worker or stop it, and return whether that was the end of it. Raises ProcessLookupError."""
        lot = self.rng.random()
        os.kill(worker, signal.SIGKILL if lot < 0.8 else signal.SIGSTOP)
        if lot < 0.8:
            self.tally["kills"] += 1
        elif lot < 0.98:
            time.sleep(self.rng.random() * 2)
            os.kill(worker, signal.SIGCONT)
            self.tally["stopped for a while"] += 1
            return False
        else:
            self.tally["stopped for good"] += 1
        return True

    def attack(self, start: Start, expected: list[Any], most: int) -> None:
        """Give a command again and again until it comes to its end, disturbed, and compare the results. Raises Flaw."""
        tally = self.tally
        with tempfile.TemporaryDirectory(prefix="shogun-pool-") as name:
            folder = Path(name)
            while True:
                with start(folder) as program:
                    if self.disturb(program, most):
                        if program.ended(INTERRUPTED_WITHIN) not in (INTERRUPTED, 0, 1):
                            raise Flaw(f"interrupted, it ends with {program.process.returncode}")
                        tally["runs interrupted"] += 1
                    elif program.ended(PATIENCE + HEARTBEATS_BEFORE_LOSS) in (0, 1):
                        if program.results() != expected:
                            raise Flaw(f"other results: {program.said()}")
                        tally["results equal"] += len(expected)
                        tally["runs to the end"] += 1
                        return
                    elif not any(word in (told := program.err.read_text("utf-8")) for word in GIVEN_UP):
                        raise Flaw(f"it ends with {program.process.returncode}: {told[-1500:]}")
                    else:
                        tally["runs given up"] += 1


def undisturbed(start: Start) -> list[Any]:
    """Return the results of a command that is left in peace. Raises Flaw."""
    with (
        tempfile.TemporaryDirectory(prefix="shogun-pool-") as folder,
        start(Path(folder)) as program,
    ):
        if program.ended(PATIENCE) not in (0, 1):
            raise Flaw(f"undisturbed, it ends badly: {program.err.read_text('utf-8')[-1500:]}")
        return program.results()


def run(kills: int, python: str, attacker: Attacker, commands: tuple[str, ...] = COMMANDS, most: int = MOST) -> None:
    """Kill so many workers, and at most some of one run. Raises Flaw."""
    tally, expected = attacker.tally, dict[str, list[Any]]()
    while tally["kills"] < kills:
        command = commands[len(expected)] if len(expected) < len(commands) else attacker.rng.choice(commands)
        start = partial(Program, python, command.split())
        try:
            if command not in expected:
                expected[command] = undisturbed(start)
            attacker.attack(start, expected[command], min(most, kills - tally["kills"]))
        except Flaw as flaw:
            raise Flaw(f"{command!r}: {flaw}") from None
        tally[command.partition(" --")[0]] += 1
        print(dict(tally), file=sys.stderr, flush=True)


def main() -> int:
    """Run the command and return its exit code."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--kills", type=int, default=1000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--python", default=sys.executable)
    ask.add_argument("--every", type=float, default=EVERY, help="seconds between two disturbances, in the middle")
    ask.add_argument("--most", type=int, default=MOST, help="workers of one run that are killed, at most")
    options = ask.parse_args()
    attacker = Attacker(Random(options.seed), options.every)
    try:
        run(options.kills, options.python, attacker, most=options.most)
    except Flaw as flaw:
        print(f"after {dict(attacker.tally)}: {flaw}")
        return 1
    print(f"{dict(attacker.tally)}: nothing hung, nothing was lost, nothing was there twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
