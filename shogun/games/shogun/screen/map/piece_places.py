"""Places of each province's name and badge, chosen so that they stay readable at any size.

Names shrink less than the map does, so all places differ from scale to scale. They were computed in advance, by
`assets/shogun/map/make_places.py`, for some scales; a picture uses those of the next smaller scale, enlarged.
Larger text has the same effect as a map that is smaller by that factor.
"""

from functools import cache, lru_cache

import msgspec
from msgspec import Struct
from pygame import Rect

from shogun.base.resources import ASSETS
from shogun.games.shogun.screen.map.badge import MOST_SITES, Parts, bounding_box, parts, size_at
from shogun.window.kit.drawing.projection import Point, Projection

Box = tuple[int, int, int, int]
Size = tuple[int, int]


class Metrics(Struct, frozen=True):
    """Sizes of the things in a province, pixels."""

    name: int
    badge: Size
    times: float = 1.0
    """Factor by which the places were computed for a smaller map and are enlarged."""

    def scaled(self, size: float) -> int:
        """Return a size in pixels of the picture."""
        return round(size * self.times)


NAME = 17
"""Size of names: capitals are 11 px high; they are smaller only on the map of a very small window."""
USUAL_EM = 17
"""Size of the window's text, px, from which the map's text grows with it."""
ROOMY_SCALE = 0.44
"""Scale, relative to the text, below which not all badges fit into their provinces."""
LEAST_WRITING = 0.82
"""Smallest share to which text shrinks below that scale, which matches the panels next to the map."""
A_HAIR_LESS = 1 - 1e-9
"""Factor that keeps rounding from making the text too large for a map that is just roomy enough."""


class Spots(Struct, frozen=True):
    """The places in one province, in pixels of the picture."""

    sizes: Metrics
    badge: Rect
    """Place of the cube, figures and sites."""
    tag: Rect
    """Place of a planned action's tag, next to the badge, where it hides nothing else."""
    flame: Rect
    """Place of the revolt markers, also next to the badge."""
    hills: tuple[Rect, ...]
    """Free ground for hills."""
    crest: Rect
    """Place of the owner's crest on the ground."""
    name: Rect | None = None

    def parts(self, sites: int = MOST_SITES) -> Parts:
        """Return the parts of the badge of a province with this number of building sites."""
        return parts(self.badge, sites)

    @property
    def army(self) -> Rect:
        """The place of the cube."""
        return self.parts().cube

    def all(self) -> list[Rect]:
        """Return the places of everything that must be visible."""
        badge = bounding_box(self.badge)
        return [badge] if self.name is None else [badge, self.name]


class StoredSpots(Struct, frozen=True, omit_defaults=True):
    """`Spots` in their stored form: boxes (left, top, width, height) on a map of one of the scales."""

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
    """Return the contents of `assets/shogun/map/places.json`, the smallest scale first."""
    return msgspec.json.decode((ASSETS / "shogun" / "map" / "places.json").read_bytes(), type=tuple[StoredPlaces, ...])


def writing_on(scale: float, em: int) -> float:
    """Return the relative text size on the whole map at a scale, for an em of the window in pixels."""
    wanted = max(1.0, em / USUAL_EM)
    return min(wanted, max(wanted * LEAST_WRITING, scale / ROOMY_SCALE * A_HAIR_LESS))


def sizes_at(scale: float, writing: float = 1.0) -> Metrics:
    """Return the sizes on a map of any scale (px per unit) with all text `writing` times as large as usual."""
    stored = _nearest(scale, writing).scale
    return Metrics(NAME, size_at(stored), scale / stored)


@lru_cache(maxsize=32)
def lay_out(projection: Projection, writing: float = 1.0) -> dict[str, Spots]:
    """Return the places in every province on a map with all text `writing` times as large as usual."""
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
