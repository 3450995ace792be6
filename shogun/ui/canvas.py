"""What panels draw on: a surface that measures in em and remembers each text and each place to click.

The memory is what makes a picture testable: nothing clipped, nothing overlapping, and every control found by its name.
"""

from collections.abc import Callable
from typing import Literal

import pygame
from msgspec import Struct, field

from shogun.ui import text as texts
from shogun.ui.text import Weight
from shogun.ui.theme import BODY, INK, PAPER, PAPER_EDGE, SMALL, Colour

Align = Literal["left", "centre", "right"]
SMALLEST_TEXT = 0.6
"""Text that doesn't fit is made smaller down to this share of its size, then cut."""

Act = Callable[[], None]


class TextRecord(Struct):
    """One line of text as it was drawn: its own rectangle, the box that it had to stay in, and whether it was cut."""

    text: str
    rect: pygame.Rect
    box: pygame.Rect
    cut: bool


class Target(Struct):
    """A place that reacts to a click; without an `act` it only explains itself by its tooltip."""

    name: str
    rect: pygame.Rect
    act: Act | None
    tooltip: str = ""

    @property
    def enabled(self) -> bool:
        """Whether a click does something."""
        return self.act is not None


class Entry(Struct):
    """A line that takes what is typed while it has the focus."""

    value: str
    change: Callable[[str], None]


class Layer(Struct):
    """The memory of what one panel has drawn."""

    texts: list[TextRecord] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)

    def clear(self) -> None:
        """Forget everything: the panel is drawn anew."""
        self.texts.clear()
        self.targets.clear()
        self.entries.clear()


class Canvas:
    """A surface with an em, a pointer and a layer that remembers."""

    def __init__(self, surface: pygame.Surface, em: int, layer: Layer, pointer: tuple[int, int], focus: str) -> None:
        self.surface = surface
        self.em = em
        self.layer = layer
        self.pointer = pointer
        self.focus = focus

    def px(self, ems: float) -> int:
        """Return a length in px."""
        return round(ems * self.em)

    def hovers(self, rect: pygame.Rect) -> bool:
        """Return whether the pointer is over `rect`."""
        return rect.collidepoint(self.pointer)

    def fill(self, rect: pygame.Rect, colour: Colour, radius: float = 0.0) -> None:
        """Fill a rectangle, its corners rounded by `radius` em."""
        pygame.draw.rect(self.surface, colour, rect, border_radius=self.px(radius))

    def frame(self, rect: pygame.Rect, colour: Colour, radius: float = 0.0, ems: float = 0.08) -> None:
        """Draw the outline of a rectangle inside of it, `ems` em thick."""
        pygame.draw.rect(self.surface, colour, rect, max(1, self.px(ems)), border_radius=self.px(radius))

    def sheet(self, rect: pygame.Rect, colour: Colour = PAPER, edge: Colour = PAPER_EDGE) -> None:
        """Draw a sheet of paper with an edge."""
        self.fill(rect, colour, 0.3)
        self.frame(rect, edge, 0.3)

    def line(
        self,
        text: str,
        box: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour = INK,
        weight: Weight = "Regular",
        align: Align = "left",
    ) -> pygame.Rect:
        """Draw one line of text in the middle of a box and return its rectangle; too long a text is made smaller."""
        pixels = self._pixels(text, size, weight, box.width)
        shown = texts.shortened(text, pixels, box.width, weight)
        image = texts.rendered(shown, pixels, colour, weight)
        rect = image.get_rect(centery=box.centery, left=box.left)
        if align == "centre":
            rect.centerx = box.centerx
        elif align == "right":
            rect.right = box.right
        self.surface.blit(image, rect)
        self.layer.texts.append(TextRecord(text, rect, box.copy(), cut=shown != text))
        return rect

    def _pixels(self, text: str, size: float, weight: Weight, room: int) -> int:
        pixels = self.px(size)
        needed = texts.width(text, pixels, weight)
        if needed <= room or not needed:
            return pixels
        smallest = max(9, int(pixels * SMALLEST_TEXT))
        pixels = max(smallest, int(pixels * room / needed))
        while pixels > smallest and texts.width(text, pixels, weight) > room:
            pixels -= 1
        return pixels

    def paragraph(
        self,
        text: str,
        box: pygame.Rect,
        *,
        size: float = BODY,
        colour: Colour = INK,
        weight: Weight = "Regular",
    ) -> int:
        """Draw wrapped text from the top of a box and return the height that it took; made smaller if it is too long."""
        pixels = self.px(size)
        smallest = max(9, int(pixels * SMALLEST_TEXT))
        lines = texts.wrapped(text, pixels, box.width, weight)
        while pixels > smallest and len(lines) * texts.line_height(pixels) > box.height:
            pixels -= 1
            lines = texts.wrapped(text, pixels, box.width, weight)
        top = box.top
        for line in lines:
            self._paragraph_line(line, box, top, pixels, colour, weight)
            top += texts.line_height(pixels)
        return top - box.top

    def _paragraph_line(
        self, line: str, box: pygame.Rect, top: int, pixels: int, colour: Colour, weight: Weight
    ) -> None:
        image = texts.rendered(line, pixels, colour, weight)
        rect = image.get_rect(topleft=(box.left, top))
        cut = rect.bottom > box.bottom + texts.line_height(pixels) // 4
        if not cut:
            self.surface.blit(image, rect)
        self.layer.texts.append(TextRecord(line, rect, box.copy(), cut=cut))

    def small(
        self, text: str, box: pygame.Rect, *, colour: Colour = INK, align: Align = "left", weight: Weight = "Regular"
    ) -> pygame.Rect:
        """Draw one line of small text."""
        return self.line(text, box, size=SMALL, colour=colour, align=align, weight=weight)

    def target(self, name: str, rect: pygame.Rect, act: Act | None, tooltip: str = "") -> None:
        """Remember a place to click."""
        self.layer.targets.append(Target(name, rect.copy(), act, tooltip))

    def entry(self, name: str, rect: pygame.Rect, value: str, change: Callable[[str], None]) -> None:
        """Remember a line to type into; a click gives it the focus."""
        self.layer.entries[name] = Entry(value, change)
        self.target(name, rect, lambda: None)
