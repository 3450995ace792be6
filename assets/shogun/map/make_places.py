"""Look for the places of names and badges in every province and write them to places.json.

Usage: python assets/shogun/map/make_places.py; needs the program itself installed, for its fonts and its sizes.
For each of some scales every badge is put into its province, free of the border, and every name near to its badge,
where it reaches least over the border and hides nothing; all of them again and again, until each has what others leave.
Then the signs of plans and revolts are put beside the badges, crests on the ground, and hills where ground stays free.
"""

import itertools
import math
import os
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import msgspec
import numpy as np
import numpy.typing as npt
import pygame
from pygame import Mask, Rect, Surface

from shogun.games.shogun.rules.cards import board
from shogun.games.shogun.screen.map.atlas import MapPlace, atlas
from shogun.games.shogun.screen.map.badge import MOST_SITES, bounding_box, parts, size_at
from shogun.games.shogun.screen.map.piece_places import NAME, Box, StoredPlaces, StoredSpots
from shogun.window.kit.drawing import text as texts
from shogun.window.kit.drawing.projection import Projection

SCALES = (0.33, 0.365, 0.4, 0.44, 0.475, 0.495, 0.52, 0.55, 0.6, 0.65, 0.695, 0.745, 0.775)
"""From that of the smallest window with large writing to the one from which on badges grow with the map."""
HILLS = ((52, 31), (38, 23), (26, 16))
"""Widths and heights of the ground that hills take, in units of the map; the large ones are set first."""
MOST_HILLS = 3
HILL_TRIES = 300
CREST = 1.3
"""Side of an owner's crest, in those of the largest square in its province."""
SHUFFLES = 24
"""So often all are placed anew, each time in other orders; the best of them is kept."""
HIDDEN = (1, 2, 4, 8, 16, 40, 200, 200)
"""How bad it is that a pixel of a badge or a name is hidden by another: at first what is crowded takes its place."""
BEST = 16
"""So many places of a badge are tried, each with the best place of its name."""
NEAREST = 4
"""Distance of these places from one another, px."""
GAP = 2
"""Between a badge and its name, px."""
MOST_SEATS = 5
"""With this many players all provinces are in play."""
SIGNS = (20, 18, 16)
"""Sides of the sign of a planned action and of the flame of a revolt: the largest that hides little else."""
SMALLER = 250
"""How bad each step to a smaller one is."""
FRAME = 8
"""A name stays so near to the box around all land, px: by half of it."""
AIR = 60
"""Around a province is looked so far, px."""
NEVER = 1e9
ON_ANOTHER, OVER_BORDER = 4000.0, 40.0
"""How bad each pixel is of a badge on another province's ground, on a border or over the coast ..."""
CLEAR = ((2, 0.6), (5, 0.25))
"""... or comes so near to it, px ..."""
CENTRAL = 0.35
"""... or is away from the middle, each pixel of the distance; and ..."""
ABROAD, AT_SEA = 0.6, 0.4
"""... each pixel of a name in another province or in the sea ..."""
ASIDE, APART = 1.0, 6.0
"""... of its distance from the middle of its badge sideways, and of the square of its distance up or down."""
NEARER, NEARER_STILL, OWN = 60.0, 15.0, 2
"""... and each pixel, and the square of all, by which a name is too near to another's cube: its own should be nearer by
so many (px) ..."""
ELSEWHERE, OVERSEA = 1200, 250
"""How bad it is that the middle of a name lies in another province, or in the sea ..."""
ASTRAY = 20000.0
"""... and the share of it in other provinces that is more than half of it: it would be taken for the name of one."""
BY_SIGN, BY_MUCH = 150.0, 1000.0
"""How bad it is that a pixel of a thing is hidden by a sign, and each pixel beyond a tenth of the sign ..."""
ABOVE_SEA, ABROAD_LAND = 4, 30
"""... that a sign reaches over the coast, or over the border to another province, where its middle must not be ..."""
OFFSHORE = 250
"""... has its middle in the sea ..."""
FAR, DOUBTFUL, SURE = 3.0, 1500.0, 2
"""... is far from its badge, for each square of the gap, or too near to the badge of another, for each pixel: its own
should be nearer by so many (px)."""

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
    lakes = {lake.province: projection.line(lake.polygon) for lake in chart.lakes}
    grounds = {place.name: _Ground(projection.line(place.polygon)) for place in chart.provinces}
    found = _settled(grounds, size_at(scale))
    signs = _signs(grounds, found)
    return {
        place.name: _stored(
            found[place.name] | signs[place.name],
            _crest(grounds[place.name], found[place.name]),
            _hills(place, projection, lakes.get(place.name), list(found[place.name].values())),
        )
        for place in chart.provinces
    }


def _stored(rects: Found, crest: Rect, hills: list[Rect]) -> StoredSpots:
    def box(rect: Rect) -> Box:
        return rect.x, rect.y, rect.width, rect.height

    placed = {key: box(rects[key]) for key in ("badge", "tag", "flame", "name") if key in rects}
    return StoredSpots(crest=box(crest), hills=tuple(map(box, hills)), **placed)


# One by one


class _Ground:
    """The ground of a province at a scale, free of its border's ink."""

    def __init__(self, polygon: Outline) -> None:
        self.corner = _corner(polygon)
        self.whole = _ground(polygon, self.corner)
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

    def hidden(self, size: Size, rects: Sequence[Rect]) -> Numbers:
        """Return how many pixels of rectangles a rectangle of a size would cover, each as often as it is there."""
        covered = np.zeros(self.room.size)
        for rect in rects:
            seen = rect.clip(self.room).move(-self.room.x, -self.room.y)
            covered[seen.left : seen.right, seen.top : seen.bottom] += 1
        return _sums(covered, size)

    def distance(self, size: Size, point: tuple[float, float]) -> Numbers:
        """Return how far the middle of a rectangle of a size is from a point."""
        xs, ys = np.indices((self.room.width - size[0] + 1, self.room.height - size[1] + 1))
        x, y = point[0] - self.room.x - size[0] / 2, point[1] - self.room.y - size[1] / 2
        return np.asarray(np.hypot(xs - x, ys - y))

    def beyond(self, size: Size, frame: Rect) -> Numbers:
        """Return whether a rectangle of a size leaves a frame, for each of its places."""
        within = np.zeros(self.room.size)
        seen = frame.clip(self.room).move(-self.room.x, -self.room.y)
        within[seen.left : seen.right, seen.top : seen.bottom] = 1
        return np.asarray(_sums(within, size) < size[0] * size[1])

    def aside(self, size: Size, x: float) -> Numbers:
        """Return how far the middle of a rectangle of a size is to the right of x."""
        xs = np.arange(self.room.width - size[0] + 1) + self.room.x + size[0] / 2 - x
        return np.asarray(xs[:, np.newaxis])

    def away(self, size: Size, badge: Rect) -> Numbers:
        """Return how far a rectangle of a size is above or below a badge."""
        top = np.arange(self.room.height - size[1] + 1) + self.room.y
        return np.asarray(np.maximum(0, np.maximum(badge.top - top - size[1], top - badge.bottom))[np.newaxis, :])

    def gaps(self, size: Size, rect: Rect) -> Numbers:
        """Return how far a rectangle of a size is from another one, edge to edge."""
        left = np.arange(self.room.width - size[0] + 1, dtype=np.float32) + self.room.x
        top = np.arange(self.room.height - size[1] + 1, dtype=np.float32) + self.room.y
        wide = np.maximum(0, np.maximum(rect.left - left - size[0], left - rect.right))
        high = np.maximum(0, np.maximum(rect.top - top - size[1], top - rect.bottom))
        return np.asarray(np.sqrt(wide[:, np.newaxis] ** 2 + high[np.newaxis, :] ** 2))

    def best(self, cost: Numbers, size: Size) -> tuple[float, Rect]:
        """Return the least cost, and the rectangle that has it."""
        x, y = np.unravel_index(int(np.argmin(cost)), cost.shape)
        return float(cost[x, y]), Rect((self.room.x + int(x), self.room.y + int(y)), size)

    def size_of(self, costs: Numbers) -> Size:
        """Return the size of the rectangle for whose places these are the costs."""
        return self.room.width - costs.shape[0] + 1, self.room.height - costs.shape[1] + 1

    def middle(self) -> tuple[float, float]:
        """Return the centre of the ground."""
        x, y = self.whole.centroid()
        return self.corner[0] + x, self.corner[1] + y


def _near(numbers: Numbers) -> Numbers:
    """Return the sums around each pixel: a border's ink belongs to nobody's ground."""
    return _sums(np.pad(numbers, 2), (5, 5))


def _sums(numbers: Numbers, size: Size) -> Numbers:
    """Return the sum over a rectangle of a size at each place of its upper left corner."""
    total = np.pad(numbers.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    wide, high = size
    return np.asarray(total[wide:, high:] - total[:-wide, high:] - total[wide:, :-high] + total[:-wide, :-high])


# Badges and names


def _settled(grounds: dict[str, _Ground], badge: Size) -> dict[str, Found]:
    """Return badge and name of every province, placed again and again until each has what the others leave."""
    corners = [Rect(ground.corner, ground.whole.get_size()) for ground in grounds.values()]
    frame = corners[0].unionall(corners).inflate(FRAME, FRAME)
    foreign = {
        name: ground.foreign([other for key, other in grounds.items() if key != name])
        for name, ground in grounds.items()
    }
    names = {name: _name_costs(name, ground, foreign[name], frame) for name, ground in grounds.items()}
    badges = {name: _badge_costs(ground, foreign[name], badge) for name, ground in grounds.items()}
    ways = []
    for shuffle in range(SHUFFLES):
        found: dict[str, Found] = {name: {} for name in grounds}
        rng, total = random.Random(shuffle), 0.0
        for harm in HIDDEN:
            total = 0.0
            for name in rng.sample(list(grounds), len(grounds)):
                others = [rect for other, own in found.items() if other != name for rect in _whole(own)]
                ground = grounds[name]
                by_badge = badges[name] + harm * _by_others(ground, badges[name], others, _over(badge))
                by_name = names[name] + harm * ground.hidden(_name_size(name), others)
                cubes = [_cube(own["badge"]) for other, own in found.items() if other != name and own]
                nearest = _nearest(ground, _name_size(name), cubes)
                cost, found[name] = _badge_and_name(name, ground, by_badge, by_name, nearest)
                total += cost
        ways.append((total, shuffle, found))
    return min(ways)[2]


def _whole(own: Found) -> Iterable[Rect]:
    """Yield badge, with its cube, and name of a province."""
    if own:
        yield _with_cube(own["badge"])
        yield own["name"]


def _with_cube(badge: Rect) -> Rect:
    """Return the box of a badge with its edge, and with its cube, which reaches over that at the left."""
    return badge.inflate(2, 2).union(bounding_box(badge))


def _cube(badge: Rect) -> Rect:
    """Return the place of the cube in a badge."""
    return parts(badge, MOST_SITES).cube


def _nearest(ground: _Ground, size: Size, rects: Sequence[Rect]) -> Numbers:
    """Return how far a rectangle of a size is from the nearest of some others, for each of its places."""
    near = [ground.gaps(size, rect) for rect in rects if ground.room.colliderect(rect)]
    return np.minimum.reduce(near) if near else np.full((1, 1), np.float32(AIR))


def _over(badge: Size) -> int:
    """Return how far the cube reaches over the edge of a badge of a size, px."""
    edge = Rect((0, 0), badge).inflate(2, 2)
    return edge.left - edge.union(bounding_box(Rect((0, 0), badge))).left


def _name_costs(name: str, ground: _Ground, foreign: Numbers, frame: Rect) -> Numbers:
    """Return how bad each place of a name is, whatever else is there."""
    size = _name_size(name)
    abroad, is_oversea = _sums(foreign, size), ground.is_centred_outside(size)
    costs = ABROAD * abroad + AT_SEA * (ground.outside(size) - abroad)
    costs = costs + OVERSEA * is_oversea + (ELSEWHERE - OVERSEA) * (ground.centred_on(_near(foreign), size) > 0)
    costs = costs + ASTRAY * np.maximum(0.0, abroad / (size[0] * size[1]) - 0.5)
    return np.asarray(costs + NEVER * ground.beyond(size, frame))


def _badge_costs(ground: _Ground, foreign: Numbers, badge: Size) -> Numbers:
    """Return how bad each place of a badge with its dark edge is, whatever else is there."""
    size = _framed(badge)
    costs = OVER_BORDER * ground.outside(size) + ON_ANOTHER * _sums(foreign, size)
    costs = costs + CENTRAL * ground.distance(size, ground.middle())
    for air, harm in CLEAR:
        costs = costs + harm * _moved(ground.outside((size[0] + 2 * air, size[1] + 2 * air)), air, air, costs.shape)
    return np.asarray(costs)


def _framed(badge: Size) -> Size:
    return badge[0] + 2, badge[1] + 2


def _badge_and_name(
    name: str, ground: _Ground, badges: Numbers, names: Numbers, nearest: Numbers
) -> tuple[float, Found]:
    """Return the least cost of badge and name of a province together, and both; each place of them has its cost.

    `nearest`: how far each place of the name is from the nearest cube of another province.
    """
    size, ways = _name_size(name), []
    for cost, at in _badges(ground, badges):
        near = names + ASIDE * np.abs(ground.aside(size, at.centerx)) + APART * ground.away(size, at) ** 2
        lacking = np.maximum(0, ground.gaps(size, _cube(at)) + OWN - nearest)
        near += NEARER * lacking + NEARER_STILL * lacking**2
        left, top = (
            at.x - ground.room.x - size[0] - 1 - _over(at.size),
            bounding_box(at).y - ground.room.y - GAP - size[1],
        )
        near[max(0, left) : at.right - ground.room.x + 2, max(0, top) : at.bottom - ground.room.y + GAP] = NEVER
        least, rect = ground.best(near, size)
        ways.append((cost + least, tuple(at), tuple(rect)))
    cost, at_badge, at_name = min(ways)
    return cost, {"badge": Rect(at_badge), "name": Rect(at_name)}


def _by_others(ground: _Ground, costs: Numbers, others: Sequence[Rect], over: int) -> Numbers:
    """Return how much of other things a badge with its cube would hide, for each of its places."""
    wide, high = ground.size_of(costs)
    return _moved(ground.hidden((wide + over, high), others), over, 0, costs.shape)


def _badges(ground: _Ground, cost: Numbers) -> list[tuple[float, Rect]]:
    """Return the best places of a badge, and the cost of each."""
    size, found = ground.size_of(cost), []
    for _try in range(BEST):
        least, rect = ground.best(cost, size)
        found.append((least, rect.inflate(-2, -2)))
        x, y = rect.x - ground.room.x, rect.y - ground.room.y
        cost[max(0, x - NEAREST + 1) : x + NEAREST, max(0, y - NEAREST + 1) : y + NEAREST] = NEVER
    return found


def _moved(numbers: Numbers, left: int, top: int, shape: tuple[int, ...]) -> Numbers:
    """Return the numbers of a larger rectangle, for the places of one that begins so far within it."""
    wide = np.full(shape, NEVER)
    wide[left : left + numbers.shape[0], top : top + numbers.shape[1]] = numbers
    return wide


def _name_size(name: str) -> Size:
    return texts.width(name, NAME, "Bold"), round(NAME * 0.86)


# Signs


def _signs(grounds: dict[str, _Ground], found: dict[str, Found]) -> dict[str, Found]:
    """Return the places of flame and tag in every province, where badges and names leave them."""
    signs: dict[str, Found] = {name: {} for name in grounds}
    badges = {name: _with_cube(own["badge"]) for name, own in found.items()}
    covered = [rect for name, own in found.items() for rect in (own["name"], *_told_by(name, own["badge"]))]
    for sign in ("flame", "tag"):
        for name, own in signs.items():
            own[sign] = _sign(name, grounds, badges, covered)
            covered.append(own[sign])
    return signs


def _told_by(name: str, badge: Rect) -> list[Rect]:
    """Return the parts of a province's badge that tell anything: beside its sites there is bare paper."""
    at = parts(badge, board("sun", MOST_SEATS).lands[name].sites)
    return [part.inflate(2, 2) for part in (at.cube, at.column, *at.sites)]


def _sign(name: str, grounds: dict[str, _Ground], badges: dict[str, Rect], taken: Sequence[Rect]) -> Rect:
    """Return the square by a province's badge, within its border or off its coast, that hides least of all else."""
    ground = grounds[name]
    abroad = ground.foreign([other for key, other in grounds.items() if key != name])
    others = [badge for other, badge in badges.items() if other != name]
    ways = []
    for steps, side in enumerate(SIGNS):
        size = side, side
        hidden = ground.hidden(size, taken)
        harm = BY_SIGN * hidden + BY_MUCH * np.maximum(0, hidden - side * side / 10)
        harm = harm + ABOVE_SEA * ground.outside(size)
        harm = harm + ABROAD_LAND * _sums(abroad, size) + NEVER * (ground.centred_on(_near(abroad), size) > 0)
        gap = ground.gaps(size, badges[name])
        harm = harm + DOUBTFUL * np.maximum(0, gap + SURE - _nearest(ground, size, others))
        harm = harm + OFFSHORE * ground.is_centred_outside(size) + FAR * gap**2
        cost, rect = ground.best(harm, size)
        ways.append((cost + SMALLER * steps, tuple(rect)))
    return Rect(min(ways)[1])


# On the ground


def _crest(ground: _Ground, own: Found) -> Rect:
    """Return the square for the owner's crest: most of it in the province, as little as can be below badge and name."""
    inner = next(side for side in itertools.count(4) if ground.outside((side + 1, side + 1)).min() > 0)
    side = round(inner * CREST)
    cost = ground.outside((side, side)) + 0.8 * ground.hidden((side, side), list(own.values()))
    return ground.best(cost + 0.01 * ground.distance((side, side), ground.middle()), (side, side))[1]


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


if __name__ == "__main__":
    (Path(__file__).resolve().parent / "places.json").write_text(dump(make()), encoding="utf-8")
