"""Where name, army, building sites and values of each province stand, so that they stay readable at any size.

Pieces shrink less than the map does. So the places are looked for anew for each scale: a few arrangements are tried,
the widest-spread first, and the first that fits into the province is put into the middle of where it fits.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import msgspec
import pygame
from msgspec import Struct
from pygame import Mask, Rect, Surface

from shogun.ui import text as texts
from shogun.ui.board.atlas import Atlas, Place, Projection
from shogun.ui.board.lettering import kanji_names
from shogun.ui.pieces import army_size

Outline = Sequence[tuple[float, float]]

PROPORTIONAL = 0.75
"""From this scale on (pixels a unit of the map) pieces grow with the map."""
SMALLEST = 0.45
"""Below this scale pieces shrink with the map: nothing else would fit."""
KANJI_FROM = 0.62
"""Scale from which on the names' kanji are shown."""


class Metrics(Struct, frozen=True):
    """Sizes of what stands in a province, pixels."""

    name: int
    kanji: int
    """Size of the kanji, 0 if they are left out."""
    cube: int
    site: int
    value: int
    gap: int
    times: float
    """The layout is made for a map smaller by this factor and then enlarged."""

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
    tag: Rect | None = None
    """Where a planned action is shown; it may reach into a neighbour, but hides as little as possible."""

    def moved(self, x: float, y: float, times: float) -> "Spots":
        """Return the places shifted by (x, y) and then enlarged."""

        def move(rect: Rect) -> Rect:
            return Rect(
                round((rect.x + x) * times),
                round((rect.y + y) * times),
                round(rect.width * times),
                round(rect.height * times),
            )

        return Spots(
            self.sizes, move(self.name), self.kanji and move(self.kanji), move(self.army), tuple(map(move, self.sites)),
            move(self.tax), move(self.rice),
        )  # fmt: skip

    def all(self) -> list[Rect]:
        """Return all places."""
        return [self.name, *([self.kanji] if self.kanji else []), self.army, *self.sites, self.tax, self.rice]


def metrics(scale: float) -> Metrics:
    """Return the sizes for a scale of the map (pixels a unit), before they are enlarged by `times`."""
    base = max(SMALLEST, min(scale, PROPORTIONAL))
    grown = max(0.0, (base - 0.5) / (PROPORTIONAL - 0.5))
    return Metrics(
        name=round(12 + 2 * grown),
        kanji=round(11 + grown) if base >= KANJI_FROM else 0,
        cube=round(19 + 5 * grown),
        site=round(12 + 4 * grown),
        value=round(12 + 3 * grown),
        gap=1 if base < 0.6 else 2,
        times=scale / base,
    )


def lay_out(chart: Atlas, projection: Projection, sites: dict[str, int]) -> dict[str, Spots]:
    """Return the places in every province; `sites` says how many building sites each has."""
    sizes = metrics(projection.scale)
    small = projection.enlarged(1 / sizes.times)
    lakes = {lake.province: small.line(lake.polygon) for lake in chart.lakes}
    spots = {
        place.name: _fit(place, small.line(place.polygon), lakes.get(place.name), sites.get(place.name, 0), sizes)
        for place in chart.provinces
    }
    side = round(max(20, sizes.cube) * sizes.times)
    dear = [rect for own in spots.values() for rect in (own.name, own.army)]
    taken = [rect for own in spots.values() for rect in own.all()]
    return {name: msgspec.structs.replace(own, tag=_tag(own, side, taken + dear)) for name, own in spots.items()}


def _tag(own: Spots, side: int, taken: Sequence[Rect]) -> Rect:
    """Return the square beside a province's things that hides least of what is `taken`."""
    block = Rect(own.army).unionall(own.all())
    centres = [
        block.midtop, block.midleft, block.midright, block.midbottom, block.topleft, block.topright,
        block.bottomleft, block.bottomright, own.army.midbottom, own.army.midleft,
    ]  # fmt: skip
    squares = [Rect(0, 0, side, side) for _ in centres]
    for square, centre in zip(squares, centres, strict=True):
        square.center = centre
        outward = pygame.Vector2(centre) - pygame.Vector2(block.center)
        square.move_ip(outward * (0.35 * side / (outward.length() or 1)))
    return min(squares, key=lambda square: _hidden(square, taken))


def _hidden(square: Rect, taken: Sequence[Rect]) -> int:
    """Return how many pixels of the places that are `taken` a square covers."""
    common = [square.clip(taken[number]) for number in square.collidelistall(taken)]
    return sum(rect.width * rect.height for rect in common)


def _fit(place: Place, polygon: Outline, lake: Outline | None, sites: int, sizes: Metrics) -> Spots:
    """Return the first arrangement that fits into a province: beside its lake, else anywhere, else pressed in."""
    corner = math.floor(min(x for x, _ in polygon)), math.floor(min(y for _, y in polygon))
    grounds = [_ground(polygon, corner)]
    if lake:
        grounds.insert(0, _without(grounds[0], lake, corner))
    for tightness, squeeze in _ATTEMPTS:
        arrangements = list(_arrangements(place.name, sites, tightness(sizes)))
        for ground, spots in itertools.product(grounds, arrangements):
            if offset := _middle(ground, spots, squeeze):
                return spots.moved(corner[0] + offset[0], corner[1] + offset[1], sizes.times)
    return _in_the_middle(arrangements[0], polygon).moved(0, 0, sizes.times)


_Tightness = Callable[[Metrics], Metrics]


def _usual(sizes: Metrics) -> Metrics:
    return sizes


def _tightest(sizes: Metrics) -> Metrics:
    return sizes.tighter().tighter()


_ATTEMPTS: tuple[tuple[_Tightness, int], ...] = (
    *((_usual, 0), (_usual, 1), (Metrics.tighter, 0), (_usual, 2), (Metrics.tighter, 1), (Metrics.tighter, 2)),
    *((_tightest, squeeze) for squeeze in range(12)),
)
"""Sizes and how many pixels pieces may reach over the border, in the order in which they are tried."""


def _in_the_middle(spots: Spots, polygon: Outline) -> Spots:
    """Return an arrangement around the middle of a province, whatever it hides: the map is tiny."""
    block = Rect(spots.name).unionall(spots.all())
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return spots.moved((min(xs) + max(xs) - block.width) / 2, (min(ys) + max(ys) - block.height) / 2, 1)


def _ground(polygon: Outline, corner: tuple[int, int]) -> Mask:
    """Return the part of a province that is free of its border's ink."""
    local = [(x - corner[0], y - corner[1]) for x, y in polygon]
    surface = Surface((round(max(x for x, _ in local)) + 2, round(max(y for _, y in local)) + 2), pygame.SRCALPHA)
    pygame.draw.polygon(surface, (255, 255, 255, 255), local)
    pygame.draw.lines(surface, (0, 0, 0, 0), True, local, 3)
    return pygame.mask.from_surface(surface)


def _without(ground: Mask, lake: Outline, corner: tuple[int, int]) -> Mask:
    surface = ground.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    pygame.draw.polygon(surface, (0, 0, 0, 0), [(x - corner[0], y - corner[1]) for x, y in lake])
    return pygame.mask.from_surface(surface)


def _middle(ground: Mask, spots: Spots, squeeze: int) -> tuple[int, int] | None:
    """Return the shift that puts an arrangement into the middle of the places where it fits, None if there is none.

    `squeeze` says by how many pixels pieces may reach over the border.
    """
    block = Rect(0, 0, 0, 0).unionall(spots.all())
    room = ground.get_size()
    if block.width > room[0] or block.height > room[1]:
        return None
    shape = Mask((block.width, block.height))
    for rect in spots.all():
        smaller = rect.inflate(-2 * squeeze, -2 * squeeze)
        _stamp(shape, smaller)
    outside = ground.copy()
    outside.invert()
    blocked = outside.convolve(shape)
    free = Mask((room[0] - block.width + 1, room[1] - block.height + 1))
    free.draw(blocked, (1 - block.width, 1 - block.height))
    free.invert()
    return _nearest(free.connected_component()) if free.count() else None


def _stamp(shape: Mask, rect: Rect) -> None:
    """Add a rectangle's edge and a cross to a mask: the ground has no hole so small that it would slip between."""
    if rect.width <= 0 or rect.height <= 0:
        return
    shape.draw(Mask(rect.size, fill=True), rect.topleft)
    half = rect.width // 2, rect.height // 2
    for left, width in ((1, half[0] - 1), (half[0] + 1, rect.width - half[0] - 2)):
        for top, height in ((1, half[1] - 1), (half[1] + 1, rect.height - half[1] - 2)):
            if width > 0 and height > 0:
                shape.erase(Mask((width, height), fill=True), (rect.left + left, rect.top + top))


def _nearest(free: Mask) -> tuple[int, int]:
    """Return the set point that is nearest to the centre of all set points."""
    x, y = free.centroid()
    if free.get_at((x, y)):
        return x, y
    points = ((i, j) for i in range(free.get_size()[0]) for j in range(free.get_size()[1]) if free.get_at((i, j)))
    return min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


# Arrangements: boxes that are put side by side or one below the other


class _Box:
    """A group of rectangles; `rects` are relative to its corner."""

    def __init__(self, rects: dict[str, Rect]) -> None:
        self.rects = rects
        whole = Rect(0, 0, 0, 0).unionall(list(rects.values()))
        self.width, self.height = whole.width, whole.height


def _item(key: str, width: int, height: int) -> _Box:
    return _Box({key: Rect(0, 0, width, height)})


def _beside(gap: int, *boxes: _Box, bottom: bool = False) -> _Box:
    height, x = max(box.height for box in boxes), 0
    rects: dict[str, Rect] = {}
    for box in boxes:
        y = height - box.height if bottom else (height - box.height) // 2
        rects |= {key: rect.move(x, y) for key, rect in box.rects.items()}
        x += box.width + gap
    return _Box(rects)


def _below(gap: int, *boxes: _Box) -> _Box:
    width, y = max(box.width for box in boxes), 0
    rects: dict[str, Rect] = {}
    for box in boxes:
        rects |= {key: rect.move((width - box.width) // 2, y) for key, rect in box.rects.items()}
        y += box.height + gap
    return _Box(rects)


def _arrangements(name: str, sites: int, sizes: Metrics) -> Iterator[Spots]:
    """Yield the ways to set out a province's things, the preferred ones first."""
    gap = sizes.gap
    for title in _titles(name, sizes):
        army = _item("army", *army_size(sizes.cube))
        tax, rice = _item("tax", sizes.value, sizes.value), _item("rice", sizes.value, sizes.value)
        row = _beside(gap, *(_item(f"site{number}", sizes.site, sizes.site) for number in range(max(1, sites))))
        column = _below(gap, *(_item(f"site{number}", sizes.site, sizes.site) for number in range(max(1, sites))))
        values, stack = _beside(gap, tax, rice), _below(0, tax, rice)
        yield _spots(sizes, _below(gap, title, _beside(2 * gap, army, _below(gap, row, values))), sites)
        yield _spots(sizes, _below(gap, title, _beside(2 * gap, army, stack), row), sites)
        yield _spots(sizes, _below(gap, title, _beside(2 * gap, army, stack, column)), sites)
        yield _spots(sizes, _below(gap, title, _beside(2 * gap, army, row), values), sites)
        yield _spots(sizes, _below(gap, title, army, _beside(gap, row, values)), sites)
        yield _spots(sizes, _below(gap, title, army, row, values), sites)


def _titles(name: str, sizes: Metrics) -> Iterator[_Box]:
    """Yield the name with its kanji beside it, above it, and without them."""
    latin = _item("name", texts.width(name, sizes.name, "Bold"), round(sizes.name * 0.86))
    if sizes.kanji:
        kanji = _item("kanji", texts.width(kanji_names()[name], sizes.kanji, "Bold"), sizes.kanji)
        yield _beside(sizes.gap + 2, latin, kanji)
        yield _below(0, kanji, latin)
    yield latin


def _spots(sizes: Metrics, box: _Box, sites: int) -> Spots:
    rects = box.rects
    return Spots(
        sizes,
        rects["name"],
        rects.get("kanji"),
        rects["army"],
        tuple(rects[f"site{number}"] for number in range(sites)),
        rects["tax"],
        rects["rice"],
    )
