"""Reading a tower's file, from TOML to checked structs, and the JSON Schema of such files.

Messages about wrong files come from `checks`. Neither NumPy nor pymunk is loaded here, and the checks of the geometry
only when a tower is checked.
"""

import ast
import inspect
import json
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from shogun.tower import geometry
from shogun.tower.file import design
from shogun.tower.file import design as piece_patterns
from shogun.tower.file.checks import NAME_KEY, TowerFile
from shogun.tower.file.design import Design, built
from shogun.tower.geometry import FORMAT, Bounds, Geometry, GeometryError, is_legal_name


def parse_geometry(text: str, source: str) -> Geometry:
    """Return the checked tower that a TOML `text` describes; `source` is its file, for its name and for messages.

    Raises GeometryError.
    """
    from shogun.tower.file.geometry_check import problems

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
    """Return the bounds in a TOML `text`, with the defaults for those that it leaves out.

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
    """Return the first problem of a file as an error; messages are loaded only now."""
    from shogun.tower.file.checks import first_problem

    return first_problem(text, source, values_only=values_only)


# The JSON Schema of tower files, with which editors complete and explain keys and mark errors
#
#     python -m shogun.tower.file.reader > tower_geometry/tower.schema.json
#
# All of it comes from the structs of `shogun.tower.geometry`: kinds and ranges of values, and their explanations, which
# are the docstrings of the fields.

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def tower_schema() -> dict[str, Any]:
    """Return the JSON Schema of a tower file."""
    (root,), definitions = msgspec.json.schema_components([TowerFile], ref_template="#/$defs/{name}")
    parts: dict[str, Any] = dict(sorted(definitions.items()))
    explained = _explanations()
    for name, part in parts.items():
        part["description"] = inspect.cleandoc(part["description"])  # newer Pythons do that to docstrings themselves
        for key, value in part["properties"].items():
            if text := explained.get((name, key)):
                value["description"] = text
    tower = parts.pop(root["$ref"].rpartition("/")[2])
    del tower["properties"][NAME_KEY]
    tower["required"] = ["format", *(key for key in tower["required"] if key not in (NAME_KEY, "format"))]
    tower["properties"]["format"] = {"const": geometry.FORMAT, "description": "The format's number."}
    return {"$schema": DIALECT, **tower, "title": "Battle tower", "$defs": parts}


def schema_text() -> str:
    """Return the text of `tower_geometry/tower.schema.json`."""
    return json.dumps(tower_schema(), indent=2) + "\n"


def _explanations() -> dict[tuple[str, str], str]:
    """Return the docstrings of fields, by struct and key in a file."""
    explanations = {}
    for struct in _structs():
        names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
        body = ast.parse(inspect.getsource(struct)).body[0].body  # type: ignore[attr-defined]
        for field, text in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                key = struct.__name__, names[ast.unparse(field.target)]
                explanations[key] = " ".join(str(text.value.value).split())
    return explanations


def _structs() -> list[type[msgspec.Struct]]:
    local = [
        struct
        for module in (geometry, piece_patterns, design)
        for struct in vars(module).values()
        if isinstance(struct, type)
    ]
    return [struct for struct in (*local, TowerFile) if issubclass(struct, msgspec.Struct)]


if __name__ == "__main__":
    sys.stdout.write(schema_text())
