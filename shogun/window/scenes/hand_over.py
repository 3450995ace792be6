"""Between two persons at one screen: everything is hidden until the next one takes over."""

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.keyboard import ENTER
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import GOLD_PALE, INDIGO_DEEP, INK_SOFT, PAPER, TITLE
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.icon import put_icon

SHEET_EM = (38, 25)
TROUBLE_EM = 5.1
"""Room below the sheet for why the game stands still."""
BANNER_EM, STEP_EM = 2.4, 4.6


class Waiting(Struct, frozen=True):
    """A seat in the strip that says who has planned, and never what."""

    seat: SeatLook
    has_planned: bool


class HandOverPanel(Panel):
    """A closed screen with one button."""

    name = "hand-over"

    def __init__(self, scene: "HandOverScene", seat: SeatLook, waiting: Sequence[Waiting]) -> None:
        super().__init__()
        self.scene = scene
        self.seat = seat
        self.waiting = waiting

    def draw(self, canvas: Canvas) -> None:
        """Draw who is next, and who has planned already."""
        draw_backdrop(canvas.surface, self.rect)
        sheet = pygame.Rect(0, 0, canvas.px(SHEET_EM[0]), canvas.px(SHEET_EM[1]))
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        flag = banner(self.seat.clan, canvas.px(6))
        canvas.surface.blit(flag, flag.get_rect(midtop=(sheet.centerx, sheet.top + canvas.px(1.4))))
        inner = sheet.inflate(-canvas.px(2), 0)
        line = pygame.Rect(inner.left, sheet.top + canvas.px(8), inner.width, canvas.px(3))
        canvas.line(self.seat.name, line, size=TITLE, weight="Bold", align="centre")
        line = line.move(0, canvas.px(3))
        canvas.line(self.scene.request(), line, colour=INK_SOFT, align="centre")
        self._strip(canvas, pygame.Rect(inner.left, line.bottom, inner.width, canvas.px(BANNER_EM + 1.4)))
        rect = pygame.Rect(0, 0, canvas.px(20), canvas.px(2.8))
        rect.midbottom = (sheet.centerx, sheet.bottom - canvas.px(1.4))
        label = _("I am {name}").format(name=self.seat.name)
        button(canvas, "take-over", rect, label, self.scene.act, style="primary", size=1.2)
        menu = pygame.Rect(
            self.rect.right - canvas.px(7.4), self.rect.top + canvas.px(0.6), canvas.px(6.8), canvas.px(2)
        )
        button(canvas, "menu", menu, _("Menu"), self.scene.escape)
        if trouble := self.scene.trouble():
            below = pygame.Rect(sheet.left, sheet.bottom + canvas.px(0.8), sheet.width, canvas.px(TROUBLE_EM))
            canvas.fill(below, INDIGO_DEEP, 0.4)
            canvas.paragraph(trouble, below.inflate(-canvas.px(1.2), -canvas.px(0.6)), colour=GOLD_PALE)

    def shows(self) -> tuple[object, ...]:
        """Return why the game stands still, if it does."""
        return (self.scene.trouble(),)

    def _strip(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a banner for each seat while all plan, and a tick beside those that have done so."""
        step = canvas.px(STEP_EM)
        left = box.centerx - step * len(self.waiting) // 2
        for number, waiting in enumerate(self.waiting):
            cell = pygame.Rect(left + number * step, box.top + canvas.px(0.5), step, canvas.px(BANNER_EM))
            flag = banner(waiting.seat.clan, cell.height)
            canvas.surface.blit(flag, cell)
            sign = pygame.Rect(cell.left + flag.get_width() + canvas.px(0.2), cell.top, canvas.px(1.4), canvas.px(1.4))
            if waiting.has_planned:
                put_icon(canvas, "check", sign)
            told = _("{who} has planned.") if waiting.has_planned else _("{who} is still to plan.")
            canvas.target(f"waiting-{number}", cell, None, told.format(who=waiting.seat.name), group="waiting")


class HandOverScene(Scene):
    """The closed screen."""

    trouble: Callable[[], str] = staticmethod(lambda: "")
    """Returns why the game below stands still, if what has happened can't be written."""
    is_alone = False
    """Whether nobody else plays here now."""

    def __init__(self, app: Application, seat: SeatLook, waiting: Sequence[Waiting], act: Act, open_menu: Act) -> None:
        super().__init__(app)
        self.act = act
        self.open_menu = open_menu
        self.panels = [HandOverPanel(self, seat, waiting)]

    def request(self) -> str:
        """Return what is asked of whoever sits down now."""
        if self.is_alone:
            return _("The seat is yours again. What is planned for it is for you alone.")
        return _("Please take the screen; the others look away.")

    def layout(self, area: pygame.Rect) -> None:
        """Cover the whole window."""
        self.panels[0].place(area)

    def key(self, key: int) -> None:
        """Enter takes over."""
        if key in ENTER:
            self.act()

    def escape(self) -> None:
        """Open the game's menu."""
        self.open_menu()
