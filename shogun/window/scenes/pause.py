"""The menu of a running game: back into it, settings, rules, keys, other games, or out."""

import pygame

from shogun.base.language import _
from shogun.game.errors import NoPosition
from shogun.game.positions import can_begin_anywhere
from shogun.game.protocol import only
from shogun.table.errors import TableError
from shogun.table.past.copied_past import place_after
from shogun.table.positions.position_export import last_exported
from shogun.table.running.session import Session
from shogun.table.storage.journal import parse_journal
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, SMALL
from shogun.window.kit.input import clipboard
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.routes import ToKeys, ToRules
from shogun.window.kit.runtime.scene import Application, Scene, unkept_words
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.input_form import Form
from shogun.window.play.game_plugin import brought
from shogun.window.play.game_words import agreement
from shogun.window.play.routes import ToGames, ToMenu, ToPosition, ToSettings
from shogun.window.tower.backdrop import draw_backdrop

SHEET_EM = (26, 37.9)
BUTTON_EM, GAP_EM = 2.7, 0.8
AGREEMENT = row(part("words"), part("copy", wide=6.5, high=2.2), high=4.2, gap=0.8, align="middle")
"""What another needs to set up the same game, with a button that copies it."""


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
        told, tooltip = self.scene.told or self.scene.agreement(), _("For somebody who wants to play the same game")
        canvas.paragraph(told, places["words"], size=SMALL, colour=INK_SOFT)
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
        """Return the button by which the game is made a position, if such a game can begin at one."""
        if not can_begin_anywhere(self.scene.session.course.game):
            return []
        told = _("Change the position on the board, then play it with any players, or save it to a file.")
        return [("position", _("Edit this position"), self.scene.make_position, told)]


class PauseScene(Scene):
    """Lies upon the game, which waits below."""

    def __init__(self, app: Application, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.header = session.header
        self.game_code = session.header.game
        self.is_over = session.is_over
        self.told = ""
        """What came of copying."""
        self.panels = [PausePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def escape(self) -> None:
        """Go on with the game."""
        self.app.pop()

    def key(self, key: int) -> None:
        """Enter goes on."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.escape()

    def agreement(self) -> str:
        """Return what another needs to set up the same game, while it runs without its seed."""
        return agreement(brought(self.app.options, self.header.game), self.header, is_over=self.is_over)

    def copy(self) -> None:
        """Put what was agreed into the clipboard; without one it is there to be read."""
        if clipboard.copy(self.agreement()):
            self.told = _("Copied.")
            self.changed()

    def make_position(self) -> None:
        """Show the last moment of the game that is a position, to be changed and played from."""
        lines = b"".join(self.session.writer.lines)
        try:
            contents = parse_journal(only(brought(self.app.options, self.game_code).rules), lines, self.session.path)
            _number, found = last_exported(contents, place_after(contents, len(contents.raw)))
        except (NoPosition, TableError) as error:
            self.told = error_text(error)
            self.changed()
            return
        self.app.go(ToPosition(found, _("This is the last moment of the game that can be a position.")))

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
