"""What is asked on the sheet for a new game of Rumble Nation: whether with daimyo."""

from collections.abc import Mapping, Sequence

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import COUNTS
from shogun.games.rumble_nation.rules.state import Setup
from shogun.window.generic.form import GenericForm
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import FormChoice

OPPONENT = "solid"
BASIC, ADVANCED = "basic", "advanced"


class RumbleForm(GenericForm):
    """Asks whether the basic game or the advanced one is played."""

    players = tuple(COUNTS)
    usual = 3
    opponent = OPPONENT
    names = ("Imagawa", "Shimazu", "Asakura", "Hōjō")
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return in a sentence what one does in the game."""
        return _(
            "Three dice say where your soldiers go. Then castle after castle falls, and whoever wins one "
            "sends support to its neighbours."
        )

    def choices(self) -> Sequence[FormChoice]:
        """Return the basic game and the one with daimyo."""
        note = _("Advanced: each player has a daimyo, who is worth two soldiers, and a daimyo card.")
        return (FormChoice("game", _("Rules"), note, (BASIC, ADVANCED), (_("Basic"), _("Advanced")), BASIC),)

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return what the first player does first."""
        return _("Who takes the first turn.")

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Setup:
        """Return what is agreed."""
        return Setup(len(seats), advanced=chosen["game"] == ADVANCED, first_seat=first_seat)
