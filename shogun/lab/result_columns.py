"""Results as data: columns of NumPy arrays, data frames, CSV, NPZ and Parquet files, and tables in notebooks.

Each kind of rows of a result is a table with a name; the first table is the default. Units are
part of the columns' names: `x_mm`, `rest_s`; columns without a unit are numbers of cubes or battles, or chances.
Whatever leaves the program says what produced it: see `Provenance`.
"""

import csv
import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from shogun.base.files import write_whole
from shogun.base.language import _, shown
from shogun.lab.errors import LabError

if TYPE_CHECKING:
    import numpy as np

    Columns = Mapping[str, np.ndarray[Any, Any]]

T = TypeVar("T")
Column: TypeAlias = "Sequence[Any] | np.ndarray[Any, Any]"
Table = Mapping[str, Column]
"""Columns by name, all of the same length."""
MOST_SHOWN = 20
"""Rows of a table in a notebook or a terminal; the middle of a longer table is left out."""
MOST_WIDE = 100
"""Characters of a line in a terminal; further columns are only named."""


PROVENANCE = "provenance"
"""Key of the provenance in data frames, and in NPZ and Parquet files."""


class Provenance(msgspec.Struct, frozen=True):
    """The origin of a result: the program, the machine's physics, and all arguments that decide the figures."""

    program: str
    """Name and version of the program."""
    pymunk: str
    """Version of the library that computes the physics."""
    physics: str
    """Digest of the machine's physics: with the same digest the same arguments give the same figures, to the bit."""
    machine: str
    """Known machines with that digest; empty if unknown."""
    experiment: str
    """Name of the function in `shogun.lab`."""
    arguments: dict[str, Any]
    """Its arguments by name, defaults included, and the protocol."""
    towers: dict[str, str]
    """SHA-256 of the geometry of each tower, by its name."""

    def lines(self) -> Iterator[str]:
        """Yield what it says as `key: value` lines."""
        yield f"program: {self.program}, pymunk {self.pymunk}"
        yield f"physics: {self.physics}" + (f" ({self.machine})" if self.machine else "")
        yield f"experiment: {self.experiment}"
        for name, value in self.arguments.items():
            yield f"{name}: {value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for name, digest in self.towers.items():
            yield f"tower {name}: {digest}"


class Tabular(msgspec.Struct, frozen=True, kw_only=True):
    """A result that can be turned into columns; subclasses define its tables."""

    provenance: Provenance | msgspec.UnsetType = msgspec.UNSET
    """Its origin; unset in results that aren't those of an experiment."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the maker of each table, by name; the first is the default."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return the same as `str`: a session shows a result as its table."""
        return str(self)

    def __str__(self) -> str:
        """Return the default table, as much as fits the screen, and the names of the other tables."""
        tables = self.tables()
        first, *others = tables
        lines = [f"{type(self).__name__}, {first}:", *_lines(tables[first]())]
        if others:
            lines.append(_("More tables: {names}.").format(names=", ".join(others)))
        return "\n".join(lines)

    def to_columns(self, rows: str = "") -> "dict[str, np.ndarray[Any, Any]]":
        """Return a table as arrays by column, all of shape (rows,). Raises LabError if there is no such table."""
        import numpy as np

        return {name: np.asarray(column) for name, column in self._table(rows).items()}

    def to_frame(self, rows: str = "") -> Any:
        """Return a table as a pandas data frame, whose `attrs` have the provenance.

        Raises LabError if pandas isn't installed.
        """
        frame = _library("to_frame", "pandas").DataFrame(self.to_columns(rows))
        if self.provenance is not msgspec.UNSET:
            frame.attrs[PROVENANCE] = msgspec.to_builtins(self.provenance)
        return frame

    def to_csv(self, path: str | Path, rows: str = "") -> None:
        """Write a table to a file: lines of provenance that begin with `#`, the names of the columns, the rows.

        `pandas.read_csv(path, comment="#")` and `numpy.genfromtxt(path, names=True, delimiter=",", skip_header=N)` read
        it. Raises OSError, LabError.
        """
        table, text = self._table(rows), StringIO(newline="")
        lines = csv.writer(text)
        if self.provenance is not msgspec.UNSET:
            text.writelines(f"# {' '.join(line.split())}\r\n" for line in self.provenance.lines())
        lines.writerow(table)
        lines.writerows(zip(*map(_plain, table.values()), strict=True))
        write_whole(Path(path), text.getvalue().encode())

    def to_npz(self, path: str | Path, rows: str = "") -> None:
        """Write a table to a compressed NPZ file: an array for each column, and the provenance as JSON.

        Raises OSError, LabError.
        """
        import numpy as np

        file, arrays = BytesIO(), self.to_columns(rows)
        if self.provenance is not msgspec.UNSET:
            arrays[PROVENANCE] = np.array(msgspec.json.encode(self.provenance).decode())
        np.savez_compressed(file, allow_pickle=False, **arrays)
        write_whole(Path(path), file.getvalue())

    def to_parquet(self, path: str | Path, rows: str = "") -> None:
        """Write a table to a Parquet file, with the provenance in its metadata and in pandas' `attrs`.

        Raises OSError, and LabError if pandas or pyarrow isn't installed.
        """
        arrow, file = _library("to_parquet", "pyarrow"), BytesIO()
        table = arrow.Table.from_pandas(self.to_frame(rows), preserve_index=False)
        if self.provenance is not msgspec.UNSET:
            metadata = {**(table.schema.metadata or {}), PROVENANCE.encode(): msgspec.json.encode(self.provenance)}
            table = table.replace_schema_metadata(metadata)
        _library("to_parquet", "pyarrow.parquet").write_table(table, file)
        write_whole(Path(path), file.getvalue())

    def _table(self, rows: str) -> Table:
        tables = self.tables()
        if rows and rows not in tables:
            text = _("rows {rows}: choose one of {names}.")
            raise LabError(text.format(rows=shown(repr(rows)), names=", ".join(tables)))
        return tables[rows or next(iter(tables))]()

    def _repr_html_(self) -> str:
        """Return the default table for a notebook."""
        return "".join(_html(self._table("")))


def _plain(column: Column) -> Sequence[Any]:
    """Return a column whose cells are plain numbers and texts, not NumPy's."""
    plain: Sequence[Any] = column.tolist() if hasattr(column, "tolist") else column
    return plain


def _lines(table: Table) -> Iterator[str]:
    """Yield a table as lines of text; a long table without its middle, a wide one with its first columns."""
    rows = list(zip(*map(_plain, table.values()), strict=True))
    cells = [list(table), *([_cell(value) for value in row] for row in _shown_rows(rows))]
    if len(rows) > MOST_SHOWN:
        cells.insert(1 + MOST_SHOWN // 2, ["…"] * len(table))
    wide = [max(len(row[at]) for row in cells) for at in range(len(table))]
    columns = [at for at in range(len(table)) if sum(wide[: at + 1]) + 2 * at <= MOST_WIDE] or [0]
    for row in cells:
        yield "  ".join(row[at].rjust(wide[at]) for at in columns)
    if len(columns) < len(table):
        text = _("More columns: {names}.")
        yield text.format(names=", ".join(list(table)[len(columns) :]))


def _shown_rows(rows: Sequence[T]) -> list[T]:
    """Return the rows of a table that are shown."""
    return [*rows] if len(rows) <= MOST_SHOWN else [*rows[: MOST_SHOWN // 2], *rows[-MOST_SHOWN // 2 :]]


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _html(table: Table) -> Iterator[str]:
    lines = list(zip(*map(_plain, table.values()), strict=True))
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
    return f"<tr>{''.join(f'<td>{html.escape(one)}</td>' for one in map(_cell, cells))}</tr>"


def _library(asked: str, name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        text = _("{command} needs the library {library}, which isn't installed.")
        raise LabError(text.format(command=asked, library=name)) from None


def transposed(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, list[Any]]:
    """Return rows as columns by name."""
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}
