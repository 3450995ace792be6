"""The right side of the bench, above: what the tower does in the long run, as far as it is known by now."""

import math
from collections.abc import Sequence
from functools import partial

import pygame
from msgspec import Struct
from pygame import Rect

from shogun.base.language import _, ngettext
from shogun.lab.measuring.accumulators import OddDrop
from shogun.lab.measuring.live_summary import Grown, OfSize
from shogun.lab.measuring.statistics import Interval
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
from shogun.window.kit.layout.sheet_rows import STEP_EM, Rows
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import Style, button
from shogun.window.workshop.model.editor_model import EditorModel, Heat
from shogun.window.workshop.model.piece_words import jam_words
from shogun.window.workshop.panels.bench_controls import Bench

FIGURE_EM = 2.4
CHART_EM = (2.2, 11.0)
BELOW = 3
"""Rows of buttons below the chart."""
LARGEST_SIZE = 60
TOLD_SIZES = (1, 2, 4, 8, 12, 24, 60)
"""Those that stand below the chart."""
KEY_EM, KEY_FROM_EM = 1.0, 7.0
"""How high a line of the chart's key is, and how high the chart must be to have one."""


class Row(Struct, frozen=True):
    """A figure and that of the tower that it is compared with."""

    label: str
    tooltip: str
    now: Interval
    before: Interval | None
    most: float
    """The right end of the scale."""
    digits: int = 2


class FiguresPanel(Panel):
    """A sheet with figures, each on a scale with its interval."""

    name = "figures"

    def __init__(self, bench: Bench) -> None:
        super().__init__()
        self.bench = bench

    @property
    def desk(self) -> EditorModel:
        """What is on the bench."""
        return self.bench.desk

    def shows(self) -> tuple[object, ...]:
        """Return all that stands on the sheet."""
        desk = self.desk
        return desk.version, desk.heat

    def draw(self, canvas: Canvas) -> None:
        """Draw the sheet."""
        canvas.sheet(self.rect, PAPER)
        rows = Rows(canvas, self.rect)
        self._head(canvas, rows)
        measured = self.desk.growing.grown
        if measured is None or self.desk.problems:
            self._waiting(canvas, rows)
            return
        for row in self._figures(measured):
            _draw_row(canvas, rows.next(FIGURE_EM), row)
        left = rows.left / canvas.em - BELOW * STEP_EM
        below = rows.next(min(max(left, CHART_EM[0]), CHART_EM[1]))
        if measured.jam is not None:
            canvas.paragraph(jam_words(measured.jam), below, size=0.92, colour=VERMILION)
        else:
            self._chart(canvas, below)
        self._sights(canvas, rows, measured)

    def _head(self, canvas: Canvas, rows: Rows) -> None:
        grown = self.desk.growing.grown
        row = rows.next(1.5)
        canvas.line(
            _("In the long run"), Rect(row.left, row.top, row.width * 11 // 20, row.height), weight="Bold", size=1.1
        )
        right = Rect(row.left + row.width * 11 // 20, row.top, row.width * 9 // 20, row.height)
        if grown is not None:
            count = ngettext("{n} battle", "{n} battles", grown.battles).format(n=grown.battles)
            text = _("a first look") if grown.is_first_look else count
            canvas.small(text, right, align="right", colour=INK_SOFT)

    def _waiting(self, canvas: Canvas, rows: Rows) -> None:
        text = _("Cubes are being thrown ...")
        if self.desk.problems:
            text = _("There are no figures until what is marked red is mended.")
        canvas.paragraph(text, rows.next(4.0), colour=INK_SOFT)

    def _figures(self, measured: Grown) -> list[Row]:
        desk = self.desk
        before = desk.reference.grown if desk.reference is not desk.growing else None
        stock = max(20.0, 1.15 * measured.stock.high) if math.isfinite(measured.stock.high) else 40.0
        return [
            Row(
                _("A thrown cube comes out"),
                _("Chance that a cube comes out in the battle in which it is thrown"),
                measured.p_out_thrown,
                before.p_out_thrown if before else None,
                1.0,
            ),
            Row(
                _("A resting cube comes out"),
                _("Chance that a cube that lies in the tower comes out in a battle"),
                measured.p_out_resting,
                before.p_out_resting if before else None,
                1.0,
            ),
            Row(
                _("Cubes that rest"),
                _("How many lie in the tower after a battle, on average"),
                measured.stock,
                before.stock if before else None,
                min(stock, 400.0),
                1,
            ),
            Row(
                _("Throws that clog"),
                _("After such a throw more than 30 cubes are inside at rest; the tower is tapped then"),
                measured.p_clog,
                before.p_clog if before else None,
                1.0,
                3,
            ),
        ]

    def _chart(self, canvas: Canvas, box: Rect) -> None:
        """Draw how the chance to come out depends on the size of the throw."""
        key = KEY_EM if box.height >= canvas.px(KEY_FROM_EM) else 0.0
        top = box.top + canvas.px(1.1 + key)
        area = Rect(box.left, top, box.width, box.bottom - canvas.px(0.1 + key) - top)
        grown = self.desk.growing.grown
        sizes = grown.by_size if grown else ()
        label = _("Chance by size of the throw, 1 to {most}").format(most=LARGEST_SIZE)
        text = label if sizes else _("Chance by size of the throw: to come")
        canvas.small(text, Rect(box.left, box.top, box.width, canvas.px(1.1)), colour=INK_SOFT, size=0.78)
        canvas.fill(area, PAPER_SHADE, 0.15)
        told = _("Blue: a thrown cube comes out. Gold: a resting one does. Upright lines: the intervals.")
        canvas.target("by-size", area, None, told)
        inner = area.inflate(-canvas.px(1), -canvas.px(0.5))
        for share in (0.0, 0.5, 1.0):
            y = inner.bottom - round(share * inner.height)
            pygame.draw.line(canvas.surface, INK_FAINT, (inner.left, y), (inner.right, y), 1)
        _draw_sizes(canvas, inner, sizes)
        if key and sizes:
            _draw_key(canvas, Rect(box.left, area.top - canvas.px(key), box.width, canvas.px(key)))
            _draw_numbers(canvas, inner, Rect(box.left, area.bottom, box.width, canvas.px(key)))

    def _sights(self, canvas: Canvas, rows: Rows, measured: Grown) -> None:
        desk = self.desk
        one, other, third = rows.parts(3)
        sights: list[tuple[Heat, Rect, str, str]] = [
            ("rest", one, _("Where"), _("Colour the tower by how many cubes rest where, on average")),
            (
                "stay",
                other,
                _("How long"),
                _("Colour the tower by how many battles its cubes have lain there"),
            ),
        ]
        for heat, rect, label, told in sights:
            style: Style = "chosen" if desk.heat == heat else "plain"
            button(canvas, f"heat-{heat}", rect, label, partial(self._toggle_heat, heat), style=style, tooltip=told)
        told = _("Put cubes into the tower as they mostly lie there")
        typical = self.bench.show_typical if measured.typical else None
        button(canvas, "typical", third, _("Typical"), typical, tooltip=told)
        self._odd(canvas, rows, measured.odd)
        told = _("Compare all that follows with the tower as it is now")
        same = desk.reference is desk.growing
        act = None if same else desk.compare_from_now
        told = _("The thin line shows the tower before; change something.") if same else told
        button(canvas, "compare", rows.next(), _("Compare with this one"), act, tooltip=told, size=0.95)

    def _odd(self, canvas: Canvas, rows: Rows, odd: Sequence[OddDrop]) -> None:
        label, act = _("No odd drops"), None
        told = _("Drops that clog, or don't come to rest, would be listed here.")
        if odd:
            label = ngettext("{n} odd drop", "{n} odd drops", len(odd)).format(n=len(odd))
            act, told = partial(self.bench.show_sheet, "odd"), _("Drops that clog, or don't come to rest")
        button(canvas, "odd", rows.next(), label, act, tooltip=told, size=0.95)

    def _toggle_heat(self, heat: Heat) -> None:
        self.desk.heat = heat if self.desk.heat != heat else "none"
        self.desk.version += 1


def _draw_row(canvas: Canvas, box: Rect, row: Row) -> None:
    """Draw a figure: its name, its value, and both on a scale."""
    words = Rect(box.left, box.top, round(box.width * 0.62), canvas.px(1.35))
    canvas.line(row.label, words, size=0.92)
    value = Rect(words.right, box.top, box.right - words.right, words.height)
    canvas.line(figure_text(row), value, size=1.05, weight="Bold", align="right")
    scale = Rect(box.left, words.bottom + canvas.px(0.15), box.width, canvas.px(0.85))
    _draw_scale(canvas, scale, row)
    canvas.target(f"figure-{row.label}", Rect(box.left, box.top, box.width, box.height), None, _row_tooltip(row))


def figure_text(row: Row) -> str:
    """Return a figure and by how much it differs from the one before."""
    if math.isnan(row.now.mean):
        return "–"
    text = f"{row.now.mean:.{row.digits}f}"
    if row.before is None or math.isnan(row.before.mean):
        return text
    return f"{text} ({row.now.mean - row.before.mean:+.{row.digits}f})".replace("-", "−")


def _row_tooltip(row: Row) -> str:
    if math.isnan(row.now.low) or math.isinf(row.now.low):
        return row.tooltip
    text = _("{what}: {mean:.{digits}f}, with 99 % between {low:.{digits}f} and {high:.{digits}f}")
    return text.format(what=row.tooltip, mean=row.now.mean, low=row.now.low, high=row.now.high, digits=row.digits)


def _draw_scale(canvas: Canvas, box: Rect, row: Row) -> None:
    def place(value: float) -> int:
        return round(box.left + min(max(value / row.most, 0.0), 1.0) * box.width)

    canvas.fill(box, PAPER_SHADE, 0.15)
    if math.isnan(row.now.mean):
        return
    low, high = (row.now.low, row.now.high) if math.isfinite(row.now.high) else (0.0, row.most)
    bar = Rect(place(low), box.top, max(2, place(high) - place(low)), box.height)
    canvas.fill(bar, INDIGO_BRIGHT, 0.1)
    middle = Rect(place(row.now.mean) - max(1, canvas.px(0.1)), box.top, max(2, canvas.px(0.2)), box.height)
    pygame.draw.rect(canvas.surface, INK, middle)
    if row.before is not None and not math.isnan(row.before.mean):
        x = place(row.before.mean)
        pygame.draw.line(canvas.surface, VERMILION, (x, box.top - 2), (x, box.bottom + 1), max(2, canvas.px(0.12)))


def _draw_key(canvas: Canvas, row: Rect) -> None:
    """Say what the dots mean."""
    for number, (colour, words) in enumerate(((INDIGO, _("a thrown cube")), (GOLD, _("a resting one")))):
        left = row.left + number * row.width // 2
        pygame.draw.circle(canvas.surface, colour, (left + canvas.px(0.4), row.centery), max(3, canvas.px(0.25)))
        text = Rect(left + canvas.px(0.9), row.top, row.width // 2 - canvas.px(0.9), row.height)
        canvas.small(words, text, colour=INK_SOFT, size=0.78)


def _draw_numbers(canvas: Canvas, inner: Rect, row: Rect) -> None:
    """Write some sizes of throws below the chart."""
    wide = canvas.px(1.6)
    for size in TOLD_SIZES:
        x = inner.left + round(math.log(size) / math.log(LARGEST_SIZE) * inner.width)
        left = min(max(x - wide // 2, row.left), row.right - wide)
        canvas.small(str(size), Rect(left, row.top, wide, row.height), align="centre", colour=INK_SOFT, size=0.7)


def _draw_sizes(canvas: Canvas, inner: Rect, sizes: Sequence[OfSize]) -> None:
    """Draw both chances of each size as dots with their intervals; sizes stand by their logarithm."""
    for one in sizes:
        x = inner.left + round(math.log(one.size) / math.log(LARGEST_SIZE) * inner.width)
        for interval, colour, aside in ((one.p_out_resting, GOLD, 2), (one.p_out_thrown, INDIGO, -1)):
            if not math.isfinite(interval.low):
                continue
            low, mean, high = (
                inner.bottom - round(v * inner.height) for v in (interval.low, interval.mean, interval.high)
            )
            pygame.draw.line(canvas.surface, colour, (x + aside, low), (x + aside, high), max(1, canvas.px(0.09)))
            pygame.draw.circle(canvas.surface, colour, (x + aside, mean), max(2, canvas.px(0.2)))
