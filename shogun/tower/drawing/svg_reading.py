"""Reading SVG drawings: svgelements parses them, after a look whether they are small and flat enough for that."""

import io
import math
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

import msgspec

from shogun.base.foreign_xml import parsed
from shogun.base.language import _
from shogun.tower.drawing import DrawingError, TooMuchError, check_library
from shogun.tower.drawing.lines import (
    FARTHEST,
    MOST_LINES,
    Circle,
    Drawing,
    Look,
    Stroke,
    chords,
    decoded_note,
)
from shogun.tower.physics.collision_geometry import Point

NOTE = "data-shogun"
"""Attribute with the note of a line."""
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
"""Attribute with the name of a layer in Inkscape."""
SVG = "{http://www.w3.org/2000/svg}"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "q": 0.25}
"""Lengths of the units, mm; a pixel is none, since programs disagree about it."""
PIXEL = 25.4 / 96
DEEPEST = 40
"""Most levels of groups."""
LONGEST_PATHS, LONGEST_TRANSFORMS, LONGEST_VALUE = 100_000, 500_000, 5_000
"""Most characters of all paths, of the transformations of all elements, and of the style or another attribute."""
PATHS = ("d", "points")
LONG = (*PATHS, NOTE, *HREFS)
"""Attributes that may be long: the library doesn't search in them."""
ROUND = 1e-6
"""Relative difference of the radii of a circle."""


class _Weight(msgspec.Struct, frozen=True):
    """The size of a part of a file, with all that it repeats by `use`."""

    elements: int = 1
    depth: int = 1
    paths: int = 0
    """Characters of its paths."""
    transforms: int = 0
    """Characters of the transformations, of each element with those of the groups around it."""


def read_svg(data: bytes, source: str, scale: float | None) -> Drawing:
    """Return the lines of an SVG file; `scale` replaces the length of its unit, mm. Raises DrawingError."""
    check_library("svgelements")
    import svgelements

    unit = _checked(data, source)
    try:
        root = svgelements.SVG.parse(io.BytesIO(data), reify=True)
        return _Reader(root, unit if scale is None else scale).drawing()
    except TooMuchError as error:
        raise error.sentence(source) from None
    except Exception:  # whatever the library makes of a broken file
        raise DrawingError(_("{file} can't be read as an SVG drawing.").format(file=source)) from None


def _checked(data: bytes, source: str) -> float | None:
    """Return the length of the file's unit, mm, if it says that. Raises DrawingError for what isn't a fit drawing."""
    try:
        root = parsed(data)
        if root.tag not in (f"{SVG}svg", "svg"):
            raise ValueError
        weight, unit = _weighed(root), _unit(root)
    except (ValueError, RecursionError):
        raise DrawingError(_("{file} can't be read as an SVG drawing.").format(file=source)) from None
    is_heavy = (
        weight.paths > LONGEST_PATHS or weight.transforms > LONGEST_TRANSFORMS or weight.elements > 2 * MOST_LINES
    )
    if is_heavy or weight.depth > DEEPEST or _longest_value(root) > LONGEST_VALUE:
        raise TooMuchError().sentence(source)
    return unit


def _weighed(root: ElementTree.Element) -> _Weight:
    """Return the weight of a file. Raises ValueError for an element that contains itself, and RecursionError."""
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    known: dict[ElementTree.Element, _Weight | None] = {}

    def weigh(element: ElementTree.Element) -> _Weight:
        if element in known:
            weight = known[element]
            if weight is None:
                raise ValueError
            return weight
        known[element] = None
        parts = [weigh(child) for child in element]
        if element.tag in (f"{SVG}use", "use"):
            names = [element.get(name, "") for name in HREFS]
            parts += [weigh(by_id[name[1:]]) for name in names if name[1:] in by_id]
        own = sum(len(element.get(name, "")) for name in PATHS)
        count = 1 + sum(part.elements for part in parts)
        known[element] = weight = _Weight(
            count,
            1 + max((part.depth for part in parts), default=0),
            own + sum(part.paths for part in parts),
            len(element.get("transform", "")) * count + sum(part.transforms for part in parts),
        )
        return weight

    return weigh(root)


def _longest_value(root: ElementTree.Element) -> int:
    """Return how many characters the styles have, or the longest attribute."""
    styles = sum(len(element.text or "") for element in root.iter() if element.tag in (f"{SVG}style", "style"))
    values = (len(value) for element in root.iter() for name, value in element.items() if name not in LONG)
    return max(styles, max(values, default=0))


def _unit(root: ElementTree.Element) -> float | None:
    """Return the length of a file's unit, mm; None if its size isn't given in a unit of length."""
    size = [_length(root.get(name, "")) for name in ("width", "height")]
    box = [float(number) for number in root.get("viewBox", "").replace(",", " ").split()]
    if None in size or (box and (len(box) != 4 or min(box[2:]) <= 0)):
        return None
    if not box:
        return PIXEL
    return min(side / length for side, length in zip(size, box[2:], strict=True) if side is not None)


def _length(text: str) -> float | None:
    text = text.strip().lower()
    unit = next((unit for unit in UNITS if text.endswith(unit)), None)
    if unit is None:
        return None
    length = float(text.removesuffix(unit)) * UNITS[unit]
    return length if length > 0 else None


class _Reader:
    """Reads the elements of a parsed file."""

    def __init__(self, root: Any, unit: float | None) -> None:
        from svgelements import Matrix

        self._root = root
        self._unit = 1.0 if unit is None else unit
        self._has_unit = unit is not None
        view = root.viewbox_transform if root.viewbox is not None else ""
        self._to_file = ~Matrix(view) if view else Matrix()
        """Back from the library's pixels, which it rounds, to the units of the file."""
        self._stretch = math.sqrt(abs(self._to_file.determinant)) * self._unit

    def drawing(self) -> Drawing:
        """Return all lines and circles. Raises ValueError."""
        drawing = Drawing(has_unit=self._has_unit)
        for element, layers in _elements(self._root, ()):
            self._take(element, layers, drawing)
        return drawing

    def _take(self, element: Any, layers: tuple[str, ...], drawing: Drawing) -> None:
        import svgelements as svg

        tag = str(element.values.get("tag", "{"))
        if isinstance(element, svg.Circle | svg.Ellipse):
            self._take_ellipse(element, layers, drawing)
        elif isinstance(element, svg.Shape):
            look = self._look(element, layers)
            for part in svg.Path(element).as_subpaths():
                self._take_path(list(part), (look, self._width(element)), drawing)
        elif not tag.startswith("{") and tag not in UNSEEN:  # with a brace: of another program's own language
            drawing.unread[tag] += 1

    def _take_ellipse(self, element: Any, layers: tuple[str, ...], drawing: Drawing) -> None:
        across, up = element.implicit_rx, element.implicit_ry
        if math.isclose(across, up, rel_tol=ROUND):
            place = self._place(element.implicit_center)
            drawing.circles.append(Circle(place, 2 * across * self._stretch, self._look(element, layers)))
        else:
            drawing.unread["ellipse"] += 1

    def _take_path(self, segments: Sequence[Any], look: tuple[Look, float], drawing: Drawing) -> None:
        """Take one connected line; a full circle of arcs is one."""
        import svgelements as svg

        drawn = [one for one in segments if not isinstance(one, svg.Move) and one.start != one.end]
        if any(isinstance(one, svg.Arc) and not math.isclose(one.rx, one.ry, rel_tol=ROUND) for one in drawn):
            drawing.unread["ellipse"] += 1
        elif any(not isinstance(one, svg.Line | svg.Close | svg.Arc) for one in drawn):
            drawing.unread[_("curve")] += 1
        elif drawn and (round_ := self._circle(drawn)) is not None:
            drawing.circles.append(Circle(*round_, look[0]))
        elif drawn:
            points = [self._place(drawn[0].start)]
            for one in drawn:
                points += self._arc(one)[1:] if isinstance(one, svg.Arc) else [self._place(one.end)]
            drawing.strokes.append(Stroke(tuple(points), look[1], look[0]))
        if len(drawing.strokes) + len(drawing.circles) > MOST_LINES:
            raise TooMuchError

    def _circle(self, drawn: Sequence[Any]) -> tuple[Point, float] | None:
        """Return center and diameter of arcs around one center that close a circle."""
        import svgelements as svg

        arcs = [one for one in drawn if isinstance(one, svg.Arc)]
        if len(arcs) != len(drawn) or not math.isclose(abs(math.fsum(arc.sweep for arc in arcs)), math.tau):
            return None
        centres = [self._place(arc.center) for arc in arcs]
        diameter = 2 * arcs[0].rx * self._stretch
        return (centres[0], diameter) if all(math.dist(centres[0], one) < 0.01 for one in centres) else None

    def _arc(self, arc: Any) -> tuple[Point, ...]:
        centre, start, end = (self._place(point) for point in (arc.center, arc.start, arc.end))
        begin = math.atan2(start[1] - centre[1], start[0] - centre[0])
        return (*chords(centre, arc.rx * self._stretch, begin, -arc.sweep)[:-1], end)

    def _place(self, point: Any) -> Point:
        """Return a point of the library in mm, y upwards. Raises ValueError if it is too far away."""
        moved = self._to_file.point_in_matrix_space(point)
        place = moved.x * self._unit, -moved.y * self._unit
        if not all(abs(number) <= FARTHEST for number in place):
            raise ValueError
        return place

    def _width(self, element: Any) -> float:
        """Return the width of a line; 0 if it has no stroke."""
        has_stroke = element.stroke is not None and element.stroke.value is not None
        width = float(element.stroke_width or 0) * self._stretch if has_stroke else 0.0
        return width if math.isfinite(width) else 0.0

    def _look(self, element: Any, layers: tuple[str, ...]) -> Look:
        colours = (element.stroke, element.fill)
        seen = next((colour for colour in colours if colour is not None and colour.value is not None), None)
        own = element.values.get("attributes", {})
        return Look(layers, "" if seen is None else seen.hex[:7].lower(), decoded_note(str(own.get(NOTE, ""))))


UNSEEN = frozenset(("defs", "metadata", "title", "desc", "style", "script", "symbol", "a", "switch", "view"))
"""Elements that show nothing themselves."""


def _elements(group: Any, layers: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Yield all elements that aren't groups, with the names of the groups around each."""
    for element in group:
        inner: Any = element
        if isinstance(element, list):
            own = inner.values.get("attributes", {})
            names = dict.fromkeys(str(own[key]) for key in ("id", LABEL) if own.get(key))
            yield from _elements(element, (*layers, *names))
        else:
            yield element, layers
