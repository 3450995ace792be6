"""A tower that is cut from the sheets and put together is the simulated one."""

import io
import itertools
import math
import re
from pathlib import Path

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.text import Text
from ezdxf.filemanagement import read
from shapely import LineString, Point, Polygon, box, get_parts, unary_union

from shogun.tower import Geometry, load_tower, parse_geometry
from shogun.tower.cardboard import BuildError
from shogun.tower.cardboard.build_options import PAPERS, BuildOptions
from shogun.tower.cardboard.drawn_sheets import DrawnComb, DrawnPlan
from shogun.tower.cardboard.parts import plan_build
from shogun.tower.cardboard.sheets import FOOTER, MARGIN, lay
from shogun.tower.physics.collision_geometry import build_world
from tests.shipped_towers import EACH
from tests.tower.cardboard.together import Tower, put_together
from tests.tower.odd_towers import FRAME, TOWERS, tower_of

NEAR = 0.2
"""So near, mm, to what was simulated stands what is built."""


def together(geometry: Geometry, wishes: BuildOptions) -> Tower:
    return put_together(DrawnPlan(geometry, wishes).dxf(), wishes.kerf, wishes.depth, wishes.thickness)


def misfits(geometry: Geometry, tower: Tower) -> tuple[float, float]:
    """Largest area, mm², by which what is built stands out anywhere; length, mm, of what was simulated and lacks."""
    world = build_world(geometry)
    lines = (*world.walls, *world.baffles, *world.pieces)
    capsules = [LineString([one.start, one.end]).buffer(one.radius, quad_segs=64) for one in lines]
    discs = [Point(pin.centre).buffer(pin.radius, quad_segs=64) for pin in world.pins]
    simulated = unary_union([*capsules, *discs])
    room = Polygon([*world.left_face, *reversed(world.right_face)])
    looked_at = room.intersection(box(-2000, 1, 2000, world.rim_y - 1))
    built = tower.solid(room)
    out = built.intersection(looked_at).difference(simulated.buffer(NEAR))
    missing = simulated.boundary.intersection(looked_at.buffer(0.01)).difference(built.buffer(NEAR))
    return max((spot.area for spot in get_parts(out)), default=0.0), missing.length


EITHER_WAY = {"children": {8}}
"""By tower, boards that can be put in in two ways: that of the nose is too short for tabs of different lengths."""


@pytest.mark.parametrize("name", [*EACH, *TOWERS])
def test_what_is_cut_and_put_together_is_what_is_simulated(name: str) -> None:
    geometry = tower_of(name)
    tower = together(geometry, BuildOptions())
    assert misfits(geometry, tower) == pytest.approx((0, 0), abs=0.1)
    either = {number for number, ways in tower.ways.items() if ways > 1}
    assert either == EITHER_WAY.get(name, set()), "a board can be put in the wrong way"
    for boards in tower.slices.values():
        for one, other in itertools.combinations(boards.values(), 2):
            assert unary_union(one).intersection(unary_union(other)).area < 0.05, "two boards in one place"


@pytest.mark.slow
@pytest.mark.parametrize(
    "wishes",
    [
        BuildOptions(kerf=0),
        BuildOptions(kerf=0.4, thickness=1),
        BuildOptions(depth=30, thickness=3, paper="a4"),
        BuildOptions(thickness=1.5, paper="a3"),
    ],
)
@pytest.mark.parametrize("name", ["classic", "odd", "pins"])
def test_it_holds_for_any_cardboard(name: str, wishes: BuildOptions) -> None:
    geometry = tower_of(name)
    assert misfits(geometry, together(geometry, wishes)) == pytest.approx((0, 0), abs=0.1)


def test_the_test_sees_a_ledge_that_is_half_a_millimetre_off() -> None:
    geometry = load_tower("classic")
    moved = parse_geometry(
        (Path("tower_geometry") / "classic.toml").read_text("utf-8").replace("height = 170", "height = 170.5"), "a.toml"
    )
    out, missing = misfits(moved, together(geometry, BuildOptions()))
    assert out > 1
    assert missing > 1


@pytest.mark.parametrize("name", ["classic", "hoard", "odd"])
@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_nothing_leaves_the_paper_or_lies_on_something_else(name: str, paper: str) -> None:
    plan = plan_build(tower_of(name), BuildOptions(paper=paper))
    for sheet in lay(plan):
        assert (sheet.width, sheet.height) == PAPERS[paper]
        boxes = [unary_union([LineString(cut) for cut in laid.cuts]).envelope for laid in sheet.laid]
        room = box(MARGIN, MARGIN + FOOTER, sheet.width - MARGIN, sheet.height - MARGIN).buffer(1e-6)
        assert all(room.contains(one) for one in boxes)
        assert all(one.distance(other) >= 3.9 for one, other in itertools.combinations(boxes, 2))


def test_every_part_is_on_a_sheet_as_often_as_it_is_needed() -> None:
    plan = plan_build(load_tower("classic"), BuildOptions())
    laid = [laid.part.number for sheet in lay(plan) for laid in sheet.laid]
    assert sorted(laid) == sorted(part.number for part in plan.parts for _copy in range(part.count))


def test_thick_ledges_get_layers_or_cardboard_of_their_own() -> None:
    plan = plan_build(tower_of("odd"), BuildOptions(thickness=2))
    ledges = [part for part in plan.parts if part.name == "ledge"]
    assert [(part.material.thickness, part.count) for part in ledges] == [(3.0, 1), (2.0, 2), (2.0, 1)]


def test_the_ruler_is_as_long_as_it_says() -> None:
    document = read(io.StringIO(DrawnPlan(load_tower("classic"), BuildOptions()).dxf()))
    found = document.modelspace().query("LWPOLYLINE[layer=='NUMBER']")
    lines = [entity.get_points("xy") for entity in found if isinstance(entity, LWPolyline)]
    assert sum(math.isclose(math.dist(*line), 100) for line in lines if len(line) == 2) == 3  # one on each sheet


def test_a_bed_that_has_room_holds_every_plate_whole() -> None:
    plan = plan_build(load_tower("hoard"), BuildOptions(bed=(600.0, 400.0)))
    sheets = lay(plan)
    assert {(sheet.width, sheet.height) for sheet in sheets} == {(600.0, 400.0)}
    assert not [laid for sheet in sheets for laid in sheet.laid if laid.joins]
    on_paper = lay(plan_build(load_tower("hoard"), BuildOptions(paper="a3")))
    assert any(laid.joins for sheet in on_paper for laid in sheet.laid)
    points = [point for sheet in sheets for laid in sheet.laid for cut in laid.cuts for point in cut]
    assert all(0 < x < 600 and 0 < y < 400 for x, y in points)


@pytest.mark.parametrize("thickness", [0.3, 2.0, 4.0])
def test_each_slot_of_the_comb_is_narrower_by_the_kerf_that_it_names(thickness: float) -> None:
    document = read(io.StringIO(DrawnComb(thickness).dxf()))
    [comb] = [line for line in document.modelspace().query("LWPOLYLINE") if line.dxf.layer == "CUT"]
    assert isinstance(comb, LWPolyline)
    shape = Polygon(comb.get_points("xy"))
    assert shape.is_valid
    texts = [text for text in document.modelspace() if isinstance(text, Text)]
    told = [text for text in texts if text.dxf.layer == "NUMBER"]
    assert len(told) == (5 if thickness == 0.3 else 9)
    left, _low, right, top = shape.bounds
    gaps = get_parts(LineString([(left, top - 5), (right, top - 5)]).difference(shape))
    widths = {round(gap.centroid.x, 3): gap.length for gap in gaps}
    for text in told:
        middle = round(text.get_placement()[1].x, 3)
        assert widths[middle] == pytest.approx(thickness - float(text.dxf.text))


@pytest.mark.slow
def test_svg_and_pdf_have_the_size_of_the_paper() -> None:
    drawn = DrawnPlan(load_tower("steep"), BuildOptions(paper="a4"))
    pages = list(drawn.svg())
    assert all('width="210mm" height="297mm"' in page for page in pages)
    paths = [path for page in pages for path in re.findall(r"<path [^>]*>", page)]
    assert all('stroke="' in path and "class=" not in path for path in paths), "lasers' programs read no style sheet"
    assert any('stroke="#ff0000"' in path for path in paths)
    pdf = drawn.pdf()
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == len(pages)
    sizes = [[float(part) for part in found.split()] for found in re.findall(rb"/MediaBox \[ ?([0-9. ]+)\]", pdf)]
    assert sizes == [pytest.approx([0, 0, 210 / 25.4 * 72, 297 / 25.4 * 72], abs=0.01)] * len(pages)


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        (BuildOptions(kerf=-0.1), "--kerf -0.1 must be from 0 to 1 mm"),
        (BuildOptions(kerf=math.nan), "--kerf nan"),
        (BuildOptions(depth=math.inf), "--depth inf"),
        (BuildOptions(depth=8), "--depth 8 must be from 8.5"),
        (BuildOptions(thickness=0), "--thickness 0"),
        (BuildOptions(paper="a5"), "choose one of a4, a3, a2"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wishes: BuildOptions, told: str) -> None:
    with pytest.raises(BuildError, match=told):
        plan_build(load_tower("classic"), wishes)


def test_cardboard_thicker_than_a_gap_is_refused() -> None:
    narrow = FRAME.format(mouth=150, shift=0) + "[[pin]]\nx = -49\ny = 90\ndiameter = 5\n"
    with pytest.raises(BuildError, match=r"narrowest gap for cubes, 8\.5 mm"):
        plan_build(parse_geometry(narrow, "a.toml"), BuildOptions(thickness=9))
