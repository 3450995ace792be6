"""Panels: parts of the screen, each with its own memory of its drawing."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import pygame

from shogun.window.kit.drawing.canvas import Canvas, HitRegion, Layer
from shogun.window.kit.drawing.theme import sheet_em_of
from shogun.window.kit.input.focus import Direction, nearest
from shogun.window.kit.widgets.scrolling import Scrolling

SceneT = TypeVar("SceneT")


class Panel(ABC):
    """A rectangle of the screen that redraws itself when its content has changed."""

    name = "panel"
    zooms = False
    """True if the wheel zooms it; two fingers on a touchpad then move it."""
    is_sheet = False
    """True if it is a sheet alone in the window: then everything on it is drawn larger if there is room."""

    def __init__(self) -> None:
        self.rect = pygame.Rect()
        self.layer = Layer()
        self.dirty = True
        """True if it must be redrawn anyway: set by the scene, when the window or the pointer's place changes."""
        self.is_hidden = False
        """True if it is invisible, or completely covered by another: then it is neither drawn nor reachable."""
        self.scrolling: Scrolling | None = None
        """Its list, if it has one that may be longer than its room."""
        self._drawn: tuple[object, ...] = ()

    def shows(self) -> tuple[object, ...]:
        """Return everything that the panel shows, besides the pointer and the focus: it is redrawn when this changes.

        This is called in every step, so it consists of things that are quickly compared: numbers, texts, immutable
        structs. A struct or list that is changed in place must be copied. Most menu panels show nothing that
        changes by itself: their scene says when it has `changed`.
        """
        return ()

    @property
    def is_due(self) -> bool:
        """True if it must be redrawn."""
        return self.dirty or self._stands() != self._drawn

    def _stands(self) -> tuple[object, ...]:
        """Return everything that it shows, and its list's position."""
        return (*self.shows(), self.scrolling.line if self.scrolling is not None else 0)

    @property
    def is_moving(self) -> bool:
        """True if something that was placed on it is still on its way."""
        return self.layer.arrivals.is_moving

    def go_on(self, seconds: float) -> None:
        """Advance the things placed on it by the time since the last call; they are redrawn while they move."""
        if self.is_moving:
            self.layer.arrivals.go_on(seconds)
            self.dirty = True

    @property
    def is_working(self) -> bool:
        """True if something is being painted step by step, with every `update`, until it can be shown."""
        return False

    def place(self, rect: pygame.Rect) -> None:
        """Give the panel its rectangle."""
        self.rect = rect
        self.dirty = True

    def refresh(self, surface: pygame.Surface, em: int, pointer: tuple[int, int], focus: str) -> None:
        """Draw the panel, clipped to its rectangle."""
        self.layer.clear()
        surface.set_clip(self.rect)
        own_em = sheet_em_of(em, self.rect.size) if self.is_sheet else em
        canvas = Canvas(surface, own_em, self.layer, pointer, focus)
        self.draw(canvas)
        if ringed := next((target for target in self.layer.targets if target.name == focus), None):
            canvas.ring(ringed.rect)
        surface.set_clip(None)
        self.dirty, self._drawn = False, self._stands()

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything in the panel's rectangle."""

    def needed(self) -> Sequence[pygame.Rect]:
        """Return the rectangles to keep in sight during an explanation: places that it leads to or changes.

        No tooltip covers them, whatever panel has the explained place. Most panels have none.
        """
        return ()

    def rule(self) -> str:
        """Return the number of the rule that explains the place under the pointer; most panels have none."""
        return ""

    # Keyboard

    def places(self) -> list[HitRegion]:
        """Return the places that the focus can visit: those with an action or an explanation."""
        return [
            target
            for target in self.layer.targets
            if not target.by_pointer and (target.act or target.tooltip or target.why)
        ]

    def neighbour(self, place: HitRegion, direction: Direction) -> HitRegion | None:
        """Return an arrow key's next place from one of the panel's, None if it leads out of the panel."""
        return nearest(place.rect, [other for other in self.places() if other.name != place.name], direction)

    def beside(self, name: str, direction: Direction) -> str:
        """Return an arrow key's next place in the list, even one out of sight; or empty."""
        return self.scrolling.beside(name, direction) if self.scrolling is not None else ""

    def scroll(self, key: int, _modifiers: int, /) -> bool:
        """Let a key scroll its list, if it has one, and return whether the key did so."""
        return self.scrolling is not None and self.scrolling.press(key)

    def focused(self, _name: str, /) -> None:
        """Handle the focus moving to this place, of whatever panel. Most panels ignore it."""
        return

    # Pointer

    def wheel(self, notches: float) -> None:
        """Handle the wheel over the panel, upwards if positive, in fractions of a notch only if it zooms.

        Its list scrolls, if it has one.
        """
        if self.scrolling is not None:
            self.scrolling.turn(round(notches))

    def moved(self, _x: float, _y: float, /) -> None:
        """Handle a shift of its content by two fingers, (x, y) px. Only panels that zoom do so."""
        return

    def pointed(self, _position: tuple[int, int], /) -> None:
        """Handle a move of the pointer over the panel. Most panels ignore it."""
        return

    def dragged(self, _x: int, _y: int, /) -> None:
        """Handle a drag by (x, y) px with a button held down. Most panels ignore it."""
        return

    def released(self, _position: tuple[int, int], /) -> None:
        """Handle the release of the pointer's button over the panel. Most panels ignore it."""
        return

    def left(self) -> None:
        """Handle the pointer leaving the panel. Most panels ignore it."""
        return

    def clicked(self, _position: tuple[int, int], /) -> None:
        """Handle a click outside of the panel's targets. Most panels ignore it."""
        return


class ScenePanel(Panel, Generic[SceneT]):
    """A panel that shows its scene, and calls its methods."""

    def __init__(self, scene: SceneT) -> None:
        super().__init__()
        self.scene = scene
