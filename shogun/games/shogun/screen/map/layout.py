"""Where name, army, building sites and values of each province stand, so that they stay readable at any size.

Pieces shrink less than the map does, so their places differ from scale to scale. They were looked for once, by
`assets/shogun/map/make_places.py`, for each of some scales; a picture takes those of the next smaller scale, enlarged.
"""

from functools import cache

import msgspec
from msgspec import Struct
from pygame import Rect

from shogun.base.resources import ASSETS
from shogun.games.shogun.screen.map.atlas import Point, Projection

KANJI_FROM = 0.55
"""Scale (pixels a unit of the map) from which on the names' kanji are shown."""
SMALLEST, PROPORTIONAL = 0.45, 0.75
"""Below the one scale and above the other pieces shrink and grow with the map."""

Box = tuple[int, int, int, int]


class Metrics(Struct, frozen=True):
    """Sizes of what stands in a province, pixels."""

    name: int
    kanji: int
    """Size of the kanji, 0 if they are left out."""
    cube: int
    site: int
    value: int
    gap: int
    times: float = 1.0
    """The places were found for a map smaller by this factor and are enlarged."""

    def tighter(self) -> "Metrics":
        """Return sizes a little smaller, for provinces in which these don't fit."""
        return msgspec.structs.replace(
            self, name=self.name - 1, cube=self.cube - 1, site=self.site - 1, value=self.value - 1, gap=1
        )

    def scaled(self, size: float) -> int:
        """Return a size in pixels of the picture."""
        return round(size * self.times)


class Spots(Struct, frozen=True):
    """The places in one province, in pixels of the picture."""

    sizes: Metrics
    name: Rect
    kanji: Rect | None
    army: Rect
    sites: tuple[Rect, ...]
    tax: Rect
    rice: Rect
    tag: Rect
    """Where a planned action is shown; it may reach into a neighbour, but hides as little as possible."""
    hills: tuple[Rect, ...]
    """Free ground, to be adorned."""

    def all(self) -> list[Rect]:
        """Return the places of all that must be seen."""
        return [self.name, *([self.kanji] if self.kanji else []), self.army, *self.sites, self.tax, self.rice]


class StoredSpots(Struct, frozen=True, omit_defaults=True):
    """`Spots` as they are stored: boxes (left, top, width, height) on a map of one of the scales."""

    tight: int
    """How many times the sizes were made tighter."""
    name: Box
    army: Box
    sites: tuple[Box, ...]
    tax: Box
    rice: Box
    tag: Box
    kanji: Box | None = None
    hills: tuple[Box, ...] = ()


class StoredPlaces(Struct, frozen=True):
    """All places at one scale."""

    scale: float
    provinces: dict[str, StoredSpots]


@cache
def stored_places() -> tuple[StoredPlaces, ...]:
    """Return what `assets/shogun/map/places.json` holds, from the smallest scale on."""
    return msgspec.json.decode((ASSETS / "shogun" / "map" / "places.json").read_bytes(), type=tuple[StoredPlaces, ...])


def metrics(scale: float) -> Metrics:
    """Return the sizes on a map of one of the stored scales."""
    grown = max(0.0, (scale - 0.5) / (PROPORTIONAL - 0.5))
    return Metrics(
        name=round(12 + 2 * grown),
        kanji=round(11 + grown) if scale >= KANJI_FROM else 0,
        cube=round(19 + 5 * grown),
        site=round(12 + 4 * grown),
        value=round(12 + 3 * grown),
        gap=1 if scale < 0.6 else 2,
    )


def sizes_at(scale: float) -> Metrics:
    """Return the sizes on a map of any scale."""
    stored = _nearest(scale).scale
    return msgspec.structs.replace(metrics(stored), times=scale / stored)


def lay_out(projection: Projection) -> dict[str, Spots]:
    """Return the places in every province."""
    sizes = sizes_at(projection.scale)
    corner = projection.left, projection.top
    return {name: _enlarged(spots, sizes, corner) for name, spots in _nearest(projection.scale).provinces.items()}


def _nearest(scale: float) -> StoredPlaces:
    smaller = [places for places in stored_places() if places.scale <= scale]
    return smaller[-1] if smaller else stored_places()[0]


def _enlarged(stored: StoredSpots, sizes: Metrics, corner: Point) -> Spots:
    def put(box: Box) -> Rect:
        left, top = box[0] * sizes.times + corner[0], box[1] * sizes.times + corner[1]
        return Rect(round(left), round(top), sizes.scaled(box[2]), sizes.scaled(box[3]))

    for _time in range(stored.tight):
        sizes = sizes.tighter()
    return Spots(
        sizes, put(stored.name), stored.kanji and put(stored.kanji), put(stored.army), tuple(map(put, stored.sites)),
        put(stored.tax), put(stored.rice), put(stored.tag), tuple(map(put, stored.hills)),
    )  # fmt: skip
