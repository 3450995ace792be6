"""What is watched in the workshop is what is measured; and a tower may be changed while cubes fall in it."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle

import msgspec
import pytest

from shogun.tower import DropError, Geometry, RestingCube, drop, parse_geometry
from shogun.tower.physics.collision_geometry import build_world, half_width
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.physics.interactive_simulation import MOST_IN_TRAY, LiveTower
from tests.tower.jams import JAMS


def finish(live: LiveTower, steps: Iterator[int] | None = None) -> None:
    """Let a throw come to rest in strides of these lengths."""
    for count in steps or cycle((14,)):
        if live.is_at_rest:
            return
        live.advance(count)


@pytest.mark.parametrize("strides", [(14,), (1,), (3, 5, 1), (14, 100, 9)])
def test_a_throw_in_strides_is_the_drop_that_is_measured(
    classic: Geometry, stock: tuple[RestingCube, ...], strides: tuple[int, ...]
) -> None:
    live = LiveTower(classic, stock)
    for seed in range(3):
        measured = drop(classic, live.resting, {"red": 7, "blue": 5}, seed)
        live.throw({"red": 7, "blue": 5}, seed)
        finish(live, cycle(strides))
        assert live.resting == measured.resting
        assert sum(live.out) == sum(measured.out.values())
        assert live.seconds == pytest.approx(measured.seconds)


def test_a_clogged_tower_is_tapped_as_in_a_drop() -> None:
    jams = parse_geometry(JAMS, "jams.toml")
    live = LiveTower(jams)
    measured = drop(jams, (), {"red": 45}, 1)
    live.throw({"red": 45}, 1)
    finish(live, cycle((5, 14)))
    assert measured.taps and live.resting == measured.resting


def test_the_tray_is_what_a_recording_shows(classic: Geometry) -> None:
    recording = drop(classic, (), {"red": 12}, 4, record=True).recording
    assert recording is not None
    live = LiveTower(classic)
    live.throw({"red": 12}, 4)
    while not live.is_still:
        live.advance(14)
    lying = {round(cube.x, 1) for cube in live.cubes()}
    shown = {round(x, 1) for x, _y, _angle in recording.poses_at(recording.seconds)}
    assert len(lying & shown) >= len(shown) - 1  # a recording rounds to 1/32 mm


def test_what_is_thrown_before_all_rest_comes_in_behind(classic: Geometry) -> None:
    live = LiveTower(classic)
    live.throw({"red": 9}, 1)
    live.advance(100)
    live.throw({"blue": 5}, 2)
    finish(live)
    colours = Counter(cube.colour for cube in live.cubes())
    assert colours == {"red": 9, "blue": 5}
    assert live.thrown == 14 and len({cube.number for cube in live.cubes()}) == 14


def test_nothing_is_lost_when_the_tower_changes_under_falling_cubes(classic: Geometry) -> None:
    live = LiveTower(classic)
    live.throw({"red": 20, "blue": 9}, 1)
    live.advance(200)
    for width in (60, 50, 90, 140):
        narrow = msgspec.structs.replace(classic, shaft=msgspec.structs.replace(classic.shaft, width=width), baffles=())
        live.change(narrow)
        live.advance(70)
        assert len(live.cubes()) + live._simulation.waiting == 29
        assert all(abs(c.x) <= half_width(narrow, c.y) for c in live.cubes() if c.y > 0)
    finish(live)
    assert Counter(cube.colour for cube in live.cubes()) == {"red": 20, "blue": 9}
    assert live.inside == 0


@pytest.mark.parametrize(("part", "numbers"), [("funnel", {"mouth": 12}), ("exit", {"height": 500})])
def test_cubes_are_thrown_into_a_tower_that_cannot_work_too(
    classic: Geometry, stock: tuple[RestingCube, ...], part: str, numbers: dict[str, float]
) -> None:
    live = LiveTower(classic, stock)
    changed = msgspec.structs.replace(getattr(classic, part), **numbers)
    live.change(msgspec.structs.replace(classic, **{part: changed}))
    live.throw({"red": 4}, 1)
    live.advance(70)
    live.throw({"blue": 3}, 2)
    live.advance(70)
    assert {"red", "blue"} <= {cube.colour for cube in live.cubes()}
    assert live.inside + live._simulation.waiting > len(stock)


def test_cubes_that_were_pushed_out_through_a_wall_keep_nobody_from_throwing(
    classic: Geometry, stock: tuple[RestingCube, ...]
) -> None:
    live = LiveTower(classic, stock)
    lost = next(iter(live._simulation.inside))
    lost.position = 4 * classic.funnel.mouth, 50.0
    live.throw({"red": 4}, 1)
    assert live.lying == len(stock) - 1 and live.thrown == 4


def test_cubes_fall_on_when_the_ledge_below_them_is_taken_away(
    classic: Geometry, stock: tuple[RestingCube, ...]
) -> None:
    live = LiveTower(classic, stock)
    assert live.is_at_rest and live.inside == len(stock)
    live.change(msgspec.structs.replace(classic, baffles=()))
    finish(live)
    assert live.inside == 0


def test_a_change_of_the_tray_moves_what_lies_in_it(classic: Geometry) -> None:
    live = LiveTower(classic)
    live.throw({"red": 6}, 1)
    while not live.is_still:
        live.advance(14)
    moved = msgspec.structs.replace(classic, tray=msgspec.structs.replace(classic.tray, shift=300, depth=30))
    live.change(moved)
    for _ in range(60):
        live.advance(14)
    floor = build_world(moved).floor_y
    assert all(cube.x > 200 and cube.y > floor for cube in live.cubes() if cube.y < 0)


def test_the_tray_forgets_what_came_first(classic: Geometry) -> None:
    live = LiveTower(msgspec.structs.replace(classic, baffles=()))
    for seed in range(3):
        live.throw({"red": 40}, seed)
        finish(live)
    assert len(live.cubes()) == MOST_IN_TRAY
    live.empty_tray()
    assert not live.cubes()


def test_a_tap_goes_to_both_sides_by_turns(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    live = LiveTower(classic, stock)
    before = sum(cube.x for cube in live.cubes())
    live.tap()
    live.advance(5)
    assert sum(cube.x for cube in live.cubes()) > before
    finish(live)
    assert live.is_at_rest


def test_forces_carry_the_weight_of_what_lies(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    live = LiveTower(classic, stock)
    upwards = sum(touch.force_y for touch in live.touches() if touch.force_y > 0)
    assert upwards == 0  # put to sleep before they have ever pushed
    live.tap()
    finish(live)
    assert live.touches()


def test_first_contacts_are_noted_once_a_cube_and_change_nothing(
    classic: Geometry, stock: tuple[RestingCube, ...]
) -> None:
    live = LiveTower(classic, stock)
    live.throw({"red": 12}, 3)
    finish(live)
    assert live.resting == drop(classic, stock, {"red": 12}, 3).resting
    assert 6 <= len(live.first_contacts) <= 12
    rim = classic.rim_y + 2 * classic.grain.size
    assert all(0 < y < rim and abs(x) <= half_width(classic, y) + 1 for x, y in live.first_contacts)


def test_no_more_than_a_tower_takes(classic: Geometry) -> None:
    live = LiveTower(classic)
    with pytest.raises(DropError):
        live.throw({"red": MOST_CUBES + 1}, 1)
    live.throw({"red": MOST_CUBES}, 1)
    live.advance(14)
    assert not live.has_room(1)
    with pytest.raises(DropError):
        live.throw({"red": 1}, 1)


def test_a_cube_is_heard_when_it_lands_and_not_while_it_falls_or_lies(classic: Geometry) -> None:
    live = LiveTower(classic)
    live.throw({"red": 1}, 1)
    heard = []
    while not live.is_still:
        live.advance(7)
        heard.append((live.blows(), len(live.first_contacts)))
    first = next(place for place, (blows, _contacts) in enumerate(heard) if blows)
    assert first > 5 and heard[first][1] == 1 and not heard[first - 1][1]
    ((x, _y),) = live.first_contacts
    (blow,) = heard[first][0]
    assert abs(blow.x - x) < classic.grain.size and 150 <= blow.speed < 3000
    assert not heard[-1][0] and not live.blows()
