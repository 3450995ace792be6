"""Between two persons at one screen: everything is hidden until the next one takes over."""

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.drawing.banner import SeatLook, banner
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO_DEEP, INK_SOFT, PAPER, TITLE
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.icon import put_icon
from shogun.window.play.model import Waiting
from shogun.window.tower.backdrop import draw_backdrop

SHEET = column(
    part("face", high=6.6), part("name", high=3.0), part("please", high=3.0), part("waiting"),
    row(part("take-over", wide=20.0), justify="middle", high=2.8),
    name="sheet", wide=38.0, high=25.0, padding=(1.0, 1.4),
)  # fmt: skip
LAYOUT = column(
    row(part("menu", wide=6.8, high=2.0), justify="end", padding=0.6, high=share()),
    SHEET,
    column(part("trouble", wide=38.0, high=5.1), high=share(least=5.9), padding=(0.0, 0.8), align="middle"),
    align="middle",
)
"""Below the sheet is room for why the game stands still."""
WAITING = row(part("banner", wide=1.5), part("sign", wide=1.4, high=1.4), gap=0.2)
STEP_EM = 4.6


class Closed(Struct, frozen=True):
    """For whom the screen is closed, and why."""

    seat: SeatLook
    waiting: Sequence[Waiting] = ()
    trouble: Callable[[], str] = lambda: ""
    """Returns why the game below stands still, if what has happened can't be written."""
    is_alone: bool = False
    """Whether nobody else plays here now."""


class HandOverPanel(Panel):
    """A closed screen with one button."""

    name = "hand-over"
    is_sheet = True

    def __init__(self, scene: "HandOverScene", seat: SeatLook, waiting: Sequence[Waiting]) -> None:
        super().__init__()
        self.scene = scene
        self.seat = seat
        self.waiting = waiting

    def draw(self, canvas: Canvas) -> None:
        """Draw who is next, and who has planned already."""
        draw_backdrop(canvas.surface, self.rect)
        places = canvas.places(LAYOUT, self.rect)
        canvas.sheet(places["sheet"], PAPER)
        face = places["face"]
        canvas.image(portrait(self.seat.clan, face.height), face)
        canvas.line(self.seat.name, places["name"], size=TITLE, weight="Bold", align="centre")
        canvas.line(self.scene.request(), places["please"], colour=INK_SOFT, align="centre")
        self._strip(canvas, places["waiting"])
        label = _("I'm {name}").format(name=self.seat.name)
        button(canvas, "take-over", places["take-over"], label, self.scene.act, style="primary", size=1.2)
        button(canvas, "menu", places["menu"], _("Menu"), self.scene.escape)
        if trouble := self.scene.closed.trouble():
            canvas.fill(places["trouble"], INDIGO_DEEP, 0.4)
            canvas.paragraph(trouble, canvas.within(places["trouble"], 0.6, 0.3), colour=GOLD_PALE)

    def shows(self) -> tuple[object, ...]:
        """Return why the game stands still, if it does."""
        return (self.scene.closed.trouble(),)

    def _strip(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a banner for each seat while all plan, and a tick beside those that have done so."""
        strip = row(
            *(part(str(number), wide=STEP_EM, high=2.4) for number, _one in enumerate(self.waiting)),
            justify="middle",
            align="middle",
        )
        for (number, cell), waiting in zip(canvas.places(strip, box).items(), self.waiting, strict=True):
            places = canvas.places(WAITING, cell)
            canvas.image(banner(waiting.seat.clan, cell.height), places["banner"], "left")
            if waiting.has_planned:
                put_icon(canvas, "check", places["sign"])
            told = _("{who} has planned.") if waiting.has_planned else _("{who} has yet to plan.")
            canvas.target(f"waiting-{number}", cell, None, told.format(who=waiting.seat.name), group="waiting")


class HandOverScene(Scene):
    """The closed screen."""

    def __init__(self, app: Application, closed: Closed, act: Act, open_menu: Act) -> None:
        """Wait until `act` is done: the person takes the screen over."""
        super().__init__(app)
        self.closed = closed
        self.act = act
        self.open_menu = open_menu
        self.panels = [HandOverPanel(self, closed.seat, closed.waiting)]

    def request(self) -> str:
        """Return what is asked of whoever sits down now."""
        if self.closed.is_alone:
            return _("The seat is yours again. Its plan is for your eyes only.")
        return _("Your turn at the screen. Everyone else, please look away.")

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
