"""The tower in its panel: the drop as it falls, the tray counted out side against side, and the speed."""

from collections.abc import Mapping
from functools import partial
from typing import Protocol

import pygame

from shogun.language import _
from shogun.rules.cards import PEASANT
from shogun.ui import pieces
from shogun.ui.canvas import Canvas
from shogun.ui.icons import Palette
from shogun.ui.model import Battle, Count, Model
from shogun.ui.panels.controls import Controls
from shogun.ui.panels.odds import draw_odds
from shogun.ui.panels.panel import Panel
from shogun.ui.settings import AT_ONCE, SPEEDS
from shogun.ui.theme import CUBES, GOLD_PALE, INDIGO, INK_SOFT, SMALL
from shogun.ui.widgets.button import Style, face
from shogun.ui.widgets.card import put_icon

HEAD_EM = 2.5
ROW_EM = 1.6
COUNT_EM = HEAD_EM + 2 * ROW_EM + 0.3
BUTTONS_EM = 2.5
GAP_EM = 0.2
PEASANTS = Palette(accent=CUBES[PEASANT])
SPEED_LABELS = {speed: f"{speed:g}×" for speed in SPEEDS} | {0.5: "½×"}


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
        elif self.model.odds:
            draw_odds(canvas, inner, self.model.odds)
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
        head = pygame.Rect(box.left, box.top, box.width, canvas.px(HEAD_EM))
        if battle.result:
            canvas.fill(head.inflate(canvas.px(0.4), 0), GOLD_PALE, 0.2)
        canvas.paragraph(battle.result or battle.title, head, size=SMALL, weight="Bold" if battle.result else "Regular")
        if not battle.sides:
            return
        for number, side in enumerate(battle.sides):
            row = pygame.Rect(box.left, head.bottom + number * canvas.px(ROW_EM), box.width, canvas.px(ROW_EM))
            self._side(canvas, side, battle.counted, row)
            canvas.target(f"side-{number}", row, None, f"{side.title}: {min(battle.counted, side.total)}")

    def _side(self, canvas: Canvas, side: Count, counted: int, box: pygame.Rect) -> None:
        """Draw a side's sign, its cubes that were counted so far, and their number."""
        number = min(counted, side.total)
        sign = pygame.Rect(box.left, box.top, canvas.px(1.6), box.height).inflate(0, -canvas.px(0.2))
        self._sign(canvas, side.seat, sign)
        sum_box = pygame.Rect(box.right - canvas.px(1.9), box.top, canvas.px(1.9), box.height)
        canvas.line(str(number), sum_box, size=1.4, weight="Bold", align="right", colour=INDIGO)
        cubes = [colour for colour, count in side.cubes for _cube in range(count)][:number]
        size = canvas.px(1.1)
        step = min(size + 1, (sum_box.left - sign.right - size) // max(1, len(cubes) - 1))
        for place, colour in enumerate(cubes):
            image = pieces.cube(colour, size)
            canvas.surface.blit(image, image.get_rect(midleft=(sign.right + place * step, box.centery)))

    def _sign(self, canvas: Canvas, seat: int | None, box: pygame.Rect) -> None:
        """Draw a player's banner, or a peasant for those who are nobody's."""
        if seat is None:
            put_icon(canvas, "peasant", pygame.Rect(box.left, box.top, box.height, box.height), PEASANTS)
        else:
            canvas.surface.blit(pieces.banner(self.model.seats[seat].clan, box.height), box)

    def _buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the speeds, to skip and to go fast in one row."""
        gap = canvas.px(GAP_EM)
        inner = box.inflate(-canvas.px(0.6), -canvas.px(0.5))
        count = len(SPEEDS) + 2
        wide = (inner.width - gap * (count - 1)) // count
        rects = [pygame.Rect(inner.left + n * (wide + gap), inner.top, wide, inner.height) for n in range(count)]
        for rect, speed in zip(rects, SPEEDS, strict=False):
            self._speed(canvas, rect, speed)
        self._skip(canvas, rects[-2])
        self._fast(canvas, rects[-1])

    def _speed(self, canvas: Canvas, rect: pygame.Rect, speed: float) -> None:
        style: Style = "chosen" if self.model.speed == speed else "plain"
        face(canvas, rect, partial(self.controls.set_speed, speed), style)
        canvas.line(SPEED_LABELS[speed], rect.inflate(-4, 0), align="centre", size=SMALL)
        tooltip = _("How fast everything is shown")
        canvas.target(f"speed-{speed:g}", rect, partial(self.controls.set_speed, speed), tooltip)

    def _skip(self, canvas: Canvas, rect: pygame.Rect) -> None:
        face(canvas, rect, self.controls.skip, "plain")
        put_icon(canvas, "skip", rect.inflate(-canvas.px(0.8), -canvas.px(0.8)))
        canvas.target("skip", rect, self.controls.skip, _("Skip what is shown now (Space)"))

    def _fast(self, canvas: Canvas, rect: pygame.Rect) -> None:
        face(canvas, rect, self.controls.toggle_fast, "chosen" if self.model.computers_speed == AT_ONCE else "plain")
        put_icon(canvas, "fast", rect.inflate(-canvas.px(0.8), -canvas.px(0.8)))
        tooltip = _("Show opponents' moves at once; battles are played in any case.")
        canvas.target("fast", rect, self.controls.toggle_fast, tooltip)
