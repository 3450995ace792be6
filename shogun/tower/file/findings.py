"""Findings of `tower check`: problems of a tower and their remedies, and warnings for its builder, with figures.

Problems are certain: a tower with one is refused, or its pieces overlap. Warnings are experience: gaps that jam, ledges
that hold nothing. A short trial shows what no formula does: a tower in which nothing falls or nothing stays.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from shogun.base.language import _
from shogun.tower.file.checks import by_line, file_problems, read_draft
from shogun.tower.file.geometry_check import (
    Finding,
    Obstacle,
    crosses,
    distance,
    ends_of,
    frame_is_right,
    line_of,
    pieces,
    problem,
    problems,
    to_line,
    walls_of,
)
from shogun.tower.geometry import Baffle, Geometry, Pin, Wall
from shogun.tower.physics.collision_geometry import Disc, build_world

if TYPE_CHECKING:
    from shogun.tower.physics.throw import Drop


NARROW = {"cube": 4.0, "disc": 3.0}
"""Gaps, in cubes or discs, below which cubes tend to clog for good."""
NARROW_EXIT = {"cube": 7.0, "disc": 4.0}
"""Exits, in cubes or discs, at which about half the piles above a 45° hopper jam."""
SLIPPERY, STICKY = 0.16, 0.6
"""Products of friction below which hardly anything stays on a ledge, and above which cubes hardly slide."""
TRIAL_START, TRIAL_SIZE, TRIAL_THROWS = 38, 8, 20
HOPELESS = 4
"""Throws in a row without a cube out that end a trial."""


class Trial(msgspec.Struct, frozen=True):
    """Result of a start throw and some battles."""

    throws: int
    thrown: int
    out: int
    rest: float
    """Cubes in the tower after a throw, on average."""
    dry: int
    """Throws of which nothing came out."""
    clogged: bool
    """True if nothing came out of the last HOPELESS throws."""
    cut_off: int
    """Throws that hadn't come to rest after 6 s."""


def findings(geometry: Geometry) -> list[Finding]:
    """Return all findings about a tower, checked or not, problems first; a trial is run if it can work."""
    if found := list(problems(geometry)):
        return found
    return [*looked_at(geometry), *_trial_finding(try_out(geometry))]


def looked_at(geometry: Geometry) -> list[Finding]:
    """Return the findings about a tower without a trial."""
    if found := list(problems(geometry)):
        return found
    return [*overlaps(geometry), *_friction(geometry), *_steep(geometry), *_narrow(geometry)]


def file_findings(text: str, source: str) -> list[Finding]:
    """Return all findings about the tower in a TOML `text`, each with its line.

    If the file has problems, only these are returned. Raises UnreadableError if it isn't TOML.
    """
    draft = read_draft(text, source)
    if not (found := file_problems(draft)):
        located = [draft.located(finding) for finding in findings(draft.geometry)]
        wrong = by_line(finding for finding in located if finding.kind == "problem")
        return [*wrong, *(finding for finding in located if finding.kind != "problem")]
    if frame_is_right(found):
        found += map(draft.located, overlaps(draft.geometry))
    return by_line(found)


def try_out(geometry: Geometry) -> Trial:
    """Return the result of a start throw and up to TRIAL_THROWS battles, always with the same seeds."""
    from shogun.tower.physics.throw import drop  # loads pymunk

    falls = [drop(geometry, (), {"cube": TRIAL_START}, 0)]
    while len(falls) <= TRIAL_THROWS and not _clogged(falls):
        falls.append(drop(geometry, falls[-1].resting, {"cube": TRIAL_SIZE}, len(falls)))
    return Trial(
        throws=len(falls),
        thrown=TRIAL_START + TRIAL_SIZE * (len(falls) - 1),
        out=sum(sum(fallen.out.values()) for fallen in falls),
        rest=sum(len(fallen.resting) for fallen in falls) / len(falls),
        dry=sum(not fallen.out for fallen in falls),
        clogged=_clogged(falls),
        cut_off=sum(fallen.cut_off for fallen in falls),
    )


def _clogged(falls: "Sequence[Drop]") -> bool:
    return len(falls) >= HOPELESS and not any(fallen.out for fallen in falls[-HOPELESS:])


def overlaps(geometry: Geometry) -> Iterator[Finding]:
    """Yield pieces that overlap; ends that meet are joints and fine."""
    for one, other in combinations(pieces(build_world(geometry)), 2):
        depth = -distance(one.outline, other.outline)
        if depth > 0 and _lie_in_each_other(one, other):
            text = _("they overlap by {depth:.1f} mm; move one of them away, or let them meet at their ends")
            yield problem(text.format(depth=depth), one.place, other.place)


def _lie_in_each_other(one: Obstacle, other: Obstacle) -> bool:
    """Return whether overlapping pieces cross, or one lies inside the other along its length."""
    if isinstance(one.outline, Disc) or isinstance(other.outline, Disc):
        return True
    first, second = line_of(one.outline), line_of(other.outline)
    reach = one.outline.radius + other.outline.radius
    met = [
        all(to_line((x, y), *line) < reach for x, y, _radius in ends_of(piece))
        for piece, line in ((one, second), (other, first))
    ]
    return any(met) or (crosses(*first, *second) and not _meet(one, other, reach))


def _meet(one: Obstacle, other: Obstacle, reach: float) -> bool:
    """Return whether an end of one piece lies on the other."""
    return any(
        to_line((x, y), *line_of(second.outline)) < reach
        for first, second in ((one, other), (other, one))
        for x, y, _radius in ends_of(first)
    )


def _friction(geometry: Geometry) -> Iterator[Finding]:
    """Yield the friction of cubes on each material: the coefficients of both surfaces are multiplied."""
    own = geometry.grain.friction
    surfaces = {"grain": own, "shaft": geometry.shaft.friction}
    named: dict[str, Sequence[Baffle | Pin | Wall]] = {
        "baffle": geometry.baffles,
        "pin": geometry.pins,
        "wall": geometry.walls,
    }
    for kind, some in named.items():
        surfaces |= {f"{kind}[{number}]": piece.friction for number, piece in enumerate(some)}
    for value in dict.fromkeys(surfaces.values()):
        places = [place for place, friction in surfaces.items() if friction == value]
        product = own * value
        text = _("friction on cubes is {own:g} x {value:g} = {product:.2f}: they slide from {angle:.1f}° on")
        told = text.format(own=own, value=value, product=product, angle=slide_angle(own, value))
        odd = not SLIPPERY <= product <= STICKY
        hint = _("; working towers have 0.2-0.5") if odd else ""
        yield Finding("warning" if odd else "note", tuple(places), told + hint)


def slide_angle(own: float, other: float) -> float:
    """Return the least tilt, degrees, at which a cube slides on a surface."""
    return math.degrees(math.atan(own * other))


def _steep(geometry: Geometry) -> Iterator[Finding]:
    """Yield the ledges on which no single cube can rest."""
    for number, baffle in enumerate(geometry.baffles):
        angle = slide_angle(geometry.grain.friction, baffle.friction)
        if baffle.tilt > angle:
            text = _(
                "tilted {tilt:g}°, steeper than the friction angle of {angle:.1f}°: single cubes slide off, "
                "only jams hold"
            )
            yield Finding("warning", (f"baffle[{number}]",), text.format(tilt=baffle.tilt, angle=angle))


def _narrow(geometry: Geometry) -> Iterator[Finding]:
    """Yield gaps that cubes enter but tend to clog."""
    size, shape = geometry.grain.size, geometry.grain.shape
    text = _("the gap is {gap:.1f} mm wide ({count:.1f} {grains}); gaps of less than {least:g} tend to clog for good")
    grains = _("cubes") if shape == "cube" else _("discs")
    for gap, places in sorted((gap, places) for gap, places in _gaps(geometry) if size <= gap < NARROW[shape] * size):
        told = text.format(gap=gap, count=gap / size, grains=grains, least=NARROW[shape])
        yield Finding("warning", places, told)
    exit_ = geometry.exit.width
    if exit_ < min(NARROW_EXIT[shape] * size, geometry.shaft.width):
        text = _("{count:.1f} {grains} wide: above an exit of less than {least:g}, a pile jams about every other time")
        told = text.format(count=exit_ / size, grains=grains, least=NARROW_EXIT[shape])
        yield Finding("warning", ("exit.width",), told)


def _gaps(geometry: Geometry) -> Iterator[tuple[float, tuple[str, str]]]:
    """Yield the clear distance between any two pieces, and between a piece and either wall, mm, with their places.

    Joined pieces, such as the parts of a curve, count as one: there is no way through between them.
    """
    world = build_world(geometry)
    inside = pieces(world)
    apart = {pair: distance(pair[0].outline, pair[1].outline) for pair in combinations(inside, 2)}
    joined = _joined(inside, (pair for pair, gap in apart.items() if gap <= 0))
    for (one, other), gap in apart.items():
        if joined[one] is not joined[other]:
            yield gap, (one.place, other.place)
    for side in (-1, 1):
        walls = walls_of(world, side)
        gaps = {piece: min(distance(piece.outline, wall.outline) for wall in walls) for piece in inside}
        for piece, gap in gaps.items():
            if all(gaps[part] > 0 for part in joined[piece]):
                yield gap, (piece.place, walls[0].place)


def _joined(inside: Sequence[Obstacle], touching: Iterable[tuple[Obstacle, Obstacle]]) -> dict[Obstacle, set[Obstacle]]:
    """Return for each piece the set of all pieces joined with it, directly or by others; joined ones share a set."""
    groups = {piece: {piece} for piece in inside}
    for one, other in touching:
        if groups[one] is not groups[other]:
            groups[one] |= groups[other]
            groups.update(dict.fromkeys(groups[other], groups[one]))
    return groups


def _trial_finding(trial: Trial) -> Iterator[Finding]:
    text = _(
        "in a trial {out} of {thrown} cubes came out, {rest:.1f} were in the tower on average, nothing "
        "came out of {dry} of {throws} throws, and {cut_off} weren't at rest after 6 s"
    )
    told = text.format(**msgspec.to_builtins(trial))
    if trial.out == 0:
        yield problem(_("nothing can fall; widen the gaps or tilt the ledges more: {told}").format(told=told))
    elif trial.clogged:
        yield problem(_("it clogs; widen the gaps or tilt the ledges more: {told}").format(told=told))
    elif trial.rest == 0:
        yield Finding("warning", (), _("nothing stays: {told}").format(told=told))
    else:
        yield Finding("warning" if trial.cut_off or trial.dry else "note", (), told)
