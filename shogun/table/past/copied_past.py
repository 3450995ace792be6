"""The past of a game, written into another journal: the answers that stand, changes of seats, and states' hashes."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from shogun.game.chance import Thrown
from shogun.table.running.undo_history import Passed, UndoHistory
from shogun.table.storage.journal import (
    AnswerLine,
    BranchInfo,
    Contents,
    Header,
    PeriodLine,
    RedoLine,
    SeatLine,
    UndoLine,
    Writer,
    journal_hash,
    state_hash,
    stated_checksum,
)

Throws = dict[tuple[int, int], tuple[int, int]]
"""For each throw number and checksum of its line, in the journal that is copied and in the copy."""


def standing(contents: Contents) -> list[AnswerLine | SeatLine]:
    """Return the lines of answers that stand and of changes of seats, in the order in which they came to be so."""
    given = {line.n: line for line in contents.lines if isinstance(line, AnswerLine)}
    lines: list[AnswerLine | SeatLine] = []
    for line in contents.lines:
        match line:
            case AnswerLine() | SeatLine():
                lines.append(line)
            case UndoLine():
                lines.remove(given[line.of])
            case RedoLine():
                lines.append(given[line.of])
    return lines


def place_after(contents: Contents, n: int) -> int:
    """Return how many of the answers that stand were given up to line `n`."""
    return sum(isinstance(line, AnswerLine) and line.n <= n for line in standing(contents))


def is_original(contents: Contents, told: BranchInfo) -> bool:
    """Return whether a journal is that of the game of which another is a branch, whatever has come to it since."""
    lines = [line for line in standing(contents) if isinstance(line, AnswerLine)]
    return journal_hash(contents.header, lines[: told.step]) == told.of


def played(contents: Contents) -> list[Passed | SeatLine]:
    """Return what stands with all that each answer has led to. Raises `IllegalMove`, and TowerDisagrees."""
    course = UndoHistory(contents.game, contents.header)
    return [course.replay(line) if isinstance(line, AnswerLine) else line for line in standing(contents)]


def copied(
    contents: Contents, header: Header, past: Iterable[Passed | SeatLine], answers: Sequence[object]
) -> tuple[bytes, Throws]:
    """Return the journal in which this past of a game stands below another header, with these answers; and its throws.

    Raises `IllegalMove`, and TowerDisagrees.
    """
    game, course, writer, given, throws = contents.game, UndoHistory(contents.game, header), Writer(), iter(answers), {}
    writer.write(header)
    for step in past:
        line = step if isinstance(step, SeatLine) else replace(step.line, answer=next(given))
        writer.write(replace(line, n=writer.next_number))
        if isinstance(line, SeatLine):
            continue
        if isinstance(line.answer, Thrown):
            throws[line.n, stated_checksum(contents.raw[line.n - 1])] = writer.next_number - 1, writer.checksum
        if (period := course.period) != game.period(course.replay(line).after):
            writer.write(PeriodLine(writer.next_number, period, state_hash(course.state)))
    return b"".join(writer.lines), throws
