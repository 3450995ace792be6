"""The menu of a running game, the sheet that changes a seat's player, and the hand-over between two persons."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.game.errors import NoPosition
from shogun.game.positions import can_begin_anywhere
from shogun.game.protocol import only
from shogun.players.seating import Opponents, player_sentence, player_title
from shogun.table.errors import TableError
from shogun.table.journal import PERSON, parse_journal
from shogun.table.position_draft import last_exported
from shogun.table.session import Session
from shogun.table.visible_past import place_after
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.portrait import portrait
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO_DEEP, INK_SOFT, PAPER, SMALL, TITLE
from shogun.window.kit.input import clipboard
from shogun.window.kit.input.keyboard import ENTER
from shogun.window.kit.layout import Node, Places, between, column, part, row, shaped, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import Panel, ScenePanel
from shogun.window.kit.runtime.routes import ToKeys, ToRules
from shogun.window.kit.runtime.scene import Application, Scene, unkept_words
from shogun.window.kit.widgets.button import Style, button, draw_ladder, ladder_em, put_icon
from shogun.window.kit.widgets.entry import Form
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_story import agreement
from shogun.window.play.model import Waiting
from shogun.window.play.routes import ToGames, ToMenu, ToPosition, ToSettings
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (26, 37.9)
BUTTON_EM, GAP_EM = 2.7, 0.8
AGREEMENT = row(part("words"), part("copy", wide=6.5, high=2.2), high=4.2, gap=0.8, align="middle")
"""Text that sets up the same game elsewhere, with a button that copies it."""


class PausePanel(ScenePanel["PauseScene"]):
    """A sheet with a column of buttons."""

    name = "pause"
    is_sheet = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu."""
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("The game is over") if self.scene.is_over else _("Game paused"))
        rows = self._rows()
        buttons = (part(name, high=share(most=BUTTON_EM)) for name, *_ in rows)
        places = canvas.places(column(column(*buttons, gap=GAP_EM, high=share()), AGREEMENT), form.room(0))
        for name, label, act, tooltip in rows:
            style: Style = "primary" if name == "resume" else "plain"
            button(canvas, name, places[name], label, act, style=style, tooltip=tooltip, size=1.2)
        words, tooltip = self.scene.told or self.scene.agreement(), _("For somebody who wants to play the same game")
        canvas.paragraph(words, places["words"], size=SMALL, colour=INK_SOFT)
        button(canvas, "copy", places["copy"], _("Copy"), self.scene.copy, tooltip=tooltip)

    def _rows(self) -> list[tuple[str, str, Act, str]]:
        """Return name, label, act and tooltip of each button."""
        scene = self.scene
        unkept = unkept_words(scene.app.scenes)
        left = unkept or _("It is saved; Continue brings you back.")
        return [
            ("resume", _("Back") if scene.is_over else _("Resume"), scene.escape, ""),
            *self._position_row(),
            ("settings", _("Settings"), scene.open_settings, ""),
            ("rules", _("Rules"), scene.open_rules, _("F1 explains whatever the pointer is on, at any time.")),
            ("keys", _("Keys"), scene.open_keys, ""),
            ("games", _("Games"), scene.open_games, unkept or _("This game is saved, and listed there.")),
            ("leave", _("Exit to menu"), scene.leave, left),
            ("quit", _("Quit"), scene.app.quit, unkept or _("The game is saved.")),
        ]

    def _position_row(self) -> list[tuple[str, str, Act, str]]:
        """Return the button that opens the moment in the position editor, if the game has one."""
        if not can_begin_anywhere(self.scene.session.course.game):
            return []
        tooltip = _("Change the position on the board, then play it with any players, or save it to a file.")
        return [("position", _("Edit this position"), self.scene.make_position, tooltip)]


class PauseScene(Scene):
    """Scene on top of the game, which waits."""

    def __init__(self, app: Application, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.header = session.header
        self.game_code = session.header.game
        self.is_over = session.is_over
        self.told = ""
        """Result of copying."""
        self.panels = [PausePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Resume the game."""
        self.app.pop()

    def key(self, key: int) -> None:
        """Resume with Enter."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.escape()

    def agreement(self) -> str:
        """Return everything needed to set up the same game; without its seed while it runs."""
        return agreement(brought(self.app.options, self.header.game), self.header, is_over=self.is_over)

    def copy(self) -> None:
        """Copy the settings to the clipboard; without one they are shown to be read."""
        if clipboard.copy(self.agreement()):
            self.told = _("Copied.")
            self.changed()

    def make_position(self) -> None:
        """Show the last moment of the game that is a position, to be changed and played from."""
        lines = b"".join(self.session.writer.lines)
        try:
            contents = parse_journal(only(brought(self.app.options, self.game_code).rules), lines, self.session.path)
            _number, position = last_exported(contents, place_after(contents, len(contents.raw)))
        except (NoPosition, TableError) as error:
            self.told = error_text(error)
            self.changed()
            return
        self.app.go(ToPosition(position, _("This is the last moment of the game that can be a position.")))

    def open_settings(self) -> None:
        """Change what is remembered of the window."""
        self.app.go(ToSettings())

    def open_rules(self) -> None:
        """Open the rules from their beginning."""
        self.app.go(ToRules(game=self.header.game))

    def open_keys(self) -> None:
        """Show the keys."""
        self.app.go(ToKeys())

    def open_games(self) -> None:
        """Leave for the list of games."""
        self.app.go(ToMenu())
        self.app.go(ToGames())

    def leave(self) -> None:
        """Leave for the menu; every answer is saved already."""
        self.app.go(ToMenu())


# Changing the player of a seat: a sheet over the game with one button for each choice

WIDE_EM, SEAT_BUTTON_EM = 47.0, 2.4
STEPS = 8
"""Bars of the longest scale of strengths."""
LADDER_EM = 1.5
"""Height of the bars."""
PORTRAIT_EM = 3.4
HEAD = row(
    part("flag", wide=PORTRAIT_EM),
    column(part("title", high=2.0), part("note", high=1.5)),
    high=PORTRAIT_EM + 0.5,
    gap=0.9,
)
FOOT = row(part("back", wide=10.0), high=SEAT_BUTTON_EM)


class PlayerChoices(Struct, frozen=True):
    """The possible players of a seat besides persons."""

    opponents: Opponents
    described: Mapping[str, str] = {}
    """Descriptions in the game's header of opponents that are not the program's own, by their codes."""

    def codes(self) -> list[str]:
        """Return the codes of all, the program's own first."""
        own = self.opponents.codes()
        return [*own, *(code for code in self.described if code not in own)]

    def title(self, code: str) -> str:
        """Return the name of a player."""
        return player_title(self.opponents, code, self.described)

    def ranked_title(self, code: str) -> str:
        """Return the name of a player, with the rank among the strengths, 1 the weakest, if there is one."""
        rank = self.rank(code)
        if rank is None:
            return self.title(code)
        return _("{title} · {rank} of {count}").format(title=self.title(code), rank=rank[0], count=rank[1])

    def rank(self, code: str) -> tuple[int, int] | None:
        """Return the rank among the strengths, 1 the weakest, and how many these are; None if it has no strength."""
        ratings = self.opponents.RATINGS
        measured = sorted((code for code in self.codes() if code in ratings), key=lambda code: ratings[code])
        return (measured.index(code) + 1, len(measured)) if code in measured else None

    def sentence(self, code: str) -> str:
        """Return a sentence about a player."""
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
        rect, sentence = places[f"play-{code}"], places[f"told-{code}"]
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
        high = canvas.paragraph_height(words, sentence, size=0.9)
        canvas.paragraph(words, canvas.spot(sentence, high=high / canvas.em), size=0.9, colour=INK_SOFT)


def _sheet(codes: Sequence[str]) -> Node:
    """Return the layout of the sheet, as high as there are choices."""
    rows = (
        row(
            part(f"play-{code}", wide=12.0),
            part(f"rank-{code}", wide=ladder_em(STEPS)),
            part(f"told-{code}"),
            high=between(1.0, SEAT_BUTTON_EM),
            gap=0.8,
        )
        for code in codes
    )
    sheet = column(HEAD, *rows, part(high=0.5), FOOT, name="sheet", wide=WIDE_EM, gap=0.35, padding=(1.5, 0.9))
    return column(sheet, justify="middle", align="middle")


class SeatScene(Scene):
    """Scene on top of the game, which waits."""

    def __init__(
        self, app: Application, known: PlayerChoices, look: SeatLook, player: str, change: Callable[[str], None]
    ) -> None:
        """Ask for the player of the seat with this look, now `player`; `change` is called with another."""
        super().__init__(app)
        self.known = known
        self.look = look
        self.player = player
        self._change = change
        self.panels = [SeatPanel(self)]

    def mark(self) -> str:
        """Return the sentence about the present player."""
        return _("Plays this seat now")

    def words(self) -> tuple[str, str]:
        """Return the question, and notes on the answer."""
        note = _("Moves already made are kept. You can change this again at any time.")
        return _("Who plays as {name} from now on?").format(name=self.look.name), note

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def choices(self) -> list[str]:
        """Return the possible players, including the present one even if it is no longer offered."""
        offered = [PERSON, *self.known.codes()]
        return offered if self.player in offered else [*offered, self.player]

    def choose(self, player: str) -> None:
        """Change the player of the seat, and return to the game."""
        self.app.pop()
        if player != self.player:
            self._change(player)

    def escape(self) -> None:
        """Leave everything as it is."""
        self.app.pop()


class FirstSeatScene(SeatScene):
    """Scene on top of the sheet of a new game."""

    def mark(self) -> str:
        """Return the sentence about the chosen player."""
        return _("Will play this seat")

    def words(self) -> tuple[str, str]:
        """Return the question, and the steps."""
        return _("Who plays as {name}?").format(name=self.look.name), _("The bars show playing strength.")


# Hand-over between two persons at one screen: everything is hidden until the next one takes over

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
"""Room below the sheet for why the game waits."""
WAITING = row(part("banner", wide=1.5), part("sign", wide=1.4, high=1.4), gap=0.2)
STEP_EM = 4.6


class HandOver(Struct, frozen=True):
    """The person for whom the screen is hidden, and the reason."""

    seat: SeatLook
    waiting: Sequence[Waiting] = ()
    trouble: Callable[[], str] = lambda: ""
    """Returns why the game below waits, if its events can't be written."""
    is_alone: bool = False
    """True if nobody else plays here now."""


class HandOverPanel(Panel):
    """A blank screen with one button."""

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
        """Return why the game waits, if it does."""
        return (self.scene.closed.trouble(),)

    def _strip(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a banner for each seat while all plan, and a tick beside those that have finished."""
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
            tooltip = _("{who} has planned.") if waiting.has_planned else _("{who} has yet to plan.")
            canvas.target(f"waiting-{number}", cell, None, tooltip.format(who=waiting.seat.name), group="waiting")


class HandOverScene(Scene):
    """The closed screen."""

    def __init__(self, app: Application, closed: HandOver, act: Act, open_menu: Act) -> None:
        """Wait until `act` is done: the person takes the screen over."""
        super().__init__(app)
        self.closed = closed
        self.act = act
        self.open_menu = open_menu
        self.panels = [HandOverPanel(self, closed.seat, closed.waiting)]

    def request(self) -> str:
        """Return the request to the person who sits down now."""
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
