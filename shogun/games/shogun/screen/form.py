"""What is asked on the sheet for a new game of Shogun: clans, side of the board, line-up."""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.shogun.opponents.strengths import GENTLEST, MIDDLE
from shogun.games.shogun.rules.boards import Side
from shogun.games.shogun.rules.cards import COLOURS
from shogun.games.shogun.rules.state import LineUp, Setup
from shogun.games.shogun.screen.clans import houses
from shogun.games.shogun.words.plain import SEATS
from shogun.games.shogun.words.wording import COLOUR_NAMES
from shogun.table.storage.journal import PERSON
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import FormChoice

COUNTS = (3, 4, 5)
FEWEST = COUNTS[0]
DEMONSTRATION = ("greedy", "hasty", "learner", "greedy")


def counts() -> Sequence[int]:
    """Return how many may play."""
    return COUNTS


def about() -> str:
    """Return in a sentence what one does in the game."""
    return _("Plan each season in secret, build, and send armies into battles that a tower of falling cubes decides.")


def usual_count() -> int:
    """Return how many play if nobody says."""
    return SEATS


def colours() -> Mapping[str, str]:
    """Return the colours of the cubes with their names."""
    return {colour: _(COLOUR_NAMES[colour]) for colour in COLOURS}


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return five seats: so many persons first, then opponents; each bears the house of its colour."""
    kinds = [PERSON] * people + [MIDDLE] * (len(COLOURS) - people)
    own = [(colour, houses()[colour]) for colour in COLOURS]
    return [SeatChoice(house.name, c, house.mon, kind) for (c, house), kind in zip(own, kinds, strict=True)]


def first_seats() -> list[SeatChoice]:
    """Return the seats of the first game after the tutorial: one person and two gentle opponents."""
    return [replace(seat, kind=seat.kind if seat.kind == PERSON else GENTLEST) for seat in default_seats()[:FEWEST]]


def choices() -> Sequence[FormChoice]:
    """Return side and line-up."""
    side = _("Both sides show the same 45 provinces; their regions differ.")
    of_three = {FEWEST: _("It says which 37 of the 45 provinces three players use.")}
    line_up = _("Printed: the rulebook's line-up for beginners. Draft: provinces are taken in turn.")
    return (
        FormChoice("side", _("Side of the board"), side, ("sun", "moon"), (_("Sun"), _("Moon")), "sun", of_three),
        FormChoice("line_up", _("Line-up"), line_up, ("printed", "draft"), (_("Printed"), _("Draft")), "printed"),
    )


def refusals(chosen: Mapping[str, str]) -> Mapping[tuple[str, str], str]:
    """Return why there is only the draft on the moon side."""
    if chosen["side"] != "moon":
        return {}
    return {("line_up", "printed"): _("There is no printed line-up for the moon side.")}


def first_seat_note(chosen: Mapping[str, str]) -> str:
    """Return what the first player does first: with a printed line-up its first place is theirs (2.6)."""
    if chosen["line_up"] == "printed":
        return _("Who gets the first of the printed places; the others follow in their order.")
    return _("Who takes the first province in the draft.")


def setup(seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Setup:
    """Return what is agreed."""
    side, line_up = cast(Side, chosen["side"]), cast(LineUp, chosen["line_up"])
    return Setup(len(seats), side, line_up, first_seat, tuple(seat.colour for seat in seats))


def demonstration() -> Sequence[str]:
    """Return the opponents of a game that plays itself."""
    return DEMONSTRATION
