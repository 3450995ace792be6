"""Presses Ctrl-C hastily, while a command starts: `python -m tests.robustness.hasty --count 1000 --seed 1`.

At each millisecond of the first second from the program's first line on, once or several times, and as a terminal does:
the command and all processes that it has started hear it. Each must end in silence or with one line, and exit code 130.
With `--python FILE` another Python runs the commands. Moments depend on the machine, all else on the seed.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

MOMENTS = 1000
"""Milliseconds of the first second."""
PATIENCE = 30.0
"""Seconds after which a command that goes on is killed."""
BARE = -signal.SIGINT
"""How a program ends that hears Ctrl-C when Python has done everything in it: a shell tells 130 too."""
FIRST_LINE = "import os, sys; from shogun.__main__ import main; os.write(int(sys.argv.pop(1)), b'1'); sys.exit(main())"
"""Until Python has found and loaded the program's first file, one to three milliseconds, nothing can be done."""
COMMANDS = (
    "--version",
    "--help",
    "simulate --games 500 --seed 1 --players 3 --tower model --jobs 2 --json",
    "simulate --games 500 --seed 1 --players 3 --opponents greedy,strategist,random --tower model --json",
    "ladder --opponents random,greedy --players 3 --games 500 --tower model --jobs 2",
    "tower drop classic --cubes red=5",
    "tower measure classic --battles 100000 --jobs 2 --json",
    "tower sweep classic --vary grain.friction=0.5,0.6 --battles 1000 --jobs 2",
    "play --after 3",
)


class Flaw(Exception):
    """A command that didn't end as it should."""


def ended(python: str, words: Sequence[str], moments: Sequence[float], folder: Path) -> int:
    """Run a command, press Ctrl-C after so many seconds from its first line on, and return its code. Raises Flaw."""
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(Path(__file__).parents[2])}
    environment = {**os.environ, "SHOGUN_HOME": str(folder), **dummies}
    begun, begins = os.pipe()
    err = folder / "err"
    with err.open("wb") as to_err:
        process = subprocess.Popen(
            [python, "-c", FIRST_LINE, str(begins), *words],
            stdout=subprocess.DEVNULL, stderr=to_err, env=environment, cwd=folder, start_new_session=True,
            pass_fds=(begins,),
        )  # fmt: skip
        os.close(begins)
        try:
            os.read(begun, 1)
            was_over = _press(process, moments)
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Flaw(f"it is still there after {PATIENCE:g} s") from None
        finally:
            os.close(begun)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    check(code, err.read_text("utf-8"), was_over=was_over)
    return code


def _press(process: "subprocess.Popen[bytes]", moments: Sequence[float]) -> bool:
    """Press Ctrl-C at these moments, and return whether the program was over before the first one."""
    began = time.perf_counter()
    for number, moment in enumerate(moments):
        time.sleep(max(0.0, began + moment - time.perf_counter()))
        if process.poll() is not None:
            return number == 0
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
    return False


def check(code: int, err: str, *, was_over: bool) -> None:
    """Raise Flaw unless a command has ended as it should."""
    lines = err.splitlines()
    is_told = not lines or (len(lines) == 1 and lines[0].startswith("shogun: "))
    if not is_told or code not in ((0,) if was_over else (130, BARE, 0)):
        raise Flaw(f"exit code {code}: {err[-3000:]}")


def run(count: int, seed: int, python: str) -> tuple[Counter[str], list[str]]:
    """Press Ctrl-C hastily so many times, and return how commands ended, and what was wrong."""
    rng, tally, flaws = Random(seed), Counter[str](), list[str]()
    for number in range(count):
        moments = [number * MOMENTS // count / 1000]
        for _time in range(rng.choice((0, 0, 0, 1, 2))):
            moments.append(moments[-1] + rng.random() * 0.03)
        command = rng.choice(COMMANDS)
        with tempfile.TemporaryDirectory(prefix="shogun-hasty-") as folder:
            try:
                tally[str(ended(python, command.split(), moments, Path(folder)))] += 1
            except Flaw as flaw:
                told = ", ".join(f"{moment * 1000:.0f}" for moment in moments)
                flaws.append(f"{command!r}, Ctrl-C after {told} ms: {flaw}")
    return tally, flaws


def main() -> int:
    """Run the command and return its exit code."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=MOMENTS)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--python", default=sys.executable)
    options = ask.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who is started in the background ignores it
    tally, flaws = run(options.count, options.seed, options.python)
    for flaw in flaws:
        print(flaw, end="\n\n")
    print(f"{options.count} hasty commands: exit codes {dict(tally)}, {len(flaws)} ended badly")
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
