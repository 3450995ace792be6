"""Plays games of Shogun again in every way that must make no difference, and compares their journals.

    python -m tests.robustness.seeds [--seeds 100] [--seed 1] [--folder FOLDER]

The same seed gives the same game. Each is simulated first; then once more by two worker processes, in a process of
its own, by a program that saves, forgets and loads the game before every single answer, from a journal that was cut
off after any line, and from one that was cut off in the middle of any line. Each process has other hashes for texts
(PYTHONHASHSEED). All journals must be the same in all lines, where cubes rest to the last bit; only the date and the
checksums that depend on it differ. With `--folder` the journals stay there, and what was compared is not played again.

It ends with code 1 at the first difference, and says in which line it is.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from shogun.games import game_of
from shogun.games.shogun.opponents import opponent
from shogun.table.journal import read_journal
from shogun.table.replay import resume
from shogun.table.session import take_turn

SETTINGS = (
    "--setup printed --tower classic --opponents greedy,random,greedy,random",
    "--board moon --tower hoard --opponents random,greedy,random",
    "--setup draft --tower steep --opponents random,random,random,random,random",
    "--setup printed --tower model --opponents greedy,planner,random",
    "--board moon --tower model:classic --opponents greedy,random,greedy,greedy",
    "--setup draft --tower classic --opponents builder,random,conqueror",
    "--board moon --tower model:steep --opponents random,random,random,greedy,greedy",
    "--setup printed --tower hoard --opponents hoarder,greedy,random,random,greedy",
    "--setup draft --tower model:hoard --opponents greedy,greedy,greedy,random",
    "--board moon --tower steep --opponents random,greedy,random,greedy,random",
)
"""How games are simulated, one after the other and round again."""
WAYS = ("two processes", "alone", "save and load", "cut after a line", "cut in a line")


class Differs(Exception):
    """Two games of the same seed are not the same."""


class Tally(Struct):
    """How much was compared."""

    seeds: int = 0
    journals: int = 0
    lines: int = 0

    def __str__(self) -> str:
        same = f"{self.journals} journals with {self.lines} lines are the same"
        return f"{self.seeds} seeds, each played {len(WAYS) + 1} times: {same}"


class Game(Struct, frozen=True):
    """A seed, and how its game is simulated."""

    seed: int
    setting: str

    def simulate(self, folder: Path, hashes: int, jobs: int = 1) -> Path:
        """Simulate the game in a fresh process and return its journal; with more jobs another game beside it."""
        options = f"--seed {self.seed} --games {jobs} --jobs {jobs} {self.setting}".split()
        fresh(["shogun", "simulate", *options, "--journals", str(folder)], hashes)
        return folder / f"{self.seed}.journal"


def fresh(arguments: Sequence[str], hashes: int) -> None:
    """Run a module of the project in a fresh process, whose hashes of texts depend on a number."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hashes)}
    subprocess.run([sys.executable, "-m", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)


# The child: a game goes on from its journal


def play_on(path: Path, *, is_forgetful: bool) -> None:
    """Play the game of a journal to its end; a forgetful table saves, closes and loads it before every answer."""
    session = resume(read_journal(game_of, path))
    seats = [opponent(code) for code in session.players]
    while not session.is_over:
        take_turn(session, seats)
        if is_forgetful:
            session.close()
            session = resume(read_journal(game_of, path))
    session.close()


# The parent


def told(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a journal without date and checksums."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return [{name: value for name, value in line.items() if name not in ("crc", "created")} for line in lines]


def compare(game: Game, way: str, path: Path, other: Path) -> int:
    """Return the number of lines of two journals. Raises Differs at the first that isn't the same."""
    one, again = told(path), told(other)
    for number, (line, once_more) in enumerate(zip(one, again, strict=False), start=1):
        if line != once_more:
            raise Differs(f"seed {game.seed} ({game.setting}), {way}, line {number}: {line}, but {once_more}")
    if len(one) != len(again):
        raise Differs(f"seed {game.seed} ({game.setting}), {way}: {len(one)} lines, but {len(again)}")
    return len(one)


def cut(journal: bytes, way: str, rng: Random) -> bytes:
    """Return the beginning of a journal from which a way goes on."""
    lines = journal.splitlines(keepends=True)
    if way == "save and load":
        return lines[0]
    place = rng.randrange(1, len(lines))
    half = lines[place][: rng.randrange(1, len(lines[place]))] if way == "cut in a line" else b""
    return b"".join(lines[:place]) + half


def again(game: Game, way: str, journal: Path, folder: Path, rng: Random) -> Path:
    """Play a game again in some way and return its journal."""
    hashes = rng.randrange(2**32)
    folder.mkdir(parents=True)
    if way in WAYS[:2]:
        return game.simulate(folder, hashes, jobs=2 if way == "two processes" else 1)
    path = folder / journal.name
    path.write_bytes(cut(journal.read_bytes(), way, rng))
    forgetful = ["--forgetful"] if way == "save and load" else []
    fresh(["tests.robustness.seeds", "--child", *forgetful, "--folder", str(path)], hashes)
    return path


def run(seeds: int, seed: int, folder: Path) -> Tally:
    """Play so many seeds in every way and return how much was compared. Raises Differs."""
    tally = Tally()
    for number in range(seeds):
        place = folder / f"{seed}-{number}"
        compared = place / "lines.txt"
        if not compared.exists():
            shutil.rmtree(place, ignore_errors=True)
            compared.write_text(str(played_in_every_way(Random(f"{seed}/{number}"), number, place)), "utf-8")
        tally.seeds += 1
        tally.journals += len(WAYS)
        tally.lines += int(compared.read_text("utf-8"))
    return tally


def played_in_every_way(rng: Random, number: int, folder: Path) -> int:
    """Play one game in every way and return how many lines were compared. Raises Differs."""
    game = Game(rng.randrange(2**32), SETTINGS[number % len(SETTINGS)])
    folder.mkdir(parents=True)
    journal = game.simulate(folder, hashes=0)
    return sum(compare(game, way, journal, again(game, way, journal, folder / way, rng)) for way in WAYS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--forgetful", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        play_on(options.folder, is_forgetful=options.forgetful)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(run(options.seeds, options.seed, options.folder or Path(folder)))
        except Differs as difference:
            print(difference)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
