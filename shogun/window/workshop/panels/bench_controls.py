"""The panels of the bench, and what they may ask of their scene."""

from typing import Literal, Protocol

from shogun.lab.measuring.accumulators import OddDrop
from shogun.tower.physics.collision_geometry import Point
from shogun.window.kit.runtime.panel import Panel
from shogun.window.workshop.model.editor_model import EditorModel
from shogun.window.workshop.panels.number_fields import Grasps

Sheet = Literal["numbers", "tuning", "odd", "versions"]
"""What stands at the left: numbers, a search, drops that were odd, or what was saved before."""


class Bench(Grasps, Protocol):
    """The scene of the bench as its panels know it."""

    desk: EditorModel
    pointer: tuple[int, int]
    """Where the pointer is, px."""
    tab: int
    """Which numbers of the tower are shown."""
    is_watching: bool
    """Whether the tools are away."""
    name: str | None
    """The name that is being typed for the tower."""
    band: tuple[Point, Point] | None
    """Corners of the rectangle that is pulled open to choose pieces, mm."""

    def save(self) -> None:
        """Save the tower."""

    def save_as(self) -> None:
        """Save under the free name that is offered."""

    def replace(self) -> None:
        """Save in the place of what was saved elsewhere."""

    def play_on(self) -> None:
        """Begin a game with the tower."""

    def leave(self) -> None:
        """Go to the towers."""

    def add(self, kind: str, /) -> None:
        """Add a piece."""

    def next_grid(self) -> None:
        """Change between a fine grid, a coarse one and none."""

    def show_tab(self, tab: int, /) -> None:
        """Show other numbers of the tower."""

    def show_sheet(self, sheet: Sheet, /) -> None:
        """Show another sheet at the left."""

    def type_name(self, name: str, /) -> None:
        """Take the name that is being typed."""

    def show_odd(self, odd: OddDrop, /) -> None:
        """Let an odd drop fall as it was measured."""

    def show_typical(self) -> None:
        """Put cubes into the tower as they mostly lie there."""


class BenchPanel(Panel):
    """A panel of the bench."""

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench = bench

    @property
    def desk(self) -> EditorModel:
        """What is on the bench."""
        return self.bench.desk
