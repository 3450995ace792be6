"""The badge of a province, the same everywhere: cube with its number, taxes, rice, building sites and what is built.

Where the map is small for its writing all badges are short: cube and two figures, and a tab above for each building.
"""

from msgspec import Struct
from pygame import Rect

LONG_FROM = 0.65
"""From this scale of the map, for its writing, badges are long."""
LONG, SHORT = (62.0, 60.0), (60.0, 53.0)
"""Widths and heights, in units of the map: what fits into every province."""
TAB, LOW_TAB = 19.0, 17.0
"""How far a building's tab stands out above a short badge, in units of the map, and where provinces are narrow ..."""
ROOMY_FROM = 0.55
"""... which they are below this scale of the map."""
MOST_SITES, LEAST_TABS = 3, 2
"""So many buildings stand side by side in a long badge; the tabs of a short one share its width, at least in halves."""


class Parts(Struct, frozen=True):
    """Where the parts of a badge lie."""

    plate: Rect
    cube: Rect
    tax: Rect
    rice: Rect
    sites: tuple[Rect, ...]


def size_at(scale: float) -> tuple[int, int]:
    """Return width and height (px) of the badges on a map of a scale (px a unit)."""
    wide, high = LONG if scale >= LONG_FROM else SHORT
    return round(wide * scale), round(high * scale)


def tab_at(scale: float) -> int:
    """Return how far the tabs of buildings stand out above the badges on a map of a scale, px."""
    return 0 if scale >= LONG_FROM else round((TAB if scale >= ROOMY_FROM else LOW_TAB) * scale)


def parts(badge: Rect, sites: int, tab: int) -> Parts:
    """Return the parts of a badge; `tab` is the height of its buildings' tabs, 0 if it is a long one (px)."""
    return _short(badge, sites, tab) if tab else _long(badge, sites)


def _short(badge: Rect, sites: int, tab: int) -> Parts:
    """Cube, and beside it taxes above rice."""
    figures = round(badge.width * 0.32)
    cube = Rect(badge.left, badge.top, badge.width - figures, badge.height)
    beside = max(LEAST_TABS, sites)
    lefts = [badge.left + round(badge.width * number / beside) for number in range(sites)]
    places = tuple(Rect(left, badge.top - tab, badge.width // beside, tab + 2) for left in lefts)
    return Parts(badge, cube, *_figures(badge, figures, badge.height), places)


def _long(badge: Rect, sites: int) -> Parts:
    """The same, and below them a row of sites."""
    row = round(badge.width / MOST_SITES)
    upper = badge.height - row
    figures = round(badge.width * 0.38)
    cube = Rect(badge.left, badge.top, badge.width - figures, upper)
    left = badge.left + (badge.width - sites * badge.width // MOST_SITES) // 2
    places = tuple(Rect(left + badge.width * n // MOST_SITES, badge.top + upper, row, row) for n in range(sites))
    return Parts(badge, cube, *_figures(badge, figures, upper), places)


def _figures(badge: Rect, wide: int, high: int) -> tuple[Rect, Rect]:
    left, half = badge.right - wide, high // 2
    return Rect(left, badge.top, wide, half), Rect(left, badge.top + half, wide, high - half)
