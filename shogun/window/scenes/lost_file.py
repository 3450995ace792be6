"""The file of a running game was removed or changed by another program: a scene that asks for a new name."""

from collections.abc import Callable

import pygame

from shogun.base.language import _
from shogun.table.errors import TableError
from shogun.window.kit.drawing.canvas import Canvas, TextEntry
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.entry import Form, entry
from shogun.window.tower.menu_picture import draw_backdrop

SHEET_EM = (46, 20)
WORDS_EM = 7.6
LABEL_EM = 10.0


class LostFilePanel(ScenePanel["LostFileScene"]):
    """A sheet with what has happened, and a line for a name."""

    name = "lost-file"
    is_sheet = True

    def shows(self) -> tuple[object, ...]:
        """Return all that changes on the sheet."""
        return self.scene.game_name, self.scene.complaint

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        scene = self.scene
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("This game's file is missing"))
        form.paragraph(scene.words, WORDS_EM)
        form.label_em, form.field_em = LABEL_EM, form.inner.width / canvas.em - LABEL_EM
        line = TextEntry(scene.game_name, scene.type_name, enter=scene.save)
        entry(canvas, "name", form.row(_("Game name")), line)
        form.complaint(scene.complaint)
        form.back("back", _("Back to the game"), scene.escape)
        form.forth("save", _("Save it again"), scene.save, style="primary")


class LostFileScene(Scene):
    """Scene on top of the game, which waits."""

    def __init__(self, app: Application, words: str, name: str, save: Callable[[str], None]) -> None:
        """Ask for a name, with this one as default; `save` takes it, and raises TableError if it fails."""
        super().__init__(app)
        self.words = words
        self.game_name = name
        self.complaint = ""
        """Reason why it couldn't be saved."""
        self._save = save
        self.panels = [LostFilePanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Hide the game."""
        self.panels[0].place(area)

    def type_name(self, name: str) -> None:
        """Take what has been typed."""
        self.game_name = name
        self.changed()

    def escape(self) -> None:
        """Look at the game; with its next answer it is asked again."""
        self.app.pop()

    def save(self) -> None:
        """Save the game under the name in the line, and resume it."""
        try:
            self._save(self.game_name)
        except TableError as error:
            self.complaint = error_text(error)
            self.changed()
        else:
            self.app.pop()

    def key(self, key: int) -> None:
        """Enter saves."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.save()
