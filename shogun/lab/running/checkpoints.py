"""Where the lab keeps what it has done: chains that can go on, and odd drops that can be looked at again."""

import re
import shlex
import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from shogun.base.checksummed_json import discard
from shogun.base.files import read_bounded, write_whole
from shogun.base.language import _, shown
from shogun.lab.errors import LabError
from shogun.lab.measuring.accumulators import OddDrop
from shogun.lab.measuring.chains import Task, damaged_chains, tasks
from shogun.lab.running.cache_folders import cache_folder, remove_old
from shogun.lab.running.version_stamp import other_physics, version_stamp
from shogun.tower.geometry import Geometry, geometry_hash

LABEL = "experiment.json"
_ID = re.compile(r"(?P<kind>[a-z-]+)-(?P<thrown>\d{1,4})-(?P<seed>\d{1,20})")


class StoredDrop(msgspec.Struct, frozen=True):
    """An odd drop and the file of what lay in the tower before it."""

    id: str
    """By which `shogun tower edit` and `watch` open it."""
    kind: str
    seed: int
    thrown: int
    resting: Path
    command: str
    """Repeats the drop to the bit (owners don't matter)."""
    shown: str = ""
    """The command that shows it in the window."""


def open_folder(task: Task, battles: int, chosen: Path | None = None, *, mixed: bool = False) -> Path | None:
    """Return the folder of an experiment's chains: the `chosen` one, or one of its own in the user's cache.

    None if the cache can't be written: then the experiment can't be resumed. Others there that were left long ago are
    removed. A damaged chain of the cache is put aside and noted. `mixed`: machines that compute otherwise help.

    Raises LabError if the chosen folder holds a damaged chain or another experiment, or was computed otherwise, and
    OSError if it can't be written.
    """
    key, by = _key(task, battles), version_stamp(mixed=mixed)
    name = f"{key[:20]}-{by.physics}"
    if not chosen:
        remove_old(one for one in (cache_folder() / "chains").glob("*") if one.name != name)
    folder = chosen or cache_folder() / "chains" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _claim(folder / LABEL, key, by.physics)
    except OSError:
        if chosen:
            raise
        return None
    for path in damaged_chains(folder, tasks(task, battles)):
        if chosen:
            raise LabError(_("{file} is damaged; this chain will be measured again without it.").format(file=path))
        discard(path)
    return folder


def close_folder(folder: Path | None) -> None:
    """Remove the folder of an experiment that is done."""
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def store_odd(tower: str, geometry: Geometry, odd: Sequence[OddDrop], folder: Path | None = None) -> list[StoredDrop]:
    """Return the odd drops, each with the file in which what lay in the tower before it stands now.

    `tower` is the name or path by which the tower was asked for; `folder` is by default one in the user's cache.

    Raises RestingError if they can't be written.
    """
    from shogun.tower.record.resting_cubes import RestingError, save_resting

    if not odd:
        return []
    place = folder or _odd_folder() / f"{geometry.name}-{geometry_hash(geometry)[:12]}"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RestingError(_("{file} can't be written: {error}.").format(file=place, error=error.strerror)) from None
    stored = []
    for drop in odd:
        path = place / f"{drop.id}.json"
        save_resting(path, geometry, drop.resting, is_sealed=True)
        command = shlex.join(["shogun", "tower", "drop", tower, *_options(drop, path)])
        shown_by = shlex.join(["shogun", "tower", "watch", tower, "--odd", drop.id])
        stored.append(StoredDrop(drop.id, drop.kind, drop.seed, drop.thrown, path, command, shown_by))
    return stored


def find_odd(geometry: Geometry, wanted: str) -> OddDrop:
    """Return the odd drop of a tower with this ID, whatever the tower was called when it was measured.

    Raises LabError if none was kept, and RestingError for a file that can't be read.
    """
    from shogun.tower.record.resting_cubes import load_resting

    found = _ID.fullmatch(wanted)
    if found:
        for folder in sorted(_odd_folder().glob(f"*-{geometry_hash(geometry)[:12]}")):
            if (path := folder / f"{wanted}.json").is_file():
                kind, thrown, seed = found["kind"].replace("-", " "), int(found["thrown"]), int(found["seed"])
                return OddDrop(kind, 0, 0, seed, thrown, load_resting(path, geometry))
    text = _("--odd {id}: no such drop of this tower is kept; measure, verify and the bench report the IDs.")
    raise LabError(text.format(id=shown(wanted)))


def _odd_folder() -> Path:
    return cache_folder() / "odd"


def _options(drop: OddDrop, path: Path) -> list[str]:
    return ["--cubes", f"red={drop.thrown}", "--seed", str(drop.seed), "--resting", str(path)]


def _claim(label: Path, key: str, physics: str) -> None:
    """Write down whose folder this is, and how it is computed, or check it. Raises LabError and OSError."""
    if label.exists():
        kept, _space, there = read_bounded(label, 1000).decode(errors="replace").partition(" ")
        if kept != key:
            text = _("{folder}: choose an empty folder, or one with this experiment; it holds another one.")
            raise LabError(text.format(folder=label.parent))
        if there != physics:
            raise other_physics(label.parent, there, physics)
    write_whole(label, f"{key} {physics}".encode())


def _key(task: Task, battles: int) -> str:
    """Return a hash of all that decides an experiment but how it is computed: its task, and the program."""
    decides = msgspec.structs.replace(task, battles=battles)
    return sha256(msgspec.json.encode(decides) + version_stamp().program.encode()).hexdigest()
