"""Reads a tower's file: TOML in, checked structs out. What is wrong with a file says `diagnostics/file_check.py`.

Neither NumPy nor pymunk is loaded here, and what checks a tower only when one is checked.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from shogun.tower.file.design import Design, built
from shogun.tower.geometry import FORMAT, Bounds, Geometry, GeometryError, is_legal_name


def parse_geometry(text: str, source: str) -> Geometry:
    """Return the checked tower that a TOML `text` describes; `source` is its file, for its name and for messages.

    Raises GeometryError.
    """
    from shogun.tower.diagnostics.geometry_check import problems

    geometry = parse_unchecked(text, source)
    for _problem in problems(geometry):
        raise _first_problem(text, source)
    return geometry


def parse_unchecked(text: str, source: str) -> Geometry:
    """Return the tower that a TOML `text` describes, whether or not it can work; all its values are in range.

    Raises GeometryError.
    """
    try:
        table = _table(text)
        geometry = msgspec.convert(_numbered(table, source), Design if "rows" in table else Geometry)
        tower = built(geometry)
        _bounds(table)
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
        raise _first_problem(text, source, values_only=True) from None
    return tower


def parse_design(text: str, source: str) -> Design:
    """Return the tower that a TOML `text` describes, checked, with its patterns as patterns. Raises GeometryError."""
    parse_geometry(text, source)
    return msgspec.convert(_numbered(_table(text), source), Design)


def parse_bounds(text: str, source: str) -> Bounds:
    """Return the bounds that a TOML `text` sets its tower; what it leaves out is as for any tower.

    Raises GeometryError.
    """
    try:
        return _bounds(_table(text))
    except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
        raise _first_problem(text, source, values_only=True) from None


def _table(text: str) -> dict[str, Any]:
    from shogun.base.toml_positions import check_depth

    check_depth(text)
    return tomllib.loads(text)


def _numbered(table: dict[str, Any], source: str) -> dict[str, Any]:
    """Return the table without its `format` line and with its name. Raises ValueError if one of them is wrong."""
    name = Path(source).stem
    if type(table.get("format")) is not int or table["format"] != FORMAT or "name" in table or not is_legal_name(name):
        raise ValueError
    return {key: value for key, value in table.items() if key not in ("format", "bounds")} | {"name": name}


def _bounds(table: dict[str, Any]) -> Bounds:
    """Return the bounds of a file's table. Raises ValueError if one has its higher figure first."""
    bounds = msgspec.convert(table.get("bounds", {}), Bounds)
    if any(both and both[0] > both[1] for both in msgspec.structs.astuple(bounds)):
        raise ValueError
    return bounds


def _first_problem(text: str, source: str, *, values_only: bool = False) -> GeometryError:
    """Return the first problem of a file that is no tower: the words for it are loaded when they are needed."""
    from shogun.tower.diagnostics.file_check import first_problem

    return first_problem(text, source, values_only=values_only)
