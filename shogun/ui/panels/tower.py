"""The tower in its panel: the drop as it falls, the tray counted out side against side, and the speed."""

from collections.abc import Mapping
from functools import partial
from typing import Protocol

import pygame

from shogun.language import _
from shogun.rules.cards import PEASANT
from shogun.ui import pieces
from shogun.ui.canvas import Canvas
from shogun.ui.model import Battle, Count, Model
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.panel import Panel
from shogun.ui.settings import SPEEDS
from shogun.ui.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, SMALL
from shogun.ui.widgets.button import Style, button

COUNT_EM = 8.6
BUTTONS_EM = 4.1


class Painted(Protocol):
    """The tower as this panel needs it."""

    def resize(self, rect: pygame.Rect) -> None:
        """Draw into `rect` from now on."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the tower."""


class TowerPanel(Panel):
    """Tower, tray, count and speed."""

    name = "tower"

    def __init__(self, model: Model, controls: Controls, tower: Painted) -> None:
        super().__init__()
        self.model = model
        self.controls = controls
        self.tower = tower

    def arrange(self, em: int) -> None:
        """Divide the room between tower, count and buttons."""
        inner = self.rect.inflate(-4, -4)
        inner.height = self.rect.height - round((COUNT_EM + BUTTONS_EM) * em)
        self.tower.resize(inner)

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.sheet(self.rect)
        self.tower.draw(canvas.surface)
        top = self.rect.bottom - canvas.px(COUNT_EM + BUTTONS_EM)
        count = pygame.Rect(self.rect.left, top, self.rect.width, canvas.px(COUNT_EM))
        inner = count.inflate(-canvas.px(0.8), -canvas.px(0.3))
        if self.model.battle:
            self._battle(canvas, self.model.battle, inner)
        else:
            self._contents(canvas, inner)
        self._buttons(canvas, pygame.Rect(count.left, count.bottom, count.width, canvas.px(BUTTONS_EM)))

    def _contents(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Tell by colour what lies on the tray and in the tower; both are public (7.5)."""
        half = box.height // 2
        upper = pygame.Rect(box.left, box.top, box.width, half)
        self._counts(canvas, _("On the tray"), self.model.tray, upper)
        self._counts(canvas, _("In the tower"), self.model.inside, upper.move(0, half))

    def _counts(self, canvas: Canvas, title: str, counts: Mapping[str, int], box: pygame.Rect) -> None:
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(1.3))
        canvas.small(title, head, colour=INK_SOFT)
        colours = [seat.colour for seat in self.model.seats] + [PEASANT]
        present = [(colour, counts.get(colour, 0)) for colour in colours if counts.get(colour)]
        if not present:
            empty = pygame.Rect(box.left, head.bottom, box.width, canvas.px(1.6))
            canvas.small(_("nothing"), empty, colour=INK_SOFT)
        step = min(box.width // max(1, len(present)), canvas.px(2.6))
        for number, (colour, count) in enumerate(present):
            self._cubes(canvas, colour, count, pygame.Rect(box.left + number * step, head.bottom, step, canvas.px(1.6)))

    def _cubes(self, canvas: Canvas, colour: str, count: int, box: pygame.Rect) -> None:
        side = min(box.height * 5 // 6, box.width // 2)
        image = pieces.cube(colour, side)
        canvas.surface.blit(image, image.get_rect(midleft=box.midleft))
        text = pygame.Rect(box.left + side + 2, box.top, box.width - side - 3, box.height)
        canvas.line(str(count), text, size=SMALL, weight="Bold")

    def _battle(self, canvas: Canvas, battle: Battle, box: pygame.Rect) -> None:
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(3.1))
        if battle.result:
            canvas.fill(head.inflate(canvas.px(0.4), 0), GOLD_PALE, 0.2)
        canvas.paragraph(battle.result or battle.title, head, size=SMALL, weight="Bold" if battle.result else "Regular")
        if not battle.sides:
            return
        half = (box.height - head.height) // 2
        for number, side in enumerate(battle.sides):
            row = pygame.Rect(box.left, head.bottom + number * half, box.width, half)
            self._side(canvas, side, battle.counted, row)

    def _side(self, canvas: Canvas, side: Count, counted: int, box: pygame.Rect) -> None:
        """Draw a side's cubes that were counted so far, and their number."""
        number = min(counted, side.total)
        title = pygame.Rect(box.left, box.top, box.width - canvas.px(2), canvas.px(1.15))
        canvas.small(side.title, title)
        sum_box = pygame.Rect(box.right - canvas.px(2), box.top, canvas.px(2), box.height)
        canvas.line(str(number), sum_box, size=1.5, weight="Bold", align="right", colour=INDIGO)
        cubes = [colour for colour, count in side.cubes for _cube in range(count)][:number]
        room = box.width - canvas.px(2.2)
        size = min(canvas.px(1.1), box.height - title.height)
        step = min(size + 1, room // max(1, len(cubes)))
        for place, colour in enumerate(cubes):
            canvas.surface.blit(pieces.cube(colour, size), (box.left + place * step, title.bottom))

    def _buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        gap, high = canvas.px(0.3), canvas.px(1.7)
        inner = box.inflate(-canvas.px(0.8), -canvas.px(0.3))
        wide = (inner.width - gap * (len(SPEEDS) - 1)) // len(SPEEDS)
        for number, speed in enumerate(SPEEDS):
            rect = pygame.Rect(inner.left + number * (wide + gap), inner.top, wide, high)
            self._speed(canvas, rect, speed)
        lower = pygame.Rect(inner.left, inner.top + high + gap, inner.width, high)
        half = (lower.width - gap) // 2
        self._skip(canvas, pygame.Rect(lower.left, lower.top, half, high))
        self._fast(canvas, pygame.Rect(lower.right - half, lower.top, half, high))

    def _speed(self, canvas: Canvas, rect: pygame.Rect, speed: float) -> None:
        style: Style = "chosen" if self.model.speed == speed else "plain"
        act = partial(self.controls.set_speed, speed)
        tooltip = _("How fast everything is shown")
        button(canvas, f"speed-{speed:g}", rect, f"{speed:g}×", act, style=style, tooltip=tooltip, size=SMALL)

    def _skip(self, canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.fill(rect, PAPER_BRIGHT, 0.2)
        button(canvas, "skip", rect, _("Skip"), self.controls.skip, tooltip=_("Space"), size=SMALL)

    def _fast(self, canvas: Canvas, rect: pygame.Rect) -> None:
        style: Style = "chosen" if self.model.fast else "plain"
        tooltip = _("Show opponents' moves at once; battles are played in any case.")
        button(canvas, "fast", rect, _("Fast"), self.controls.toggle_fast, style=style, tooltip=tooltip, size=SMALL)
