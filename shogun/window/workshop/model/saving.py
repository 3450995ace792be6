"""The saved state of a drawn tower: its file, and a draft of its unsaved changes."""

import contextlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from shogun.base.files import put_aside
from shogun.base.language import _
from shogun.tower import unsaved_towers, user_towers
from shogun.tower.file.design import KINDS, Origins
from shogun.tower.file.reader import parse_unchecked
from shogun.tower.file.toml_editing import written
from shogun.tower.geometry import GeometryError
from shogun.tower.unsaved_towers import Claim, Draft, Step, UserTowerError, encoded
from shogun.tower.user_towers import Version, keep_version, versions
from shogun.window.workshop.model.drawn_tower import DrawnTower, History


class Opened(msgspec.Struct, frozen=True):
    """A tower as it comes onto the bench."""

    name: str
    """Name under which it is saved."""
    plan: DrawnTower
    base: str
    """Text of its file; unchanged parts are saved as they are in it."""
    claim: Claim
    """Claim on the name under which a draft is kept, held by no other window."""
    path: Path | None = None
    """Its file; None: there is none yet."""
    there: str = ""
    """Text of its file when it was last read or saved."""
    is_draft: bool = False
    """True if it was being drawn and not saved."""
    note: str = ""
    """Note on it."""
    past: tuple[DrawnTower, ...] = ()
    future: tuple[DrawnTower, ...] = ()
    """Plans to undo to, and to redo."""


def _steps(plans: Sequence[DrawnTower]) -> msgspec.Raw:
    return encoded([Step(plan.geometry, plan.origins) for plan in plans])


class TowerFiles:
    """The file of a tower and its draft; nothing counts as saved or kept before it is on the disk."""

    def __init__(self, tower: Opened) -> None:
        self.name, self.path = tower.name, tower.path
        self.refusal = ""
        """Reason why the drawing couldn't be kept when that was last tried."""
        self._base, self._there = tower.base, tower.there
        self._claim = tower.claim
        self._saved = None if tower.is_draft or tower.path is None else tower.plan
        self._drafted = tower.plan if tower.is_draft else None
        """The plan in the draft; None: there is none."""
        self._untouched: DrawnTower | None = tower.plan
        """The plan that was opened: until it changes there is nothing to keep."""
        self._old_claims: tuple[Claim, ...] = ()
        """Former names of the tower: drafts under them stay until it is kept under its new name."""

    def is_saved(self, plan: DrawnTower) -> bool:
        """Return whether the file says what is drawn."""
        return plan == self._saved

    def is_kept(self, plan: DrawnTower) -> bool:
        """Return whether nothing would be lost with the window: file or draft say what is drawn."""
        if self._drafted is not None or self._old_claims:
            return plan == self._drafted
        return plan in (self._saved, self._untouched)

    def words(self, plan: DrawnTower) -> str:
        """Return in words how far the drawing is saved."""
        if self.is_saved(plan):
            return _("saved")
        if self.is_kept(plan):
            return _("not saved yet; kept as a draft") if self._drafted else _("not saved yet")
        if self.refusal:
            return _("not saved, and the draft can't be kept: {reason}").format(reason=self.refusal)
        return _("not saved yet")

    def text(self, plan: DrawnTower) -> str:
        """Return the file as it would be saved."""
        return written(msgspec.structs.replace(plan.geometry, name=self.name), self._base, plan.origins)

    @property
    def place(self) -> Path:
        """Its file."""
        return self.path or user_towers.own_path(self.name)

    def versions(self) -> list[Version]:
        """Return its saved versions, the latest first."""
        return versions(self.place)

    def drawn_again(self, text: str) -> DrawnTower:
        """Return the plan of a version, by its text; its pieces are written where those of the file are.

        Raises GeometryError.
        """
        geometry = msgspec.structs.replace(parse_unchecked(text, self.place.name), name=self.name)
        base = parse_unchecked(self._base, self.place.name) if self._base else None
        origins: Origins = {}
        for kind, name in KINDS.items():
            there = len(getattr(base, name)) if base else 0
            numbers = range(len(getattr(geometry, name)))
            origins[kind] = tuple(number if number < there else None for number in numbers)
        return DrawnTower(geometry, origins)

    def is_other(self) -> bool:
        """Return whether its file was changed elsewhere since it was opened or saved here: saving would lose that."""
        try:
            there = user_towers.text_at(self.place)
        except GeometryError:
            return True
        return there is not None and (self.path is None or there != self._there)

    def save(self, plan: DrawnTower) -> None:
        """Save the tower among the player's own, and keep what it was as a version. Raises UserTowerError."""
        text = self.text(plan)
        is_new = self.path is None or not self.place.exists()
        if not is_new and self._there:
            keep_version(self.place, self._there)
        user_towers.save(self.place, text, is_new=is_new)
        self.path, self._saved, self._there = self.place, plan, text
        with contextlib.suppress(UserTowerError):  # it is saved, and kept as a version when it is saved over
            keep_version(self.place, text)
        self._forget_drafts()

    def replace(self, plan: DrawnTower) -> None:
        """Save the tower over the file with its name, which stays as a version. Raises UserTowerError."""
        try:
            self._there = user_towers.text_at(self.place) or ""
        except GeometryError:
            put_aside(self.place)
        self.path = self.place
        self.save(plan)

    def keep(self, history: History) -> bool:
        """Write the draft of the drawing with its undo history, and return whether that was possible."""
        plan = history.plan
        if self.is_saved(plan):
            self._forget_drafts()
            return True
        try:
            name, past, future = self._claim.name, _steps(history.past), _steps(history.future)
            unsaved_towers.keep_draft(Draft(name, self.text(plan), self._base, plan.origins, self._there, past, future))
        except UserTowerError as error:
            self.refusal = error.reason
            return False
        self._drafted, self.refusal = plan, ""
        self._forget_old()
        return True

    def save_elsewhere(self, plan: DrawnTower, path: Path) -> None:
        """Write the tower's file to a free path; all else stays unchanged. Raises UserTowerError."""
        user_towers.save(path, self.text(plan), is_new=True)

    def take_name(self, name: str) -> None:
        """Save as another tower from now on; the saved one stays. Raises UserTowerError if the name is taken."""
        claim = self._claim if name == self._claim.name else user_towers.claimed_name(name)
        if claim is not self._claim:
            self._old_claims, self._claim = (*self._old_claims, self._claim), claim
        self.name, self.path, self._there = name, None, ""
        self._saved = self._drafted = self._untouched = None

    def release(self) -> None:
        """Release the name, so that other windows may draw on the tower."""
        for claim in (self._claim, *self._old_claims):
            claim.release()

    def _forget_drafts(self) -> None:
        """Forget all drafts of it: what is drawn is saved."""
        unsaved_towers.forget_draft(self._claim.name)
        self._drafted, self.refusal = None, ""
        self._forget_old()

    def _forget_old(self) -> None:
        for claim in self._old_claims:
            unsaved_towers.forget_draft(claim.name)
            claim.release()
        self._old_claims = ()
