"""Checks of a tower's file: messages about illegal values, all wrong values of a table, all problems with their lines.

msgspec's own conversion ends at the first wrong value. These checks continue, and say in words what is legal. Fields,
ranges, choices and patterns come from the struct's annotations, and msgspec decides about every single value, so that
there is no second description of the format.
"""

import contextlib
import math
import re
import tomllib
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, islice
from pathlib import Path as FilePath
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect as kinds
from msgspec.structs import FieldInfo

from shogun.base.language import _, shown, together
from shogun.base.toml_positions import Lines, Path, check_depth, find_lines
from shogun.tower.file.design import PATTERN_KINDS, RENAMED, Design, Rows
from shogun.tower.file.geometry_check import PIECES, Finding, Numbers, problem, problems, too_many
from shogun.tower.geometry import (
    FORMAT,
    MOST_PIECES,
    Bounds,
    Geometry,
    GeometryError,
    UnreadableError,
    is_legal_name,
)

# Messages about illegal values

LONGEST_NUMBER = 20
"""Characters of a number that is quoted."""


def legal_values(annotation: Any) -> str:
    """Return the legal values of a type in words, such as "a number >= 1 and <= 1000"."""
    kind, description = _without_none(annotation)
    if isinstance(kind, kinds.LiteralType):
        return alternatives([f'"{value}"' for value in kind.values])
    if isinstance(kind, kinds.TupleType):
        return _("a list of {count}, each {legal}").format(
            count=len(kind.item_types), legal=_kind_in_words(kind.item_types[0])
        )
    return description or _kind_in_words(kind)


def illegal_value(value: Any, annotation: Any) -> str:
    """Return a message about a value that is illegal for this type, with the legal ones."""
    kind, description = _without_none(annotation)
    if isinstance(kind, kinds.LiteralType):
        return _not_a_choice(value, kind)
    if not _has_kind(value, kind):
        return _wrong_kind(value, kind, description)
    return _("must be {legal}, not {value}").format(legal=legal_values(annotation), value=_quoted(value))


def alternatives(words: Sequence[str]) -> str:
    """Return words as alternatives: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} or {last}").format(some=", ".join(words[:-1]), last=words[-1])


def _without_none(annotation: Any) -> tuple["kinds.Type", str]:
    """Return a type without None, which TOML doesn't have, and its description if there is one."""
    kind, description = kinds.type_info(annotation), ""
    while isinstance(kind, kinds.UnionType | kinds.Metadata):
        if isinstance(kind, kinds.Metadata):
            description = (kind.extra_json_schema or {}).get("description", "")
            kind = kind.type
        else:
            kind = next(part for part in kind.types if not isinstance(part, kinds.NoneType))
    return kind, _(description) if description else ""


def _kind_in_words(kind: "kinds.Type") -> str:
    kind = kind.type if isinstance(kind, kinds.Metadata) else kind
    return f"{_kind_name(kind)} {_limits(kind)}".strip()


def _kind_name(kind: "kinds.Type") -> str:
    names: dict[type[kinds.Type], str] = {
        kinds.FloatType: _("a number"),
        kinds.IntType: _("a whole number"),
        kinds.BoolType: _("true or false"),
        kinds.StrType: _("a text"),
        kinds.StructType: _("a table"),
        kinds.DictType: _("a table"),
    }
    return names.get(type(kind), _("a list"))


def _limits(kind: "kinds.Type") -> str:
    """Return the limits of a number in signs; empty if it has none."""
    signs = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
    limits = [(sign, getattr(kind, name, None)) for name, sign in signs.items()]
    return together([f"{sign} {limit:g}" for sign, limit in limits if limit is not None])


def _has_kind(value: Any, kind: "kinds.Type") -> bool:
    """Return whether an illegal value is of the right kind, so that its range or its length is wrong."""
    if isinstance(kind, kinds.FloatType | kinds.IntType):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and not (isinstance(kind, kinds.IntType) and isinstance(value, float))
    return isinstance(value, {kinds.StrType: str, kinds.TupleType: list}.get(type(kind), ()))


def _wrong_kind(value: Any, kind: "kinds.Type", description: str) -> str:
    """Return a message about a value of the wrong kind, with the limits of the right one."""
    message = _("must be {legal}, not {value}").format(legal=_kind_name(kind), value=_kind_of(value))
    limits = description or _limits(kind)
    if isinstance(kind, kinds.FloatType | kinds.IntType) and isinstance(value, str) and _is_number(value):
        message += _("; write {value} without quotation marks").format(value=value.strip())
    return message + (_("; legal: {limits}").format(limits=limits) if limits else "")


def _not_a_choice(value: Any, kind: "kinds.LiteralType") -> str:
    choices = alternatives([f'"{choice}"' for choice in kind.values])
    got = f'"{shown(value, 40)}"' if isinstance(value, str) else _kind_of(value)
    message = _("must be {legal}, not {value}").format(legal=choices, value=got)
    names = [str(choice) for choice in kind.values]
    if isinstance(value, str) and (near := get_close_matches(value[:40].strip().lower(), names, n=1)):
        message += _('; did you mean "{name}"?').format(name=near[0])
    return message


def _kind_of(value: Any) -> str:
    """Return the kind of a value of a TOML file in words."""
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


def _quoted(value: Any) -> str:
    """Return a value as it is written in the file."""
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


# Wrong values of a table

Structs = tuple[type[msgspec.Struct], ...]
LONGEST_KEY = 40
"""Most characters of a key that may be a typo; longer ones would take long to compare."""


class WrongValue(msgspec.Struct, frozen=True):
    """A wrong value or key."""

    path: Path
    text: str
    intended: str | None = None
    """Key of the same table that was probably meant, if this looks like a typo."""

    @property
    def place(self) -> str:
        """Path in the notation of messages: `baffle[0].tilt`."""
        words = (f"[{key}]" if isinstance(key, int) else f".{shown(key, LONGEST_KEY)}" for key in self.path)
        return "".join(words).removeprefix(".")


def wrong_values(
    table: Mapping[str, Any], struct: type[msgspec.Struct], leave_out: Sequence[str] = (), most: int = 200
) -> Iterator[WrongValue]:
    """Yield all that keeps a table from becoming a `struct`, in the order of its fields, and then unknown keys.

    Keys in `leave_out` are ignored. Only the first `most` elements of a list, and unknown keys, are checked.
    """
    fields = [field for field in msgspec.structs.fields(struct) if field.encode_name not in leave_out]
    looked_at = {key: value for key, value in table.items() if key not in leave_out}
    return _WrongValueSearch(fields, most).table(looked_at, fields, ())


def tables_of(fields: Sequence[FieldInfo]) -> dict[str, tuple[Structs, bool]]:
    """Return the structs among fields by their keys, each with whether there is a list of them.

    If a table may be one of several structs, its tag says which.
    """
    tables = {}
    for field in fields:
        kind = get_args(field.type)[0] if _is_list(field.type) else field.type
        if structs := _structs(kind):
            tables[field.encode_name] = (structs, _is_list(field.type))
    return tables


class _WrongValueSearch:
    """Searches a file's table for wrong values."""

    def __init__(self, fields: Sequence[FieldInfo], most: int) -> None:
        self.fields = fields
        self.most = most
        self.tables = tables_of(fields)

    def table(
        self, table: Mapping[str, Any], fields: Sequence[FieldInfo], path: Path, tag: str | None = None
    ) -> Iterator[WrongValue]:
        """Yield what is wrong in a table with these fields, and a tag that is right."""
        names = [field.encode_name for field in fields] + ([tag] if tag else [])
        unknown = islice((key for key in table if key not in names), self.most)
        intended = {key: None if self._tables_with(key, path) else _nearest(key, names, table) for key in unknown}
        for field in fields:
            if field.encode_name in table:
                yield from self._value(table[field.encode_name], field.type, (*path, field.encode_name))
            elif field.required and field.encode_name not in intended.values():  # one typo is reported once
                yield WrongValue((*path, field.encode_name), self._missing(field))
        for key, name in intended.items():
            yield WrongValue((*path, key), self._unknown(key, name, path), name)

    def _value(self, value: Any, kind: Any, path: Path) -> Iterator[WrongValue]:
        if (structs := _structs(kind)) and isinstance(value, dict):
            yield from self._struct(value, structs, path)
        elif (
            get_origin(kind) is tuple
            and isinstance(value, list | tuple)
            and (_is_list(kind) or _has_length(value, kind))
        ):
            for number, item in enumerate(value[: self.most]):
                yield from self._value(item, get_args(kind)[0 if _is_list(kind) else number], (*path, number))
        elif (value_types := _value_types(kind)) and isinstance(value, dict):
            for key, item in islice(value.items(), self.most):
                yield from self._value(item, value_types[0], (*path, key))
        elif not _is_legal(value, kind):
            yield WrongValue(path, self._message(value, kind, path))

    def _struct(self, table: Mapping[str, Any], structs: Structs, path: Path) -> Iterator[WrongValue]:
        """Yield what is wrong in a table that is one of several structs, by its tag."""
        if len(structs) == 1:
            yield from self.table(table, msgspec.structs.fields(structs[0]), path)
            return
        tag = str(structs[0].__struct_config__.tag_field)
        by_tag = {str(struct.__struct_config__.tag): struct for struct in structs}
        chosen = table.get(tag)
        if isinstance(chosen, str) and chosen in by_tag:
            yield from self.table(table, msgspec.structs.fields(by_tag[chosen]), path, tag)
        elif tag in table:
            yield WrongValue((*path, tag), illegal_value(chosen, Literal[tuple(by_tag)]))
        elif typo := next((key for key in islice(table, self.most) if _nearest(key, [tag], ())), None):
            yield WrongValue((*path, typo), self._unknown(typo, tag, path), tag)
        else:
            text = _("missing: {legal}").format(legal=legal_values(Literal[tuple(by_tag)]))
            yield WrongValue((*path, tag), text)

    def _message(self, value: Any, kind: Any, path: Path) -> str:
        is_of_tables = len(path) == 1 and path[0] in self.tables
        if is_of_tables and _structs(kind) and isinstance(value, list):
            text = _("there can be only one table, not a list of {count}: write {heading} once, in single brackets")
            return text.format(count=len(value), heading=self._heading(str(path[0])))
        if is_of_tables and _is_list(kind) and isinstance(value, dict):
            text = _("this is a list of tables: write {heading}, in double brackets")
            return text.format(heading=self._heading(str(path[0])))
        return illegal_value(value, kind)

    def _missing(self, field: FieldInfo) -> str:
        name = field.encode_name
        wanted = self._heading(name) if name in self.tables else legal_values(field.type)
        return _("missing: {legal}").format(legal=wanted)

    def _unknown(self, key: str, intended: str | None, path: Path) -> str:
        """Return a message about an unknown key, with the table where it belongs, or a similar key."""
        if homes := self._tables_with(key, path):
            return _("there is no such key here; it belongs in {tables}").format(tables=alternatives(homes))
        if intended is None:
            return _("there is no such key")
        name = self._heading(intended) if intended in self.tables and not path else f"`{intended}`"
        return _("there is no such key; did you mean {name}?").format(name=name)

    def _tables_with(self, key: str, path: Path) -> list[str]:
        """Return the tables in which a key is legal, in words."""
        if any(field.encode_name == key for field in self.fields) and path:
            return [self._heading(key) if key in self.tables else _("the part of the file before all tables")]
        others = [(name, structs) for name, (structs, _list) in self.tables.items() if (name,) != path[:1]]
        return [
            self._heading(name)
            for name, structs in others
            if any(key in struct.__struct_encode_fields__ for struct in structs)
        ]

    def _heading(self, name: str) -> str:
        return f"[[{name}]]" if self.tables[name][1] else f"[{name}]"


def _nearest(key: str, names: Sequence[str], table: Container[str]) -> str | None:
    """Return the name for which a key may be a typo, preferably a missing one; None if there is none."""
    if len(key) > LONGEST_KEY:
        return None
    for candidates in ([name for name in names if name not in table], names):
        if matches := get_close_matches(key.lower(), candidates, n=1):
            return matches[0]
    return None


def _structs(kind: Any) -> Structs:
    """Return the structs that a value of this kind may be; none if it is of another kind."""
    absent_types = (NoneType, msgspec.UnsetType)
    parts = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    types = tuple(part for part in parts if part not in absent_types)
    return types if all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in types) else ()


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis


def _value_types(kind: Any) -> tuple[Any, ...]:
    """Return the type of a mapping's values in a tuple; an empty tuple for other kinds."""
    return get_args(kind)[1:] if get_origin(kind) in (dict, Mapping) else ()


def _has_length(value: Sequence[Any], kind: Any) -> bool:
    return len(value) == len(get_args(kind))


def _is_legal(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError):
        return False
    return True


# All problems of a tower's file, each with its line
#
# `parse_geometry` reads correct files, and uses this for the message when one isn't.

MOST_FINDINGS = 100
"""Most findings that are reported at once."""
LONGEST_REASON = 120
"""Characters of the message of Python's TOML reader."""
LONGEST_DIGITS = 4000
"""Digits of a number; Python reads hardly more."""
NOT_GEOMETRIC = frozenset(("friction", "restitution", "mass", "group"))
"""Fields that don't influence positions: a piece is still checked if one of them is wrong."""
_KEY = re.compile(r"[^.\[\]]+|\[\d+\]")


class TowerFile(Design, frozen=True, kw_only=True, rename=RENAMED):
    """A battle tower. Lengths are mm, angles degrees; the origin is the middle of the exit plane."""

    format: int
    """The format's number."""
    bounds: Bounds = Bounds()
    """Between which figures the tower is meant to stay; physics don't know them."""


NAME_KEY = "name"
"""Key that no file has, since a tower is named after its file."""
SPECIAL_KEYS = (NAME_KEY, "format")
"""Keys with messages of their own."""
TABLES = tables_of(msgspec.structs.fields(TowerFile))
ARRAYS = [name for name, (_structs, is_list) in TABLES.items() if is_list]
PATTERN_PIECES = frozenset(PATTERN_KINDS.values())
"""Kinds of pieces that a file may have without a table for them."""


class CheckedFile(msgspec.Struct, frozen=True):
    """Content of a tower's file, right or wrong."""

    source: str
    lines: Lines
    wrong: tuple[Finding, ...]
    """Problems of its single values; those of the geometry aren't included."""
    geometry: Geometry
    """The tower without its wrong pieces; wrong or missing numbers of the frame are NaN."""
    numbers: Numbers
    """Names of its pieces in the file."""

    def located(self, found: Finding) -> Finding:
        """Return a finding about `geometry` with the names of pieces in the file, and its line."""
        in_file = found.renumbered(self.numbers)
        lines = (self.lines.of(_path(place)) for place in in_file.places)
        return msgspec.structs.replace(in_file, line=next((line for line in lines if line), None))


def read_draft(text: str, source: str) -> CheckedFile:
    """Return the content of a TOML `text`, right or wrong. Raises UnreadableError if it isn't TOML."""
    lines = find_lines(text, ARRAYS)
    table, name = table_of(text, lines, source), FilePath(source).stem
    if _is_of_later_format(table):
        return CheckedFile(source, lines, (_wrong_format(lines),), *_valid_parts(name, {}, ()))
    values = list(islice(wrong_values(table, TowerFile, SPECIAL_KEYS, MOST_PIECES), MOST_FINDINGS + 1))
    wrong = [
        *_wrong_name(name),
        *_single_brackets(lines),
        *_wrong_head(table, lines),
        *(_finding_at(lines, value.text, value.path) for value in values),
        *_reversed_bounds(table, lines),
        *_too_many(table),
    ]
    misspelt = {(*value.path[:-1], value.intended) for value in values if value.intended}
    return CheckedFile(source, lines, tuple(wrong), *_valid_parts(name, table, misspelt))


def file_problems(draft: CheckedFile) -> list[Finding]:
    """Return all problems of a file, including those of its geometry."""
    reported = {place for finding in draft.wrong for place in finding.places}
    located = (draft.located(finding) for finding in problems(draft.geometry))
    return [*draft.wrong, *(finding for finding in located if reported.isdisjoint(finding.places))]


def by_line(found: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order of their lines, those without one first; at most MOST_FINDINGS."""
    in_order = sorted(found, key=lambda finding: finding.line or 0)
    if len(in_order) <= MOST_FINDINGS:
        return in_order
    rest = _("there are more problems; these are the first {count}").format(count=MOST_FINDINGS)
    return [*in_order[:MOST_FINDINGS], problem(rest)]


def first_problem(text: str, source: str, *, values_only: bool = False) -> GeometryError:
    """Return the first problem of a file as an error; `values_only` leaves out problems of the geometry."""
    try:
        draft = read_draft(text, source)
    except GeometryError as error:
        return error
    found = draft.wrong if values_only else file_problems(draft)
    return GeometryError(by_line(found)[0].sentence(source))


def table_of(text: str, lines: Lines, source: str) -> dict[str, Any]:
    """Return a TOML table; single brackets around a list's header count as double. Raises UnreadableError."""
    try:
        check_depth(text)
    except ValueError as error:
        raise _unreadable(str(error), source) from None
    try:
        return tomllib.loads(_with_double_brackets(text, lines))
    except RecursionError:
        raise _unreadable(_("brackets are nested too deeply"), source) from None
    except ValueError as error:
        reason = _duplicate_key(error, lines) or _too_long(error, text) or shown(error, LONGEST_REASON)
        raise _unreadable(reason, source) from None


def _unreadable(reason: str, source: str) -> UnreadableError:
    return UnreadableError(_("{file} can't be read as TOML: {error}.").format(file=source, error=reason))


def _with_double_brackets(text: str, lines: Lines) -> str:
    """Return a text with double brackets around the headers of pieces; no line moves."""
    for path, _line, start in reversed(lines.single):
        end = text.index("]", start)
        text = f"{text[:start]}[[{path[0]}]]{text[end + 1 :]}"
    return text


def _duplicate_key(error: ValueError, lines: Lines) -> str:
    """Return a message about a key that is twice in a table, if that is the error; else empty."""
    if not lines.twice or not re.match("Cannot (overwrite|declare|mutate)", str(error)):
        return ""
    path, first, second = lines.twice[0]
    return _("`{place}` is given twice, in lines {first} and {second}").format(
        place=WrongValue(path, "").place, first=first, second=second
    )


def _too_long(error: ValueError, text: str) -> str:
    """Return a message about a number too long for Python, if that is the error; else empty."""
    match = re.search(rf"[0-9_]{{{LONGEST_DIGITS},}}", text)
    if match is None or isinstance(error, tomllib.TOMLDecodeError):
        return ""
    return _("too many digits (at line {line})").format(line=text.count("\n", 0, match.start()) + 1)


def _path(place: str) -> Path:
    """Return the path of a place such as `baffle[0].tilt`."""
    return tuple(int(key[1:-1]) if key[0] == "[" else key for key in _KEY.findall(place))


def _finding_at(lines: Lines, text: str, path: Path) -> Finding:
    return Finding("problem", (WrongValue(path, text).place,), text, lines.of(path))


def _is_of_later_format(table: Mapping[str, Any]) -> bool:
    """Return whether a file is of an unknown format, so that the rest of it can't be checked."""
    return type(table.get("format")) is int and table["format"] != FORMAT


def _wrong_format(lines: Lines) -> Finding:
    return _finding_at(lines, _("the first line must be `format = {number}`").format(number=FORMAT), ("format",))


def _wrong_head(table: Mapping[str, Any], lines: Lines) -> Iterator[Finding]:
    if type(table.get("format")) is not int:
        yield _wrong_format(lines)
    if NAME_KEY in table:
        yield _finding_at(lines, _("a tower is named after its file; use `title` instead"), (NAME_KEY,))


def _wrong_name(name: str) -> Iterator[Finding]:
    if not is_legal_name(name):
        yield problem(_("`{name}` isn't a valid name for a tower").format(name=shown(name)))


def _single_brackets(lines: Lines) -> Iterator[Finding]:
    text = _("each piece is one of a list: use double brackets, [[{name}]], not [{name}]")
    for path, _line, _start in lines.single[:MOST_PIECES]:
        yield _finding_at(lines, text.format(name=path[0]), path)


def _reversed_bounds(table: Mapping[str, Any], lines: Lines) -> Iterator[Finding]:
    """Yield the bounds whose figures are legal, but in the wrong order."""
    bounds = table.get("bounds")
    listed = bounds if isinstance(bounds, dict) else {}
    for field in msgspec.structs.fields(Bounds):
        try:
            low, high = msgspec.convert(listed.get(field.name, (0, 0)), field.type)
        except (msgspec.ValidationError, OverflowError):
            continue
        if low > high:
            yield _finding_at(lines, _("the lower figure must come first"), ("bounds", field.name))


def _piece_count(table: Mapping[str, Any]) -> int:
    """Return the number of pieces in a file, including those of patterns."""
    listed = {kind: len(table[kind]) for kind in ARRAYS if isinstance(table.get(kind), list)}
    patterns = _valid_patterns(table)
    return sum(listed.values()) + sum(rows.size - 1 for _number, rows in patterns)


def _valid_patterns(table: Mapping[str, Any]) -> list[tuple[int, Rows]]:
    """Return the valid patterns with their numbers, among the first MOST_PIECES."""
    listed = table.get("rows")
    patterns = []
    for number, content in enumerate(listed[:MOST_PIECES] if isinstance(listed, list) else ()):
        with contextlib.suppress(msgspec.ValidationError, OverflowError):
            patterns.append((number, msgspec.convert(content, Rows)))
    return patterns


def _too_many(table: Mapping[str, Any]) -> Iterator[Finding]:
    if (total := _piece_count(table)) > MOST_PIECES:
        yield too_many(total)


def _valid_parts(name: str, table: Mapping[str, Any], misspelt: Collection[Path]) -> tuple[Geometry, Numbers]:
    """Return a tower of the valid parts, and its pieces' names in the file; `misspelt` are keys that were meant."""
    content: dict[str, Any] = {"name": name}
    names: dict[str, list[str]] = {}
    for field in msgspec.structs.fields(Geometry):
        key = field.encode_name
        structs, is_list = TABLES.get(key, ((), False))
        if not structs or not (key in table or field.required or key in PATTERN_PIECES):
            continue
        if is_list:
            content[field.name], names[key] = _valid_pieces(structs[0], table, key, misspelt)
        else:
            content[field.name] = _part(structs[0], table.get(key), (key,), misspelt)
    return Geometry(**content), {kind: names.get(kind, []) for kind in PIECES}


def _valid_pieces(
    struct: type[msgspec.Struct], table: Mapping[str, Any], kind: str, misspelt: Collection[Path]
) -> tuple[tuple[msgspec.Struct, ...], list[str]]:
    """Return the valid pieces of a kind, and their names; none if there are too many.

    Those of patterns come last, as in a tower that is read.
    """
    if _piece_count(table) > MOST_PIECES:
        return (), []
    listed = table[kind] if isinstance(table.get(kind), list) else []
    made = ((f"{kind}[{number}]", _part(struct, part, (kind, number), misspelt)) for number, part in enumerate(listed))
    in_patterns = (
        (f"rows[{number}].{kind}[{place}]", piece)
        for number, rows in _valid_patterns(table)
        if PATTERN_KINDS[type(rows)] == kind
        for place, piece in enumerate(rows.pieces())
    )
    right = [(place, piece) for place, piece in chain(made, in_patterns) if not _has_gap(piece)]
    return tuple(piece for _place, piece in right), [place for place, _piece in right]


def _has_gap(part: msgspec.Struct) -> bool:
    return any(isinstance(value, float) and math.isnan(value) for value in msgspec.structs.astuple(part))


def _part(struct: type[msgspec.Struct], table: Any, path: Path, misspelt: Collection[Path]) -> msgspec.Struct:
    """Return the part that a table describes, with NaN for values that are wrong, missing or under a misspelled key."""
    values = table if isinstance(table, dict) else {}
    content = {}
    for field in msgspec.structs.fields(struct):
        key = field.encode_name
        is_wrong = field.required or (*path, key) in misspelt
        if key in values:
            try:
                content[field.name] = msgspec.convert(values[key], field.type)
                continue
            except (msgspec.ValidationError, OverflowError):
                is_wrong = True
        if is_wrong and (field.required or not (key in NOT_GEOMETRIC or isinstance(field.default, str))):
            content[field.name] = math.nan
    return struct(**content)
