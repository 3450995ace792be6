"""Points as a table: a line for each source and a column for each player, with the leader in bold."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pygame

from shogun.games.river_of_gold.analysis.hint import ahead
from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.pieces import symbol
from shogun.games.river_of_gold.screen.play.score_lines import Count, ScoreLine
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import (
    GOLD,
    GOLD_PALE,
    INDIGO,
    INDIGO_DEEP,
    INK,
    INK_FAINT,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_SHADE,
    SMALL,
    Weight,
    edge_of,
    mix,
)
from shogun.window.kit.layout import Node, Part, column, part, row, share, text
from shogun.window.kit.widgets.button import face

OPENED_EM, NAME = 2.1, 0.9
"""Height of an expandable line, and the size of a name, em; long names end with an ellipsis."""
TABLE = column(part("names", high=2.3), part("lines"), padding=(0.5, 0.4))
HEADS_GAP_EM = 0.3
IN_EM = 1.4
"""Indentation of a line that is part of another."""


def _line_of(*before: Part) -> Node:
    """Return the layout of a line of the table, with the names above."""
    label = row(*before, part("sign", wide=1.3), part("label"), wide=share(0.4), gap=0.25, padding=(0.15, 0.0))
    return row(label, part("points", wide=share(0.6)))


LINE, PART_LINE = _line_of(), _line_of(part(wide=IN_EM))


Head: TypeAlias = tuple[Act | None, str]
"""Act and tooltip of a player's name."""
Heads: TypeAlias = Callable[[int], Head]
"""Function that returns those of a seat."""


def draw_scores(
    canvas: Canvas, seats: Sequence[SeatLook], lines: Sequence[ScoreLine], box: pygame.Rect, heads: Heads | None = None
) -> None:
    """Draw the table on a sheet; `heads` defines the clicks on players' names."""
    canvas.sheet(box)
    places = canvas.places(TABLE, box)
    _names(canvas, seats, places["names"], heads)
    highs = (share() if line.act is None else share(least=OPENED_EM, most=OPENED_EM) for line in lines)
    for number, (line, room) in enumerate(zip(lines, canvas.down(places["lines"], *highs, gap=0.06), strict=True)):
        _line(canvas, number, line, room)


def _names(canvas: Canvas, seats: Sequence[SeatLook], box: pygame.Rect, heads: Heads | None) -> None:
    places = canvas.columns(canvas.places(LINE, box)["points"], len(seats), HEADS_GAP_EM)
    for seat, (look, place) in enumerate(zip(seats, places, strict=True)):
        if heads is not None:
            act, told = heads(seat)
            if act is not None:
                face(canvas, place, act, "plain")
            canvas.target(f"seat-{seat}", place, act, told, group="seats")
        name = canvas.put(banner(look.clan, canvas.px(1.9)), canvas.within(place, 0.2, 0), gap=0.12)
        canvas.line(texts.shortened(look.name, canvas.px(NAME), name.width, "Bold"), name, weight="Bold", size=NAME)


def _line(canvas: Canvas, number: int, line: ScoreLine, box: pygame.Rect) -> None:
    paper = GOLD_PALE if line.is_total else PAPER_BRIGHT if number % 2 else mix(PAPER, PAPER_SHADE, 0.35)
    canvas.fill(box, paper, 0.2)
    if line.act is not None:
        canvas.frame(box, edge_of(lit=canvas.hovers(box)), 0.2)
    places = canvas.places(PART_LINE if line.is_part else LINE, box)
    if line.icon:
        canvas.image(symbol(line.icon, min(places["sign"].size)), places["sign"])
    weight: Weight = "Bold" if line.is_total else "Regular"
    canvas.line(line.label, places["label"], weight=weight, size=1.1 if line.is_total else SMALL)
    _points(canvas, line, places["points"])
    canvas.target(f"line-{number}", box, line.act, line.told, line.rule, group="lines")


def _points(canvas: Canvas, line: ScoreLine, box: pygame.Rect) -> None:
    first, size = ahead(line.points), 1.35 if line.is_total else 0.95 if line.is_part else 1.0
    for seat, (points, cell) in enumerate(
        zip(line.points, canvas.columns(box, len(line.points), HEADS_GAP_EM), strict=True)
    ):
        ink = INDIGO if seat in first else INK if points else INK_SOFT
        weight: Weight = "Bold" if seat in first else "Regular"
        room = canvas.within(cell, 0.4, 0)
        canvas.line(str(points), room, align="centre", weight=weight, size=size, colour=ink)


# Band across the board during the final scoring: the source, and everybody's points from it

BAND_EM, EDGE_EM = 5.6, 0.2
SIGN_EM, MARKER_EM, SHARE_EM = 2.2, 1.7, 7.0
TITLE_SIZE, POINTS_SIZE = 1.5, 1.7


def draw_count(canvas: Canvas, seats: Sequence[SeatLook], count: Count, board: pygame.Rect) -> None:
    """Draw the band: the source above, below it each player's points, zeros faint."""
    band = canvas.spot(board, high=BAND_EM)
    canvas.fill(band, INDIGO_DEEP)
    for edge in (canvas.spot(band, high=EDGE_EM, at=("start", place)) for place in ("start", "end")):
        canvas.fill(edge, GOLD)
    line = count.line
    title = row(
        part("sign", wide=SIGN_EM), text("title", line.label, size=TITLE_SIZE, weight="Bold"), justify="middle", gap=0.4
    )
    shares = row(*(part(f"seat-{seat}", wide=share(most=SHARE_EM)) for seat in range(len(seats))), justify="middle")
    places = canvas.places(column(title, shares, padding=(0.5, 0.5), gap=0.2), band)
    canvas.image(symbol(line.icon, min(places["sign"].size)), places["sign"])
    canvas.line(line.label, places["title"], size=TITLE_SIZE, weight="Bold", colour=GOLD_PALE)
    for seat, (look, points) in enumerate(zip(seats, line.points, strict=True)):
        words, most = f"+{points}", points == max(line.points)
        inner = row(
            part("marker", wide=MARKER_EM), text("points", words, size=POINTS_SIZE, weight="Bold"), justify="middle",
            gap=0.3,
        )  # fmt: skip
        spots = canvas.places(inner, places[f"seat-{seat}"])
        canvas.image(pieces.marker(look.clan, canvas.px(MARKER_EM)), spots["marker"])
        ink = GOLD if most else PAPER_BRIGHT if points else INK_FAINT
        canvas.line(words, spots["points"], size=POINTS_SIZE, weight="Bold", colour=ink)
