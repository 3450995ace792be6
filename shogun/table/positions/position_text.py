"""Writes a position as a person would: single values first, then a table for each thing, a line for each place."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from shogun.game.protocol import AnyGame
from shogun.table.positions.position_file import FORMAT, Resting

_BARE = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_LINE = 100


def position_text(game: AnyGame, setup: Any, resting: Resting | None = None, title: str = "") -> str:
    """Return the TOML text of a setup with a position; what is as by default is left out."""
    position = msgspec.to_builtins(setup.position)
    agreed = msgspec.to_builtins(msgspec.structs.replace(setup, position=UNSET))
    head: dict[str, Any] = {"format": FORMAT, "game": game.code}
    if title:
        head["title"] = title
    single = {key: value for key, value in position.items() if not _is_table(value)}
    tables = {key: value for key, value in position.items() if _is_table(value)}
    parts = ["\n".join(_lines(head)), "\n".join(_lines(single))]
    parts.append("\n".join(["[setup]", *_lines({key: value for key, value in agreed.items() if value is not None})]))
    for key, value in tables.items():
        parts.extend(_table(_key(key), value))
    if resting is not None:
        parts.extend(_resting(resting))
    return "\n\n".join(part for part in parts if part) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (isinstance(value, Sequence) and any(isinstance(one, dict) for one in value))


def _table(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, Mapping):
        for one in value:
            yield "\n".join([f"[[{key}]]", *_lines(one)])
        return
    deep = {name: one for name, one in value.items() if isinstance(one, Mapping) and any(map(_is_table, one.values()))}
    if flat := {name: one for name, one in value.items() if name not in deep}:
        yield "\n".join([f"[{key}]", *_lines(flat)])
    for name, one in deep.items():  # a table of tables: each of these gets a line
        yield from _table(f"{key}.{_key(name)}", one)


def _lines(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}"


def _resting(resting: Resting) -> Iterator[str]:
    rows = (f"  {_value(list(row))}," for row in resting.cubes)
    head = _lines({"tower": resting.tower, "hash": resting.hash})
    yield "\n".join(["[resting]", *head, "cubes = [", *rows, "]"])


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case Mapping():
            return "{ " + ", ".join(_lines(value)) + " }" if value else "{}"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value)


def _text(text: str) -> str:
    """Return a text in quotation marks, as TOML has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
