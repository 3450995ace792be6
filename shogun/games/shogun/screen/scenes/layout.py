"""Places of the panels of the game's screen, for every size of the window.

Three arrangements: in most windows the tower has a column between the map and the text panels; where that leaves bare
sea above and below the land, the tower moves into the text panels' column, and the map is wider; in upright windows
map and sheet have the full width, with everything else below them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from pygame import Rect

from shogun.window.kit.layout import Box, Part, Places, between, column, part, place, row, share

GAP_EM = 0.4
TOP_EM = 3.2
BOTTOM_EM = 11.4
CORNER_EM, TRACK_SHARE = 11.6, 0.54
"""Height of track and events together, and the track's share of it: its cards are higher than wide."""
FOLDED_EM = 3.5
"""Height of the sheet while the board of plans is folded to one line."""
TOWER_EM, MOST_TOWER_EM = 11.6, 16.0
"""Width of the tower's column; the larger one is for maps with more height than they can use."""
ROOMY_EM = 60.0
"""Width that the map keeps before the tower's column may take from it."""
MOST_SHEET_EM = 15.5
USUAL_SHEET_EM = 48.0
"""Width of a sheet of the usual height; a higher sheet and its cards are larger in proportion."""
SIDE_EM = 18.0
"""Usual width of the column with the players' goods and the log."""
MOST_COLUMNS_EM = 38.0
"""Most width of tower and players together on wide screens; the map gets the rest."""
BOARD_SHAPE = 1.6
"""Aspect ratio of the map, width to height."""
PLAYER_EM = 4.1
"""Height of a player's row where there is room, with its gap."""
PLAYERS_SHARE = 0.65
"""Largest share of the right column for the players' goods."""
DIGEST_EM = 5.2
BARE_EM = 5.0
"""Height of bare sea next to an unfolded sheet from which the tower leaves its column."""
NARROW_EM = 19.0
"""Width of the column of text panels with the tower in it."""
LOW_PLAYER_EM = 3.5
LOW_CORNER_EM = 10.8
"""Heights in that column: of a player's row, and of track and events together."""
LEAST_TOWER_EM, HIGH_TOWER_EM = 12.0, 30.0
"""Least and largest height of the tower in that column."""
LEAST_LOG_EM = 4.4
LEAST_TRACK_EM = 5.5
TOLD_EVENTS_EM = 3.1
"""Height of the events while they are only described in words."""
LESS_TOWER = 0.85
"""Width of the tower in an upright window, as a share of the columns next to it."""
UPRIGHT_SHAPE = 1.5
"""Aspect ratio of the map in an upright window that is high enough, width to height."""
UPRIGHT_PLAN_EM = 60.6
"""Width of a plan of the usual height."""
LEAST_BELOW_EM, TWO_COLUMNS_EM = 24.0, 44.0
"""Height needed below map and sheet of an upright window, and the height from which two columns are enough."""


class Shape(Struct, frozen=True):
    """The panels' current needs of room."""

    is_wide: bool = False
    """True if the sheet, for a plan or the draft, extends under the tower; otherwise it is as wide as the board."""
    is_folded: bool = False
    """True if the sheet is one line, and the map higher."""
    has_digest: bool = False
    """True if there is a digest of events since the last turn, between players and log."""
    has_coach: bool = False
    """True if there is a longer text in the log's place."""
    asks_special: bool = False
    """True if a special card is to be chosen: cards are larger meanwhile, and the events take two lines."""


class Columns(Struct, frozen=True):
    """Widths of the columns next to the map, and the height of the sheet below it, em."""

    tower: float
    texts: float
    sheet: float


Arrangement: TypeAlias = Literal["usual", "narrow", "upright"]
USUAL = Shape()


def arrangement(area: Rect, em: int, *, has_coach: bool = False) -> Arrangement:
    """Return the arrangement of the panels in a window of this size."""
    wide, high = (length / em for length in area.size)
    if _below_map(wide, high) - _map_high(wide, high) >= LEAST_BELOW_EM:
        return "upright"
    board = (wide - 4 * GAP_EM - TOWER_EM - SIDE_EM) / BOARD_SHAPE
    return "usual" if has_coach or high - TOP_EM - 3 * GAP_EM - BOTTOM_EM - board < BARE_EM else "narrow"


def lay_out(area: Rect, em: int, seats: int, shape: Shape = USUAL) -> Places:
    """Return the place of each panel, without overlaps.

    In an upright window there is also a "stage", which covers board and sheet.
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
    """Return map, tower and text panels side by side, and the sheet below the map."""
    columns = _columns(area, em, shape)
    tower = part("tower", wide=columns.tower)
    texts = column(
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
            column(texts, corner, wide=columns.texts, gap=GAP_EM),
        )
    else:
        left = column(board, sheet, wide=share(), gap=GAP_EM)
        right = column(row(tower, texts, gap=GAP_EM), corner, wide=columns.tower + GAP_EM + columns.texts, gap=GAP_EM)
    return row(left, right, gap=GAP_EM, padding=GAP_EM)


def _columns(area: Rect, em: int, shape: Shape) -> Columns:
    """Return the columns: the map takes the width that its shape can use, and leaves the rest."""
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
    """Return map and sheet next to one column of text panels; a digest temporarily takes the log's room."""
    texts = _digest(shape) or (part("log", high=share(1.0, least=LEAST_LOG_EM)),)
    right = column(
        part("players", high=LOW_PLAYER_EM * seats + GAP_EM),
        part("tower", high=share(4.0, least=LEAST_TOWER_EM, most=HIGH_TOWER_EM)),
        *texts,
        _corner(shape, LOW_CORNER_EM, 0.5),
        wide=NARROW_EM, gap=GAP_EM,
    )  # fmt: skip
    left = column(part("board"), part("sheet", high=BOTTOM_EM), wide=share(), gap=GAP_EM)
    return row(left, right, gap=GAP_EM, padding=GAP_EM)


def _upright(area: Rect, em: int, seats: int, shape: Shape) -> Box:
    """Return the map above the sheet, and below them the tower next to the text panels, in two columns or three."""
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
    """Return the total height of the map and everything below the sheet in an upright window, em."""
    return high - TOP_EM - 4 * GAP_EM - _upright_sheet(wide)


def _map_high(wide: float, high: float) -> float:
    """Return the height of the map in an upright window, em: the panels below it need their room too."""
    least, most = ((wide - 2 * GAP_EM) / shape for shape in (BOARD_SHAPE, UPRIGHT_SHAPE))
    return min(most, max(least, _below_map(wide, high) - TWO_COLUMNS_EM))


def _upright_sheet(wide: float) -> float:
    """Return the height at which the cards of a plan are as large as the width allows."""
    return BOTTOM_EM * max(1.0, (wide - 2 * GAP_EM) / UPRIGHT_PLAN_EM)


def _players(seats: int) -> float:
    return PLAYER_EM * seats + GAP_EM


def _corner(shape: Shape, high: float, track: float = TRACK_SHARE) -> Box:
    """Return the special cards above the events; the part in use takes room from the other."""
    if shape.asks_special:
        return column(part("track"), part("events", high=TOLD_EVENTS_EM), high=high, gap=GAP_EM)
    return column(part("track", high=share(track)), part("events", high=share(1 - track)), high=high, gap=GAP_EM)


def _digest(shape: Shape) -> tuple[Part, ...]:
    return (part("digest", high=DIGEST_EM),) if shape.has_digest else ()
