"""A graph over the moments of a game: one line for each player in their color, with their banner at its end."""

from collections.abc import Sequence
from math import ceil

import pygame
from msgspec import Struct

from shogun.base.confidence_intervals import whole_percents
from shogun.base.language import decimal
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import (
    CUBES,
    GOLD,
    GOLD_PALE,
    INK,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    mix,
)
from shogun.window.kit.layout import Places, band, column, part, point, row, shaped, share, span, ticks, within
from shogun.window.kit.widgets.button import put_icon

FINENESS = 2
MARK_EM = 1.6
"""Marks that are nearer than this are named together."""
GRAPH = column(
    part("note", high=1.3),
    part(high=0.5),
    row(part("axis", wide=1.5), part(wide=0.4), part("plot"), part(wide=0.7), part("ends", wide=2.9)),
    row(part(wide=1.9), part("names"), part("beside", wide=3.6), high=2.3),
)
NAME = column(part(high=0.15), part("label", high=1.05), part("below", high=1.05))
END_EM = 1.5
"""Height of a banner and a figure at the end of a line."""
STEPS = 5
"""Steps of the scale."""
LABEL_SIZE = SMALL
LABEL_AIR_EM = 0.2
"""Space at the sides of a label, both together."""
BESIDE = 0.3
"""Distance of lines that would coincide, as a share of a line's width."""
AROUND_EM = 0.5
"""Space outside of the plot in which lines are still drawn."""
VEIL = 60
"""Opacity of the band around a chance, of 255."""


class Pen(Struct, frozen=True):
    """The style of lines."""

    em: float
    """Thickness in em."""
    has_points: bool = False
    """True if each known moment is marked with a dot."""
    pale: float = 0.0
    """Share of the paper that shows through, 0 to 1; the edge of pale lines is paler."""


POINTED, PLAIN, THIN = Pen(0.2, has_points=True), Pen(0.2), Pen(0.12, pale=0.5)


class Column(Struct, frozen=True):
    """A moment of a game on the axis of a graph."""

    label: str
    below: str = ""
    """A second line under some labels, which may be as wide as two columns more."""
    is_lit: bool = False
    """True if it is highlighted."""


class Curves(Struct, frozen=True):
    """One figure of all players over a game."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[int]]
    """The players' figures by column, in seat order."""
    note: str = ""
    """Exact meaning of the figure."""


def draw_graph(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], curves: Curves) -> None:
    """Draw a line for each player."""
    rows, places = curves.rows, canvas.places(GRAPH, box)
    plot = places["plot"]
    top = rounded_up(max((max(figures) for figures in rows), default=1))
    canvas.small(curves.note, places["note"], colour=INK_SOFT, align="right")
    for column_, cell in zip(curves.columns, ticks(plot, len(curves.columns)), strict=True):
        if column_.is_lit:
            pygame.draw.rect(canvas.surface, mix(PAPER_BRIGHT, GOLD_PALE, 0.45), cell.scale_by(0.8, 1.0))
    _scale(canvas, plot, places["axis"], top)
    _names(canvas, curves.columns, places)
    steps = max(1, len(rows) - 1)
    lines = [
        [(number / steps, max(0, figures[seat]) / top) for number, figures in enumerate(rows)]
        for seat in range(len(seats))
    ]
    _lines(canvas, plot, lines, seats, POINTED)
    heights = [point(plot, 1.0, last / top)[1] for last in (rows[-1] if rows else ())]
    _ends(canvas, places, seats, rows[-1] if rows else (), heights)


class Span(Struct, frozen=True):
    """A part of a game: its start, as a share of the game, and its icon or words."""

    at: float
    label: str
    icon: str | None = None


class Course(Struct, frozen=True):
    """Chances of all players over a game, at those moments that are known."""

    at: Sequence[float]
    """The moments by their shares of the game, from 0 to 1."""
    rows: Sequence[Sequence[float]]
    """The players' chances by moment, in seat order."""
    errors: Sequence[Sequence[float]]
    """Standard errors of the chances: the band around each line is twice as wide on each side."""
    parts: Sequence[Span]
    marks: Sequence[tuple[float, str]]
    """Marked moments, with the text below each."""
    note: str = ""
    first_at: Sequence[float] = ()
    """The same of another game, which this one branches off from, ..."""
    first_rows: Sequence[Sequence[float]] = ()
    """... in thin lines."""


def draw_course(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], course: Course) -> None:
    """Draw a line for each player, from no chance at the foot to certainty on top."""
    places = canvas.places(GRAPH, box)
    plot = places["plot"]
    canvas.small(course.note, places["note"], colour=INK_SOFT, align="right")
    _scale(canvas, plot, places["axis"], 100)
    for at, colour in (
        *((part_.at, PAPER_SHADE) for part_ in course.parts),
        *((mark, GOLD) for mark, _name in course.marks),
    ):
        pygame.draw.line(canvas.surface, colour, point(plot, at, 0.0), point(plot, at, 1.0), max(1, canvas.px(0.1)))
    for at, name in _together(course.marks, canvas.px(MARK_EM) / max(1, plot.width)):
        label = canvas.places(NAME, band(places["names"], at, canvas.px(2.0 * len(name.split()))))["label"]
        canvas.line(name, label, align="centre", weight="Bold", size=0.9)
    _parts(canvas, places["names"], course.parts)
    _bands(canvas, plot, course, seats)
    _lines(canvas, plot, _by_seat(course.first_at, course.first_rows, len(seats)), seats, THIN)
    _lines(canvas, plot, _by_seat(course.at, course.rows, len(seats)), seats, PLAIN)
    last = course.rows[-1] if course.rows else ()
    heights = [point(plot, 1.0, chance)[1] for chance in last]
    _ends(canvas, places, seats, whole_percents(last), heights)


def _together(marks: Sequence[tuple[float, str]], near: float) -> list[tuple[float, str]]:
    """Return marks from left to right; marks that would overlap become one with all their names."""
    merged: list[tuple[float, str]] = []
    for at, name in sorted(marks):
        if merged and at - merged[-1][0] < near:
            merged[-1] = (merged[-1][0] + at) / 2, f"{merged[-1][1]} {name}"
        else:
            merged.append((at, name))
    return merged


def _by_seat(at: Sequence[float], rows: Sequence[Sequence[float]], seats: int) -> list[list[tuple[float, float]]]:
    return [[(place, chances[seat]) for place, chances in zip(at, rows, strict=True)] for seat in range(seats)]


def _parts(canvas: Canvas, names: pygame.Rect, parts: Sequence[Span]) -> None:
    """Name the parts of a game below the axis, in the middle of each, as far as there is room."""
    ends = [*(part_.at for part_ in parts[1:]), 1.0]
    taken, has_icons = pygame.Rect(), any(part_.icon for part_ in parts)
    for part_, end in zip(parts, ends, strict=True):
        room = canvas.places(NAME, span(names, part_.at, end))["below"]
        if part_.icon is not None:
            if room.width >= room.height:
                put_icon(canvas, part_.icon, shaped(room, 1.0))
        else:
            beside, wide = (
                room if has_icons else canvas.places(NAME, span(names, part_.at, 1.0))["below"],
                _needed(canvas, part_.label),
            )
            words = canvas.spot(beside.clip(names), wide + LABEL_AIR_EM, at=("start", "start"))
            if words.width >= canvas.px(wide) and not words.colliderect(taken):
                canvas.line(part_.label, words, size=LABEL_SIZE, colour=INK_SOFT)
                taken = words


def _bands(canvas: Canvas, plot: pygame.Rect, course: Course, seats: Sequence[SeatLook]) -> None:
    """Draw a band of twice the error around each chance."""
    if not canvas.paints or len(course.at) < 2:
        return
    for seat, look in enumerate(seats):
        veil = pygame.Surface(plot.size, pygame.SRCALPHA)
        sides = [
            [
                point(veil.get_rect(), at, min(1.0, max(0.0, chances[seat] + times * errors[seat])))
                for at, chances, errors in zip(course.at, course.rows, course.errors, strict=True)
            ]
            for times in (2, -2)
        ]
        pygame.draw.polygon(veil, (*CUBES[look.colour], VEIL), [*sides[0], *reversed(sides[1])])
        canvas.surface.blit(veil, plot)


def rounded_up(most: int) -> int:
    """Return the top of the scale: a number that five equal steps divide well."""
    tops = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200)
    return next((top for top in tops if top >= most), -(-most // 50) * 50)


def _scale(canvas: Canvas, plot: pygame.Rect, axis: pygame.Rect, top: int) -> None:
    for number, room in enumerate(ticks(axis, STEPS + 1, "high")):
        colour = PAPER_EDGE if number == 0 else PAPER_SHADE
        left, right = (point(plot, across, number / STEPS) for across in (0.0, 1.0))
        pygame.draw.line(canvas.surface, colour, left, right)
        canvas.line(decimal(top * number / STEPS, "g"), room, align="right", size=LABEL_SIZE, colour=INK_SOFT)


def _names(canvas: Canvas, columns: Sequence[Column], places: Places) -> None:
    """Write under the axis what each column is called; where that is too narrow, every second or third."""
    cells = ticks(places["names"], len(columns))
    needed = [_needed(canvas, column_.label) for column_ in columns]
    free = cells[0].width / canvas.em
    every = max([1, *(ceil(wide / free) for wide in needed[:-1])])
    for number, (column_, cell) in enumerate(zip(columns, cells, strict=True)):
        room = cell.scale_by(every, 1.0) if every > 1 else cell
        if column_ is columns[-1]:  # it uses the free space next to it
            room = canvas.spot(cell.union(places["beside"]), max(free, needed[-1]), at=("start", "start"))
        if number % every == 0 or (column_ is columns[-1] and (number - 1) % every):
            label = canvas.within(canvas.places(NAME, room)["label"], LABEL_AIR_EM / 2, 0.0)
            canvas.line(column_.label, label, align="centre", size=LABEL_SIZE, colour=INK_SOFT)
        if column_.below:
            below = canvas.places(NAME, cell.scale_by(2.0, 1.0))["below"]
            canvas.line(column_.below, below, align="centre", size=LABEL_SIZE, colour=INK_SOFT)


def _needed(canvas: Canvas, label: str) -> float:
    """Return the least width of a label with its margins, em."""
    whole = texts.width(label, canvas.smallest(canvas.px(LABEL_SIZE))) + 1  # room is rounded to pixels
    return whole / canvas.em + LABEL_AIR_EM


def _lines(
    canvas: Canvas,
    plot: pygame.Rect,
    lines: list[list[tuple[float, float]]],
    seats: Sequence[SeatLook],
    pen: Pen,
) -> None:
    """Draw all lines (by shares of the plot) smoothly: first large, then scaled down.

    Lines that would coincide are drawn side by side.
    """
    if not canvas.paints:
        return
    room = canvas.within(plot, -AROUND_EM)
    big = pygame.Surface(room.scale_by(FINENESS).size, pygame.SRCALPHA)
    fine_plot = within(big.get_rect(), canvas.em * FINENESS, AROUND_EM)
    big.fill((*INK, 0))
    wide = max(2, canvas.px(pen.em)) * FINENESS
    for number, line in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * wide * BESIDE
        fine = [(x, y + shift) for x, y in (point(fine_plot, *at) for at in line)]
        colour = mix(CUBES[seats[number].colour], PAPER_BRIGHT, pen.pale)
        edge = mix(colour, PAPER_BRIGHT if pen.pale else INK, 0.75)
        for width, paint in ((wide + 2 * FINENESS, edge), (wide, colour)):
            if len(fine) > 1:
                pygame.draw.lines(big, paint, False, fine, width)
            for middle in fine if pen.has_points else ():
                pygame.draw.circle(big, paint, middle, width * 0.9)
    canvas.surface.blit(pygame.transform.smoothscale(big, room.size), room)


def _ends(
    canvas: Canvas, places: Places, seats: Sequence[SeatLook], last: Sequence[int], heights: Sequence[float]
) -> None:
    """Put each player's banner and last figure at the end of their line, none upon another."""
    room, high = canvas.spot(places["ends"], high=END_EM), canvas.px(END_EM)
    order = sorted(range(len(last)), key=lambda seat: -last[seat])
    tops = moved_apart([heights[seat] - high / 2 for seat in order], high, places["plot"])
    for seat, top in zip(order, tops, strict=True):
        room.top = round(top)
        flag, text = canvas.across(room, 1.2, share())
        canvas.image(banner(seats[seat].clan, high - 2), flag, "left")
        canvas.line(str(last[seat]), text, size=0.9, weight="Bold")


def moved_apart(tops: Sequence[float], high: int, plot: pygame.Rect) -> list[float]:
    """Return places from top to bottom, moved apart so that none overlaps another and all stay at the plot."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + high if placed else plot.top - high / 2))
    lowest = float(plot.bottom + high / 2)
    for number in reversed(range(len(placed))):
        placed[number] = min(placed[number], lowest - high)
        lowest = placed[number]
    return placed
