"""What is asked on the sheet for a new game of Rumble Nation: colours, and whether with daimyo."""

from collections.abc import Mapping, Sequence

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import COUNTS
from shogun.games.rumble_nation.rules.state import Setup
from shogun.window.generic.form import numbered_seats
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import FormChoice

OPPONENT = "solid"
"""Who plays the other seats unless somebody says otherwise."""
USUAL = 3
DEMONSTRATION = ("strong", "solid", "solid", "beginner")
BASIC, ADVANCED = "basic", "advanced"


def counts() -> Sequence[int]:
    """Return how many may play."""
    return tuple(COUNTS)


def about() -> str:
    """Return in a sentence what one does in the game."""
    return _("Three dice say where your soldiers go. Then castle after castle falls, and each victory helps beside it.")


def usual_count() -> int:
    """Return how many play if nobody says."""
    return USUAL


def colours() -> Mapping[str, str]:
    """Return nothing: each seat has a colour of its own."""
    return {}


def default_seats(people: int = 1) -> list[SeatChoice]:
    """Return four seats: so many persons first, then opponents."""
    return numbered_seats(max(COUNTS), people, OPPONENT)


def choices() -> Sequence[FormChoice]:
    """Return the basic game and the one with daimyo."""
    note = _("Advanced: each player has a daimyo, who is worth two soldiers, and a daimyo card.")
    return (FormChoice("game", _("Rules"), note, (BASIC, ADVANCED), (_("Basic"), _("Advanced")), BASIC),)


def refusals(_chosen: Mapping[str, str]) -> Mapping[tuple[str, str], str]:
    """Return nothing: all can be chosen."""
    return {}


def first_seat_note(_chosen: Mapping[str, str]) -> str:
    """Return what the first player does first."""
    return _("Who takes the first turn.")


def setup(seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Setup:
    """Return what is agreed."""
    return Setup(len(seats), advanced=chosen["game"] == ADVANCED, first_seat=first_seat)


def demonstration() -> Sequence[str]:
    """Return the opponents of a game that plays itself."""
    return DEMONSTRATION
