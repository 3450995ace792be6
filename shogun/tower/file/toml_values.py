"""A tower's text with some numbers or texts changed: comments and order stay as somebody has written them."""

import re
from collections.abc import Mapping
from pathlib import Path

import tomlkit

from shogun.base.resources import shipped
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import plain, vary_parameters
from shogun.tower.file.toml_editing import without_schema, written
from shogun.tower.storage.tower_folders import FOLDER

STARTER = "starter.txt"
"""The text of a new tower, in `tower_geometry/`."""


def starter() -> str:
    """Return the text of a new tower, with comments that say what can be changed."""
    return (shipped(FOLDER) / STARTER).read_text(encoding="utf-8")


def retitled(text: str, title: str) -> str:
    """Return the text of a copy of a tower, with a title of its own.

    The path of a schema beside it is left out, and what was said of the first tower, which the copy needn't do.
    """
    whole = without(without_schema(text), "description").strip() + "\n"
    document = tomlkit.parse(whole)
    if "title" not in document:
        line = tomlkit.dumps({"title": title})
        below = re.sub(r"^format\b.*\n", lambda found: found[0] + line, whole, count=1, flags=re.MULTILINE)
        if tomlkit.parse(below).unwrap() == {**document.unwrap(), "title": title}:
            return below
    document["title"] = title
    return tomlkit.dumps(document)


def without(text: str, *keys: str) -> str:
    """Return the text of a tower without these keys of its outermost table, all else as it was."""
    document = tomlkit.parse(text)
    said = [key for key in keys if key in document]
    for key in said:
        del document[key]
    return tomlkit.dumps(document) if said else text


def with_values(text: str, design: Design, values: Mapping[str, float]) -> str:
    """Return the text of a tower with other values of its parameters; what a file left unsaid is added to its table.

    `design` is the tower that the text describes; pieces of a group that differ keep their differences. Raises
    GeometryError as `vary_parameters`.
    """
    return written(vary_parameters(design, {name: plain(value) for name, value in values.items()}), text)


def title_of(path: Path) -> str:
    """Return a title for the tower of a file: its name in words."""
    words = path.stem.replace("_", " ").replace("-", " ").strip() or path.stem
    return words[0].upper() + words[1:]
