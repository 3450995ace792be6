"""Presses Ctrl-C once, at a random moment, while commands run: `python -m tests.robustness.interrupts --count 200`.

Each command must end by it within 2 s of computing, with one sentence, and what it had measured or played must be
there. Moments depend on the machine, all else on the seed.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.games import game_of
from shogun.players.ladder import LadderGame
from shogun.table.journal import read_journal

SECONDS = 2.0
"""Of computing from Ctrl-C to the end."""
PATIENCE = 120.0
"""Seconds after which a command that goes on is killed."""
LONGEST = 3.0
"""Seconds at most from the start of a command to Ctrl-C, on a machine without other work."""
HEARD = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Processes that were started in the background ignore Ctrl-C."""
START = f"{HEARD}; from shogun.cli import main; print(1, flush=True); sys.exit(main(sys.argv[1:]))"
COMMANDS = (
    "simulate --games 5000 --seed 1 --players 3 --json --journals games",
    "simulate --games 5000 --seed 1 --players 3 --json --jobs 2 --journals games",
    "simulate --games 5000 --seed 1 --players 3 --json --tower model --journals games",
    "simulate --games 50 --seed 1 --players 3 --opponents greedy,planner,random --tower model --json --journals games",
    "ladder --opponents random,greedy --players 3 --games 5000 --results results.jsonl --seed 1",
    "ladder --opponents random,greedy --players 3 --games 5000 --results results.jsonl --seed 1 --jobs 2 --tower model",
    "tower measure classic --battles 100000 --jobs 1 --json",
    "tower measure hoard --battles 100000 --jobs 2 --json",
    "tower measure steep --quick --json",
    "tower verify classic --full --jobs 1",
    "tower verify --physics --jobs 1",
    "tower compare classic steep --battles 100000 --jobs 2",
    "tower fit steep --jobs 1 --output steep.model.json",
    "tower fit classic --jobs 2 --output classic.model.json",
)


class Flaw(Exception):
    """A command that didn't end as it should."""


class Ended(Struct, frozen=True):
    """How a command ended."""

    seconds: float
    """Of computing from Ctrl-C to its end, of its own process."""
    was_first: bool
    """Whether it had come to its end before."""


def interrupted(words: list[str], folder: Path, seconds: float) -> Ended:
    """Run a command, press Ctrl-C after so many seconds, and return how it ended. Raises Flaw."""
    environment = {**os.environ, "SHOGUN_HOME": str(folder), "PYTHONPATH": str(Path(__file__).parents[2])}
    out, err = folder / "out", folder / "err"
    with out.open("wb") as to_out, err.open("wb") as to_err:
        command = [sys.executable, "-c", START, *words]
        process = subprocess.Popen(command, stdout=to_out, stderr=to_err, env=environment, cwd=folder)
        try:
            used, was_first = _press(process, out, seconds)
        finally:
            process.kill()
            process.wait()
    _check_told(process.returncode, err.read_text("utf-8"), was_first=was_first)
    if used > SECONDS:
        raise Flaw(f"it went on for {used:.1f} s")
    _check_kept(folder, out.read_text("utf-8").splitlines()[1:])
    return Ended(used, was_first)


def _press(process: "subprocess.Popen[bytes]", out: Path, seconds: float) -> tuple[float, bool]:
    """Return how long a process computed on after Ctrl-C, and whether it was over by then."""
    while not out.stat().st_size and process.poll() is None:
        time.sleep(0.01)
    time.sleep(seconds)
    if process.poll() is not None:
        return 0.0, True
    before = computed(process.pid)
    process.send_signal(signal.SIGINT)
    used, until = 0.0, time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        used = max(used, computed(process.pid) - before)
        if used > 5 * SECONDS:
            raise Flaw(f"it computes on: {used:.1f} s")
        time.sleep(0.01)
    if process.poll() is None:
        raise Flaw(f"it is still there after {PATIENCE:g} s")
    return used, False


def computed(process: int) -> float:
    """Return how many seconds a process has computed; 0 where there is no telling, or if it is over."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def _check_told(code: int, err: str, *, was_first: bool) -> None:
    lines = err.splitlines()
    if was_first and code in (0, 1):
        return
    if code != INTERRUPTED or len(lines) != 1 or not lines[0].startswith("shogun: interrupted"):
        raise Flaw(f"exit code {code}: {err[-1500:]!r}")


def _check_kept(folder: Path, told: list[str]) -> None:
    """Raise Flaw, or what reading raises, unless all that was told or kept is whole."""
    for line in told:
        if line.startswith("{"):
            msgspec.json.decode(line)
    for path in (folder / "games").glob("*.journal"):
        read_journal(game_of, path)
    results = folder / "results.jsonl"
    if results.exists():
        for played in results.read_bytes().splitlines()[1:]:
            msgspec.json.decode(played, type=LadderGame)


def run(count: int, seed: int, tally: Counter[str]) -> float:
    """Press Ctrl-C so many times, count commands, and return the most computing after it. Raises Flaw."""
    rng, most = Random(seed), 0.0
    for _time in range(count):
        command = rng.choice(COMMANDS)
        with tempfile.TemporaryDirectory(prefix="shogun-interrupt-") as folder:
            seconds = rng.random() ** 2 * LONGEST
            try:
                ended = interrupted(command.split(), Path(folder), seconds)
            except (Flaw, ValueError) as error:
                raise Flaw(f"{command!r}, Ctrl-C after {seconds:.3f} s: {error}") from error
        most = max(most, ended.seconds)
        tally["over before" if ended.was_first else " ".join(command.split()[:2])] += 1
    return most


def main() -> int:
    """Run the command and return its exit code."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=200)
    ask.add_argument("--seed", type=int, default=1)
    options = ask.parse_args()
    tally: Counter[str] = Counter()
    try:
        most = run(options.count, options.seed, tally)
    except Flaw as flaw:
        print(f"after {sum(tally.values())}: {flaw}")
        return 1
    print(f"{options.count} times Ctrl-C: all ended, after {most:.2f} s of computing at most; {dict(tally)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
