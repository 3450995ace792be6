"""Between which numbers each number of a game's data file has to lie: a table of them is all that a game writes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shogun.base.language import _, shown

Way = tuple[int | str, ...]
"""The keys of tables, and the numbers in lists, that lead to a value."""
End = int | str
"""A number, or the place in the file where it stands, such as `limits.koku`."""
Bounds = Mapping[str, tuple[End, End]]
"""The least and the most of each place; `*` stands for every entry of a list or table: `tile.*.influence`."""


def out_of_bounds(found: Mapping[str, Any], bounds: Bounds) -> Iterator[tuple[Way, str]]:
    """Yield where a number lies outside of its bounds, and a sentence that says so.

    What isn't there, or is no number, is left to whoever reads the file; so are bounds that aren't there.
    """
    for place, (low, high) in bounds.items():
        least, most = _number(found, low), _number(found, high)
        for path, value in _values(found, tuple(place.split("."))):
            if _is_number(value) and not _is_between(least, value, most):
                yield path, _told(path, value, least, most)


def ascending(found: Mapping[str, Any], table: str, field: str) -> Iterator[tuple[Way, str]]:
    """Yield where a field doesn't grow from one table of a list to the next."""
    before = None
    for path, value in _values(found, (table, "*", field)):
        if before is not None and _is_number(value) and value <= before:
            sentence = _("{name} is {number}: it must be more than {before} before it")
            yield path, sentence.format(name=_name(path), number=_brief(value), before=_brief(before))
        before = value if _is_number(value) else before


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_between(least: int | None, value: int, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _number(found: Mapping[str, Any], end: End) -> int | None:
    """Return an end of bounds; None: it isn't there."""
    if isinstance(end, int):
        return end
    values = [value for _path, value in _values(found, tuple(end.split("."))) if _is_number(value)]
    return values[0] if values else None


def _values(found: Any, keys: Sequence[str], path: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Yield every value at a place, with its path."""
    if not keys:
        yield path, found
    elif isinstance(found, Mapping):
        for key in found if keys[0] == "*" else (keys[0],):
            if key in found:
                yield from _values(found[key], keys[1:], (*path, key))
    elif isinstance(found, list | tuple):
        numbers = range(len(found)) if keys[0] == "*" else (int(keys[0]),) if keys[0].isdigit() else ()
        for number in numbers:
            if number < len(found):
                yield from _values(found[number], keys[1:], (*path, number))


def _told(path: Way, value: int, least: int | None, most: int | None) -> str:
    if least == most:
        sentence = _("{name} is {number}: it must be {least}")
    elif least is None or (most is not None and value > most):
        sentence = _("{name} is {number}: it must be at most {most}")
    else:
        sentence = _("{name} is {number}: it must be at least {least}")
    return sentence.format(name=_name(path), number=_brief(value), least=least, most=most)


def _name(path: Way) -> str:
    """Return the last key of a path that has a name."""
    return str(next(key for key in reversed(path) if isinstance(key, str)))


def _brief(number: int) -> str:
    """Return a number, of a very long one the beginning."""
    return shown(str(number))
