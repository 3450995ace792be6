"""Layout of Rumble Nation's panels."""

from pygame import Rect

from shogun.window.kit.layout import Places, column, overlay, part, place, row

GAP_EM = 0.35
TOP_EM = 3.2
SEAT_EM = 5.3
UPRIGHT_SHAPE = 1.3
"""Width by height of the board in an upright window, with room for the table next to the land."""


def lay_out(area: Rect, em: int, seats: int) -> Places:
    """Return the rectangle of each panel: the bar on top, the board, and players above the log.

    In an upright window the board has the whole width, with players below it next to the log.
    """
    wide, high = (length / em for length in area.size)
    players, log = part("players", high=SEAT_EM * seats + 0.9), overlay(part("log"), part("advice"))
    board_high = wide / UPRIGHT_SHAPE
    if high - TOP_EM - board_high - 3 * GAP_EM >= SEAT_EM * seats + 0.9:
        below = row(column(players), log, gap=GAP_EM)
        inner = column(part("board", high=board_high), below, gap=GAP_EM, padding=GAP_EM)
    else:
        side = column(players, log, wide=17.5, gap=GAP_EM)
        inner = row(part("board"), side, gap=GAP_EM, padding=GAP_EM)
    return place(column(part("prompt", high=TOP_EM), inner), area, em)
