"""A tower's parameters by name, for experiments: `shaft.width`, `baffle[2].tilt`, or `ledges.tilt` for a whole group.

Pieces are counted from 0 in the file's order, as in messages about a file. The numbers of a `Design`'s patterns are
parameters too: `rows[0].spacing`, or by their group.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import fsum
from typing import Any, Literal, TypeVar

import msgspec

from shogun.base.language import _, shown
from shogun.tower.file.made_in_code import converted, unwrapped
from shogun.tower.geometry import Geometry, GeometryError

KINDS = {"baffle": "baffles", "pin": "pins", "wall": "walls", "rows": "rows"}
"""Attributes of the pieces and patterns by their names in a file; only a design has patterns."""
T = TypeVar("T", bound=Geometry)
TABLES = ("funnel", "shaft", "exit", "tray", "grain")
SHIFTED = ("tilt", "height", "x", "y")
"""Fields whose differences matter: pieces that differ are shifted, not scaled."""
DIGITS = 4
"""Decimals of a number from a search: nobody can cut cardboard more exactly."""
LONGEST_NAME = 100
Together = Literal["", "shift", "scale"]
_NAME = re.compile(r"(?P<owner>[A-Za-z][\w-]*)(\[(?P<number>\d+)\])?\.(?P<field>\w+)")

Path = tuple[str | int, ...]


def parameter_names(geometry: Geometry) -> list[str]:
    """Return the names of all parameters of a tower: those of its pieces in the file's order, then its groups'."""
    tables = [f"{table}.{field}" for table in TABLES for field in _numbers(getattr(geometry, table))]
    pieces = [f"{kind}[{number}].{field}" for (kind, number), piece in _pieces(geometry) for field in _numbers(piece)]
    groups = [
        f"{piece.group}.{field}" for _path, piece in _pieces(geometry) if piece.group for field in _numbers(piece)
    ]
    return tables + pieces + list(dict.fromkeys(groups))


def get_parameter(geometry: Geometry, name: str) -> float:
    """Return a parameter's value; for a group, the common value of its pieces.

    Raises GeometryError if there is no such parameter or the pieces of the group differ.
    """
    values = values_of(geometry, name)
    if len(set(values)) != 1:
        raise GeometryError(
            _("{tower}: `{name}`: its pieces have different values.").format(tower=geometry.name, name=name)
        )
    return values[0]


def values_of(geometry: Geometry, name: str) -> list[float]:
    """Return a parameter's value in each of its pieces. Raises GeometryError if there is no such parameter."""
    return [_value(geometry, path) for path in paths_of(geometry, name)]


def mean_of(geometry: Geometry, name: str) -> float:
    """Return a parameter's value, or the mean of pieces that differ. Raises GeometryError if there is none."""
    values = values_of(geometry, name)
    return values[0] if len(set(values)) == 1 else plain(fsum(values) / len(values))


def together(geometry: Geometry, name: str) -> Together:
    """Return how a parameter's pieces keep their differences when it changes; empty if there are none.

    Places and tilts are shifted by the same number, all other values are scaled by the same factor. Raises
    GeometryError if there is no such parameter.
    """
    values = values_of(geometry, name)
    if len(set(values)) == 1:
        return ""
    return "shift" if name.rpartition(".")[2] in SHIFTED or min(values) < 0 else "scale"


def plain(value: float) -> int | float:
    """Return a number as a person writes it: rounded, and without a decimal point if it is whole."""
    rounded = round(float(value), DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded


def is_whole(geometry: Geometry, name: str) -> bool:
    """Return whether a parameter is a number of rows or pieces. Raises GeometryError if there is no such parameter."""
    *_way, field = paths_of(geometry, name)[0]
    return field in ("count", "across")


def set_parameter(geometry: T, name: str, value: float) -> T:
    """Return a checked tower with another value of one parameter; a group's value is set in all of its pieces.

    Raises GeometryError if there is no such parameter, or the tower can't work with this value.
    """
    return set_parameters(geometry, {name: value})


def set_parameters(geometry: T, values: Mapping[str, float]) -> T:
    """Return a checked tower with other values of several parameters, changed at once; see `set_parameter`."""
    return _with(geometry, {name: [value] * len(paths_of(geometry, name)) for name, value in values.items()})


def vary_parameters(geometry: T, values: Mapping[str, float]) -> T:
    """Return a checked tower with other values; a group's differing pieces keep their differences around the value.

    See `together`.
    """
    return _with(geometry, {name: _varied(geometry, name, value) for name, value in values.items()})


def _varied(geometry: Geometry, name: str, value: float) -> list[float]:
    """Return the values of a parameter's pieces whose mean is `value`."""
    values, how = values_of(geometry, name), together(geometry, name)
    mean = fsum(values) / len(values)
    if how == "":
        return [value] * len(values)
    moved = [old + value - mean if how == "shift" else old * value / mean for old in values]
    return [float(round(new)) if is_whole(geometry, name) else plain(new) for new in moved]


def _with(geometry: T, values: Mapping[str, Sequence[float]]) -> T:
    """Return a checked tower with other values of its parameters, one for each piece. Raises GeometryError."""
    content = msgspec.to_builtins(geometry)
    for name, those in values.items():
        for (*way, field), given in zip(paths_of(geometry, name), those, strict=True):
            part: Any = content
            value = unwrapped(given)
            for key in way:
                part = part[key]
            part[field] = int(value) if isinstance(part[field], int) and float(value).is_integer() else value
    return converted(content, type(geometry), geometry.name)


def paths_of(geometry: Geometry, name: str) -> list[Path]:
    """Return the paths of all fields that a name stands for, in the encoded geometry. Raises GeometryError."""
    match = _NAME.fullmatch(name)
    owners = _owners(geometry, match["owner"], match["number"]) if match else []
    field = match["field"] if match else ""
    paths = [(*path, field) for path, part in owners if field in _numbers(part)]
    if not paths:
        raise GeometryError(_unknown(geometry, name))
    return paths


def _unknown(geometry: Geometry, name: str) -> str:
    """Return a message about an unknown parameter, with a similar one if there is one."""
    said = {"tower": geometry.name, "name": shown(name)}
    if near := get_close_matches(name[:LONGEST_NAME], parameter_names(geometry), n=1):
        text = _("{tower}: there is no parameter `{name}`; did you mean {near}?")
        return text.format(near=near[0], **said)
    text = _("{tower}: there is no parameter `{name}`; `shogun tower parameters` lists them all, like shaft.width.")
    return text.format(**said)


def _owners(geometry: Geometry, owner: str, number: str | None) -> list[tuple[Path, msgspec.Struct]]:
    if number is not None:
        return [(path, piece) for path, piece in _pieces(geometry) if path == (owner, int(number))]
    if owner in TABLES:
        return [((owner,), getattr(geometry, owner))]
    return [(path, piece) for path, piece in _pieces(geometry) if piece.group == owner]


def _pieces(geometry: Geometry) -> Iterator[tuple[Path, Any]]:
    for kind, attribute in KINDS.items():
        for number, piece in enumerate(getattr(geometry, attribute, ())):
            yield (kind, number), piece


def _numbers(part: msgspec.Struct) -> list[str]:
    """Return the fields of a part that are numbers."""
    values = ((field, getattr(part, field)) for field in part.__struct_fields__)
    return [field for field, value in values if isinstance(value, int | float) and not isinstance(value, bool)]


def _value(geometry: Geometry, path: Path) -> float:
    part: Any = msgspec.to_builtins(geometry)
    for key in path:
        part = part[key]
    return float(part)
