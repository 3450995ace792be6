"""Position files, `NAME.position.toml`: reading, with all problems reported at once, and writing.

A file names its game. The structs of that game's setup and position define the keys, and its rules check the content.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import UNSET, Struct

from shogun.base.files import read_bounded
from shogun.base.language import _, shown
from shogun.base.toml_positions import Lines, find_lines
from shogun.base.toml_positions import Path as Way
from shogun.game.errors import RuleError, UnknownGame
from shogun.game.positions import can_begin_anywhere, place_of
from shogun.game.protocol import AnyGame, Games
from shogun.table.errors import LONGEST_PATH, TableError
from shogun.table.journal import Row
from shogun.tower.file.checks import by_line, table_of, wrong_values
from shogun.tower.file.geometry_check import Finding
from shogun.tower.geometry import UnreadableError
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.resting_cubes import RestingCube

SUFFIX = ".position.toml"
FORMAT = 1
MOST_BYTES = 200_000
"""Largest size in bytes: a whole position takes 5 kB, and 30 with the places of all cubes."""
MOST_FINDINGS = 100
HEAD = ("format", "game")
"""Keys with messages of their own."""
LONGEST_TITLE = 200


class PositionError(TableError):
    """A file that isn't a legal position, with all its problems."""

    def __init__(self, source: str, findings: Sequence[Finding]) -> None:
        super().__init__(source, tuple(findings))
        self.source = source
        self.findings = tuple(findings)

    def __str__(self) -> str:
        first = self.findings[0].sentence(shown(self.source, LONGEST_PATH))
        more = len(self.findings) - 1
        return first if not more else f"{first} {_('(and {n} more)').format(n=more)}"


class MissingPosition(PositionError):
    """A position whose file doesn't exist."""

    def __str__(self) -> str:
        return _("there is no file {path}").format(path=shown(self.source, LONGEST_PATH))


class Resting(Struct, frozen=True, omit_defaults=True):
    """Places of the cubes in a simulated tower."""

    tower: str
    """The name of the tower."""
    hash: str
    """Hash of its geometry: in another tower the cubes can't lie there."""
    cubes: tuple[Row, ...]


class PositionFile(Struct, frozen=True):
    """The checked content of a position's file."""

    game: AnyGame
    setup: Any
    """The setup with the position."""
    title: str = ""
    resting: Resting | None = None
    """Places of the cubes; None if only their numbers are known."""
    unsaid: tuple[str, ...] = ()
    """A sentence for each thing that the file leaves out, with what holds instead."""


def read_position(games: Games, path: Path) -> PositionFile:
    """Return the position in a file, of one of these games. Raises PositionError with all problems."""
    source = str(path)
    try:
        text = read_bounded(path, MOST_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise MissingPosition(source, [Finding("problem", (), _("there is no such file"))]) from None
    except OSError as error:
        raise _refused(source, _("can't be read: {why}").format(why=error.strerror)) from None
    except UnicodeDecodeError:
        raise _refused(source, _("can't be read: it isn't text in UTF-8")) from None
    return parse_position(games, text, source)


def parse_position(games: Games, text: str, source: str) -> PositionFile:
    """Return the position that a TOML text describes; `source` is its file, for messages. Raises PositionError."""
    try:
        lines = find_lines(text, ("seat",))
        table = table_of(text, lines, source)
    except UnreadableError as error:
        raise PositionError(source, [Finding("problem", (), _bare(str(error), source))]) from None
    game = _game(games, table, lines, source)
    problems = list(islice(_wrong(game, table), MOST_FINDINGS + 1))
    right = _without(table, [way for way, _told in problems])
    setup, more = _setup(game, right)
    if setup is not None:
        reported = {way[:2] for way, _told in problems}  # may be right once its neighbor is
        checked = islice(game.position_problems(setup), MOST_FINDINGS + 1)  # type: ignore[attr-defined]
        more += [(way, sentence) for way, sentence in checked if way[:2] not in reported]
        more += [] if more or problems else [*_wrong_beginning(game, setup)] or _wrong_resting(game, setup, right)
    if problems or more:
        raise PositionError(source, by_line(_located([*problems, *more], lines)))
    resting = msgspec.convert(table["resting"], Resting) if "resting" in table else None
    return PositionFile(game, setup, table.get("title", ""), resting, tuple(_unsaid(game, table)))


def _refused(source: str, sentence: str) -> PositionError:
    return PositionError(source, [Finding("problem", (), sentence)])


def _bare(sentence: str, source: str) -> str:
    """Return a sentence about a file without its name and its full stop."""
    return sentence.removeprefix(f"{source}: ").removesuffix(".")


def _located(problems: Iterable[tuple[Way, str]], lines: Lines) -> Iterator[Finding]:
    for way, sentence in problems:
        yield Finding("problem", (place_of(way),), sentence, lines.of(way))


def _game(games: Games, table: Mapping[str, Any], lines: Lines, source: str) -> AnyGame:
    """Return the game that a file names. Raises PositionError."""
    problems: list[tuple[Way, str]] = []
    if type(table.get("format")) is not int or table["format"] != FORMAT:
        problems.append((("format",), _("the first line must be `format = {number}`").format(number=FORMAT)))
    code = table.get("game")
    if not isinstance(code, str):
        problems.append((("game",), _('name the game by its code: `game = "shogun"`')))
    else:
        try:
            game = games(shown(code))
            if can_begin_anywhere(game) and not problems:
                return game
            if not can_begin_anywhere(game):
                problems.append((("game",), _("this game has no positions: it always starts from the beginning")))
        except UnknownGame as error:
            problems.append((("game",), str(error)))
    raise PositionError(source, by_line(_located(problems, lines)))


# The content of the file


def position_type(game: AnyGame) -> type[Struct]:
    """Return the struct of a game's positions."""
    (field,) = (part for part in msgspec.structs.fields(game.types.setup) if part.name == "position")
    return next(part for part in get_args(field.type) if isinstance(part, type) and issubclass(part, Struct))


def _table_type(game: AnyGame) -> type[Struct]:
    """Return the struct of a whole file, with the rest of the setup in a table of its own."""
    agreed = [
        (field.name, field.type, None) for field in msgspec.structs.fields(game.types.setup) if field.name != "position"
    ]
    fields = [(field.name, field.type, None) for field in msgspec.structs.fields(position_type(game))]
    setup = msgspec.defstruct("Agreed", agreed)
    own: list[Any] = [("title", str, ""), ("setup", setup, None), ("resting", Resting, None)]
    return msgspec.defstruct("PositionTable", [*own, *fields])


def _wrong(game: AnyGame, table: Mapping[str, Any]) -> Iterator[tuple[Way, str]]:
    """Yield all illegal texts, numbers and keys."""
    for wrong in wrong_values(table, _table_type(game), HEAD):
        yield wrong.path, wrong.text
    if isinstance(title := table.get("title"), str) and len(title) > LONGEST_TITLE:
        yield ("title",), _("at most {most} characters").format(most=LONGEST_TITLE)


def _without(table: Mapping[str, Any], ways: Iterable[Way]) -> dict[str, Any]:
    """Return a table without its illegal values; a list with an illegal element is left out as a whole."""
    right = {key: _copied(value) for key, value in table.items()}
    for way in ways:
        here: Any = right
        around: dict[Any, Any] = right
        last: Any = way[0]
        for key in way:
            if isinstance(here, dict):
                around, last = here, key
            here = _within(here, key)
        around.pop(last, None)
    return right


def _within(here: Any, key: Any) -> Any:
    """Return the value under a key of a table, or at an index of a list; None if there is none."""
    if isinstance(here, dict):
        return here.get(key)
    return here[key] if isinstance(here, list) and isinstance(key, int) and key < len(here) else None


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _setup(game: AnyGame, table: Mapping[str, Any]) -> tuple[Any, list[tuple[Way, str]]]:
    """Return the setup that a table of legal values describes; or None, and the problems."""
    fields = position_type(game).__struct_fields__
    given = {key: value for key, value in table.items() if key in fields}
    agreed = dict(table.get("setup", {}))
    if "seats" not in agreed and isinstance(given.get("seat"), list) and given["seat"]:
        agreed["seats"] = len(given["seat"])
    required = {field.name for field in msgspec.structs.fields(game.types.setup) if field.required}
    if missing := sorted(required - agreed.keys()):
        return None, [(("setup", missing[0]), _("missing: the number of players, or a [[seat]] for each"))]
    try:
        position = msgspec.convert(given, position_type(game))
        setup: Any = msgspec.convert(agreed, game.types.setup)
    except (msgspec.ValidationError, OverflowError) as error:
        return None, [(("setup",), shown(str(error), LONGEST_TITLE))]
    return msgspec.structs.replace(setup, position=position), []


def _wrong_beginning(game: AnyGame, setup: Any) -> Iterator[tuple[Way, str]]:
    """Yield the reason why the rules refuse a setup in which no check has found a problem."""
    try:
        game.new(setup)
    except RuleError as error:
        yield ("setup",), str(error)


def _wrong_resting(game: AnyGame, setup: Any, table: Mapping[str, Any]) -> list[tuple[Way, str]]:
    """Return the problems of the places of cubes: there must be as many of each color as the rules count."""
    if "resting" not in table:
        return []
    if not game.has_tower:
        return [(("resting",), _("this game is played without a tower"))]
    cubes = msgspec.convert(table["resting"], Resting).cubes
    if len(cubes) > MOST_CUBES:
        return [(("resting", "cubes"), _("the maximum number of cubes is {most}").format(most=MOST_CUBES))]
    if not all(isfinite(number) for row in cubes for number in row[1:4]):
        return [(("resting", "cubes"), _("places must be in mm and angles in rad"))]
    counted = {colour: count for colour, count in game.in_tower(game.new(setup)).items() if count}
    held: dict[str, int] = {}
    for row in cubes:
        held[row[0]] = held.get(row[0], 0) + 1
    if held == counted:
        return []
    sentence = _("cubes with a place: {held}, but the tower holds {counted}")
    return [(("resting", "cubes"), sentence.format(held=_counts(held), counted=_counts(counted)))]


def _counts(cubes: Mapping[str, int]) -> str:
    return ", ".join(f"{shown(colour, 40)} {count}" for colour, count in sorted(cubes.items())[:6]) or "0"


def _unsaid(game: AnyGame, table: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys that a file leaves out, with what holds instead."""
    defaults: Mapping[str, str] = game.position_defaults  # type: ignore[attr-defined]
    for key, sentence in defaults.items():
        if key not in table:
            yield f"`{key}`: {_(sentence)}"


def cubes_of(resting: Resting | None) -> tuple[RestingCube, ...]:
    """Return the resting cubes of a file."""
    return () if resting is None else tuple(RestingCube(*row) for row in resting.cubes)


# Writing, as a person would: single values first, then a table for each thing

_BARE = re.compile(r"[A-Za-z0-9_-]+")
LONGEST_LINE = 100


def position_text(game: AnyGame, setup: Any, resting: Resting | None = None, title: str = "") -> str:
    """Return the TOML text of a setup with a position, without values that are at their defaults."""
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
    return isinstance(value, Mapping) or (isinstance(value, Sequence) and any(isinstance(item, dict) for item in value))


def _table(key: str, value: Any) -> Iterator[str]:
    if not isinstance(value, Mapping):
        for table in value:
            yield "\n".join([f"[[{key}]]", *_lines(table)])
        return
    deep = {name: sub for name, sub in value.items() if isinstance(sub, Mapping) and any(map(_is_table, sub.values()))}
    if flat := {name: sub for name, sub in value.items() if name not in deep}:
        yield "\n".join([f"[{key}]", *_lines(flat)])
    for name, sub in deep.items():  # a table of tables: each of these gets a line
        yield from _table(f"{key}.{_key(name)}", sub)


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
    """Return a text as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
