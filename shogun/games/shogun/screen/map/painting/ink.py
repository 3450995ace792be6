"""The lines of the map: coasts and the regions' borders by brush, other borders fine, sea routes dashed."""

from collections.abc import Iterable, Iterator

import pygame
from pygame import Rect, Surface

from shogun.games.shogun.rules.cards import Board
from shogun.games.shogun.screen.map.atlas import Atlas
from shogun.games.shogun.screen.map.painting.brush import brush, dashes, sheet_for, stroke
from shogun.games.shogun.screen.map.painting.regions import Subject, parts
from shogun.games.shogun.screen.map.painting.sea import shores
from shogun.window.kit.drawing.projection import Line, Projection
from shogun.window.kit.drawing.theme import Colour

INK: Colour = (43, 32, 26)
ROUTE: Colour = (240, 229, 200)
LAKE: Colour = (112, 148, 164)
COAST, BORDER, DASH = 2.9, 1.0, 2.1
"""Widths of the lines in map units."""
COAST_LEAST, BORDER_LEAST, DASH_LEAST = 1.7, 0.9, 1.4
"""Least widths of the lines in pixels."""
BORDER_ALPHA = 185


def paint_ink(layer: Surface, subject: Subject) -> Iterator[None]:
    """Draw all lines on a clear layer, a few in each step."""
    chart, played, projection = subject.chart, subject.played, subject.projection
    layer.fill((*INK, 0))
    frame = layer.get_rect()
    for number, (line, is_heavy) in enumerate(_lines(chart, played)):
        _draw_line(layer, line, projection, frame, is_heavy=is_heavy)
        if number % 4 == 3:
            yield
    for lake in chart.lakes:
        if sheet := sheet_for(lake.polygon, projection, frame, 2):
            sheet.surface.fill((*INK, 0))
            outline = sheet.projection.line(lake.polygon)
            pygame.draw.polygon(sheet.surface, LAKE, outline)
            stroke(sheet.surface, (*INK, 200), outline, max(1.1 * sheet.projection.scale, sheet.times), closed=True)
            sheet.lay(layer)
    for route in chart.sea_routes:
        if (route.a, route.b) in played.sea_routes or (route.b, route.a) in played.sea_routes:
            _draw_route(layer, route.line, projection, frame)
            yield


def _lines(chart: Atlas, played: Board) -> Iterable[tuple[Line, bool]]:
    """Yield every border and shore, and True for the heavy ones; the light ones come first."""
    heavy = {(border.a, border.b): parts(played, border.a, border.b) for border in chart.borders}
    for border in sorted(chart.borders, key=lambda border: heavy[border.a, border.b]):
        yield border.line, heavy[border.a, border.b]
    for shore in shores(chart):
        yield shore, True


def _draw_line(layer: Surface, line: Line, projection: Projection, frame: Rect, *, is_heavy: bool) -> None:
    sheet = sheet_for(line, projection, frame, COAST)
    if sheet is None:
        return
    sheet.surface.fill((*INK, 0))
    points, scale = sheet.projection.line(line), sheet.projection.scale
    if is_heavy:
        brush(sheet.surface, INK, points, max(COAST * scale, sheet.times * COAST_LEAST), line[0][0] + line[0][1])
    else:
        stroke(sheet.surface, (*INK, BORDER_ALPHA), points, max(BORDER * scale, sheet.times * BORDER_LEAST))
    sheet.lay(layer)


def _draw_route(layer: Surface, line: Line, projection: Projection, frame: Rect) -> None:
    if sheet := sheet_for(line, projection, frame, DASH):
        sheet.surface.fill((*ROUTE, 0))
        width = max(DASH * sheet.projection.scale, sheet.times * DASH_LEAST)
        dashes(sheet.surface, ROUTE, sheet.projection.line(line), width)
        sheet.lay(layer)
