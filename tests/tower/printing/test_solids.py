"""Printed parts are watertight, fit the bed, come together without force, and are the simulated tower."""

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh
from shapely import LineString, Point, Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from shogun.tower import Geometry, load_tower, parse_geometry
from shogun.tower.cardboard import BuildError
from shogun.tower.physics.collision_geometry import build_world
from shogun.tower.printing.print_options import PrintOptions, parse_printer
from shogun.tower.printing.solid_files import in_place, on_bed
from shogun.tower.printing.solid_parts import PLATE, PrintPlan, plan_print
from tests.shipped_towers import EACH
from tests.tower.odd_towers import TOWERS, tower_of

NEAR = 0.05
"""Distance, mm, within which a printed outline is the simulated one; joints have their gap as well."""


def stands(plan: PrintPlan) -> list[Manifold]:
    """All parts at their places in the tower."""
    meshes = [in_place(part) for part in plan.parts]
    solids = [
        Manifold(Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32))) for mesh in meshes
    ]
    assert all(not solid.is_empty() for solid in solids)
    return solids


def check_parts(plan: PrintPlan) -> None:
    """Each part can be printed as it lies."""
    for part in plan.parts:
        mesh = on_bed(part)
        assert mesh.is_watertight and mesh.is_winding_consistent and mesh.body_count == 1, part.title
        assert mesh.bounds[0] == pytest.approx([0, 0, 0], abs=1e-9)
        wide, deep, high = mesh.extents
        room = plan.wishes.bed
        assert high <= room[2] + 1e-6
        assert min(wide, deep) <= min(room[:2]) + 1e-6 and max(wide, deep) <= max(room[:2]) + 1e-6, part.title


def check_joints(plan: PrintPlan, solids: Sequence[Manifold]) -> None:
    """No two parts meet, and pieces of one part are as far from each other as was asked for."""
    gap = plan.wishes.clearance
    gaps: dict[str, list[float]] = {}
    for (part, solid), (other, beside) in itertools.combinations(zip(plan.parts, solids, strict=True), 2):
        assert (solid ^ beside).volume() < 1e-3, (part.title, other.title)
        near = solid.min_gap(beside, 5.0)
        assert near >= gap - 2e-3, (part.title, other.title)
        if part.name == other.name:
            gaps.setdefault(part.title, []).append(near)
            gaps.setdefault(other.title, []).append(near)
    for title, found in gaps.items():
        assert min(found) == pytest.approx(gap, abs=2e-3), title


def section(solids: Sequence[Manifold], depth: float) -> BaseGeometry:
    """Section through all parts at a depth."""
    rings = [Polygon(ring) for solid in solids for ring in solid.slice(depth).to_polygons() if len(ring) > 2]
    outer = unary_union([ring for ring in rings if ring.exterior.is_ccw])
    return outer.difference(unary_union([ring for ring in rings if not ring.exterior.is_ccw]))


def misfits(geometry: Geometry, built: BaseGeometry, gap: float) -> tuple[float, float]:
    """Areas, mm²: of what stands where nothing was simulated, and of what was simulated and lacks."""
    world = build_world(geometry)
    lines = (*world.walls, *world.baffles, *world.pieces)
    capsules = [LineString([one.start, one.end]).buffer(one.radius, quad_segs=64) for one in lines]
    discs = [Point(pin.centre).buffer(pin.radius, quad_segs=64) for pin in world.pins]
    simulated = unary_union([*capsules, *discs])
    face = Polygon([*world.left_face, *reversed(world.right_face)])
    room = face.buffer(0.5, join_style="mitre").intersection(box(-2000, 0.2, 2000, world.rim_y - 0.2))
    out = built.intersection(room).difference(simulated.buffer(NEAR)).area
    missing = simulated.intersection(room).difference(built.buffer(gap / 2 + NEAR, quad_segs=16)).area
    return out, missing


def check(geometry: Geometry, wishes: PrintOptions) -> PrintPlan:
    plan = plan_print(geometry, wishes)
    check_parts(plan)
    solids = stands(plan)
    check_joints(plan, solids)
    for depth in (wishes.depth * 0.1, wishes.depth * 0.9):
        assert misfits(geometry, section(solids, depth), wishes.clearance) == pytest.approx((0, 0), abs=0.02)
    return plan


@pytest.mark.parametrize("name", [*EACH, *TOWERS])
def test_what_is_printed_is_what_is_simulated(name: str) -> None:
    plan = check(tower_of(name), PrintOptions())
    walls = plan.wishes.depth * section(stands(plan), 5.0).area
    tower = math.fsum(on_bed(part).volume for part in plan.parts if part.name == "tower")
    plate = math.fsum(part.layers[0].outline.area for part in plan.parts if part.name == "tower") * PLATE
    assert tower == pytest.approx(walls_of_tower(plan) + plate, rel=1e-3)
    assert walls > walls_of_tower(plan) * 0.99
    assert 100e3 < tower < 500e3  # mm³


def walls_of_tower(plan: PrintPlan) -> float:
    """Volume of all that stands on the back plate, mm³, from its outlines."""
    upper = [layer for part in plan.parts if part.name == "tower" for layer in part.layers[1:]]
    return math.fsum(layer.outline.area for layer in upper) * plan.wishes.depth


@pytest.mark.parametrize(
    "wishes",
    [
        PrintOptions(bed=(120.0, 120.0, 120.0), clearance=0.3),
        PrintOptions(bed=(100.0, 300.0, 50.0), thickness=0.8, front="open"),
        PrintOptions(bed=(180.0, 180.0, 180.0), clearance=0.0, thickness=5.0),
        PrintOptions(bed=(500.0, 500.0, 100.0), clearance=0.4, depth=30.0),
    ],
)
@pytest.mark.parametrize("name", ["classic", "odd", "pins", "steep funnel"])
@pytest.mark.slow
def test_it_holds_for_any_printer(name: str, wishes: PrintOptions) -> None:
    plan = check(tower_of(name), wishes)
    assert (plan.front is None) == (wishes.front == "open")
    assert any(part.name == "lip" for part in plan.parts) == (wishes.front != "open")


def test_the_test_sees_a_ledge_that_is_half_a_millimetre_off() -> None:
    text = (Path("tower_geometry") / "classic.toml").read_text("utf-8").replace("height = 170", "height = 170.5")
    plan = plan_print(load_tower("classic"), PrintOptions())
    out, missing = misfits(parse_geometry(text, "a.toml"), section(stands(plan), 5.0), 0.2)
    assert out > 5
    assert missing > 5


def test_the_test_sees_two_parts_in_one_place() -> None:
    plan = plan_print(load_tower("classic"), PrintOptions())
    with pytest.raises(AssertionError, match=r"tower 1 of 2.*tower 2 of 2"):
        check_joints(plan, [solid.translate((0, 0.3 * (number == 0), 0)) for number, solid in enumerate(stands(plan))])


@pytest.mark.parametrize("name", ["classic", "cardboard", "odd"])
def test_each_screw_of_the_front_meets_a_hole_in_a_post(name: str) -> None:
    plan = plan_print(tower_of(name), PrintOptions())
    assert plan.front is not None and len(plan.front.interiors) == plan.screws
    at_front = section(stands(plan), 9.0)
    for hole in plan.front.interiors:
        ring = Point(hole.centroid).buffer(2.5).difference(Point(hole.centroid).buffer(1.3))
        assert at_front.covers(ring)
        assert not at_front.intersects(Point(hole.centroid).buffer(1.1))


def test_the_tower_goes_into_the_posts_of_the_tray_from_above() -> None:
    plan = plan_print(load_tower("classic"), PrintOptions())
    solids = dict(zip((part.title for part in plan.parts), stands(plan), strict=True))
    tray, tower = solids["tray"], solids["tower 1 of 2"]
    for raised in range(0, 40, 2):
        assert (tower.translate((0, raised, 0)) ^ tray).volume() < 1e-3
    for axis, by in itertools.product((0, 2), (-1, 1)):
        moved = [0.0, 0.0, 0.0]
        moved[axis] = by
        assert (tower.translate((moved[0], moved[1], moved[2])) ^ tray).volume() > 10, "it stands loose"


def test_pieces_hold_each_other_and_come_apart_only_across_the_plate() -> None:
    plan = plan_print(load_tower("classic"), PrintOptions())
    low, high, *_others = stands(plan)
    for way in ((0, 2, 0), (1, 0, 0), (-1, 0, 0)):
        assert (high.translate(way) ^ low).volume() > 1
    for out in range(20):
        assert (high.translate((0, 0, out)) ^ low).volume() < 1e-3


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        (PrintOptions(clearance=-0.1), "--clearance -0.1 must be from 0 to 1 mm"),
        (PrintOptions(clearance=math.nan), "--clearance nan"),
        (PrintOptions(depth=8), "--depth 8 must be from 8.5"),
        (PrintOptions(thickness=0.5), "--thickness 0.5 must be from 0.8 to 10 mm"),
        (PrintOptions(front="glass"), "--front `?glass`?: choose one of acrylic, open"),
        (PrintOptions(depth=200.0, bed=(220.0, 220.0, 150.0)), "220x220x150 is too small: tower 1 of 2 is 203 mm high"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wishes: PrintOptions, told: str) -> None:
    with pytest.raises(BuildError, match=told):
        plan_print(load_tower("classic"), wishes)


def test_a_tower_of_too_many_pieces_is_refused() -> None:
    text = (Path("tower_geometry") / "classic.toml").read_text("utf-8")
    huge = (
        text.replace("mouth = 110", "mouth = 1000")
        .replace("height = 240", "height = 600")
        .replace("width = 170", "width = 1000")
    )
    with pytest.raises(BuildError, match="too small: the tower would be cut into 96 pieces"):
        plan_print(parse_geometry(huge, "a.toml"), PrintOptions(bed=(100.0, 100.0, 100.0)))


@pytest.mark.parametrize(
    ("text", "size"),
    [("220x220", (220, 220, 250)), ("180X200", (180, 200, 250)), ("256×256×300", (256, 256, 300))],
)
def test_a_bed_is_written_with_or_without_its_height(text: str, size: tuple[float, ...]) -> None:
    assert parse_printer(text) == size


@pytest.mark.parametrize("text", ["220", "9x9", "220x220x", "220x220x250x1", "axb", "220x220x19", ""])
def test_other_beds_are_refused(text: str) -> None:
    with pytest.raises(BuildError, match="write width x depth x height in mm, like 220x220x250"):
        parse_printer(text)


def test_meshes_are_made_of_triangles_alone() -> None:
    part = plan_print(load_tower("classic"), PrintOptions()).parts[0]
    mesh = on_bed(part)
    assert isinstance(mesh, trimesh.Trimesh)
    assert mesh.faces.shape[1] == 3 and len(mesh.faces) < 5000
