"""The badge of a province, the same everywhere: an angled slip with taxes, rice and building sites, and a cube in it.

The slip has a column of figures and a row of sites below; in its angle, on the bare ground, is the place of the cube.
Where the map is small for its writing badges take more of it, and are higher than wide.
"""

from msgspec import Struct
from pygame import Rect

SMALL, LARGE = (0.475, 69.5, 76.0), (0.65, 63.0, 62.0)
"""Two scales of the map, and width and height of badges there, in units of the map; between them all grows evenly."""
MOST_SITES = 3
"""A row has room for this many sites; fewer are centered."""
FIGURES = 0.38
"""Width of the column of figures, as a share of the badge's."""
SITE = 0.36
"""Height of the row of sites, as a share of the badge's width: as high as one of its sites is wide."""
OVER = 8
"""A cube is larger than its room, by this part of the height of that, and reaches over the badge at the left."""


class Parts(Struct, frozen=True):
    """Where the parts of a badge lie."""

    column: Rect
    """The part of the slip with the figures, down to its lower edge ..."""
    row: Rect
    """... and the one with the sites."""
    cube: Rect
    """A square, part of which is left of the badge."""
    tax: Rect
    rice: Rect
    sites: tuple[Rect, ...]

    @property
    def slip(self) -> Rect:
        """The box around the slip of paper."""
        return self.column.union(self.row)


def size_at(scale: float) -> tuple[int, int]:
    """Return width and height (px) of the badges on a map of a scale (px a unit)."""
    small, large = ([scale_at * length for length in lengths] for scale_at, *lengths in (SMALL, LARGE))
    if scale <= SMALL[0]:
        wide, high = (length * scale / SMALL[0] for length in small)
    elif scale >= LARGE[0]:
        wide, high = (length * scale / LARGE[0] for length in large)
    else:
        share = (scale - SMALL[0]) / (LARGE[0] - SMALL[0])
        wide, high = (less + (more - less) * share for less, more in zip(small, large, strict=True))
    return round(wide), round(high)


def taken(badge: Rect) -> Rect:
    """Return the box of a badge with its cube."""
    return badge.union(parts(badge, MOST_SITES).cube)


def parts(badge: Rect, sites: int) -> Parts:
    """Return the parts of a badge with this number of sites."""
    side = round(badge.width * SITE)
    upper, figures = badge.height - side, round(badge.width * FIGURES)
    column = Rect(badge.right - figures, badge.top, figures, badge.height)
    cube = Rect(0, 0, *(min(badge.width - figures, upper) + upper // OVER,) * 2)
    cube.bottomright = column.left, badge.top + upper
    row = Rect(cube.left, badge.top + upper, badge.right - cube.left, side)
    tax = Rect(column.left, badge.top, figures, upper // 2)
    rice = Rect(column.left, tax.bottom, figures, upper - tax.height)
    step = row.width // MOST_SITES
    left = row.left + (row.width - sites * step) // 2
    places = tuple(Rect(left + step * n, row.top, step, side) for n in range(sites))
    return Parts(column, row, cube, tax, rice, places)
