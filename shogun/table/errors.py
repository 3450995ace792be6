"""Errors of the table, each one sentence that names file, place and what is expected."""

from pathlib import Path
from typing import Self

from shogun.base.language import _, shown

LONGEST = 400
"""Characters of a sentence about a file, which may quote the file at any length."""
LONGEST_PATH = 300
"""Characters of a path that are quoted."""


class TableError(Exception):
    """Base of all errors of the table."""


class JournalError(TableError):
    """A journal that can't be used; `path` is its file, `line` the number of the line from 1 (0: the whole file)."""

    def __init__(self, path: Path | None, line: int, sentence: str) -> None:
        place = shown(path, LONGEST_PATH) if path else _("journal")
        sentence = shown(sentence, LONGEST)
        if line:
            place = _("{file}, line {number}").format(file=place, number=line)
        super().__init__(f"{place}: {sentence}")
        self.path = path
        self.line = line
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["JournalError"], tuple[Path | None, int, str]]:
        return type(self), (self.path, self.line, self.sentence)


class MissingJournal(JournalError):
    """A journal whose file doesn't exist."""

    def __str__(self) -> str:
        return _("there is no file {path}").format(path=shown(self.path, LONGEST_PATH))

    @classmethod
    def at(cls, path: Path) -> Self:
        """Return the error for a path."""
        return cls(path, 0, _("there is no such file"))


class UnknownVersion(JournalError):
    """A journal in a format that this program doesn't know."""


class NotKnownHere(JournalError):
    """A journal of a game that this program doesn't have."""


class DamagedLine(JournalError):
    """A line whose checksum doesn't match: bits have flipped, or lines before it are missing."""


class CutOff(JournalError):
    """A journal whose last line is incomplete; all lines before it are whole."""


class Disagreement(JournalError):
    """A whole journal that the rules contradict: an illegal answer, a different state, a different result."""


class NotWritable(TableError):
    """A folder or file that can't be written to; the sentence says which and why."""

    @classmethod
    def because(cls, path: Path | None, error: OSError) -> Self:
        """Return the error for a path that the system refuses to write to."""
        why = error.strerror or error
        return cls(_("{path} can't be written: {why}").format(path=shown(path, LONGEST_PATH), why=why))


class NameTaken(NotWritable, FileExistsError):
    """A new file whose name is taken; the sentence says which."""


class FileLost(NotWritable):
    """A game whose file was removed, replaced or changed by another program during play."""


class InUse(NotWritable):
    """A game that is being played in another window; it can still be viewed."""

    @classmethod
    def at(cls, path: Path) -> "InUse":
        """Return the error for the journal of such a game."""
        return cls(_("{path} is being played in another window").format(path=shown(path, LONGEST_PATH)))


class OnlyToLookAt(TableError):
    """The public record of a game, which can be viewed but not continued."""

    @classmethod
    def at(cls, path: Path | None) -> "OnlyToLookAt":
        """Return the error for the journal of such a game."""
        place = shown(path, LONGEST_PATH) if path else _("journal")
        return cls(
            _("{path} is only the public record of a game; you can view it, but not continue it").format(path=place)
        )


class NoBranch(TableError):
    """A place of a game where no branch can begin; the sentence says why."""


class HiddenLots(TableError):
    """A running game whose rules don't say which of its draws are hidden, so that its past can't be exported."""


class UnfitName(TableError):
    """A name that a game can't have; the sentence says why."""


class NoGame(TableError):
    """A file without a game that can be imported; the sentence names the file and says why."""


class SeatFailed(TableError):
    """An opponent that raised an error or answered against the rules; the cause is chained."""

    def __init__(self, seat: int, player: str, question: str, why: str) -> None:
        sentence = _("seat {seat} ({player}) failed at {question}: {why}")
        super().__init__(sentence.format(seat=seat, player=player, question=question, why=why))
        self.seat = seat
        self.player = player
        self.question = question
        self.why = why

    def __reduce__(self) -> tuple[type["SeatFailed"], tuple[int, str, str, str]]:
        return type(self), (self.seat, self.player, self.question, self.why)


class TowerTooSmall(TableError):
    """A position with more cubes in its tower than come to rest there."""


class NothingToUndo(TableError):
    """An undo or redo that isn't possible: something was revealed since, or another seat has answered."""


class NoSuchChange(TableError):
    """A change of seats that isn't possible: there is no such seat, or the game is over."""


class TowerDisagrees(TableError):
    """The tower's cubes and the rules' count of them differ: a bug of the program, never a player's mistake."""
