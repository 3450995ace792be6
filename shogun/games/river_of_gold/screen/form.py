"""What is asked on the sheet for a new game of River of Gold: whether with clan patrons, and how they are taken."""

from collections.abc import Mapping, Sequence
from typing import cast

from shogun.base.language import _
from shogun.games.river_of_gold.rules.box.components import PLAYERS
from shogun.games.river_of_gold.rules.setup import PATRON_WAYS
from shogun.games.river_of_gold.rules.state import Patrons, Setup
from shogun.window.generic.form import GenericForm
from shogun.window.kit.runtime.settings import SeatChoice
from shogun.window.play.game_plugin import FormChoice

OPPONENT = "solid"


class RiverForm(GenericForm):
    """Asks for the clan patrons."""

    players = tuple(PLAYERS)
    usual = 3
    opponent = OPPONENT
    names = ("Akiko", "Haruto", "Sayuri", "Kenji")
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return in a sentence what one does in the game."""
        return _("Sail a river with two ships, build along its shores, and bring customers what they ask for.")

    def choices(self) -> Sequence[FormChoice]:
        """Return the ways to take clan patrons, or to play without."""
        note = _(
            "Each player has a patron with an ability: taken from the table, or one of a clan that is drawn by lot."
        )
        labels = (_("None"), _("From the table"), _("By lot"))
        return (FormChoice("patrons", _("Clan patrons"), note, PATRON_WAYS, labels, PATRON_WAYS[0]),)

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return what the first player does first."""
        return _("Who takes the first turn.")

    def setup(self, seats: Sequence[SeatChoice], chosen: Mapping[str, str], first_seat: int | None) -> Setup:
        """Return what is agreed."""
        return Setup(len(seats), cast(Patrons, chosen["patrons"]), first_seat)
