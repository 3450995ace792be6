"""Where name and badge of each province stand, so that they stay readable at any size.

Names shrink less than the map does, so all places differ from scale to scale. They were looked for once, by
`assets/shogun/map/make_places.py`, for each of some scales; a picture takes those of the next smaller scale, enlarged.
Where writing is larger the map is, for its names, that much smaller.
"""

from functools import cache, lru_cache

import msgspec
from msgspec import Struct
from pygame import Rect

from shogun.base.resources import ASSETS
from shogun.games.shogun.screen.map.badge import MOST_SITES, Parts, parts, size_at, taken
from shogun.window.kit.drawing.projection import Point, Projection

Box = tuple[int, int, int, int]
Size = tuple[int, int]


class Metrics(Struct, frozen=True):
    """Sizes of what stands in a province, pixels."""

    name: int
    badge: Size
    times: float = 1.0
    """The places were found for a map smaller by this factor and are enlarged."""

    def scaled(self, size: float) -> int:
        """Return a size in pixels of the picture."""
        return round(size * self.times)


NAME = 17
"""Size of names: capitals are 11 px high; only on the map of a very small window they are smaller."""
USUAL_EM = 17
"""The size of the window's writing, px, from which on the map's keeps step with it."""
ROOMY_SCALE = 0.44
"""On a map that is smaller for its writing not all badges fit into their provinces any more ..."""
LEAST_WRITING = 0.82
"""... so all is written smaller there, down to this share, which is as large as in the panels beside it."""
A_HAIR_LESS = 1 - 1e-9
"""What is written so large that a map is just roomy enough must not be too large by a rounding."""


class Spots(Struct, frozen=True):
    """The places in one province, in pixels of the picture."""

    sizes: Metrics
    badge: Rect
    """Cube, figures and sites."""
    tag: Rect
    """Where a planned action is shown ..."""
    flame: Rect
    """... and a revolt: beside the badge, where they hide nothing else."""
    hills: tuple[Rect, ...]
    """Free ground, to be adorned."""
    crest: Rect
    """Where the owner's crest is stamped on the ground."""
    name: Rect | None = None

    def parts(self, sites: int = MOST_SITES) -> Parts:
        """Return the parts of the badge of a province with so many building sites."""
        return parts(self.badge, sites)

    @property
    def army(self) -> Rect:
        """The place of the cube."""
        return self.parts().cube

    def all(self) -> list[Rect]:
        """Return the places of all that must be seen."""
        badge = taken(self.badge)
        return [badge] if self.name is None else [badge, self.name]


class StoredSpots(Struct, frozen=True, omit_defaults=True):
    """`Spots` as they are stored: boxes (left, top, width, height) on a map of one of the scales."""

    badge: Box
    tag: Box
    flame: Box
    crest: Box
    name: Box | None = None
    hills: tuple[Box, ...] = ()


class StoredPlaces(Struct, frozen=True):
    """All places at one scale."""

    scale: float
    provinces: dict[str, StoredSpots]


@cache
def stored_places() -> tuple[StoredPlaces, ...]:
    """Return what `assets/shogun/map/places.json` holds, from the smallest scale on."""
    return msgspec.json.decode((ASSETS / "shogun" / "map" / "places.json").read_bytes(), type=tuple[StoredPlaces, ...])


def writing_on(scale: float, em: int) -> float:
    """Return how large all is written on the whole map at a scale, where an em in the window has so many pixels."""
    wanted = max(1.0, em / USUAL_EM)
    return min(wanted, max(wanted * LEAST_WRITING, scale / ROOMY_SCALE * A_HAIR_LESS))


def sizes_at(scale: float, writing: float = 1.0) -> Metrics:
    """Return the sizes on a map of any scale (px a unit) on which all is written `writing` times as large as usual."""
    stored = _nearest(scale, writing).scale
    return Metrics(NAME, size_at(stored), scale / stored)


@lru_cache(maxsize=32)
def lay_out(projection: Projection, writing: float = 1.0) -> dict[str, Spots]:
    """Return the places in every province on a map on which all is written `writing` times as large as usual."""
    sizes = sizes_at(projection.scale, writing)
    corner = projection.left, projection.top
    stored = _nearest(projection.scale, writing).provinces
    return {name: _enlarged(spots, sizes, corner) for name, spots in stored.items()}


def _nearest(scale: float, writing: float) -> StoredPlaces:
    smaller = [places for places in stored_places() if places.scale * writing <= scale]
    return smaller[-1] if smaller else stored_places()[0]


def _enlarged(stored: StoredSpots, sizes: Metrics, corner: Point) -> Spots:
    def put(box: Box) -> Rect:
        left, top = box[0] * sizes.times + corner[0], box[1] * sizes.times + corner[1]
        return Rect(round(left), round(top), sizes.scaled(box[2]), sizes.scaled(box[3]))

    hills = tuple(map(put, stored.hills))
    name = stored.name and put(stored.name)
    return Spots(sizes, put(stored.badge), put(stored.tag), put(stored.flame), hills, put(stored.crest), name)
