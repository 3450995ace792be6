"""In words: what a value may be, by its type's annotation, and what it is instead."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import inspect as kinds

from shogun.base.language import _, shown, together

LONGEST_NUMBER = 20
"""Characters of a number that is quoted."""


def legal(annotation: Any) -> str:
    """Return what a value of this type may be, such as "a number >= 1 and <= 1000"."""
    kind, described = _plain(annotation)
    if isinstance(kind, kinds.LiteralType):
        return either([f'"{value}"' for value in kind.values])
    if isinstance(kind, kinds.TupleType):
        return _("a list of {count}, each {legal}").format(
            count=len(kind.item_types), legal=_of_kind(kind.item_types[0])
        )
    return described or _of_kind(kind)


def refusal(value: Any, annotation: Any) -> str:
    """Return what was expected and what a value is instead, which is not legal for this type."""
    kind, described = _plain(annotation)
    if isinstance(kind, kinds.LiteralType):
        return _no_choice(value, kind)
    if not _is_of(value, kind):
        return _other_kind(value, kind, described)
    return _("expected {legal}, got {value}").format(legal=legal(annotation), value=_written(value))


def either(words: Sequence[str]) -> str:
    """Return words as alternatives: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} or {last}").format(some=", ".join(words[:-1]), last=words[-1])


def _plain(annotation: Any) -> tuple["kinds.Type", str]:
    """Return a type without null, which TOML doesn't know, and its description if it has one."""
    kind, described = kinds.type_info(annotation), ""
    while isinstance(kind, kinds.UnionType | kinds.Metadata):
        if isinstance(kind, kinds.Metadata):
            described = (kind.extra_json_schema or {}).get("description", "")
            kind = kind.type
        else:
            kind = next(one for one in kind.types if not isinstance(one, kinds.NoneType))
    return kind, _(described) if described else ""


def _of_kind(kind: "kinds.Type") -> str:
    kind = kind.type if isinstance(kind, kinds.Metadata) else kind
    return f"{_name(kind)} {_range(kind)}".strip()


def _name(kind: "kinds.Type") -> str:
    names: dict[type[kinds.Type], str] = {
        kinds.FloatType: _("a number"),
        kinds.IntType: _("a whole number"),
        kinds.BoolType: _("true or false"),
        kinds.StrType: _("a text"),
        kinds.StructType: _("a table"),
    }
    return names.get(type(kind), _("a list"))


def _range(kind: "kinds.Type") -> str:
    """Return the limits of a number in signs, empty if it has none."""
    signs = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
    found = [(sign, getattr(kind, name, None)) for name, sign in signs.items()]
    return together([f"{sign} {limit:g}" for sign, limit in found if limit is not None])


def _is_of(value: Any, kind: "kinds.Type") -> bool:
    """Return whether a value is at least of the right kind: then its range or its length is wrong."""
    if isinstance(kind, kinds.FloatType | kinds.IntType):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and not (isinstance(kind, kinds.IntType) and isinstance(value, float))
    return isinstance(value, {kinds.StrType: str, kinds.TupleType: list}.get(type(kind), ()))


def _other_kind(value: Any, kind: "kinds.Type", described: str) -> str:
    """Return that a value is of another kind, and which of its own kind would be legal."""
    told = _("expected {legal}, got {value}").format(legal=_name(kind), value=_kind_of(value))
    limits = described or _range(kind)
    if isinstance(kind, kinds.FloatType | kinds.IntType) and isinstance(value, str) and _is_number(value):
        told += _("; write {value} without quotation marks").format(value=value.strip())
    return told + (_("; legal: {limits}").format(limits=limits) if limits else "")


def _no_choice(value: Any, kind: "kinds.LiteralType") -> str:
    choices = either([f'"{one}"' for one in kind.values])
    got = f'"{shown(value, 40)}"' if isinstance(value, str) else _kind_of(value)
    told = _("expected {legal}, got {value}").format(legal=choices, value=got)
    names = [str(one) for one in kind.values]
    if isinstance(value, str) and (near := get_close_matches(value[:40].strip().lower(), names, n=1)):
        told += _('; did you mean "{name}"?').format(name=near[0])
    return told


def _kind_of(value: Any) -> str:
    """Return what a value of a TOML file is, in words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    names: dict[type, str] = {
        str: _("a text"),
        int: _("a number"),
        float: _("a number"),
        dict: _("a table"),
        list: _("a list"),
    }
    return names.get(type(value), _("a date or time"))


def _written(value: Any) -> str:
    """Return a value so that it can be found in the file."""
    if isinstance(value, str):
        return f'"{shown(value, 40)}"'
    if isinstance(value, list):
        return str(len(value))
    try:
        return shown(f"{float(value):.12g}", LONGEST_NUMBER)
    except OverflowError:
        return _("a number of hundreds of digits")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return len(text) <= LONGEST_NUMBER and text.isprintable()
