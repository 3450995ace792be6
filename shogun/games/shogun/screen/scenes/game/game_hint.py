"""Shogun's adviser in the game's scene: its plan is laid when one likes, its march is aimed at once."""

from shogun.games.shogun.rules.moves import March, Plan
from shogun.games.shogun.screen.play.model import Model
from shogun.table.running.session import Session
from shogun.window.game.hint_request import GameHint
from shogun.window.game.screen import Screen
from shogun.window.play.game_plugin import GamePlugin


class ShogunHint(GameHint[Model]):
    """Asks for the seat at the screen only, with what its person may see."""

    def __init__(self, screen: Screen[Model], session: Session, game: GamePlugin) -> None:
        super().__init__(screen, session, game, self._lay)

    def shown(self) -> None:
        """Aim a march that is advised at once."""
        model = self._screen.model
        if isinstance(model.hint and model.hint.move, March):
            self.take()

    def _lay(self, move: object) -> None:
        """Lay the adviser's plan, or aim its march; both can still be changed."""
        model = self._screen.model
        if model.plan and isinstance(move, Plan):
            model.plan.lay_all((*move.fields, move.bid))
        elif model.march and isinstance(move, March):
            model.march.aim(move.target)
            model.march.armies = move.armies
