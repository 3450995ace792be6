"""Versions of one's own towers: what was saved, one file after the other, so that one can go back."""

import re
import zlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, move, read_bounded, write_whole
from shogun.tower.storage.tower_folders import own_folder
from shogun.tower.storage.user_tower_errors import not_written

VERSIONS = "versions"
"""The folder, beside the towers, of all that was saved of each."""
MOST = 200
"""So many versions of a tower are kept."""
LARGEST = 200_000
_NUMBERED = re.compile(r"(\d{1,6})\.toml")


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
        names = [_NUMBERED.fullmatch(path.name) for path in folder.iterdir()]
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
