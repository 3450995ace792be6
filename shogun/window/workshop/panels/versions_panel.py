"""The sheet of a tower's saved versions, at the left of the bench: compare the drawing with one, or go back to it."""

from datetime import datetime
from functools import partial

from pygame import Rect

from shogun.base.language import _
from shogun.tower.user_towers import Version
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import INK_SOFT, PAPER
from shogun.window.kit.layout import column, part, row
from shogun.window.kit.layout.sheet_rows import ROW_EM, STEP_EM, Rows
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.workshop.model.drag_handles import figures_words
from shogun.window.workshop.model.drawn_tower import DrawnTower
from shogun.window.workshop.panels.bench_controls import Bench, BenchPanel

VERSION_EM, GAP_EM = 4.8, 0.2
VERSION = column(
    part("words", high=1.3), part("figures", high=1.1),
    part(), row(part("compare"), part("go-back"), gap=0.3, high=ROW_EM),
)  # fmt: skip


class VersionsPanel(BenchPanel):
    """A sheet with a version below the other, the latest first."""

    name = "versions"

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self.scrolling: Scrolling = Scrolling("version-", self._names)

    def _names(self, number: int) -> tuple[str, str]:
        """Return the button labels of a version."""
        version = self.desk.versions[number][0].number
        return f"compare-{version}", f"go-back-{version}"

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return (self.desk.version,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows, versions = Rows(canvas, self.rect), self.desk.versions
        canvas.line(_("Versions"), rows.next(1.9), weight="Bold", size=1.4)
        if not versions:
            text = _("Nothing has been saved yet. Each save adds a version here.")
            canvas.paragraph(text, rows.next(4.0), colour=INK_SOFT)
        for number, rect in self.scrolling.lay(canvas, rows.rest(STEP_EM), len(versions), VERSION_EM, GAP_EM):
            self._version(canvas, rect, *versions[number])
        back = canvas.spot(rows.area, high=ROW_EM, at=("start", "end"))
        tooltip = _("Back to the parameters (Esc)")
        button(
            canvas, "versions-back", back, _("Parameters"), partial(self.bench.show_sheet, "numbers"), tooltip=tooltip
        )

    def _version(self, canvas: Canvas, box: Rect, version: Version, plan: DrawnTower) -> None:
        desk, number = self.desk, version.number
        places = canvas.places(VERSION, box)
        when = f"{datetime.fromtimestamp(version.saved):%Y-%m-%d %H:%M}"
        text = _("{number}, saved {when}").format(number=number, when=when)
        canvas.line(text, places["words"], size=0.92, weight="Bold")
        known, is_reference = desk.cached_of(plan), desk.reference.geometry == plan.geometry
        figures = _("measuring…") if is_reference else _("not measured yet; use Compare")
        if known:
            figures = figures_words(known)
        canvas.small(figures, places["figures"], size=0.8, colour=INK_SOFT)
        style: Style = "chosen" if is_reference else "plain"
        tooltip = _("Compare the drawing with this version; its figures are the thin lines")
        compare = partial(desk.compare_with, plan)
        button(
            canvas,
            f"compare-{number}",
            places["compare"],
            _("Compare"),
            compare,
            style=style,
            tooltip=tooltip,
            size=0.9,
        )
        is_drawn = plan.geometry == desk.geometry
        tooltip = _("This is the current drawing.") if is_drawn else _("Continue from this version; you can undo this")
        act = None if is_drawn else partial(desk.go_back_to, plan)
        button(canvas, f"go-back-{number}", places["go-back"], _("Use this version"), act, tooltip=tooltip, size=0.9)
