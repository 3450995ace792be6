"""A part of the screen with its own memory of what it drew."""

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
    """A rectangle of the screen that draws itself when what it shows has changed."""

    name = "panel"
    zooms = False
    """Whether the wheel looks closer at it, or from farther away; two fingers on a touchpad move it then."""
    is_sheet = False
    """Whether it fills the window with a sheet alone: then all on it is drawn larger where there is room."""

    def __init__(self) -> None:
        self.rect = pygame.Rect()
        self.layer = Layer()
        self.dirty = True
        """Whether it must be drawn in any case: set by the scene, when the window or the pointer's place changes."""
        self.is_hidden = False
        """Whether it is not to be seen now, or covered whole by another: then it is neither drawn nor reached."""
        self.scrolling: Scrolling | None = None
        """The list on it, if it has one that may be longer than there is room for."""
        self._drawn: tuple[object, ...] = ()

    def shows(self) -> tuple[object, ...]:
        """Return all that the panel shows, beside the pointer and the focus: it is drawn anew when that has changed.

        This is asked in every step, so it is made of what is compared quickly: numbers, texts, unchanging structs. Of a
        struct or list that is changed in its place, a copy must be taken. Most panels of menus show nothing that
        changes by itself: their scene says when it has `changed`.
        """
        return ()

    @property
    def is_due(self) -> bool:
        """Whether it is to be drawn."""
        return self.dirty or self._stands() != self._drawn

    def _stands(self) -> tuple[object, ...]:
        """Return all that it shows, and where its list stands."""
        return (*self.shows(), self.scrolling.line if self.scrolling is not None else 0)

    @property
    def is_moving(self) -> bool:
        """Whether something that was laid on it is still on its way."""
        return self.layer.arrivals.is_moving

    def go_on(self, seconds: float) -> None:
        """Let what was laid on it go on by the time since the last call; it is drawn anew as long as that moves."""
        if self.is_moving:
            self.layer.arrivals.go_on(seconds)
            self.dirty = True

    @property
    def is_working(self) -> bool:
        """Whether something is painted step by step, with every `update`, until it can be shown."""
        return False

    def place(self, rect: pygame.Rect) -> None:
        """Give the panel its room."""
        self.rect = rect
        self.dirty = True

    def refresh(self, surface: pygame.Surface, em: int, pointer: tuple[int, int], focus: str) -> None:
        """Draw the panel; nothing of it leaves its rectangle."""
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
        """Return what must stay in sight while something is explained: where that leads, and what it changes there.

        No tooltip lies on it, whatever panel has the place that is explained. Most panels show nothing of the kind.
        """
        return ()

    def rule(self) -> str:
        """Return the number of the rule that explains what is under the pointer; most panels have none."""
        return ""

    # What the keyboard reaches

    def places(self) -> list[HitRegion]:
        """Return the places that the keyboard's focus can be at: those that do or explain something."""
        return [
            target
            for target in self.layer.targets
            if not target.by_pointer and (target.act or target.tooltip or target.why)
        ]

    def neighbour(self, place: HitRegion, direction: Direction) -> HitRegion | None:
        """Return where an arrow key leads from one of the panel's places, None if it leads out of the panel."""
        return nearest(place.rect, [other for other in self.places() if other.name != place.name], direction)

    def beside(self, name: str, direction: Direction) -> str:
        """Return to which place of its list an arrow key leads from another, also to one not seen yet; or nothing."""
        return self.scrolling.beside(name, direction) if self.scrolling is not None else ""

    def scroll(self, key: int, _modifiers: int, /) -> bool:
        """Let a key scroll its list, if it has one and the key means that, and return whether it did."""
        return self.scrolling is not None and self.scrolling.press(key)

    def focused(self, _name: str, /) -> None:
        """The keyboard's focus is at this place now, of whatever panel. Most panels take no notice."""
        return

    # What the pointer does

    def wheel(self, notches: float) -> None:
        """The wheel was turned over the panel, upwards if positive, by parts of a notch only where it zooms.

        Its list scrolls, if it has one.
        """
        if self.scrolling is not None:
            self.scrolling.turn(round(notches))

    def moved(self, _x: float, _y: float, /) -> None:
        """Two fingers have moved what is on the panel by (x, y) px. Only panels that zoom take notice."""
        return

    def pointed(self, _position: tuple[int, int], /) -> None:
        """The pointer moved over the panel. Most panels take no notice."""
        return

    def dragged(self, _x: int, _y: int, /) -> None:
        """The pointer moved by (x, y) px with a button held down. Most panels take no notice."""
        return

    def released(self, _position: tuple[int, int], /) -> None:
        """The pointer's button was let go over the panel. Most panels take no notice."""
        return

    def left(self) -> None:
        """The pointer left the panel. Most panels take no notice."""
        return

    def clicked(self, _position: tuple[int, int], /) -> None:
        """A click hit the panel outside of its targets. Most panels take no notice."""
        return


class ScenePanel(Panel, Generic[SceneT]):
    """A panel that shows its scene, and does what the scene can do."""

    def __init__(self, scene: SceneT) -> None:
        super().__init__()
        self.scene = scene
