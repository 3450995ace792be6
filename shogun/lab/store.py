"""Where the lab keeps what it has done: chains that can go on, and odd drops that can be looked at again."""

import shlex
import shutil
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
import platformdirs

from shogun.base.files import read_bounded, write_whole
from shogun.base.language import _
from shogun.base.resources import PACKAGE
from shogun.lab.chains import Task
from shogun.lab.errors import LabError
from shogun.lab.tally import OddDrop
from shogun.tower.geometry import Geometry, geometry_hash

LABEL = "experiment.json"


class StoredDrop(msgspec.Struct, frozen=True):
    """An odd drop and the file of what lay in the tower before it."""

    kind: str
    seed: int
    thrown: int
    resting: Path
    command: str
    """Repeats the drop to the bit (owners don't matter)."""


def cache_folder() -> Path:
    """Return the lab's folder in the user's cache."""
    return platformdirs.user_cache_path("shogun", appauthor=False) / "lab"


def open_folder(task: Task, battles: int, chosen: Path | None = None) -> Path | None:
    """Return the folder of an experiment's chains: the `chosen` one, or one of its own in the user's cache.

    None if the cache can't be written: then the experiment can't be resumed. Raises LabError if the chosen folder
    holds another experiment, and OSError if it can't be written.
    """
    key = _key(task, battles)
    folder = chosen or cache_folder() / "chains" / key[:20]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _claim(folder / LABEL, key)
    except OSError:
        if chosen:
            raise
        return None
    return folder


def close_folder(folder: Path | None) -> None:
    """Remove the folder of an experiment that is done."""
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def store_odd(tower: str, geometry: Geometry, odd: Sequence[OddDrop], folder: Path | None = None) -> list[StoredDrop]:
    """Return the odd drops, each with the file in which what lay in the tower before it stands now.

    `tower` is the name or path by which the tower was asked for; `folder` is by default one in the user's cache.

    Raises RestingError if a file can't be written.
    """
    from shogun.tower.resting import save_resting

    if not odd:
        return []
    place = folder or cache_folder() / "odd" / f"{geometry.name}-{geometry_hash(geometry)[:12]}"
    place.mkdir(parents=True, exist_ok=True)
    stored = []
    for drop in odd:
        path = place / f"{drop.kind.replace(' ', '-')}-{drop.seed}.json"
        save_resting(path, geometry, drop.resting)
        command = shlex.join(["shogun", "tower", "drop", tower, *_options(drop, path)])
        stored.append(StoredDrop(drop.kind, drop.seed, drop.thrown, path, command))
    return stored


def _options(drop: OddDrop, path: Path) -> list[str]:
    return ["--cubes", f"red={drop.thrown}", "--seed", str(drop.seed), "--resting", str(path)]


def _claim(label: Path, key: str) -> None:
    """Write down whose folder this is, or check it."""
    if label.exists() and read_bounded(label, 1000) != key.encode():
        raise LabError(
            _("{folder}: expected an empty folder, or one of this very experiment; it holds another one.").format(
                folder=label.parent
            )
        )
    write_whole(label, key.encode())


def _key(task: Task, battles: int) -> str:
    """Return a hash of all that decides an experiment: its task, and the program that does it."""
    decides = msgspec.structs.replace(task, battles=battles)
    return sha256(msgspec.json.encode(decides) + _program().encode()).hexdigest()


@cache
def _program() -> str:
    """Return a hash of the sources that decide what a chain counts, and of the physics library's version."""
    sources = [path for room in ("tower", "lab") for path in sorted((PACKAGE / room).glob("*.py"))]
    digest = sha256(version("pymunk").encode())
    for path in sources:
        digest.update(path.read_bytes())
    return digest.hexdigest()
