"""Recordings: they change nothing, show all cubes on one clock, and survive being packed."""

import numpy as np
import pytest

from shogun.tower import Drop, Geometry, Recording, RecordingError, RestingCube, build_world, drop
from shogun.tower.physics.constants import LONGEST_TRAY
from shogun.tower.physics.drop_simulation import TraySimulation

THROWN = {"red": 6, "blue": 4}


@pytest.fixture(scope="module")
def recorded(classic: Geometry, stock: tuple[RestingCube, ...]) -> Drop:
    return drop(classic, stock, THROWN, 3, record=True)


@pytest.fixture(scope="module")
def recording(recorded: Drop) -> Recording:
    assert recorded.recording is not None
    return recorded.recording


def test_recording_changes_nothing(classic: Geometry, stock: tuple[RestingCube, ...], recorded: Drop) -> None:
    bare = drop(classic, stock, THROWN, 3)
    assert (bare.out, bare.resting, bare.steps) == (recorded.out, recorded.resting, recorded.steps)


def test_it_holds_all_cubes_those_that_lay_in_the_tower_first(
    recording: Recording, stock: tuple[RestingCube, ...]
) -> None:
    assert recording.lying == len(stock)
    assert sorted(recording.colours[recording.lying :]) == ["blue"] * 4 + ["red"] * 6
    start = recording.poses()[0, : recording.lying]
    assert np.allclose(start[:, :2], [(cube.x, cube.y) for cube in stock], atol=1 / 32)


def test_exits_tell_the_outcome_and_its_order(recorded: Drop, recording: Recording) -> None:
    counts: dict[str, int] = {}
    for _seconds, cube in recording.exits():
        counts[recording.colours[cube]] = counts.get(recording.colours[cube], 0) + 1
    assert dict(sorted(counts.items())) == recorded.out
    times = [seconds for seconds, _cube in recording.exits()]
    assert times == sorted(times)
    assert int(recording.in_tray(recording.seconds).sum()) == len(times)
    assert not recording.in_tray(0).any()


def test_cubes_are_above_the_exit_until_they_are_out_and_end_in_the_tray(
    classic: Geometry, recording: Recording
) -> None:
    world = build_world(classic)
    poses = recording.poses()
    for frame in range(recording.frames):
        out = recording.in_tray(frame / 60)
        assert (poses[frame, ~out, 1] > -1 / 32).all()
        assert (poses[frame, out, 1] < 1 / 32 + classic.grain.size).all()
    end = poses[-1][recording.in_tray(recording.seconds)]
    assert (end[:, 1] >= world.floor_y + classic.grain.size / 2 - 0.2).all()
    assert (np.abs(end[:, 0]) <= classic.tray.width / 2).all()


def test_the_last_frame_shows_the_resting_cubes_where_they_are(recorded: Drop, recording: Recording) -> None:
    stay = ~recording.in_tray(recording.seconds)
    seen = sorted(map(tuple, recording.poses()[-1][stay][:, :2].tolist()))
    told = sorted((cube.x, cube.y) for cube in recorded.resting)
    assert np.allclose(seen, told, atol=1 / 16)


def test_no_cube_jumps(recording: Recording) -> None:
    """Also where a cube goes from the tower to the tray: at most as fast as a fall from the highest start place."""
    way = np.abs(np.diff(recording.poses()[:, :, :2], axis=0)).max()
    assert way <= np.sqrt(2 * 9810 * 380) / 60


def test_times_between_frames_lie_between_them(recording: Recording) -> None:
    first, second = recording.poses()[10:12]
    half = recording.poses_at(10.5 / 60)
    assert np.allclose(half[:, :2], (first + second)[:, :2] / 2)
    turn = np.abs(half[:, 2] - first[:, 2])
    assert (np.minimum(turn, 2 * np.pi - turn) <= np.pi / 2 + 1e-3).all()
    assert np.allclose(recording.poses_at(-1), recording.poses()[0])
    assert np.allclose(recording.poses_at(99), recording.poses()[-1])


def test_impacts_lie_in_time_and_place(classic: Geometry, recording: Recording) -> None:
    contacts = recording.contacts()
    bounds = build_world(classic).bounds
    assert len(contacts) > 10
    assert (np.diff(contacts[:, 0]) >= 0).all()
    assert contacts[-1, 0] <= recording.seconds
    assert (contacts[:, 3] > 0).all()
    assert all(bounds.left <= x <= bounds.right and bounds.bottom <= y <= bounds.top for x, y in contacts[:, 1:3])


def test_packed_and_unpacked_it_is_the_same_and_small(recording: Recording) -> None:
    packed = recording.to_bytes()
    assert Recording.from_bytes(packed) == recording
    assert len(packed) < len(recording.packed_poses)


@pytest.mark.parametrize("place", [0, 5, 20, -1])
def test_a_flipped_bit_is_noticed(recording: Recording, place: int) -> None:
    packed = bytearray(recording.to_bytes())
    packed[place] ^= 1
    with pytest.raises(RecordingError):
        Recording.from_bytes(bytes(packed))


@pytest.mark.parametrize("data", [b"", b"SGR1", b"SGR1\0\0\0\0", b"nonsense"])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(RecordingError):
        Recording.from_bytes(data)


def test_a_throw_of_which_nothing_moves_can_be_recorded(classic: Geometry, stock: tuple[RestingCube, ...]) -> None:
    for resting in ((), stock):
        recording = drop(classic, resting, {}, 1, record=True).recording
        assert recording is not None
        assert recording.frames == 1
        assert Recording.from_bytes(recording.to_bytes()) == recording


def test_recording_again_and_again_takes_no_more_memory(classic: Geometry) -> None:
    """pymunk never frees the buffers of a recording, so one drop's serve the next."""
    from shogun.tower.recorder import _free_buffers

    for seed in range(5):
        drop(classic, (), {"red": 3}, seed, record=True)
        assert 1 <= len(_free_buffers) <= 2


def test_a_tray_that_never_rests_is_recorded_for_three_seconds_after_the_last_cube(
    classic: Geometry, stock: tuple[RestingCube, ...], recorded: Drop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TraySimulation, "_is_awake", lambda _tray: True)
    restless = drop(classic, stock, THROWN, 3, record=True)
    assert (restless.out, restless.resting) == (recorded.out, recorded.resting)
    assert restless.recording is not None
    last = restless.recording.exits()[-1][0]
    assert restless.recording.seconds == pytest.approx(last + LONGEST_TRAY, abs=2 / 60)
