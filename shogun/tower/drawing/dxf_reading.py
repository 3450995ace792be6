"""Reading DXF drawings with ezdxf: lines, polylines with bulges, arcs and circles, also those in blocks."""

import io
import logging
import math
import re
from collections.abc import Iterable, Iterator

from ezdxf import colors, units
from ezdxf.document import Drawing as Document
from ezdxf.entities.arc import Arc
from ezdxf.entities.circle import Circle as DxfCircle
from ezdxf.entities.dxfentity import DXFEntity
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.entities.insert import Insert
from ezdxf.entities.line import Line
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.entities.polyline import Polyline
from ezdxf.enums import InsertUnits
from ezdxf.filemanagement import read

from shogun.base.language import _
from shogun.tower.drawing import DrawingError, TooMuchError
from shogun.tower.drawing.lines import (
    FARTHEST,
    MOST_LINES,
    Circle,
    Drawing,
    Look,
    Note,
    Stroke,
    chords,
    decoded_note,
)
from shogun.tower.physics.collision_geometry import Point

logging.getLogger("ezdxf").setLevel(logging.CRITICAL)  # its notes on a broken file would stand beside our sentence
APPLICATION = "SHOGUN"
"""Name under which a line's note is kept as extended data."""
TEXT_CODE, TEXT_LENGTH = 1000, 250
"""Group code of a text of extended data, and its most characters."""
MOST_DEPTH = 8
"""Most blocks within each other."""
BLACK = 7
"""The color that is black on paper and white on a black screen."""
FLAT = 1e-3
"""Deviation from the plane of the drawing, as a share."""
DRAWN = (Line, LWPolyline, Polyline, Arc, DxfCircle)
_CODEPAGE = re.compile(r"\$DWGCODEPAGE\s+3\s+ANSI_(\d{3,5})")
_OLD = re.compile(r"\$ACADVER\s+1\s+AC10(0\d|1[0-8])")
"""Files of versions before 2007, which aren't in UTF-8."""


def read_dxf(data: bytes, source: str, scale: float | None) -> Drawing:
    """Return the lines of a DXF file; `scale` replaces the length of its unit, mm. Raises DrawingError."""
    try:
        document = read(io.StringIO(_text(data)))
        return _Reader(document, scale).drawing()
    except TooMuchError as error:
        raise error.sentence(source) from None
    except Exception:  # whatever the library makes of a broken file
        raise DrawingError(_("{file} can't be read as a DXF drawing.").format(file=source)) from None


def _text(data: bytes) -> str:
    text = data.decode("latin-1")
    page = _CODEPAGE.search(text[:10_000])
    encoding = f"cp{page[1]}" if page and _OLD.search(text[:10_000]) else "utf-8"
    return data.decode(encoding, errors="replace").replace("\r\n", "\n")


class _Reader:
    """Reads the entities of a document."""

    def __init__(self, document: Document, scale: float | None) -> None:
        self._document = document
        self._hidden = {layer.dxf.name for layer in document.layers if layer.is_off() or layer.is_frozen()}
        self._left = MOST_LINES
        """Entities that may still be read."""
        unit = InsertUnits(document.units)
        own = units.conversion_factor(unit, InsertUnits.Millimeters) if unit else 1.0
        self._scale = own if scale is None else scale
        self._drawing = Drawing(has_unit=bool(unit) or scale is not None)

    def drawing(self) -> Drawing:
        """Return all lines and circles. Raises TooMuchError, among others."""
        for entity, layers in self._entities(self._document.modelspace(), (), 0):
            if isinstance(entity, DRAWN) and _is_flat(entity):
                self._take(entity, layers)
            else:
                self._drawing.unread[entity.dxftype()] += 1
        return self._drawing

    def _entities(
        self, some: Iterable[DXFEntity], blocks: tuple[str, ...], depth: int
    ) -> Iterator[tuple[DXFGraphic, tuple[str, ...]]]:
        """Yield all entities, also those of inserted blocks, with their layers. Raises TooMuchError."""
        for entity in some:
            self._left -= 1
            if self._left < 0 or depth > MOST_DEPTH:
                raise TooMuchError
            if not isinstance(entity, DXFGraphic) or entity.dxf.layer in self._hidden:
                continue
            layers = (*blocks, entity.dxf.layer)
            if not isinstance(entity, Insert):
                yield entity, layers
            elif entity.mcount > 1:
                self._drawing.unread[entity.dxftype()] += 1
            else:
                yield from self._entities(entity.virtual_entities(), layers, depth + 1)

    def _take(self, entity: DXFGraphic, layers: tuple[str, ...]) -> None:
        look = Look(layers, self._colour(entity), _note(entity))
        if isinstance(entity, Arc):
            sweep = math.radians((entity.dxf.end_angle - entity.dxf.start_angle) % 360 or 360)
            self._drawing.strokes.append(Stroke(self._arc(entity, sweep), 0.0, look))
        elif isinstance(entity, DxfCircle):
            centre = self._place(entity.ocs().to_wcs(entity.dxf.center))
            self._drawing.circles.append(Circle(centre, 2 * entity.dxf.radius * self._scale, look))
        elif isinstance(entity, Line):
            ends = self._place(entity.dxf.start), self._place(entity.dxf.end)
            self._drawing.strokes.append(Stroke(ends, 0.0, look))
        elif isinstance(entity, LWPolyline | Polyline):
            self._take_polyline(entity, look)

    def _take_polyline(self, entity: "LWPolyline | Polyline", look: Look) -> None:
        """Take a polyline: a closed one of arcs around one center is a circle."""
        parts = [part for part in entity.virtual_entities() if isinstance(part, Line | Arc)]
        arcs = [part for part in parts if isinstance(part, Arc)]
        round_ = self._circle(arcs) if arcs and len(arcs) == len(parts) else None
        if round_ is not None:
            self._drawing.circles.append(Circle(*round_, look))
            return
        points: list[Point] = []
        for part in parts:
            chain = self._chain(part)
            if points and math.dist(points[-1], chain[0]) > math.dist(points[-1], chain[-1]):
                chain = chain[::-1]  # an arc runs counterclockwise, whichever way its polyline does
            if len(points) == 0 and len(parts) > 1:
                following = self._chain(parts[1])
                if min(math.dist(chain[0], end) for end in (following[0], following[-1])) < 1e-6:
                    chain = chain[::-1]
            points += chain[1:] if points else chain
        if len(points) > 1:
            self._drawing.strokes.append(Stroke(tuple(points), _width(entity) * self._scale, look))

    def _chain(self, part: Line | Arc) -> tuple[Point, ...]:
        if isinstance(part, Line):
            return self._place(part.dxf.start), self._place(part.dxf.end)
        return self._arc(part, math.radians((part.dxf.end_angle - part.dxf.start_angle) % 360))

    def _arc(self, arc: Arc, sweep: float) -> tuple[Point, ...]:
        centre = self._place(arc.ocs().to_wcs(arc.dxf.center))
        turned = arc.dxf.extrusion.z < 0  # seen from behind: the arc is mirrored
        start = math.radians(arc.dxf.start_angle)
        start, sweep = (math.pi - start, -sweep) if turned else (start, sweep)
        return chords(centre, arc.dxf.radius * self._scale, start, sweep)

    def _circle(self, arcs: list[Arc]) -> tuple[Point, float] | None:
        """Return center and diameter of arcs around one center that close a circle."""
        sweep = math.fsum((arc.dxf.end_angle - arc.dxf.start_angle) % 360 for arc in arcs)
        centres = [self._place(arc.ocs().to_wcs(arc.dxf.center)) for arc in arcs]
        if not math.isclose(sweep, 360) or any(math.dist(centres[0], one) > 0.01 for one in centres):
            return None
        return centres[0], 2 * arcs[0].dxf.radius * self._scale

    def _place(self, point: object) -> Point:
        """Return a point in mm. Raises ValueError if it is too far away."""
        place = float(point.x) * self._scale, float(point.y) * self._scale  # type: ignore[attr-defined]
        if not all(abs(number) <= FARTHEST for number in place):
            raise ValueError
        return place

    def _colour(self, entity: DXFGraphic) -> str:
        if entity.rgb is not None:
            return colors.RGB(*entity.rgb).to_hex()
        number = entity.dxf.color
        if number == colors.BYLAYER:
            layer = self._document.layers.get(entity.dxf.layer) if entity.dxf.layer in self._document.layers else None
            if layer is not None and layer.rgb is not None:
                return colors.RGB(*layer.rgb).to_hex()
            number = BLACK if layer is None else abs(layer.dxf.color)
        if number == BLACK or not 0 < number < 256:
            return "#000000"
        return colors.aci2rgb(number).to_hex()


def _is_flat(entity: DXFGraphic) -> bool:
    """Return whether an entity is drawn in the plane that is seen."""
    if isinstance(entity, Polyline):
        return bool(entity.is_2d_polyline)
    if isinstance(entity, Line):
        return True
    return bool(abs(abs(entity.dxf.extrusion.z) - 1) < FLAT)


def _width(entity: "LWPolyline | Polyline") -> float:
    """Return the width of a polyline, in units of its file; 0 if it is a hairline, or not equally wide."""
    if isinstance(entity, LWPolyline):
        width = float(entity.dxf.get("const_width", 0.0))
        widths = {float(number) for point in entity.get_points("se") for number in point}
        return width or (widths.pop() if len(widths) == 1 else 0.0)
    return float(entity.dxf.get("default_start_width", 0.0))


def _note(entity: DXFGraphic) -> Note:
    if not entity.has_xdata(APPLICATION):
        return Note()
    texts = [str(tag.value) for tag in entity.get_xdata(APPLICATION) if tag.code == TEXT_CODE]
    return decoded_note("".join(texts))
