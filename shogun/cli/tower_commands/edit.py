"""`shogun tower edit`: a tower on the bench of the window."""

from pathlib import Path

from shogun.base.files import absolute
from shogun.cli.window_start import open_window
from shogun.games import GAMES
from shogun.lab.running.checkpoints import find_odd
from shogun.tower.user_towers import SUFFIX, load_drawn
from shogun.window.kit.runtime.start_options import PlayOptions


def edit(tower: str, /, *, odd: str | None = None) -> int:
    """Open the window with a tower on the bench: draw it while cubes fall and figures grow.

    A tower that came with the program stays as it is: what is drawn of it is a copy.

    Parameters
    ----------
    tower
        Name of a tower (unsaved drawings included), or path to a .toml file.
    odd
        ID of an odd drop, as reported by measure, verify and the bench: it is shown at once, exactly as measured.
    """
    return open_bench(tower, odd, watch=False)


def open_bench(tower: str, odd: str | None, *, watch: bool) -> int:
    """Open the window with a tower, in which an odd drop falls, and return the exit code.

    Raises GeometryError before if there is no such tower, LabError if there is no such drop of it, and OSError if a
    file can't be found again from elsewhere.
    """
    tower = str(absolute(Path(tower))) if tower.endswith(SUFFIX) else tower
    geometry = load_drawn(tower)
    found = find_odd(geometry, odd) if odd is not None else None
    return open_window(PlayOptions(entries=GAMES, tower=tower, watch=watch, odd=found))
