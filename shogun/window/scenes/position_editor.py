"""The editor of a position on the board of its game.

Impossible positions are reported at once, all others can be played. Each change is saved at once: it is there again at
the same position, or as the last draft.
"""

from collections.abc import Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any

import pygame

from shogun.base.files import make_folder, write_new
from shogun.base.language import _
from shogun.base.user_folders import documents_folder
from shogun.table.position_draft import changes_of, draft_path, keep_changes, last_changed
from shogun.table.positions import SUFFIX, PositionFile, position_text
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD, INK, INK_SOFT, PAPER, SMALL, VERMILION
from shogun.window.kit.input.keys import Command, game_keys
from shogun.window.kit.layout import Places, column, part, place, row, share
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.kit.widgets.stepper import Number, Options, chooser, options, stepper
from shogun.window.play.game_plugin import brought
from shogun.window.play.position_editing import Page, PositionDraft, PositionEditing, Row
from shogun.window.play.routes import ToPlayPosition

FORM_EM = 27.0
PARTS = row(part("board"), part("form", wide=FORM_EM), gap=0.5, padding=0.5)
SHEET = column(
    part("pages", high=2.2), part("which", high=2.1), part("rows"), part("told", high=4.4),
    row(part("undo"), part("draft"), part("export"), gap=0.6, high=2.3),
    row(part("back"), part("play"), gap=0.6, high=2.6),
    gap=0.4, padding=(0.9, 0.7),
)  # fmt: skip
ROW = row(part("label", wide=share(45)), part("field", wide=share(55)), gap=0.5)
ROW_EM, GAP_EM = 2.1, 0.25
SLICE = 0.008
"""Seconds of painting between two frames."""


class PositionBoardPanel(ScenePanel["PositionScene"]):
    """The board: a click selects a place, a second one moves its contents on."""

    name = "board"

    def shows(self) -> tuple[object, ...]:
        """Return the contents and the selection."""
        return self.scene.draft.steps, self.scene.place, self.scene.painted

    def draw(self, canvas: Canvas) -> None:
        """Draw the board."""
        scene = self.scene
        scene.board.draw(canvas, self.rect, scene.draft.view, scene.place)
        canvas.frame(self.rect, INK, 0.0, 0.12)
        canvas.frame(self.rect.inflate(-canvas.px(0.24), -canvas.px(0.24)), GOLD, 0.0, 0.05)

    def clicked(self, position: tuple[int, int]) -> None:
        """Choose a place, or give it on."""
        if place := self.scene.board.place_at(position):
            self.scene.click_place(place)


class PositionPanel(ScenePanel["PositionScene"]):
    """All fields, problems, and actions."""

    name = "position"

    def __init__(self, scene: "PositionScene") -> None:
        super().__init__(scene)
        self.scrolling: Scrolling = Scrolling("row-", self._names)

    def _names(self, number: int) -> Sequence[str]:
        """Return the name of the control of a row."""
        rows = self.scene.pages()[self.scene.page].rows
        return (f"row-{rows[number].name}",) if number < len(rows) else ()

    def shows(self) -> tuple[object, ...]:
        """Return all that changes on the sheet."""
        scene = self.scene
        chosen = scene.place, scene.seat, scene.page
        return scene.draft.steps, scene.draft.problem, chosen, scene.message, scene.last is None

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        scene = self.scene
        canvas.sheet(self.rect, PAPER)
        places, pages = canvas.places(SHEET, self.rect), scene.pages()
        options(canvas, "page", places["pages"], Options([page.title for page in pages], scene.page, scene.turn_to))
        page = pages[scene.page]
        self._which(canvas, places["which"], page)
        for number, room in self.scrolling.lay(canvas, places["rows"], len(page.rows), ROW_EM, GAP_EM):
            self._row(canvas, room, page.rows[number])
        problem = scene.draft.problem
        if problem:
            canvas.paragraph(f"{problem} {scene.message}".rstrip(), places["told"], colour=VERMILION)
        else:
            message = scene.message or (scene.editing.hint() if page.of_place else "")
            canvas.paragraph(message, places["told"], size=SMALL, colour=INK_SOFT)
        self._buttons(canvas, places, problem)

    def _which(self, canvas: Canvas, room: pygame.Rect, page: Page) -> None:
        """Write the place or seat that the page is about."""
        scene = self.scene
        if page.of_place:
            names = scene.places
            chosen = Options(names, names.index(scene.place), lambda n: scene.choose_place(names[n]))
            chosen.tooltip = _("The place being edited")
            chooser(canvas, "place", room, chosen)
        elif page.of_seat:
            names = scene.editing.seats(scene.draft.setup)
            chooser(canvas, "seat", room, Options(names, scene.seat, scene.choose_seat))

    def _row(self, canvas: Canvas, room: pygame.Rect, field: Row) -> None:
        places = canvas.places(ROW, room)
        canvas.line(field.label, places["label"])
        scene = self.scene
        if field.choices:
            chosen = field.choices.index(field.value) if field.value in field.choices else 0
            values = Options(
                field.labels, chosen, lambda n: scene.take(field.change(field.choices[n])), tooltip=field.label
            )
            chooser(canvas, f"row-{field.name}", places["field"], values)
        else:
            number = Number(field.value, field.least, field.most, lambda value: scene.take(field.change(value)))
            stepper(canvas, f"row-{field.name}", places["field"], number)

    def _buttons(self, canvas: Canvas, places: Places, problem: str) -> None:
        scene = self.scene
        can_undo = scene.undo if scene.draft.steps else None
        tooltip = _("Undo the last change (Z); Shift+Z undoes all")
        button(canvas, "undo", places["undo"], _("Undo"), can_undo, tooltip=tooltip)
        tooltip = _("Continue with the position you edited last; this one is kept, too")
        tooltip = tooltip if scene.last is not None else _("There is no other edited position.")
        button(
            canvas, "draft", places["draft"], _("Last draft"), scene.open_last if scene.last else None, tooltip=tooltip
        )
        play = None if problem else scene.play
        button(canvas, "play", places["play"], _("Play from here"), play, style="primary", tooltip=problem, size=1.2)
        button(canvas, "back", places["back"], _("Back"), scene.escape)
        export = None if problem else scene.export
        tooltip = problem or _("Save it to a file of its own in your documents")
        button(canvas, "export", places["export"], _("Export"), export, tooltip=tooltip)


def _free(folder: Path, name: str) -> Path:
    """Return a path in a folder for the file of a position, with a number behind its name if there is such a file."""
    paths = chain([folder / f"{name}{SUFFIX}"], (folder / f"{name} {n}{SUFFIX}" for n in count(2)))
    return next(path for path in paths if not path.exists())


class PositionScene(Scene):
    """Scene on top of the past of a game, a pause, or the menu."""

    own_keys = game_keys("undo", "undo_all")

    def __init__(self, app: Application, found: PositionFile, message: str = "") -> None:
        super().__init__(app)
        self.game = brought(app.options, found.game.code)
        self.game_code = self.game.code
        self.editing: PositionEditing = self.game.editing
        self.found = found
        changes = changes_of(found)
        self.draft = PositionDraft(found.game, found, changes)
        self.last = last_changed(found)
        """Another position of the game, which was changed last; None: there is none."""
        self.places: Sequence[str] = self.editing.places(found.setup)
        self.board = self.editing.board(found.setup)
        self.place = self.places[0] if self.places else ""
        self.seat = 0
        self.page = 0
        again = _("Your earlier changes are back: Z undoes the last one, Shift+Z all of them.") if changes else ""
        self.message = " ".join(filter(None, (message, again)))
        self.painted = 0
        """Number of pictures of the board painted since."""
        self.sheet = PositionPanel(self)
        self.panels = [PositionBoardPanel(self), self.sheet]

    def layout(self, area: pygame.Rect) -> None:
        """Put the board beside the sheet."""
        places = place(PARTS, area, self.em)
        for panel, name in zip(self.panels, ("board", "form"), strict=True):
            panel.place(places[name])

    def update(self, seconds: float) -> None:  # noqa: ARG002  the board is painted by its own clock
        """Let the board be painted."""
        if self.board.work(SLICE):
            self.painted += 1

    def is_moving(self) -> bool:
        """Return whether the board is still being painted."""
        return self.board.is_working

    def pages(self) -> Sequence[Page]:
        """Return all pages of the present selection."""
        return self.editing.pages(self.draft.setup, self.place, self.seat)

    def turn_to(self, page: int) -> None:
        """Show another page from its beginning."""
        if page != self.page:
            self.sheet.scrolling.restart()
        self.page = page

    def choose_place(self, place: str) -> None:
        """Show the contents of another place."""
        self.place = place

    def choose_seat(self, seat: int) -> None:
        """Show what another seat has."""
        self.seat = seat

    def click_place(self, place: str) -> None:
        """Choose a place of the board; if it is chosen already, give it on."""
        of_place = next(number for number, page in enumerate(self.pages()) if page.of_place)
        if place == self.place and self.page == of_place:
            self.take(self.editing.click(self.draft.setup, place, self.seat))
        self.place = place
        self.turn_to(of_place)

    def take(self, setup: Any) -> None:
        """Take a change."""
        self.message = ""
        self.draft.change(setup)
        self._keep()

    def undo(self) -> None:
        """Take the last change back."""
        self.draft.undo()
        self._keep()

    def undo_all(self) -> None:
        """Undo all changes: then there is no draft any more."""
        self.draft.undo_all()
        self._keep()

    def _keep(self) -> None:
        """Write the changes down, so that nobody loses them who leaves, however that comes about."""
        write = partial(keep_changes, self.found, self.draft.changes)
        self.app.keep(draft_path(self.found).name, _("Edited position"), write)

    def open_last(self) -> None:
        """Change the position that was changed last instead."""
        if self.last is not None:
            self.app.pop()
            self.app.push(PositionScene(self.app, self.last))

    def play(self) -> None:
        """Ask who plays from here."""
        if not self.draft.problem:
            self.app.go(ToPlayPosition(self.draft.file()))

    def export(self) -> None:
        """Write the position into a file of the player's documents."""
        position = self.draft.file()
        text = position_text(position.game, position.setup, position.resting)
        try:
            make_folder(folder := documents_folder())
            path = write_new(_free(folder, self.game.code), text.encode())
            self.message = _("Exported to your documents as {name}").format(name=path.name)
        except OSError as error:
            self.message = error_text(error)

    def command(self, command: Command) -> None:
        """Z takes the last change back, Shift+Z all."""
        if command == "undo":
            self.undo()
        elif command == "undo_all":
            self.undo_all()
        else:
            super().command(command)

    def escape(self) -> None:
        """Go back to the scene before; changes are kept."""
        self.app.pop()
