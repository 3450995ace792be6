"""Where the panels of the game's screen lie, for every size of the window."""

from msgspec import Struct
from pygame import Rect

from shogun.window.kit.layout import Places, column, part, place, row, share

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
FOLDED_EM = 3.5
"""Height of the sheet while the board of plans is folded to one line."""
TOWER_EM = 11.6
SIDE_EM = 18.0
MOST_COLUMNS_EM = 38.0
"""On wide screens tower and players together take no more than this; the map gets the rest."""
BOARD_SHAPE = 1.6
"""Width by height of the map."""
PLAYER_EM = 4.1
"""Height of a player's row where there is room, with its gap."""
PLAYERS_SHARE = 0.65
"""The most of the right column that the players' goods may take."""
DIGEST_EM = 5.2


class Shape(Struct, frozen=True):
    """What the panels need room for at the moment."""

    is_wide: bool = False
    """Whether the sheet, for a plan or the draft, reaches under the tower; else it is as wide as the board."""
    is_folded: bool = False
    """Whether the sheet is one line, and the map higher."""
    has_digest: bool = False
    """Whether it is told, between players and log, what has happened since the last turn."""


USUAL = Shape()


def lay_out(area: Rect, em: int, seats: int, shape: Shape = USUAL) -> Places:
    """Return the place of each panel; none overlaps another."""
    beside = _beside_board(area, em, shape)
    tower = part("tower", wide=(beside - GAP_EM) * TOWER_EM / (TOWER_EM + SIDE_EM))
    digest = (part("digest", high=DIGEST_EM),) if shape.has_digest else ()
    told = column(
        part("players", high=share(PLAYERS_SHARE, most=PLAYER_EM * seats + GAP_EM)),
        column(*digest, part("log"), high=share(1 - PLAYERS_SHARE), gap=GAP_EM),
        wide=share(), gap=GAP_EM,
    )  # fmt: skip
    corner = column(part("track"), part("events"), high=BOTTOM_EM, gap=GAP_EM)
    board, sheet = part("board"), part("sheet", high=FOLDED_EM if shape.is_folded else BOTTOM_EM)
    if shape.is_wide:
        above = row(board, tower, gap=GAP_EM)
        left, right = (
            column(above, sheet, wide=share(), gap=GAP_EM),
            column(told, corner, wide=(beside - GAP_EM) * SIDE_EM / (TOWER_EM + SIDE_EM), gap=GAP_EM),
        )
    else:
        left = column(board, sheet, wide=share(), gap=GAP_EM)
        right = column(row(tower, told, gap=GAP_EM), corner, wide=beside, gap=GAP_EM)
    return place(column(part("prompt", high=TOP_EM), row(left, right, gap=GAP_EM, padding=GAP_EM)), area, em)


def _beside_board(area: Rect, em: int, shape: Shape) -> float:
    """Return the width of tower and players together, em: the map takes what its shape can use."""
    wide, high = area.width / em - 2 * GAP_EM, area.height / em - TOP_EM - 2 * GAP_EM
    map_high = high - GAP_EM - (FOLDED_EM if shape.is_folded else BOTTOM_EM)
    least = TOWER_EM + SIDE_EM
    return min(MOST_COLUMNS_EM, max(least, wide - 2 * GAP_EM - BOARD_SHAPE * map_high)) + GAP_EM
