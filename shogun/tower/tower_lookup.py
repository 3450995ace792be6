"""Towers by name: the folders that are searched, loading, and the list of all towers."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from shogun.base.files import read_bounded
from shogun.base.language import _, shown
from shogun.base.resources import PACKAGE, shipped
from shogun.base.user_folders import data_folder
from shogun.tower.drawing import SUFFIXES as DRAWINGS
from shogun.tower.file.design import Design
from shogun.tower.file.reader import parse_bounds, parse_design, parse_geometry
from shogun.tower.geometry import RESERVED_NAMES, Bounds, Geometry, UnreadableError

# Folders

FOLDER = "tower_geometry"
PICTURES = (".png", ".webp", ".gif")
"""Endings of pictures that may carry a tower; those in SVG are drawings, too."""


def own_folder() -> Path:
    """Return the folder of the user's own towers; it may not exist yet."""
    return data_folder() / "towers"


def tower_folders() -> list[Path]:
    """Return the folders where towers are looked up, in order: the current one, the user's, the program's own."""
    return list(dict.fromkeys((*_current_folder(), own_folder(), shipped(FOLDER), PACKAGE / FOLDER)))


def _current_folder() -> Iterator[Path]:
    """Yield the current folder, unless it was removed."""
    with suppress(OSError):
        yield Path.cwd()


# Towers

LARGEST_FILE = 200_000
"""Largest size of a tower's file in bytes: the most pieces allowed take a tenth of it."""
LONGEST_NAME = 200
"""Characters of a name; no file can have a longer one."""
_FUNNEL = re.compile(r"^[ \t]*(\[[ \t]*funnel[ \t]*\]|funnel[ \t]*[=.])", re.MULTILINE)
"""Beginning of the table that every tower has."""


class FoundTower(msgspec.Struct, frozen=True):
    """A tower that can be loaded by name."""

    name: str
    path: Path
    shipped: bool
    """True if it came with the program."""


def load_tower(name_or_path: str | Path, folders: Sequence[Path] | None = None) -> Geometry:
    """Return the checked tower of that name, or of that file if it ends in `.toml`.

    A name is looked up in `folders`, by default `tower_folders()`. Raises GeometryError.
    """
    return parse_geometry(*tower_text(name_or_path, folders))


def load_design(name_or_path: str | Path, folders: Sequence[Path] | None = None) -> Design:
    """Return the checked tower of that name or file with its patterns as patterns; looked up as by `load_tower`.

    Raises GeometryError.
    """
    return parse_design(*tower_text(name_or_path, folders))


def load_bounds(name_or_path: str | Path, folders: Sequence[Path] | None = None) -> Bounds:
    """Return the bounds of the tower of that name or file; looked up as by `load_tower`. Raises GeometryError."""
    return parse_bounds(*tower_text(name_or_path, folders))


def tower_text(name_or_path: str | Path, folders: Sequence[Path] | None = None) -> tuple[str, str]:
    """Return the text of the file of the tower of that name, and the file's path. Raises GeometryError."""
    path = _path(str(name_or_path), tower_folders() if folders is None else folders)
    return _text(path), str(path)


def find_towers(folders: Sequence[Path] | None = None) -> list[FoundTower]:
    """Return all towers, sorted by name; of several files with one name, the one that is loaded."""
    towers: dict[str, FoundTower] = {}
    for folder in tower_folders() if folders is None else folders:
        for path in sorted(folder.glob("*.toml")):
            if path.stem not in RESERVED_NAMES and _is_tower(path):
                towers.setdefault(path.stem, FoundTower(path.stem, path, _is_shipped(folder)))
    return sorted(towers.values(), key=lambda tower: tower.name)


def tower_names(folders: Sequence[Path] | None = None) -> list[str]:
    """Return the names of all towers, sorted."""
    return [tower.name for tower in find_towers(folders)]


def _path(name: str, folders: Sequence[Path]) -> Path:
    if name.endswith(".toml"):
        return Path(name)
    if (sentence := _foreign(Path(name))) and Path(name).exists():
        raise UnreadableError(sentence.format(file=shown(name)))
    if name in RESERVED_NAMES:
        raise UnreadableError(_("`{name}` isn't a valid name for a tower.").format(name=name))
    for folder in folders if len(name) <= LONGEST_NAME else ():
        if (path := folder / f"{name}.toml").is_file():
            return path
    known = ", ".join(tower_names(folders)) or _("none")
    raise UnreadableError(
        _("There is no tower {name}: use a .toml file or one of: {known}.").format(name=shown(name), known=known)
    )


def _foreign(path: Path) -> str:
    """Return a sentence on how to open a drawing or a picture; empty for any other file."""
    suffix = path.suffix.lower()
    if suffix in DRAWINGS:
        return _("{file} is a drawing, not a tower yet: import it with `shogun tower import`.")
    if suffix in PICTURES:
        return _("{file} is a picture: `shogun tower show` opens the tower that it carries.")
    return ""


def _text(path: Path) -> str:
    try:
        return _read(path)
    except UnicodeDecodeError:
        raise UnreadableError(_("{file}: must be text in UTF-8.").format(file=path)) from None
    except FileNotFoundError:
        raise UnreadableError(_("There is no file {file}.").format(file=path)) from None
    except OSError as error:
        raise UnreadableError(_("{file} can't be read: {error}.").format(file=path, error=error.strerror)) from None


def _read(path: Path) -> str:
    """Return a file's text. Raises OSError, also if it is too long, and UnicodeDecodeError."""
    text = read_bounded(path, LARGEST_FILE).decode("utf-8-sig")  # some editors put a mark in front
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_tower(path: Path) -> bool:
    """Return whether a file looks like a tower's: there may be other TOML files in the current folder."""
    try:
        return bool(_FUNNEL.search(_read(path)))
    except (OSError, UnicodeDecodeError):
        return False


def _is_shipped(folder: Path) -> bool:
    return folder in (shipped(FOLDER), PACKAGE / FOLDER)
