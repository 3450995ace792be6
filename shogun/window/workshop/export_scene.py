"""The export of a tower: its file, sheets for cardboard or a laser, or solid parts for a 3D printer."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any

import msgspec
import pygame
from pygame import Rect

from shogun.base.language import _, marked, ngettext
from shogun.base.user_folders import documents_folder
from shogun.tower.cardboard import SHEET_FORMATS, SOLID_FORMATS
from shogun.tower.cardboard.build_options import DEEPEST, ROOM, THICKEST, THINNEST, WIDEST_KERF, BuildOptions
from shogun.tower.geometry import Geometry
from shogun.tower.printing.print_options import (
    FRONTS,
    LARGEST_BED,
    LEAST_HEIGHT,
    SMALLEST_BED,
    THICKEST_PRINT,
    THINNEST_PRINT,
    WIDEST_CLEARANCE,
    PrintOptions,
)
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INDIGO
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.kit.runtime.outside import Opening
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.entry import Form
from shogun.window.kit.widgets.stepper import Number, Options, options, stepper
from shogun.window.tower.menu_picture import draw_backdrop
from shogun.window.workshop.model.exporting import EXPORTS, Exported, TowerExport

SHEET_EM = (46, 28.5)
GAP_EM = 0.6
MESSAGE_EM = 5.4
LABEL_EM, FIELD_EM = 9.0, 11.5
WORDS = {
    "toml": marked("The tower itself, to edit it, to send it, or to play with it."),
    "pdf": marked("Sheets to print on paper and glue onto cardboard, with the steps of the assembly."),
    "svg": marked("The same sheets for a laser cutter or a drawing program, each in a file of its own."),
    "dxf": marked("The same sheets for a laser cutter, in one drawing with a layer for each kind of line."),
    "stl": marked("Parts for a 3D printer, each in a file of its own. They need no supports."),
    "3mf": marked("Parts for a 3D printer, all in one file. They need no supports."),
}
"""Use of each format."""
FRONT_WORDS = {"acrylic": marked("Acrylic"), "open": marked("Open")}


class ExportPanel(ScenePanel["ExportScene"]):
    """A sheet with the formats, the options of the chosen one, and the result."""

    name = "export"
    is_sheet = True

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        scene = self.scene
        return scene.format, scene.sheets, scene.solids, scene.message, scene.is_busy

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        scene = self.scene
        draw_backdrop(canvas.surface, self.rect)
        form = Form(canvas, self.rect, SHEET_EM, _("Export {tower}").format(tower=scene.name))
        labels = [kind.upper() for kind in EXPORTS]
        formats = Options(labels, EXPORTS.index(scene.format), scene.choose, tooltip=_("Format of the file"))
        options(canvas, "format", form.whole_row(), formats)
        form.paragraph(_(WORDS[scene.format]), 2.2)
        form.label_em, form.field_em = LABEL_EM, FIELD_EM
        self._options(canvas, form)
        room = canvas.spot(form.room(), high=MESSAGE_EM, at=("start", "end"))
        if scene.is_complaint:
            form.complaint(scene.message)
        elif scene.message:
            canvas.paragraph(scene.message, room, colour=INDIGO)
        self._buttons(canvas, form.foot())

    def _options(self, canvas: Canvas, form: Form) -> None:
        """Draw the options of the format, two in a row."""
        fields = list(_fields(self.scene))
        for first in range(0, len(fields), 2):
            rooms = canvas.columns(form.whole_row(), 2, GAP_EM)
            for room, field in zip(rooms, fields[first : first + 2], strict=False):
                place = form.field(room, field.label)
                if isinstance(field.input, Number):
                    stepper(canvas, f"export-{field.name}", place, field.input)
                else:
                    options(canvas, f"export-{field.name}", place, field.input)

    def _buttons(self, canvas: Canvas, foot: Rect) -> None:
        scene = self.scene
        opens = scene.open_folder if scene.exported is not None else None
        rows: list[tuple[str, str, Act | None, str]] = [
            ("back", _("Back"), scene.escape, _("Nothing more is written (Esc)")),
            ("open-folder", _("Open the folder"), opens, _("Show it in the system's file manager")),
            ("do-export", _("Export"), None if scene.is_busy else scene.export, _("Write it to your documents")),
        ]
        places = canvas.columns(foot, len(rows), GAP_EM)
        for (name, label, act, tooltip), rect in zip(rows, places, strict=True):
            button(canvas, name, rect, label, act, tooltip=tooltip, style="primary" if act == scene.export else "plain")


class _Field(msgspec.Struct, frozen=True):
    """An option of a format, with its label and its input."""

    name: str
    label: str
    input: Number | Options


def _fields(scene: "ExportScene") -> Iterator[_Field]:
    least = scene.geometry.grain.size + ROOM
    depth = _("Depth, mm")
    if scene.format in SHEET_FORMATS:
        change, sheets = scene.change_sheets, scene.sheets
        yield _number("depth", depth, sheets.depth, (least, DEEPEST, 0.5), change)
        yield _number("thickness", _("Cardboard, mm"), sheets.thickness, (THINNEST, THICKEST, 0.1), change)
        yield _number("kerf", _("Width of a cut, mm"), sheets.kerf, (0.0, WIDEST_KERF, 0.01), change)
    elif scene.format in SOLID_FORMATS:
        change, solids = scene.change_solids, scene.solids
        yield _number("depth", depth, solids.depth, (least, DEEPEST, 0.5), change)
        yield _number("thickness", _("Walls, mm"), solids.thickness, (THINNEST_PRINT, THICKEST_PRINT, 0.1), change)
        yield _number("clearance", _("Clearance, mm"), solids.clearance, (0.0, WIDEST_CLEARANCE, 0.05), change)
        yield _Field("front", _("Front"), _front(scene))
        labels = (_("Bed's width, mm"), _("Bed's depth, mm"), _("Room above it, mm"))
        for side, (label, low) in enumerate(zip(labels, (SMALLEST_BED, SMALLEST_BED, LEAST_HEIGHT), strict=True)):
            number = Number(solids.bed[side], low, LARGEST_BED, partial(scene.change_bed, side), 10.0)
            yield _Field(f"bed-{side}", label, number)


def _number(
    name: str, label: str, value: float, span: tuple[float, float, float], change: Callable[..., None]
) -> _Field:
    """Return a field for a number; `span` is the lowest, the highest, and the step."""
    low, high, step = span
    return _Field(name, label, Number(value, low, high, lambda value: change(**{name: value}), step))


def _front(scene: "ExportScene") -> Options:
    return Options(
        [_(FRONT_WORDS[front]) for front in FRONTS],
        FRONTS.index(scene.solids.front),
        lambda number: scene.change_solids(front=FRONTS[number]),
        tooltip=_("Acrylic comes with posts for screws, a drawing of the sheet, and a lip to pour cubes onto."),
    )


class ExportScene(Scene):
    """Scene on top of the gallery or the bench, which wait."""

    def __init__(self, app: Application, name: str, text: str, geometry: Geometry) -> None:
        """`text` is that of the tower's file, and `geometry` the tower that it describes."""
        super().__init__(app)
        self.name, self._text, self.geometry = name, text, geometry
        self.format = EXPORTS[0]
        self.sheets, self.solids = _options_for(geometry)
        self.message = ""
        """Result of the last export."""
        self.is_complaint = False
        self.exported: Exported | None = None
        """The last export that worked."""
        self._writing: Future[Exported] | None = None
        self._opening = Opening()
        self.panels = [ExportPanel(self)]

    def layout(self, area: Rect) -> None:
        """Hide what is below."""
        self.panels[0].place(area)

    @property
    def is_busy(self) -> bool:
        """Return whether files are being written."""
        return self._writing is not None

    def is_moving(self) -> bool:
        """Return whether something is about to be shown."""
        return self.is_busy or self._opening.is_busy or bool(self._opening.sentence)

    def choose(self, number: int) -> None:
        """Choose a format."""
        self.format = EXPORTS[number]
        self._tell("")

    def change_sheets(self, **options: Any) -> None:
        """Change options of the sheets."""
        self.sheets = msgspec.structs.replace(self.sheets, **options)
        self.changed()

    def change_solids(self, **options: Any) -> None:
        """Change options of the solid parts."""
        self.solids = msgspec.structs.replace(self.solids, **options)
        self.changed()

    def change_bed(self, side: int, length: float) -> None:
        """Change the width (0), the depth (1) or the height (2) of the printer's room, mm."""
        bed = list(self.solids.bed)
        bed[side] = length
        self.change_solids(bed=tuple(bed))

    def export(self) -> None:
        """Have a worker write the files into the player's documents."""
        if self.is_busy:
            return
        try:
            folder = documents_folder()
        except OSError as error:
            self._tell(error_text(error), is_complaint=True)
            return
        task = TowerExport(self.name, self._text, self.geometry, folder, self.format, self.sheets, self.solids)
        self._writing = self.app.workers.submit(task)
        self._tell(_("Exporting …"))

    def update(self, _seconds: float) -> None:
        """Show the result as soon as there is one."""
        if self._writing is not None and self._writing.done():
            writing, self._writing = self._writing, None
            try:
                self._show(writing.result())
            except Exception as error:  # whatever it is, the tower isn't lost, and the sentence says it
                self._tell(error_text(error).removeprefix("--"), is_complaint=True)
        if sentence := self._opening.take_sentence():
            self._tell(sentence)

    def _show(self, exported: Exported) -> None:
        self.exported = exported
        words = _("Exported as {path}").format(path=exported.path)
        if exported.files > 1:
            words = ngettext("{n} file in {path}", "{n} files in {path}", exported.files)
            words = words.format(n=exported.files, path=exported.path)
        self._tell(" ".join((f"{words}.", *exported.notes)))

    def open_folder(self) -> None:
        """Show where the files are, in the system's file manager."""
        if self.exported is not None:
            path = self.exported.path
            self._opening.begin(
                path if self.exported.files > 1 else path.parent,
                _("The folder is open in another window. If you don't see it, open it yourself: {path}"),
                _("No file manager could be opened. The folder is {path}"),
            )

    def escape(self) -> None:
        """Go back to the tower."""
        self.app.pop()

    def key(self, key: int) -> None:
        """Export at Enter."""
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.export()

    def _tell(self, message: str, *, is_complaint: bool = False) -> None:
        self.message, self.is_complaint = message, is_complaint
        self.changed()


def _options_for(geometry: Geometry) -> tuple[BuildOptions, PrintOptions]:
    """Return the usual options, deeper ones for large cubes."""
    sheets, solids = BuildOptions(), PrintOptions()
    depth = max(sheets.depth, geometry.grain.size + ROOM)
    return msgspec.structs.replace(sheets, depth=depth), msgspec.structs.replace(solids, depth=depth)
