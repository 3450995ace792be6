"""A band across the board: what is counted at the end, and what it brings to everybody."""

from collections.abc import Sequence

import pygame

from shogun.games.river_of_gold.screen import pieces
from shogun.games.river_of_gold.screen.play.final_scoring import Count
from shogun.games.river_of_gold.screen.symbols import symbol
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.icons import SeatLook
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INDIGO_DEEP, INK_FAINT, PAPER_BRIGHT
from shogun.window.kit.layout import column, part, row, share, text

BAND_EM, EDGE_EM = 5.6, 0.2
SIGN_EM, MARKER_EM, SHARE_EM = 2.2, 1.7, 7.0
TITLE_SIZE, POINTS_SIZE = 1.5, 1.7


def draw_count(canvas: Canvas, seats: Sequence[SeatLook], count: Count, board: pygame.Rect) -> None:
    """Draw the band: the source above, below it each player's points, those with none faint."""
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
