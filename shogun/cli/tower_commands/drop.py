"""`shogun tower drop`: one throw into a tower."""

import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _, ngettext, of_data
from shogun.cli.errors import WrongInput
from shogun.cli.game_options import Seed, parse_cubes
from shogun.cli.progress import Line
from shogun.tower.resting_cubes import RestingCube, check_place, load_resting, save_resting
from shogun.tower.tower_lookup import load_tower

if TYPE_CHECKING:
    from shogun.tower.geometry import Geometry
    from shogun.tower.physics.throw import Drop


class DropReport(Struct):
    """The JSON object of `shogun tower drop --json`."""

    tower: str
    seed: int
    thrown: dict[str, int]
    out: dict[str, int]
    inside: dict[str, int]
    """What the tower holds now, by colour."""
    steps: int
    seconds: float
    """Simulated time until all lay still, s."""
    cut_off: bool
    taps: int
    """How often the tower was tapped, since it was clogged."""
    resting: tuple[RestingCube, ...]


def drop(
    tower: str,
    /,
    *,
    cubes: str,
    seed: Seed | None = None,
    resting: Path | None = None,
    save: Path | None = None,
    picture: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Throw cubes into a tower and tell what comes out.

    Parameters
    ----------
    tower
        Name of a tower, or path to a .toml file.
    cubes
        Cubes to throw, for instance red=5,blue=3,peasant=1.
    seed
        Seed of the throw; default: a new one each time.
    resting
        File of the cubes in the tower, as written by --save.
    save
        File for the cubes in the tower after the throw.
    picture
        File for a picture of the result, tower and tray (.png, .webp or .svg).
    json
        Print one JSON object.
    """
    thrown = parse_cubes(cubes)
    if picture:
        _check_picture(picture)
    geometry = load_tower(tower)
    lying = load_resting(resting, geometry) if resting else ()
    if save:
        check_place(save)
    number = secrets.randbits(32) if seed is None else seed
    fallen = _thrown(geometry, lying, thrown, number, record=bool(picture))
    if save:
        save_resting(save, geometry, fallen.resting)
    if picture:
        _save_picture(geometry, fallen, picture)
    report = _report(geometry.name, number, thrown, fallen)
    print(msgspec.json.encode(report).decode() if json else _in_words(report))
    return 0


def _thrown(
    geometry: "Geometry", lying: Sequence[RestingCube], thrown: dict[str, int], seed: int, *, record: bool
) -> "Drop":
    """Return what a drop comes to; on a terminal it tells how far it has come, unless it is recorded."""
    from shogun.tower.physics.throw import drop, watched_drop  # loads pymunk

    if record:
        return drop(geometry, lying, thrown, seed, record=True)
    progress = _Progress()
    fallen = watched_drop(geometry, lying, thrown, seed, progress)
    progress.end()
    return fallen


def _check_picture(path: Path) -> None:
    """Raise WrongInput if no picture can be saved there."""
    from shogun.window.tower.films import FilmError, check_still_path

    try:
        check_still_path(path)
    except FilmError as error:
        raise WrongInput(str(error)) from None


def _save_picture(geometry: "Geometry", fallen: "Drop", path: Path) -> None:
    from shogun.window.tower.films import save_still

    assert fallen.recording is not None
    save_still(geometry, fallen.recording, of_data(geometry.title) or geometry.name, path)


class _Progress(Line):
    """Tells, now and then, how far a long drop has come."""

    def __init__(self) -> None:
        super().__init__()
        self._told = time.monotonic()  # most drops are over before anybody asks

    def attach(self, _space: object, cubes: Mapping[Any, int]) -> None:
        """Take note of the cubes, which grow as they are poured."""
        self._cubes = cubes

    def after(self, _step: int) -> None:
        """Tell how far it has come, if it takes long."""
        if self.is_due(now := time.monotonic()):
            out = sum(body.space is None for body in self._cubes)
            words = _("{poured} cubes poured, {out} came out ...").format(poured=len(self._cubes), out=out)
            self.show(words, now)


def _report(tower: str, seed: int, thrown: dict[str, int], fallen: "Drop") -> DropReport:
    inside: dict[str, int] = {}
    for colour in sorted(cube.colour for cube in fallen.resting):
        inside[colour] = inside.get(colour, 0) + 1
    seconds = round(fallen.seconds, 6)
    return DropReport(
        tower=tower,
        seed=seed,
        thrown=thrown,
        out=fallen.out,
        inside=inside,
        steps=fallen.steps,
        seconds=seconds,
        cut_off=fallen.cut_off,
        taps=fallen.taps,
        resting=fallen.resting,
    )


def _in_words(report: DropReport) -> str:
    lines = [
        _("Tower {tower}, seed {seed}").format(tower=report.tower, seed=report.seed),
        _("thrown: {cubes}").format(cubes=_listed(report.thrown)),
        _("out:    {cubes}").format(cubes=_listed(report.out)),
        _("inside: {cubes}").format(cubes=_listed(report.inside)),
        _("at rest after {seconds:.2f} s").format(seconds=report.seconds),
    ]
    if report.taps:
        text = ngettext("clogged: tapped {n} time", "clogged: tapped {n} times", report.taps)
        lines.insert(-1, text.format(n=report.taps))
    if report.cut_off:
        lines.append(_("cut off while cubes were still moving"))
    return "\n".join(lines)


def _listed(cubes: dict[str, int]) -> str:
    return ", ".join(f"{colour} {number}" for colour, number in cubes.items()) or _("nothing")
