"""What the gallery shows: all towers, what was being drawn and has no file, and what was deleted."""

import time
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from shogun.tower.diagnostics.geometry_check import problems
from shogun.tower.file.reader import parse_geometry
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.storage import unsaved_towers, user_towers
from shogun.tower.storage.deleted_towers import Binned, binned
from shogun.tower.storage.tower_folders import tower_folders
from shogun.tower.storage.tower_lookup import FoundTower, find_towers, tower_text
from shogun.window.kit.input.plain_text import natural
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.workshop.model.piece_words import finding_words


class Shown(Struct, frozen=True):
    """A tower as the gallery knows it."""

    name: str
    path: Path | None
    """None: it was being drawn, and has no file."""
    is_own: bool
    geometry: Geometry | None
    """None: its file can't be understood."""
    why: str = ""
    """Why it can't be used, in a sentence."""
    is_draft: bool = False
    """Whether something was drawn that isn't saved."""
    binned: Binned | None = None
    """As what it lies in the bin; None: it isn't deleted."""

    is_read: bool = True
    """Whether its file was read already."""

    @property
    def works(self) -> bool:
        """Whether cubes can be thrown into it."""
        return not self.why and self.binned is None and self.is_read

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by wherever it is listed: of one name there may be several in the bin."""
        return self.name, "" if self.binned is None else str(self.binned.file or self.binned.draft)


FileKey: TypeAlias = tuple[str, int, int, bool]
"""A tower's file as it is now: its path, when it was changed (ns), its size, and whether more was drawn of it."""


class ListedTowers:
    """All towers; ever so many files are read little by little, and those that haven't changed not again."""

    def __init__(self) -> None:
        self._known: dict[FileKey, Shown] = {}
        self._unread: dict[FileKey, FoundTower] = {}
        self._seen: tuple[int, ...] = ()

    def is_touched(self) -> bool:
        """Return whether a tower has come or gone since it was looked last, which is known at once."""
        return self._seen != _folder_times()

    @property
    def is_busy(self) -> bool:
        """Whether there are towers that weren't read yet."""
        return bool(self._unread)

    def look(self, seconds: float) -> list[Shown]:
        """Return all towers, one's own first, and what was being drawn and has no file; read new ones for so long."""
        self._seen = _folder_times()
        drafted = set(unsaved_towers.draft_names())
        found = {_file_key(tower, drafted): tower for tower in find_towers()}
        self._known = {key: self._known[key] for key in found if key in self._known}
        order = sorted(found, key=lambda key: (not user_towers.is_own(found[key]), natural(found[key].name)))
        self._unread = {key: found[key] for key in order if key not in self._known}
        self.go_on(seconds)
        there = {tower.name for tower in found.values()}
        without_file = [_drafted(name) for name in sorted(drafted - there, key=natural)]
        return [*without_file, *(self._known.get(key) or _unread(found[key]) for key in order)]

    def go_on(self, seconds: float) -> bool:
        """Read towers for so long, and return whether there were any."""
        was_busy, ends = self.is_busy, time.monotonic() + seconds
        while self._unread and time.monotonic() < ends:
            key = next(iter(self._unread))
            self._known[key] = _shown(self._unread.pop(key), is_drafted=key[-1])
        return was_busy


def _folder_times() -> tuple[int, ...]:
    times = []
    for folder in tower_folders():
        try:
            times.append(folder.stat().st_mtime_ns)
        except OSError:
            times.append(0)
    return tuple(times)


def _file_key(tower: FoundTower, drafted: set[str]) -> FileKey:
    path = Path(tower.path)
    try:
        stat = path.stat()
    except OSError:  # it was deleted a moment ago
        return str(path), 0, 0, False
    return str(path), stat.st_mtime_ns, stat.st_size, tower.name in drafted


def _unread(tower: FoundTower) -> Shown:
    return Shown(tower.name, tower.path, user_towers.is_own(tower), None, is_read=False)


def _shown(tower: FoundTower, *, is_drafted: bool) -> Shown:
    is_own = user_towers.is_own(tower)
    try:
        geometry = parse_geometry(*tower_text(tower.path))
    except GeometryError as error:
        return Shown(tower.name, tower.path, is_own, None, error_text(error))
    return Shown(tower.name, tower.path, is_own, geometry, is_draft=is_own and is_drafted)


def _drafted(name: str) -> Shown:
    """Return what was drawn, also if it can't work as it is: on the bench that can be mended."""
    try:
        geometry = user_towers.load_drawn(name)
    except GeometryError as error:
        return Shown(name, None, True, None, error_text(error), is_draft=True)
    problem = next(problems(geometry), None)
    return Shown(name, None, True, geometry, finding_words(problem) if problem else "", is_draft=True)


def deleted_towers() -> list[Shown]:
    """Return what lies in the bin, what was deleted last first."""
    return [_deleted(one) for one in binned()]


def _deleted(one: Binned) -> Shown:
    try:
        geometry = one.geometry()
    except GeometryError as error:
        return Shown(one.name, one.file, True, None, error_text(error), one.draft is not None, one)
    return Shown(one.name, one.file, True, geometry, "", one.draft is not None, one)
