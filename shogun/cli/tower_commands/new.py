"""`shogun tower new`: the file of a tower of one's own, to be changed in any editor."""

import os
import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from shogun.base.files import absolute, write_whole
from shogun.base.language import _, shown
from shogun.cli.errors import DONE, WrongInput
from shogun.tower.tower_lookup import find_towers, tower_text
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import SUFFIX, fit_name


def new(name: str, /, *, from_: Annotated[str | None, Parameter(name="--from")] = None) -> int:
    """Write the file of a new tower into the current folder, with comments that say what can be changed.

    Parameters
    ----------
    name
        Name of the new tower, or the path to its .toml file.
    from_
        Name of the tower, or path to the .toml file, to copy (comments included).
    """
    from shogun.tower.file.reader import parse_geometry
    from shogun.tower.file.toml_editing import retitled, starter, title_of

    path = _path(name)
    text, source = tower_text(from_) if from_ else (starter(), str(path))
    parse_geometry(text, source)
    try:
        write_whole(path, retitled(text, title_of(path)).encode(), is_new=True)
    except FileExistsError:
        raise WrongInput(_("{file} exists already and was left unchanged").format(file=path)) from None
    next_ = _("{file}: a tower of your own. Edit it in any editor, then run: shogun tower check {name}")
    word = str(path) if path.parent != Path() else path.stem
    print(next_.format(file=path, name=shlex.quote(word)))
    return DONE


def _path(name: str) -> Path:
    """Return the path of a new tower's file.

    Raises WrongInput if no tower can be called so, or another tower would no longer be found by its name.
    """
    folder, last = os.path.split(name.removesuffix(SUFFIX))
    try:
        stem = fit_name(last)
    except UserTowerError as error:
        raise WrongInput(str(error).removesuffix(".")) from None
    path = Path(folder) / (stem + SUFFIX)
    if stem.startswith("-"):
        raise WrongInput(_("`{name}` isn't a valid name for a tower").format(name=shown(stem)))
    if any(tower.name == stem for tower in find_towers() if tower.path != absolute(path)):
        raise WrongInput(_("there is already a tower called {name}; choose another name").format(name=shown(stem)))
    return path
