"""Recordings of drops for windows to play: all cubes at 60 frames a second, with impacts.

Tower and tray share one clock that starts when the cubes are let go. Poses are stored as int16 (1/32 mm, and 1/65536 of
a turn), finer than any screen shows; the outcome of a drop never depends on them. `recorder` makes them.
"""

import math
import zlib
from typing import Any, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.files import UNDECODABLE
from shogun.base.language import _, shown
from shogun.tower.physics.constants import FRAMES_A_SECOND, LONGEST_COLOUR, MOST_CUBES

UNIT = 1 / 32
"""Unit of stored coordinates, mm: an int16 reaches ±1024 mm."""
ANGLE_UNIT = math.tau / 65536
"""Unit of stored angles, rad: an int16 covers one turn."""
STAYS = -1
"""Exit step of a cube that stays in the tower."""

Floats: TypeAlias = npt.NDArray[np.float64]
_MAGIC = b"SGR1"
_CHECK_BYTES = 4
_LARGEST = 20_000_000
"""Largest unpacked size of a recording in bytes: the largest start throws take 300,000."""
LONGEST_REASON = 200
"""Characters of a library's message about a broken recording."""
MOST_FRAMES = 180 * FRAMES_A_SECOND
"""Largest number of frames: no drop takes three minutes, even if the tower is tapped four times."""
FASTEST = 10_000
"""Most time steps in a second."""
MOST_TAPS = 100


class RecordingError(ValueError):
    """Bytes that aren't a recording, or a damaged one; the message is one sentence."""


class Recording(msgspec.Struct, frozen=True):
    """All frames of one drop; cubes are numbered, beginning with those that lay in the tower."""

    colours: tuple[str, ...]
    """Color of each cube."""
    lying: int
    """Cubes with a lower number lay in the tower before the throw; the others were thrown."""
    exit_steps: tuple[int, ...]
    """Step in which each cube's center passed the exit plane; STAYS for those that stay."""
    frames: int
    """Number of frames; frame f shows the time f / 60 s, the last one all cubes at rest."""
    packed_poses: bytes
    """Little-endian int16, shape (frames, cubes, 3): x and y in 1/32 mm, angle in 1/65536 turns."""
    packed_contacts: bytes
    """Little-endian float32, shape (contacts, 4): time s, x mm, y mm, speed mm/s."""
    steps_a_second: int = 960
    """Time steps of the simulation; recordings of the first physics, which don't state them, have 960."""
    start_steps: tuple[int, ...] = ()
    """Step in which each cube was let go, until which it is shown at its start; empty: all at once."""
    taps: tuple[int, ...] = ()
    """Steps in which the clogged tower was tapped: first to the right, then to the left, and so on."""

    def __repr__(self) -> str:
        """Return what it holds, without the bytes."""
        return f"Recording({len(self.colours)} cubes, {self.frames} frames, {len(self.contacts())} impacts)"

    @property
    def seconds(self) -> float:
        """Duration of the recording, s."""
        return (self.frames - 1) / FRAMES_A_SECOND

    def poses(self) -> Floats:
        """Return all poses, shape (frames, cubes, 3): x mm, y mm, angle rad between -π and π."""
        return _measures(self._counts())

    def poses_at(self, seconds: float) -> Floats:
        """Return the poses at any time, shape (cubes, 3), interpolated between two frames by the shorter way.

        Times before the start and after the end give the first and the last frame.
        """
        frame, part = divmod(min(max(seconds, 0.0), self.seconds) * FRAMES_A_SECOND, 1.0)
        first = int(frame)
        before, after = self._counts()[[first, min(first + 1, self.frames - 1)]]
        way = (after - before).astype(np.float64)  # int16 arithmetic wraps, so an angle takes the shorter way round
        return _measures(before + part * way)

    def in_tray(self, seconds: float) -> npt.NDArray[np.bool_]:
        """Return for each cube whether it has come out by that time, shape (cubes,)."""
        exits = np.asarray(self.exit_steps, dtype=np.int64)
        come_out: npt.NDArray[np.bool_] = (exits != STAYS) & (exits <= seconds * self.steps_a_second)
        return come_out

    def exits(self) -> list[tuple[float, int]]:
        """Return (time in s, number of the cube) for each cube that came out, in their order."""
        steps = enumerate(self.exit_steps)
        return sorted((step / self.steps_a_second, cube) for cube, step in steps if step != STAYS)

    def contacts(self) -> npt.NDArray[np.float32]:
        """Return the audible impacts, shape (contacts, 4), by time: time s, x mm, y mm, change of velocity mm/s."""
        return np.frombuffer(self.packed_contacts, dtype="<f4").reshape(-1, 4)

    def to_bytes(self) -> bytes:
        """Return the recording compressed, with a checksum."""
        counts = self._counts()
        steps = np.diff(counts, axis=0, prepend=np.zeros_like(counts[:1]))  # small numbers: they pack four times better
        planes = np.ascontiguousarray(steps.transpose(2, 1, 0)).tobytes()
        packed = zlib.compress(msgspec.msgpack.encode(msgspec.structs.replace(self, packed_poses=planes)), 6)
        return _MAGIC + zlib.crc32(packed).to_bytes(_CHECK_BYTES, "little") + packed

    @classmethod
    def from_bytes(cls, data: bytes) -> "Recording":
        """Return the recording that `to_bytes` packed. Raises RecordingError for anything else."""
        start = len(_MAGIC) + _CHECK_BYTES
        check = zlib.crc32(data[start:]).to_bytes(_CHECK_BYTES, "little")
        if data[:start] != _MAGIC + check:
            raise RecordingError(_("The recording of a drop is damaged: its checksum doesn't match."))
        try:
            stored = msgspec.msgpack.decode(zlib.decompressobj().decompress(data[start:], _LARGEST), type=cls)
            _check(stored)
            planes = np.frombuffer(stored.packed_poses, dtype="<i2").reshape(3, len(stored.colours), stored.frames)
        except (zlib.error, *UNDECODABLE) as error:
            why = shown(error, LONGEST_REASON)
            raise RecordingError(_("The recording of a drop can't be read: {error}.").format(error=why)) from None
        counts = np.cumsum(planes.transpose(2, 1, 0), axis=0, dtype=np.int16)
        return msgspec.structs.replace(stored, packed_poses=counts.astype("<i2").tobytes())

    def _counts(self) -> npt.NDArray[np.int16]:
        return np.frombuffer(self.packed_poses, dtype="<i2").reshape(self.frames, len(self.colours), 3)


def _check(recording: Recording) -> None:
    """Raise ValueError unless a recording can be played: its cubes and times must be consistent."""
    cubes, steps = len(recording.colours), recording.steps_a_second
    if not (0 < recording.frames <= MOST_FRAMES and FRAMES_A_SECOND <= steps <= FASTEST):
        raise ValueError(_("its times can't be those of a drop"))
    last = recording.frames * steps // FRAMES_A_SECOND + steps
    times = (*recording.exit_steps, *recording.start_steps, *recording.taps)
    if not all(STAYS <= step <= last for step in times) or len(recording.taps) > MOST_TAPS:
        raise ValueError(_("its times can't be those of a drop"))
    lengths = {len(recording.exit_steps), len(recording.start_steps) or cubes}
    named = all(0 < len(colour) <= LONGEST_COLOUR for colour in recording.colours)
    if lengths != {cubes} or not (0 <= recording.lying <= cubes <= 2 * MOST_CUBES and named):
        raise ValueError(_("its cubes contradict each other"))
    if not np.isfinite(recording.contacts()).all():
        raise ValueError(_("its impacts aren't numbers"))


_SCALE = np.array([UNIT, UNIT, ANGLE_UNIT])


def _measures(counts: npt.NDArray[Any]) -> Floats:
    """Return counts in mm, mm and rad."""
    measures: Floats = counts * _SCALE
    return measures


def pack_poses(poses: Floats) -> bytes:
    """Return poses (any shape with x mm, y mm, angle rad last) as the int16 counts that a Recording stores."""
    counts = np.rint(poses / _SCALE)
    counts[..., :2] = counts[..., :2].clip(-32768, 32767)
    wrapped: npt.NDArray[np.int16] = counts.astype(np.int64).astype("<i2")  # the cast takes whole turns off the angle
    return wrapped.tobytes()


def pack_contacts(rows: Floats) -> bytes:
    """Return rows (time s, x mm, y mm, speed mm/s) as the float32 that a Recording stores."""
    return rows.astype("<f4").tobytes()
