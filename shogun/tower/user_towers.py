"""The player's own towers: versions, saving, copying, renaming, export and import, drafts by name, and the bin.

Towers that came with the program are never written to: changes to one of them become an own tower.
"""

import contextlib
import errno
import os
import re
import time
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

import msgspec

from shogun.base.files import (
    LONGEST,
    UNDECODABLE,
    at_free_path,
    is_alias,
    make_folder,
    move,
    read_bounded,
    refusal,
    remove,
    write_whole,
)
from shogun.base.language import _
from shogun.base.shared_file import locked
from shogun.tower.file.reader import parse_geometry, parse_unchecked
from shogun.tower.file.toml_editing import without_schema
from shogun.tower.geometry import Geometry, is_legal_name
from shogun.tower.tower_lookup import FoundTower, find_towers, own_folder, tower_names, tower_text
from shogun.tower.unsaved_towers import (
    Claim,
    Draft,
    UserTowerError,
    claim,
    draft_names,
    draft_path,
    found_draft,
    not_written,
    read_draft,
)

# Versions: each saved state is a file of its own

VERSIONS = "versions"
"""Folder for the versions of each tower, beside the towers."""
MOST = 200
"""Versions of a tower that are kept."""
LARGEST = 200_000
_VERSION_FILE = re.compile(r"(\d{1,6})\.toml")


class Version(msgspec.Struct, frozen=True):
    """A saved state of a tower."""

    number: int
    text: str
    saved: float
    """Time of saving, seconds since 1970."""


def keep_version(file: Path, text: str) -> None:
    """Save the text of a tower's file as a version, unless the last one is the same. Raises UserTowerError."""
    folder = _folder(file)
    try:
        make_folder(folder)
        numbers = _numbers(folder)
        if numbers and _text(folder, numbers[-1]) == text:
            return
        number = numbers[-1] + 1 if numbers else 1
        while not _is_written(folder / f"{number}.toml", text):
            number += 1
        for old in numbers[: max(0, len(numbers) + 1 - MOST)]:
            remove(folder / f"{old}.toml")
    except OSError as error:
        raise not_written(folder, error) from error


def _is_written(path: Path, text: str) -> bool:
    """Write a version and return whether its number was free. Raises OSError."""
    try:
        write_whole(path, text.encode(), is_new=True)
    except FileExistsError:
        return False
    return True


def take_along(file: Path, new: Path) -> None:
    """Move the versions of a tower to the new path of its file, unless there are versions already. Raises OSError."""
    old, other = _folder(file), _folder(new)
    if old.is_dir() and (not other.exists() or is_alias(old, other)):
        move(old, other)


def versions(file: Path) -> list[Version]:
    """Return the versions of a tower, the latest first; unreadable ones are left out."""
    folder = _folder(file)
    readable = []
    for number in reversed(_numbers(folder)):
        text = _text(folder, number)
        if text is not None:
            readable.append(Version(number, text, (folder / f"{number}.toml").stat().st_mtime))
    return readable


def _numbers(folder: Path) -> Sequence[int]:
    try:
        names = [_VERSION_FILE.fullmatch(path.name) for path in folder.iterdir()]
    except OSError:
        return []
    return sorted(int(name[1]) for name in names if name)


def _text(folder: Path, number: int) -> str | None:
    try:
        return read_bounded(folder / f"{number}.toml", LARGEST).decode()
    except (OSError, *UNDECODABLE):
        return None


def _folder(file: Path) -> Path:
    """Return the folder of a tower's versions; files in different folders have different ones."""
    own = own_folder()
    name = file.stem if file.parent == own else f"{file.stem}-{zlib.crc32(str(file.absolute()).encode()):08x}"
    return own / VERSIONS / name


# Own towers

SUFFIX = ".toml"


def free_name(wanted: str) -> str:
    """Return a name that no tower and no draft has: the wanted one, or one with a number after it."""
    return next(_free_names(wanted))


def _free_names(wanted: str) -> Iterator[str]:
    known = {*tower_names(), *draft_names()}
    return (name for name in chain((wanted,), (f"{wanted}-{number}" for number in count(2))) if name not in known)


def claimed(wanted: str) -> Claim:
    """Claim a free name, the wanted one or one with a number after it, that no other window uses."""
    return next(granted for name in _free_names(wanted) if (granted := claim(name)) is not None)


def checked_name(name: str) -> str:
    """Return a name without spaces around it. Raises UserTowerError if it is taken, or no tower can have it."""
    name = fit_name(name)
    if name in tower_names():
        raise _taken(name)
    return name


def _taken(name: str) -> UserTowerError:
    return UserTowerError(_("There is already a tower called {name}.").format(name=name))


def fit_name(name: str) -> str:
    """Return a name without spaces around it. Raises UserTowerError if it isn't valid on every system."""
    name = name.strip()
    if not name:
        raise UserTowerError(_("A tower needs a name."))
    if why := refusal(name):
        raise UserTowerError(why)
    if not _says_something(name) or name.endswith(SUFFIX):
        raise UserTowerError(_("No tower can be called {name}.").format(name=name))
    return name


def _says_something(name: str) -> bool:
    return is_legal_name(name) and any(map(str.isalnum, name))


def save(path: Path, text: str, *, is_new: bool = False) -> None:
    """Write a tower's file, whole or not at all. Raises UserTowerError, with `is_new` also if there is such a file."""
    try:
        make_folder(path.parent)
        write_whole(path, text.encode(), is_new=is_new)
    except OSError as error:
        raise not_written(path, error) from error


def own_path(name: str) -> Path:
    """Return the path of the player's own tower of that name, which may not exist."""
    return own_folder() / f"{name}{SUFFIX}"


def duplicate(name_or_path: str) -> Path:
    """Save a copy of a tower under a free name among the player's own and return its path.

    Raises GeometryError and UserTowerError.
    """
    text, source = tower_text(name_or_path)
    claim = claimed(near_name(Path(source).stem))
    try:
        path = own_path(claim.name)
        save(path, without_schema(text), is_new=True)
    finally:
        claim.release()
    return path


def rename(path: Path, name: str) -> Path:
    """Rename an own tower with its draft and its versions, and return its new path. Raises UserTowerError."""
    if name.strip() == path.stem:
        return path
    new = path.with_name(checked_name(name) + SUFFIX)
    if new.exists() and not is_alias(path, new):
        raise _taken(new.stem)
    claim = claimed_name(new.stem)
    try:
        move(path, new, [(draft_path(path.stem), draft_path(new.stem))])
        take_along(path, new)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        claim.release()
    return new


def claimed_name(name: str) -> Claim:
    """Claim exactly this name. Raises UserTowerError if another window uses it."""
    granted = claim(name)
    if granted is None:
        raise UserTowerError(_("Another window is editing a tower called {name}.").format(name=name))
    return granted


def text_at(path: Path) -> str | None:
    """Return the text of a tower's file; None if there is none. Raises GeometryError if it can't be read."""
    return tower_text(str(path))[0] if path.exists() else None


def export(name_or_path: str, folder: Path) -> Path:
    """Write a tower's file into a folder, under a free name, and return its path.

    Raises GeometryError and UserTowerError.
    """
    text, source = tower_text(name_or_path)
    wanted = folder / Path(source).name

    def written(path: Path) -> Path:
        write_whole(path, without_schema(text).encode(), is_new=True)
        return path

    try:
        make_folder(folder)
        return at_free_path(wanted, written)
    except OSError as error:
        raise not_written(wanted, error) from error


def take_in(path: Path) -> tuple[str, str]:
    """Return the text of a foreign tower and a free name for it; nothing is saved. Raises GeometryError."""
    text, source = tower_text(path)
    parse_geometry(text, source)
    return text, free_name(near_name(path.stem))


def is_own(tower: FoundTower) -> bool:
    """Return whether a tower's file may be changed: it did not come with the program."""
    return not tower.shipped


def find_tower(name: str) -> FoundTower | None:
    """Return the tower of that name, if there is one."""
    return next((tower for tower in find_towers() if tower.name == name), None)


# Drafts


def unsaved(name: str) -> Draft | None:
    """Return the draft of a tower that was never saved; None if there is none."""
    return found_draft(name) if name in draft_names() and find_tower(name) is None else None


def load_drawn(name_or_path: str) -> Geometry:
    """Return a tower by name or path, including one that was never saved; all values are in range, but it may not work.

    Raises GeometryError.
    """
    draft = unsaved(name_or_path)
    return parse_unchecked(*((draft.text, f"{draft.name}{SUFFIX}") if draft else tower_text(name_or_path)))


def near_name(name: str) -> str:
    """Return the valid name that is the nearest to a foreign file's."""
    plain = "".join(sign if sign.isprintable() and not refusal(f"a{sign}a") else "_" for sign in name)[: LONGEST - 4]
    plain = plain.strip(". ")
    return plain if not refusal(plain) and _says_something(plain) else _("tower")


# The bin: deleted towers and unsaved drawings of the last 30 days, each with its draft

DELETED = "deleted"
"""Folder for deleted towers, beside the towers."""
DRAFT, FROM = ".json", ".from"
"""Endings of a draft in the bin, and of the file that names the folder of a tower from elsewhere."""
DAYS = 30
"""Days for which it stays there."""
_DAY = 86_400.0
_NUMBERED_NAME = re.compile(r"(.+)@\d+")
"""Pattern of names in the bin: the tower's name and a number."""
_LONGEST_PATH = 5000


class Binned(msgspec.Struct, frozen=True):
    """An entry of the bin: a tower's file, a draft, or both."""

    name: str
    deleted: float
    """Time of deletion, seconds since 1970."""
    file: Path | None
    draft: Path | None
    """Paths of its file and its draft now."""

    def geometry(self) -> Geometry:
        """Return the tower in its last state. Raises GeometryError."""
        if self.draft is not None and (draft := _draft(self.draft)) is not None:
            return parse_unchecked(draft.text, self.draft.name)
        assert self.file is not None
        return parse_unchecked(*tower_text(str(self.file)))


def delete(name: str, file: Path | None) -> Binned:
    """Move a tower's file, if there is one, and its draft to the bin. Raises UserTowerError."""
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
    """Move a tower's file, if there is one, and its draft to paths in the bin. Raises OSError."""
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
    """Return the entries of the bin, the last deleted first, and remove those that are too old."""
    folder = own_folder() / DELETED
    with contextlib.suppress(OSError):
        _sweep(folder)
        stems = {path.stem for path in folder.iterdir() if path.suffix in (SUFFIX, DRAFT)}
        return sorted((_binned(folder, stem) for stem in stems), key=lambda entry: entry.deleted, reverse=True)
    return []


def bring_back(what: Binned) -> str:
    """Restore an entry of the bin, file and draft, under a free name, and return that. Raises UserTowerError."""
    claim = claimed(what.name)
    try:
        path = _folder_of(what) / f"{claim.name}{SUFFIX}"
        draft = draft_path(claim.name)
        make_folder(draft.parent)
        if what.draft is not None:
            move(what.draft, draft)
        if what.file is not None:
            _move_far(what.file, path)
            remove(what.file.with_suffix(FROM))
    except OSError as error:
        raise not_written(what.file or what.draft or own_folder(), error) from error
    finally:
        claim.release()
    return claim.name


def _free(folder: Path, name: str) -> Path:
    """Return a free path in the bin, with a number, since several towers may have had one name."""
    paths = (folder / f"{name}@{number}{SUFFIX}" for number in count(1))
    return next(path for path in paths if not path.exists() and not path.with_suffix(DRAFT).exists())


def _folder_of(what: Binned) -> Path:
    """Return the original folder of a tower; the player's own folder if that is gone."""
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
    numbered = _NUMBERED_NAME.fullmatch(stem)
    return Binned(
        numbered[1] if numbered else stem, deleted, file if file in there else None, draft if draft in there else None
    )


def _draft(path: Path) -> Draft | None:
    try:
        return read_draft(path)
    except (OSError, *UNDECODABLE):
        return None


def _move_far(path: Path, new: Path) -> None:
    """Move a file to another path, even on another disk. Raises OSError, also if there is a file already."""
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
    """Remove entries that have been in the bin for too long. Raises OSError."""
    for path in list(folder.glob("[!.]*")):
        if path.is_file() and time.time() - path.stat().st_mtime > DAYS * _DAY and path.suffix != FROM:
            remove(path)
            remove(path.with_suffix(FROM))
