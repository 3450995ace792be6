"""A clogged tower is tapped by rule: when all rest and more than 30 are inside, at most four times, alike for all."""

from collections import Counter

import msgspec
import pytest

from shogun.tower import Drop, Geometry, RestingCube, drop, parse_geometry
from shogun.tower.geometry import Tap
from shogun.tower.physics.drop_simulation import CLOGGED, MOST_TAPS, TAP_SPEED
from shogun.tower.physics.throw import solve
from tests.tower.jams import JAMS


@pytest.fixture(scope="module")
def jams() -> Geometry:
    return parse_geometry(JAMS, "jams.toml")


@pytest.fixture(scope="module")
def untapped(jams: Geometry) -> Geometry:
    return msgspec.structs.replace(jams, tap=Tap(allowed=False))


@pytest.fixture(scope="module")
def arch(untapped: Geometry) -> tuple[RestingCube, ...]:
    """A clogged tower at rest."""
    lying = drop(untapped, (), {"red": 40}, 1).resting
    assert len(lying) > CLOGGED and all(cube.still for cube in lying)
    return lying


def as_swapped(fallen: Drop, names: dict[str, str]) -> tuple[dict[str, int], tuple[RestingCube, ...]]:
    out = {names[colour]: count for colour, count in fallen.out.items()}
    return dict(sorted(out.items())), tuple(
        msgspec.structs.replace(cube, colour=names[cube.colour]) for cube in fallen.resting
    )


def test_a_tap_opens_an_arch_that_stands_for_ever(
    jams: Geometry, untapped: Geometry, arch: tuple[RestingCube, ...]
) -> None:
    assert drop(untapped, arch, {"blue": 1}, 2).taps == 0
    tapped = [drop(jams, arch, {"blue": 1}, seed) for seed in range(5)]
    assert all(1 <= one.taps <= MOST_TAPS for one in tapped)
    assert sum(sum(one.out.values()) for one in tapped) > 20


def test_nothing_is_lost_by_taps(jams: Geometry, arch: tuple[RestingCube, ...]) -> None:
    for seed in range(5):
        fallen = drop(jams, arch, {"blue": 9}, seed)
        inside = Counter(cube.colour for cube in fallen.resting)
        assert Counter(fallen.out) + inside == Counter(red=len(arch), blue=9)


def test_it_stops_after_four(jams: Geometry) -> None:
    """Through an exit hardly wider than a cube hardly any comes, tap or no tap."""
    stuck = msgspec.structs.replace(jams, exit=msgspec.structs.replace(jams.exit, width=10))
    fallen = drop(stuck, (), {"red": 45}, 2)
    assert fallen.taps == MOST_TAPS and len(fallen.resting) > CLOGGED


def test_without_a_throw_nobody_taps(jams: Geometry, arch: tuple[RestingCube, ...]) -> None:
    assert drop(jams, arch, {}, 1) == Drop({}, arch, 0, cut_off=False, geometry=jams)


@pytest.mark.parametrize("count", [1, CLOGGED])
def test_few_cubes_are_no_clog(count: int, jams: Geometry) -> None:
    assert drop(jams, (), {"red": count}, 3).taps == 0


def test_a_tower_is_clogged_by_one_cube_more_than_thirty(jams: Geometry) -> None:
    closed = msgspec.structs.replace(jams, exit=msgspec.structs.replace(jams.exit, width=4))
    assert solve(closed, (), {"red": CLOGGED}, 2).taps == 0
    assert solve(closed, (), {"red": CLOGGED + 1}, 2).taps == MOST_TAPS


def test_owners_swapped_gives_the_same_taps_with_owners_swapped(jams: Geometry) -> None:
    swap = {"red": "blue", "blue": "red"}
    one = drop(jams, (), {"red": 30, "blue": 15}, 1)
    other = drop(jams, (), {"blue": 30, "red": 15}, 1)
    assert one.taps == other.taps > 0
    assert as_swapped(one, swap) == (other.out, other.resting)


def test_taps_are_seen_and_heard_in_the_recording(jams: Geometry, arch: tuple[RestingCube, ...]) -> None:
    fallen = drop(jams, arch, {"blue": 5}, 1, record=True)
    recording = fallen.recording
    assert recording is not None and len(recording.taps) == fallen.taps > 0
    frame = recording.taps[0] * 60 // recording.steps_a_second
    before, after = recording.poses()[frame], recording.poses()[frame + 1]
    moved = (after - before)[:, 0][before[:, 1] > 0]
    assert moved.max() > 0.5 * TAP_SPEED / 60  # some have room to go, to the right
    assert moved.mean() > 0
    loud = recording.contacts()[:, 0]
    assert ((loud >= frame / 60) & (loud <= (frame + 3) / 60)).any()
    assert drop(jams, arch, {"blue": 5}, 1) == msgspec.structs.replace(fallen, recording=None)
