"""The user's solved puzzles: a file in the user's data folder, which several windows may change.

Help costs stars. A best answer earns three at the first try; each answer that wasn't the best, and the hint, cost
one of them, down to one; none are left once the answer was shown. A puzzle is fresh again `FRESH_AFTER` days after the
last help. The same position with other seats and colors is another puzzle. Stars once earned stay.
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.shared_file import SharedFile, seal, unseal
from shogun.base.user_folders import data_folder
from shogun.players.puzzles.puzzle import MOST_STARS

FILE = "puzzles.json"
FORMAT = 1
MOST_PUZZLES, MOST_DAYS = 20_000, 4000
MOST_TRIES = 4000
MOST_BYTES = 6_000_000
"""Maximum size of the file."""

FRESH_AFTER = 30
"""Days after which help with a puzzle is forgotten."""
MOST_FALLS = 100
"""Lost stars that are counted."""

HelpKind: TypeAlias = Literal["retry", "hint", "answer"]
"""Help with a puzzle: the verdict on an answer that wasn't the best, a hint, or the best answer."""
Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
Stars = Annotated[int, Meta(ge=0, le=MOST_STARS)]


class Help(Struct, frozen=True):
    """The help a player used on a puzzle."""

    day: date
    """The day of the last help."""
    falls: Annotated[int, Meta(ge=0, le=MOST_FALLS)] = 0
    """Answers that weren't the best, and hints."""
    hinted: bool = False
    shown: bool = False
    """True if the best answer was shown."""

    @property
    def most(self) -> int:
        """The most stars that can still be earned."""
        return 0 if self.shown else max(1, MOST_STARS - self.falls)


class FirstTry(Struct, frozen=True):
    """The first answer to a puzzle."""

    puzzle: Id
    rating: Annotated[float, Meta(ge=0, le=4000)]
    """The puzzle's rating."""
    is_solved: bool


class Progress(Struct, frozen=True):
    """The user's progress."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    stars: Annotated[dict[Id, Stars], Meta(max_length=MOST_PUZZLES)] = {}
    """The most stars of each answered puzzle, by its ID; 0: answered, but not solved."""
    days: Annotated[dict[Day, Stars], Meta(max_length=MOST_DAYS)] = {}
    """The most stars of each day's answered puzzle of the day."""
    helps: Annotated[dict[Id, Help], Meta(max_length=MOST_PUZZLES)] = {}
    """The help with each puzzle, by its ID."""
    tries: Annotated[tuple[FirstTry, ...], Meta(max_length=MOST_TRIES)] = ()
    """The latest first answers to puzzles with a rating, the oldest first."""

    def help(self, puzzle: str, today: date) -> Help:
        """Return the help used on a puzzle that still counts."""
        known = self.helps.get(puzzle)
        if known is None or abs((today - known.day).days) >= FRESH_AFTER:
            return Help(today)
        return known

    def of(self, puzzle: str) -> int | None:
        """Return the most stars of a puzzle; None if it was never answered."""
        return self.stars.get(puzzle)


def progress_path() -> Path:
    """Return the path of the file, which may not exist."""
    return data_folder() / FILE


def _decoded(data: bytes) -> Progress:
    return msgspec.json.decode(unseal(data), type=Progress)


def _encoded(progress: Progress) -> bytes:
    return seal(msgspec.json.encode(progress))


_FILE = SharedFile(Progress, _decoded, _encoded, MOST_BYTES, is_private=True)


def load_progress(path: Path | None = None) -> Progress:
    """Return the content of the file, empty if it is missing or unreadable; a damaged one is put aside."""
    return _FILE.known(path or progress_path())


def note_stars(
    puzzle: str, stars: int, day: str = "", path: Path | None = None, *, rating: float | None = None
) -> bool:
    """Record an answer's stars, unless more were reached before, and return whether it was recorded.

    `day` is that of the puzzle of the day, in ISO 8601. The first answer to a puzzle with a `rating` counts for the
    person's own. Raises OSError, leaving everything unchanged.
    """
    return _FILE.change(
        path or progress_path(), lambda known: _with(_tried(known, puzzle, stars, rating), puzzle, stars, day)
    )


def _tried(known: Progress, puzzle: str, stars: int, rating: float | None) -> Progress:
    if rating is None or puzzle in known.stars:
        return known
    first = FirstTry(puzzle, round(rating, 1), stars == MOST_STARS)
    return replace(known, tries=(*known.tries, first)[-MOST_TRIES:])


def note_help(puzzle: str, kind: HelpKind, today: date, path: Path | None = None) -> bool:
    """Record that help was used on a puzzle. Raises OSError, leaving everything unchanged."""
    return _FILE.change(path or progress_path(), lambda known: _helped(known, puzzle, kind, today))


def _helped(known: Progress, puzzle: str, kind: HelpKind, today: date) -> Progress:
    before = known.help(puzzle, today)
    is_fall = kind == "retry" or (kind == "hint" and not before.hinted)
    after = Help(
        today,
        falls=min(MOST_FALLS, before.falls + is_fall),
        hinted=before.hinted or kind == "hint",
        shown=before.shown or kind == "answer",
    )
    helps = {**known.helps, puzzle: after}
    return replace(known, helps=dict(list(helps.items())[-MOST_PUZZLES:]))


def _with(known: Progress, puzzle: str, stars: int, day: str) -> Progress:
    days = _more(known.days, day, stars, MOST_DAYS) if day else known.days
    return replace(known, stars=_more(known.stars, puzzle, stars, MOST_PUZZLES), days=days)


def _more(known: Mapping[str, int], name: str, stars: int, most: int) -> dict[str, int]:
    """Return the known stars with the better of both; if there are too many entries, without the first ones."""
    after = {**known, name: max(stars, known.get(name, 0))}
    return dict(list(after.items())[-most:])
