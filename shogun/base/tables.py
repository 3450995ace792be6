"""Text and tables of the command line, fitted to the width of the terminal; a table that is too wide becomes a list.

Nothing is ever cut. Output that isn't a terminal (a pipe, a file) has no width limit.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from textwrap import TextWrapper
from typing import TextIO

from msgspec import Struct
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

ENDLESS = 1_000_000
"""Columns of output without a width limit."""
USUAL = (80, 25)
"""Columns and lines of a terminal that doesn't report its size."""
NARROWEST_HELP = 40
"""Fewest columns for which help is laid out; narrower terminals break its lines themselves."""
GAP = 2
"""Spaces that each column takes beside its cells."""

Cell = str | Text


class Column(Struct, frozen=True):
    """A column of a table."""

    heading: str
    is_number: bool = False
    """True if the column is aligned on the right."""
    wraps: bool = False
    """True if cells may be broken between words, as running text; others stay on one line."""


class Table(Struct, frozen=True):
    """A table; each of its rows has a cell for each column."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    has_headings: bool = True


def words(*headings: str) -> list[Column]:
    """Return columns of these headings, aligned on the left."""
    return [Column(heading) for heading in headings]


def numbers(*headings: str) -> list[Column]:
    """Return columns of these headings, aligned on the right."""
    return [Column(heading, is_number=True) for heading in headings]


class Output:
    """Printer for commands: to stdout, or to another stream of a given width."""

    def __init__(self, file: TextIO | None = None, width: int | None = None) -> None:
        columns, lines = _terminal_size(sys.stdout) if file is None else (ENDLESS, USUAL[1])
        self.console = Console(
            file=file, width=columns, height=lines, markup=False, highlight=False, emoji=False, soft_wrap=True
        )
        unused = int(self.console.legacy_windows)  # the last column, after which such a terminal begins another line
        self.width = max(1, columns - unused if width is None else width)
        self.console.width = self.width + unused

    def print(self, sentence: str, *, indent: int = 0, style: str = "") -> None:
        """Print a sentence."""
        for line in self._lines(sentence, indent, style):
            self.console.print(line)

    def print_table(self, table: Table) -> None:
        """Print a table, or a list where the table is too wide."""
        for part in self._parts(table):
            self.console.print(part)

    def laid_out(self, table: Table) -> RenderableType:
        """Return a table as `print_table` prints it."""
        return Group(*self._parts(table))

    def _parts(self, table: Table) -> Iterator[RenderableType]:
        yield from self._lines(table.title, 0, "italic")
        widths = _widths(table, self.width)
        if widths is None:
            for row in table.rows:
                yield from self._item(table, row)
        else:
            yield _grid(table, widths)
        yield from self._lines(table.caption, 0, "italic")

    def _item(self, table: Table, row: Sequence[Cell]) -> Iterator[Text]:
        """Yield the lines of a row that becomes an item of a list: its first cell, and below it all others."""
        for number, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            if text := str(cell).strip():
                heading = f"{column.heading}: " if table.has_headings and column.heading else ""
                style = cell.style if isinstance(cell, Text) else ""
                yield from self._lines(heading + text, GAP if number else 0, style)

    def _lines(self, sentence: str, indent: int, style: str | Style) -> Iterator[Text]:
        """Yield the lines of a sentence, broken only between words."""
        margin = " " * indent
        wrapper = TextWrapper(
            width=self.width, initial_indent=margin, subsequent_indent=margin, break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip
        for line in wrapper.wrap(sentence):
            yield Text(line, style=style, overflow="ignore", no_wrap=True)


def help_console() -> Console:
    """Return the console for help: 80 columns without a terminal, and never fewer than NARROWEST_HELP."""
    columns, lines = _terminal_size(sys.stdout)
    return Console(width=USUAL[0] if columns == ENDLESS else max(columns, NARROWEST_HELP), height=lines)


def clearing(stream: TextIO) -> str:
    """Return the characters that clear the current line of a terminal, also of one that knows no escape sequences."""
    columns, lines = _terminal_size(stream)
    console = Console(file=stream, width=columns, height=lines)
    if console.legacy_windows or console.is_dumb_terminal:
        return f"\r{' ' * (columns - 1)}\r"  # one column is left, since a full line would begin another one
    return "\r\033[K"


def _terminal_size(stream: TextIO) -> tuple[int, int]:
    """Return columns and lines of a stream: a terminal's, with COLUMNS taking precedence if it is a number."""
    if not stream.isatty():
        return ENDLESS, USUAL[1]
    columns, lines = 0, 0
    with suppress(OSError, ValueError):
        columns, lines = os.get_terminal_size(stream.fileno())
    wish = os.environ.get("COLUMNS", "")
    if wish.isascii() and wish.isdigit():
        columns = min(int(wish[-9:]), ENDLESS) or columns
    return columns or USUAL[0], lines or USUAL[1]


def _widths(table: Table, room: int) -> list[int] | None:
    """Return the widths of the columns that fit into `room`; None if there are none."""
    cells = list(zip(*table.rows, strict=True)) if table.rows else [()] * len(table.columns)
    widths, least = [], []
    for column, below in zip(table.columns, cells, strict=True):
        heading = column.heading if table.has_headings else ""
        texts = [str(cell) for cell in below]
        whole = [word for text in texts for word in text.split()] if column.wraps else texts
        widths.append(max(map(cell_len, (heading, *texts))))
        least.append(max(map(cell_len, ("", *heading.split(), *whole))))
    room -= GAP * len(widths)
    if sum(least) > room:
        return None
    while (excess := sum(widths) - room) > 0:
        spare, widest = max((width - least[number], number) for number, width in enumerate(widths))
        widths[widest] -= min(excess, (spare + 1) // 2)
    return widths


def _grid(table: Table, widths: Sequence[int]) -> RichTable:
    grid = RichTable(box=None, show_header=table.has_headings)
    for column, width in zip(table.columns, widths, strict=True):
        grid.add_column(Text(column.heading), width=width, justify="right" if column.is_number else "left")
    for row in table.rows:
        grid.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return grid
