"""A game in plain words: how each game names its seats, moves and events, with generic words for games that don't."""

import re
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from shogun.base.language import _, shown
from shogun.game.errors import IllegalSetup
from shogun.game.plain_text import LONGEST, ViewLine, view_lines
from shogun.game.protocol import AnyGame

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
        """Return what happened in a sentence."""

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
    """Return a move or an event in one line: a text as it is, else a type's name and fields, "Take cards: number 3"."""
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
    """Return lines of a view in one, fields by their names, parts of a list without their numbers."""
    told = (line.text if line.label.isdigit() else f"{line.label} {line.text}".strip() for line in lines)
    return shown(", ".join(filter(None, told)), LONGEST)
