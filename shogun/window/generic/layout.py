"""Where the panels of the generic screen lie."""

from pygame import Rect

from shogun.window.kit.layout import Places, column, overlay, part, place, row, share

GAP_EM = 0.4
SEAT_EM = 2.9


def lay_out(area: Rect, em: int, seats: int, *, has_tower: bool, has_answers: bool) -> Places:
    """Return the place of each panel: answers, view, tower, and players above the log."""
    side = column(
        part("players", high=share(most=SEAT_EM * seats + 0.8)),  # but never more than the log
        overlay(part("log"), part("advice")),
        wide=19.0, gap=GAP_EM,
    )  # fmt: skip
    answers = (part("answers", wide=27.0),) if has_answers else ()
    tower = (part("tower", wide=12.0),) if has_tower else ()
    middle = row(*answers, part("view"), *tower, side, gap=GAP_EM, padding=GAP_EM)
    return place(column(part("prompt", high=3.2), middle), area, em)
