"""Commands for towers as drawings and in pictures: `shogun tower import`, `drawing` and `show`."""

import shlex
from pathlib import Path

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.cli.errors import DONE, NO, WrongInput
from shogun.cli.tower_commands.tower_files import CheckReport, findings_in_words, new_path
from shogun.tower.file.geometry_check import problems
from shogun.tower.picture_metadata import carries_tower
from shogun.tower.tower_lookup import load_tower
from shogun.tower.user_towers import SUFFIX, near_name


def import_drawing(
    file: Path,
    /,
    *,
    layer: str | None = None,
    color: str | None = None,
    scale: float | None = None,
    output: str | None = None,
) -> int:
    """Make a tower of an SVG or DXF drawing: lines become walls and ledges, circles become pins.

    Exit code 0: done; 1: the tower was written, but has problems; 2: the drawing can't be read.

    Parameters
    ----------
    file
        Drawing, .svg or .dxf.
    layer
        Name of the layer or group to read; default: all.
    color
        Color to read: #rrggbb, a name such as red, or a number from 1 to 7; default: all.
    scale
        Millimeters for one unit of the drawing; default: as the file says, or 1 if it doesn't.
    output
        Name of the new tower, or the path to its .toml file; default: the drawing's name.
    """
    from shogun.tower.drawing import importing
    from shogun.tower.drawing.reading import Choice

    if scale is not None and not 0 < scale < float("inf"):
        raise WrongInput(_("--scale {scale} must be greater than 0").format(scale=scale))
    if carries_tower(file):
        raise WrongInput(_("{file} is a picture that carries its tower: use shogun tower show").format(file=file))
    path = new_path(output or near_name(file.stem))
    imported = importing.import_drawing(file, path.stem, Choice(layer or "", color or "", scale))
    _write_new(path, imported.text)
    for note in imported.notes:
        print(note)
    report = CheckReport(str(path), False, list(problems(imported.geometry)))
    if report.findings:
        print(findings_in_words(report))
    word = str(path) if path.parent != Path() else path.stem
    print(_("{file}: edit it with: shogun tower edit {name}").format(file=path, name=shlex.quote(word)))
    return NO if report.findings else DONE


def _write_new(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode(), is_new=True)
    except FileExistsError:
        raise WrongInput(_("{file} exists already and was left unchanged").format(file=path)) from None


def save_drawing(tower: str, /, *, output: Path) -> int:
    """Write a tower as a drawing in mm, to change it in another program and import it again.

    Ledges and walls are lines as wide as they are thick, pins are circles, and each group is a layer.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    output
        Drawing to write, .svg or .dxf.
    """
    from shogun.tower.drawing import writing

    geometry = load_tower(tower)
    if output.is_dir() or not absolute(output).parent.is_dir():
        raise WrongInput(_("{path} can't be written: choose a file in a folder that exists").format(path=output))
    writing.save_drawing(geometry, output)
    print(output)
    return DONE


def show(picture: Path, /, *, output: str | None = None) -> int:
    """Open the window with the tower that a picture carries: every picture that this program saves does.

    Parameters
    ----------
    picture
        Picture or animation of a tower: .png, .webp, .gif or .svg.
    output
        Name of a new tower, or the path to its .toml file: the tower is written there, and no window opens.
    """
    from shogun.tower.file.reader import parse_geometry
    from shogun.tower.picture_metadata import tower_in

    found = tower_in(picture)
    parse_geometry(found.text, f"{near_name(found.name)}{SUFFIX}")
    if output is not None:
        path = new_path(output)
        _write_new(path, found.text)
        print(path)
        return DONE
    from shogun.cli.window_start import open_window
    from shogun.games import GAMES
    from shogun.window.kit.runtime.start_options import PlayOptions

    return open_window(PlayOptions(entries=GAMES, picture=absolute(picture)))
