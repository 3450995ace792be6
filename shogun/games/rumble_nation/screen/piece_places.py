"""What stands in the areas of the map, and where: castles with names and banners, and beside them groups of pieces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum

import pygame
from msgspec import Struct

from shogun.base.language import signed
from shogun.games.rumble_nation.screen.atlas import Projection, atlas
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import SMALL

CASTLE_EM = 2.5
FLAG_EM = 0.8
"""So far a banner stands out at the left of its castle."""
BANNER_EM = 1.3, 1.9
LABEL_EM = 1.15
CHIP_EM = 1.7
"""Height of a group of pieces."""
PIECE_EM, LETTER_EM = 1.3, 0.62
"""Width of a piece in a group, and of a letter of its number."""
NUMBER_AIR_EM, CHIP_AIR_EM = 0.15, 0.25
"""What a number is wider than its letters, and a group's plate than what is on it."""
BESIDE_EM, BETWEEN_EM = 0.2, 0.12
"""Between a castle and its groups, and between two groups."""
IN_A_ROW = 2
"""Groups of pieces that stand side by side."""
ROW_EM = 7.4
"""A row of groups is at most so wide."""


class Group(Struct, frozen=True):
    """All pieces of a seat in an area, and how many more or fewer soldiers an answer would make them."""

    seat: int
    soldiers: int
    more: int
    daimyo: bool
    support: int

    def parts(self) -> list[tuple[str, str]]:
        """Return the kinds of pieces, each with its number; a changed number shows by how much."""
        parts = []
        if self.soldiers or self.more or not self.daimyo:
            changed = f" ({signed(self.more)})" if self.more else ""
            parts.append(("soldier", f"{self.soldiers}{changed}"))
        if self.daimyo:
            parts.append(("daimyo", ""))
        if self.support:
            parts.append(("support", str(self.support)))
        return parts

    def lengths(self) -> list[float]:
        """Return the widths of each piece and its number, em."""
        parts = self.parts()
        return [
            em for _kind, words in parts for em in (PIECE_EM, LETTER_EM * len(words) + (NUMBER_AIR_EM if words else 0))
        ]


class Standing(Struct, frozen=True):
    """Where all that stands in one area is drawn, px."""

    castle: pygame.Rect
    banner: pygame.Rect
    """Who would win: at the castle's left upper corner."""
    name: pygame.Rect
    groups: tuple[tuple[Group, pygame.Rect], ...]
    whole: pygame.Rect
    """The box around all of it."""


def standings(
    canvas: Canvas, projection: Projection, board: pygame.Rect, groups: Mapping[str, Sequence[Group]]
) -> dict[str, Standing]:
    """Return where all stands that is on the board, by area."""
    castles = {area.name: _castle(canvas, projection, area.pieces) for area in atlas().areas}
    return {area: _standing(canvas, area, castles, board, groups[area]) for area in groups}


def _castle(canvas: Canvas, projection: Projection, pieces: tuple[float, float]) -> pygame.Rect:
    x, y = projection.point(pieces)
    castle = pygame.Rect(0, 0, canvas.px(CASTLE_EM), canvas.px(CASTLE_EM))
    castle.center = round(x - canvas.px(2.4)), round(y + canvas.px(0.3))
    return castle


def _standing(
    canvas: Canvas, area: str, castles: Mapping[str, pygame.Rect], board: pygame.Rect, groups: Sequence[Group]
) -> Standing:
    castle = castles[area]
    banner = pygame.Rect(castle.left - canvas.px(0.75), castle.top, *map(canvas.px, BANNER_EM))
    beside = tuple(_beside(canvas, castle, board, groups, _room(canvas, castle, castles.values(), board)))
    title = _titled(canvas, castle)
    whole = castle.unionall([title.move(-canvas.px(FLAG_EM), 0), title, *(box for _group, box in beside)])
    return Standing(castle, banner, _name(canvas, area, castle).clamp(board), beside, whole)


def _titled(canvas: Canvas, castle: pygame.Rect) -> pygame.Rect:
    """Return the room above a castle that its name takes."""
    high = canvas.px(LABEL_EM)
    return pygame.Rect(castle.left, castle.top - high, castle.width, high)


def _name(canvas: Canvas, area: str, castle: pygame.Rect) -> pygame.Rect:
    title = _titled(canvas, castle).move(-canvas.px(0.2), 0)
    title.width = texts.width(area, canvas.px(SMALL), "Bold") + canvas.px(0.5)
    return title


def _room(canvas: Canvas, castle: pygame.Rect, castles: Iterable[pygame.Rect], board: pygame.Rect) -> int:
    """Return how broad rows beside a castle may be, px: none leaves the board or covers a castle with its name."""
    most, flag = canvas.px(ROW_EM), canvas.px(FLAG_EM)
    reach = pygame.Rect(castle.right, castle.top, most + flag, 2 * canvas.px(CHIP_EM))
    titled = [other.union(_titled(canvas, other)) for other in castles]
    ends = [other.left - flag for other in titled if other.left > castle.right and reach.colliderect(other)]
    return min(most, min([board.right, *ends]) - castle.right - canvas.px(BESIDE_EM))


def _beside(
    canvas: Canvas, castle: pygame.Rect, board: pygame.Rect, groups: Sequence[Group], room: int
) -> Iterator[tuple[Group, pygame.Rect]]:
    """Yield groups of pieces with their boxes: in rows at the right of their castle."""
    rows = list(_rows(canvas, groups, room))
    step = canvas.px(CHIP_EM)
    high = step * len(rows)
    top = min(max(castle.top + canvas.px(0.1), castle.centery - high // 2), board.bottom - high)
    for number, row in enumerate(rows):
        left = castle.right + canvas.px(BESIDE_EM)
        for group in row:
            box = pygame.Rect(left, top + number * step, _width(canvas, group), step)
            yield group, box
            left = box.right + canvas.px(BETWEEN_EM)


def _rows(canvas: Canvas, groups: Sequence[Group], room: int) -> Iterator[list[Group]]:
    """Yield groups in rows: so many side by side at most, and several only where there is room (px) for them."""
    row: list[Group] = []
    for group in groups:
        width = sum(_width(canvas, one) for one in (*row, group))
        if row and (len(row) == IN_A_ROW or width + canvas.px(BETWEEN_EM) > room):
            yield row
            row = []
        row.append(group)
    if row:
        yield row


def _width(canvas: Canvas, group: Group) -> int:
    """Return how wide a group is drawn, px."""
    return canvas.px(fsum(group.lengths()) + CHIP_AIR_EM)
