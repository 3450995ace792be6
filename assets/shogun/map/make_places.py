"""Look for the places of names and pieces in every province and write them to places.json.

Usage: python assets/shogun/map/make_places.py; needs the program itself installed, for its fonts and its sizes.
For each of some scales a few arrangements are tried, the widest-spread first, and the first that fits into a province
is put into the middle of where it fits. What ground stays free then is offered to hills.
"""

import itertools
import math
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import msgspec
import pygame
from pygame import Mask, Rect, Surface

from shogun.games.shogun.rules.board import board
from shogun.games.shogun.screen.map.atlas import MapPlace, Projection, atlas
from shogun.games.shogun.screen.map.layout import Box, Metrics, StoredPlaces, StoredSpots, metrics
from shogun.games.shogun.screen.map.lettering import kanji_names
from shogun.games.shogun.screen.pieces import army_size
from shogun.window.kit import text as texts

SCALES = [round(0.45 + 0.025 * step, 3) for step in range(13)]
"""From the smallest at which pieces keep their size to the scale from which on they grow with the map."""
HILLS = ((52, 31), (38, 23), (26, 16))
"""Widths and heights of the ground that hills take, in units of the map; the large ones are set first."""
MOST_HILLS = 3
HILL_TRIES = 300

TAGS_APART = 6
"""How much worse it is that a tag hides another one than a piece."""

Outline = Sequence[tuple[float, float]]
Found = dict[str, Rect]


def make() -> list[StoredPlaces]:
    """Return the places at all scales."""
    pygame.font.init()
    return [StoredPlaces(scale, _places(scale)) for scale in SCALES]


def dump(places: list[StoredPlaces]) -> str:
    """Return the text of places.json: one line for each province."""
    scales = []
    for at in places:
        lines = [f'  "{name}": {msgspec.json.encode(spots).decode()}' for name, spots in at.provinces.items()]
        scales.append(f'{{"scale": {at.scale}, "provinces": {{\n' + ",\n".join(lines) + "\n}}")
    return "[\n" + ",\n".join(scales) + "\n]\n"


def _places(scale: float) -> dict[str, StoredSpots]:
    chart, sizes, projection = atlas(), metrics(scale), Projection(scale)
    lands = board("sun", 5).lands
    lakes = {lake.province: projection.line(lake.polygon) for lake in chart.lakes}
    found = {
        place.name: _fit(place, projection.line(place.polygon), lakes.get(place.name), lands[place.name].sites, sizes)
        for place in chart.provinces
    }
    taken = [rect for _tight, rects in found.values() for rect in rects.values()]
    taken += [rects[key] for _tight, rects in found.values() for key in ("name", "army")]
    spots = {}
    for place in chart.provinces:
        tight, rects = found[place.name]
        tag = _tag(rects, max(20, sizes.cube), taken)
        taken += [tag] * TAGS_APART
        hills = _hills(place, projection, lakes.get(place.name), list(rects.values()))
        spots[place.name] = _stored(tight, rects, tag, hills)
    return spots


def _stored(tight: int, rects: Found, tag: Rect, hills: list[Rect]) -> StoredSpots:
    def box(rect: Rect) -> Box:
        return rect.x, rect.y, rect.width, rect.height

    kanji = rects.get("kanji")
    sites = tuple(box(rects[key]) for key in sorted(rects) if key.startswith("site"))
    return StoredSpots(
        tight, box(rects["name"]), box(rects["army"]), sites, box(rects["tax"]), box(rects["rice"]), box(tag),
        kanji and box(kanji), tuple(map(box, hills)),
    )  # fmt: skip


# Beside the pieces


def _tag(rects: Found, side: int, taken: Sequence[Rect]) -> Rect:
    """Return the square beside a province's things that hides least of what is `taken`."""
    army = rects["army"]
    block = army.unionall(list(rects.values()))
    centres = [
        block.midtop, block.midleft, block.midright, block.midbottom, block.topleft, block.topright,
        block.bottomleft, block.bottomright, army.midbottom, army.midleft, army.topleft, army.bottomleft,
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


def _fit(place: MapPlace, polygon: Outline, lake: Outline | None, sites: int, sizes: Metrics) -> tuple[int, Found]:
    """Return the first arrangement that fits into a province, and how many times its sizes were made tighter.

    It is looked for beside the province's lake, else anywhere, else pressed in over the border.
    """
    corner = _corner(polygon)
    grounds = [_ground(polygon, corner)]
    if lake:
        grounds.insert(0, _without(grounds[0], lake, corner))
    for tight, squeeze in _ATTEMPTS:
        arrangements = list(_arrangements(place.name, sites, _tightened(sizes, tight)))
        for ground, rects in itertools.product(grounds, arrangements):
            if offset := _middle(ground, list(rects.values()), squeeze):
                x, y = corner[0] + offset[0], corner[1] + offset[1]
                return tight, {key: rect.move(x, y) for key, rect in rects.items()}
    raise ValueError(f"nothing fits into {place.name}")


_ATTEMPTS = ((0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (1, 2), *((2, squeeze) for squeeze in range(12)))
"""How often sizes are made tighter and how many pixels pieces may reach over the border, in the order of the tries."""


def _tightened(sizes: Metrics, times: int) -> Metrics:
    for _time in range(times):
        sizes = sizes.tighter()
    return sizes


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
    return _nearest(free.connected_component()) if free.count() else None


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


def _arrangements(name: str, sites: int, sizes: Metrics) -> Iterator[Found]:
    """Yield the ways to set out a province's things, the preferred ones first."""
    gap = sizes.gap
    army = _item("army", *army_size(sizes.cube))
    tax, rice = _item("tax", sizes.value, sizes.value), _item("rice", sizes.value, sizes.value)
    row = _beside(gap, *(_item(f"site{number}", sizes.site, sizes.site) for number in range(sites)))
    column = _below(gap, *(_item(f"site{number}", sizes.site, sizes.site) for number in range(sites)))
    values, stack = _beside(gap, tax, rice), _below(0, tax, rice)
    ways: tuple[Callable[[_Box], _Box], ...] = (
        lambda title: _below(gap, title, _beside(2 * gap, army, _below(gap, row, values))),
        lambda title: _below(gap, title, _beside(2 * gap, army, stack), row),
        lambda title: _below(gap, title, _beside(2 * gap, army, stack, column)),
        lambda title: _below(gap, title, _beside(2 * gap, army, row), values),
        lambda title: _below(gap, title, army, _beside(gap, row, values)),
        lambda title: _below(gap, title, army, row, values),
    )
    for title in _titles(name, sizes):
        yield from (arrange(title).rects for arrange in ways)


def _titles(name: str, sizes: Metrics) -> Iterator[_Box]:
    """Yield the name with its kanji beside it, above it, and without them."""
    latin = _item("name", texts.width(name, sizes.name, "Bold"), round(sizes.name * 0.86))
    if sizes.kanji:
        kanji = _item("kanji", texts.width(kanji_names()[name], sizes.kanji, "Bold"), sizes.kanji)
        yield _beside(sizes.gap + 2, latin, kanji)
        yield _below(0, kanji, latin)
    yield latin


if __name__ == "__main__":
    (Path(__file__).resolve().parent / "places.json").write_text(dump(make()), encoding="utf-8")
