"""The upper right of the bench: the tower's long-run behavior, as far as it is known."""

import math
from collections.abc import Sequence
from functools import partial

import pygame
from msgspec import Struct
from pygame import Rect

from shogun.base.language import _, ngettext
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import LiveSizeStatistics, LiveStatistics
from shogun.lab.measuring.stationarity import in_words
from shogun.lab.measuring.statistics import ON_BENCH, bench_words, statistic
from shogun.lab.measuring.tally import OddDrop
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD,
    INDIGO,
    INDIGO_BRIGHT,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER,
    PAPER_SHADE,
    VERMILION,
)
from shogun.window.kit.layout import band, column, first_that_fits, part, pixel, row, share, span
from shogun.window.kit.layout.sheet_rows import STEP_EM, Rows
from shogun.window.kit.widgets.button import Style, button
from shogun.window.workshop.model.drag_handles import jam_words
from shogun.window.workshop.model.editor_model import HeatChoice
from shogun.window.workshop.panels.bench_controls import BenchPanel

ROOMY = 4
"""More figures than this are set closer, so that the chart keeps its room."""
CHART_EM = (2.2, 11.0)
BELOW = 3
"""Rows of buttons below the chart."""
LARGEST_SIZE = 60
LABELED_SIZES = (1, 2, 4, 8, 12, 24, 60)
"""Sizes labeled below the chart."""
WORDS = row(part("words", wide=share(0.62)), part("value", wide=share(0.38)), high=1.35)
FIGURE = column(WORDS, part(high=0.15), part("scale", high=0.85))
DENSE_FIGURE = column(WORDS, part(high=0.02), part("scale", high=0.55))
FIGURE_EM, DENSE_EM = 2.4, 2.0
CHART_HEAD, FOOT = part("head", high=1.1), part(high=0.1)
CHARTS = (
    column(CHART_HEAD, part("key", high=1.0), part("area", high=share(least=3.8)), part("sizes", high=1.0), FOOT),
    column(CHART_HEAD, part("area"), FOOT),
)
"""The chart, with a key where it is high enough."""
AIR_EM = 0.5, 0.25
"""Between the chart's edges and what is drawn in it."""


class Row(Struct, frozen=True):
    """A figure and that of the tower that it is compared with."""

    label: str
    tooltip: str
    now: Interval
    before: Interval | None
    most: float
    """The right end of the scale."""
    digits: int = 2


class FiguresPanel(BenchPanel):
    """A sheet with figures, each on a scale with its interval."""

    name = "figures"

    def shows(self) -> tuple[object, ...]:
        """Return everything on the sheet."""
        desk = self.desk
        return desk.version, desk.heat

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        self._head(canvas, rows)
        measured = self.desk.measurement.statistics
        if measured is None or self.desk.problems:
            self._waiting(canvas, rows)
            return
        figures = self._figures(measured)
        is_dense = len(figures) > ROOMY
        for figure in figures:
            _draw_row(canvas, rows.next(DENSE_EM if is_dense else FIGURE_EM), figure, is_dense=is_dense)
        left = rows.left / canvas.em - BELOW * STEP_EM
        below = rows.next(min(max(left, CHART_EM[0]), CHART_EM[1]))
        if measured.jam is not None:
            canvas.paragraph(jam_words(measured.jam), below, size=0.92, colour=VERMILION)
        else:
            self._chart(canvas, below)
        self._sights(canvas, rows, measured)

    def _head(self, canvas: Canvas, rows: Rows) -> None:
        statistics = self.desk.measurement.statistics
        title, right = canvas.across(rows.next(1.5), share(11), share(9))
        canvas.line(_("Long-run figures"), title, weight="Bold", size=1.1)
        if statistics is not None:
            count = ngettext("{n} battle", "{n} battles", statistics.battles).format(n=statistics.battles)
            drifts = statistics.stationarity.state == "drifting" and not statistics.is_first_look
            text = _("a first look") if statistics.is_first_look else count
            if drifts:
                text = _("still filling: {battles}").format(battles=count)
            canvas.small(text, right, align="right", colour=VERMILION if drifts else INK_SOFT)
            if not statistics.is_first_look:
                canvas.target("long-run", right, None, in_words(statistics.stationarity))

    def _waiting(self, canvas: Canvas, rows: Rows) -> None:
        text = _("Throwing cubes ...")
        if self.desk.problems:
            text = _("Fix what is marked red to see figures.")
        canvas.paragraph(text, rows.next(4.0), colour=INK_SOFT)

    def _figures(self, measured: LiveStatistics) -> list[Row]:
        desk = self.desk
        before = desk.reference.statistics if desk.reference is not desk.measurement else None
        known = [(name, now) for name in ON_BENCH if (now := measured.of(name)) is not None]
        return [_row_of(name, now, before.of(name) if before else None) for name, now in known]

    def _chart(self, canvas: Canvas, box: Rect) -> None:
        """Draw how the chance to come out depends on the size of the throw."""
        places = first_that_fits(CHARTS, box, canvas.em)
        area = places["area"]
        statistics = self.desk.measurement.statistics
        sizes = statistics.by_size if statistics else ()
        label = _("Chance by size of the throw, 1 to {most}").format(most=LARGEST_SIZE)
        text = label if sizes else _("Chance by size of the throw: not measured yet")
        canvas.small(text, places["head"], colour=INK_SOFT, size=0.78)
        canvas.fill(area, PAPER_SHADE, 0.15)
        tooltip = _("Blue: a thrown cube comes out. Gold: a resting one does. Vertical lines: the intervals.")
        canvas.target("by-size", area, None, tooltip)
        inner = canvas.within(area, *AIR_EM)
        for up in (0.0, 0.5, 1.0):
            pygame.draw.line(canvas.surface, INK_FAINT, pixel(inner, 0.0, up), pixel(inner, 1.0, up), 1)
        _draw_sizes(canvas, inner, sizes)
        if "key" in places and sizes:
            _draw_key(canvas, places["key"])
            _draw_numbers(canvas, places["sizes"])

    def _sights(self, canvas: Canvas, rows: Rows, measured: LiveStatistics) -> None:
        desk = self.desk
        left, middle, right = rows.parts(3)
        sights: list[tuple[HeatChoice, Rect, str, str]] = [
            ("rest", left, _("Where"), _("Color the tower by the average number of cubes at rest")),
            (
                "stay",
                middle,
                _("How long"),
                _("Color the tower by how many battles cubes have been there"),
            ),
        ]
        for heat, rect, label, tooltip in sights:
            style: Style = "chosen" if desk.heat == heat else "plain"
            button(canvas, f"heat-{heat}", rect, label, partial(self._toggle_heat, heat), style=style, tooltip=tooltip)
        tooltip = _("Fill the tower with a typical number of cubes")
        typical = self.bench.show_typical if measured.typical else None
        button(canvas, "typical", right, _("Typical"), typical, tooltip=tooltip)
        self._odd(canvas, rows, measured.odd)
        tooltip = _("Compare everything from now on with the tower as it is now")
        same = desk.reference is desk.measurement
        act = None if same else desk.compare_from_now
        tooltip = (
            _("The thin line shows the tower before your changes; change something to see the difference.")
            if same
            else tooltip
        )
        place = rows.next()
        if place.bottom <= rows.area.bottom:  # large text in a low window leaves no room for it
            button(canvas, "compare", place, _("Compare with this one"), act, tooltip=tooltip, size=0.95)

    def _odd(self, canvas: Canvas, rows: Rows, odd: Sequence[OddDrop]) -> None:
        label, act = _("No odd drops"), None
        tooltip = _("Drops that clog or don't come to rest would be listed here.")
        if odd:
            label = ngettext("{n} odd drop", "{n} odd drops", len(odd)).format(n=len(odd))
            act, tooltip = partial(self.bench.show_sheet, "odd"), _("Drops that clog or don't come to rest")
        button(canvas, "odd", rows.next(), label, act, tooltip=tooltip, size=0.95)

    def _toggle_heat(self, heat: HeatChoice) -> None:
        self.desk.heat = heat if self.desk.heat != heat else "none"
        self.desk.version += 1


def _row_of(name: str, now: Interval, before: Interval | None) -> Row:
    """Return a statistic as a row; a scale that grows has some room to the right of the interval."""
    declared, words = statistic(name), bench_words(name)
    most = words.most
    if words.is_growing:
        most = max(most, 1.15 * now.high) if math.isfinite(now.high) else 2 * most
    return Row(_(words.label), _(declared.meaning), now, before, min(most, declared.bounds[1]), words.digits)


def _draw_row(canvas: Canvas, box: Rect, figure: Row, *, is_dense: bool) -> None:
    """Draw a figure: its name, its value, and both on a scale."""
    places = canvas.places(DENSE_FIGURE if is_dense else FIGURE, box)
    canvas.line(figure.label, places["words"], size=0.92)
    canvas.line(figure_text(figure), places["value"], size=1.05, weight="Bold", align="right")
    _draw_scale(canvas, places["scale"], figure)
    canvas.target(f"figure-{figure.label}", box, None, _row_tooltip(figure))


def figure_text(figure: Row) -> str:
    """Return a figure with its difference from the former one."""
    if math.isnan(figure.now.mean):
        return "–"
    text = f"{figure.now.mean:.{figure.digits}f}"
    if figure.before is None or math.isnan(figure.before.mean):
        return text
    return f"{text} ({figure.now.mean - figure.before.mean:+.{figure.digits}f})".replace("-", "−")


def _row_tooltip(figure: Row) -> str:
    if math.isnan(figure.now.low) or math.isinf(figure.now.low):
        return figure.tooltip
    text = _("{what}: {mean:.{digits}f}, 99 % interval {low:.{digits}f} to {high:.{digits}f}")
    return text.format(
        what=figure.tooltip, mean=figure.now.mean, low=figure.now.low, high=figure.now.high, digits=figure.digits
    )


def _draw_scale(canvas: Canvas, box: Rect, figure: Row) -> None:
    def at(value: float) -> float:
        return min(max(value / figure.most, 0.0), 1.0)

    canvas.fill(box, PAPER_SHADE, 0.15)
    if math.isnan(figure.now.mean):
        return
    low, high = (figure.now.low, figure.now.high) if math.isfinite(figure.now.high) else (0.0, figure.most)
    canvas.fill(span(box, at(low), at(high)), INDIGO_BRIGHT, 0.1)
    pygame.draw.rect(canvas.surface, INK, band(box, at(figure.now.mean), max(2, canvas.px(0.2))))
    if figure.before is not None and not math.isnan(figure.before.mean):
        mark = band(box.inflate(0, 4), at(figure.before.mean), max(2, canvas.px(0.12)))
        pygame.draw.rect(canvas.surface, VERMILION, mark)


def _draw_key(canvas: Canvas, box: Rect) -> None:
    """Write the key of the dots."""
    keys = ((INDIGO, _("a thrown cube")), (GOLD, _("a resting one")))
    for (colour, words), half in zip(keys, canvas.columns(box, 2), strict=True):
        dot, text = canvas.across(half, 0.8, share(), gap=0.1)
        pygame.draw.circle(canvas.surface, colour, dot.center, max(3, canvas.px(0.25)))
        canvas.small(words, text, colour=INK_SOFT, size=0.78)


def _draw_numbers(canvas: Canvas, box: Rect) -> None:
    """Write some sizes of throws below the chart."""
    for size in LABELED_SIZES:
        below = band(canvas.within(box, AIR_EM[0], 0.0), _across(size), canvas.px(1.6)).clamp(box)
        canvas.small(str(size), below, align="centre", colour=INK_SOFT, size=0.7)


def _draw_sizes(canvas: Canvas, inner: Rect, sizes: Sequence[LiveSizeStatistics]) -> None:
    """Draw both chances of each size as dots with their intervals; sizes are on a logarithmic scale."""
    for size in sizes:
        for interval, colour, aside in ((size.p_out_resting, GOLD, 2), (size.p_out_thrown, INDIGO, -1)):
            if not math.isfinite(interval.low):
                continue
            chart, across = inner.move(aside, 0), _across(size.size)
            low, mean, high = (pixel(chart, across, up) for up in (interval.low, interval.mean, interval.high))
            pygame.draw.line(canvas.surface, colour, low, high, max(1, canvas.px(0.09)))
            pygame.draw.circle(canvas.surface, colour, mean, max(2, canvas.px(0.2)))


def _across(size: int) -> float:
    """Return the place of a size of throws between left and right of the chart, by its logarithm."""
    return math.log(size) / math.log(LARGEST_SIZE)
