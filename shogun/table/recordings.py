"""The recordings of a game's drops, in `<game>.drops` beside its journal; the state of a game never needs them.

The file is a row of entries, each: the number of the throw's line in the journal and that line's checksum (so that a
recording never belongs to another game's throw), its length, and the recording with a checksum of its own.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from shogun.table.chance import ThrowJob
from shogun.table.errors import NotWritable

if TYPE_CHECKING:  # NumPy is loaded where a recording is
    from shogun.tower.recording import Recording

_ENTRY = struct.Struct("<4sIII")
_MAGIC = b"DROP"


def drops_path(journal: Path) -> Path:
    """Return the file of the recordings that belongs to a journal."""
    return journal.with_suffix(".drops")


class Recordings:
    """The recordings of one game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._places = {key: (start, length) for key, start, length in _entries(path)}

    def add(self, n: int, checksum: int, recording: "Recording") -> None:
        """Append the recording of the throw in line `n` with that checksum. Raises NotWritable."""
        data = recording.to_bytes()
        try:
            with self.path.open("ab") as file:
                start = file.tell() + _ENTRY.size
                file.write(_ENTRY.pack(_MAGIC, n, checksum, len(data)) + data)
        except OSError as error:
            raise NotWritable.because(self.path, error) from error
        self._places[n, checksum] = (start, len(data))

    def get(self, n: int, checksum: int) -> "Recording | None":
        """Return the recording of that throw, None if it is missing or damaged."""
        from shogun.tower.recording import Recording, RecordingError

        if (n, checksum) not in self._places:
            return None
        start, length = self._places[n, checksum]
        try:
            with self.path.open("rb") as file:
                file.seek(start)
                return Recording.from_bytes(file.read(length))
        except (OSError, RecordingError):
            return None


def recorded_again(job: ThrowJob, out: dict[str, int]) -> "Recording | None":
    """Return a recording made now of a throw made earlier; None if it doesn't come to `out` on this machine.

    Then the counted tray is all that can be shown.
    """
    fall = ThrowJob(job.tower, job.inside, job.throw, job.seed, record=True)()
    return fall.recording if fall.out == out else None


def _entries(path: Path) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield key, start and length of each whole entry; what follows a damaged one is as if missing."""
    try:
        with path.open("rb") as file:
            yield from _read_entries(file, path.stat().st_size)
    except OSError:
        return


def _read_entries(file: BinaryIO, size: int) -> Iterator[tuple[tuple[int, int], int, int]]:
    while len(head := file.read(_ENTRY.size)) == _ENTRY.size:
        magic, n, checksum, length = _ENTRY.unpack(head)
        start = file.tell()
        if magic != _MAGIC or start + length > size:
            return
        yield (n, checksum), start, length
        file.seek(length, 1)
