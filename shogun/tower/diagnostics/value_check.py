"""All that is wrong with the values of a table, by the types of the struct that it is to become.

msgspec's own conversion ends at the first wrong value. This goes on, and says in words what is legal. Fields, ranges,
choices and patterns all come from the struct's annotations, and msgspec decides of every single value: there is no
second description of the format.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect as kinds
from msgspec.structs import FieldInfo

from shogun.base.language import _, shown, together
from shogun.base.toml_positions import Path

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
    return _("must be {legal}, not {value}").format(legal=legal(annotation), value=_written(value))


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
        kinds.DictType: _("a table"),
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
    told = _("must be {legal}, not {value}").format(legal=_name(kind), value=_kind_of(value))
    limits = described or _range(kind)
    if isinstance(kind, kinds.FloatType | kinds.IntType) and isinstance(value, str) and _is_number(value):
        told += _("; write {value} without quotation marks").format(value=value.strip())
    return told + (_("; legal: {limits}").format(limits=limits) if limits else "")


def _no_choice(value: Any, kind: "kinds.LiteralType") -> str:
    choices = either([f'"{one}"' for one in kind.values])
    got = f'"{shown(value, 40)}"' if isinstance(value, str) else _kind_of(value)
    told = _("must be {legal}, not {value}").format(legal=choices, value=got)
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
        return _("a number with hundreds of digits")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return len(text) <= LONGEST_NUMBER and text.isprintable()


Structs = tuple[type[msgspec.Struct], ...]
LONGEST_KEY = 40
"""Characters; a longer key is nobody's slip of the pen, and would take long to compare."""


class Wrong(msgspec.Struct, frozen=True):
    """A value that can't stand where it stands."""

    path: Path
    text: str
    meant: str | None = None
    """The key of the same table that is meant, if it looks like a slip of the pen."""

    @property
    def place(self) -> str:
        """Return the path as messages name it: `baffle[0].tilt`."""
        words = (f"[{key}]" if isinstance(key, int) else f".{shown(key, LONGEST_KEY)}" for key in self.path)
        return "".join(words).removeprefix(".")


def wrong_values(
    table: Mapping[str, Any], struct: type[msgspec.Struct], leave_out: Sequence[str] = (), most: int = 200
) -> Iterator[Wrong]:
    """Yield all that keeps a table from becoming a `struct`, in the order of its fields; unknown keys come last.

    Keys of `leave_out` are not looked at. Of a list or of unknown keys no more than the first `most` are.
    """
    fields = [field for field in msgspec.structs.fields(struct) if field.encode_name not in leave_out]
    looked_at = {key: value for key, value in table.items() if key not in leave_out}
    return _Search(fields, most).table(looked_at, fields, ())


def tables_of(fields: Sequence[FieldInfo]) -> dict[str, tuple[Structs, bool]]:
    """Return the structs among fields by their keys, each with whether there is a list of them.

    Where a table may be one of several structs, its tag says which.
    """
    found = {}
    for field in fields:
        one = get_args(field.type)[0] if _is_list(field.type) else field.type
        if structs := _structs(one):
            found[field.encode_name] = (structs, _is_list(field.type))
    return found


class _Search:
    """Goes through a file's table."""

    def __init__(self, fields: Sequence[FieldInfo], most: int) -> None:
        self.fields = fields
        self.most = most
        self.tables = tables_of(fields)

    def table(
        self, table: Mapping[str, Any], fields: Sequence[FieldInfo], path: Path, tag: str | None = None
    ) -> Iterator[Wrong]:
        """Yield what is wrong in a table that may have these fields, and a tag that is right."""
        names = [field.encode_name for field in fields] + ([tag] if tag else [])
        unknown = islice((key for key in table if key not in names), self.most)
        meant = {key: None if self._homes(key, path) else _nearest(key, names, table) for key in unknown}
        for field in fields:
            if field.encode_name in table:
                yield from self._value(table[field.encode_name], field.type, (*path, field.encode_name))
            elif field.required and field.encode_name not in meant.values():  # one slip of the pen is told once
                yield Wrong((*path, field.encode_name), self._missing(field))
        for key, name in meant.items():
            yield Wrong((*path, key), self._unknown(key, name, path), name)

    def _value(self, value: Any, kind: Any, path: Path) -> Iterator[Wrong]:
        if (structs := _structs(kind)) and isinstance(value, dict):
            yield from self._struct(value, structs, path)
        elif (
            get_origin(kind) is tuple and isinstance(value, list | tuple) and (_is_list(kind) or _as_long(value, kind))
        ):
            for number, item in enumerate(value[: self.most]):
                yield from self._value(item, get_args(kind)[0 if _is_list(kind) else number], (*path, number))
        elif (of_values := _of_values(kind)) and isinstance(value, dict):
            for key, item in islice(value.items(), self.most):
                yield from self._value(item, of_values[0], (*path, key))
        elif not _fits(value, kind):
            yield Wrong(path, self._refused(value, kind, path))

    def _struct(self, table: Mapping[str, Any], structs: Structs, path: Path) -> Iterator[Wrong]:
        """Yield what is wrong in a table that is one of some structs; without a right tag nobody knows which."""
        if len(structs) == 1:
            yield from self.table(table, msgspec.structs.fields(structs[0]), path)
            return
        tag = str(structs[0].__struct_config__.tag_field)
        by_tag = {str(one.__struct_config__.tag): one for one in structs}
        chosen = table.get(tag)
        if isinstance(chosen, str) and chosen in by_tag:
            yield from self.table(table, msgspec.structs.fields(by_tag[chosen]), path, tag)
        elif tag in table:
            yield Wrong((*path, tag), refusal(chosen, Literal[tuple(by_tag)]))
        elif slip := next((key for key in islice(table, self.most) if _nearest(key, [tag], ())), None):
            yield Wrong((*path, slip), self._unknown(slip, tag, path), tag)
        else:
            text = _("missing: {legal}").format(legal=legal(Literal[tuple(by_tag)]))
            yield Wrong((*path, tag), text)

    def _refused(self, value: Any, kind: Any, path: Path) -> str:
        is_of_tables = len(path) == 1 and path[0] in self.tables
        if is_of_tables and _structs(kind) and isinstance(value, list):
            text = _("there can be only one table, not a list of {count}: write {heading} once, in single brackets")
            return text.format(count=len(value), heading=self._heading(str(path[0])))
        if is_of_tables and _is_list(kind) and isinstance(value, dict):
            text = _("this is a list of tables: write {heading}, in double brackets")
            return text.format(heading=self._heading(str(path[0])))
        return refusal(value, kind)

    def _missing(self, field: FieldInfo) -> str:
        name = field.encode_name
        wanted = self._heading(name) if name in self.tables else legal(field.type)
        return _("missing: {legal}").format(legal=wanted)

    def _unknown(self, key: str, meant: str | None, path: Path) -> str:
        """Return in words that there is no such key, and where it belongs or which key may be meant."""
        if homes := self._homes(key, path):
            return _("there is no such key here; it belongs in {tables}").format(tables=either(homes))
        if meant is None:
            return _("there is no such key")
        name = self._heading(meant) if meant in self.tables and not path else f"`{meant}`"
        return _("there is no such key; did you mean {name}?").format(name=name)

    def _homes(self, key: str, path: Path) -> list[str]:
        """Return in words the tables in which a key is legal."""
        if any(field.encode_name == key for field in self.fields) and path:
            return [self._heading(key) if key in self.tables else _("the part of the file before all tables")]
        others = [(name, structs) for name, (structs, _list) in self.tables.items() if (name,) != path[:1]]
        return [
            self._heading(name)
            for name, structs in others
            if any(key in one.__struct_encode_fields__ for one in structs)
        ]

    def _heading(self, name: str) -> str:
        return f"[[{name}]]" if self.tables[name][1] else f"[{name}]"


def _nearest(key: str, names: Sequence[str], table: Container[str]) -> str | None:
    """Return the name that a key may be a slip of the pen for, one that is missing before one that is there."""
    if len(key) > LONGEST_KEY:
        return None
    for some in ([name for name in names if name not in table], names):
        if found := get_close_matches(key.lower(), some, n=1):
            return found[0]
    return None


def _structs(kind: Any) -> Structs:
    """Return the structs that a value of this kind may be; none if it is something else."""
    unsaid = (NoneType, msgspec.UnsetType)
    some = tuple(one for one in get_args(kind) if one not in unsaid) if isinstance(kind, UnionType) else (kind,)
    return some if all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in some) else ()


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _of_values(kind: Any) -> tuple[Any, ...]:
    """Return of which kind the values of a table with any keys are, alone in a tuple; nothing if it is no such kind."""
    return get_args(kind)[1:] if get_origin(kind) in (dict, Mapping) else ()


def _as_long(value: Sequence[Any], kind: Any) -> bool:
    return len(value) == len(get_args(kind))


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError):
        return False
    return True
