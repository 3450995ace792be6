"""Hand-counted throws of a real tower: a CSV file with a row for each throw.

The columns are `thrown`, `out` (all that came out) and `resting` (what lay in the tower before), in any order.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path

import msgspec

from shogun.base.files import read_bounded
from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.tower.physics.constants import MOST_CUBES

COLUMNS = ("thrown", "out", "resting")
MOST_BYTES = 2_000_000
MOST_THROWN = 120


class Throw(msgspec.Struct, frozen=True):
    """A throw that somebody has counted."""

    thrown: int
    out: int
    resting: int
    """Cubes that lay in the tower before."""


def read_counts(path: Path) -> list[Throw]:
    """Return the throws of a file. Raises LabError, naming the line, and OSError."""
    try:
        text = read_bounded(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LabError(_("{file}: must be text in UTF-8.").format(file=path)) from None
    return list(parse_counts(text, str(path)))


def parse_counts(text: str, source: str) -> Iterator[Throw]:
    """Yield the throws of a CSV text, with commas, semicolons or tabs; `#` starts a comment. Raises LabError."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if _says_something(line)]
    head = lines[0][1] if lines else ""
    separator = next((mark for mark in ";\t" if mark in head), ",")
    names = [name.strip().lower() for name in _cells(head, separator)]
    if not set(COLUMNS) <= set(names) or len(lines) < 2:
        sentence = _("{file}: the first line must name the columns {columns}, followed by a line for each throw.")
        raise LabError(sentence.format(file=source, columns=", ".join(COLUMNS)))
    for number, line in lines[1:]:
        cells = dict(zip(names, _cells(line, separator), strict=False))
        yield _throw(cells, f"{source}: " + _("line {number}").format(number=number))


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line; none of one that is no CSV, such as a cell of more than 131,072 characters."""
    try:
        return next(csv.reader(StringIO(line), delimiter=separator), [])
    except csv.Error:
        return []


def _says_something(line: str) -> bool:
    return bool(line.strip(" ,;\t")) and not line.lstrip().startswith("#")


def _throw(cells: dict[str, str], where: str) -> Throw:
    words = [cells.get(name, "").strip() for name in COLUMNS]
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise LabError(_("{where}: must have whole numbers of cubes thrown, out and resting.").format(where=where))
    thrown, out, resting = map(int, words)
    if not 1 <= thrown <= MOST_THROWN or resting + thrown > MOST_CUBES:
        text = _("{where}: must have 1 to {most} cubes thrown and at most {all} in the tower.")
        raise LabError(text.format(where=where, most=MOST_THROWN, all=MOST_CUBES))
    if out > thrown + resting:
        text = _("{where}: {out} cubes can't come out of {there}.")
        raise LabError(text.format(where=where, out=out, there=thrown + resting))
    return Throw(thrown, out, resting)


def breaks(throws: Sequence[Throw]) -> list[int]:
    """Return after which throws, counted from 1, the next one's resting cubes aren't those that must have stayed."""
    pairs = enumerate(pairwise(throws), 1)
    return [number for number, (one, after) in pairs if one.resting + one.thrown - one.out != after.resting]
