"""Where the panels of Rumble Nation lie."""

from pygame import Rect

from shogun.window.kit.layout import Places, column, overlay, part, place, row

GAP_EM = 0.35
SEAT_EM = 5.3


def lay_out(area: Rect, em: int, seats: int) -> Places:
    """Return the place of each panel: the bar on top, the board, and players above the log."""
    side = column(
        part("players", high=SEAT_EM * seats + 0.9),
        overlay(part("log"), part("advice")),
        wide=17.5, gap=GAP_EM,
    )  # fmt: skip
    screen = column(part("prompt", high=3.2), row(part("board"), side, gap=GAP_EM, padding=GAP_EM))
    return place(screen, area, em)
