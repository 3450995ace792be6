"""The sheet with the program's name that lies beside the tower, in the introduction and in the menu."""

from collections.abc import Sequence

from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import VERMILION
from shogun.window.kit.layout import Node, Places, column, part, row, share

WIDE_EM, SIDE_EM, EDGE_EM = 26.0, 2.0, 1.0
"""Width of the sheet, and its margins beside and above."""
SHEET_AT = 0.31
"""Where the middle of the sheet is, as a share of the width."""
TITLES = column(part("kanji", high=4.6), part("title", high=3.0))


def beside_tower(below: Sequence[Node], gap: float) -> Node:
    """Return the layout of a `sheet` as high as its titles and what is `below` them, with gaps of so many em."""
    sheet = column(TITLES, *below, name="sheet", wide=WIDE_EM, gap=gap, padding=(SIDE_EM, EDGE_EM))
    left = column(sheet, wide=share(SHEET_AT), justify="middle", align="middle")
    return row(left, part(wide=share(0.5 - SHEET_AT)))


def draw_titles(canvas: Canvas, places: Places) -> None:
    """Write the name of the program at the places of TITLES."""
    canvas.line("将軍", places["kanji"], size=3.8, align="centre", colour=VERMILION, weight="Bold")
    canvas.line("Shogun", places["title"], size=2.3, align="centre", weight="Bold")
