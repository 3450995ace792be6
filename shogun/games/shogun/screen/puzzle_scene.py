"""A game of Shogun in which a puzzle is solved: as in a lesson there is more to be read in the log's place."""

from msgspec.structs import replace

from shogun.games.shogun.screen.scenes.game.layout import Shape
from shogun.games.shogun.screen.scenes.game.scene import GameScene


class PuzzledGameScene(GameScene):
    """Leaves room for a task."""

    def digest(self, _seat: int) -> None:
        """Return None: nobody has missed anything."""

    def wanted_shape(self) -> Shape:
        """Return that there is much to be read in the log's place."""
        return replace(super().wanted_shape(), has_coach=True)
