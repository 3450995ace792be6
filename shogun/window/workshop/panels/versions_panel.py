"""Panels that compare: saved versions and odd drops at the left of the bench, and towers side by side."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Protocol

import pygame
from pygame import Rect

from shogun.base.language import _, shown
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.statistics import ON_BENCH, bench_words
from shogun.lab.measuring.tally import OddDrop
from shogun.tower.user_towers import Version
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD_PALE, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_EDGE
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.layout.sheet_rows import ROW_EM, STEP_EM, Rows
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.kit.widgets.stepper import Options, chooser
from shogun.window.workshop.model.drag_handles import figure_words, figures_words
from shogun.window.workshop.model.drawn_tower import DrawnTower
from shogun.window.workshop.model.listed_towers import ListedTower, figure_of, pieces_of
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
        tooltip = _("measuring…") if is_reference else _("not measured yet; use Compare")
        if known:
            tooltip = figures_words(known)
        canvas.small(tooltip, places["figures"], size=0.8, colour=INK_SOFT)
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


# Odd drops of the measurement, at the left of the bench: clogs first, each with its ID

DROP_EM, ODD_GAP_EM = 2.9, 0.2
DROP = row(column(part("words"), part("id")), column(part("show", high=ROW_EM), wide=4.6), gap=0.4)
CLOGGED = "clogged"


class OddPanel(BenchPanel):
    """A sheet with odd drops of one kind."""

    name = "odd-drops"

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._kind = 0
        self.scrolling: Scrolling = Scrolling("show-odd-")

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        return self.desk.version, self._kind

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        statistics = self.desk.measurement.statistics
        odd = statistics.odd if statistics else ()
        kinds = kinds_of(odd)
        if kinds:
            kind = kinds[min(self._kind, len(kinds) - 1)]
            self._head(canvas, rows, kinds, kind)
            self._drops(canvas, rows, [drop for drop in odd if drop.kind == kind])
        else:
            canvas.line(_("Odd drops"), rows.next(1.9), weight="Bold", size=1.4)
            canvas.paragraph(_("No odd drops"), rows.next(3.0), colour=INK_SOFT)
        back = canvas.spot(rows.area, high=ROW_EM, at=("start", "end"))
        tooltip = _("Back to the parameters (Esc)")
        button(canvas, "odd-back", back, _("Parameters"), partial(self.bench.show_sheet, "numbers"), tooltip=tooltip)

    def _head(self, canvas: Canvas, rows: Rows, kinds: Sequence[str], kind: str) -> None:
        canvas.line(kind_words(kind), rows.next(1.9), weight="Bold", size=1.4)
        if len(kinds) > 1:
            labels = [kind_words(kind) for kind in kinds]
            chooser(canvas, "odd-kind", rows.next(), Options(labels, kinds.index(kind), self._choose))

    def _choose(self, kind: int) -> None:
        self._kind = kind
        self.scrolling.restart()

    def _drops(self, canvas: Canvas, rows: Rows, odd: Sequence[OddDrop]) -> None:
        sentence = _("Once shown, you can open it again: shogun tower watch {name} --odd ID")
        if self.desk.refuses_odd:
            sentence = _("It couldn't be saved to disk, so it can't be reopened by its ID.")
        canvas.paragraph(sentence.format(name=self.desk.name), rows.next(2.6), size=0.8, colour=INK_SOFT)
        for number, rect in self.scrolling.lay(canvas, rows.rest(STEP_EM), len(odd), DROP_EM, ODD_GAP_EM):
            self._drop(canvas, rect, number, odd[number])

    def _drop(self, canvas: Canvas, box: Rect, number: int, odd: OddDrop) -> None:
        places = canvas.places(DROP, box)
        text = _("{thrown} onto {lying}").format(thrown=odd.thrown, lying=len(odd.resting))
        canvas.line(text, places["words"], size=0.95)
        canvas.small(odd.id, places["id"], size=0.72, colour=INK_SOFT)
        tooltip = _("Replay this drop here, exactly as it was measured")
        button(
            canvas, f"show-odd-{number}", places["show"], _("Show"), partial(self.bench.show_odd, odd), tooltip=tooltip
        )


def kinds_of(odd: Sequence[OddDrop]) -> list[str]:
    """Return the kinds of some odd drops, clogs first."""
    return sorted({drop.kind for drop in odd}, key=lambda kind: (kind != CLOGGED, kind))


def kind_words(kind: str) -> str:
    """Return the description of a kind of odd drops."""
    kinds = {
        "clogged": _("Clogged drops"),
        "cut off": _("Drops that were cut off"),
        "dry spell": _("Dry spells"),
        "above the rim": _("Cubes above the rim"),
    }
    return kinds.get(kind, kind)


# Towers side by side: a row for each selected one, with all its figures, in place of the gallery's cards

COMPARED_ROW_EM, HEAD_EM, COMPARED_GAP_EM = 2.4, 3.0, 0.2
COMPARED = (*ON_BENCH, "battles", "pieces")
NAME, FIGURE = share(1.6), share(1.0)


class Compared(Protocol):
    """The towers that are compared."""

    version: int

    def compared(self) -> Sequence[ListedTower]:
        """Return them."""

    def figures_of(self, tower: ListedTower) -> LiveStatistics | None:
        """Return the known figures of a tower."""


class ComparisonPanel(Panel):
    """A table; in each column the largest figure is bold."""

    name = "comparison"

    def __init__(self, towers: Compared) -> None:
        super().__init__()
        self.towers = towers
        self.scrolling: Scrolling = Scrolling("compared-")

    def shows(self) -> tuple[object, ...]:
        """Return the values that show whether figures have grown."""
        return (self.towers.version,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the head, and the rows that are seen."""
        canvas.paint(lambda surface: surface.fill(PAPER, self.rect))
        head, rows = canvas.down(self.rect, HEAD_EM, share(), gap=0.3)
        _name, *cells = canvas.across(head, NAME, *(FIGURE,) * len(COMPARED), gap=0.4)
        titles = (*(_(bench_words(name).column) for name in ON_BENCH), _("Battles"), _("Pieces"))
        for title, cell in zip(titles, cells, strict=True):
            canvas.small(title, cell, align="right", colour=INK_SOFT)
        towers = self.towers.compared()
        best = {order: self._largest(towers, order) for order in COMPARED}
        for number, rect in self.scrolling.lay(canvas, rows, len(towers), COMPARED_ROW_EM, COMPARED_GAP_EM):
            self._row(canvas, rect, towers[number], best)

    def _largest(self, towers: Sequence[ListedTower], order: str) -> float | None:
        known = (figure_of(tower, order, self.towers.figures_of(tower)) for tower in towers)
        return max((value for value in known if value is not None), default=None)

    def _row(self, canvas: Canvas, rect: pygame.Rect, tower: ListedTower, best: dict[str, float | None]) -> None:
        canvas.plate(rect, GOLD_PALE if canvas.hovers(rect) else PAPER_BRIGHT, PAPER_EDGE, 0.25)
        name, *cells = canvas.across(canvas.within(rect, 0.4, 0.1), NAME, *(FIGURE,) * len(COMPARED), gap=0.4)
        pixels = canvas.smallest(canvas.px(1.0))
        canvas.line(texts.shortened(shown(tower.name), pixels, name.width, "Bold"), name, weight="Bold")
        figures = self.towers.figures_of(tower)
        for order, cell in zip(COMPARED, cells, strict=True):
            value = figure_of(tower, order, figures)
            is_largest = value is not None and value == best[order]
            canvas.small(
                _figure_text(tower, order, figures), cell, align="right", weight="Bold" if is_largest else "Regular"
            )


def _figure_text(tower: ListedTower, order: str, figures: LiveStatistics | None) -> str:
    """Return a figure in words, an early one with its interval."""
    if order == "pieces":
        return f"{pieces_of(tower)}" if tower.geometry is not None else "–"
    if figures is None:
        return "…" if tower.works else "–"
    if order == "battles":
        return f"{figures.battles}"
    known = figures.of(order)
    return "–" if known is None else figure_words(known, bench_words(order).digits, is_early=figures.is_early)
