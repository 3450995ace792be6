"""`shogun tower watch`: a tower at work in the window, or a drop saved as a picture that moves."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from shogun.base.language import _, ngettext, of_data
from shogun.cli.errors import DONE, WrongInput
from shogun.cli.game_options import Seed, parse_cubes
from shogun.cli.tower_commands.edit import open_bench
from shogun.tower.resting_cubes import load_resting
from shogun.tower.tower_lookup import load_tower

if TYPE_CHECKING:
    from shogun.tower.geometry import Geometry
    from shogun.tower.resting_cubes import RestingCube

USUAL = "red=6,blue=6"
"""What is thrown if nobody says what."""


def watch(
    tower: str,
    /,
    *,
    cubes: str = USUAL,
    seed: Seed | None = None,
    resting: Path | None = None,
    record: Path | None = None,
    odd: str | None = None,
) -> int:
    """Open the window with a tower at work, or save a drop as a picture that moves.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    cubes
        Recording: cubes to throw, for instance red=5,blue=3,peasant=1.
    seed
        Recording: seed of the throw; default: a new one each time.
    resting
        Recording: file of the cubes in the tower, as written by `drop --save`.
    record
        File for an animation of a drop: .webp (60 frames a second) or .gif (50). No display is needed.
    odd
        ID of an odd drop, as reported by measure, verify and the bench: it is shown or recorded exactly as measured.
    """
    if record is None:
        return open_bench(tower, odd, watch=True)
    from shogun.lab.measuring.battle_counting import coloured
    from shogun.lab.running.checkpoints import find_odd
    from shogun.window.tower.films import FilmError, check_film_path, check_place

    thrown = parse_cubes(cubes)
    try:
        check_film_path(record)
        check_place(record)
        geometry = load_tower(tower)
        if odd is not None:
            found = find_odd(geometry, odd)
            print(_recorded(geometry, coloured(found.resting), {"red": found.thrown}, found.seed, record))
            return DONE
        lying = load_resting(resting, geometry) if resting else ()
        print(_recorded(geometry, lying, thrown, secrets.randbits(32) if seed is None else seed, record))
    except FilmError as error:
        raise WrongInput(str(error)) from None
    return DONE


def _recorded(
    geometry: "Geometry", lying: "tuple[RestingCube, ...]", thrown: dict[str, int], seed: int, path: Path
) -> str:
    """Throw, save the picture, and return in a sentence what was done."""
    from shogun.tower.physics.throw import drop
    from shogun.window.tower.films import save_drop_film

    fallen = drop(geometry, lying, thrown, seed, record=True)
    assert fallen.recording is not None
    size = save_drop_film(geometry, fallen.recording, of_data(geometry.title) or geometry.name, path)
    told = _("{path}: tower {tower}, seed {seed}, {seconds:.1f} s, {out}, {size:.1f} MB")
    out = sum(fallen.out.values())
    return told.format(
        path=path,
        tower=geometry.name,
        seed=seed,
        seconds=fallen.recording.seconds,
        out=ngettext("{n} cube out", "{n} cubes out", out).format(n=out),
        size=size / 1e6,
    )
