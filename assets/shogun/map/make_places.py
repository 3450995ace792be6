"""Look for the places of names and pieces in every province and write them to places.json.

Usage: python assets/shogun/map/make_places.py; needs the program itself installed, for its fonts and its sizes.
For each of some scales a few arrangements are tried, the widest-spread first, and the first that fits into a province
is put into the middle of where it fits. Nothing is made smaller: where not all fits, army and name are put where they
reach least over the border and hide nothing, then the sites, then the values, which are left out where no room is.
What ground stays free then is offered to hills.
"""

import itertools
import math
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
from pygame import Mask, Rect, Surface

from shogun.games.shogun.rules.boards import board
from shogun.games.shogun.screen.map.atlas import MapPlace, Projection, atlas
from shogun.games.shogun.screen.map.painting.lettering import kanji_names
from shogun.games.shogun.screen.map.piece_places import METRICS, Box, StoredPlaces, StoredSpots
from shogun.games.shogun.screen.pieces import army_size
from shogun.window.kit.drawing import text as texts

SCALES = (0.33, 0.365, 0.4, 0.44, 0.475, 0.51, 0.55, 0.6, 0.65, 0.7, 0.75)
"""From that of the smallest window with large writing to the one from which on pieces grow with the map."""
KANJI_FROM = 0.6
"""From this scale on names have their kanji where there is room."""
HILLS = ((52, 31), (38, 23), (26, 16))
"""Widths and heights of the ground that hills take, in units of the map; the large ones are set first."""
MOST_HILLS = 3
HILL_TRIES = 300
CREST = 1.2
"""Side of an owner's crest, in those of the largest square in its province."""

BADGES = (20, 18, 16)
"""Sides of the sign of a planned action and of the flame of a revolt: the largest that hides little else."""
SMALLER = 250
"""How bad each step to a smaller one is."""
STEP = 4
"""Distance of the places along a name at which its army is tried, px."""
ABROAD = (0.5, 0.8)
"""The most of a name that may lie outside of its province, and where there is no place for it then."""
AIR = 60
"""Around a province is looked so far, px."""
CENTRED_OUTSIDE = 90
"""How bad it is that the middle of an army lies outside of its province."""
NEVER = 1e9
TRIES = 4
MOST_SQUEEZE = 3
"""How many pixels things that fit may reach over the border."""
WEIGHTS: dict[str, float] = {"army": 60, "name": 60, "site": 50, "tax": 50, "rice": 50, "kanji": 5}
"""How bad it is that a badge hides a pixel of a thing, its own province's or another's ..."""
ABOVE_SEA, ABROAD_LAND = 2, 10
"""... reaches over the coast, or over the border to another province, in which its middle must not be ..."""
OFFSHORE = 650
"""... or has its middle in the sea ..."""
FAR = 0.3
"""... or is far from its army, for each square of the distance, px."""

Outline = Sequence[tuple[float, float]]
Found = dict[str, Rect]
Size = tuple[int, int]
Numbers: TypeAlias = npt.NDArray[Any]


def make(scales: Sequence[float] = SCALES) -> list[StoredPlaces]:
    """Return the places at some scales."""
    pygame.font.init()
    return [StoredPlaces(scale, _places(scale)) for scale in scales]


def dump(places: list[StoredPlaces]) -> str:
    """Return the text of places.json: one line for each province."""
    scales = []
    for at in places:
        lines = [f'  "{name}": {msgspec.json.encode(spots).decode()}' for name, spots in at.provinces.items()]
        scales.append(f'{{"scale": {at.scale}, "provinces": {{\n' + ",\n".join(lines) + "\n}}")
    return "[\n" + ",\n".join(scales) + "\n]\n"


def _places(scale: float) -> dict[str, StoredSpots]:
    chart, projection = atlas(), Projection(scale)
    lands = board("sun", 5).lands
    lakes = {lake.province: projection.line(lake.polygon) for lake in chart.lakes}
    grounds = {place.name: _Ground(projection.line(place.polygon), lakes.get(place.name)) for place in chart.provinces}
    with_kanji = scale >= KANJI_FROM
    found = {
        name: _fit(list(_arrangements(name, lands[name].sites, with_kanji=with_kanji)), ground)
        for name, ground in grounds.items()
    }
    crowded = sorted((name for name in grounds if not found[name]), key=lambda name: grounds[name].whole.count())
    _add_armies(crowded, grounds, found)
    for name in crowded:
        for number in range(lands[name].sites):
            found[name][f"site{number}"] = _site(grounds[name], found[name], found)
    for name in crowded:
        found[name] |= _values(grounds[name], found[name], found)
    things = {name: dict(rects) for name, rects in found.items()}
    for badge in ("flame", "tag"):
        for name in grounds:
            things[name][badge] = _badge(name, grounds, things)
    return {
        place.name: _stored(
            things[place.name],
            _crest(grounds[place.name]),
            _hills(place, projection, lakes.get(place.name), list(found[place.name].values())),
        )
        for place in chart.provinces
    }


def _stored(rects: Found, crest: Rect, hills: list[Rect]) -> StoredSpots:
    def box(rect: Rect) -> Box:
        return rect.x, rect.y, rect.width, rect.height

    sites = tuple(box(rects[key]) for key in sorted(rects) if key.startswith("site"))
    written = {key: box(rects[key]) for key in ("name", "kanji", "tax", "rice") if key in rects}
    badges = box(rects["tag"]), box(rects["flame"])
    return StoredSpots(box(rects["army"]), sites, *badges, box(crest), hills=tuple(map(box, hills)), **written)


# One by one


class _Ground:
    """The ground of a province at a scale, free of its border's ink, with and without its lake."""

    def __init__(self, polygon: Outline, lake: Outline | None) -> None:
        self.corner = _corner(polygon)
        self.whole = _ground(polygon, self.corner)
        self.masks = [_without(self.whole, lake, self.corner)] if lake else []
        self.masks.append(self.whole)
        self.room = Rect(self.corner, self.whole.get_size()).inflate(2 * AIR, 2 * AIR)
        """All around it, to which the arrays of this class belong: one number for each pixel."""
        inside = pygame.surfarray.array3d(self.whole.to_surface(setcolor=(1, 1, 1), unsetcolor=(0, 0, 0)))[..., 0]
        self._outside = 1 - np.pad(inside.astype(np.int32), AIR)

    def outside(self, size: Size) -> Numbers:
        """Return how many pixels of a rectangle of a size lie outside, for each place of its upper left corner."""
        return _sums(self._outside, size)

    def is_centred_outside(self, size: Size) -> Numbers:
        """Return 1 for each place of a rectangle of a size whose middle lies outside."""
        return self.centred_on(self._outside, size)

    def centred_on(self, numbers: Numbers, size: Size) -> Numbers:
        """Return the number below the middle of a rectangle of a size, for each of its places."""
        wide, high = size[0] // 2, size[1] // 2
        shape = self.room.width - size[0] + 1, self.room.height - size[1] + 1
        return np.asarray(numbers[wide : wide + shape[0], high : high + shape[1]])

    def foreign(self, others: Sequence["_Ground"]) -> Numbers:
        """Return 1 for each pixel of the ground of other provinces."""
        seen = Surface(self.room.size)
        for other in others:
            if self.room.colliderect((other.corner, other.whole.get_size())):
                at = other.corner[0] - self.room.x, other.corner[1] - self.room.y
                seen.blit(other.whole.to_surface(setcolor=(1, 1, 1, 255), unsetcolor=(0, 0, 0, 0)), at)
        return np.asarray(pygame.surfarray.array3d(seen)[..., 0].astype(np.int32))

    def hidden(self, size: Size, rects: Sequence[Rect], weights: Sequence[float] = ()) -> Numbers:
        """Return how many pixels of rectangles a rectangle of a size would cover, each pixel counted by its weight."""
        covered = np.zeros(self.room.size)
        for rect, weight in zip(rects, weights or itertools.repeat(1.0), strict=False):
            seen = rect.clip(self.room).move(-self.room.x, -self.room.y)
            covered[seen.left : seen.right, seen.top : seen.bottom] += weight
        return _sums(covered, size)

    def distance(self, size: Size, point: tuple[float, float]) -> Numbers:
        """Return how far the middle of a rectangle of a size is from a point."""
        xs, ys = np.indices((self.room.width - size[0] + 1, self.room.height - size[1] + 1))
        x, y = point[0] - self.room.x - size[0] / 2, point[1] - self.room.y - size[1] / 2
        return np.asarray(np.hypot(xs - x, ys - y))

    def best(self, cost: Numbers, size: Size) -> tuple[float, Rect]:
        """Return the least cost, and the rectangle that has it."""
        x, y = np.unravel_index(int(np.argmin(cost)), cost.shape)
        return float(cost[x, y]), Rect((self.room.x + int(x), self.room.y + int(y)), size)

    def middle(self) -> tuple[float, float]:
        """Return the centre of the ground."""
        x, y = self.whole.centroid()
        return self.corner[0] + x, self.corner[1] + y


def _sums(numbers: Numbers, size: Size) -> Numbers:
    """Return the sum over a rectangle of a size at each place of its upper left corner."""
    total = np.pad(numbers.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    wide, high = size
    return np.asarray(total[wide:, high:] - total[:-wide, high:] - total[wide:, :-high] + total[:-wide, :-high])


def _taken(found: dict[str, Found]) -> list[Rect]:
    return [rect for rects in found.values() for rect in rects.values()]


def _add_armies(crowded: list[str], grounds: dict[str, _Ground], found: dict[str, Found]) -> None:
    """Put armies and names into crowded provinces; those whose names find no place come first the next time."""
    for _try in range(TRIES):
        for name in crowded:
            found[name] = {}
        for name in crowded:
            found[name] = _army_and_name(name, grounds[name], found)
        if not any("name" not in found[name] for name in crowded):
            return
        crowded.sort(key=lambda name: "name" in found[name])


def _army_and_name(name: str, ground: _Ground, found: dict[str, Found]) -> Found:
    """Return army and name, one above the other, where they hide nothing and reach least over the border."""
    army, title = army_size(METRICS.cube), _name_size(name)
    taken = _taken(found)
    armies = 6.0 * ground.outside(army) + NEVER * (ground.hidden(army, taken) > 0)
    armies = armies + ground.distance(army, ground.middle()) + CENTRED_OUTSIDE * ground.is_centred_outside(army)
    abroad = ground.outside(title)
    shifts = range(min(0, army[0] - title[0]), max(0, army[0] - title[0]) + 1, STEP)
    for most in ABROAD:
        titles = abroad + NEVER * (ground.hidden(title, taken) > 0) + NEVER * (abroad > most * title[0] * title[1])
        cost, at, beside = min(
            _together(ground, (armies, army), (titles, title), shift)
            for shift in itertools.product(shifts, (-title[1] - 1, army[1] + 1))
        )
        if cost < NEVER:
            return {"army": Rect(at, army), "name": Rect(beside, title)}
    return {"army": ground.best(armies, army)[1]}


def _together(
    ground: _Ground, army: tuple[Numbers, Size], title: tuple[Numbers, Size], shift: tuple[int, int]
) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """Return the least cost of an army with its name so far beside it, and where both lie then."""
    armies, titles = army[0], title[0]
    x, y = shift
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(armies.shape[0], titles.shape[0] - x), min(armies.shape[1], titles.shape[1] - y)
    cost = armies[left:right, top:bottom] + titles[left + x : right + x, top + y : bottom + y]
    least, rect = ground.best(cost, army[1])
    at = rect.x + left, rect.y + top
    return least, at, (at[0] + x, at[1] + y)


def _site(ground: _Ground, own: Found, found: dict[str, Found]) -> Rect:
    """Return where a building site lies: near its army, and over little else."""
    size = METRICS.site, METRICS.site
    harm = 4.0 * ground.outside(size) + 8.0 * ground.hidden(size, _taken(found))
    return ground.best(harm + ground.distance(size, own["army"].center), size)[1]


def _values(ground: _Ground, own: Found, found: dict[str, Found]) -> Found:
    """Return places for both values, side by side or one below the other, on free ground; none if there is not any."""
    side, taken = METRICS.value, _taken(found)
    ways = []
    for size in ((2 * side + 1, side), (side, 2 * side)):
        harm = NEVER * (ground.hidden(size, taken) > 0) + NEVER * (ground.outside(size) > 0.15 * size[0] * size[1])
        cost, rect = ground.best(harm + ground.distance(size, own["army"].center), size)
        ways.append((cost, tuple(rect)))
    cost, (left, top, wide, high) = min(ways)
    if cost >= NEVER:
        return {}
    return {"tax": Rect(left, top, side, side), "rice": Rect(left + wide - side, top + high - side, side, side)}


def _badge(name: str, grounds: dict[str, _Ground], things: dict[str, Found]) -> Rect:
    """Return the square in a province, or off its coast, that hides least of all that may lie anywhere."""
    ground, centre = grounds[name], things[name]["army"].center
    taken = [(rect, WEIGHTS.get(key.rstrip("0123456789"), 60)) for own in things.values() for key, rect in own.items()]
    abroad = ground.foreign([other for key, other in grounds.items() if key != name])
    near = _sums(np.pad(abroad, 2), (5, 5))  # a border's ink belongs to nobody's ground
    ways = []
    for steps, side in enumerate(BADGES):
        size = side, side
        harm = ground.hidden(size, *zip(*taken, strict=True)) + ABOVE_SEA * ground.outside(size)
        harm = harm + ABROAD_LAND * _sums(abroad, size) + NEVER * ground.centred_on(near > 0, size)
        harm = harm + OFFSHORE * ground.is_centred_outside(size) + FAR * ground.distance(size, centre) ** 2
        cost, rect = ground.best(harm, size)
        ways.append((cost + SMALLER * steps, tuple(rect)))
    return Rect(min(ways)[1])


# On the ground


def _crest(ground: _Ground) -> Rect:
    """Return the square for the owner's crest: around the largest one that lies in the province, near its middle."""
    side = next(side for side in itertools.count(4) if ground.outside((side + 1, side + 1)).min() > 0)
    size = side, side
    cost = NEVER * (ground.outside(size) > 0) + ground.distance(size, ground.middle())
    larger = round(side * (CREST - 1))
    return ground.best(cost, size)[1].inflate(larger, larger)


def _hills(place: MapPlace, projection: Projection, lake: Outline | None, taken: list[Rect]) -> list[Rect]:
    """Return free ground of a province, one place close to the other where that can be, as mountains stand."""
    polygon = projection.line(place.polygon)
    corner = _corner(polygon)
    ground = _ground(polygon, corner)
    ground = _without(ground, lake, corner) if lake else ground
    rng = random.Random(place.name)
    chosen: list[Rect] = []
    for hill in HILLS:
        width, height = (round(length * projection.scale) for length in hill)
        free = Mask((width, height), fill=True)
        for _try in range(HILL_TRIES):
            x, y = rng.randrange(ground.get_size()[0]), rng.randrange(ground.get_size()[1])
            rect = Rect(x + corner[0], y + corner[1], width, height)
            if rect.inflate(4, 4).collidelist(taken) < 0 and ground.overlap_area(free, (x, y)) == width * height:
                chosen.append(rect)
    return _apart(chosen)


def _apart(rects: list[Rect]) -> list[Rect]:
    """Return the first few places of which none hides more than a corner of another, from the back to the front."""
    kept: list[Rect] = []
    for rect in rects:
        if rect.inflate(-rect.width * 0.35, -rect.height * 0.2).collidelist(kept) < 0 and len(kept) < MOST_HILLS:
            kept.append(rect)
    return sorted(kept, key=lambda rect: (rect.bottom, rect.left))


# In a province


def _fit(arrangements: list[Found], ground: _Ground) -> Found:
    """Return the first of some arrangements of everything that fits into a province, nothing if none does.

    It is looked for beside the province's lake, else anywhere, else pressed in a little over the border.
    """
    for squeeze, mask, rects in itertools.product(range(MOST_SQUEEZE), ground.masks, arrangements):
        if offset := _middle(mask, list(rects.values()), squeeze):
            x, y = ground.corner[0] + offset[0], ground.corner[1] + offset[1]
            return {key: rect.move(x, y) for key, rect in rects.items()}
    return {}


def _corner(polygon: Outline) -> tuple[int, int]:
    return math.floor(min(x for x, _ in polygon)), math.floor(min(y for _, y in polygon))


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


def _middle(ground: Mask, rects: list[Rect], squeeze: int) -> tuple[int, int] | None:
    """Return the shift that puts an arrangement into the middle of the places where it fits, None if there is none.

    `squeeze` says by how many pixels pieces may reach over the border.
    """
    block = Rect(0, 0, 0, 0).unionall(rects)
    room = ground.get_size()
    if block.width > room[0] or block.height > room[1]:
        return None
    shape = Mask((block.width, block.height))
    for rect in rects:
        smaller = rect.inflate(-2 * squeeze, -2 * squeeze)
        if min(smaller.size) > 0:
            shape.draw(Mask(smaller.size, fill=True), smaller.topleft)
    outside = ground.copy()
    outside.invert()
    blocked = outside.convolve(shape)
    free = Mask((room[0] - block.width + 1, room[1] - block.height + 1))
    free.draw(blocked, (1 - block.width, 1 - block.height))
    free.invert()
    largest = free.connected_component()
    return _nearest(largest if largest.count() else free) if free.count() else None


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

    def __init__(self, rects: Found) -> None:
        self.rects = rects
        whole = Rect(0, 0, 0, 0).unionall(list(rects.values()))
        self.width, self.height = whole.width, whole.height


def _item(key: str, width: int, height: int) -> _Box:
    return _Box({key: Rect(0, 0, width, height)})


def _beside(gap: int, *boxes: _Box) -> _Box:
    height, x = max(box.height for box in boxes), 0
    rects: Found = {}
    for box in boxes:
        y = (height - box.height) // 2
        rects |= {key: rect.move(x, y) for key, rect in box.rects.items()}
        x += box.width + gap
    return _Box(rects)


def _below(gap: int, *boxes: _Box) -> _Box:
    width, y = max(box.width for box in boxes), 0
    rects: Found = {}
    for box in boxes:
        rects |= {key: rect.move((width - box.width) // 2, y) for key, rect in box.rects.items()}
        y += box.height + gap
    return _Box(rects)


def _arrangements(name: str, sites: int, *, with_kanji: bool) -> Iterator[Found]:
    """Yield the ways to set out a province's things, the preferred ones first."""
    gap = METRICS.gap
    army = _item("army", *army_size(METRICS.cube))
    tax, rice = _item("tax", METRICS.value, METRICS.value), _item("rice", METRICS.value, METRICS.value)
    squares = [_item(f"site{number}", METRICS.site, METRICS.site) for number in range(sites)]
    row, column = _beside(gap, *squares), _below(gap, *squares)
    values, stack = _beside(gap, tax, rice), _below(0, tax, rice)
    ways: tuple[Callable[[_Box], _Box], ...] = (
        lambda title: _below(gap, title, _beside(2 * gap, army, _below(gap, row, values))),
        lambda title: _below(gap, title, _beside(2 * gap, army, stack), row),
        lambda title: _below(gap, title, _beside(2 * gap, army, stack, column)),
        lambda title: _below(gap, title, _beside(2 * gap, army, row), values),
        lambda title: _below(gap, title, army, _beside(gap, row, values)),
        lambda title: _below(gap, title, army, row, values),
    )
    for title in _titles(name, with_kanji=with_kanji):
        yield from (arrange(title).rects for arrange in ways)


def _name_size(name: str) -> Size:
    return texts.width(name, METRICS.name, "Bold"), round(METRICS.name * 0.86)


def _titles(name: str, *, with_kanji: bool) -> Iterator[_Box]:
    """Yield the name with its kanji beside it, above it, and without them."""
    latin = _item("name", *_name_size(name))
    if with_kanji:
        kanji = _item("kanji", texts.width(kanji_names()[name], METRICS.kanji, "Bold"), METRICS.kanji)
        yield _beside(METRICS.gap + 2, latin, kanji)
        yield _below(0, kanji, latin)
    yield latin


if __name__ == "__main__":
    (Path(__file__).resolve().parent / "places.json").write_text(dump(make()), encoding="utf-8")
