"""The JSON Schema for editors: always what the program reads, and every shipped tower points to it."""

import tomllib
from typing import Any

import pytest

from shogun.base.resources import shipped
from shogun.tower.file.reader import schema_text, tower_schema

FOLDER = shipped("tower_geometry")
TOWERS = sorted(FOLDER.glob("*.toml"))


def test_the_file_is_up_to_date() -> None:
    """If not: python -m shogun.tower.file.reader > tower_geometry/tower.schema.json."""
    assert (FOLDER / "tower.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("path", TOWERS, ids=lambda path: path.stem)
def test_shipped_towers_name_it_and_keep_to_it(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("#:schema ./tower.schema.json\n")
    assert problems(tomllib.loads(text), tower_schema()) == []


@pytest.mark.parametrize(
    ("piece", "problem"),
    [
        ({"tlit": 3}, "tlit"),
        ({"tilt": 100.0}, "tilt"),
        ({"length": "long"}, "length"),
        ({"side": "middle"}, "side"),
    ],
)
def test_it_knows_kinds_and_ranges(piece: dict[str, object], problem: str) -> None:
    schema = tower_schema()["$defs"]["Baffle"]
    right: dict[str, object] = {"side": "left", "height": 100, "length": 33, "tilt": 18}
    whole = {**tower_schema(), **schema}
    assert problems(right, whole) == []
    assert problems({**right, **piece}, whole) == [problem]


def test_it_explains_its_keys() -> None:
    height = tower_schema()["$defs"]["Funnel"]["properties"]["height"]
    assert height["description"] == "From the shaft's top up to the rim, mm."
    assert tower_schema()["$defs"]["Wall"]["properties"].keys() >= {"from", "to"}


def problems(value: Any, schema: Any, root: Any = None, key: str = "") -> list[str]:
    """Return the keys of what breaks a schema: the few words of JSON Schema that this one uses."""
    root = root or schema
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, key)
    if "anyOf" in schema:
        return min((problems(value, one, root, key) for one in schema["anyOf"]), key=len)
    if schema.get("type") == "null":
        return [key]
    if isinstance(value, dict):
        known = schema["properties"]
        wrong = [name for name in value if name not in known] + [
            name for name in schema["required"] if name not in value
        ]
        return wrong + [
            hit for name in value if name in known for hit in problems(value[name], known[name], root, name)
        ]
    if isinstance(value, list):
        inner = schema.get("prefixItems") or [schema["items"]] * len(value)
        return [hit for item, one in zip(value, inner, strict=True) for hit in problems(item, one, root, key)]
    return [] if fits(value, schema) else [key]


def fits(value: Any, schema: Any) -> bool:
    kinds = {"number": int | float, "integer": int, "boolean": bool, "string": str, "null": type(None)}
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    if not isinstance(value, kinds[schema["type"]]):
        return False
    return not isinstance(value, int | float) or schema.get("minimum", value) <= value <= schema.get("maximum", value)
