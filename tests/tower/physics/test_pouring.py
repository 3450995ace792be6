"""How cubes come in: fair, apart from each other and from what lies there, alike for every number."""

import math
from collections import Counter

import msgspec
import pymunk
import pytest

from shogun.tower import Geometry, RestingCube, drop, load_tower, parse_geometry
from shogun.tower.geometry import columns
from shogun.tower.physics.drop_simulation import DropObserver, Row, pour, row_line, row_seconds
from shogun.tower.physics.throw import prepare
from shogun.tower.resting_cubes import lies_inside

ONE_WIDE = """
format = 1
[funnel]
mouth = {mouth}
height = 10
[shaft]
width = {width}
height = 60
[exit]
width = {width}
[tray]
width = 400
depth = 60
"""


def rows_of(geometry: Geometry, count: int, seed: int = 1) -> list[Row]:
    return pour(geometry, {"red": count}, seed)[1]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 16, 17, 45, 400])
def test_as_many_cubes_come_in_as_are_thrown(count: int, classic: Geometry) -> None:
    sizes = [len(row) for row in rows_of(classic, count)]
    assert sum(sizes) == count
    assert all(size == 8 for size in sizes[:-1])


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_row_that_is_not_full_may_lie_in_any_columns(count: int, classic: Geometry) -> None:
    seeds = 2000
    seen = Counter(start.column for seed in range(seeds) for start in rows_of(classic, count, seed)[0])
    expected = seeds * count / columns(classic)
    assert all(abs(seen[column] - expected) < 4.5 * math.sqrt(expected) for column in range(columns(classic)))


def test_every_colour_gets_every_place(classic: Geometry) -> None:
    """Two colours of six cubes each: over many seeds both come in at each place about as often."""
    seeds = 600
    at_place = [
        Counter(pour(classic, {"red": 6, "blue": 6}, seed)[0][place] for seed in range(seeds)) for place in range(12)
    ]
    sd = (seeds / 4) ** 0.5
    assert all(abs(counts["red"] - seeds / 2) < 4.5 * sd for counts in at_place)


@pytest.mark.parametrize("mouth", [90, 110, 300, 1000])
def test_cubes_of_a_row_are_apart_whatever_their_angle_and_inside_the_mouth(mouth: float, classic: Geometry) -> None:
    funnel = msgspec.structs.replace(classic.funnel, mouth=mouth)
    geometry = msgspec.structs.replace(classic, funnel=funnel)
    diagonal = geometry.grain.size * math.sqrt(2)
    for seed in range(50):
        for row in rows_of(geometry, 20, seed):
            places = [(start.x, start.lift) for start in row]
            assert all(math.dist(a, b) > diagonal for n, a in enumerate(places) for b in places[:n])
            assert all(abs(x) + diagonal / 2 <= mouth / 2 for x, _lift in places)


def test_rows_of_the_classic_tower_come_every_fifth_of_a_second(classic: Geometry) -> None:
    assert row_seconds(classic) == pytest.approx(0.2)


class Closest(DropObserver):
    """Notes how near a cube is to any other at the moment in which it comes in."""

    def __init__(self) -> None:
        self.known = 0
        self.nearest = math.inf

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        self.cubes = cubes
        self.known = len(cubes)

    def after(self, step: int) -> None:
        bodies = list(self.cubes)
        for number in range(self.known, len(bodies)):
            others = (body for body in bodies if body is not bodies[number] and body.space)
            gaps = [(body.position - bodies[number].position).length for body in others]
            self.nearest = min([self.nearest, *gaps])
        self.known = len(bodies)


@pytest.mark.slow
@pytest.mark.parametrize("resting", [0, 60, 200])
def test_cubes_never_start_inside_of_others_even_above_a_heap(resting: int, classic: Geometry) -> None:
    """A tower that must not be tapped and has an exit as wide as a cube fills up to above its rim."""
    text = ONE_WIDE.format(mouth=110, width=90).replace("width = 90", "width = 8.5", 2).replace("8.5", "90", 1)
    jammed = parse_geometry(text.replace("[exit]", "[tap]\nallowed = false\n[exit]\nheight = 30"), "jammed.toml")
    lying: tuple[RestingCube, ...] = ()
    while len(lying) < resting:
        lying = drop(jammed, lying, {"red": 40}, len(lying)).resting
    watcher = Closest()
    simulation = prepare(jammed, lying, {"blue": 60}, 5)[1]
    simulation.run(watcher)
    assert watcher.nearest > jammed.grain.size * math.sqrt(2)
    if resting > 100:
        assert max(cube.y for cube in lying) > row_line(jammed)


@pytest.mark.parametrize(("mouth", "width"), [(8, 8), (9, 8.5), (12, 12), (13, 13)])
def test_a_mouth_as_wide_as_a_cube_takes_hundreds_and_loses_none(mouth: float, width: float) -> None:
    narrow = parse_geometry(ONE_WIDE.format(mouth=mouth, width=width), "narrow.toml")
    fallen = drop(narrow, (), {"red": 300}, 3)
    assert sum(fallen.out.values()) + len(fallen.resting) == 300
    assert all(lies_inside(narrow, cube) for cube in fallen.resting)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8])
def test_small_throws_are_held_too(size: int, classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    """Of cubes that fall from the middle none would stay: some must, and most must come out."""
    thrown = out = 0
    for seed in range(160 // size):
        fallen = drop(classic, stock, {"new": size}, seed)
        thrown += size
        out += fallen.out.get("new", 0)
    assert 0.5 < out / thrown < 0.9


def test_the_shipped_towers_need_no_tap_for_a_throw_of_sixty() -> None:
    for name in ("classic", "steep"):
        tower = load_tower(name)
        fallen = drop(tower, (), {"red": 60}, 2)
        assert (fallen.taps, fallen.cut_off) == (0, False)
