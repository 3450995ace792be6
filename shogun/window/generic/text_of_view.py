"""A view as text: each field a line, what it holds indented below it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from shogun.base.language import _

SHORT = 60
"""Letters of a list that stands in the line of its field."""


class ViewLine(Struct, frozen=True):
    """One line: how deep it is indented, what it is called, and what is there."""

    depth: int
    label: str
    text: str


def view_lines(view: Any) -> list[ViewLine]:
    """Return what a view holds, field by field in the order in which the game has them."""
    return list(_lines(msgspec.to_builtins(view, str_keys=True), 0))


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
