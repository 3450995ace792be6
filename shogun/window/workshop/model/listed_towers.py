"""What the gallery shows: all towers, what was being drawn and has no file, and what was deleted."""

from pathlib import Path

from msgspec import Struct

from shogun.tower.diagnostics.geometry_check import problems
from shogun.tower.file.reader import parse_geometry
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.storage import unsaved_towers, user_towers
from shogun.tower.storage.deleted_towers import Binned, binned
from shogun.tower.storage.tower_lookup import FoundTower, find_towers, tower_text
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

    @property
    def works(self) -> bool:
        """Whether cubes can be thrown into it."""
        return not self.why and self.binned is None


def all_towers() -> list[Shown]:
    """Return all towers, one's own first, and what was being drawn and has no file."""
    drafted = set(unsaved_towers.draft_names())
    found = [_shown(tower, drafted) for tower in find_towers()]
    without_file = [_drafted(name) for name in sorted(drafted - {tower.name for tower in found})]
    return [*without_file, *sorted(found, key=lambda tower: (not tower.is_own, tower.name))]


def _shown(tower: FoundTower, drafted: set[str]) -> Shown:
    is_own = user_towers.is_own(tower)
    try:
        geometry = parse_geometry(*tower_text(tower.path))
    except GeometryError as error:
        return Shown(tower.name, tower.path, is_own, None, error_text(error))
    return Shown(tower.name, tower.path, is_own, geometry, is_draft=is_own and tower.name in drafted)


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
