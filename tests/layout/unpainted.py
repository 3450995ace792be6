"""A window that lays out and measures but paints nothing, and what is looked at in it."""

from collections.abc import Iterator, Sequence
from functools import cache

import pygame

from shogun.window.kit.drawing.canvas import Unpainted
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Scene
from tests.layout.readable import Flaw, panel_flaws, tooltip_flaws

Shape = tuple[tuple[int, int], float]
"""Size of the window in px, and scale of the interface."""


class UnpaintedApp(App):
    """A window in which nothing is painted."""

    def _take_display(self, display: pygame.Surface) -> None:
        super()._take_display(display)
        self.window = _unpainted(self.window.get_size())

    @property
    def shape(self) -> Shape:
        """For what its scenes are laid out."""
        return self.window.get_size(), self.settings.interface_scale

    def show_at(self, scene: Scene, shape: Shape) -> None:
        """Lay a scene out for another size, whether another one lies upon it or not."""
        size, self.settings.interface_scale = shape
        self.window = _unpainted(size)
        scene.resize(size)


@cache
def _unpainted(size: tuple[int, int]) -> Unpainted:
    return Unpainted(size)


class Inspection:
    """Looks at scenes in several sizes; at each tooltip once, and at no panel again that says the same as before."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = shapes
        self._tooltips: list[set[str]] = [set() for _ in shapes]
        self._known: set[tuple[object, ...]] = set()

    def at(self, scene: Scene) -> Iterator[tuple[int, Flaw]]:
        """Yield the flaws of what a scene shows, each with the number of the size in which it was found."""
        app = scene.app
        assert isinstance(app, UnpaintedApp)
        usual = app.shape
        said = {said_by(panel) for panel in scene.open_panels()}
        fresh = {name for name, *rest in said - self._known}
        self._known |= said
        for number, shape in enumerate(self._shapes if fresh else ()):
            app.show_at(scene, shape)
            panels = [panel for panel in scene.open_panels() if panel.name in fresh]
            for panel in panels:
                panel.refresh(app.window, scene.em, scene.pointer, scene.focus)
            yield from ((number, flaw) for panel in panels for flaw in panel_flaws(panel, scene.em))
            yield from ((number, flaw) for flaw in tooltip_flaws(panels, app.window, scene.em, self._tooltips[number]))
        if fresh:
            app.show_at(scene, usual)


def said_by(panel: Panel) -> tuple[object, ...]:
    """Return all that a panel says, and where: what says the same is laid out the same in other sizes too."""
    layer = panel.layer
    texts = tuple((record.text, *record.rect) for record in layer.texts)
    targets = tuple((target.name, *target.rect, target.enabled, target.tooltip) for target in layer.targets)
    return panel.name, type(panel), tuple(panel.rect), texts, targets
