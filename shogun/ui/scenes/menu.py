"""The first scene: continue, new game, settings, quit; and how games are started, opened and left."""

from typing import TYPE_CHECKING

import pygame

from shogun.language import _
from shogun.rules.errors import IllegalSetup
from shogun.table.errors import TableError
from shogun.table.saves import SavedGame, last_unfinished
from shogun.tower.geometry import GeometryError
from shogun.ui.canvas import Act, Canvas
from shogun.ui.panels.panel import Panel
from shogun.ui.scenes.backdrop import draw_backdrop
from shogun.ui.scenes.scene import Scene
from shogun.ui.theme import INK_SOFT, PAPER, VERMILION
from shogun.ui.widgets.button import Style, button

if TYPE_CHECKING:
    from shogun.ui.app import App

SHEET_EM = (26, 24.2)
SAVED_EM = 2.0
"""What the line about the saved game needs."""
MESSAGE_EM = 4.8
ERRORS = (TableError, GeometryError, IllegalSetup, OSError)
"""What can go wrong when a game is started or opened; each is a sentence for the player."""


class MenuPanel(Panel):
    """A sheet with the title and the buttons."""

    name = "menu"

    def __init__(self, scene: "MenuScene") -> None:
        super().__init__()
        self.scene = scene

    def draw(self, canvas: Canvas) -> None:
        """Draw the menu over a picture of the sea."""
        draw_backdrop(canvas.surface, self.rect)
        high = SHEET_EM[1] + (MESSAGE_EM if self.scene.message else 0) + (SAVED_EM if self.scene.saved else 0)
        sheet = pygame.Rect(0, 0, canvas.px(SHEET_EM[0]), canvas.px(high))
        sheet.center = self.rect.center
        canvas.sheet(sheet, PAPER)
        inner = sheet.inflate(-canvas.px(4), -canvas.px(2))
        title = pygame.Rect(inner.left, inner.top, inner.width, canvas.px(4.6))
        canvas.line("将軍", title, size=3.8, align="centre", colour=VERMILION, weight="Bold")
        title = pygame.Rect(inner.left, title.bottom, inner.width, canvas.px(2.8))
        canvas.line("Shogun", title, size=2.3, align="centre", weight="Bold")
        self._buttons(canvas, inner)
        message = inner.inflate(canvas.px(2), 0)
        message.top, message.height = inner.bottom - canvas.px(4.4), canvas.px(4.4)
        if self.scene.message:
            canvas.paragraph(self.scene.message, message, size=0.92, colour=VERMILION)

    def _buttons(self, canvas: Canvas, inner: pygame.Rect) -> None:
        scene = self.scene
        saved = scene.saved
        why = _("There is no unfinished game.")
        rows: list[tuple[str, str, Act | None, Style, str]] = [
            ("continue", _("Continue"), scene.go_on if saved else None, "primary", "" if saved else why),
            ("new-game", _("New game"), scene.new_game, "plain", ""),
            ("settings", _("Settings"), scene.open_settings, "plain", ""),
            ("quit", _("Quit"), scene.app.quit, "plain", ""),
        ]  # fmt: skip
        top = inner.top + canvas.px(8.3)
        for name, label, act, style, why in rows:
            rect = pygame.Rect(inner.left, top, inner.width, canvas.px(2.7))
            button(canvas, name, rect, label, act, style=style, tooltip=why, size=1.2)
            top = rect.bottom + canvas.px(0.7)
            if name == "continue" and saved:
                top = self._tell(canvas, saved, pygame.Rect(inner.left, rect.bottom, inner.width, canvas.px(1.5)))

    def _tell(self, canvas: Canvas, saved: SavedGame, box: pygame.Rect) -> int:
        players = ", ".join(seat.name for seat in saved.header.seats)
        text = _("{players}; {date}").format(players=players, date=f"{saved.changed:%Y-%m-%d %H:%M}")
        canvas.small(text, box, colour=INK_SOFT, align="centre")
        return box.bottom + canvas.px(0.5)


class MenuScene(Scene):
    """Continue first, then new game, settings and quit."""

    def __init__(self, app: "App", message: str = "") -> None:
        super().__init__(app)
        self.message = message
        self.saved = last_unfinished()
        self.panels = [MenuPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def entered(self) -> None:
        """Look which game can be continued."""
        self.saved = last_unfinished()
        self.changed()

    def go_on(self) -> None:
        """Continue the last unfinished game."""
        from shogun.ui.scenes.start import open_game

        if self.saved is None:
            return
        try:
            open_game(self.app, self.saved.path)
        except ERRORS as error:
            self.complain(str(error))

    def new_game(self) -> None:
        """Choose what the new game shall be."""
        from shogun.ui.scenes.new_game import NewGameScene

        self.app.push(NewGameScene(self.app))

    def open_settings(self) -> None:
        """Choose what is remembered of the window."""
        from shogun.ui.scenes.preferences import PreferencesScene

        self.app.push(PreferencesScene(self.app))

    def complain(self, message: str) -> None:
        """Say what went wrong."""
        self.message = message
        self.changed()

    def key(self, key: int) -> None:
        """Enter continues."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.go_on()


def back_to_menu(app: "App", message: str = "") -> None:
    """Leave whatever is open; a game is saved by its journal."""
    app.replace(MenuScene(app, message))
