"""The lab's files: resumable chains, the version of the program that made them, and odd drops to look at again."""

import re
import shlex
import shutil
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec

from shogun.base import user_folders
from shogun.base.files import read_bounded, write_whole
from shogun.base.language import _, shown
from shogun.base.shared_file import discard
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import Task, damaged_chains, tasks
from shogun.lab.measuring.metrics import SUMMED
from shogun.lab.measuring.tally import COUNTED, OddDrop
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.constants import PHYSICS

# Cache folders

LONG = 30 * 24 * 3600.0
"""Seconds after which nobody resumes abandoned results."""


def cache_folder() -> Path:
    """Return the lab's folder in the user's cache."""
    return user_folders.cache_folder() / "lab"


def changed(path: Path) -> float:
    """Return the time of a file's or folder's last change, in seconds since 1970; 0 if it is gone."""
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def remove_old(paths: Iterable[Path]) -> None:
    """Remove those files and folders that haven't changed for long; ones that can't be removed stay."""
    latest = time.time() - LONG
    for path in paths:
        if changed(path) >= latest:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()


# Version stamps: what besides the task decides the figures. Results of another version aren't mixed in.
#
# A change to comments, plots or texts leaves the figures alone, so results can be resumed after it.

MIXED = "mixed"
"""Replaces the digest of the physics for results of any machines. Such figures agree in distribution only."""


COUNTING = 1
"""Increased when the same drops are counted differently; a test knows the counts of some drops."""


class VersionStamp(NamedTuple):
    """The versions that, with its task, decide a chain's counts."""

    program: str
    """A hash of how drops are counted, of the physics and of the version of their library."""
    physics: str
    """The digest of the physics (`shogun.tower.physics.fingerprint`), or MIXED."""


class Physics(NamedTuple):
    """The physics behind figures, as in JSON."""

    digest: str
    known_as: str
    """The known environment with that digest, in English; empty if unknown."""


@cache
def version_stamp(*, mixed: bool = False) -> VersionStamp:
    """Return the stamp of this program on this machine, or one that also covers differing machines."""
    from shogun.tower.physics.fingerprint import fingerprint

    fields = (COUNTED, SUMMED)
    program = sha256(repr((COUNTING, PHYSICS, version("pymunk"), fields)).encode()).hexdigest()
    return VersionStamp(program, MIXED if mixed else fingerprint())


def physics(*, mixed: bool = False) -> Physics:
    """Return the physics of this program, with its known name."""
    from shogun.tower.physics.fingerprint import KNOWN

    digest = version_stamp(mixed=mixed).physics
    return Physics(digest, KNOWN.get(digest, ""))


def other_physics(file: object, there: str, here: str) -> LabError:
    """Return the error that a file or folder was computed with other physics than would resume it."""
    text = _(
        "{file}: these results were computed slightly differently ({there}; here: {here}), so they "
        "agree only statistically; they were left unchanged."
    )
    return LabError(text.format(file=file, there=_in_words(there), here=_in_words(here)))


def _in_words(digest: str) -> str:
    from shogun.tower.physics.fingerprint import described

    return _("by different machines") if digest == MIXED else described(digest)


LABEL = "experiment.json"
_ID = re.compile(r"(?P<kind>[a-z-]+)-(?P<thrown>\d{1,4})-(?P<seed>\d{1,20})")


class StoredDrop(msgspec.Struct, frozen=True):
    """An odd drop, with the file of the cubes that lay in the tower before it."""

    id: str
    """Its ID for `shogun tower edit` and `watch`."""
    kind: str
    seed: int
    thrown: int
    resting: Path
    command: str
    """The command that repeats the drop to the bit (owners don't matter)."""
    shown: str = ""
    """The command that shows it in the window."""


def open_folder(task: Task, battles: int, chosen: Path | None = None, *, mixed: bool = False) -> Path | None:
    """Return the folder of an experiment's chains: the `chosen` one, or one of its own in the user's cache.

    None if the cache can't be written: then the experiment can't be resumed. Abandoned folders there are
    removed. A damaged chain of the cache is put aside and noted. `mixed`: machines with other physics take part.

    Raises LabError if the chosen folder holds a damaged chain or another experiment, or has other physics, and
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
    """Remove the folder of a finished experiment."""
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


def store_odd(tower: str, geometry: Geometry, odd: Sequence[OddDrop], folder: Path | None = None) -> list[StoredDrop]:
    """Return the odd drops, each with a file of the cubes that lay in the tower before it.

    `tower` is the name or path by which the tower was asked for; `folder` is by default one in the user's cache.

    Raises RestingError if they can't be written.
    """
    from shogun.tower.resting_cubes import RestingError, save_resting

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
    from shogun.tower.resting_cubes import load_resting

    match = _ID.fullmatch(wanted)
    if match:
        for folder in sorted(_odd_folder().glob(f"*-{geometry_hash(geometry)[:12]}")):
            if (path := folder / f"{wanted}.json").is_file():
                kind, thrown, seed = match["kind"].replace("-", " "), int(match["thrown"]), int(match["seed"])
                return OddDrop(kind, 0, 0, seed, thrown, load_resting(path, geometry))
    text = _("--odd {id}: no such drop of this tower is kept; measure, verify and the bench report the IDs.")
    raise LabError(text.format(id=shown(wanted)))


def _odd_folder() -> Path:
    return cache_folder() / "odd"


def _options(drop: OddDrop, path: Path) -> list[str]:
    return ["--cubes", f"red={drop.thrown}", "--seed", str(drop.seed), "--resting", str(path)]


def _claim(label: Path, key: str, physics: str) -> None:
    """Mark a folder as this experiment's, with its physics, or check the mark. Raises LabError and OSError."""
    if label.exists():
        kept, _space, there = read_bounded(label, 1000).decode(errors="replace").partition(" ")
        if kept != key:
            text = _("{folder}: choose an empty folder, or one with this experiment; it holds another one.")
            raise LabError(text.format(folder=label.parent))
        if there != physics:
            raise other_physics(label.parent, there, physics)
    write_whole(label, f"{key} {physics}".encode())


def _key(task: Task, battles: int) -> str:
    """Return a hash of everything that decides an experiment except the physics: its task, and the program."""
    decides = msgspec.structs.replace(task, battles=battles)
    return sha256(msgspec.json.encode(decides) + version_stamp().program.encode()).hexdigest()
