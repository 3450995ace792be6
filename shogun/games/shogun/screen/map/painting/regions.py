"""The five regions of a side of the board: their tones, their bands, and the lines between them."""

import tomllib
from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.games.shogun.rules.cards import Board, Land, Season, board
from shogun.games.shogun.screen.map.atlas import Atlas
from shogun.window.kit.drawing.projection import Line, Projection
from shogun.window.kit.drawing.theme import Colour

TONES: dict[str, Colour] = {
    "green": (190, 206, 148),
    "brown": (207, 176, 139),
    "red": (232, 174, 149),
    "purple": (206, 187, 214),
    "yellow": (246, 225, 158),
}
"""Ground color of each region, muted so that no clan's color is hidden by it."""
BANDS: dict[str, Colour] = {
    "green": (112, 140, 72),
    "brown": (140, 98, 58),
    "red": (192, 92, 66),
    "purple": (132, 100, 152),
    "yellow": (202, 154, 52),
}
"""Color of the band along a region's outline."""
FILLS: dict[str, Colour] = {
    "red": (210, 118, 88),
    "blue": (124, 162, 230),
    "yellow": (248, 240, 142),
    "black": (76, 69, 78),
    "purple": (128, 80, 150),
}
"""Ground of a province by its owner's color, like a wash on paper: distinguishable with normal vision and with
three kinds of color blindness."""
NOBODYS: dict[Season, Colour] = {
    "spring": (200, 194, 162),
    "summer": (198, 194, 154),
    "autumn": (210, 188, 150),
    "winter": (196, 195, 186),
}
"""Ground of a neutral province when grounds show owners: bare paper, distinct from the owners' in all seasons."""
LEFT_OUT: Colour = (158, 155, 147)
LEFT_OUT_BAND: Colour = (128, 124, 116)


def tone(played: Board, province: str) -> Colour:
    """Return the ground color of a province: its region's, or gray if it is out of the game (2.1)."""
    land = played.lands.get(province)
    return LEFT_OUT if land is None else TONES[land.region]


def band(played: Board, province: str) -> Colour:
    """Return the color of the band along the outline of a province's region."""
    land = played.lands.get(province)
    return LEFT_OUT_BAND if land is None else BANDS[land.region]


def region_of(played: Board, province: str) -> str:
    """Return a province's region on this side of the board, even if the province is out of the game."""
    land: Land = board(played.side, 5).lands[province]
    return land.region


def parts(played: Board, a: str, b: str) -> bool:
    """Return whether the border of two provinces separates regions, even if a province is out of the game."""
    return region_of(played, a) != region_of(played, b)


def outlines(chart: Atlas, played: Board, province: str) -> Iterable[Line]:
    """Yield the lines of a province that belong to its region's outline."""
    for border in chart.borders:
        if province in (border.a, border.b) and parts(played, border.a, border.b):
            yield border.line
    for coast in chart.coasts:
        if coast.province == province:
            yield coast.line


@cache
def region_kanji() -> dict[str, str]:
    """Return the kanji of each region's traditional color."""
    names = tomllib.loads((ASSETS / "shogun" / "board" / "names.toml").read_text("utf-8"))
    return {name: entry["kanji"] for name, entry in names["region"].items()}


# Input of the painters: the map, the side that is played, and their place in the picture


class Subject(Struct, frozen=True):
    """Everything that painters need to know."""

    chart: Atlas
    played: Board
    projection: Projection

    @property
    def grain(self) -> int:
        """Grain of the paper, in pixels: a large picture shows its fibers."""
        return 1 if self.projection.scale < 1 else 2
