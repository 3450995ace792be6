"""A drop: nothing gets lost, the same seed gives the same bits, a recording changes nothing."""

from collections import Counter

import pytest

from shogun.tower import Drop, Geometry, Recording, RestingCube, drop, load_tower


@pytest.fixture(scope="module")
def classic() -> Geometry:
    return load_tower("classic")


@pytest.fixture(scope="module")
def stock(classic: Geometry) -> tuple[RestingCube, ...]:
    """What lies in the tower after a start throw."""
    return drop(classic, (), {"red": 19, "blue": 19}, 1).resting


def everything(result: Drop) -> Counter[str]:
    return Counter(result.out) + Counter(cube.colour for cube in result.resting)


@pytest.mark.parametrize("seed", range(5))
def test_cubes_are_conserved_by_colour(classic: Geometry, stock: tuple[RestingCube, ...], seed: int) -> None:
    result = drop(classic, stock, {"red": 5, "black": 4}, seed)
    assert everything(result) == Counter(cube.colour for cube in stock) + Counter(red=5, black=4)


def test_a_recording_changes_nothing_and_survives_packing(
    classic: Geometry, stock: tuple[RestingCube, ...]
) -> None:
    bare = drop(classic, stock, {"red": 9}, 3)
    recorded = drop(classic, stock, {"red": 9}, 3, record=True)
    assert recorded.recording is not None
    assert (bare.out, bare.resting, bare.steps) == (recorded.out, recorded.resting, recorded.steps)
    assert Recording.from_bytes(recorded.recording.to_bytes()) == recorded.recording
    assert len(recorded.recording.exits()) == sum(bare.out.values())
