"""Who plays a seat from now on: a sheet over the game with one button for each choice."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.players.seating import Opponents, player_sentence, player_title
from shogun.table.storage.journal import PERSON
from shogun.window.kit.drawing.banner import SeatLook
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER
from shogun.window.kit.layout import Node, Places, between, column, part, row, shaped
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.icon import put_icon
from shogun.window.kit.widgets.rank_steps import draw_ladder, ladder_em
from shogun.window.tower.backdrop import draw_backdrop

WIDE_EM, BUTTON_EM = 47.0, 2.4
STEPS = 8
"""Of the longest ladder of strengths."""
LADDER_EM = 1.5
"""How high a ladder is."""
PORTRAIT_EM = 3.4
HEAD = row(
    part("flag", wide=PORTRAIT_EM),
    column(part("title", high=2.0), part("note", high=1.5)),
    high=PORTRAIT_EM + 0.5,
    gap=0.9,
)
FOOT = row(part("back", wide=10.0), high=BUTTON_EM)


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
        rank = self.rank(code)
        if rank is None:
            return self.title(code)
        return _("{title} · {rank} of {count}").format(title=self.title(code), rank=rank[0], count=rank[1])

    def rank(self, code: str) -> tuple[int, int] | None:
        """Return the rank among the strengths, 1 the weakest, and how many these are; None if it has no strength."""
        ratings = self.opponents.RATINGS
        measured = sorted((one for one in self.codes() if one in ratings), key=lambda one: ratings[one])
        return (measured.index(code) + 1, len(measured)) if code in measured else None

    def sentence(self, code: str) -> str:
        """Return what is to be known of who plays."""
        return player_sentence(self.opponents, code, self.described)


class SeatPanel(ScenePanel["SeatScene"]):
    """Banner and name, a row for each choice, and the way back."""

    name = "seat"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet; who plays now is marked."""
        draw_backdrop(canvas.surface, self.rect)
        scene = self.scene
        choices = scene.choices()
        places = canvas.places(_sheet(choices), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        self._head(canvas, places)
        for code in choices:
            self._choice(canvas, code, places)
        button(canvas, "back", places["back"], _("Back"), scene.escape)

    def _head(self, canvas: Canvas, places: Places) -> None:
        seat = self.scene.look
        canvas.image(portrait(seat.clan, canvas.px(PORTRAIT_EM)), places["flag"], "left")
        title, note = self.scene.words()
        canvas.line(title, places["title"], size=1.5, weight="Bold")
        canvas.small(note, places["note"], colour=INK_SOFT)

    def _choice(self, canvas: Canvas, code: str, places: Places) -> None:
        rect, told = places[f"play-{code}"], places[f"told-{code}"]
        now = code == self.scene.player
        style: Style = "chosen" if now else "plain"
        known = self.scene.known
        why = self.scene.mark() if now else ""
        act = partial(self.scene.choose, code)
        button(canvas, f"play-{code}", rect, known.title(code), act, style=style, tooltip=why, begins=now)
        if now:
            put_icon(canvas, "check", canvas.within(shaped(rect, 1.0, ("start", "middle")), 0.25))
        if rank := known.rank(code):
            draw_ladder(canvas, canvas.spot(places[f"rank-{code}"], high=LADDER_EM), *rank)
        words = known.sentence(code) or _("A human at this computer.")
        high = canvas.paragraph_height(words, told, size=0.9)
        canvas.paragraph(words, canvas.spot(told, high=high / canvas.em), size=0.9, colour=INK_SOFT)


def _sheet(codes: Sequence[str]) -> Node:
    """Return the layout of the sheet, as high as there are choices."""
    rows = (
        row(
            part(f"play-{code}", wide=12.0),
            part(f"rank-{code}", wide=ladder_em(STEPS)),
            part(f"told-{code}"),
            high=between(1.0, BUTTON_EM),
            gap=0.8,
        )
        for code in codes
    )
    sheet = column(HEAD, *rows, part(high=0.5), FOOT, name="sheet", wide=WIDE_EM, gap=0.35, padding=(1.5, 0.9))
    return column(sheet, justify="middle", align="middle")


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

    def mark(self) -> str:
        """Return what is said of who plays now."""
        return _("Plays this seat now")

    def words(self) -> tuple[str, str]:
        """Return what is asked, and what there is to know about the answer."""
        note = _("Moves already made are kept. You can change this again at any time.")
        return _("Who plays as {name} from now on?").format(name=self.look.name), note

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


class FirstSeatScene(SeatScene):
    """Lies upon the sheet of a new game."""

    def mark(self) -> str:
        """Return what is said of who is to play."""
        return _("Will play this seat")

    def words(self) -> tuple[str, str]:
        """Return what is asked, and what the steps are."""
        return _("Who plays as {name}?").format(name=self.look.name), _("The bars show playing strength.")
