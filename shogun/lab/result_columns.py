"""Results as data: columns of NumPy arrays, data frames, CSV and Parquet files, and tables in notebooks.

Each kind of rows that a result has is a table by name; the first is the one that is meant where none is named. Units
stand in the names of columns: `x_mm`, `rest_s`; what has none is a number of cubes or battles, or a chance.
"""

import csv
import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shogun.base.files import write_whole
from shogun.base.language import _, shown
from shogun.lab.errors import LabError

if TYPE_CHECKING:
    import numpy as np

    Columns = Mapping[str, np.ndarray[Any, Any]]

Table = Mapping[str, Sequence[Any]]
"""Columns by name, all of the same length."""
MOST_SHOWN = 20
"""Rows of a table in a notebook; the middle of a longer one is left out."""


class Tabular:
    """A result that can be had as columns; who inherits says which tables it has."""

    __slots__ = ()

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return what makes each table, by its name; the first is the usual one."""
        raise NotImplementedError

    def to_columns(self, rows: str = "") -> "dict[str, np.ndarray[Any, Any]]":
        """Return a table as arrays by column, all of shape (rows,). Raises LabError if there is no such table."""
        import numpy as np

        return {name: np.asarray(column) for name, column in self._table(rows).items()}

    def to_frame(self, rows: str = "") -> Any:
        """Return a table as a data frame of pandas. Raises LabError if that isn't installed."""
        return _library("to_frame", "pandas").DataFrame(self.to_columns(rows))

    def to_csv(self, path: str | Path, rows: str = "") -> None:
        """Write a table into a file, its first line the names of the columns. Raises OSError, LabError."""
        table, text = self._table(rows), StringIO(newline="")
        lines = csv.writer(text)
        lines.writerow(table)
        lines.writerows(zip(*table.values(), strict=True))
        write_whole(Path(path), text.getvalue().encode())

    def to_parquet(self, path: str | Path, rows: str = "") -> None:
        """Write a table into a Parquet file. Raises OSError, and LabError if pandas or pyarrow isn't installed."""
        _library("to_parquet", "pyarrow")
        self.to_frame(rows).to_parquet(path)

    def _table(self, rows: str) -> Table:
        tables = self.tables()
        if rows and rows not in tables:
            text = _("rows {rows}: expected one of {names}.")
            raise LabError(text.format(rows=shown(repr(rows)), names=", ".join(tables)))
        return tables[rows or next(iter(tables))]()

    def _repr_html_(self) -> str:
        """Return the usual table for a notebook."""
        return "".join(_html(self._table("")))


def _html(table: Table) -> Iterator[str]:
    lines = list(zip(*table.values(), strict=True))
    shown_first = lines if len(lines) <= MOST_SHOWN else lines[: MOST_SHOWN // 2]
    yield "<table><thead><tr>"
    yield from (f"<th>{html.escape(name)}</th>" for name in table)
    yield "</tr></thead><tbody>"
    yield from map(_html_line, shown_first)
    if len(shown_first) < len(lines):
        yield _html_line(["…"] * len(table))
        yield from map(_html_line, lines[-MOST_SHOWN // 2 :])
    yield "</tbody></table>"


def _html_line(cells: Sequence[Any]) -> str:
    told = (f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in cells)
    return f"<tr>{''.join(f'<td>{html.escape(one)}</td>' for one in told)}</tr>"


def _library(asked: str, name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        text = _("{command} needs the library {library}, which is not installed.")
        raise LabError(text.format(command=asked, library=name)) from None


def transposed(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Return rows as columns by name."""
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}
