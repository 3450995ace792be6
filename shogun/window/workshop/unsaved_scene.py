"""A drawing that couldn't be saved when the bench or the window closes: save it elsewhere, or lose it."""

import os
from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect

from shogun.base.files import free_path
from shogun.base.language import _
from shogun.base.user_folders import documents_folder
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import SUFFIX
from shogun.window.kit.drawing.canvas import Act, Canvas, TextEntry
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import Form, entry
from shogun.window.tower.menu_picture import draw_backdrop
from shogun.window.workshop.model.editor_model import EditorModel

SHEET_EM = (46, 22)
GAP_EM = 0.6


class UnsavedPanel(ScenePanel["UnsavedScene"]):
    """A sheet with the reason, a line for a path, and the choices."""

    name = "unkept"
    is_sheet = True

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return self.scene.path, self.scene.complaint

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        scene = self.scene
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("This drawing isn't saved"))
        form.paragraph(scene.question(), 6.6)
        form.label_em, form.field_em = 7.0, form.inner.width / canvas.em - 7.0
        line = TextEntry(scene.path, scene.type_path, _("A folder or a file on another disk"), scene.save_elsewhere)
        entry(canvas, "elsewhere-path", form.row(_("Save it as")), line)
        form.complaint(scene.complaint)
        self._buttons(canvas, form.foot())

    def _buttons(self, canvas: Canvas, foot: Rect) -> None:
        scene = self.scene
        rows: list[tuple[str, str, Act, str]] = [
            (
                "stay",
                _("Back to the bench"),
                scene.escape,
                _("Continue editing; saving is tried again from time to time (Esc)"),
            ),
            ("leave-it", _("Discard it"), scene.leave_it, _("Changes since it was last kept are lost")),
            ("again", _("Try again"), scene.try_again, _("Keep it as a draft among your towers")),
            ("elsewhere", _("Save elsewhere"), scene.save_elsewhere, _("Save it to the path above")),
        ]
        places = canvas.columns(foot, len(rows), GAP_EM)
        for (name, label, act, tooltip), rect in zip(rows, places, strict=True):
            button(canvas, name, rect, label, act, tooltip=tooltip, style="primary" if name == "elsewhere" else "plain")


class UnsavedScene(Scene):
    """Scene on top of the bench, which waits."""

    def __init__(self, app: Application, desk: EditorModel, go_on: Callable[[], None]) -> None:
        super().__init__(app)
        self.desk = desk
        self._go_on = go_on
        self.path = str(free_path(documents_folder() / f"{desk.name}{SUFFIX}"))
        """Path where it would be saved."""
        self.complaint = ""
        """Reason why the last attempt here failed."""
        self.panels = [UnsavedPanel(self)]

    def layout(self, area: Rect) -> None:
        """Hide the bench."""
        self.panels[0].place(area)

    def question(self) -> str:
        """Return the message, and the question."""
        text = _(
            "The draft of {name} couldn't be saved: {reason}. If you leave now, you will lose all changes "
            "since it was last saved."
        )
        return text.format(name=self.desk.name, reason=self.desk.file.refusal)

    def type_path(self, path: str) -> None:
        """Take what has been typed."""
        self.path = path
        self.changed()

    def escape(self) -> None:
        """Draw on."""
        self.app.pop()

    def try_again(self) -> None:
        """Keep it as a draft, and leave if that is possible now."""
        if self.desk.keep_draft():
            self._leave()
        else:
            self._complain(_("It still couldn't be saved: {reason}.").format(reason=self.desk.file.refusal))

    def leave_it(self) -> None:
        """Leave without it."""
        self._leave()

    def save_elsewhere(self) -> None:
        """Write its file where the line says, and leave if that was possible."""
        try:
            self.desk.file.save_elsewhere(self.desk.plan, meant_path(self.path, self.desk.name))
        except UserTowerError as error:
            self._complain(error_text(error))
        else:
            self._leave()

    def key(self, key: int) -> None:
        """Enter tries again, which loses nothing."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.try_again()

    def _leave(self) -> None:
        self.app.pop()
        self._go_on()

    def _complain(self, complaint: str) -> None:
        self.complaint = complaint
        self.changed()


def meant_path(typed: str, name: str) -> Path:
    """Return the absolute path of the typed text; for a folder, a free file in it, named after the tower."""
    path = Path.home() / os.path.expanduser(typed.strip())  # noqa: PTH111  (that of Path may raise)
    if path.is_dir():
        return free_path(path / f"{name}{SUFFIX}")
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
