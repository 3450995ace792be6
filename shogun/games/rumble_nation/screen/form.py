"""The sheet for a new game of Rumble Nation."""

from collections.abc import Mapping

from shogun.base.language import _
from shogun.games.rumble_nation.rules.components import COUNTS
from shogun.window.generic.form import GenericForm

OPPONENT = "solid"


class RumbleForm(GenericForm):
    """Names players and opponents, and says what the game is about."""

    players = tuple(COUNTS)
    usual = 3
    opponent = OPPONENT
    names = ("Imagawa", "Shimazu", "Asakura", "Hōjō")
    shown = ("strong", "solid", "solid", "beginner")

    def about(self) -> str:
        """Return in a sentence what one does in the game."""
        return _(
            "Three dice decide where your soldiers go. Then the castles fall one by one, and each winner "
            "sends support to neighboring areas."
        )

    def first_seat_note(self, _chosen: Mapping[str, str]) -> str:
        """Return what the first player does first."""
        return _("Who goes first.")
