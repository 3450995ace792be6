"""The bin: towers that were deleted, and drawings that were never saved, of the last 30 days, each with its draft."""

import contextlib
import errno
import os
import re
import time
from itertools import count
from pathlib import Path

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, move, read_bounded, remove, write_whole
from shogun.base.locks import locked
from shogun.tower.file.reader import parse_unchecked
from shogun.tower.geometry import Geometry
from shogun.tower.storage.tower_folders import own_folder
from shogun.tower.storage.tower_lookup import tower_text
from shogun.tower.storage.unsaved_towers import Draft, draft_path, read_draft
from shogun.tower.storage.user_tower_errors import not_written
from shogun.tower.storage.user_towers import SUFFIX, claimed

DELETED = "deleted"
"""The folder, beside the towers, of those that were deleted."""
DRAFT, FROM = ".json", ".from"
"""End the names of a draft in the bin, and of what says in which other folder a tower lay."""
DAYS = 30
"""So long it stays there."""
_DAY = 86_400.0
_NUMBERED = re.compile(r"(.+)@\d+")
"""How what lies in the bin is called: by its name and a number."""
_LONGEST_PATH = 5000


class Binned(msgspec.Struct, frozen=True):
    """What lies in the bin under one name: a tower's file, a draft, or both."""

    name: str
    deleted: float
    """When, seconds since 1970."""
    file: Path | None
    draft: Path | None
    """Where its file and its draft lie now."""

    def geometry(self) -> Geometry:
        """Return the tower as it was drawn last. Raises GeometryError."""
        if self.draft is not None and (draft := _draft(self.draft)) is not None:
            return parse_unchecked(draft.text, self.draft.name)
        assert self.file is not None
        return parse_unchecked(*tower_text(str(self.file)))


def delete(name: str, file: Path | None) -> Binned:
    """Put a tower, by its file if it has one, and what was being drawn of it into the bin. Raises UserTowerError."""
    folder, draft = own_folder() / DELETED, draft_path(name)
    try:
        make_folder(folder)
        with locked(folder):
            _sweep(folder)
            kept = _free(folder, name)
            _put_into(kept, file, draft)
    except OSError as error:
        raise not_written(file or draft, error) from error
    return _binned(folder, kept.stem)


def _put_into(kept: Path, file: Path | None, draft: Path) -> None:
    """Move a tower's file, if it has one, and its draft into the bin. Raises OSError."""
    drafted = kept.with_suffix(DRAFT)
    if file is None:
        move(draft, drafted)
    else:
        if file.parent != own_folder():
            write_whole(kept.with_suffix(FROM), os.fsencode(file.parent.absolute()))
        _move_far(file, kept)
        if draft.exists():
            move(draft, drafted)
    for path in (kept, drafted):
        with contextlib.suppress(OSError):
            os.utime(path)


def binned() -> list[Binned]:
    """Return what lies in the bin, what was deleted last first; what is too old is removed."""
    folder = own_folder() / DELETED
    with contextlib.suppress(OSError):
        _sweep(folder)
        stems = {path.stem for path in folder.iterdir() if path.suffix in (SUFFIX, DRAFT)}
        return sorted((_binned(folder, stem) for stem in stems), key=lambda one: one.deleted, reverse=True)
    return []


def bring_back(what: Binned) -> str:
    """Put what lies in the bin back, file and draft, under a free name, and return that. Raises UserTowerError."""
    claim = claimed(what.name)
    try:
        path = _folder_of(what) / f"{claim.name}{SUFFIX}"
        draft = draft_path(claim.name)
        make_folder(draft.parent)
        if what.draft is not None:
            move(what.draft, draft)
        if what.file is not None:
            _move_far(what.file, path)
            what.file.with_suffix(FROM).unlink(missing_ok=True)
    except OSError as error:
        raise not_written(what.file or what.draft or own_folder(), error) from error
    finally:
        claim.release()
    return claim.name


def _free(folder: Path, name: str) -> Path:
    """Return a path in the bin under whose name nothing lies: of one name several towers may."""
    paths = (folder / f"{name}@{number}{SUFFIX}" for number in count(1))
    return next(path for path in paths if not path.exists() and not path.with_suffix(DRAFT).exists())


def _folder_of(what: Binned) -> Path:
    """Return the folder in which a tower lay, that of one's own towers if that one is gone."""
    if what.file is None:
        return own_folder()
    with contextlib.suppress(OSError):
        folder = Path(os.fsdecode(read_bounded(what.file.with_suffix(FROM), _LONGEST_PATH)))
        if folder.is_dir():
            return folder
    return own_folder()


def _binned(folder: Path, stem: str) -> Binned:
    file, draft = folder / f"{stem}{SUFFIX}", folder / f"{stem}{DRAFT}"
    there = [path for path in (file, draft) if path.exists()]
    deleted = max((path.stat().st_mtime for path in there), default=0.0)
    numbered = _NUMBERED.fullmatch(stem)
    return Binned(
        numbered[1] if numbered else stem, deleted, file if file in there else None, draft if draft in there else None
    )


def _draft(path: Path) -> Draft | None:
    try:
        return read_draft(path)
    except (OSError, *UNDECODABLE):
        return None


def _move_far(path: Path, new: Path) -> None:
    """Give a file another path, also on another disk. Raises OSError, also if there is a file already."""
    if new.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new))
    try:
        move(path, new)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        write_whole(new, path.read_bytes(), is_new=True)
        remove(path)


def _sweep(folder: Path) -> None:
    """Remove what has lain in the bin for too long. Raises OSError."""
    for path in list(folder.glob("[!.]*")):
        if path.is_file() and time.time() - path.stat().st_mtime > DAYS * _DAY and path.suffix != FROM:
            remove(path)
            path.with_suffix(FROM).unlink(missing_ok=True)
