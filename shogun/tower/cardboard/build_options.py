"""Options of a build, and checks that they make sense for a tower."""

import math
import re

import msgspec

from shogun.base.language import _, shown
from shogun.tower.cardboard import BuildError
from shogun.tower.file.geometry_check import distance, pieces, walls_of
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import build_world

ROOM = 0.5
"""Least depth of the tower beyond a cube's size, mm."""
DEEPEST = 200.0
THINNEST, THICKEST = 0.3, 10.0
WIDEST_KERF = 1.0
TURNS = math.sqrt(2)
"""Depth, in sizes of a cube, beyond which a cube can turn out of the simulated plane."""
PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Width and height of papers, mm."""
SMALLEST_BED, LARGEST_BED = 150.0, 3000.0
_BED = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)[x×](\d{1,5}(?:\.\d{1,3})?)", re.IGNORECASE)


class BuildOptions(msgspec.Struct, frozen=True):
    """Options of a build; lengths in mm."""

    depth: float = 10.0
    """Distance between the plates."""
    thickness: float = 2.0
    """Thickness of the cardboard."""
    kerf: float = 0.15
    """Width that a cut takes away; half of it is added around each part, and taken from each slot."""
    paper: str | None = None
    """One of PAPERS; None: `a4` if every part fits on it, else `a3`."""
    bed: tuple[float, float] | None = None
    """Width and height of a laser's bed, instead of paper."""


def check_options(geometry: Geometry, wishes: BuildOptions) -> None:
    """Raise BuildError if a tower can't be built with these options."""
    least = geometry.grain.size + ROOM
    check_length("--depth", wishes.depth, least, DEEPEST)
    check_thickness(wishes)
    check_length("--kerf", wishes.kerf, 0.0, WIDEST_KERF)
    if wishes.paper is not None and wishes.paper not in PAPERS:
        sentence = _("--paper {paper}: choose one of {papers}")
        raise BuildError(sentence.format(paper=shown(wishes.paper), papers=", ".join(PAPERS)))
    if wishes.paper and wishes.bed:
        raise BuildError(_("use --paper or --bed, not both"))
    if wishes.thickness >= (gap := narrowest_gap(geometry)):
        sentence = _("--thickness {thickness:g} must be less than the narrowest gap for cubes, {gap:.1f} mm")
        raise BuildError(sentence.format(thickness=wishes.thickness, gap=gap))


def check_thickness(wishes: BuildOptions) -> None:
    """Raise BuildError for cardboard of an impossible thickness."""
    check_length("--thickness", wishes.thickness, THINNEST, THICKEST)


def parse_bed(text: str) -> tuple[float, float]:
    """Return width and height, mm, of a bed like 600x400. Raises BuildError."""
    match = _BED.fullmatch(text.strip())
    size = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    if not all(SMALLEST_BED <= side <= LARGEST_BED for side in size):
        sentence = _("--bed {bed}: write width x height in mm, like 600x400, each {least:g} to {most:g}")
        raise BuildError(sentence.format(bed=shown(text), least=SMALLEST_BED, most=LARGEST_BED))
    return size


def check_length(option: str, value: float, least: float, most: float) -> None:
    """Raise BuildError if the length of an option isn't from `least` to `most` mm."""
    if not least <= value <= most:  # NaN is neither
        sentence = _("{option} {value:g} must be from {least:g} to {most:g} mm")
        raise BuildError(sentence.format(option=option, value=value, least=least, most=most))


def narrowest_gap(geometry: Geometry) -> float:
    """Return the narrowest clear distance, mm, that a cube can pass: between two pieces, or a piece and a wall."""
    world, size = build_world(geometry), geometry.grain.size
    inside = pieces(world)
    walls = [wall for side in (-1, 1) for wall in walls_of(world, side)]
    gaps = [
        distance(piece.outline, other.outline)
        for number, piece in enumerate(inside)
        for other in (*inside[number + 1 :], *walls)
    ]
    return min((gap for gap in gaps if gap >= size), default=geometry.exit.width)


def deep_note(geometry: Geometry, depth: float) -> str:
    """Return a note for the builder of a tower in which cubes could turn or lie behind each other; else an empty one.

    It isn't the simulated one then.
    """
    if depth <= TURNS * geometry.grain.size:
        return ""
    return _(
        "Deeper than one cube: the measurements don't apply; a flat tower, as simulated, jams at about twice the gap."
    )
