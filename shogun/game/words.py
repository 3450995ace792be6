"""Games in words: any view as text, each game's names for seats, moves and events, generic ones, players' names."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from shogun.base.language import _, shown
from shogun.game.errors import IllegalSetup
from shogun.game.protocol import AnyGame

# Views as text: each field is a line, with its content indented below it

DEEPEST = 12
"""Deepest level of a view that is shown."""
LONGEST = 500
"""Characters of a text that are shown."""
SHORT = 60
"""Characters of a list that fits into the line of its field."""


class ViewLine(Struct, frozen=True):
    """One line: its level of indentation, its label, and its text."""

    depth: int
    label: str
    text: str


def view_lines(view: Any) -> list[ViewLine]:
    """Return the lines of any view, field by field in the game's order."""
    plain = _plain(view, DEEPEST)
    return list(_lines(plain if isinstance(plain, dict | list) else [plain], 0))


def _plain(thing: Any, depth: int) -> Any:
    """Return a thing as dicts, lists, texts, booleans and None."""
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
    """Return the label of a part by its key."""
    plain = _plain(key, 2)
    return ", ".join(map(str, plain)) if isinstance(plain, list) else str(plain)


def _lines(thing: Any, depth: int) -> Iterator[ViewLine]:
    """Yield the lines of a mapping's or a list's parts."""
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
    """Return the text in the line of a field; None if it needs lines of its own."""
    if isinstance(part, Mapping):
        return _("nothing") if not part else None
    if isinstance(part, Sequence) and not isinstance(part, str):
        words = [_in_one_line(item) for item in part]
        text = ", ".join(word for word in words if word is not None)
        is_flat = not any(isinstance(item, Mapping | list | tuple) and item for item in part)
        return (text or _("nothing")) if is_flat and len(text) <= SHORT else None
    if isinstance(part, bool):
        return _("yes") if part else _("no")
    return "–" if part is None else str(part)


# Words of a game

MOST_PLAYERS = 6
"""The largest number of players tried where a game doesn't state its own."""
_WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Words(Protocol):
    """A game in plain words, for commands, the list of games and the generic screen."""

    @property
    def SEATS(self) -> int:  # noqa: N802  a constant of the game's module
        """The default number of players."""

    def setup_text(self, setup: Any, /) -> str:
        """Return the options in words, without the number of players, as the title of a table."""

    def board_of(self, setup: Any, /) -> str:
        """Return the board's name in JSON results; empty if the game has only one board."""

    def seat_names(self, setup: Any, /) -> Sequence[str]:
        """Return default names for the seats."""

    def sentence(self, event: Any, names: Sequence[str], /) -> str:
        """Return an event as a sentence."""

    def move_lines(self, move: Any, /) -> Sequence[str]:
        """Return a move in words."""


class PlainWords:
    """Words for a game without its own: the names of its moves, its events and their fields."""

    def __init__(self, rules: AnyGame) -> None:
        self._rules = rules

    @property
    def SEATS(self) -> int:  # noqa: N802  as in a game's module
        """The default number of players: the setup's, else the most that the rules allow."""
        kind = msgspec.inspect.type_info(self._rules.types.setup)
        fields = {field.name: field for field in kind.fields} if isinstance(kind, msgspec.inspect.StructType) else {}
        usual = fields["seats"].default if "seats" in fields else None
        return usual if isinstance(usual, int) else allowed_counts(self._rules, MOST_PLAYERS)[-1]

    def setup_text(self, setup: Any) -> str:
        """Return a setup's fields, except the number of players and a position; empty if there are none."""
        return _in_short([line for line in view_lines(setup) if line.label not in ("seats", "position")])

    def board_of(self, _setup: Any) -> str:
        """Return nothing: no board is known."""
        return ""

    def seat_names(self, setup: Any) -> Sequence[str]:
        """Return the players' numbers."""
        return [_("Player {n}").format(n=seat + 1) for seat in range(setup.seats)]

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """Return an event's name and fields; a field `seat` as that player's name before them."""
        seat = getattr(event, "seat", None)
        if not isinstance(seat, int) or not 0 <= seat < len(names):
            return thing_text(event)
        return _("{who}: {what}").format(who=names[seat], what=thing_text(event, leaving_out=("seat",)))

    def move_lines(self, move: Any) -> Sequence[str]:
        """Return a move's name and fields in one line."""
        return [thing_text(move)]


def to_move(question: Any, names: Sequence[str]) -> str:
    """Return that it is the turn of the seat that is asked; empty for chance."""
    return "" if question.seat is None else _("{who} to move.").format(who=names[question.seat])


def allowed_counts(rules: AnyGame, most: int) -> list[int]:
    """Return the numbers of players, up to `most`, that the rules allow with all other options at their defaults."""
    return [seats for seats in range(1, most + 1) if _is_allowed(rules, seats)]


def _is_allowed(rules: AnyGame, seats: int) -> bool:
    try:
        rules.new(rules.types.setup(seats=seats))
    except IllegalSetup:
        return False
    return True


def thing_text(thing: Any, *, leaving_out: Sequence[str] = ()) -> str:
    """Return a move or an event in one line: texts unchanged, else type and fields in words, "Take cards: number 3"."""
    if isinstance(thing, str):
        return shown(thing, LONGEST)
    fields = _in_short([line for line in view_lines(thing) if line.label not in leaving_out])
    if not isinstance(thing, msgspec.Struct):
        return fields
    name = type_text(type(thing))
    return _("{name}: {what}").format(name=name, what=fields) if fields else name


def type_text(kind: type) -> str:
    """Return the name of a type in words: "Roll dice" of RollDice."""
    return _WORD_BEGINS.sub(" ", kind.__name__).capitalize()


def _in_short(lines: Sequence[ViewLine]) -> str:
    """Return lines of a view in one line, fields with their names, parts of a list without their numbers."""
    texts = (line.text if line.label.isdigit() else f"{line.label} {line.text}".strip() for line in lines)
    return shown(", ".join(filter(None, texts)), LONGEST)


# Names of seats while something is put into words: the players' names, if the caller knows them
#
# Moves and advice are put into words by functions that get a move only: `calling` sets the names for a while.

_NAMES: ContextVar[Sequence[str]] = ContextVar("names", default=())


@contextmanager
def calling(names: Sequence[str]) -> Iterator[None]:
    """Call the seats by these names for a while, in seat order."""
    token = _NAMES.set(names)
    try:
        yield
    finally:
        _NAMES.reset(token)


def seat_name(seat: int) -> str:
    """Return a seat's name now: its player's, else its number."""
    names = _NAMES.get()
    return names[seat] if seat < len(names) else _("player {n}").format(n=seat + 1)
