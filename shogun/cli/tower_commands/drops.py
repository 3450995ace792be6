"""Commands that throw cubes into a tower: `shogun tower drop`, and in the window `edit` and `watch`."""

import secrets
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from shogun.base.files import absolute
from shogun.base.language import _, ngettext, of_data
from shogun.cli.errors import DONE, WrongInput
from shogun.cli.game_options import CommandFlag, Seed, parse_cubes
from shogun.cli.progress import Line
from shogun.tower.resting_cubes import RestingCube, check_place, load_resting, save_resting
from shogun.tower.tower_lookup import load_tower

if TYPE_CHECKING:
    from shogun.tower.geometry import Geometry
    from shogun.tower.physics.throw import Drop

USUAL = "red=6,blue=6"
"""Cubes thrown by default."""


class DropReport(Struct):
    """The JSON object of `shogun tower drop --json`."""

    tower: str
    seed: int
    thrown: dict[str, int]
    out: dict[str, int]
    inside: dict[str, int]
    """Cubes in the tower now, by color."""
    steps: int
    seconds: float
    """Simulated time until all lay still, s."""
    cut_off: bool
    taps: int
    """Number of taps that freed a clogged tower."""
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
    json: CommandFlag = False,
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
    """Return the result of a drop; on a terminal its progress is shown, unless it is recorded."""
    from shogun.tower.physics import throw  # loads pymunk

    if record:
        return throw.drop(geometry, lying, thrown, seed, record=True)
    progress = _Progress()
    fallen = throw.watched_drop(geometry, lying, thrown, seed, progress)
    progress.end()
    return fallen


def _check_picture(path: Path) -> None:
    """Raise WrongInput if no picture can be saved there."""
    from shogun.window.tower.drop_film import check_still_path
    from shogun.window.tower.films import FilmError

    try:
        check_still_path(path)
    except FilmError as error:
        raise WrongInput(str(error)) from None


def _save_picture(geometry: "Geometry", fallen: "Drop", path: Path) -> None:
    from shogun.window.tower.drop_film import save_still

    assert fallen.recording is not None
    save_still(geometry, fallen.recording, of_data(geometry.title) or geometry.name, path)


class _Progress(Line):
    """Progress of a long drop, reported from time to time."""

    def __init__(self) -> None:
        super().__init__()
        self._told = time.perf_counter()  # most drops end before a report is due

    def attach(self, _space: object, cubes: Mapping[Any, int]) -> None:
        """Take note of the cubes, whose number grows as they are poured."""
        self._cubes = cubes

    def after(self, _step: int) -> None:
        """Report the progress of a long drop."""
        if self.is_due(now := time.perf_counter()):
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


# Commands that open the window


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
    """Open the window with a tower and one of its odd drops, and return the exit code.

    First raises GeometryError if there is no such tower, or if it can't be watched, LabError if it has no such drop,
    and OSError if a file can't be found from another folder.
    """
    from shogun.cli.window_start import open_window
    from shogun.games import GAMES
    from shogun.lab.running.checkpoints import find_odd
    from shogun.tower.user_towers import SUFFIX, load_drawn, unsaved
    from shogun.window.kit.runtime.start_options import PlayOptions

    tower = str(absolute(Path(tower))) if tower.endswith(SUFFIX) else tower
    is_drawn_on = not watch or unsaved(tower)  # only what is drawn on may still have faults
    geometry = load_drawn(tower) if is_drawn_on else load_tower(tower)
    found = find_odd(geometry, odd) if odd is not None else None
    return open_window(PlayOptions(entries=GAMES, tower=tower, watch=watch, odd=found))


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
    """Open the window with a running tower, or save a drop as an animation.

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
    from shogun.lab.measuring.tally import coloured
    from shogun.lab.running.checkpoints import find_odd
    from shogun.window.tower.drop_film import check_place
    from shogun.window.tower.films import FilmError, check_film_path

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
    """Throw, save the picture, and return a sentence about both."""
    from shogun.tower.physics import throw
    from shogun.window.tower.drop_film import save_drop_film

    fallen = throw.drop(geometry, lying, thrown, seed, record=True)
    assert fallen.recording is not None
    size = save_drop_film(geometry, fallen.recording, of_data(geometry.title) or geometry.name, path)
    words = _("{path}: tower {tower}, seed {seed}, {seconds:.1f} s, {out}, {size:.1f} MB")
    out = sum(fallen.out.values())
    return words.format(
        path=path,
        tower=geometry.name,
        seed=seed,
        seconds=fallen.recording.seconds,
        out=ngettext("{n} cube out", "{n} cubes out", out).format(n=out),
        size=size / 1e6,
    )
