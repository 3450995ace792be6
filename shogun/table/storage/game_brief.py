"""What is remembered of every game of a folder, however many there are: its file, and a brief of what stands in it."""

import re
from datetime import datetime

from msgspec import Struct

from shogun.base.file_names import LONGEST
from shogun.base.language import _, shown
from shogun.table.storage.journal import BranchInfo

SUFFIX = ".journal"
DATED = re.compile(r"\d{4}-\d\d-\d\d \d\d-\d\d-\d\d( \d+)?")
"""What the program calls a game: by the date and time at which it began."""
_DATE_AND_TIME = r"^(\d{4}-\d\d-\d\d) (\d\d)-(\d\d)-\d\d"
"""How such a name begins."""


class GameFile(Struct, frozen=True):
    """The file of a game as it is now."""

    name: str
    time_ns: int
    size: int

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return self.name.removesuffix(SUFFIX)

    @property
    def title(self) -> str:
        """What a player called the game; empty if it only has the date that the program gave it."""
        return "" if DATED.fullmatch(self.stem) else shown(self.stem, LONGEST)

    @property
    def changed(self) -> datetime:
        """When the last line was written."""
        return file_time(self.time_ns / 1e9)


class Brief(Struct, frozen=True):
    """What is remembered of every game of a folder: some hundred bytes each, however long the game."""

    game: str = ""
    """The code of the game; empty if not even the first line can be read."""
    created: str = ""
    names: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """Who played each seat at the beginning: the code of an opponent; empty: a person."""
    is_finished: bool = False
    is_excerpt: bool = False
    points: int = 0
    """Of the winners; 0 while it runs."""

    @property
    def is_readable(self) -> bool:
        """Whether it is a game."""
        return bool(self.game)

    is_won: bool = False
    """Whether a person has won it."""
    branch_of: BranchInfo | None = None
    """Of which game it is a branch, if it is one."""


def branch_words(told: BranchInfo) -> str:
    """Return of which game another is a branch, in words; a game without a name is called by when it began."""
    name = re.sub(_DATE_AND_TIME, r"\1 \2:\3", told.name) or "…"
    return _("Branch of {name}, from step {n}").format(name=name, n=told.step)


def file_time(seconds: float) -> datetime:
    """Return a file's time, the earliest of all for one that no calendar has."""
    try:
        return datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return datetime.min
