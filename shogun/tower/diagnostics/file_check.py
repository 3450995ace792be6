"""A tower's file as far as it can be read: everything that is wrong with it, each with its line.

`parse_geometry` reads what is right, and comes here for the words when something is not.
"""

import contextlib
import math
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path as FilePath
from typing import Any

import msgspec

from shogun.base.language import _, shown
from shogun.base.toml_positions import Lines, Path, check_depth, find_lines
from shogun.tower.diagnostics.finding import Finding, Numbers, problem
from shogun.tower.diagnostics.geometry_check import PIECES, problems, too_many
from shogun.tower.diagnostics.value_check import Wrong, tables_of, wrong_values
from shogun.tower.file.design import RENAMED, Design
from shogun.tower.file.piece_patterns import KINDS, Rows
from shogun.tower.geometry import (
    FORMAT,
    MOST_PIECES,
    Bounds,
    Geometry,
    GeometryError,
    UnreadableError,
    is_legal_name,
)

MOST_FINDINGS = 100
"""Nobody reads more of them at once."""
LONGEST_REASON = 120
"""Characters of what Python's reader says of a broken file."""
LONGEST_DIGITS = 4000
"""Digits of a number; Python reads hardly more."""
HARMLESS = frozenset(("friction", "restitution", "mass", "group"))
"""Values that don't decide where anything stands: a piece in which one of them is wrong is looked at all the same."""
_KEY = re.compile(r"[^.\[\]]+|\[\d+\]")


class TowerFile(Design, frozen=True, kw_only=True, rename=RENAMED):
    """A battle tower. Lengths are mm, angles degrees; the origin is the middle of the exit plane."""

    format: int
    """The format's number."""
    bounds: Bounds = Bounds()
    """Between which figures the tower is meant to stay; physics don't know them."""


BY_PROGRAM = "name"
"""A tower is named after its file, so no file holds this."""
ON_ITS_OWN = (BY_PROGRAM, "format")
"""Keys with words of their own."""
TABLES = tables_of(msgspec.structs.fields(TowerFile))
ARRAYS = [name for name, (_structs, is_list) in TABLES.items() if is_list]
PATTERNED = frozenset(KINDS.values())
"""Kinds of pieces that a file may have though it has no table of them."""


class CheckedFile(msgspec.Struct, frozen=True):
    """What a tower's file says, right or wrong."""

    source: str
    lines: Lines
    wrong: tuple[Finding, ...]
    """All that is wrong with its texts and numbers, each by itself; geometry not yet."""
    geometry: Geometry
    """Without the pieces in which something is wrong; numbers of the frame that are wrong or missing are NaN."""
    numbers: Numbers
    """Which pieces of the file those are."""

    def located(self, found: Finding) -> Finding:
        """Return a finding about `geometry` with the file's numbers of pieces, and its line."""
        in_file = found.renumbered(self.numbers)
        lines = (self.lines.of(_path(place)) for place in in_file.places)
        return msgspec.structs.replace(in_file, line=next((line for line in lines if line), None))


def read_draft(text: str, source: str) -> CheckedFile:
    """Return what a TOML `text` says, right or wrong. Raises UnreadableError if it is no TOML."""
    lines = find_lines(text, ARRAYS)
    table, name = table_of(text, lines, source), FilePath(source).stem
    if _is_of_later_format(table):
        return CheckedFile(source, lines, (_wrong_format(lines),), *_right_parts(name, {}, ()))
    values = list(islice(wrong_values(table, TowerFile, ON_ITS_OWN, MOST_PIECES), MOST_FINDINGS + 1))
    wrong = [
        *_wrong_name(name),
        *_singles(lines),
        *_wrong_head(table, lines),
        *(_at(lines, one.text, one.path) for one in values),
        *_reversed_bounds(table, lines),
        *_too_many(table),
    ]
    misspelt = {(*one.path[:-1], one.meant) for one in values if one.meant}
    return CheckedFile(source, lines, tuple(wrong), *_right_parts(name, table, misspelt))


def file_problems(draft: CheckedFile) -> list[Finding]:
    """Return all that keeps a file from being a tower, geometry included."""
    told = {place for one in draft.wrong for place in one.places}
    located = (draft.located(one) for one in problems(draft.geometry))
    return [*draft.wrong, *(one for one in located if told.isdisjoint(one.places))]


def by_line(found: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order of their lines, first those without one; no more than anybody reads."""
    some = sorted(found, key=lambda one: one.line or 0)
    if len(some) <= MOST_FINDINGS:
        return some
    rest = _("there are more problems; these are the first {count}").format(count=MOST_FINDINGS)
    return [*some[:MOST_FINDINGS], problem(rest)]


def first_problem(text: str, source: str, *, values_only: bool = False) -> GeometryError:
    """Return the first problem of a file as an error; `values_only` leaves out what is wrong with the geometry."""
    try:
        draft = read_draft(text, source)
    except GeometryError as error:
        return error
    found = draft.wrong if values_only else file_problems(draft)
    return GeometryError(by_line(found)[0].sentence(source))


def table_of(text: str, lines: Lines, source: str) -> dict[str, Any]:
    """Return the table of a TOML text; single brackets of a list count as double ones. Raises UnreadableError."""
    try:
        check_depth(text)
    except ValueError as error:
        raise _unreadable(str(error), source) from None
    try:
        return tomllib.loads(_mended(text, lines))
    except RecursionError:
        raise _unreadable(_("brackets are nested too deeply"), source) from None
    except ValueError as error:
        reason = _twice(error, lines) or _too_long(error, text) or shown(error, LONGEST_REASON)
        raise _unreadable(reason, source) from None


def _unreadable(reason: str, source: str) -> UnreadableError:
    return UnreadableError(_("{file} can't be read as TOML: {error}.").format(file=source, error=reason))


def _mended(text: str, lines: Lines) -> str:
    """Return a text with double brackets around the headers of pieces; no line moves."""
    for path, _line, start in reversed(lines.single):
        end = text.index("]", start)
        text = f"{text[:start]}[[{path[0]}]]{text[end + 1 :]}"
    return text


def _twice(error: ValueError, lines: Lines) -> str:
    """Return in words which key stands twice in a table, if that is the error."""
    if not lines.twice or not re.match("Cannot (overwrite|declare|mutate)", str(error)):
        return ""
    path, first, second = lines.twice[0]
    return _("`{place}` is given twice, in lines {first} and {second}").format(
        place=Wrong(path, "").place, first=first, second=second
    )


def _too_long(error: ValueError, text: str) -> str:
    """Return in words where a number is so long that Python won't read it, if that is the error."""
    found = re.search(rf"[0-9_]{{{LONGEST_DIGITS},}}", text)
    if found is None or isinstance(error, tomllib.TOMLDecodeError):
        return ""
    return _("too many digits (at line {line})").format(line=text.count("\n", 0, found.start()) + 1)


def _path(place: str) -> Path:
    """Return the path of a place such as `baffle[0].tilt`."""
    return tuple(int(key[1:-1]) if key[0] == "[" else key for key in _KEY.findall(place))


def _at(lines: Lines, text: str, path: Path) -> Finding:
    return Finding("problem", (Wrong(path, text).place,), text, lines.of(path))


def _is_of_later_format(table: Mapping[str, Any]) -> bool:
    """Return whether a file is of a format that is not known here, so that nothing else of it can be judged."""
    return type(table.get("format")) is int and table["format"] != FORMAT


def _wrong_format(lines: Lines) -> Finding:
    return _at(lines, _("the first line must be `format = {number}`").format(number=FORMAT), ("format",))


def _wrong_head(table: Mapping[str, Any], lines: Lines) -> Iterator[Finding]:
    if type(table.get("format")) is not int:
        yield _wrong_format(lines)
    if BY_PROGRAM in table:
        yield _at(lines, _("a tower is named after its file; use `title` instead"), (BY_PROGRAM,))


def _wrong_name(name: str) -> Iterator[Finding]:
    if not is_legal_name(name):
        yield problem(_("`{name}` isn't a valid name for a tower").format(name=shown(name)))


def _singles(lines: Lines) -> Iterator[Finding]:
    text = _("each piece is one of a list: use double brackets, [[{name}]], not [{name}]")
    for path, _line, _start in lines.single[:MOST_PIECES]:
        yield _at(lines, text.format(name=path[0]), path)


def _reversed_bounds(table: Mapping[str, Any], lines: Lines) -> Iterator[Finding]:
    """Yield the bounds of which each figure is right by itself, but the higher one comes first."""
    bounds = table.get("bounds")
    given = bounds if isinstance(bounds, dict) else {}
    for field in msgspec.structs.fields(Bounds):
        try:
            low, high = msgspec.convert(given.get(field.name, (0, 0)), field.type)
        except (msgspec.ValidationError, OverflowError):
            continue
        if low > high:
            yield _at(lines, _("the lower figure must come first"), ("bounds", field.name))


def _count(table: Mapping[str, Any]) -> int:
    """Return how many pieces a file has, those of patterns included."""
    given = {kind: len(table[kind]) for kind in ARRAYS if isinstance(table.get(kind), list)}
    patterns = _right_rows(table)
    return sum(given.values()) + sum(rows.size - 1 for _number, rows in patterns)


def _right_rows(table: Mapping[str, Any]) -> list[tuple[int, Rows]]:
    """Return the patterns that are right by themselves, each with its number; of too many only the first."""
    given = table.get("rows")
    found = []
    for number, one in enumerate(given[:MOST_PIECES] if isinstance(given, list) else ()):
        with contextlib.suppress(msgspec.ValidationError, OverflowError):
            found.append((number, msgspec.convert(one, Rows)))
    return found


def _too_many(table: Mapping[str, Any]) -> Iterator[Finding]:
    if (total := _count(table)) > MOST_PIECES:
        yield too_many(total)


def _right_parts(name: str, table: Mapping[str, Any], misspelt: Collection[Path]) -> tuple[Geometry, Numbers]:
    """Return a tower of all that is right, and which pieces of the file it has; `misspelt` are keys that were meant."""
    content: dict[str, Any] = {"name": name}
    names: dict[str, list[str]] = {}
    for field in msgspec.structs.fields(Geometry):
        key = field.encode_name
        structs, is_list = TABLES.get(key, ((), False))
        if not structs or not (key in table or field.required or key in PATTERNED):
            continue
        if is_list:
            content[field.name], names[key] = _right_pieces(structs[0], table, key, misspelt)
        else:
            content[field.name] = _part(structs[0], table.get(key), (key,), misspelt)
    return Geometry(**content), {kind: names.get(kind, []) for kind in PIECES}


def _right_pieces(
    struct: type[msgspec.Struct], table: Mapping[str, Any], kind: str, misspelt: Collection[Path]
) -> tuple[tuple[msgspec.Struct, ...], list[str]]:
    """Return the pieces of a kind that are right by themselves, and what they are called; none if there are too many.

    Those of patterns come last, as in a tower that is read.
    """
    if _count(table) > MOST_PIECES:
        return (), []
    given = table[kind] if isinstance(table.get(kind), list) else []
    made = ((f"{kind}[{number}]", _part(struct, one, (kind, number), misspelt)) for number, one in enumerate(given))
    of_rows = (
        (f"rows[{number}].{kind}[{place}]", piece)
        for number, rows in _right_rows(table)
        if KINDS[type(rows)] == kind
        for place, piece in enumerate(rows.pieces())
    )
    right = [(place, piece) for place, piece in chain(made, of_rows) if not _has_gap(piece)]
    return tuple(piece for _place, piece in right), [place for place, _piece in right]


def _has_gap(part: msgspec.Struct) -> bool:
    return any(isinstance(value, float) and math.isnan(value) for value in msgspec.structs.astuple(part))


def _part(struct: type[msgspec.Struct], table: Any, path: Path, misspelt: Collection[Path]) -> msgspec.Struct:
    """Return what a table says, with NaN for what is wrong, missing, or meant by a misspelt key."""
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
        if is_wrong and (field.required or not (key in HARMLESS or isinstance(field.default, str))):
            content[field.name] = math.nan
    return struct(**content)
