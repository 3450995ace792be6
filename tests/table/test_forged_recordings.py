"""Recordings with right checksums that show what never fell: none of them is handed to a window."""

import struct
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from shogun.game.questions import Throw
from shogun.table.recordings import MOST_DROPS, Recordings
from shogun.table.towers import SimulatedTower, ThrowJob
from shogun.tower import load_tower
from shogun.tower.recording import Recording, RecordingError
from shogun.tower.resting_cubes import TowerState

JOB = ThrowJob(
    SimulatedTower(load_tower("classic")),
    TowerState(load_tower("classic")),
    Throw("key", {"red": 5, "blue": 4}),
    3,
    True,
)


@pytest.fixture(scope="module")
def thrown() -> tuple[Recording, dict[str, int]]:
    fall = JOB()
    assert fall.recording
    return fall.recording, fall.out


def sealed(stored: Any) -> bytes:
    """What `Recording.to_bytes` makes, of anything."""
    packed = zlib.compress(msgspec.msgpack.encode(stored))
    return b"SGR1" + zlib.crc32(packed).to_bytes(4, "little") + packed


def kept(path: Path, data: bytes) -> Recordings:
    path.write_bytes(struct.pack("<4sIII", b"DROP", 7, 99, len(data)) + data)
    return Recordings(path)


NAN = np.array([float("nan")] * 4, dtype="<f4").tobytes()
WRONG: dict[str, dict[str, Any]] = {
    "no frames": {"frames": 0, "packed_poses": b""},
    "frames before the first": {"frames": -1},
    "endless": {"frames": 10**12},
    "too few exits": {"exit_steps": (1,)},
    "too few starts": {"start_steps": (0, 0)},
    "an exit after its end": {"exit_steps": (10**9,) * 9},
    "no time": {"steps_a_second": 0},
    "backwards": {"steps_a_second": -960},
    "endless taps": {"taps": tuple(range(1000))},
    "nameless": {"colours": ("",) * 9},
    "long names": {"colours": ("x" * 1000,) * 9},
    "more lying than there are": {"lying": 10},
    "fewer than none lying": {"lying": -1},
    "impacts that are no numbers": {"packed_contacts": NAN},
    "half an impact": {"packed_contacts": b"123"},
    "no poses": {"packed_poses": b""},
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_recording_that_can_not_be_played_is_none(
    thrown: tuple[Recording, dict[str, int]], tmp_path: Path, kind: str
) -> None:
    data = sealed(msgspec.structs.replace(thrown[0], **WRONG[kind]))
    with pytest.raises(RecordingError) as told:
        Recording.from_bytes(data)
    assert len(str(told.value)) < 400
    assert kept(tmp_path / "game.drops", data).get(7, 99) is None


@pytest.mark.parametrize(
    "stored", [None, [], {"colours": [[[]]]}, b"\xff", "x" * 30_000_000, {"frames": "x" * 100_000}]
)
def test_something_else_is_none(tmp_path: Path, stored: Any) -> None:
    with pytest.raises(RecordingError) as told:
        Recording.from_bytes(sealed(stored))
    assert len(str(told.value)) < 400


def test_a_recording_of_another_throw_is_none(thrown: tuple[Recording, dict[str, int]], tmp_path: Path) -> None:
    recording, out = thrown
    path = tmp_path / "game.drops"
    assert kept(path, recording.to_bytes()).get(7, 99, JOB, out) == recording
    assert Recordings(path).get(7, 99, JOB, {**out, "red": 0}) is None
    unknown = tuple("zebra" if colour == "red" else colour for colour in recording.colours)
    others: list[dict[str, Any]] = [{"colours": unknown}, {"lying": 2}, {"exit_steps": (-1,) * 9}]
    for other in others:
        data = msgspec.structs.replace(recording, **other).to_bytes()
        assert kept(path, data).get(7, 99, JOB, out) is None


def test_a_huge_file_of_recordings_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "game.drops"
    with path.open("wb") as file:
        file.truncate(MOST_DROPS * 100)
    assert Recordings(path).get(7, 99) is None
