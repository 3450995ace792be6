"""How fast the program starts, each time in a fresh process; medians count.

    python tests/benchmarks/startup.py [--rounds 15] [--json]

`import shogun` is timed inside the process, the others from the start of the process to its end. Wanted:
`import shogun` <= 0.05 s. The first frame of the window is timed by `window.py`.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

from tests.systems import own_home

IMPORT = "import time; t = time.perf_counter(); import shogun; print(time.perf_counter() - t)"
COMMANDS = {
    "python": ["-c", "pass"],
    "shogun --version": ["-m", "shogun", "--version"],
    "shogun simulate --tower model": ["-m", "shogun", "simulate", "--seed", "7", "--tower", "model", "--json"],
    "shogun tower drop classic": ["-m", "shogun", "tower", "drop", "classic", "--cubes", "red=5", "--seed", "3"],
}


def import_seconds() -> float:
    """Return how long `import shogun` takes in a fresh process, s."""
    return float(subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True).stdout)


def command_seconds(arguments: list[str]) -> float:
    """Return how long a fresh process takes from start to end, s."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    return time.perf_counter() - began


def measure(rounds: int) -> dict[str, float]:
    """Return the median seconds of each start, all of them in turn in each round."""
    times: dict[str, list[float]] = {"import shogun": [], **{name: [] for name in COMMANDS}}
    for _round in range(rounds):
        times["import shogun"].append(import_seconds())
        for name, arguments in COMMANDS.items():
            times[name].append(command_seconds(arguments))
    return {name: statistics.median(seconds) for name, seconds in times.items()}


@own_home()
def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    medians = measure(options.rounds)
    if options.json:
        print(json.dumps(medians))
        return
    for name, seconds in medians.items():
        print(f"{name:32} {seconds:7.3f} s")


if __name__ == "__main__":
    main()
