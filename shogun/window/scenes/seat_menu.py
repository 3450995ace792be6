"""Who plays a seat from now on: a sheet over the game with one button for each choice."""

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.players.seating import Opponents, player_sentence, player_title
from shogun.table.journal import PERSON
from shogun.window.kit.backdrop import draw_backdrop
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.scene import Application, Scene
from shogun.window.kit.theme import INK_SOFT, PAPER
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.icon import put_icon

WIDE_EM = 44
HEAD_EM = 5.2
ROW_EM = 3.0
FOOT_EM = 5
BUTTON_EM = 2.5
LABEL_EM = 13


class Known(Struct, frozen=True):
    """Who can play a seat of a game beside persons."""

    opponents: Opponents
    described: Mapping[str, str] = {}
    """What the game's header says of opponents that are not the program's own, by their codes."""

    def codes(self) -> list[str]:
        """Return the codes of all, the program's own first."""
        own = self.opponents.codes()
        return [*own, *(code for code in self.described if code not in own)]

    def title(self, code: str) -> str:
        """Return what who plays is called."""
        return player_title(self.opponents, code, self.described)

    def ranked_title(self, code: str) -> str:
        """Return what who plays is called, with the rank among the strengths, 1 the weakest, if they have one."""
        ratings = self.opponents.RATINGS
        measured = sorted((one for one in self.codes() if one in ratings), key=lambda one: ratings[one])
        if code not in measured:
            return self.title(code)
        rank = measured.index(code) + 1
        return _("{title} · {rank} of {count}").format(title=self.title(code), rank=rank, count=len(measured))

    def sentence(self, code: str) -> str:
        """Return what is to be known of who plays."""
        return player_sentence(self.opponents, code, self.described)


class SeatPanel(Panel):
    """Banner and name, a row for each choice, and the way back."""

    name = "seat"

    def __init__(self, scene: "SeatScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet; who plays now is marked."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        choices = scene.choices()
        around = canvas.px(HEAD_EM + FOOT_EM)
        step = min(canvas.px(ROW_EM), (self.rect.height - around) // len(choices))
        sheet = pygame.Rect(0, 0, canvas.px(WIDE_EM), around + step * len(choices))
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        inner = sheet.inflate(-canvas.px(3), -canvas.px(2))
        self._head(canvas, pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM)))
        row = pygame.Rect(inner.left, inner.top + canvas.px(HEAD_EM), inner.width, min(canvas.px(BUTTON_EM), step - 2))
        for code in choices:
            self._choice(canvas, row, code)
            row = row.move(0, step)
        rect = pygame.Rect(inner.left, inner.bottom - canvas.px(BUTTON_EM), canvas.px(10), canvas.px(BUTTON_EM))
        button(canvas, "back", rect, _("Back"), scene.escape)

    def _head(self, canvas: Canvas, box: pygame.Rect) -> None:
        seat = self.scene.look
        flag = banner(seat.clan, canvas.px(3.4))
        canvas.surface.blit(flag, box)
        room = pygame.Rect(box.left + flag.get_width() + canvas.px(1), box.top, 0, canvas.px(2))
        room.width = box.right - room.left
        title = _("Who plays {name} from now on?").format(name=seat.name)
        canvas.line(title, room, size=1.5, weight="Bold")
        note = pygame.Rect(room.left, room.bottom, room.width, canvas.px(1.5))
        canvas.small(_("What was played stands. You can change it again at any time."), note, colour=INK_SOFT)

    def _choice(self, canvas: Canvas, row: pygame.Rect, code: str) -> None:
        now = code == self.scene.player
        style: Style = "chosen" if now else "plain"
        rect = pygame.Rect(row.left, row.top, canvas.px(LABEL_EM), row.height)
        known = self.scene.known
        why = _("Plays this seat now") if now else ""
        act = partial(self.scene.choose, code)
        button(canvas, f"play-{code}", rect, known.title(code), act, style=style, tooltip=why)
        if now:
            put_icon(canvas, "check", pygame.Rect(rect.left, rect.top, rect.height, rect.height).inflate(-8, -8))
        words = known.sentence(code) or _("Somebody at this screen.")
        room = pygame.Rect(rect.right + canvas.px(0.8), row.top, 0, row.height)
        room.width = row.right - room.left
        high = canvas.paragraph_height(words, room, size=0.9)
        room.top += max(0, room.height - high) // 2
        canvas.paragraph(words, room, size=0.9, colour=INK_SOFT)


class SeatScene(Scene):
    """Lies upon the game, which waits below."""

    def __init__(
        self, app: Application, known: Known, look: SeatLook, player: str, change: Callable[[str], None]
    ) -> None:
        """Ask who plays the seat that looks so; `player` does now, and `change` is told of another."""
        super().__init__(app)
        self.known = known
        self.look = look
        self.player = player
        self._change = change
        self.panels = [SeatPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def choices(self) -> list[str]:
        """Return who can play, and who does now even if it is offered no longer."""
        offered = [PERSON, *self.known.codes()]
        return offered if self.player in offered else [*offered, self.player]

    def choose(self, player: str) -> None:
        """Let somebody play the seat, and go back to the game."""
        self.app.pop()
        if player != self.player:
            self._change(player)

    def escape(self) -> None:
        """Leave everything as it is."""
        self.app.pop()
