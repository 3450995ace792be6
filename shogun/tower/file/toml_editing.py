"""Writing a tower's file as a person would, with the comments and order of unchanged parts; titles and new towers.

A file is cut into blocks, one for each table with the comment lines right above its header. A removed piece takes its
block with it, a new one gets a block after those of its kind, and in all others only changed values are rewritten.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from msgspec import UNSET, UnsetType
from tomlkit.items import Table

from shogun.base.resources import shipped
from shogun.base.toml_positions import Path as KeyPath
from shogun.base.toml_positions import find_lines
from shogun.tower.file.design import KINDS, Design, Origins, Rows, as_in_file, built
from shogun.tower.file.parameters import plain, vary_parameters
from shogun.tower.file.reader import parse_bounds, parse_unchecked
from shogun.tower.geometry import FORMAT, Bounds, Geometry, GeometryError
from shogun.tower.tower_lookup import FOLDER

TEXTS = ("title", "description")
TABLES = ("funnel", "shaft", "exit", "tray", "grain", "tap", "solver")
PATTERNS = "rows"
READ = "read.toml"
"""Source under which a text is read to compare its meaning."""
NEW = -1
"""Number of a piece that isn't in the file yet."""
SCHEMA = "#:schema"
"""Beginning of the line that names the schema for editors."""
_COMMENT = re.compile(r"\s*#")


class _Block(msgspec.Struct):
    """A table of a file, with the lines around it."""

    path: KeyPath
    above: str
    """Comment lines right above its header."""
    body: str
    below: str
    """Empty lines and comments after its last value."""

    @property
    def text(self) -> str:
        return self.above + self.body + self.below


class _ParsedTower(msgspec.Struct, frozen=True):
    """A tower, and the origins of its pieces in its file."""

    geometry: Geometry
    origins: Origins


def written(geometry: Geometry, old: str = "", origins: Origins | None = None) -> str:
    """Return the TOML text of a tower: `old` with the changes, or a new text.

    `origins` are those of the tower's pieces in `old`; pieces that are still there keep the order of the file. A design
    has the patterns of `old`, with other numbers. A text that can't be edited in place (inline tables, dotted keys) is
    written anew, without its comments.
    """
    if old:
        blocks = _blocks(old)
        origins = origins or as_in_file(geometry)
        changed, means = _ParsedTower(geometry, origins), geometry
        if not isinstance(geometry, Design):
            changed, means = _patterns_apart(geometry, blocks, _read(old), origins)
        text = _changed(changed.geometry, blocks, changed.origins)
        if _read(text) == msgspec.structs.replace(built(means), name="read"):
            return text
    return _new_text(geometry, _bounds_of(old))


def without_schema(text: str) -> str:
    """Return the text of a tower without the path of a schema, which isn't beside a copy."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(SCHEMA))


def _read(text: str) -> Geometry | None:
    """Return the tower of a text; None if it can't be read."""
    try:
        return parse_unchecked(text, READ)
    except GeometryError:
        return None


def _patterns_apart(
    geometry: Geometry, blocks: list[_Block], old: Geometry | None, origins: Origins
) -> tuple[_ParsedTower, Geometry]:
    """Return the part of a tower with tables of its own, and the tower that the file then describes.

    The pieces of patterns (`[[rows]]`), which come last, stay in them as long as none has changed; otherwise the
    patterns are removed from `blocks`, and each of their pieces gets a table.
    """
    if not any(block.path[0] == PATTERNS for block in blocks[1:]) or old is None:
        return _ParsedTower(geometry, origins), geometry
    own = {kind: sum(block.path[0] == kind for block in blocks[1:]) for kind in KINDS}
    parts, touched, whole = {}, False, {}
    for kind, name in KINDS.items():
        pieces, made = list(zip(getattr(geometry, name), origins[kind], strict=True)), getattr(old, name)[own[kind] :]
        rest = [(piece, at) for piece, at in pieces if at is None or at < own[kind]]
        touched |= tuple(piece for piece, at in pieces if at is not None and at >= own[kind]) != made
        parts[kind] = rest
        whole[name] = (*(piece for piece, _at in rest), *made)
    if touched:
        blocks[:] = [block for block in blocks if block.path[:1] != (PATTERNS,)]
        found = {kind: tuple(at if at is None or at < own[kind] else None for at in origins[kind]) for kind in KINDS}
        return _ParsedTower(geometry, found), geometry
    apart = {name: tuple(piece for piece, _at in parts[kind]) for kind, name in KINDS.items()}
    kept = {kind: tuple(at for _piece, at in parts[kind]) for kind in KINDS}
    replace = msgspec.structs.replace
    return _ParsedTower(replace(geometry, **apart), kept), replace(geometry, **whole)


def _bounds_of(text: str) -> Bounds:
    try:
        return parse_bounds(text, "")
    except GeometryError:
        return Bounds()


# Editing a text


def _changed(geometry: Geometry, blocks: Sequence[_Block], origins: Origins) -> str:
    head, *tables = blocks
    tables = [block for block in tables if getattr(geometry, str(block.path[0]), None) is not UNSET]
    _update(head, geometry, TEXTS)
    for block in tables:
        if len(block.path) == 1 and block.path[0] in TABLES:
            _update(block, getattr(geometry, str(block.path[0])))
        elif block.path[0] == PATTERNS and isinstance(geometry, Design):
            _update(block, geometry.rows[int(block.path[-1])])
    left_out = [name for name in TABLES if (name,) not in [block.path for block in tables]]
    added = [_new_table(name, getattr(geometry, name)) for name in left_out]
    ordered = _with_pieces(tables, geometry, origins)
    whole = "".join(block.text for block in [head, *_spaced(ordered)])
    return whole.rstrip("\n") + "\n" + "".join(f"\n{text}" for text in added if text)


def _with_pieces(tables: list[_Block], geometry: Geometry, origins: Origins) -> list[_Block]:
    """Return the blocks of a file with the tower's present pieces, each kind in its order."""
    for kind, name in KINDS.items():
        pieces = list(zip(getattr(geometry, name), origins[kind], strict=True))
        kept = {number for _piece, number in pieces if number is not None}
        last = max((at for at, block in enumerate(tables) if block.path[0] == kind), default=_behind(tables))
        tables = [
            *(block for block in tables[: last + 1] if block.path[0] != kind or block.path[-1] in kept),
            _Block(("end", kind), "", "", ""),
            *tables[last + 1 :],
        ]
        tables = list(_filled_in(tables, kind, pieces))
    return tables


def _behind(tables: Sequence[_Block]) -> int:
    """Return the index of the block after which the first piece of a kind goes: the last piece, else the last table."""
    pieces = [at for at, block in enumerate(tables) if block.path[0] in KINDS]
    return max(pieces, default=len(tables) - 1)


def _filled_in(
    tables: Sequence[_Block], kind: str, pieces: Sequence[tuple[msgspec.Struct, int | None]]
) -> Iterator[_Block]:
    """Yield blocks with new pieces inserted before the next old one; the last ones go to the end of their kind."""
    waiting = list(pieces)
    for block in tables:
        if block.path == ("end", kind):
            yield from (_new_block(kind, piece) for piece, _number in waiting)
        elif block.path[0] == kind:
            while waiting and waiting[0][1] is None:
                yield _new_block(kind, waiting.pop(0)[0])
            if waiting:
                _update(block, waiting.pop(0)[0])
            yield block
        else:
            yield block


def _new_block(kind: str, piece: msgspec.Struct) -> _Block:
    return _Block((kind, NEW), "", f"[[{kind}]]\n" + _values(piece), "")


def _spaced(blocks: Sequence[_Block]) -> list[_Block]:
    """Return the blocks that aren't empty, with an empty line before and after each new one."""
    shown = [block for block in blocks if block.body]
    for block, following in pairwise(shown):
        if NEW in (block.path[-1], following.path[-1]) and not block.below.startswith("\n"):
            block.below = "\n" + block.below
    return shown


def _blocks(text: str) -> list[_Block]:
    """Return the blocks of a text; the first is the part before all tables."""
    lines = [f"{line}\n" for line in text.removesuffix("\n").split("\n")]
    headers = {
        line - 1: path
        for path, line in find_lines(text, (*KINDS, PATTERNS)).at.items()
        if lines[line - 1].lstrip().startswith("[") and (len(path) == 1 or path[0] in (*KINDS, PATTERNS))
    }
    starts = [(_above(lines, at, headers), at) for at in sorted(headers)]
    ends = [start for start, _at in starts] + [len(lines)]
    found = [_cut((), "", lines[: ends[0]])]
    for (start, at), end in zip(starts, ends[1:], strict=True):
        found.append(_cut(headers[at], "".join(lines[start:at]), lines[at:end]))
    return found


def _above(lines: Sequence[str], header: int, headers: dict[int, KeyPath]) -> int:
    """Return the first line of the comment right above a header."""
    start = header
    while start > 1 and _COMMENT.match(lines[start - 1]) and start - 1 not in headers:
        start -= 1
    return start


def _cut(path: KeyPath, above: str, lines: Sequence[str]) -> _Block:
    end = len(lines)
    while end > 1 and (not lines[end - 1].strip() or _COMMENT.match(lines[end - 1])):
        end -= 1
    body = "".join(lines[:end])
    return _Block(path, above, body if not body or body.endswith("\n") else body + "\n", "".join(lines[end:]))


def _update(block: _Block, part: msgspec.Struct, names: Sequence[str] = ()) -> None:
    """Write the values of a part that have changed into its block."""
    document: Any = tomlkit.parse(block.body)
    table: Any = document
    for key in block.path[:1]:
        table = document[str(key)]
        table = table if isinstance(table, Table) else table[0]
    before = {key: value.unwrap() for key, value in table.items() if hasattr(value, "unwrap")}
    for field in msgspec.structs.fields(part):
        value, key = _plain(getattr(part, field.name)), field.encode_name
        if (names and key not in names) or before.get(key, _plain(field.default)) == value:
            continue
        if value is None:
            del table[key]
        else:
            table[key] = value
    block.body = tomlkit.dumps(document)


# Writing a new text


def _new_text(geometry: Geometry, bounds: Bounds) -> str:
    texts = {name: getattr(geometry, name) for name in TEXTS if getattr(geometry, name)}
    head = tomlkit.dumps({"format": FORMAT, **texts})
    tables = [_new_table(name, getattr(geometry, name)) for name in TABLES[:5]]
    pieces = [f"[[{kind}]]\n{_values(piece)}" for kind, name in KINDS.items() for piece in getattr(geometry, name)]
    rows = geometry.rows if isinstance(geometry, Design) else ()
    patterns = [f"[[{PATTERNS}]]\n" + tomlkit.dumps(_tag(one)) + _values(one) for one in rows]
    rest = [*(_new_table(name, getattr(geometry, name)) for name in TABLES[5:]), _new_table("bounds", bounds)]
    return "\n".join([head, *(text for text in (*tables, *pieces, *patterns, *rest) if text)])


def _tag(pattern: Rows) -> dict[str, Any]:
    """Return the tag of a pattern, which names its pieces."""
    config = pattern.__struct_config__
    return {str(config.tag_field): config.tag}


def _new_table(name: str, part: msgspec.Struct | UnsetType) -> str:
    """Return a table with its header; empty if all of its values are defaults."""
    values = "" if part is UNSET else _values(part)
    return f"[{name}]\n{values}" if values else ""


def _values(part: msgspec.Struct) -> str:
    """Return the lines of all values that differ from their defaults."""
    given = {
        field.encode_name: value
        for field in msgspec.structs.fields(part)
        if (value := _plain(getattr(part, field.name))) is not None
        and (field.required or value != _plain(field.default))
    }
    return tomlkit.dumps(given)


def _plain(value: Any) -> Any:
    """Return a value as a person writes it: whole numbers without a decimal point, pairs as lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


# New towers, and texts with another title or other parameters

STARTER = "starter.txt"
"""File with the text of a new tower, in `tower_geometry/`."""


def starter() -> str:
    """Return the text of a new tower, with comments that explain what can be changed."""
    return (shipped(FOLDER) / STARTER).read_text(encoding="utf-8")


def retitled(text: str, title: str) -> str:
    """Return the text of a copy of a tower, with a title of its own.

    The path of a schema and the description, which needn't be true of the copy, are left out.
    """
    whole = without(without_schema(text), "description").strip() + "\n"
    document = tomlkit.parse(whole)
    if "title" not in document:
        line = tomlkit.dumps({"title": title})
        below = re.sub(r"^format\b.*\n", lambda match: match[0] + line, whole, count=1, flags=re.MULTILINE)
        if tomlkit.parse(below).unwrap() == {**document.unwrap(), "title": title}:
            return below
    document["title"] = title
    return tomlkit.dumps(document)


def without(text: str, *keys: str) -> str:
    """Return the text of a tower without these keys of its outermost table, otherwise unchanged."""
    document = tomlkit.parse(text)
    present = [key for key in keys if key in document]
    for key in present:
        del document[key]
    return tomlkit.dumps(document) if present else text


def with_values(text: str, design: Design, values: Mapping[str, float]) -> str:
    """Return the text of a tower with other values of its parameters; values that were left out are added.

    `design` is the tower that the text describes; differing pieces of a group keep their differences. Raises
    GeometryError as `vary_parameters` does.
    """
    return written(vary_parameters(design, {name: plain(value) for name, value in values.items()}), text)


def title_of(path: Path) -> str:
    """Return a title for the tower of a file, made from its name."""
    words = path.stem.replace("_", " ").replace("-", " ").strip() or path.stem
    return words[0].upper() + words[1:]
