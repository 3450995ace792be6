"""The sheet for a new game of any kind: its options and its players."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.options import Option, fields_of
from shogun.game.words import allowed_counts
from shogun.table.journal import PERSON
from shogun.window.generic.seat_colours import COLOURS, colour_of, crest_of
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import GamePlugin

MOST = len(COLOURS)
"""As many can be told apart."""


class GenericForm:
    """Asks for the options of a game, and seats opponents.

    A game's own form may inherit it, and say what its rules don't.
    """

    players: Sequence[int] = ()
    """How many may play; empty: as many as the rules allow."""
    usual = 0
    """How many play if nobody says; 0: the most."""
    opponent = ""
    """Who plays the other seats unless somebody says otherwise; empty: who steps in for others."""
    names: Sequence[str] = ()
    """What players are called unless somebody says otherwise, each by its seat; empty: by their numbers."""
    shown: Sequence[str] = ()
    """The opponents of a game that plays itself; empty: always the same."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    @cached_property
    def _counts(self) -> list[int]:
        return list(self.players) or allowed_counts(self._game.rules, MOST)

    def counts(self) -> Sequence[int]:
        """Return how many may play."""
        return self._counts

    def about(self) -> str:
        """Return nothing: rules don't say what is fun about them."""
        return ""

    def usual_count(self) -> int:
        """Return how many play if nobody says."""
        return self.usual or self._counts[-1]

    def colours(self) -> Mapping[str, str]:
        """Return nothing: each seat has a colour of its own."""
        return {}

    def default_seats(self, people: int = 1) -> list[SeatChoice]:
        """Return a seat for each of the most that may play: so many persons first, then opponents."""
        seats = numbered_seats(self._counts[-1], people, self._opponent)
        named = [replace(seat, name=name) for seat, name in zip(seats, self.names, strict=False)]
        return [*named, *seats[len(named) :]]

    @property
    def _opponent(self) -> str:
        return self.opponent or self._game.opponents.SUBSTITUTE

    def choices(self) -> Sequence[Option]:
        """Return the options of the game."""
        return self._game.options

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return nothing: the rules say who begins."""
        return ""

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Any:
        """Return what is agreed. Raises IllegalSetup."""
        rules = self._game.rules
        setup = rules.types.setup(seats=len(seats), **fields_of(self._game.options, chosen))
        if first_seat is not None:
            setup = rules.begun_by(setup, first_seat)
        rules.new(setup)
        return setup

    def demonstration(self) -> Sequence[str]:
        """Return the opponents of a game that plays itself."""
        return self.shown or (self._opponent,) * self.usual_count()


def numbered_seats(seats: int, people: int, opponent: str) -> list[SeatChoice]:
    """Return so many seats without names of their own: so many persons first, then opponents."""
    return [
        SeatChoice(
            _("Player {n}").format(n=seat + 1),
            colour_of(seat),
            crest_of("", seat),
            PERSON if seat < people else opponent,
        )
        for seat in range(seats)
    ]
