"""`shogun tower gallery`: one HTML page with all towers."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from shogun.base.files import absolute, write_whole
from shogun.base.language import _, ngettext
from shogun.cli.errors import DONE, WrongInput, tell
from shogun.cli.game_options import Seed, Whole, jobs_of
from shogun.tower.geometry import Geometry, GeometryError
from shogun.tower.tower_lookup import find_towers, load_tower

if TYPE_CHECKING:
    from shogun.lab.searching.contest import Refused

NAME = "gallery.html"


def gallery(
    folder: Path | None = None,
    /,
    *,
    output: Path | None = None,
    seed: Seed = 1,
    jobs: Whole | None = None,
) -> int:
    """Write one HTML page with every tower's picture, figures and an animated drop; it takes some ten seconds a tower.

    All is inside the page: it can be sent as it is, and has no script.

    Parameters
    ----------
    folder
        Folder whose .toml files are shown; default: all towers that can be called by name.
    output
        Page to write; default: gallery.html in the folder.
    seed
        Seed for the drop shown and the pictures. The figures are those shown in the window: from the user's cache, or
        else measured for half a minute at most.
    jobs
        Number of processes; default: one for each processor.
    """
    from shogun.window.tower.gallery_page import page, shown

    count, path = jobs_of(jobs), output or (folder or Path()) / NAME
    towers, refused = _towers(folder)
    if path.is_dir() or not absolute(path).parent.is_dir():
        raise WrongInput(_("{path} can't be written: choose a file in a folder that exists").format(path=path))
    done = []
    for number, tower in enumerate(towers, 1):
        _tell_progress(number, len(towers), tower.name)
        done.append(shown(tower, seed, count))
    data = page(done, refused).encode()
    write_whole(path, data)
    for one in refused:
        tell(one.why)
    words = ngettext("{path}: {count} tower, {size:.1f} MB", "{path}: {count} towers, {size:.1f} MB", len(done))
    print(words.format(path=path, count=len(done), size=len(data) / 1e6))
    return DONE


def _towers(folder: Path | None) -> "tuple[list[Geometry], list[Refused]]":
    """Return the towers that are shown, and what is none that works. Raises LabError and OSError."""
    from shogun.lab.searching.contest import Refused, entrants

    if folder is not None:
        found, refused = entrants(folder)
        return [one.geometry for one in found], [_without_folder(one, folder) for one in refused]
    towers, wrong = [], []
    for one in find_towers():
        try:
            towers.append(load_tower(one.path))
        except GeometryError as error:
            wrong.append(_without_folder(Refused(one.path.name, str(error)), one.path.parent))
    return towers, wrong


def _without_folder(refused: "Refused", folder: Path) -> "Refused":
    """Return the same without the path of the file's folder: a page is sent to others."""
    return replace(refused, why=refused.why.replace(str(folder / refused.file), refused.file))


def _tell_progress(number: int, count: int, name: str) -> None:
    """Say on a terminal which tower's turn it is."""
    if sys.stderr.isatty():
        print(_("tower {number} of {count}: {name}").format(number=number, count=count, name=name), file=sys.stderr)
