"""A tower as a drawing in mm, SVG or DXF, which can be changed in any drawing program and read again.

Ledges and walls are lines as wide as they are thick, pins are circles, and the frame and the tray are the faces that
cubes touch. Each group of pieces is a layer.
"""

import io
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from xml.sax.saxutils import quoteattr

import msgspec
from msgspec import UNSET

from shogun.base.files import write_whole
from shogun.base.language import _, shown
from shogun.tower.drawing import SUFFIXES, DrawingError, check_library
from shogun.tower.drawing.lines import FRAME, TRAY, Circle, Look, Note, Stroke, encoded_note
from shogun.tower.geometry import Baffle, Geometry, Grain, Pin, Shaft, Tap, Tray, Wall
from shogun.tower.physics.collision_geometry import Capsule, build_world
from shogun.tower.vector_picture import view_of

if TYPE_CHECKING:
    from ezdxf.entities.dxfgfx import DXFGraphic
    from ezdxf.layouts.layout import Modelspace

HAIRLINE = 0.3
"""Width of the lines of frame and tray in SVG, mm."""
NO_LAYER = "0"
"""DXF's layer for pieces without a group."""
COLOURS = {FRAME: "#000000", TRAY: "#808080"}
PIECES_COLOUR, PINS_COLOUR = "#c06000", "#0060c0"


def save_drawing(geometry: Geometry, path: Path) -> None:
    """Write a tower as a drawing, .svg or .dxf. Raises DrawingError and OSError."""
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise DrawingError(_("{file}: a drawing's name ends in .svg or .dxf.").format(file=shown(str(path))))
    write_whole(path, (svg_drawing(geometry) if kind == ".svg" else dxf_drawing(geometry)).encode())


def _lines(geometry: Geometry) -> Iterator[Stroke | Circle]:
    """Yield the lines and circles of a tower, frame and tray first."""
    world = build_world(geometry)
    given: dict[str, Any] = {
        "grain": None if geometry.grain == Grain() else geometry.grain,
        "tap": None if geometry.tap == Tap() else geometry.tap,
        "solver": None if geometry.solver is UNSET else geometry.solver,
    }
    material = _material(geometry.shaft, Shaft)
    yield Stroke(world.left_face, 0.0, Look((FRAME,), note=Note(**given, **material)))
    yield Stroke(world.right_face, 0.0, Look((FRAME,)))
    tray, floor = geometry.tray, world.floor_y
    left, right = tray.shift - tray.width / 2, tray.shift + tray.width / 2
    ways = ((left, floor + tray.rim), (left, floor), (right, floor), (right, floor + tray.rim))
    yield Stroke(ways, 0.0, Look((TRAY,), note=Note(**_material(tray, Tray))))
    for baffle, beam in zip(geometry.baffles, world.baffles, strict=True):
        yield _beam(beam, baffle, "baffle")
    for wall, beam in zip(geometry.walls, world.pieces, strict=True):
        yield _beam(beam, wall, "wall")
    for pin in geometry.pins:
        yield Circle((pin.x, pin.y), pin.diameter, Look(_layers(pin), note=Note(**_material(pin, Pin))))


def _beam(beam: Capsule, piece: Baffle | Wall, kind: Literal["baffle", "wall"]) -> Stroke:
    note = Note(kind=kind, **_material(piece, type(piece)))
    return Stroke((beam.start, beam.end), piece.thickness, Look(_layers(piece), note=note))


def _layers(piece: Baffle | Pin | Wall) -> tuple[str, ...]:
    return () if piece.group is None else (piece.group,)


def _material(part: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return friction and restitution as far as they aren't the usual ones."""
    usual = {field.name: field.default for field in msgspec.structs.fields(kind)}
    names = ("friction", "restitution")
    return {name: getattr(part, name) for name in names if getattr(part, name) != usual[name]}


def _number(value: float) -> str:
    return f"{value + 0.0:.6f}".rstrip("0").rstrip(".")


# SVG


def svg_drawing(geometry: Geometry) -> str:
    """Return a tower as an SVG drawing; its groups are layers in Inkscape."""
    box = view_of(geometry)
    wide, high = _number(box.right - box.left), _number(box.top - box.bottom)
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"\n'
        f'  width="{wide}mm" height="{high}mm" viewBox="{_number(box.left)} {_number(-box.top)} {wide} {high}">'
    )
    layers = groupby(_lines(geometry), key=lambda line: line.look.layers)
    body = "\n".join(_svg_layer(names, list(some)) for names, some in layers)
    return f"{head}\n{body}\n</svg>\n"


def _svg_layer(names: tuple[str, ...], lines: list[Stroke | Circle]) -> str:
    name = quoteattr(names[0]) if names else ""
    layer = f' inkscape:groupmode="layer" inkscape:label={name}' if name else ""
    style = f'fill="none" stroke="{COLOURS.get(names[0] if names else "", PIECES_COLOUR)}" stroke-linecap="round"'
    return "\n".join((f"<g{layer} {style}>", *map(_svg_line, lines), "</g>"))


def _svg_line(line: Stroke | Circle) -> str:
    text = encoded_note(line.look.note)
    note = f" data-shogun={quoteattr(text)}" if text else ""
    if isinstance(line, Circle):
        (x, y), radius = line.centre, line.diameter / 2
        place = f'cx="{_number(x)}" cy="{_number(-y)}" r="{_number(radius)}"'
        return f'  <circle {place} fill="{PINS_COLOUR}" stroke="none"{note}/>'
    width = f'stroke-width="{_number(line.width or HAIRLINE)}"'
    points = [(_number(x), _number(-y)) for x, y in line.points]
    if len(points) == 2:
        (x1, y1), (x2, y2) = points
        return f'  <line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {width}{note}/>'
    return f'  <polyline points="{" ".join(",".join(point) for point in points)}" {width}{note}/>'


# DXF


def dxf_drawing(geometry: Geometry) -> str:
    """Return a tower as a DXF drawing; its groups are layers. Raises DrawingError without the library for it."""
    check_library("ezdxf")
    from ezdxf import filemanagement, units
    from ezdxf.colors import RGB

    from shogun.tower.drawing.dxf_reading import APPLICATION

    document = filemanagement.new("R2010")
    document.units = units.MM
    document.appids.add(APPLICATION)
    space = document.modelspace()
    for line in _lines(geometry):
        name = line.look.layers[0] if line.look.layers else NO_LAYER
        if name not in document.layers:
            layer = document.layers.add(name)
            layer.rgb = RGB.from_hex(COLOURS.get(name, PIECES_COLOUR))
        _add_to(space, line, name)
    file = io.StringIO()
    document.write(file)
    return file.getvalue()


def _add_to(space: "Modelspace", line: Stroke | Circle, layer: str) -> None:
    from shogun.tower.drawing.dxf_reading import APPLICATION, TEXT_CODE, TEXT_LENGTH

    looks = {"layer": layer}
    if isinstance(line, Circle):
        entity: DXFGraphic = space.add_circle(line.centre, line.diameter / 2, dxfattribs=looks)
    else:
        entity = space.add_lwpolyline(line.points, dxfattribs={**looks, "const_width": line.width})
    if text := encoded_note(line.look.note):
        parts = [text[at : at + TEXT_LENGTH] for at in range(0, len(text), TEXT_LENGTH)]
        entity.set_xdata(APPLICATION, [(TEXT_CODE, part) for part in parts])
