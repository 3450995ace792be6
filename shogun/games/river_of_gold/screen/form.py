"""What is asked on the sheet for a new game of River of Gold: whether with clan patrons, and how they are taken."""

from collections.abc import Mapping, Sequence
from typing import cast

from shogun.base.language import _
from shogun.games.river_of_gold.rules.box.components import PLAYERS
from shogun.games.river_of_gold.rules.setup import PATRON_WAYS
from shogun.games.river_of_gold.rules.state import Patrons, Setup
from shogun.window.generic.form import numbered_seats
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import FormChoice

OPPONENT = "solid"
"""Who plays the other seats unless somebody says otherwise."""
USUAL = 3
DEMONSTRATION = ("strong", "solid", "solid", "beginner")


def counts() -> Sequence[int]:
    """Return how many may play."""
    return tuple(PLAYERS)


def about() -> str:
    """Return in a sentence what one does in the game."""
    return _("Sail a river with two ships, build along its shores, and bring customers what they ask for.")


def usual_count() -> int:
    """Return how many play if nobody says."""
    return USUAL


def colours() -> Mapping[str, str]:
    """Return nothing: each seat has a colour of its own."""
    return {}


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return four seats: so many persons first, then opponents."""
    return numbered_seats(max(PLAYERS), people, OPPONENT)


def choices() -> Sequence[FormChoice]:
    """Return the ways to take clan patrons, or to play without."""
    note = _("Each player has a patron with an ability: taken from the table, or one of a clan that is drawn by lot.")
    labels = (_("None"), _("From the table"), _("By lot"))
    return (FormChoice("patrons", _("Clan patrons"), note, PATRON_WAYS, labels, PATRON_WAYS[0]),)


def refusals(_chosen: Mapping[str, str]) -> Mapping[tuple[str, str], str]:
    """Return nothing: all can be chosen."""
    return {}


def first_seat_note(_chosen: Mapping[str, str]) -> str:
    """Return what the first player does first."""
    return _("Who takes the first turn.")


def setup(seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Setup:
    """Return what is agreed."""
    return Setup(len(seats), cast(Patrons, chosen["patrons"]), first_seat)


def demonstration() -> Sequence[str]:
    """Return the opponents of a game that plays itself."""
    return DEMONSTRATION
