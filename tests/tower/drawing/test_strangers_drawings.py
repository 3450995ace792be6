"""Drawings from other programs: layers, colors, units, arcs, blocks; what can't be read is listed or refused."""

import io
import math
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from ezdxf import units
from ezdxf.document import Drawing as Document
from ezdxf.filemanagement import new

from shogun.base.installation import install_command
from shogun.tower import Baffle, Pin, Wall, load_tower
from shogun.tower.drawing import DrawingError, dxf_reading
from shogun.tower.drawing.importing import Imported, import_drawing
from shogun.tower.drawing.reading import LARGEST, Choice
from shogun.tower.drawing.writing import dxf_drawing, svg_drawing

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
IN_MM = HEAD + 'width="200mm" height="300mm" viewBox="0 0 200 300">'
SIDES = '<path d="M 40 10 L 55 50 L 55 250"/><path d="M 160 10 L 145 50 L 145 250"/>'
"""A funnel of 120 x 40 mm above a shaft of 90 x 200 mm; its exit is at y = 250."""
PIN = '<circle cx="100" cy="150" r="4"/>'


def of_svg(body: str, folder: Path, head: str = IN_MM, choice: Choice | None = None) -> Imported:
    path = folder / "drawn.svg"
    path.write_text(head + body + "</svg>", "utf-8")
    return import_drawing(path, "drawn", choice)


def of_dxf(document: Document, folder: Path, choice: Choice | None = None) -> Imported:
    path = folder / "drawn.dxf"
    document.saveas(path)
    return import_drawing(path, "drawn", choice)


def in_mm(unit: int = units.MM) -> Document:
    document = new("R2010")
    document.units = unit
    return document


# SVG


def test_lines_and_circles_become_ledges_walls_and_pins(tmp_path: Path) -> None:
    pieces = (
        '<line x1="55" y1="100" x2="85" y2="110"/>'
        '<g stroke="blue" stroke-width="3"><line x1="140" y1="90" x2="120" y2="80"/></g>' + PIN
    )
    found = of_svg(SIDES + pieces, tmp_path).geometry
    assert (found.funnel.mouth, found.funnel.height, found.shaft.width, found.shaft.height) == (120, 40, 90, 200)
    tilt = round(math.degrees(math.atan2(10, 30)), 4)
    assert found.baffles == (Baffle("left", 150, round(math.hypot(30, 10) + 1, 4), tilt),)
    assert found.walls == (Wall((40, 160), (20, 170), 3),)
    assert found.pins == (Pin(0, 100, 8),)


def test_an_unknown_outline_is_replaced_by_one_around_the_pieces(tmp_path: Path) -> None:
    found = of_svg('<line x1="20" y1="100" x2="60" y2="120"/><circle cx="112" cy="200" r="8"/>', tmp_path)
    assert (found.geometry.shaft.width, found.geometry.shaft.height) == (100, 140)
    assert found.geometry.baffles[0].side == "left" and found.geometry.pins == (Pin(42, 24, 16),)
    assert found.notes[1:] == ("No outline of a tower was found: a frame was put around the pieces.",)


def test_a_rectangle_is_an_outline_open_above_and_below(tmp_path: Path) -> None:
    found = of_svg('<rect x="55" y="50" width="90" height="200"/><path d="M 55 100 L 95 115"/>' + PIN, tmp_path)
    tower = found.geometry
    assert (tower.shaft.width, tower.shaft.height, tower.exit.width) == (90, 200, 90)
    assert [ledge.side for ledge in tower.baffles] == ["left"] and not tower.walls and len(tower.pins) == 1
    assert "Left out: 1 x top and bottom of the outline." in found.notes
    assert not any("No outline" in note for note in found.notes)


def test_lines_that_meet_form_the_outline(tmp_path: Path) -> None:
    ways = ((40, 10, 55, 50), (55, 250, 55, 50), (160, 10, 145, 50), (145, 50, 145, 160), (145, 160, 145, 250.01))
    tray = ((20, 295, 20, 310), (20, 310, 180, 310), (180, 310, 180, 295))
    lines = "".join(f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}"/>' for a, b, c, d in (*ways, *tray))
    found = of_svg(lines + PIN, tmp_path).geometry
    assert (found.funnel.mouth, found.shaft.width, found.shaft.height) == pytest.approx((120, 90, 200), abs=0.02)
    assert (found.tray.width, found.tray.depth, found.tray.rim) == pytest.approx((160, 60, 15), abs=0.02)
    assert not found.walls and not found.baffles and len(found.pins) == 1


def test_what_cannot_be_read_is_listed(tmp_path: Path) -> None:
    others = (
        '<text x="1" y="2">Tower</text><ellipse cx="90" cy="90" rx="4" ry="3"/><path d="M 80 90 C 1 1 2 2 90 99"/>'
        '<line x1="5" y1="5" x2="9" y2="5"/><circle cx="90" cy="120" r="0.2"/><text x="1" y="9">2026</text>'
    )
    found = of_svg(SIDES + PIN + others, tmp_path)
    assert found.notes[0] == "Imported: 0 ledges, 0 walls, 1 pin."
    kinds = "2 x text, 1 x ellipse, 1 x curve, 1 x line outside the tower, 1 x circle smaller than 1 mm"
    assert found.notes[1] == f"Left out: {kinds}."


def test_an_arc_becomes_walls_near_it_and_a_round_path_a_pin(tmp_path: Path) -> None:
    arcs = '<path d="M 80 100 A 20 20 0 0 0 120 100"/><path d="M 90 200 a 5 5 0 0 0 10 0 a 5 5 0 0 0 -10 0 z"/>'
    found = of_svg(SIDES + arcs, tmp_path).geometry
    assert found.pins == (Pin(-5, 50, 10),)
    middle = (0, 150)
    ends = [wall.start for wall in found.walls] + [found.walls[-1].end]
    assert ends[0] == (-20, 150) and ends[-1] == (20, 150) and len(found.walls) > 5
    assert all(math.dist(end, middle) == pytest.approx(20, abs=1e-3) and end[1] <= 150 for end in ends)
    chords = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in ((wall.start, wall.end) for wall in found.walls)]
    assert all(20 - math.dist(chord, middle) < 0.21 for chord in chords)


LAYERS = (
    '<g id="layer1" xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="ledges" stroke="#FF0000">'
    '<line x1="55" y1="100" x2="85" y2="110"/></g>'
    '<g id="notes" stroke="#00f"><line x1="60" y1="60" x2="80" y2="60"/></g>'
)


@pytest.mark.parametrize("choice", [Choice(layer="Ledges"), Choice(layer="layer1"), Choice(colour="red")])
def test_one_layer_or_color_is_read(choice: Choice, tmp_path: Path) -> None:
    frame = f'<g id="frame">{SIDES}</g>'
    found = of_svg(frame + LAYERS, tmp_path, choice=choice).geometry
    assert found.shaft.width == 90 and not found.walls
    assert [baffle.group for baffle in found.baffles] == ["ledges"]


def test_a_layer_that_is_not_there_is_an_error_with_the_others(tmp_path: Path) -> None:
    with pytest.raises(DrawingError, match=r"no line in layer Shelves; its layers are: layer1, ledges, notes\.$"):
        of_svg(LAYERS, tmp_path, choice=Choice(layer="Shelves"))
    with pytest.raises(DrawingError, match=r"no line in color 3; its colors are: #ff0000, #0000ff\.$"):
        of_svg(LAYERS, tmp_path, choice=Choice(colour="3"))
    with pytest.raises(DrawingError, match="`reddish` isn't a color"):
        of_svg(LAYERS, tmp_path, choice=Choice(colour="reddish"))


UNITS = [
    ('width="20cm" height="30cm" viewBox="0 0 200 300"', None, 90, 0),
    ('width="200mm" height="300mm" viewBox="0 0 400 600"', None, 45, 0),
    ('width="2in" height="3in" viewBox="0 0 200 300"', None, 22.86, 0),
    ('width="400" height="600" viewBox="0 0 200 300"', None, 90, 1),
    ('viewBox="0 0 200 300"', None, 90, 1),
    ("", None, 90, 1),
    ('width="400px" height="600px"', 0.5, 45, 0),
    ('width="200mm" height="300mm" viewBox="0 0 200 300"', 2.0, 180, 0),
]


@pytest.mark.parametrize(("size", "scale", "width", "assumed"), UNITS)
def test_the_unit_is_what_the_file_says(
    size: str, scale: float | None, width: float, assumed: int, tmp_path: Path
) -> None:
    found = of_svg(SIDES + '<circle cx="100" cy="150" r="8"/>', tmp_path, f"{HEAD} {size}>", Choice(scale=scale))
    assert found.geometry.shaft.width == width
    assert found.notes.count("The file has no unit of length: one unit was taken as 1 mm.") == assumed


def test_transformations_and_repeated_parts_are_followed(tmp_path: Path) -> None:
    body = (
        f'<g transform="translate(10, 20) scale(0.5)">{SIDES}'
        '<defs><circle id="pin" cx="0" cy="0" r="8"/></defs><use xlink:href="#pin" x="90" y="150"/>'
        '<use href="#pin" x="110" y="150"/></g>'
    )
    found = of_svg(body, tmp_path).geometry
    assert found.shaft.width == 45 and found.pins == (Pin(-5, 50, 8), Pin(5, 50, 8))


# DXF


def test_a_drawing_in_inches_with_blocks_and_bulges(tmp_path: Path) -> None:
    document = in_mm(units.IN)
    space, block = document.modelspace(), document.blocks.new("peg")
    for side in (-1, 1):
        space.add_line((side * 2, 8), (side * 2, 0))
    block.add_circle((0, 0), 0.1)
    space.add_blockref("peg", (1, 3), dxfattribs={"layer": "pegs"})
    space.add_blockref("peg", (-1, 3), dxfattribs={"layer": "pegs", "xscale": -1.0})
    space.add_lwpolyline([(-0.5, 5, -1.0), (0.5, 5, 0)], format="xyb", dxfattribs={"layer": "arch"})
    space.add_text("Tower", dxfattribs={"insert": (5, 5)})
    space.add_spline([(0, 0), (1, 1), (2, 0)])
    found = of_dxf(document, tmp_path)
    tower = found.geometry
    assert (tower.shaft.width, tower.shaft.height, tower.funnel.mouth) == (101.6, 203.2, 121.6)
    assert tower.pins == (Pin(25.4, 76.2, 5.08, group="pegs"), Pin(-25.4, 76.2, 5.08, group="pegs"))
    assert {wall.group for wall in tower.walls} == {"arch"}
    assert max(wall.start[1] for wall in tower.walls) > 137  # the arch bends upwards
    assert found.notes[1:] == ("Left out: 1 x TEXT, 1 x SPLINE.", "No tray was found: a usual one was added.")


def test_arcs_polylines_and_widths_of_a_dxf(tmp_path: Path) -> None:
    document = in_mm()
    space = document.modelspace()
    for side in (-1, 1):
        space.add_lwpolyline([(side * 60, 240), (side * 45, 200), (side * 45, 0)])
    space.add_arc((0, 100), 10, 180, 360)
    space.add_lwpolyline([(-45, 150), (-20, 140)], dxfattribs={"const_width": 4})
    space.add_lwpolyline([(5, 50, 1.0), (15, 50, 1.0)], format="xyb", close=True)
    space.add_polyline2d([(-20, 60), (-10, 50), (0, 60)])
    tower = of_dxf(document, tmp_path).geometry
    assert tower.baffles[0].thickness == 4 and tower.baffles[0].height == 150
    assert tower.pins == (Pin(10, 50, 10),)
    assert [wall.end for wall in tower.walls[-2:]] == [(-10, 50), (0, 60)]
    lowest = min(wall.end[1] for wall in tower.walls[:-2])
    assert lowest == pytest.approx(90, abs=0.2) and tower.walls[0].start == (-10, 100)


def test_colors_of_layers_and_lines_and_hidden_layers(tmp_path: Path) -> None:
    document = in_mm()
    space = document.modelspace()
    document.layers.add("red layer", color=1)
    document.layers.add("hidden").off()
    space.add_circle((0, 50), 6, dxfattribs={"layer": "red layer"})
    space.add_circle((10, 50), 6, dxfattribs={"color": 5})
    space.add_circle((20, 50), 6, dxfattribs={"true_color": 0x00FF0000})
    space.add_circle((30, 50), 6, dxfattribs={"layer": "hidden"})
    space.add_circle((40, 50), 6)
    assert len(of_dxf(document, tmp_path).geometry.pins) == 4
    for colour, count in (("red", 2), ("1", 2), ("#0000FF", 1), ("black", 1)):
        assert len(of_dxf(document, tmp_path, Choice(colour=colour)).geometry.pins) == count


# What is refused


BOMB = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
DOUBLED = "".join(f'<g id="d{n}"><use href="#d{n + 1}"/><use href="#d{n + 1}"/></g>' for n in range(30))
HOSTILE = {
    "entities": BOMB + IN_MM + "<text>&b;</text></svg>",
    "external": '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + IN_MM + "<text>&e;</text></svg>",
    "deep": IN_MM + "<g>" * 3000 + PIN + "</g>" * 3000 + "</svg>",
    "rather deep": IN_MM + "<g>" * 60 + PIN + "</g>" * 60 + "</svg>",
    "repeats itself": IN_MM + '<g id="a"><use href="#a"/></g></svg>',
    "doubled": IN_MM + DOUBLED + f'<g id="d30">{PIN}</g></svg>',
    "many": IN_MM + PIN * 5_000 + "</svg>",
    "long path": IN_MM + '<path d="M 0 0' + " 1 1" * 30_000 + '"/></svg>',
    "long style": IN_MM + "<style>" + " " * 10_000 + "</style></svg>",
    "not SVG": "<html><body/></html>",
    "no XML": "\x00\x01",
    "empty": "",
    "nothing": IN_MM + "</svg>",
    "infinite": IN_MM + '<line x1="1e999" y1="0" x2="1" y2="1"/></svg>',
    "far": IN_MM + '<line x1="1e9" y1="0" x2="1" y2="1"/></svg>',
    "flat": IN_MM.replace("0 0 200 300", "0 0 0 0") + PIN + "</svg>",
    "broken size": IN_MM.replace("200mm", "..mm") + PIN + "</svg>",
    "tiny": IN_MM + '<line x1="1" y1="1" x2="1.5" y2="1"/></svg>',
    "huge": IN_MM + '<line x1="1" y1="1" x2="9000" y2="5000"/></svg>',
    "pieces": IN_MM + "".join(f'<circle cx="{n % 20 * 9}" cy="{n // 20 * 9}" r="2"/>' for n in range(201)) + "</svg>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_svg_gets_one_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "drawn.svg"
    path.write_text(HOSTILE[name], "utf-8")
    with pytest.raises(DrawingError) as caught:
        import_drawing(path, "drawn")
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 400


def nested(document: Document) -> None:
    for number in range(20):
        block = document.blocks.new(f"b{number}")
        for _copy in range(2):
            block.add_blockref(f"b{number + 1}", (0, 0))
    document.blocks.new("b20").add_circle((0, 0), 1)
    document.modelspace().add_blockref("b0", (0, 0))


def itself(document: Document) -> None:
    document.blocks.new("a").add_blockref("a", (1, 1))
    document.modelspace().add_blockref("a", (0, 0))


def many(document: Document) -> None:
    for number in range(60):
        document.modelspace().add_point((number, 0))


def far(document: Document) -> None:
    document.modelspace().add_line((0, 0), (1e300, 1))


@pytest.mark.parametrize("fill", [nested, itself, many, far])
def test_a_hostile_dxf_gets_one_sentence(
    fill: Callable[[Document], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dxf_reading, "MOST_LINES", 50)
    document = in_mm()
    fill(document)
    with pytest.raises(DrawingError, match=r"^[^\n]{10,300}\.$"):
        of_dxf(document, tmp_path)


def text_of(document: Document) -> str:
    file = io.StringIO()
    document.write(file)
    return file.getvalue()


@pytest.mark.parametrize("cut", [0, 1, 100, 5_000, 20_000])
def test_a_broken_dxf_gets_one_sentence(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "drawn.dxf"
    path.write_text(text_of(in_mm())[:cut] + "nonsense", "utf-8")
    with pytest.raises(DrawingError, match=r"^[^\n]{10,300}\.$"):
        import_drawing(path, "drawn")


SOURCES = {"svg": svg_drawing(load_tower("coin")).encode(), "dxf": dxf_drawing(load_tower("coin")).encode()}
SCRAPS = (b"1e999", b"-", b"nan", b"<g>", b"99999999999", b"\n0\nINSERT\n", b"\x00", b"0 0 0 0")


@pytest.mark.parametrize("ending", ["svg", "dxf"])
def test_a_damaged_drawing_is_read_or_refused(ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"drawn.{ending}"
    for seed in range(40):
        chance, data = Random(seed), bytearray(SOURCES[ending])
        for _change in range(chance.choice((1, 2, 5))):
            at, other = (chance.randrange(len(data)) for _end in range(2))
            kind = chance.randrange(3)
            if kind == 0:
                del data[at : at + chance.randrange(1, 40)]
            else:
                data[at:at] = chance.choice(SCRAPS) if kind == 1 else data[other : other + chance.randrange(1, 200)]
        path.write_bytes(data)
        with suppress(DrawingError):
            assert import_drawing(path, "drawn").notes
    assert capfd.readouterr() == ("", "")


def test_an_array_of_blocks_is_left_out(tmp_path: Path) -> None:
    document = in_mm()
    document.blocks.new("peg").add_circle((0, 0), 1)
    array = {"row_count": 9_999, "column_count": 9_999, "row_spacing": 1, "column_spacing": 1}
    document.modelspace().add_blockref("peg", (0, 0), dxfattribs=array)
    document.modelspace().add_line((0, 0), (50, 90))
    assert "Left out: 1 x INSERT." in of_dxf(document, tmp_path).notes


def test_a_large_file_another_kind_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "drawn.svg"
    path.write_bytes(b" " * (LARGEST + 1))
    for file in (path, tmp_path / "drawn.pdf", tmp_path / "missing.dxf"):
        with pytest.raises(DrawingError, match=r"^[^\n]{10,300}\.$"):
            import_drawing(file, "drawn")


@pytest.mark.parametrize(("ending", "library"), [("svg", "svgelements"), ("dxf", "ezdxf"), ("svg", "shapely")])
def test_a_missing_library_is_named(ending: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"drawn.{ending}"
    path.write_text(IN_MM + PIN + "</svg>", "utf-8")
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DrawingError) as caught:
        import_drawing(path, "drawn")
    command = install_command(library, extra="lab")
    assert str(caught.value) == f"Drawings need the library {library}. Install it: {command}"
