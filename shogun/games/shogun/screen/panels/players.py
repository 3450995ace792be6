"""All players' goods, which are public at all times."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.games.shogun.rules.references import GOODS_RULES
from shogun.games.shogun.rules.state import Planning
from shogun.games.shogun.screen.card import coin
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words.symbols import special_label
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.icons import Palette
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import CUBES, GOLD_PALE, INDIGO, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.widgets.icon import put_icon

HEAD_EM = 2.0
"""Height of the part of a row that changes who plays, at least."""
MOST_EM = 3.9
"""Height of a player's row where there is room."""


class SeatChanger(Protocol):
    """Who knows the seats: `scenes/game/seats.py`."""

    def open_menu(self, seat: int) -> None:
        """Ask who shall play a seat from now on."""

    def tooltip(self, seat: int) -> str:
        """Return who plays a seat and how to change that."""


class PlayersPanel(Panel):
    """A row for each player: banner, name, what they do, and their goods."""

    name = "players"

    def __init__(self, model: Model, controls: Controls, changer: SeatChanger | None = None) -> None:
        """Show the players; with a `changer` a click on a banner asks who shall play the seat."""
        super().__init__()
        self.model = model
        self.controls = controls
        self.changer = changer
        self._rows: dict[int, pygame.Rect] = {}

    def pointed(self, position: tuple[int, int]) -> None:
        """Light the provinces of the row under the pointer."""
        if self.changer is not None:
            self.controls.point_at_clan(
                next((seat for seat, row in self._rows.items() if row.collidepoint(position)), None)
            )

    def clicked(self, position: tuple[int, int]) -> None:
        """Change who plays by a click on the banner's foot too."""
        seat = next((seat for seat, row in self._rows.items() if row.collidepoint(position)), None)
        if self.changer is not None and seat is not None:
            self.changer.open_menu(seat)

    def left(self) -> None:
        """Light nothing any more."""
        if self.changer is not None:
            self.controls.point_at_clan(None)

    def shows(self) -> tuple[object, ...]:
        """Return all goods, and who is asked or thinks."""
        model = self.model
        return model.view, model.question, model.thinking, model.seats

    def draw(self, canvas: Canvas) -> None:
        """Draw all rows."""
        canvas.sheet(self.rect)
        inner = self.rect.inflate(-canvas.px(0.6), -canvas.px(0.6))
        count = len(self.model.seats)
        gap = canvas.px(0.2)
        high = min(canvas.px(MOST_EM), (inner.height + gap) // count - gap)
        for row in range(count):
            self._row(canvas, row, pygame.Rect(inner.left, inner.top + row * (high + gap), inner.width, high))

    def _row(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        self._rows[seat] = box
        active = self._is_active(seat)
        canvas.plate(
            box, GOLD_PALE if active else PAPER_BRIGHT, INDIGO if active else PAPER_EDGE, 0.25, 0.14 if active else 0.08
        )
        flag = banner(self.model.seats[seat].clan, round(box.height * 0.86))
        canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + canvas.px(0.35), box.centery)))
        left = box.left + flag.get_width() + canvas.px(0.8)
        text = pygame.Rect(left, box.top + canvas.px(0.1), box.right - left - canvas.px(0.4), box.height // 2)
        self._sign(canvas, seat, pygame.Rect(box.left, box.top, left - box.left - canvas.px(0.2), box.height))
        self._heading(canvas, seat, text)
        if self.changer is not None:
            high = max(text.bottom - box.top, canvas.px(HEAD_EM))
            head = pygame.Rect(box.left, box.top, box.width, min(high, box.height))
            canvas.target(f"seat-{seat}", head, partial(self.changer.open_menu, seat), self.changer.tooltip(seat))
        goods = pygame.Rect(text.left, text.bottom - canvas.px(0.1), text.width, box.bottom - text.bottom)
        self._goods(canvas, seat, goods)

    def _sign(self, canvas: Canvas, seat: int, banner: pygame.Rect) -> None:
        """Draw at the banner's foot whether a person or a computer plays."""
        side = canvas.px(1.1)
        name = "person" if self.model.seats[seat].person else "computer"
        put_icon(canvas, name, pygame.Rect(banner.right - side, banner.bottom - side - canvas.px(0.1), side, side))

    def _is_active(self, seat: int) -> bool:
        model = self.model
        if model.question is not None:
            return model.question.seat == seat
        return model.view.turn == seat

    def _heading(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        note = self._note(seat)
        wide = box.width * 2 // 5 if note else 0
        name = pygame.Rect(box.left, box.top, box.width - wide - canvas.px(0.3), box.height)
        canvas.line(self.model.seats[seat].name, name, weight="Bold")
        if note:
            canvas.small(note, pygame.Rect(box.right - wide, box.top, wide, box.height), align="right", colour=INK_SOFT)

    def _note(self, seat: int) -> str:
        model, view = self.model, self.model.view
        if isinstance(view.stage, Planning):
            return _("has planned") if view.planned[seat] else _("is planning")
        if seat in model.thinking:
            return _("thinks …")
        taken = view.specials_taken[seat]
        return special_label(taken) if taken else ""

    def _goods(self, canvas: Canvas, seat: int, box: pygame.Rect) -> None:
        player = self.model.view.players[seat]
        provinces = len(self.model.view.owned(seat))
        shares = (
            ("chest", player.chests, 0.19, _("War chests")),
            ("rice", player.rice, 0.19, _("Rice")),
            ("armies", player.reserve, 0.21, _("Armies in the reserve")),
            ("provinces", provinces, 0.19, _("Provinces")),
            ("points", player.points, 0.22, _("Victory points")),
        )
        left = box.left
        for icon, value, share, tooltip in shares:
            part = pygame.Rect(left, box.top, round(box.width * share), box.height)
            self._good(canvas, seat, icon, value, part)
            canvas.target(f"{icon}-{seat}", part, None, f"{tooltip}: {value}", GOODS_RULES[icon])
            left = part.right

    def _good(self, canvas: Canvas, seat: int, icon: str, value: int, box: pygame.Rect) -> None:
        if icon == "provinces":
            _pennant(canvas, str(value), box)
        elif icon == "points":
            _medal(canvas, str(value), box)
        elif icon == "armies":
            cube = Palette(accent=CUBES[self.model.seats[seat].colour])
            coin(canvas, "cube", value, box, cube)
        else:
            coin(canvas, icon, value, box)


def _pennant(canvas: Canvas, value: str, box: pygame.Rect) -> None:
    """Draw a small piece of land and a number."""
    side = min(box.height, canvas.px(1.0))
    x, y = box.left, box.centery - side // 2
    shape = [(0.0, 0.35), (0.3, 0.0), (0.6, 0.2), (1.0, 0.1), (0.9, 0.7), (0.5, 1.0), (0.15, 0.85)]
    pygame.draw.polygon(canvas.surface, INK_SOFT, [(x + side * a, y + side * b) for a, b in shape])
    canvas.line(value, box.move(side + canvas.px(0.25), 0), size=0.94, weight="Bold")


def _medal(canvas: Canvas, value: str, box: pygame.Rect) -> None:
    """Draw a number of points in an indigo lozenge."""
    wide = min(box.width - 2, canvas.px(2.3))
    lozenge = pygame.Rect(0, 0, wide, min(box.height, canvas.px(1.35)))
    lozenge.midright = (box.right, box.centery)
    canvas.fill(lozenge, INDIGO, 0.6)
    canvas.line(value, lozenge, size=0.98, colour=PAPER, weight="Bold", align="centre")
