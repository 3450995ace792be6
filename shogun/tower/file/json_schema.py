"""The JSON Schema of tower files, so that editors complete keys, explain them and underline what is wrong.

    python -m shogun.tower.file.json_schema > tower_geometry/tower.schema.json

All of it comes from the structs of `shogun.tower.geometry`: kinds and ranges of values, and as explanations the
docstrings of their fields.
"""

import ast
import inspect
import json
import sys
from itertools import pairwise
from typing import Any

import msgspec

from shogun.tower import geometry
from shogun.tower.diagnostics.file_check import BY_PROGRAM, TowerFile
from shogun.tower.file import design, piece_patterns

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def tower_schema() -> dict[str, Any]:
    """Return the JSON Schema of a tower file."""
    (root,), definitions = msgspec.json.schema_components([TowerFile], ref_template="#/$defs/{name}")
    parts: dict[str, Any] = dict(sorted(definitions.items()))
    explained = _explanations()
    for name, part in parts.items():
        part["description"] = inspect.cleandoc(part["description"])  # as newer Pythons keep docstrings
        for key, value in part["properties"].items():
            if text := explained.get((name, key)):
                value["description"] = text
    tower = parts.pop(root["$ref"].rpartition("/")[2])
    del tower["properties"][BY_PROGRAM]
    tower["required"] = ["format", *(key for key in tower["required"] if key not in (BY_PROGRAM, "format"))]
    tower["properties"]["format"] = {"const": geometry.FORMAT, "description": "The format's number."}
    return {"$schema": DIALECT, **tower, "title": "Battle tower", "$defs": parts}


def schema_text() -> str:
    """Return the schema as it stands in `tower_geometry/tower.schema.json`."""
    return json.dumps(tower_schema(), indent=2) + "\n"


def _explanations() -> dict[tuple[str, str], str]:
    """Return the docstring of each field by its struct and its key in a file."""
    found = {}
    for struct in _structs():
        names = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
        body = ast.parse(inspect.getsource(struct)).body[0].body  # type: ignore[attr-defined]
        for field, text in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
                found[struct.__name__, names[ast.unparse(field.target)]] = " ".join(str(text.value.value).split())
    return found


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
