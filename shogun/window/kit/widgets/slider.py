"""A number that is set by a knob on a line: by a click, by dragging, and by the arrow keys."""

from collections.abc import Callable

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK, INK_FAINT, PAPER_BRIGHT


class Slider(Struct, frozen=True):
    """A number between two ends in steps."""

    value: float
    lowest: float
    highest: float
    step: float
    change: Callable[[float], None]

    def set(self, value: float) -> None:
        """Change the number to the nearest step between the ends."""
        near = round(value / self.step) * self.step
        self.change(round(min(max(near, self.lowest), self.highest), 6))

    def turn(self, steps: int) -> None:
        """Change the number by steps."""
        self.set(self.value + steps * self.step)

    def at(self, x: float, track: pygame.Rect) -> None:
        """Change the number to that at a place of its line, px."""
        share = (x - track.left) / max(1, track.width)
        self.set(self.lowest + share * (self.highest - self.lowest))


Grasp = Callable[[Slider, pygame.Rect], None]
"""Takes hold of a slider, whose line lies there."""


def slider(canvas: Canvas, name: str, rect: pygame.Rect, number: Slider, grasp: Grasp) -> None:
    """Draw a knob on its line; a press takes hold of it."""
    track = rect.inflate(-canvas.px(1), 0)
    share = (number.value - number.lowest) / (number.highest - number.lowest)
    knob = round(track.left + min(max(share, 0.0), 1.0) * track.width), rect.centery
    thick = max(2, canvas.px(0.2))
    pygame.draw.line(canvas.surface, INK_FAINT, (track.left, rect.centery), (track.right, rect.centery), thick)
    pygame.draw.line(canvas.surface, INDIGO, (track.left, rect.centery), knob, thick)
    pygame.draw.circle(canvas.surface, INK, knob, canvas.px(0.55))
    pygame.draw.circle(canvas.surface, PAPER_BRIGHT, knob, canvas.px(0.45))
    told = _("Drag the knob; the arrow keys change it.")
    canvas.target(name, rect, lambda: grasp(number, track), told, turn=number.turn, wheel=number.turn)
