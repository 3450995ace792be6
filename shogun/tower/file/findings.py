"""What is wrong with a tower and how to mend it, and what may surprise its builder, with figures: for `tower check`.

Problems are for certain: a tower with one is refused, or pieces lie in each other. Warnings are experience: gaps that
jam, ledges that hold nothing. A short trial shows what no formula tells, a tower in which nothing falls or stays.
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
"""Gaps of less cubes (discs) tend to clog for good."""
NARROW_EXIT = {"cube": 7.0, "disc": 4.0}
"""At exits of so many cubes (discs) about half the piles above a 45° hopper jam."""
SLIPPERY, STICKY = 0.16, 0.6
"""Products of friction: with less hardly anything stays on a ledge, with more cubes hardly slide at all."""
TRIAL_START, TRIAL_SIZE, TRIAL_THROWS = 38, 8, 20
HOPELESS = 4
"""A trial ends when nothing came out of so many throws in a row."""


class Trial(msgspec.Struct, frozen=True):
    """What a start throw and some battles came to."""

    throws: int
    thrown: int
    out: int
    rest: float
    """Cubes in the tower after a throw, on average."""
    dry: int
    """Throws of which nothing came out."""
    clogged: bool
    """True if that were the last HOPELESS throws."""
    cut_off: int
    """Drops that had not come to rest after 6 s."""


def findings(geometry: Geometry) -> list[Finding]:
    """Return all that there is to tell about a tower, checked or not, problems first; it is tried if it can work."""
    if found := list(problems(geometry)):
        return found
    return [*looked_at(geometry), *_tried(try_out(geometry))]


def looked_at(geometry: Geometry) -> list[Finding]:
    """Return what there is to tell about a tower before anything is thrown into it."""
    if found := list(problems(geometry)):
        return found
    return [*overlaps(geometry), *_friction(geometry), *_steep(geometry), *_narrow(geometry)]


def file_findings(text: str, source: str) -> list[Finding]:
    """Return all that there is to tell about the tower in a TOML `text`, each with its line.

    If something is wrong, that is all, as far as it can be told while it is. Raises UnreadableError if it is no TOML.
    """
    draft = read_draft(text, source)
    if not (found := file_problems(draft)):
        told = [draft.located(one) for one in findings(draft.geometry)]
        wrong = by_line(one for one in told if one.kind == "problem")
        return [*wrong, *(one for one in told if one.kind != "problem")]
    if frame_is_right(found):
        found += map(draft.located, overlaps(draft.geometry))
    return by_line(found)


def try_out(geometry: Geometry) -> Trial:
    """Return what a start throw and up to TRIAL_THROWS battles come to, always with the same seeds."""
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
    """Yield pieces that lie in each other; ends that meet are joints and fine."""
    for one, other in combinations(pieces(build_world(geometry)), 2):
        depth = -distance(one.outline, other.outline)
        if depth > 0 and _lie_in_each_other(one, other):
            text = _("they overlap by {depth:.1f} mm; move one of them away, or let them meet at their ends")
            yield problem(text.format(depth=depth), one.place, other.place)


def _lie_in_each_other(one: Obstacle, other: Obstacle) -> bool:
    """Return whether overlapping pieces cross, or one lies in the other along its length."""
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
    """Yield what cubes feel on each material: coefficients of two surfaces multiply."""
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
    """Return from which tilt on, degrees, a cube slides on a surface."""
    return math.degrees(math.atan(own * other))


def _steep(geometry: Geometry) -> Iterator[Finding]:
    """Yield the ledges on which no cube can rest by itself."""
    for number, baffle in enumerate(geometry.baffles):
        angle = slide_angle(geometry.grain.friction, baffle.friction)
        if baffle.tilt > angle:
            text = _(
                "tilted {tilt:g}°, steeper than the friction angle of {angle:.1f}°: single cubes slide off, "
                "only jams hold"
            )
            yield Finding("warning", (f"baffle[{number}]",), text.format(tilt=baffle.tilt, angle=angle))


def _narrow(geometry: Geometry) -> Iterator[Finding]:
    """Yield gaps that cubes enter but tend to block."""
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

    Pieces that are joined, such as the parts of a curve, are one thing: behind its ends there is no way through.
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
    """Return for each piece all that it is joined with, directly or by others, and itself: one set for all of them."""
    found = {piece: {piece} for piece in inside}
    for one, other in touching:
        if found[one] is not found[other]:
            found[one] |= found[other]
            found.update(dict.fromkeys(found[other], found[one]))
    return found


def _tried(trial: Trial) -> Iterator[Finding]:
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
