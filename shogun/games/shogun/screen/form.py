"""The sheet for a new game of Shogun: clans, and who has the first of what."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.shogun.opponents.personality import GENTLEST, MIDDLE
from shogun.games.shogun.rules.cards import COLOURS
from shogun.games.shogun.screen.clans import houses
from shogun.games.shogun.words import COLOUR_NAMES, SEATS
from shogun.table.journal import PERSON
from shogun.window.generic.form import GenericForm
from shogun.window.kit.runtime.settings import SeatChoice

COUNTS = (3, 4, 5)
FEWEST = COUNTS[0]


class ShogunForm(GenericForm):
    """Lets players choose the color of their cubes; each bears the house of its color."""

    players = COUNTS
    usual = SEATS
    shown = ("greedy", "hasty", "learner", "greedy")

    def about(self) -> str:
        """Return in a sentence what one does in the game."""
        return _("Plan each season in secret, build, and send armies into battles decided by a tower of falling cubes.")

    def colours(self) -> Mapping[str, str]:
        """Return the colours of the cubes with their names."""
        return {colour: _(COLOUR_NAMES[colour]) for colour in COLOURS}

    def default_seats(self, people: int = 1) -> list[SeatChoice]:
        """Return five seats: so many persons first, then opponents; each bears the house of its colour."""
        return default_seats(people)

    def first_seat_note(self, chosen: Mapping[str, str]) -> str:
        """Return what the first player does first: with a printed line-up its first place is theirs (2.6)."""
        if chosen["line_up"] == "printed":
            return _("Who gets the first of the printed starting positions; the others follow in seat order.")
        return _("Who takes the first province in the draft.")

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Any:
        """Return what is agreed, with the colours of the seats."""
        return replace(super().setup(seats, chosen, first_seat), colours=tuple(seat.colour for seat in seats))


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return five seats: so many persons first, then opponents; each bears the house of its colour."""
    kinds = [PERSON] * people + [MIDDLE] * (len(COLOURS) - people)
    own = [(colour, houses()[colour]) for colour in COLOURS]
    return [SeatChoice(house.name, c, house.mon, kind) for (c, house), kind in zip(own, kinds, strict=True)]


def first_seats() -> list[SeatChoice]:
    """Return the seats of the first game after the tutorial: one person and two gentle opponents."""
    return [replace(seat, kind=seat.kind if seat.kind == PERSON else GENTLEST) for seat in default_seats()[:FEWEST]]
