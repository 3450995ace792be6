"""Checks of the numbers in a game's data file against a table of their limits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shogun.base.language import _, shown

Way = tuple[int | str, ...]
"""Path of a value: keys of tables and indexes of lists."""
End = int | str
"""A number, or its place in the file, such as `limits.koku`."""
Bounds = Mapping[str, tuple[End, End]]
"""Least and largest number of each place; `*` stands for every entry of a list or table: `tile.*.influence`."""


def out_of_bounds(table: Mapping[str, Any], bounds: Bounds) -> Iterator[tuple[Way, str]]:
    """Yield the path of each number that is out of its bounds, with a sentence that says so.

    Missing values, values that aren't numbers, and missing bounds are left to the reader of the file.
    """
    for place, (low, high) in bounds.items():
        least, most = _number(table, low), _number(table, high)
        for path, value in _values(table, tuple(place.split("."))):
            if _is_number(value) and not _is_between(least, value, most):
                yield path, _sentence(path, value, least, most)


def ascending(content: Mapping[str, Any], table: str, field: str) -> Iterator[tuple[Way, str]]:
    """Yield each value of a field that doesn't exceed the one in the table before, with a sentence that says so."""
    before = None
    for path, value in _values(content, (table, "*", field)):
        if before is not None and _is_number(value) and value <= before:
            sentence = _("{name} is {number}: it must be more than {before} before it")
            yield path, sentence.format(name=_name(path), number=_brief(value), before=_brief(before))
        before = value if _is_number(value) else before


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_between(least: int | None, value: int, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _number(table: Mapping[str, Any], end: End) -> int | None:
    """Return an end of bounds as a number; None if it is missing."""
    if isinstance(end, int):
        return end
    values = [value for _path, value in _values(table, tuple(end.split("."))) if _is_number(value)]
    return values[0] if values else None


def _values(content: Any, keys: Sequence[str], path: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield every value at a place, with its path."""
    if not keys:
        yield path, content
    elif isinstance(content, Mapping):
        for key in content if keys[0] == "*" else (keys[0],):
            if key in content:
                yield from _values(content[key], keys[1:], (*path, key))
    elif isinstance(content, list | tuple):
        numbers = range(len(content)) if keys[0] == "*" else (int(keys[0]),) if keys[0].isdigit() else ()
        for number in numbers:
            if number < len(content):
                yield from _values(content[number], keys[1:], (*path, number))


def _sentence(path: Way, value: int, least: int | None, most: int | None) -> str:
    if least == most:
        sentence = _("{name} is {number}: it must be {least}")
    elif least is None or (most is not None and value > most):
        sentence = _("{name} is {number}: it must be at most {most}")
    else:
        sentence = _("{name} is {number}: it must be at least {least}")
    return sentence.format(name=_name(path), number=_brief(value), least=least, most=most)


def _name(path: Way) -> str:
    """Return the last key of a path that isn't an index."""
    return str(next(key for key in reversed(path) if isinstance(key, str)))


def _brief(number: int) -> str:
    """Return a number, shortened if it is very long."""
    return shown(str(number))
