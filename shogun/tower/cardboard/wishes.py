"""What is wanted of a build, and whether it makes sense for a tower."""

import math

import msgspec

from shogun.base.language import _
from shogun.tower.cardboard import BuildError
from shogun.tower.check import distance, pieces, walls_of
from shogun.tower.geometry import Geometry
from shogun.tower.world import build_world

ROOM = 0.5
"""So much deeper than a cube the tower is at the least, mm."""
DEEPEST = 200.0
THINNEST, THICKEST = 0.3, 10.0
WIDEST_KERF = 1.0
TURNS = math.sqrt(2)
"""In a tower deeper than so many cubes a cube can turn out of the plane that is simulated."""
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
"""Width and height, mm."""


class Wishes(msgspec.Struct, frozen=True):
    """How a tower shall be built; lengths in mm."""

    depth: float = 10.0
    """Between the plates."""
    thickness: float = 2.0
    """Of the cardboard."""
    kerf: float = 0.15
    """How much a cut takes away; half of it is added around each part, and taken from each slot."""
    paper: str | None = None
    """`a4` or `a3`; None: the smaller one on which every part has room."""


def check_wishes(geometry: Geometry, wishes: Wishes) -> None:
    """Raise BuildError, in a sentence, if a tower can't be built so."""
    least = geometry.grain.size + ROOM
    _check("--depth", wishes.depth, least, DEEPEST)
    _check("--thickness", wishes.thickness, THINNEST, THICKEST)
    _check("--kerf", wishes.kerf, 0.0, WIDEST_KERF)
    if wishes.paper is not None and wishes.paper not in PAPERS:
        raise BuildError(_("--paper {paper}: expected a4 or a3").format(paper=wishes.paper))
    if wishes.thickness >= (gap := narrowest_gap(geometry)):
        sentence = _("--thickness {thickness:g}: expected less than the narrowest gap that cubes pass, {gap:.1f} mm")
        raise BuildError(sentence.format(thickness=wishes.thickness, gap=gap))


def _check(option: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:  # NaN is neither
        sentence = _("{option} {value:g}: expected {least:g} to {most:g} mm")
        raise BuildError(sentence.format(option=option, value=value, least=least, most=most))


def narrowest_gap(geometry: Geometry) -> float:
    """Return the narrowest clear distance, mm, that a cube can pass: between two pieces, or a piece and a wall."""
    world, size = build_world(geometry), geometry.grain.size
    inside = pieces(world)
    walls = [wall for side in (-1, 1) for wall in walls_of(world, side)]
    gaps = [
        distance(one.outline, other.outline)
        for number, one in enumerate(inside)
        for other in (*inside[number + 1 :], *walls)
    ]
    return min((gap for gap in gaps if gap >= size), default=geometry.exit.width)


def is_deep(geometry: Geometry, wishes: Wishes) -> bool:
    """Return whether the tower is deeper than what is simulated: cubes could turn or lie one behind the other."""
    return wishes.depth > TURNS * geometry.grain.size
