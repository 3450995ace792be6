"""The sheet for towers from elsewhere, at the left of the bench: drawings that were found, and a pasted code."""

from functools import partial
from pathlib import Path

from shogun.base.language import _, shown
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER
from shogun.window.kit.layout.sheet_rows import ROW_EM, STEP_EM, Rows
from shogun.window.kit.widgets.button import button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.workshop.model.found_drawings import found_drawings
from shogun.window.workshop.panels.bench_controls import Bench, BenchPanel

GAP_EM = 0.2


class ImportPanel(BenchPanel):
    """A sheet with a drawing below the other, the newest first."""

    name = "import"

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.scrolling: Scrolling = Scrolling("drawing-")
        self.drawings: list[Path] = []
        """The drawings when they were last looked for."""

    def look(self) -> None:
        """Look for drawings again."""
        self.drawings = found_drawings()
        self.scrolling.restart()
        self.dirty = True

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return self.desk.version, tuple(self.drawings)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        canvas.line(_("Import"), rows.next(1.9), weight="Bold", size=1.4)
        text = _("Lines become walls and ledges, circles become pins. Drop any other drawing here.")
        canvas.paragraph(text, rows.next(3.6), size=0.9, colour=INK_SOFT)
        tooltip = _("Open the tower that was copied as text (Ctrl+V)")
        button(canvas, "paste", rows.next(), _("Paste a tower"), self.bench.paste, tooltip=tooltip)
        canvas.line(_("Your drawings (SVG, DXF)"), rows.next(1.6), weight="Bold")
        if not self.drawings:
            canvas.paragraph(_("None in your documents or downloads."), rows.next(2.4), size=0.9, colour=INK_SOFT)
        for number, rect in self.scrolling.lay(canvas, rows.rest(STEP_EM), len(self.drawings), ROW_EM, GAP_EM):
            path = self.drawings[number]
            act = partial(self.bench.import_drawing, path)
            tooltip = _("Open it as a new tower: {file}").format(file=shown(str(path)))
            button(canvas, f"drawing-{number}", rect, shown(path.name, 40), act, tooltip=tooltip, size=0.9)
        back = canvas.spot(rows.area, high=ROW_EM, at=("start", "end"))
        tooltip = _("Back to the parameters (Esc)")
        button(canvas, "import-back", back, _("Parameters"), partial(self.bench.show_sheet, "numbers"), tooltip=tooltip)
