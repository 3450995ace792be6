"""A panel that shows how many cubes lie in the tower, and tells whoever listens that it was clicked."""

from collections.abc import Callable

from msgspec import Struct

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.layout import column, part
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button

LAYOUT = column(part("count", high=2.0), part("empty", high=2.4), gap=0.5)


class TowerModel(Struct):
    """What the scene knows, and the panel shows."""

    cubes: int = 0


class CubePanel(Panel):
    """The number of cubes, and a button that empties the tower."""

    name = "cubes"

    def __init__(self, model: TowerModel, empty: Callable[[], None]) -> None:
        super().__init__()
        self.model = model
        self.empty = empty

    def shows(self) -> tuple[object, ...]:
        """Return all that it shows: when that has changed, it is drawn anew, and only then."""
        return (self.model.cubes,)

    def draw(self, canvas: Canvas) -> None:
        """Draw it: where things lie is said by the layout, and no coordinate is worked out here."""
        places = canvas.places(LAYOUT, self.rect)
        canvas.line(f"{self.model.cubes} cubes", places["count"])
        act = self.empty if self.model.cubes else None
        button(canvas, "empty", places["empty"], "Empty the tower", act, tooltip="Takes all cubes out")
