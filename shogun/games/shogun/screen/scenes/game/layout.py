"""Where the panels of the game's screen lie, for every size of the window."""

from msgspec import Struct
from pygame import Rect

from shogun.window.kit.layout import Places, column, part, place, row, share

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
FOLDED_EM = 3.5
"""Height of the sheet while the board of plans is folded to one line."""
TOWER_EM, MOST_TOWER_EM = 11.6, 16.0
"""Width of the tower's column; the larger one where the map has more height than it can use."""
ROOMY_EM = 60.0
"""The map gives of its width only what it has beyond this."""
MOST_SHEET_EM = 15.5
USUAL_SHEET_EM = 48.0
"""Width of a sheet of the usual height; a higher one is as much wider, and its cards are as much larger."""
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


class Columns(Struct, frozen=True):
    """How wide the columns beside the map are, and how high the sheet below it is, em."""

    tower: float
    told: float
    sheet: float


USUAL = Shape()


def lay_out(area: Rect, em: int, seats: int, shape: Shape = USUAL) -> Places:
    """Return the place of each panel; none overlaps another."""
    columns = _columns(area, em, shape)
    tower = part("tower", wide=columns.tower)
    digest = (part("digest", high=DIGEST_EM),) if shape.has_digest else ()
    told = column(
        part("players", high=share(PLAYERS_SHARE, most=PLAYER_EM * seats + GAP_EM)),
        column(*digest, part("log"), high=share(1 - PLAYERS_SHARE), gap=GAP_EM),
        wide=share(), gap=GAP_EM,
    )  # fmt: skip
    corner = column(part("track"), part("events"), high=BOTTOM_EM, gap=GAP_EM)
    board, sheet = part("board"), part("sheet", high=FOLDED_EM if shape.is_folded else columns.sheet)
    if shape.is_wide:
        above = row(board, tower, gap=GAP_EM)
        left, right = (
            column(above, sheet, wide=share(), gap=GAP_EM),
            column(told, corner, wide=columns.told, gap=GAP_EM),
        )
    else:
        left = column(board, sheet, wide=share(), gap=GAP_EM)
        right = column(row(tower, told, gap=GAP_EM), corner, wide=columns.tower + GAP_EM + columns.told, gap=GAP_EM)
    return place(column(part("prompt", high=TOP_EM), row(left, right, gap=GAP_EM, padding=GAP_EM)), area, em)


def _columns(area: Rect, em: int, shape: Shape) -> Columns:
    """Return how the room is shared out: the map takes what its shape can use, and leaves what it can't."""
    wide, high = area.width / em - 4 * GAP_EM, area.height / em - TOP_EM - 3 * GAP_EM
    map_high = high - (FOLDED_EM if shape.is_folded else BOTTOM_EM)
    together = min(MOST_COLUMNS_EM, max(TOWER_EM + SIDE_EM, wide - BOARD_SHAPE * map_high))
    board, tower = wide - together, together * TOWER_EM / (TOWER_EM + SIDE_EM)
    bare = high - BOTTOM_EM - board / BOARD_SHAPE
    more = max(0.0, min(MOST_TOWER_EM - tower, bare / 2, board - ROOMY_EM))
    bare += more / BOARD_SHAPE
    most = min(MOST_SHEET_EM, BOTTOM_EM * (board - more) / USUAL_SHEET_EM)
    sheet = max(BOTTOM_EM, min(most, BOTTOM_EM + bare))
    return Columns(tower + more, together - tower, sheet)
