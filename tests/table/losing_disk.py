"""A disk that has only what it was told to keep: after a power cut all else is as if it had never been written.

What was written to a file is kept when the file was synced after it; a new name, a removed and a changed one when their
folder was. Nothing else tells a disk to keep anything: journalling file systems are kinder, no program may count on it.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

Place = tuple[int, int]
"""A file or folder, whatever it is called."""


class LosingDisk:
    """The disk below a folder; what is there at the beginning is kept already."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._fsync = os.fsync
        self._files: dict[Place, bytes] = {}
        self._folders: dict[Place, dict[str, Place]] = {}
        self._held: list[int] = []
        """Keeps files open, so that no other one takes the place of a removed one."""
        for folder, _folders, names in os.walk(root):
            for path in (Path(folder), *(Path(folder) / name for name in names)):
                self._keep_path(path)

    def _keep_path(self, path: Path) -> None:
        handle = os.open(path, os.O_RDONLY)
        self.keep(handle)
        os.close(handle)

    def keep(self, handle: int) -> None:
        """Keep a file or folder as it is now."""
        found = os.fstat(handle)
        self._held.append(os.open(f"/proc/self/fd/{handle}", os.O_RDONLY))  # a duplicate would share its lock
        if stat.S_ISDIR(found.st_mode):
            here = Path(f"/proc/self/fd/{handle}")
            self._folders[_place(found)] = {name: _place((here / name).lstat()) for name in os.listdir(handle)}
        else:
            self._files[_place(found)] = Path(f"/proc/self/fd/{handle}").read_bytes()

    def fsync(self, handle: int) -> None:
        """Stand for `os.fsync`."""
        self.keep(handle)

    def after_power_cut(self, into: Path) -> Path:
        """Return a folder in which all is as the disk has it."""
        self._restore(_place(self._root.stat()), into)
        return into

    def _restore(self, place: Place, into: Path) -> None:
        into.mkdir()
        for name, found in self._folders.get(place, {}).items():
            if found in self._folders or found not in self._files:
                self._restore_unknown(found, into / name)
            else:
                (into / name).write_bytes(self._files[found])

    def _restore_unknown(self, place: Place, into: Path) -> None:
        """Restore a folder, or a file of which only the name was kept."""
        if place in self._folders or self._is_folder(place):
            self._restore(place, into)
        else:
            into.write_bytes(b"")

    def _is_folder(self, place: Place) -> bool:
        return any(_place(Path(folder).stat()) == place for folder, _folders, _names in os.walk(self._root))

    def close(self) -> None:
        """Let all files go."""
        for handle in self._held:
            os.close(handle)


def _place(found: os.stat_result) -> Place:
    return found.st_dev, found.st_ino


@contextmanager
def losing_disk(root: Path) -> Iterator[LosingDisk]:
    """Have only what is synced stay in a folder."""
    disk = LosingDisk(root)
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(os, "fsync", disk.fsync)
        try:
            yield disk
        finally:
            disk.close()
