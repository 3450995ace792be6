"""The past of a running game, to be given away: all up to the last period that has ended, and not the seed.

What is still hidden follows from the seed, and plans stand in the lines of the period that runs: both are left out. So
an excerpt can be looked at, but not be played on.
"""

from msgspec.structs import replace

from shogun.game.chance import Thrown
from shogun.table.journal import FORMAT, AnswerLine, Contents, Line, PeriodLine, Writer, stated_checksum

NO_SEED = 0
"""Stands in the place of the seed."""


def excerpt(contents: Contents) -> tuple[bytes, dict[tuple[int, int], tuple[int, int]]]:
    """Return the journal of a game's past; and for each throw in it number and checksum of its line, there and here."""
    lines = _past(contents.lines)
    writer = Writer()
    writer.write(replace(contents.header, seed=NO_SEED, format=FORMAT, excerpt=True))
    throws = {}
    for line, raw in zip(lines, contents.raw[1:], strict=False):
        writer.write(line)
        if isinstance(line, AnswerLine) and isinstance(line.answer, Thrown):
            throws[line.n, stated_checksum(raw)] = line.n, writer.checksum
    return b"".join(writer.lines), throws


def _past(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines up to the end of the last period that has ended."""
    ends = [place for place, line in enumerate(lines, 1) if isinstance(line, PeriodLine)]
    return lines[: ends[-1]] if ends else ()
