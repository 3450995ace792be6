"""Shogun's adviser in the game's scene: its plan is laid when one likes, its march is aimed at once."""

from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.screen.play.model import Model
from shogun.window.game.hint_request import GameHint


class ShogunHint(GameHint[Model]):
    """Asks for the seat at the screen only, with what its person may see."""

    def shown(self) -> None:
        """Aim a march that is advised at once."""
        model = self._screen.model
        if isinstance(model.hint and model.hint.move, March):
            self.take()
