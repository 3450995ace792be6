"""A graph over the moments of a game: one figure of all players, each line in its colour with its banner at the end."""

from collections.abc import Callable, Sequence

import pygame
from msgspec import Struct

from shogun.window.kit import text as texts
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import CUBES, GOLD_PALE, INK, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, PAPER_SHADE, mix

FINENESS = 2
AXIS_EM = 1.9
FOOT_EM = 2.3
NOTE_EM = 1.3
END_EM = 3.6
LABEL_SIZE = 0.76
LABEL_AIR = 4
"""Pixels that stay free at the sides of a label, both together."""
BESIDE = 0.3
"""How much of a line's width lines lie apart that would lie upon each other."""


class Column(Struct, frozen=True):
    """A moment of a game on the axis of a graph."""

    label: str
    below: str = ""
    """A second line under some labels, which may be as wide as two columns more."""
    is_lit: bool = False
    """Whether it stands out."""


class Curves(Struct, frozen=True):
    """One figure of all players over a game."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[int]]
    """Of each column the players' figures, in seat order."""
    note: str = ""
    """What exactly the figure counts."""


def draw_graph(canvas: Canvas, box: pygame.Rect, seats: Sequence[SeatLook], curves: Curves) -> None:
    """Draw a line for each player."""
    rows = curves.rows
    top = rounded_up(max((max(row) for row in rows), default=1))
    note = pygame.Rect(box.left, box.top, box.width, canvas.px(NOTE_EM))
    canvas.small(curves.note, note, colour=INK_SOFT, align="right")
    box = pygame.Rect(box.left, note.bottom, box.width, box.height - note.height)
    plot = pygame.Rect(box.left + canvas.px(AXIS_EM), box.top + canvas.px(0.5), 0, 0)
    plot.width = box.width - canvas.px(AXIS_EM + END_EM)
    plot.height = box.height - canvas.px(FOOT_EM + 0.5)
    step = plot.width / max(1, len(rows) - 1)

    def at(number: int, value: float) -> tuple[float, float]:
        return plot.left + number * step, plot.bottom - plot.height * value / top

    _lit_columns(canvas, plot, curves.columns, step)
    _scale(canvas, plot, top)
    for number, column in enumerate(curves.columns):
        below = pygame.Rect(round(at(number, 0)[0] - step / 2), plot.bottom, round(step), 0)
        _name(canvas, column, _as_wide_as(canvas, column, below) if number == len(rows) - 1 else below)
    _lines(canvas, plot, [[at(n, row[seat]) for n, row in enumerate(rows)] for seat in range(len(seats))], seats)
    _ends(canvas, plot, seats, rows[-1] if rows else (), lambda value: at(0, value)[1])


def rounded_up(most: int) -> int:
    """Return the top of the scale: a number that five equal steps divide well."""
    tops = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150, 200)
    return next((top for top in tops if top >= most), -(-most // 50) * 50)


def _scale(canvas: Canvas, plot: pygame.Rect, top: int) -> None:
    for part in range(6):
        y = round(plot.bottom - plot.height * part / 5)
        pygame.draw.line(canvas.surface, PAPER_EDGE if part == 0 else PAPER_SHADE, (plot.left, y), (plot.right, y))
        room = pygame.Rect(plot.left - canvas.px(AXIS_EM), y - canvas.px(0.6), canvas.px(AXIS_EM - 0.4), canvas.px(1.2))
        canvas.line(f"{top * part / 5:g}", room, align="right", size=0.76, colour=INK_SOFT)


def _lit_columns(canvas: Canvas, plot: pygame.Rect, columns: Sequence[Column], step: float) -> None:
    for number, column in enumerate(columns):
        if column.is_lit:
            band = pygame.Rect(round(plot.left + (number - 0.4) * step), plot.top, round(0.8 * step), plot.height)
            pygame.draw.rect(canvas.surface, mix(PAPER_BRIGHT, GOLD_PALE, 0.45), band.clip(plot.inflate(step * 0.8, 0)))


def _as_wide_as(canvas: Canvas, column: Column, below: pygame.Rect) -> pygame.Rect:
    """Return the room under the last column with so much of what is free at its right as its label needs."""
    lacks = texts.width(column.label, canvas.smallest(canvas.px(LABEL_SIZE)), "Regular") + LABEL_AIR - below.width
    return pygame.Rect(below.left, below.top, below.width + max(0, min(lacks, canvas.px(END_EM))), below.height)


def _name(canvas: Canvas, column: Column, below: pygame.Rect) -> None:
    """Write what a column is called under the axis."""
    line = pygame.Rect(below.left, below.top + canvas.px(0.15), below.width, canvas.px(1.05))
    canvas.line(column.label, line.inflate(-LABEL_AIR, 0), align="centre", size=LABEL_SIZE, colour=INK_SOFT)
    if column.below:
        wide = line.move(0, canvas.px(1.0)).inflate(below.width, 0)
        canvas.line(column.below, wide, align="centre", size=0.76, colour=INK_SOFT)


def _lines(
    canvas: Canvas, plot: pygame.Rect, lines: list[list[tuple[float, float]]], seats: Sequence[SeatLook]
) -> None:
    """Draw all lines smoothly: first large, then scaled down; lines that would lie upon each other lie side by side."""
    room = plot.inflate(canvas.px(1), canvas.px(1))
    big = pygame.Surface((room.width * FINENESS, room.height * FINENESS), pygame.SRCALPHA)
    big.fill((*INK, 0))
    thick = max(2, canvas.px(0.2)) * FINENESS
    for number, points in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * thick * BESIDE
        fine = [((x - room.left) * FINENESS, (y - room.top) * FINENESS + shift) for x, y in points]
        colour = CUBES[seats[number].colour]
        for width, paint in ((thick + 2 * FINENESS, mix(colour, INK, 0.75)), (thick, colour)):
            if len(fine) > 1:
                pygame.draw.lines(big, paint, False, fine, width)
            for point in fine:
                pygame.draw.circle(big, paint, point, width * 0.9)
    canvas.surface.blit(pygame.transform.smoothscale(big, room.size), room)


def _ends(
    canvas: Canvas,
    plot: pygame.Rect,
    seats: Sequence[SeatLook],
    last: Sequence[int],
    height_of: Callable[[float], float],
) -> None:
    """Put each player's banner and last figure at the end of their line, none upon another."""
    high = canvas.px(1.5)
    order = sorted(range(len(last)), key=lambda seat: -last[seat])
    tops = apart([height_of(last[seat]) - high / 2 for seat in order], high, plot)
    for seat, top in zip(order, tops, strict=True):
        row = pygame.Rect(plot.right + canvas.px(0.7), round(top), canvas.px(END_EM - 0.7), high)
        flag = banner(seats[seat].clan, high - 2)
        canvas.surface.blit(flag, flag.get_rect(midleft=row.midleft))
        text = pygame.Rect(row.left + canvas.px(1.2), row.top, row.width - canvas.px(1.2), high)
        canvas.line(str(last[seat]), text, size=0.9, weight="Bold")


def apart(tops: Sequence[float], high: int, plot: pygame.Rect) -> list[float]:
    """Return places from top to bottom, moved so far that none overlaps another and all stay beside the plot."""
    placed: list[float] = []
    for top in tops:
        placed.append(max(top, placed[-1] + high if placed else plot.top - high / 2))
    lowest = float(plot.bottom + high / 2)
    for number in reversed(range(len(placed))):
        placed[number] = min(placed[number], lowest - high)
        lowest = placed[number]
    return placed
