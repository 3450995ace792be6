"""The puzzles that there are: those that are shipped, and those of the user's own folder."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path

from shogun.base.resources import assets_of
from shogun.players.puzzles.puzzle import SUFFIX, Listed, Puzzle, PuzzleError, read_puzzle
from shogun.players.puzzles.solved_puzzles import Progress
from shogun.table.storage.saved_games import games_folder

MOST = 500
"""Puzzles of a folder that are listed at most."""
FOLDER, RELATIVES = "puzzles", "relatives"


def shipped_puzzles(games: Iterable[str]) -> list[Listed]:
    """Return the shipped puzzles of games, by game, then in the order of their difficulty."""
    return [listed for game in games for listed in _in(assets_of(game) / FOLDER)]


def puzzles_of_days(games: Iterable[str]) -> list[Listed]:
    """Return the puzzles that are dealt to days: the shipped ones, and the same positions with other luck."""
    codes = list(games)
    relatives = [one for game in codes for one in _in(assets_of(game) / FOLDER / RELATIVES)]
    return [*shipped_puzzles(codes), *relatives]


@cache
def _in(folder: Path) -> tuple[Listed, ...]:
    """Return the puzzles of a folder whose files don't change, the easiest first."""
    return tuple(sorted(_readable(folder, is_shipped=True), key=lambda one: (one.difficulty, one.path.name)))


def own_puzzles(games: Iterable[str]) -> list[Listed]:
    """Return the puzzles that somebody has put into the folder `puzzles` of their data folder, of these games."""
    known = set(games)
    found = _readable(own_folder(), is_shipped=False)
    return sorted((one for one in found if one.game in known), key=lambda one: one.path.name)


def all_puzzles(games: Sequence[str]) -> list[Listed]:
    """Return all puzzles of games, the shipped ones first."""
    return [*shipped_puzzles(games), *own_puzzles(games)]


def own_folder() -> Path:
    """Return where puzzles of one's own lie; it may not exist."""
    return games_folder().parent / FOLDER


def _readable(folder: Path, *, is_shipped: bool) -> Iterator[Listed]:
    for path in sorted(islice(folder.glob(f"*{SUFFIX}"), MOST)):
        try:
            puzzle = read_puzzle(path)
        except PuzzleError:
            continue  # `shogun puzzle check` says what is wrong with it
        yield listed(path, puzzle, is_shipped=is_shipped)


def listed(path: Path, puzzle: Puzzle, *, is_shipped: bool = False) -> Listed:
    """Return a puzzle as it stands in a list."""
    return Listed(path, puzzle.id, puzzle.game, puzzle.theme, puzzle.difficulty, puzzle.aim, is_shipped)


def by_theme(puzzles: Iterable[Listed], game: str, themes: Iterable[str]) -> list[Listed]:
    """Return the puzzles of a game by these themes, of each in the order in which they came."""
    several = list(puzzles)
    return [one for theme in themes for one in several if (one.game, one.theme) == (game, theme)]


def next_puzzle(puzzles: Iterable[Listed], progress: Progress, today: date, after: str = "") -> Listed | None:
    """Return the first puzzle that isn't solved yet, behind the one of this id if any is left there; None: all are.

    Those whose answer was shown wait until the others are solved.
    """
    several = list(puzzles)
    at = next((place for place, one in enumerate(several) if one.id == after), -1)
    turned = [*several[at + 1 :], *several[: at + 1]]
    left = [one for one in turned if one.id != after and not progress.of(one.id)]
    return min(left, key=lambda one: progress.help(one.id, today).shown, default=None)
