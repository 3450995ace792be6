"""Where the panels of the game's screen lie, for every size of the window.

Three arrangements: in most windows the tower has a column between the map and what is told; where that leaves bare sea
above and below the land, the tower goes into the column of what is told, and the map is wider; in upright windows map
and sheet have the whole width, and all else lies below them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from pygame import Rect

from shogun.window.kit.layout import Box, Part, Places, between, column, part, place, row, share

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
CORNER_EM, TRACK_SHARE = 11.6, 0.54
"""Height of track and events together, and how much of it the track takes: its cards are higher than wide."""
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
BARE_EM = 5.0
"""Height of bare sea that the map may have beside an unfolded sheet, before the tower leaves its column."""
NARROW_EM = 19.0
"""Width of the column of all that is told, with the tower in it."""
LOW_PLAYER_EM = 3.5
LOW_CORNER_EM = 10.8
"""Heights in that column: of a player's row, and of track and events together."""
LEAST_TOWER_EM, HIGH_TOWER_EM = 12.0, 30.0
"""Height of the tower in that column."""
LEAST_LOG_EM = 4.4
LEAST_TRACK_EM = 5.5
TOLD_EVENTS_EM = 3.1
"""Height of the events while they are told in words alone."""
LESS_TOWER = 0.85
"""Width of the tower in an upright window, as a share of the columns beside it."""
UPRIGHT_SHAPE = 1.5
"""Width by height of the map in an upright window that is high enough."""
UPRIGHT_PLAN_EM = 60.6
"""Width of a plan of the usual height."""
LEAST_BELOW_EM, TWO_COLUMNS_EM = 24.0, 44.0
"""Height that is needed below map and sheet of an upright window; and that at which two columns are enough."""


class Shape(Struct, frozen=True):
    """What the panels need room for at the moment."""

    is_wide: bool = False
    """Whether the sheet, for a plan or the draft, reaches under the tower; else it is as wide as the board."""
    is_folded: bool = False
    """Whether the sheet is one line, and the map higher."""
    has_digest: bool = False
    """Whether it is told, between players and log, what has happened since the last turn."""
    has_coach: bool = False
    """Whether in the log's place there is much to be read."""
    asks_special: bool = False
    """Whether a special card is to be chosen: cards are larger for that time, and the events are told in two lines."""


class Columns(Struct, frozen=True):
    """How wide the columns beside the map are, and how high the sheet below it is, em."""

    tower: float
    told: float
    sheet: float


Arrangement: TypeAlias = Literal["usual", "narrow", "upright"]
USUAL = Shape()


def arrangement(area: Rect, em: int, *, has_coach: bool = False) -> Arrangement:
    """Return how the panels are arranged in a window of this size."""
    wide, high = (length / em for length in area.size)
    if _below_map(wide, high) - _map_high(wide, high) >= LEAST_BELOW_EM:
        return "upright"
    board = (wide - 4 * GAP_EM - TOWER_EM - SIDE_EM) / BOARD_SHAPE
    return "usual" if has_coach or high - TOP_EM - 3 * GAP_EM - BOTTOM_EM - board < BARE_EM else "narrow"


def lay_out(area: Rect, em: int, seats: int, shape: Shape = USUAL) -> Places:
    """Return the place of each panel; none overlaps another.

    In an upright window there is a "stage" too, which board and sheet fill.
    """
    arranged = arrangement(area, em, has_coach=shape.has_coach)
    if arranged == "upright":
        inner = _upright(area, em, seats, shape)
    elif arranged == "narrow":
        inner = _narrow(seats, shape)
    else:
        inner = _usual(area, em, seats, shape)
    return place(column(part("prompt", high=TOP_EM), inner), area, em)


def _usual(area: Rect, em: int, seats: int, shape: Shape) -> Box:
    """Return map, tower and what is told beside each other, and the sheet below the map."""
    columns = _columns(area, em, shape)
    tower = part("tower", wide=columns.tower)
    told = column(
        part("players", high=share(PLAYERS_SHARE, most=_players(seats))),
        column(*_digest(shape), part("log"), high=share(1 - PLAYERS_SHARE), gap=GAP_EM),
        wide=share(), gap=GAP_EM,
    )  # fmt: skip
    corner = _corner(shape, CORNER_EM)
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
    return row(left, right, gap=GAP_EM, padding=GAP_EM)


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


def _narrow(seats: int, shape: Shape) -> Box:
    """Return map and sheet beside one column of all that is told; a digest has the log's room for its time."""
    told = _digest(shape) or (part("log", high=share(1.0, least=LEAST_LOG_EM)),)
    right = column(
        part("players", high=LOW_PLAYER_EM * seats + GAP_EM),
        part("tower", high=share(4.0, least=LEAST_TOWER_EM, most=HIGH_TOWER_EM)),
        *told,
        _corner(shape, LOW_CORNER_EM, 0.5),
        wide=NARROW_EM, gap=GAP_EM,
    )  # fmt: skip
    left = column(part("board"), part("sheet", high=BOTTOM_EM), wide=share(), gap=GAP_EM)
    return row(left, right, gap=GAP_EM, padding=GAP_EM)


def _upright(area: Rect, em: int, seats: int, shape: Shape) -> Box:
    """Return the map above the sheet, and below them the tower beside what is told, in two columns or three."""
    wide, high = (length / em for length in area.size)
    board = _map_high(wide, high)
    tower, digest, log = part("tower", wide=share(LESS_TOWER)), _digest(shape), part("log")
    if _below_map(wide, high) - board >= TWO_COLUMNS_EM:
        corner = _corner(shape, CORNER_EM)
        below = row(tower, column(part("players", high=_players(seats)), *digest, log, corner, gap=GAP_EM), gap=GAP_EM)
    else:
        players = part("players", high=between(LOW_PLAYER_EM * seats + GAP_EM, _players(seats)))
        below = row(
            tower,
            column(players, part("track", high=share(least=LEAST_TRACK_EM)), gap=GAP_EM),
            column(part("events", high=LEAST_TRACK_EM), *digest, log, gap=GAP_EM),
            gap=GAP_EM,
        )
    stage = column(part("board", high=board), part("sheet", high=_upright_sheet(wide)), name="stage", gap=GAP_EM)
    return column(stage, below, gap=GAP_EM, padding=GAP_EM)


def _below_map(wide: float, high: float) -> float:
    """Return how high map and all below the sheet are together in an upright window, em."""
    return high - TOP_EM - 4 * GAP_EM - _upright_sheet(wide)


def _map_high(wide: float, high: float) -> float:
    """Return how high the map is in an upright window, em: what is below it needs its room too."""
    least, most = ((wide - 2 * GAP_EM) / shape for shape in (BOARD_SHAPE, UPRIGHT_SHAPE))
    return min(most, max(least, _below_map(wide, high) - TWO_COLUMNS_EM))


def _upright_sheet(wide: float) -> float:
    """Return the height at which the cards of a plan are as large as the width allows."""
    return BOTTOM_EM * max(1.0, (wide - 2 * GAP_EM) / UPRIGHT_PLAN_EM)


def _players(seats: int) -> float:
    return PLAYER_EM * seats + GAP_EM


def _corner(shape: Shape, high: float, track: float = TRACK_SHARE) -> Box:
    """Return the special cards above the events; what is asked for takes the room of what is not."""
    if shape.asks_special:
        return column(part("track"), part("events", high=TOLD_EVENTS_EM), high=high, gap=GAP_EM)
    return column(part("track", high=share(track)), part("events", high=share(1 - track)), high=high, gap=GAP_EM)


def _digest(shape: Shape) -> tuple[Part, ...]:
    return (part("digest", high=DIGEST_EM),) if shape.has_digest else ()
