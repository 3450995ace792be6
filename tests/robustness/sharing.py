"""Two processes change one shared file at the same time, each something else: nothing of either may be lost.

    python -m tests.robustness.sharing [--pairs 1000] [--changes 20] [--seed 1] [--kind KIND]

Each pair works on something that several windows of the program change: the settings, the ratings, the names of games
with the note of the last one, the bin of deleted games, and games begun in the same second. Both wait for each other
before the first change. It ends with code 1 at the first loss, and says what is missing.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from copy import deepcopy
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from msgspec import Struct

from shogun.base.shared_file import locked
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_measurement import cache_statistics, cached_statistics
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.players.puzzles.solved_puzzles import load_progress, note_stars
from shogun.players.ratings import RatedGame, keep_end, load
from shogun.table.journal import PERSON, read_journal
from shogun.table.saved_games import (
    DELETED,
    LAST_OPENED_NAME,
    LEAST_KEPT,
    SUFFIX,
    delete,
    in_new_file,
    remember_last,
    rename,
)
from shogun.table.session import Session
from shogun.tower import load_tower
from shogun.window.kit.runtime.settings import NewGame, load_settings, save_settings
from tests.table import toy

OWN = ("a", "b")
"""What the two processes are called."""
VOLUMES = {"a": "knocks", "b": "clicks"}
SECOND = datetime(2026, 5, 1, 12, 0, 0)
"""In which all games are begun."""
GO = "go\n"


class Loss(Exception):
    """A change is not there that was made."""


class Pair(Struct, frozen=True):
    """Something that two processes change."""

    change: Callable[[Path, str, int], None]
    """Makes so many changes in a folder, as one of `OWN`."""
    check: Callable[[Path, int], None]
    """Raises Loss if anything is missing after so many changes of both."""
    most: int = 1000
    """Changes at most."""


def _in_folder(folder: Path) -> AbstractContextManager[object]:
    return patch("shogun.window.kit.runtime.settings.settings_path", lambda: folder / "settings.json")


# Settings: chapters, set-ups of games, and a volume that the other one leaves alone


def change_settings(folder: Path, own: str, changes: int) -> None:
    """Finish chapters, set games up, and make something louder."""
    with _in_folder(folder):
        settings = load_settings()
        for number in range(changes):
            before = deepcopy(settings)
            settings.lessons.append(f"{own}{number}")
            settings.new_games[f"{own}{number}"] = NewGame()
            setattr(settings, VOLUMES[own], (number + 1) / changes)
            save_settings(settings, before)


def check_settings(folder: Path, changes: int) -> None:
    """Look for all of it."""
    wanted = {f"{own}{number}" for own in OWN for number in range(changes)}
    with _in_folder(folder):
        found = load_settings()
    for kind, names in (("chapters", set(found.lessons)), ("set-ups", set(found.new_games))):
        if wanted != names:
            raise Loss(f"{kind} {sorted(wanted ^ names)}")
    if (found.knocks, found.clicks) != (1.0, 1.0):
        raise Loss(f"volumes are {found.knocks} and {found.clicks}")


# Ratings


def keep_ratings(folder: Path, own: str, changes: int) -> None:
    """Finish games against opponents."""
    for number in range(changes):
        ended = RatedGame(_id(own, number), "toy", (PERSON, "greedy"), ("A", "B"), (1, 0), (0,))
        keep_end(ended, folder / "ratings.json")


def _id(own: str, number: int) -> str:
    return f"{own * 4}{number:04x}"


def check_ratings(folder: Path, changes: int) -> None:
    """Look for all games."""
    wanted = {_id(own, number) for own in OWN for number in range(changes)}
    if wanted != (found := {one.id for one in load(folder / "ratings.json").games}):
        raise Loss(f"games {sorted(wanted ^ found)}")


# Stars of puzzles


def keep_stars(folder: Path, own: str, changes: int) -> None:
    """Solve puzzles, the same ones in both windows, with more stars in one of them."""
    for number in range(changes):
        note_stars(f"{_id(own, number)}{0:08x}", 1 + number % 3, path=folder / "puzzles.json")
        note_stars(f"{number:016x}", 1 + (own == OWN[0]), path=folder / "puzzles.json")


def check_stars(folder: Path, changes: int) -> None:
    """Look for all stars."""
    wanted = {f"{_id(own, number)}{0:08x}": 1 + number % 3 for own in OWN for number in range(changes)}
    wanted |= {f"{number:016x}": 2 for number in range(changes)}
    if wanted != (found := load_progress(folder / "puzzles.json").stars):
        raise Loss(f"stars {sorted(set(wanted.items()) ^ set(found.items()))}")


# The list of games


def name_games(folder: Path, own: str, changes: int) -> None:
    """Give a game one name after the other, and open it now and then."""
    path = _begun(folder / f"{own}{SUFFIX}")
    remember_last(path)
    for number in range(changes):
        path = rename(path, f"{own}{number}")
        if number % 3 == 0:
            remember_last(path)


def check_names(folder: Path, changes: int) -> None:
    """Look for both games, and which one was opened last."""
    names = {f"{own}{changes - 1}{SUFFIX}" for own in OWN}
    if names != (found := {path.name for path in folder.glob(f"*{SUFFIX}")}):
        raise Loss(f"games {sorted(names ^ found)}")
    if (last := (folder / LAST_OPENED_NAME).read_text("utf-8")) not in names:
        raise Loss(f"the last one is told to be {last}")


def _begun(path: Path) -> Path:
    Session.start(toy, toy.header(), path).close()
    return path


# The bin


def delete_games(folder: Path, own: str, changes: int) -> None:
    """Delete games of one name; both have the same bin."""
    own_folder = folder / own
    own_folder.mkdir()
    (own_folder / DELETED).symlink_to(folder)
    for number in range(changes):
        path = own_folder / f"game{SUFFIX}"
        Session.start(toy, toy.header(seed=number + 100 * OWN.index(own)), path).close()
        delete(path)


def check_bin(folder: Path, changes: int) -> None:
    """Look for all that were deleted."""
    found = {read_journal(toy.game_of, path).header.seed for path in folder.glob(f"*{SUFFIX}")}
    wanted = {number + 100 * place for place in range(len(OWN)) for number in range(changes)}
    if wanted != found:
        raise Loss(f"deleted games {sorted(wanted ^ found)}")


# Games begun in the same second


def begin_games(folder: Path, own: str, changes: int) -> None:
    """Begin games, all in the same second."""
    for number in range(changes):
        header = toy.header(seed=number + 1000 * OWN.index(own))
        in_new_file(partial(Session.start, toy, header), folder, now=SECOND).close()


def check_begun(folder: Path, changes: int) -> None:
    """Look for all of them."""
    found = {read_journal(toy.game_of, path).header.seed for path in folder.glob(f"*{SUFFIX}")}
    wanted = {number + 1000 * place for place in range(len(OWN)) for number in range(changes)}
    if wanted != found:
        raise Loss(f"begun games {sorted(wanted ^ found)}")


# Figures of a tower


def measure_longer(folder: Path, own: str, changes: int) -> None:
    """Measure one tower for longer and longer; the other process does so too."""
    share = Interval(0.5, 0.4, 0.6)
    with patch("shogun.lab.measuring.live_measurement.cache_folder", lambda: folder):
        for number in range(changes):
            cache_statistics(
                load_tower("classic"), LiveStatistics(2 * number + OWN.index(own) + 1, share, share, share, share)
            )


def check_figures(folder: Path, changes: int) -> None:
    """Look whether those of most battles are there."""
    with patch("shogun.lab.measuring.live_measurement.cache_folder", lambda: folder):
        found = cached_statistics(load_tower("classic"))
    if found is None or found.battles != 2 * changes:
        raise Loss(f"figures of {found and found.battles} battles, not {2 * changes}")


PAIRS = {
    "settings": Pair(change_settings, check_settings),
    "ratings": Pair(keep_ratings, check_ratings),
    "stars": Pair(keep_stars, check_stars),
    "names": Pair(name_games, check_names),
    "bin": Pair(delete_games, check_bin, LEAST_KEPT // 2),
    "new games": Pair(begin_games, check_begun, 100),
    "figures": Pair(measure_longer, check_figures),
}


class Tally(Struct):
    """What was done."""

    pairs: int = 0
    changes: int = 0

    def __str__(self) -> str:
        return f"{self.pairs} pairs of processes, {self.changes} changes: nothing lost"


def run_pair(kind: str, changes: int, folder: Path) -> int:
    """Let two processes make so many changes each, as far as there may be so many, and return how many were made."""
    pair = PAIRS[kind]
    changes = min(changes, pair.most)
    with ExitStack() as stack:
        children = [stack.enter_context(_child(kind, own, changes, folder)) for own in OWN]
        for child in children:
            assert child.stdout is not None and child.stdin is not None
            child.stdout.readline()
        for child in children:
            assert child.stdin is not None
            child.stdin.write(GO)
            child.stdin.flush()
        codes = [child.wait() for child in children]
    if any(codes):
        raise Loss(f"{kind}: a process ended with {codes}")
    try:
        pair.check(folder, changes)
    except Loss as loss:
        raise Loss(f"{kind}: {loss}") from None
    with locked(folder):
        return changes * len(OWN)


def _child(kind: str, own: str, changes: int, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.robustness.sharing", "--kind", kind, "--changes", str(changes)]
    return subprocess.Popen(
        [*command, "--child", own, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def run(pairs: int, changes: int, seed: int, kinds: tuple[str, ...] = tuple(PAIRS)) -> Tally:
    """Let so many pairs work, on the kinds in turn, and return what was done. Raises Loss."""
    rng, tally = Random(seed), Tally()
    for number in range(pairs):
        with tempfile.TemporaryDirectory() as folder:
            tally.changes += run_pair(kinds[number % len(kinds)], rng.randint(1, changes), Path(folder))
        tally.pairs += 1
    return tally


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--changes", type=int, default=20, help="of each process, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=list(PAIRS))
    parser.add_argument("--child", choices=OWN, help=argparse.SUPPRESS)
    parser.add_argument("folder", nargs="?", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print("ready", flush=True)
        sys.stdin.readline()
        PAIRS[options.kind].change(options.folder, options.child, options.changes)
        return 0
    try:
        print(run(options.pairs, options.changes, options.seed, (options.kind,) if options.kind else tuple(PAIRS)))
    except Loss as loss:
        print(loss)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
