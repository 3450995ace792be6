"""What is to be painted: the map, the side that is played, and how both lie on the picture."""

from msgspec import Struct

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.screen.map.atlas import Atlas
from shogun.window.kit.drawing.projection import Projection


class Subject(Struct, frozen=True):
    """All that painters need to know."""

    chart: Atlas
    played: Board
    projection: Projection

    @property
    def grain(self) -> int:
        """How coarse the paper is, in pixels: a large picture shows its fibres."""
        return 1 if self.projection.scale < 1 else 2
