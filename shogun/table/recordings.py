"""Recordings of a game's throws, in `<game>.drops` beside its journal; the state of a game never needs them.

The file is a sequence of entries. Each has the number of the throw's line in the journal and that line's checksum (so
that a recording is never taken for another game's throw), its length, and the recording with a checksum of its own.
"""

import errno
import os
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from shogun.base.files import open_plain, read_bounded
from shogun.base.language import _
from shogun.base.notices import put_aside_and_tell
from shogun.table.towers import ThrowJob
from shogun.tower.physics.constants import PHYSICS

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


_ENTRY = struct.Struct("<4sIII")
_MAGIC = b"DROP"
MOST_DROPS = 10_000_000
"""Largest size of a game's recordings in bytes: 300,000 are usual. A longer file is put aside."""


def drops_path(journal: Path) -> Path:
    """Return the file of the recordings that belongs to a journal."""
    return journal.with_suffix(".drops")


class Recordings:
    """The recordings of one game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        data = _read(path)
        self._places = dict(_entries(data or b""))
        self._end = None if data is None else _end_of_whole_entries(data)
        """Offset after the last whole entry; None if the file can't be read."""

    def add(self, n: int, checksum: int, recording: "Recording") -> bool:
        """Store the recording of the throw in line `n` with that checksum; return whether that worked.

        A full disk doesn't stop a game: a missing recording can be made again.
        """
        if self._end is None:
            return False
        data = recording.to_bytes()
        try:
            with os.fdopen(open_plain(self.path, os.O_RDWR | os.O_CREAT), "r+b") as file:
                file.seek(self._end)
                file.truncate()  # an incomplete entry would swallow the next one
                file.write(_ENTRY.pack(_MAGIC, n, checksum, len(data)) + data)
        except OSError:
            return False
        self._places[n, checksum] = (self._end + _ENTRY.size, len(data))
        self._end += _ENTRY.size + len(data)
        return True

    def get(
        self, n: int, checksum: int, job: ThrowJob | None = None, out: Mapping[str, int] | None = None
    ) -> "Recording | None":
        """Return the recording of the throw in line `n` with that checksum; None if it is missing or damaged.

        If the throw itself and the cubes `out` by the journal are given, also None if the recording differs from them.
        """
        from shogun.tower.recording import Recording, RecordingError

        if (n, checksum) not in self._places:
            return None
        start, length = self._places[n, checksum]
        try:
            with os.fdopen(open_plain(self.path, os.O_RDONLY), "rb") as file:
                file.seek(start)
                recording = Recording.from_bytes(file.read(length))
        except (OSError, RecordingError):
            return None
        return recording if job is None or _shows(recording, job, out or {}) else None


def moved(data: bytes, lines: Mapping[tuple[int, int], tuple[int, int]]) -> bytes:
    """Return the recordings of some lines, by number and checksum, as recordings of other lines."""
    recordings = ((key, data[start : start + length]) for key, (start, length) in _entries(data) if key in lines)
    return b"".join(_ENTRY.pack(_MAGIC, *lines[key], len(recording)) + recording for key, recording in recordings)


def _shows(recording: "Recording", job: ThrowJob, out: Mapping[str, int]) -> bool:
    """Return whether a recording shows exactly the throw's cubes: in the tower, thrown, and out."""
    from shogun.tower.recording import STAYS

    lay, thrown = recording.colours[: recording.lying], recording.colours[recording.lying :]
    came = (colour for colour, step in zip(recording.colours, recording.exit_steps, strict=True) if step != STAYS)
    stated = (job.inside.counts(), job.throw.cubes, out)
    return all(Counter(shown) == _positive(counts) for shown, counts in zip((lay, thrown, came), stated, strict=True))


def _positive(counts: Mapping[str, int]) -> dict[str, int]:
    return {colour: number for colour, number in counts.items() if number}


def recorded_again(job: ThrowJob, out: dict[str, int]) -> "Recording | None":
    """Return a recording made now of an earlier throw.

    None if it was made by another version of the physics, if its seed isn't known, or if its result on this machine
    isn't `out`; then only the cubes in the tray can be shown.
    """
    if job.physics != PHYSICS or job.seed is None:
        return None
    fall = ThrowJob(job.tower, job.inside, job.throw, job.seed, record=True)()
    return fall.recording if fall.out == out else None


def _read(path: Path) -> bytes | None:
    """Return the content of a file of recordings; None if it can't be read. A file of anything else is put aside."""
    try:
        data = read_bounded(path, MOST_DROPS, follows=False)
    except FileNotFoundError:
        return b""
    except OSError as error:
        return _put_aside(path, error.strerror) if error.errno == errno.EFBIG else None
    if not _end_of_whole_entries(data) and not data.startswith(_MAGIC[: len(data)]):
        return _put_aside(path, _("it has no recording"))
    return data


def _put_aside(path: Path, why: object) -> bytes | None:
    """Put a file that isn't one of recordings aside, and return empty content; None if that isn't possible."""
    try:
        put_aside_and_tell(path, why)
    except OSError:
        return None
    return b""


def _entries(data: bytes) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield (line, checksum) and (start, length) of each whole entry; damaged places are skipped."""
    place = data.find(_MAGIC)
    while 0 <= place <= len(data) - _ENTRY.size:
        _magic, n, checksum, length = _ENTRY.unpack_from(data, place)
        start = place + _ENTRY.size
        is_whole = start + length <= len(data)
        if is_whole:
            yield (n, checksum), (start, length)
        place = data.find(_MAGIC, start + length if is_whole else start)


def _end_of_whole_entries(data: bytes) -> int:
    """Return the offset of the end of the last whole entry."""
    return max((start + length for _key, (start, length) in _entries(data)), default=0)
