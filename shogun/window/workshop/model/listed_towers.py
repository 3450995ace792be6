"""The gallery's towers, unsaved drawings and deleted ones; their search and order; and games that run on a tower."""

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from shogun.base.language import ngettext, of_data, shown
from shogun.game.protocol import Games
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.lab.measuring.statistics import ON_BENCH
from shogun.table.saved_games import SavedGame, all_games
from shogun.tower import unsaved_towers, user_towers
from shogun.tower.file.geometry_check import problems
from shogun.tower.file.reader import parse_geometry
from shogun.tower.geometry import Geometry, GeometryError, geometry_hash
from shogun.tower.tower_lookup import FoundTower, find_towers, tower_folders, tower_text
from shogun.tower.user_towers import Binned, binned
from shogun.window.kit.input.selection import natural, plain
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.workshop.model.drag_handles import finding_words


class ListedTower(Struct, frozen=True):
    """A tower as the gallery knows it."""

    name: str
    path: Path | None
    """None: it was being drawn, and has no file."""
    is_own: bool
    geometry: Geometry | None
    """None: its file can't be understood."""
    why: str = ""
    """Reason why it can't be used, in a sentence."""
    is_draft: bool = False
    """True if there is an unsaved drawing of it."""
    binned: Binned | None = None
    """Its entry in the bin; None: it isn't deleted."""

    is_read: bool = True
    """True if its file has been read."""

    @property
    def works(self) -> bool:
        """Return whether cubes can be thrown into it."""
        return not self.why and self.binned is None and self.is_read

    @property
    def key(self) -> tuple[str, str]:
        """Its key in every list: the bin may hold several of one name."""
        return self.name, "" if self.binned is None else str(self.binned.file or self.binned.draft)


FileKey: TypeAlias = tuple[str, int, int, bool]
"""A tower's file as it is now: its path, when it was changed (ns), its size, and whether more was drawn of it."""


class ListedTowers:
    """All towers; large folders are read little by little, and only files that have changed are read again."""

    def __init__(self) -> None:
        self._known: dict[FileKey, ListedTower] = {}
        self._unread: dict[FileKey, FoundTower] = {}
        self._seen: tuple[int, ...] = ()

    def is_touched(self) -> bool:
        """Return whether a tower has been added or removed since the last look; this is known at once."""
        return self._seen != _folder_times()

    @property
    def is_busy(self) -> bool:
        """Return whether there are towers that haven't been read yet."""
        return bool(self._unread)

    def look(self, seconds: float) -> list[ListedTower]:
        """Return all towers, the player's own first, and drawings without a file; read new ones for `seconds`."""
        self._seen = _folder_times()
        drafted = set(unsaved_towers.draft_names())
        listed = {_file_key(tower, drafted): tower for tower in find_towers()}
        self._known = {key: self._known[key] for key in listed if key in self._known}
        order = sorted(listed, key=lambda key: (not user_towers.is_own(listed[key]), natural(listed[key].name)))
        self._unread = {key: listed[key] for key in order if key not in self._known}
        self.go_on(seconds)
        there = {tower.name for tower in listed.values()}
        without_file = [_drafted(name) for name in sorted(drafted - there, key=natural)]
        return [*without_file, *(self._known.get(key) or _unread(listed[key]) for key in order)]

    def go_on(self, seconds: float) -> bool:
        """Read towers for `seconds`, and return whether there were any."""
        was_busy, ends = self.is_busy, time.perf_counter() + seconds
        while self._unread and time.perf_counter() < ends:
            key = next(iter(self._unread))
            self._known[key] = _listed(self._unread.pop(key), is_drafted=key[-1])
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


def _unread(tower: FoundTower) -> ListedTower:
    return ListedTower(tower.name, tower.path, user_towers.is_own(tower), None, is_read=False)


def _listed(tower: FoundTower, *, is_drafted: bool) -> ListedTower:
    is_own = user_towers.is_own(tower)
    try:
        geometry = parse_geometry(*tower_text(tower.path))
    except GeometryError as error:
        return ListedTower(tower.name, tower.path, is_own, None, error_text(error))
    return ListedTower(tower.name, tower.path, is_own, geometry, is_draft=is_own and is_drafted)


def _drafted(name: str) -> ListedTower:
    """Return a drawing's entry, even if it can't work yet: it can be fixed on the bench."""
    try:
        geometry = user_towers.load_drawn(name)
    except GeometryError as error:
        return ListedTower(name, None, True, None, error_text(error), is_draft=True)
    problem = next(problems(geometry), None)
    return ListedTower(name, None, True, geometry, finding_words(problem) if problem else "", is_draft=True)


def deleted_towers() -> list[ListedTower]:
    """Return the towers in the bin, the last deleted first."""
    return [_deleted(entry) for entry in binned()]


def _deleted(entry: Binned) -> ListedTower:
    try:
        geometry = entry.geometry()
    except GeometryError as error:
        return ListedTower(entry.name, entry.file, True, None, error_text(error), entry.draft is not None, entry)
    return ListedTower(entry.name, entry.file, True, geometry, "", entry.draft is not None, entry)


# Search, filters and order of the gallery

Origin = Literal["all", "own", "shipped"]
ORIGINS: tuple[Origin, ...] = ("all", "own", "shipped")
TOWER_ORDERS = ("name", *ON_BENCH, "battles", "pieces", "size")
"""Orders of towers: by name, by their long-run behavior, or by how they are built."""


class Tower(Protocol):
    """A tower of the gallery, as far as the search needs it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def is_own(self) -> bool:
        """Return whether it is the player's own."""

    @property
    def geometry(self) -> Geometry | None:
        """None: it isn't known."""


T = TypeVar("T", bound=Tower)


class TowerQuery(Struct, frozen=True):
    """Filters and order of the gallery."""

    words: str = ""
    origin: Origin = "all"
    order: str = "name"
    """One of TOWER_ORDERS."""
    is_reversed: bool = False

    @property
    def hides(self) -> bool:
        """Return whether it may leave out towers."""
        return bool(self.words.strip()) or self.origin != "all"


def pieces_of(tower: Tower) -> int:
    """Return how many pieces a tower has."""
    geometry = tower.geometry
    return 0 if geometry is None else len(geometry.baffles) + len(geometry.pins) + len(geometry.walls)


def figure_of(tower: Tower, order: str, figures: LiveStatistics | None) -> float | None:
    """Return the figure by which a tower is sorted; None if it is unknown, or towers are sorted by name."""
    geometry = tower.geometry
    if geometry is None or order == "name":
        return None
    if order in ("pieces", "size"):
        return float(pieces_of(tower)) if order == "pieces" else math.prod((geometry.shaft.width, geometry.rim_y))
    if figures is None:
        return None
    if order == "battles":
        return float(figures.battles)
    known = figures.of(order)
    return None if known is None or math.isnan(known.mean) else known.mean


def found_towers(towers: Sequence[T], query: TowerQuery, figures: Callable[[T], LiveStatistics | None]) -> list[T]:
    """Return the matching towers in the chosen order; those with an unknown figure come last."""
    wanted = [tower for tower in towers if _is_wanted(tower, query)]
    if query.order == "name":
        return wanted[::-1] if query.is_reversed else wanted
    values = [(figure_of(tower, query.order, figures(tower)), tower) for tower in wanted]
    known = [(value, tower) for value, tower in values if value is not None]
    known.sort(key=lambda pair: (pair[0] if query.is_reversed else -pair[0], natural(pair[1].name)))
    return [tower for _value, tower in known] + [tower for value, tower in values if value is None]


def _is_wanted(tower: Tower, query: TowerQuery) -> bool:
    if query.origin != "all" and tower.is_own != (query.origin == "own"):
        return False
    title = of_data(tower.geometry.title) if tower.geometry is not None and tower.geometry.title else ""
    text = plain(f"{tower.name} {title}")
    return all(word in text for word in plain(query.words).split())


# Games that run on a tower: they keep it as it was when they began

MOST_NAMED = 3


def kept_words(games: Games, name: str, geometry: Geometry) -> str:
    """Return in a sentence which unfinished games keep the tower of that name as it was; empty if there are none."""
    here = geometry_hash(geometry)
    running = [
        game.title or f"{game.changed:%Y-%m-%d %H:%M}"
        for game in all_games(games)
        if isinstance(game, SavedGame) and not game.is_finished and _is_on_other(game, name, here)
    ]
    if not running:
        return ""
    names = ", ".join(shown(title) for title in running[:MOST_NAMED]) + (" ..." if len(running) > MOST_NAMED else "")
    text = ngettext(
        "A running game keeps the old one: {names}.", "{n} running games keep the old one: {names}.", len(running)
    )
    return text.format(n=len(running), names=names)


def _is_on_other(game: SavedGame, name: str, here: str) -> bool:
    """Return whether a game is played on a tower of that name with another geometry."""
    tower = game.header.tower
    return tower is not None and tower.name == name and tower.hash not in (None, here)
