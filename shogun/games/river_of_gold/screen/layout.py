"""Layout of River of Gold's panels."""

from pygame import Rect

from shogun.window.kit.layout import Places, between, column, part, place, row, share, shrinks

GAP_EM = 0.35
SEAT_EM, LEAST_SEAT_EM = 4.5, 3.7
"""Height of a player's plate, and its least height where the log would have no room otherwise."""
MARGINS_EM = 0.7
"""Margin above and below all plates together."""
LOG_EM, LEAST_LOG_EM = 4.2, 3.0
"""Height left for the log where plates can be lower, and where they can't."""
SIDE_SHARE, LEAST_SIDE_EM, MOST_SIDE_EM = 0.235, 18.8, 25.0
STRIP_SHARE, LEAST_STRIP_EM, MOST_STRIP_EM = 0.36, 17.2, 23.0
"""Height of tracks, row and hand, below the river."""


def lay_out(area: Rect, em: int, seats: int, *, has_turn: bool = True) -> Places:
    """Return the rectangle of each panel: the bar on top; the river above tracks, row and hand; players at the side.

    Without a turn panel, the log takes its room too.
    """
    strip = share(STRIP_SHARE, LEAST_STRIP_EM, MOST_STRIP_EM)
    table = column(part("row", high=share(0.42)), part("hand", high=share(0.58)), wide=share(0.47), gap=GAP_EM)
    left = column(
        part("board", high=share(1 - STRIP_SHARE)),
        row(part("tracks", wide=share(0.53)), table, high=strip, gap=GAP_EM),
        wide=share(1 - SIDE_SHARE), gap=GAP_EM,
    )  # fmt: skip
    told = column(
        part("players", high=between(LEAST_SEAT_EM * seats + MARGINS_EM, SEAT_EM * seats + MARGINS_EM)),
        part("log", high=between(LEAST_LOG_EM, LOG_EM, weight=1.0)),
        high=share(1 - STRIP_SHARE), gap=GAP_EM, gives_way=(shrinks("players"),),
    )  # fmt: skip
    turn = (part("turn", high=strip),) if has_turn else ()
    side = column(told, *turn, wide=share(SIDE_SHARE, LEAST_SIDE_EM, MOST_SIDE_EM), gap=GAP_EM)
    return place(column(part("prompt", high=3.2), row(left, side, gap=GAP_EM, padding=GAP_EM)), area, em)
