"""The first scene: continue, new game, games, settings, quit beside the tower; and the introduction before it."""

import time
from collections.abc import Sequence

import pygame

from shogun.base.language import _
from shogun.table.errors import JournalError
from shogun.table.game_files import GameFiles
from shogun.table.saved_games import SavedGame, in_bin
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD, INK_SOFT, PAPER, PAPER_SHADE, VERMILION
from shogun.window.kit.input.keys import Command
from shogun.window.kit.layout import Node, Places, column, part, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.outside import Opening
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.runtime.start_options import SMALLEST
from shogun.window.kit.widgets.button import Style, button
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_query import GameSummaries
from shogun.window.play.game_story import state_words
from shogun.window.play.routes import ToGames, ToLessons, ToNewGame, ToPuzzles, ToSavedGame, ToSettings, ToTowers
from shogun.window.play.start import ERRORS
from shogun.window.scenes.rules_help import open_manual
from shogun.window.tower.menu_picture import Evening

# The sheet with the program's name beside the tower, in the introduction and in the menu

WIDE_EM, SIDE_EM, EDGE_EM = 26.0, 2.0, 1.0
"""Width of the sheet, and its margins beside and above."""
SHEET_AT = 0.31
"""Middle of the sheet, as a share of the width."""
TITLES = column(part("kanji", high=4.6), part("title", high=3.0))


def beside_tower(below: Sequence[Node], gap: float) -> Node:
    """Return the layout of a `sheet` as high as its titles and the nodes `below` them, with gaps of `gap` em."""
    sheet = column(TITLES, *below, name="sheet", wide=WIDE_EM, gap=gap, padding=(SIDE_EM, EDGE_EM))
    left = column(sheet, wide=share(SHEET_AT), justify="middle", align="middle")
    return row(left, part(wide=share(0.5 - SHEET_AT)))


def draw_titles(canvas: Canvas, places: Places) -> None:
    """Write the name of the program at the places of TITLES."""
    canvas.line("将軍", places["kanji"], size=3.8, align="centre", colour=VERMILION, weight="Bold")
    canvas.line("Shogun", places["title"], size=2.3, align="centre", weight="Bold")


# The menu

BUTTON_EM, BESIDE_EM = 2.7, 0.6
BESIDE = {"rules": "manual"}
"""Buttons that share a line: each with the one at its right."""
FIRST_READING, READING = 0.1, 0.004
"""Seconds for reading games before the first frame, and during each one after it."""
SAVED = column(part("called"), part("state"), high=2.8)
"""Text about the game to continue, below the button."""
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
        """Return the last error, else that everything is small: not every system shows the window's title."""
        if self.scene.message or not self.scene.app.is_scaled:
            return self.scene.message
        note = _("This window is smaller than {width}x{height}: everything is scaled down.")
        return note.format(width=SMALLEST[0], height=SMALLEST[1])

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
            (
                "manual",
                _("Manual"),
                scene.open_manual,
                "plain",
                _("The whole manual, in your browser"),
            ),
            ("settings", _("Settings"), scene.open_settings, "plain", ""),
            ("quit", _("Quit"), scene.app.quit, "plain", ""),
        ]

    def _tell(self, canvas: Canvas, saved: SavedGame, places: Places) -> None:
        """Write which game is continued: its name or its players, its progress, and when it was last played.

        Games other than Shogun, whose name is above the menu, are named.
        """
        game = brought(self.scene.app.options, saved.header.game)
        called = saved.title or ", ".join(seat.name for seat in saved.header.seats)
        if saved.header.game != next(iter(self.scene.app.options.entries)):
            called = _("{game}: {what}").format(game=game.title, what=called)
        canvas.small(called, places["called"], align="centre")
        known = self.scene.summaries.get(saved.path)
        words = _("{state} ({date})").format(
            state=state_words(game, saved, known), date=f"{saved.changed:%Y-%m-%d %H:%M}"
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
    """Return a button's line, with a second button if it has one beside it."""
    if name in BESIDE:
        return row(part(name), part(BESIDE[name]), high=BUTTON_EM, gap=BESIDE_EM)
    return part(name, high=BUTTON_EM)


class MenuScene(Scene):
    """Continue first, then new game, settings and quit."""

    def __init__(self, app: Application, message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.manual = Opening()
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
        """Continue a fall that began before the menu opened."""
        self.evening = self.menu.evening = evening

    def open_manual(self) -> None:
        """Open the manual in a browser."""
        open_manual(self.manual)

    def entered(self) -> None:
        """Look which games there are."""
        self._look()
        self.changed()

    def _look(self) -> None:
        self._files.look()
        self.has_games = bool(self._files.files or in_bin(self._files.folder))
        self._seek(FIRST_READING)

    def _seek(self, seconds: float) -> None:
        """Look for a game to continue, for this long; among very many finished games it is found later."""
        ends = time.perf_counter() + seconds
        self.saved, self._is_sought = self._files.last_unfinished()
        while not self._is_sought and time.perf_counter() < ends:
            self._files.go_on(READING)
            self.saved, self._is_sought = self._files.last_unfinished()

    def update(self, seconds: float) -> None:
        """Continue the summary of the game that can be continued, and let the cubes fall."""
        if sentence := self.manual.take_sentence():
            self.complain(sentence)
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
        """Open the sheet of a new game."""
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
        """Show the error."""
        self.message = message
        self.changed()


# The introduction before the first menu: ten seconds on the game, beside cubes that fall through its tower

LENGTH = 10.0
"""Seconds until the menu appears automatically."""
EVERY = 2.3
"""Seconds between two sentences."""
FALL = 2.6
"""Seconds until cubes begin to fall, as the second sentence mentions them."""
SENTENCES = 4
SIZE = 1.25
"""Text size of the sentences, em."""
EVERYWHERE: frozenset[Command] = frozenset(("help", "keys", "full_screen", "mute"))
"""Commands of keys in every scene."""


def sentences() -> tuple[str, ...]:
    """Return the sentences in their order."""
    return (
        _("Japan, four hundred years ago. Clans march, build and fight for its provinces."),
        _("Their armies are cubes. In a battle, both sides throw theirs into the same tower."),
        _("The side with more cubes in the tray wins. Cubes that get stuck inside come out in a later battle."),
        _("Nobody decides where a cube lands: each one really falls."),
    )


def layout(heights: Sequence[float], passed: float) -> Node:
    """Return the layout; `heights` are those of the sentences, in em, `passed` the share of the time."""
    below = (
        *(part(f"sentence-{number}", high=high) for number, high in enumerate(heights)),
        row(part("passed", wide=share(passed)), part("to-come", wide=share(1 - passed)), high=0.3),
        row(part("skip", wide=10.0), justify="middle", high=2.4),
    )
    return beside_tower(below, gap=1.2)


class IntroductionPanel(Panel):
    """A sheet that fills with sentences beside the tower; a click anywhere ends it."""

    name = "introduction"

    def __init__(self, scene: "IntroductionScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the tower, and the sentences so far."""
        canvas.paint(lambda surface: self.scene.evening.draw(surface, self.rect))
        line, _rest = canvas.across(self.rect, WIDE_EM - 2 * SIDE_EM, share())
        heights = [canvas.paragraph_height(sentence, line, size=SIZE) / canvas.em for sentence in sentences()]
        places = canvas.places(layout(heights, self.scene.passed), self.rect)
        canvas.sheet(places["sheet"], PAPER)
        draw_titles(canvas, places)
        for number, sentence in enumerate(sentences()[: self.scene.told]):
            canvas.paragraph(sentence, places[f"sentence-{number}"], size=SIZE)
        canvas.fill(places["to-come"], PAPER_SHADE)
        canvas.fill(places["passed"], GOLD)
        why = _("Press any key or click to open the menu.")
        button(canvas, "skip", places["skip"], _("Skip"), self.scene.finish, tooltip=why)

    def clicked(self, _position: tuple[int, int]) -> None:
        """End at once."""
        self.scene.finish()


class IntroductionScene(Scene):
    """The introduction, and then the menu."""

    def __init__(self, app: Application, finish: Act) -> None:
        """Begin; `finish` opens the menu."""
        super().__init__(app)
        self.finish = finish
        self.evening = Evening()
        self.seconds = 0.0
        self.panels = [IntroductionPanel(self)]

    @property
    def told(self) -> int:
        """Number of visible sentences."""
        return min(SENTENCES, 1 + int(self.seconds / EVERY))

    @property
    def passed(self) -> float:
        """The share of the time that has passed, 0 to 1."""
        return min(1.0, self.seconds / LENGTH)

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def update(self, seconds: float) -> None:
        """Show the next sentences, let cubes fall, and open the menu in the end."""
        self.seconds += seconds
        if self.seconds >= FALL:
            self.evening.update(seconds)
        self.changed()
        if self.seconds >= LENGTH:
            self.finish()

    def is_moving(self) -> bool:
        """Return True: time passes."""
        return True

    def key(self, _key: int) -> None:
        """End at once."""
        self.finish()

    def command(self, command: Command) -> None:
        """Do what every scene does; what only games know ends it."""
        if command in EVERYWHERE:
            super().command(command)
        else:
            self.finish()

    def escape(self) -> None:
        """End at once."""
        self.finish()
