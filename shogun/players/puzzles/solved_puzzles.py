"""Which puzzles somebody has solved: a file of its own in the user's data folder, which several windows may change."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from shogun.base.checksummed_json import seal, unseal
from shogun.base.shared_file import SharedFile
from shogun.players.puzzles.puzzle import MOST_STARS
from shogun.table.storage.saved_games import games_folder

FILE = "puzzles.json"
FORMAT = 1
MOST_PUZZLES, MOST_DAYS = 20_000, 4000
MOST_BYTES = 4_000_000
"""A longer file is none of these."""

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
Stars = Annotated[int, Meta(ge=0, le=MOST_STARS)]


class Progress(Struct, frozen=True):
    """What somebody has reached."""

    format: Annotated[int, Meta(ge=FORMAT, le=FORMAT)] = FORMAT
    stars: Annotated[dict[Id, Stars], Meta(max_length=MOST_PUZZLES)] = {}
    """The most stars of each puzzle that was answered, by its id; 0: answered, and not solved."""
    days: Annotated[dict[Day, Stars], Meta(max_length=MOST_DAYS)] = {}
    """The most stars of the puzzle of each day that was answered."""

    def of(self, puzzle: str) -> int | None:
        """Return the most stars of a puzzle; None if it was never answered."""
        return self.stars.get(puzzle)


def progress_path() -> Path:
    """Return where the file lies; it may not exist."""
    return games_folder().parent / FILE


def _decoded(data: bytes) -> Progress:
    return msgspec.json.decode(unseal(data), type=Progress)


def _encoded(progress: Progress) -> bytes:
    return seal(msgspec.json.encode(progress))


_FILE = SharedFile(Progress, _decoded, _encoded, MOST_BYTES, is_private=True)


def load_progress(path: Path | None = None) -> Progress:
    """Return what a file says, nothing if there is none or it can't be read; a damaged one is kept aside."""
    return _FILE.known(path or progress_path())


def note_stars(puzzle: str, stars: int, day: str = "", path: Path | None = None) -> bool:
    """Keep how many stars an answer had, unless more were reached before, and return whether that was kept.

    `day` is that of the puzzle of the day, in ISO 8601. Raises OSError, and then all is as before.
    """
    return _FILE.change(path or progress_path(), lambda known: _with(known, puzzle, stars, day))


def _with(known: Progress, puzzle: str, stars: int, day: str) -> Progress:
    days = _more(known.days, day, stars, MOST_DAYS) if day else known.days
    return replace(known, stars=_more(known.stars, puzzle, stars, MOST_PUZZLES), days=days)


def _more(known: Mapping[str, int], name: str, stars: int, most: int) -> dict[str, int]:
    """Return what is known with the better of both; where there are too many, without the first ones."""
    after = {**known, name: max(stars, known.get(name, 0))}
    return dict(list(after.items())[-most:])
