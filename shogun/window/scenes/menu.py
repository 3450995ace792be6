"""The first scene: continue, new game, games, settings, quit; beside it cubes fall through the tower, once."""

import time
from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.table.errors import JournalError
from shogun.table.storage.game_files import GameFiles
from shogun.table.storage.saved_games import SavedGame, in_bin
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER, VERMILION
from shogun.window.kit.layout import Node, Places, column, part, row
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.start_options import SMALLEST
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_summaries import GameSummaries
from shogun.window.play.game_words import state_words
from shogun.window.play.routes import ToGames, ToLessons, ToNewGame, ToPuzzles, ToSavedGame, ToSettings, ToTowers
from shogun.window.play.start import ERRORS
from shogun.window.scenes.manual import ManualOpening
from shogun.window.scenes.title_sheet import beside_tower, draw_titles
from shogun.window.tower.menu_picture import Evening

BUTTON_EM, BESIDE_EM = 2.7, 0.6
BESIDE = {"rules": "manual"}
"""Buttons in one line: each with the one at its right."""
FIRST_READING, READING = 0.1, 0.004
"""Seconds that go into reading games before the first picture, and of each one after it."""
SAVED = column(part("called"), part("state"), high=2.8)
"""What is told of the game that is continued, below the button."""
Row = tuple[str, str, Act | None, Style, str]
"""Name, label, act, style and tooltip of a button."""


class MenuPanel(Panel):
    """A sheet with the title and the buttons."""

    name = "menu"
    is_sheet = True

    def __init__(self, scene: "MenuScene") -> None:
        super().__init__()
        self.scene = scene
        self.evening = Evening()

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu beside the tower."""
        canvas.paint(lambda surface: self.evening.draw(surface, self.rect))
        rows, note, saved = self._rows(), self._note(), self.scene.saved
        places = canvas.places(_sheet([name for name, *_ in rows], saved=bool(saved), noted=bool(note)), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        draw_titles(canvas, places)
        for name, label, act, style, why in rows:
            begins = style == "primary" and act is not None
            button(canvas, name, places[name], label, act, style=style, tooltip=why, size=1.2, begins=begins)
        if saved:
            self._tell(canvas, saved, places)
        if note:
            colour = VERMILION if self.scene.message else INK_SOFT
            canvas.paragraph(note, canvas.within(places["note"], -1.0, 0), size=0.92, colour=colour)

    def _note(self) -> str:
        """Return what went wrong, else that everything is small: not every system shows the window's title."""
        if self.scene.message or not self.scene.app.is_scaled:
            return self.scene.message
        told = _("This window is smaller than {width}x{height}: everything is scaled down.")
        return told.format(width=SMALLEST[0], height=SMALLEST[1])

    def _rows(self) -> list[Row]:
        """Return name, label, act, style and tooltip of each button."""
        scene = self.scene
        why = "" if scene.saved else _("There is no unfinished game.")
        is_new = not scene.has_games and not scene.app.settings.lessons
        none = "" if scene.has_games else _("There are no games yet; drop a game's file here to open it.")
        return [
            ("continue", _("Continue"), scene.go_on if scene.saved else None, "primary", why),
            ("new-game", _("New game"), scene.new_game, "plain", ""),
            ("learn", _("Learn to play"), scene.learn, "primary" if is_new else "plain", ""),
            ("puzzles", _("Puzzles"), scene.open_puzzles, "plain", _("Solve tasks from real games")),
            ("games", _("Games"), scene.open_games if scene.has_games else None, "plain", none),
            ("towers", _("Towers"), scene.open_towers, "plain", _("Design your own towers and see what they do")),
            ("rules", _("Rules"), scene.explain, "plain", ""),
            ("manual", _("Manual"), scene.manual.begin, "plain", _("The whole manual, in your browser")),
            ("settings", _("Settings"), scene.open_settings, "plain", ""),
            ("quit", _("Quit"), scene.app.quit, "plain", ""),
        ]

    def _tell(self, canvas: Canvas, saved: SavedGame, places: Places) -> None:
        """Say which game is continued: its name or its players, how far it is, and when it was played last.

        The games beside Shogun, whose name stands above the menu, are named.
        """
        game = brought(self.scene.app.options, saved.header.game)
        called = saved.title or ", ".join(seat.name for seat in saved.header.seats)
        if saved.header.game != next(iter(self.scene.app.options.entries)):
            called = _("{game}: {what}").format(game=game.title, what=called)
        canvas.small(called, places["called"], align="centre")
        found = self.scene.summaries.get(saved.path)
        words = _("{state} ({date})").format(
            state=state_words(game, saved, found), date=f"{saved.changed:%Y-%m-%d %H:%M}"
        )
        canvas.small(words, places["state"], colour=INK_SOFT, align="centre")


def _sheet(buttons: Sequence[str], *, saved: bool, noted: bool) -> Node:
    """Return the layout of the menu: a sheet as high as what is on it."""
    below = {"continue": (SAVED,)} if saved else {}
    alone = (name for name in buttons if name not in BESIDE.values())
    rows = (column(_line(name), *below.get(name, ())) for name in alone)
    note = (part("note", high=4.4),) if noted else ()
    return beside_tower((*rows, *note), gap=0.7)


def _line(name: str) -> Node:
    """Return a button's line: alone, or with the one beside it."""
    if name in BESIDE:
        return row(part(name), part(BESIDE[name]), high=BUTTON_EM, gap=BESIDE_EM)
    return part(name, high=BUTTON_EM)


class MenuScene(Scene):
    """Continue first, then new game, settings and quit."""

    def __init__(self, app: Application, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.manual = ManualOpening()
        self.summaries = GameSummaries(app.options.games)
        self._files = GameFiles(app.options.games)
        self._look()
        self.menu = MenuPanel(self)
        self.panels = [self.menu]
        self.evening = self.menu.evening

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def take_over(self, evening: Evening) -> None:
        """Go on with a fall that has begun before the menu came."""
        self.evening = self.menu.evening = evening

    def entered(self) -> None:
        """Look which games there are."""
        self._look()
        self.changed()

    def _look(self) -> None:
        self._files.look()
        self.has_games = bool(self._files.files or in_bin(self._files.folder))
        self._seek(FIRST_READING)

    def _seek(self, seconds: float) -> None:
        """Look for so long which game can be continued; of ever so many that have ended it is known only later."""
        ends = time.monotonic() + seconds
        self.saved, self._is_sought = self._files.last_unfinished()
        while not self._is_sought and time.monotonic() < ends:
            self._files.go_on(READING)
            self.saved, self._is_sought = self._files.last_unfinished()

    def update(self, seconds: float) -> None:
        """Go on with the summary of the game that can be continued, and let the cubes fall."""
        if told := self.manual.take_sentence():
            self.complain(told)
        if not self._is_sought:
            self._seek(READING)
            self.changed()
        if self.summaries.go_on():
            self.changed()
        if not self.evening.is_over:
            self._fall(seconds)

    def _fall(self, seconds: float) -> None:
        if self.app.settings.reduced_motion:
            self.evening.skip()
        else:
            self.evening.update(seconds)
        self.menu.dirty = True

    def is_moving(self) -> bool:
        """Return whether that game is sought, its summary still made, or cubes fall."""
        return not self._is_sought or self.summaries.is_busy or not self.evening.is_over

    def go_on(self) -> None:
        """Continue the last unfinished game."""
        if self.saved is None:
            return
        try:
            self.app.go(ToSavedGame(self.saved.path))
        except JournalError as error:
            self.complain(
                _("{error}. Under Games, everything before the damage can be saved.").format(error=error_text(error))
            )
        except ERRORS as error:
            self.complain(error_text(error))

    def new_game(self) -> None:
        """Choose what the new game shall be."""
        self.app.go(ToNewGame())

    def open_games(self) -> None:
        """List all games."""
        self.app.go(ToGames())

    def open_puzzles(self) -> None:
        """List all puzzles."""
        self.app.go(ToPuzzles())

    def open_towers(self) -> None:
        """Show all towers."""
        self.app.go(ToTowers())

    def learn(self) -> None:
        """Choose a chapter of the tutorial."""
        self.app.go(ToLessons())

    def open_settings(self) -> None:
        """Choose what is remembered of the window."""
        self.app.go(ToSettings())

    def complain(self, message: str) -> None:
        """Say what went wrong."""
        self.message = message
        self.changed()
