"""The sheet for a new game of River of Gold."""

from collections.abc import Mapping

from shogun.base.language import _
from shogun.games.river_of_gold.rules.components import PLAYERS
from shogun.window.generic.form import GenericForm

OPPONENT = "solid"


class RiverForm(GenericForm):
    """Names players and opponents, and says what the game is about."""

    players = tuple(PLAYERS)
    usual = 3
    opponent = OPPONENT
    names = ("Akiko", "Haruto", "Sayuri", "Kenji")
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return in a sentence what one does in the game."""
        return _("Sail two ships down a river, build along its shores, and bring customers the goods they order.")

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return what the first player does first."""
        return _("Who goes first.")
