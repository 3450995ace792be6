"""A view as text: each field a line, what it holds indented below it."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from msgspec import Struct

from shogun.base.language import _, shown

DEEPEST = 12
"""What lies deeper isn't told."""
LONGEST = 500
"""Letters of a text that are told."""
SHORT = 60
"""Letters of a list that stands in the line of its field."""


class ViewLine(Struct, frozen=True):
    """One line: how deep it is indented, what it is called, and what is there."""

    depth: int
    label: str
    text: str


def view_lines(view: Any) -> list[ViewLine]:
    """Return what a view holds, field by field in the order in which the game has them; it may hold anything."""
    plain = _plain(view, DEEPEST)
    return list(_lines(plain if isinstance(plain, dict | list) else [plain], 0))


def _plain(thing: Any, depth: int) -> Any:
    """Return dicts by text, lists, texts, truth and nothing in the place of whatever holds them."""
    if thing is None or isinstance(thing, bool):
        return thing
    named = _named(thing)
    if named is not None and depth:
        return {_key(name): _plain(part, depth - 1) for name, part in named.items()}
    if isinstance(thing, Set | Sequence) and not isinstance(thing, str | bytes | bytearray):
        parts = [_plain(part, depth - 1) for part in thing] if depth else ["…"]
        return sorted(parts, key=str) if isinstance(thing, Set) else parts
    return _text(thing) if named is None else "…"


def _named(thing: Any) -> Mapping[Any, Any] | None:
    """Return the parts of a thing by their names, None if they have none."""
    if isinstance(thing, Struct):
        return {name: getattr(thing, name) for name in thing.__struct_fields__}
    if is_dataclass(thing):
        return {field.name: getattr(thing, field.name) for field in fields(thing)}
    return thing if isinstance(thing, Mapping) else None


def _text(thing: Any) -> str:
    if isinstance(thing, Enum):
        thing = thing.name.replace("_", " ")
    return shown(thing.hex(" ") if isinstance(thing, bytes | bytearray) else thing, LONGEST)


def _key(key: Any) -> str:
    """Return what a part is called by its key."""
    plain = _plain(key, 2)
    return ", ".join(map(str, plain)) if isinstance(plain, list) else str(plain)


def _lines(thing: Any, depth: int) -> Iterator[ViewLine]:
    """Yield the lines of what a mapping or a list holds."""
    if isinstance(thing, Mapping):
        parts = [(str(name).replace("_", " "), part) for name, part in thing.items() if name != "type"]
    else:
        parts = [(f"{number}", part) for number, part in enumerate(thing, 1)]
    for label, part in parts:
        text = _in_one_line(part)
        yield ViewLine(depth, label, text or "")
        if text is None:
            yield from _lines(part, depth + 1)


def _in_one_line(part: Any) -> str | None:
    """Return what stands in the line of a field; None if it needs lines of its own."""
    if isinstance(part, Mapping):
        return _("nothing") if not part else None
    if isinstance(part, Sequence) and not isinstance(part, str):
        words = [_in_one_line(one) for one in part]
        text = ", ".join(word for word in words if word is not None)
        is_flat = not any(isinstance(one, Mapping | list | tuple) and one for one in part)
        return (text or _("nothing")) if is_flat and len(text) <= SHORT else None
    if isinstance(part, bool):
        return _("yes") if part else _("no")
    return "–" if part is None else str(part)
