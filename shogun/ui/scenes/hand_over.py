"""Between two persons at one screen: everything is hidden until the next one takes over."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from shogun.language import _
from shogun.ui import pieces
from shogun.ui.canvas import Canvas
from shogun.ui.model import SeatLook
from shogun.ui.panels.panel import Panel
from shogun.ui.scenes.scene import Scene
from shogun.ui.theme import INDIGO_DEEP, INK_SOFT, PAPER, TITLE
from shogun.ui.widgets.button import button

if TYPE_CHECKING:
    from shogun.ui.app import App


class HandOverPanel(Panel):
    """A closed screen with one button."""

    name = "hand-over"

    def __init__(self, seat: SeatLook, act: Callable[[], None]) -> None:
        super().__init__()
        self.seat = seat
        self.act = act

    def draw(self, canvas: Canvas) -> None:
        """Draw who is next."""
        canvas.fill(self.rect, INDIGO_DEEP)
        sheet = pygame.Rect(0, 0, canvas.px(34), canvas.px(22))
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        flag = pieces.banner(self.seat.clan, canvas.px(6))
        canvas.surface.blit(flag, flag.get_rect(midtop=(sheet.centerx, sheet.top + canvas.px(2))))
        inner = sheet.inflate(-canvas.px(2), 0)
        line = pygame.Rect(inner.left, sheet.top + canvas.px(9), inner.width, canvas.px(3))
        canvas.line(self.seat.name, line, size=TITLE, weight="Bold", align="centre")
        line = line.move(0, canvas.px(3))
        canvas.line(_("Please take the screen; the others look away."), line, colour=INK_SOFT, align="centre")
        rect = pygame.Rect(0, 0, canvas.px(14), canvas.px(2.8))
        rect.midbottom = (sheet.centerx, sheet.bottom - canvas.px(2))
        button(canvas, "take-over", rect, _("I am {name}").format(name=self.seat.name), self.act, style="primary")


class HandOverScene(Scene):
    """The closed screen."""

    def __init__(self, app: "App", seat: SeatLook, act: Callable[[], None]) -> None:
        super().__init__(app)
        self.act = act
        self.panels = [HandOverPanel(seat, act)]

    def layout(self, area: pygame.Rect) -> None:
        """Cover the whole window."""
        self.panels[0].place(area)

    def key(self, key: int) -> None:
        """Enter takes over."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.act()
