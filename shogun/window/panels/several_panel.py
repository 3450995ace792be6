"""Beside a list, as long as several things are chosen in it: their names, and what can be done with all of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame
from msgspec import Struct

from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, PAPER, PAPER_SHADE, SMALL
from shogun.window.kit.layout import column, part, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling

BUTTON_EM, GAP_EM, NAME_EM = 2.4, 0.4, 1.5
SHEET = column(
    part("head", high=2.4), part("told", high=3.6), part("names"), part("upper deeds", high=BUTTON_EM),
    part("lower deeds", high=BUTTON_EM), gap=GAP_EM,
)  # fmt: skip


class Deed(Struct):
    """A button that does something with all that is chosen; without an act its tooltip says why."""

    name: str
    label: str
    act: Act | None
    tooltip: str = ""
    style: Style = "plain"


class Several(Struct):
    """What is said of all that is chosen, and what can be done with it."""

    head: str
    told: str
    count: int
    name: Callable[[int], str]
    """Returns what one of them is called, by its number among them."""
    upper: Sequence[Deed]
    lower: Sequence[Deed]
    share: float | None = None
    """How much of what is being done is done; None: nothing is being done."""


class Chosen(Protocol):
    """The scene of a list in which several things are chosen."""

    def several(self) -> Several:
        """Return what is said of them."""


class SeveralPanel(Panel):
    """Names and buttons."""

    name = "several"

    def __init__(self, chosen: Chosen, margin: tuple[float, float] | None = None) -> None:
        """With a `margin`, em, it lies on a sheet of its own."""
        super().__init__()
        self._margin = margin
        self.chosen = chosen
        self.scrolling: Scrolling = Scrolling("chosen-")

    def draw(self, canvas: Canvas) -> None:
        """Draw what is chosen, its buttons at the bottom."""
        if self._margin is None:
            canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        else:
            canvas.sheet(self.rect, PAPER)
        several, room = self.chosen.several(), canvas.within(self.rect, *self._margin or (0.0, 0.0))
        places = canvas.places(SHEET, room)
        canvas.line(several.head, places["head"], size=1.4, weight="Bold")
        if several.share is None:
            canvas.paragraph(several.told, places["told"], size=0.92, colour=INK_SOFT)
        else:
            self._progress(canvas, places["told"], several.told, several.share)
        for number, rect in self.scrolling.lay(canvas, places["names"], several.count, NAME_EM):
            pixels = canvas.smallest(canvas.px(SMALL))
            canvas.small(texts.shortened(several.name(number), pixels, rect.width), rect)
        for deeds, rects in ((several.upper, places["upper deeds"]), (several.lower, places["lower deeds"])):
            for deed, rect in zip(deeds, canvas.columns(rects, max(1, len(deeds)), GAP_EM), strict=False):
                button(canvas, deed.name, rect, deed.label, deed.act, style=deed.style, tooltip=deed.tooltip)

    def _progress(self, canvas: Canvas, box: pygame.Rect, told: str, done: float) -> None:
        words, bar, _rest = canvas.down(box, 1.8, 0.8, share())
        canvas.line(told, words)
        canvas.fill(bar, PAPER_SHADE, 0.3)
        if done:
            canvas.fill(canvas.across(bar, share(done), share(1 - done))[0], INDIGO, 0.3)
