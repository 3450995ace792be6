"""The player's own towers: saved, copied, renamed, deleted and brought back, exported and taken in.

Towers that came with the program are never written to: what is made of one of them is a tower of one's own.
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
from shogun.tower.tower_lookup import FoundTower, find_towers, load_tower, own_folder, tower_names, tower_text
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

# Versions of one's own towers: what was saved, one file after the other, so that one can go back.

VERSIONS = "versions"
"""The folder, beside the towers, of all that was saved of each."""
MOST = 200
"""So many versions of a tower are kept."""
LARGEST = 200_000
_VERSION_FILE = re.compile(r"(\d{1,6})\.toml")


class Version(msgspec.Struct, frozen=True):
    """A tower as it was saved."""

    number: int
    text: str
    saved: float
    """When, seconds since 1970."""


def keep_version(file: Path, text: str) -> None:
    """Write down what a tower's file says now, unless its last version says the same. Raises UserTowerError."""
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
            (folder / f"{old}.toml").unlink(missing_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error


def _is_written(path: Path, text: str) -> bool:
    """Write a version and return whether nobody else had its number. Raises OSError."""
    try:
        write_whole(path, text.encode(), is_new=True)
    except FileExistsError:
        return False
    return True


def take_along(file: Path, new: Path) -> None:
    """Let the versions of a tower be those of its file under another name, as far as that one has none."""
    old, other = _folder(file), _folder(new)
    if old.is_dir() and not other.exists():
        move(old, other)


def versions(file: Path) -> list[Version]:
    """Return what was saved of a tower, the latest first; what can't be read is left out."""
    folder = _folder(file)
    found = []
    for number in reversed(_numbers(folder)):
        text = _text(folder, number)
        if text is not None:
            found.append(Version(number, text, (folder / f"{number}.toml").stat().st_mtime))
    return found


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
    """Return the folder of the versions of a tower, by its file: of one that lies elsewhere one of its own."""
    own = own_folder()
    name = file.stem if file.parent == own else f"{file.stem}-{zlib.crc32(str(file.absolute()).encode()):08x}"
    return own / VERSIONS / name


SUFFIX = ".toml"


def free_name(wanted: str) -> str:
    """Return a name that no tower has, nor one that is being drawn: the wanted one, or with a number behind it."""
    return next(_free_names(wanted))


def _free_names(wanted: str) -> Iterator[str]:
    known = {*tower_names(), *draft_names()}
    return (name for name in chain((wanted,), (f"{wanted}-{number}" for number in count(2))) if name not in known)


def claimed(wanted: str) -> Claim:
    """Return the claim on a free name, as near as can be to the wanted one: no other window draws under it."""
    return next(found for name in _free_names(wanted) if (found := claim(name)) is not None)


def checked_name(name: str) -> str:
    """Return a name without spaces around it. Raises UserTowerError if no tower can be called so, or another one is."""
    name = fit_name(name)
    if name in tower_names():
        raise UserTowerError(_("There is already a tower called {name}.").format(name=name))
    return name


def fit_name(name: str) -> str:
    """Return a name without spaces around it. Raises UserTowerError if no tower can be called so on every system."""
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
    """Return where the player's own tower of that name lies, or would lie."""
    return own_folder() / f"{name}{SUFFIX}"


def duplicate(name_or_path: str) -> Path:
    """Save a copy of a tower under a free name among the player's own and return its path.

    Raises GeometryError and UserTowerError.
    """
    text, source = tower_text(name_or_path)
    with_name = claimed(_near_name(Path(source).stem))
    try:
        path = own_path(with_name.name)
        save(path, without_schema(text), is_new=True)
    finally:
        with_name.release()
    return path


def rename(path: Path, name: str) -> Path:
    """Give an own tower another name, with what is being drawn of it and its versions, and return its new path.

    Raises UserTowerError.
    """
    if name.strip() == path.stem:
        return path
    new = path.with_name(checked_name(name) + SUFFIX)
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
    """Return the claim on this very name. Raises UserTowerError if another window draws under it."""
    found = claim(name)
    if found is None:
        raise UserTowerError(_("Another window is editing a tower called {name}.").format(name=name))
    return found


def text_at(path: Path) -> str | None:
    """Return what a tower's file says; None if there is none. Raises GeometryError if it can't be read."""
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
    """Return the text of a stranger's tower and a free name for it; nothing is saved. Raises GeometryError."""
    text, source = tower_text(path)
    parse_geometry(text, source)
    return text, free_name(_near_name(path.stem))


def is_own(tower: FoundTower) -> bool:
    """Return whether a tower's file may be changed: it did not come with the program."""
    return not tower.shipped


def find_tower(name: str) -> FoundTower | None:
    """Return the tower of that name, if there is one."""
    return next((tower for tower in find_towers() if tower.name == name), None)


# Drafts


def unsaved(name: str) -> Draft | None:
    """Return what was being drawn under a name that no file has yet, None if nothing was."""
    return found_draft(name) if name in draft_names() and find_tower(name) is None else None


def load_drawn(name_or_path: str) -> Geometry:
    """Return a tower by name or path, also one that was drawn and never saved. Raises GeometryError."""
    draft = unsaved(name_or_path)
    return parse_unchecked(draft.text, f"{draft.name}{SUFFIX}") if draft else load_tower(name_or_path)


def _near_name(name: str) -> str:
    """Return a name that a file may have, as near as can be to that of a stranger's file."""
    plain = "".join(sign if sign.isprintable() and not refusal(f"a{sign}a") else "_" for sign in name)[: LONGEST - 4]
    plain = plain.strip(". ")
    return plain if not refusal(plain) and _says_something(plain) else _("tower")


# The bin: towers that were deleted, and drawings that were never saved, of the last 30 days, each with its draft.

DELETED = "deleted"
"""The folder, beside the towers, of those that were deleted."""
DRAFT, FROM = ".json", ".from"
"""End the names of a draft in the bin, and of what says in which other folder a tower lay."""
DAYS = 30
"""So long it stays there."""
_DAY = 86_400.0
_NUMBERED_NAME = re.compile(r"(.+)@\d+")
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
