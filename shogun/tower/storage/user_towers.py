"""The player's own towers: saved, copied, renamed, deleted and brought back, exported and taken in.

Towers that came with the program are never written to: what is made of one of them is a tower of one's own.
"""

from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

from shogun.base.file_names import LONGEST, at_free_path, refusal
from shogun.base.files import make_folder, move, write_whole
from shogun.base.language import _
from shogun.tower.file.reader import parse_geometry, parse_unchecked
from shogun.tower.file.toml_editing import without_schema
from shogun.tower.geometry import Geometry, is_legal_name
from shogun.tower.storage.tower_folders import own_folder
from shogun.tower.storage.tower_lookup import FoundTower, find_towers, load_tower, tower_names, tower_text
from shogun.tower.storage.tower_versions import take_along
from shogun.tower.storage.unsaved_towers import Claim, Draft, claim, draft_names, draft_path, found_draft
from shogun.tower.storage.user_tower_errors import UserTowerError, not_written

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


def found(name: str) -> FoundTower | None:
    """Return the tower of that name, if there is one."""
    return next((tower for tower in find_towers() if tower.name == name), None)


# Drafts


def unsaved(name: str) -> Draft | None:
    """Return what was being drawn under a name that no file has yet, None if nothing was."""
    return found_draft(name) if name in draft_names() and found(name) is None else None


def load_drawn(name_or_path: str) -> Geometry:
    """Return a tower by name or path, also one that was drawn and never saved. Raises GeometryError."""
    draft = unsaved(name_or_path)
    return parse_unchecked(draft.text, f"{draft.name}{SUFFIX}") if draft else load_tower(name_or_path)


def _near_name(name: str) -> str:
    """Return a name that a file may have, as near as can be to that of a stranger's file."""
    plain = "".join(sign if sign.isprintable() and not refusal(f"a{sign}a") else "_" for sign in name)[: LONGEST - 4]
    plain = plain.strip(". ")
    return plain if not refusal(plain) and _says_something(plain) else _("tower")
