"""How many playouts opponents make: `python -m tests.benchmarks.playouts [--against FOLDER] [--rounds N]`.

Playouts a second of processor time while a strategist and a master plan, with all that belongs to it (scenarios,
judging, proposals), on one position of each season of games among planners; median, least and most of the rounds (aim:
2000 for a strategist). Against another checkout of the program both are measured in turn.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

ROUNDS = 5
SEASONS = 6
HERE = Path(__file__).parents[2]


def rates() -> dict[str, float]:
    """Return playouts a second of processor time by opponent, as this process's program makes them."""
    from shogun.games.shogun.opponents.search.master import Master
    from shogun.games.shogun.opponents.search.strategist import Strategist
    from shogun.table.session import Budget
    from tests.benchmarks.searching import positions

    asked, found = list(positions(SEASONS)), {}
    for name, kind in (("strategist", Strategist), ("master", Master)):
        playouts, busy = 0, time.process_time()
        for number, position in enumerate(asked):
            thinker = kind(model=position.model)
            candidates = thinker.consider(position.view, position.question, Random(number), Budget())
            playouts += sum(len(candidate.results) for candidate in candidates)
        found[name] = playouts / (time.process_time() - busy)
    return found


def measured(folder: Path) -> dict[str, float]:
    """Return the rates of the program in a folder, from a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, str(Path(__file__).resolve()), "--once"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(ended.stdout)
    return found


def told(rounds: Sequence[dict[str, float]]) -> dict[str, dict[str, int]]:
    """Return median, least and most of each rate."""
    columns = {name: [each[name] for each in rounds] for name in rounds[0]}
    return {
        name: {"median": round(statistics.median(row)), "least": round(min(row)), "most": round(max(row))}
        for name, row in columns.items()
    }


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        print(json.dumps(rates()))
        return
    folders: dict[str, Path] = {"here": HERE} if options.against is None else {"there": options.against, "here": HERE}
    found: dict[str, list[dict[str, float]]] = {name: [] for name in folders}
    for _round in range(options.rounds):
        for name, folder in folders.items():
            found[name].append(measured(folder.resolve()))
    print(json.dumps({name: told(rounds) for name, rounds in found.items()}, indent=1))


if __name__ == "__main__":
    main()
