"""Lights on the board for the item under the pointer or the keyboard focus.

Advice is shown by an arrow.
"""

from pygame import Surface

from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.river_of_gold.rules.state import Build, Deliver, Sail
from shogun.games.river_of_gold.screen.arrows import draw_arrow
from shogun.games.river_of_gold.screen.panels.effect_lines import EFFECT
from shogun.games.river_of_gold.screen.play.lights import DARK, Lights, of_event, of_place, of_region
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.model import LogLine


class PointingScene(Scene):
    """Scene with the board: a game in progress, or its replay."""

    model: RiverModel
    _of_line: Lights = DARK
    """Lights for the line of the log under the pointer."""
    arrow: tuple[tuple[int, int], tuple[int, int]] | None = None
    """Arrow of the advice."""

    def point_at_line(self, line: LogLine | None) -> None:
        """Light the place of a line of the log."""
        self._of_line = of_event(line.event) if line is not None and line.event is not None else DARK

    def light(self) -> None:
        """Light the places that belong to the pointer's target."""
        target, model = self._explained(), self.model
        name = target.name if target is not None else ""
        if model.count is not None:
            model.glow = of_region(model.count.region) if model.count.region else DARK
        elif name.startswith(EFFECT):
            model.glow = self.effects().get(name, DARK)
        elif self._of_line != DARK:
            model.glow = self._of_line
        else:
            weighed = model.weighed
            is_leaving = isinstance(weighed, Sail) and name == f"ship-{model.seat}-{weighed.ship}"
            model.glow = DARK if is_leaving else of_place(model.view, model.seat, name)  # it visits nothing here

    def effects(self) -> dict[str, Lights]:
        """Return the lights for each line of a move's effects, by the name of its place."""
        return {}

    def point_out(self) -> None:
        """Show an arrow for the advice: from a tile to its space, from a customer to their region."""
        match self.model.advised[-1:]:
            case (Build(shore, tile),):
                ends = f"tile-{tile}", f"shore-{shore}"
            case (Deliver(customer),):
                ends = f"customer-{customer}", f"region-{CUSTOMERS[customer].region}"
            case _:
                ends = "", ""
        found = {target.name: target.rect for target in self.targets() if target.name in ends}
        arrow = (found[ends[0]].midtop, found[ends[1]].midbottom) if len(found) == len(ends) else None
        if arrow != self.arrow:
            self.arrow = arrow
            self.bare()

    def draw_over(self, surface: Surface) -> None:
        """Draw the arrow of the advice."""
        super().draw_over(surface)
        if self.arrow is not None:
            draw_arrow(surface, *self.arrow, self.em)
