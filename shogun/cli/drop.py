"""`shogun tower drop`: one throw into a tower."""

import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from msgspec import Struct

from shogun.base.language import _, shown
from shogun.cli.arguments import Seed
from shogun.cli.errors import WrongInput
from shogun.tower import RestingCube, load_tower
from shogun.tower.constants import MOST_CUBES
from shogun.tower.resting import LONGEST_COLOUR, check_place, load_resting, save_resting

if TYPE_CHECKING:
    from shogun.tower import Drop


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
    resting: tuple[RestingCube, ...]


def drop(
    tower: str,
    /,
    *,
    cubes: str,
    seed: Seed | None = None,
    resting: Path | None = None,
    save: Path | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Throw cubes into a tower and tell what comes out.

    Parameters
    ----------
    tower
        Name of a tower, or path of a file ending in .toml.
    cubes
        What is thrown, for instance red=5,blue=3,peasant=1.
    seed
        Decides the throw; by default drawn anew.
    resting
        File of the cubes that lie in the tower, as --save writes it.
    save
        File to which the cubes that lie in the tower afterwards are written.
    json
        One JSON object.
    """
    from shogun.tower import drop as drop_cubes  # loads pymunk

    thrown = parse_cubes(cubes)
    geometry = load_tower(tower)
    lying = load_resting(resting, geometry) if resting else ()
    if save:
        check_place(save)
    number = secrets.randbits(32) if seed is None else seed
    fallen = drop_cubes(geometry, lying, thrown, number)
    if save:
        save_resting(save, geometry, fallen.resting)
    report = _report(geometry.name, number, thrown, fallen)
    print(msgspec.json.encode(report).decode() if json else _in_words(report))
    return 0


def parse_cubes(text: str) -> dict[str, int]:
    """Return cubes by colour from "red=5,blue=3". Raises WrongInput."""
    cubes: dict[str, int] = {}
    for part in text.split(","):
        colour, _equals, number = (piece.strip() for piece in part.partition("="))
        if not re.fullmatch("[0-9]+", number) or not _is_colour(colour) or colour in cubes:
            sentence = _(
                "--cubes {text}: expected each colour once, in at most {most} characters, with its number, for "
                "instance red=5,blue=3"
            )
            raise WrongInput(sentence.format(text=shown(text), most=LONGEST_COLOUR))
        cubes[colour] = _number(number)
    return cubes


def _is_colour(text: str) -> bool:
    return 0 < len(text) <= LONGEST_COLOUR and text.isprintable()


def _number(digits: str) -> int:
    """Return a number of cubes, whatever its length. Raises WrongInput for one that no tower holds."""
    if len(digits.lstrip("0")) > len(str(MOST_CUBES)) + 2:  # the tower itself tells of numbers that can be read
        sentence = _("--cubes: {number} cubes: expected at most {most}")
        raise WrongInput(sentence.format(number=shown(digits, 30), most=MOST_CUBES))
    return int(digits)


def _report(tower: str, seed: int, thrown: dict[str, int], fallen: "Drop") -> DropReport:
    inside: dict[str, int] = {}
    for colour in sorted(cube.colour for cube in fallen.resting):
        inside[colour] = inside.get(colour, 0) + 1
    seconds = round(fallen.seconds, 6)
    return DropReport(tower, seed, thrown, fallen.out, inside, fallen.steps, seconds, fallen.cut_off, fallen.resting)


def _in_words(report: DropReport) -> str:
    lines = [
        _("Tower {tower}, seed {seed}").format(tower=report.tower, seed=report.seed),
        _("thrown: {cubes}").format(cubes=_listed(report.thrown)),
        _("out:    {cubes}").format(cubes=_listed(report.out)),
        _("inside: {cubes}").format(cubes=_listed(report.inside)),
        _("at rest after {seconds:.2f} s").format(seconds=report.seconds),
    ]
    if report.cut_off:
        lines.append(_("cut off: cubes still moved"))
    return "\n".join(lines)


def _listed(cubes: dict[str, int]) -> str:
    return ", ".join(f"{colour} {number}" for colour, number in cubes.items()) or _("nothing")
