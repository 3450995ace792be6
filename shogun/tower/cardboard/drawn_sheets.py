"""Drawings of a tower's sheets, all at 1:1: one DXF, a PDF with a page for each, or an SVG for each; and a test comb.

A piece of cardboard fits exactly one of the comb's slots, which shows how much the laser's cut takes away.
"""

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ezdxf import filemanagement, units
from ezdxf.addons.drawing import layout, svg
from ezdxf.addons.drawing.config import BackgroundPolicy, ColorPolicy, Configuration, LineweightPolicy
from ezdxf.addons.drawing.frontend import Frontend
from ezdxf.addons.drawing.properties import RenderContext
from ezdxf.document import Drawing
from ezdxf.enums import TextEntityAlignment
from ezdxf.layouts.layout import Modelspace
from shapely import Point, Polygon

from shogun.base.language import _
from shogun.tower.cardboard.assembly import Assembly, assemble
from shogun.tower.cardboard.build_options import BuildOptions
from shogun.tower.cardboard.cross_boards import Note
from shogun.tower.cardboard.parts import BuildPlan, plan_build
from shogun.tower.cardboard.sheets import FOOTER, Line, PlacedPart, Sheet, lay, name_of, size_of
from shogun.tower.cardboard.sheets import MARGIN as SHEET_MARGIN
from shogun.tower.geometry import Geometry

# DXF drawings in mm, with a layer for each kind of work (CUT, JOIN, ROUND) and for text (NUMBER, NOTE)

BETWEEN = 20.0
"""Distance of two sheets in one drawing, mm."""
RULER = 100.0
FONT = "DejaVuSans.ttf"


class Layer(NamedTuple):
    """Look of a layer: color (red, green, blue), width of its lines in 1/100 mm, and their pattern."""

    colour: tuple[int, int, int]
    weight: int
    pattern: str = "CONTINUOUS"
    number: int = 250
    """Index of its color in AutoCAD's table, by which laser software distinguishes layers; 250 is a dark gray."""


LAYERS = {
    "CUT": Layer((255, 0, 0), 18, number=1),
    "JOIN": Layer((0, 0, 255), 18, "DASHED", 5),
    "ROUND": Layer((0, 130, 60), 35, number=3),
    "NUMBER": Layer((20, 20, 20), 18),
    "NOTE": Layer((110, 110, 110), 13),
    "SHEET": Layer((190, 190, 190), 9),
    "ASSEMBLY": Layer((40, 33, 28), 18),
}


def drawing(plan: BuildPlan, sheets: Sequence[Sheet], assembly: Assembly) -> Drawing:
    """Return one drawing of all sheets side by side, the assembly picture first."""
    document = empty_drawing()
    space, left = document.modelspace(), 0.0
    draw_assembly(space, assembly, left)
    left += assembly.width + BETWEEN
    for sheet in sheets:
        draw_sheet(space, plan, sheet, len(sheets), left)
        left += sheet.width + BETWEEN
    return document


def empty_drawing() -> Drawing:
    """Return an empty drawing in mm with all layers."""
    document = filemanagement.new("R2010", setup=["linetypes"], units=units.MM)
    document.styles.add("SHOGUN", font=FONT)
    for name, look in LAYERS.items():
        layer = document.layers.add(name, linetype=look.pattern, lineweight=look.weight)
        layer.color = look.number
        layer.rgb = look.colour
    return document


def as_text(document: Drawing) -> str:
    """Return a drawing as the text of a DXF file."""
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue()


def draw_sheet(space: Modelspace, plan: BuildPlan, sheet: Sheet, count: int, left: float = 0.0) -> None:
    """Draw one sheet, `left` mm right of the origin."""
    pen = Pen(space, left)
    pen.paper(sheet.width, sheet.height)
    words = _("{tower}: sheet {number} of {count}, {material}, print at 100 % (1:1)")
    title = words.format(
        tower=plan.geometry.title or plan.geometry.name,
        number=sheet.number,
        count=count,
        material=sheet.material.name,
    )
    pen.text(Note(SHEET_MARGIN, SHEET_MARGIN + 11, title, 3.4), "NOTE", align="left")
    kerf = _("red: cut (including {kerf:g} mm for the cut); green: round over; blue: join sheets, letter to letter")
    pen.text(Note(SHEET_MARGIN, SHEET_MARGIN + 6.5, kerf.format(kerf=plan.wishes.kerf), 2.4), "NOTE", align="left")
    pen.ruler()
    for laid in sheet.laid:
        _draw_part(pen, laid)


def _draw_part(pen: "Pen", laid: PlacedPart) -> None:
    for cut in laid.cuts:
        pen.line(cut, "CUT")
    for line, letter in laid.joins:
        pen.line(line, "JOIN")
        (ax, ay), (bx, by) = line[0], line[-1]
        for share in (0.2, 0.8) if abs(bx - ax) + abs(by - ay) > 40 else (0.5,):
            pen.text(Note(ax + (bx - ax) * share, ay + (by - ay) * share, letter, 3.0), "JOIN")
    for line in laid.rounded:
        pen.line(line, "ROUND")
    for note in laid.notes:
        pen.text(note, "NOTE", turned=laid.turned)
    pen.text(laid.label, "NUMBER", turned=laid.turned)


def draw_assembly(space: Modelspace, assembly: Assembly, left: float = 0.0) -> None:
    """Draw the assembly picture with its list of parts and its steps."""
    pen = Pen(space, left)
    pen.paper(assembly.width, assembly.height)
    for line in assembly.lines:
        pen.line(line, "ASSEMBLY")
    for note in assembly.numbers:
        pen.text(note, "NUMBER")
    for note in assembly.texts:
        pen.text(note, "NOTE", align="left")


class Pen:
    """Draws onto one sheet of a drawing."""

    def __init__(self, space: Modelspace, left: float) -> None:
        self._space, self._left = space, left

    def line(self, line: Line, layer: str) -> None:
        """Draw a line, closed if it ends where it begins."""
        points = [(x + self._left, y) for x, y in line]
        is_closed = len(points) > 3 and points[0] == points[-1]
        self._space.add_lwpolyline(points[:-1] if is_closed else points, close=is_closed, dxfattribs={"layer": layer})

    def lines(self, lines: Iterable[Line], layer: str) -> None:
        """Draw several lines."""
        for line in lines:
            self.line(line, layer)

    def text(self, note: Note, layer: str, *, align: str = "middle", turned: float = 0.0) -> None:
        """Write a text, centered at its place or to the right of it."""
        text = self._space.add_text(
            note.text, height=note.height, rotation=turned, dxfattribs={"layer": layer, "style": "SHOGUN"}
        )
        where = TextEntityAlignment.MIDDLE_CENTER if align == "middle" else TextEntityAlignment.LEFT
        text.set_placement((note.x + self._left, note.y), align=where)

    def paper(self, width: float, height: float) -> None:
        """Draw the borders of the paper."""
        self.line(((0, 0), (width, 0), (width, height), (0, height), (0, 0)), "SHEET")

    def ruler(self) -> None:
        """Draw a ruler to check the scale of a print."""
        self.line(((SHEET_MARGIN, SHEET_MARGIN), (SHEET_MARGIN + RULER, SHEET_MARGIN)), "NUMBER")
        for number in range(11):
            x = SHEET_MARGIN + number * RULER / 10
            self.line(((x, SHEET_MARGIN), (x, SHEET_MARGIN + (4.0 if number % 5 == 0 else 2.2))), "NUMBER")
        words = _("this line is {mm:g} mm long: measure it on the print").format(mm=RULER)
        self.text(Note(SHEET_MARGIN + RULER + 3, SHEET_MARGIN, words, 2.8), "NOTE", align="left")
        assert FOOTER > 15


# Files

INCH = 25.4
_STYLE = re.compile(r"<style>\.(\w+) \{([^}]*)\}</style>")
_SHEET = re.compile(r"<defs>(?:<style>[^<]*</style>)*</defs>")
_CLASS = re.compile(r'class="(\w+)"')
LOOK = Configuration(
    background_policy=BackgroundPolicy.WHITE,
    color_policy=ColorPolicy.COLOR,
    lineweight_policy=LineweightPolicy.ABSOLUTE,
)


class DrawnPlan:
    """A tower's plan with all its sheets, in each format."""

    def __init__(self, geometry: Geometry, wishes: BuildOptions) -> None:
        self.plan = plan_build(geometry, wishes)
        self.sheets = lay(self.plan)
        self.paper, self.size = name_of(self.plan), size_of(self.plan)

    def dxf(self) -> str:
        """Return all sheets side by side as DXF."""
        return as_text(drawing(self.plan, self.sheets, assemble(self.plan)))

    def pages(self) -> Iterator[Drawing]:
        """Yield a drawing for each sheet, the assembly picture first; its origin is the paper's lower left corner."""
        first = empty_drawing()
        draw_assembly(first.modelspace(), assemble(self.plan))
        yield first
        for sheet in self.sheets:
            page = empty_drawing()
            draw_sheet(page.modelspace(), self.plan, sheet, len(self.sheets))
            yield page

    def svg(self) -> Iterator[str]:
        """Yield each sheet as an SVG of the paper's size."""
        return as_svg(self.pages(), self.size)

    def pdf(self) -> bytes:
        """Return all sheets as a PDF with a page for each."""
        return as_pdf(self.pages(), self.size)


class DrawnComb:
    """The test comb for a laser's kerf, in each format."""

    def __init__(self, thickness: float) -> None:
        self._page = empty_drawing()
        self.size = draw_comb(self._page.modelspace(), thickness)

    def dxf(self) -> str:
        """Return it as DXF."""
        return as_text(self._page)

    def svg(self) -> Iterator[str]:
        """Yield it as SVG."""
        return as_svg([self._page], self.size)

    def pdf(self) -> bytes:
        """Return it as PDF."""
        return as_pdf([self._page], self.size)


def as_svg(pages: Iterable[Drawing], size: tuple[float, float]) -> Iterator[str]:
    """Yield each page as an SVG of this width and height, mm."""
    paper = layout.Page(*size, layout.Units.mm, margins=layout.Margins.all(0))
    for page in pages:
        backend = svg.SVGBackend()
        Frontend(RenderContext(page), backend, config=LOOK).draw_layout(page.modelspace())
        yield with_own_styles(backend.get_string(paper, settings=layout.Settings(fit_page=False, scale=1)))


def with_own_styles(text: str) -> str:
    """Return an SVG with style attributes in place of CSS classes, which laser software doesn't read."""
    styles = dict(_STYLE.findall(text))
    looks = {
        name: " ".join(f'{key.strip()}="{value.strip()}"' for key, _colon, value in _declarations(style))
        for name, style in styles.items()
    }
    return _CLASS.sub(lambda match: looks[match[1]], _SHEET.sub("", text))


def _declarations(style: str) -> Iterator[tuple[str, str, str]]:
    parts = (part for part in style.split(";") if part.strip() and part.strip() != "stroke-width: none")
    return (part.partition(":") for part in parts)


def as_pdf(drawings: Iterable[Drawing], size: tuple[float, float]) -> bytes:
    """Return drawings as the pages of a PDF, all of this width and height, mm."""
    from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
    from matplotlib.backends.backend_pdf import FigureCanvasPdf, PdfPages
    from matplotlib.figure import Figure

    width, height = size
    stream = io.BytesIO()
    with PdfPages(stream, metadata={"CreationDate": None}) as pages:
        for page in drawings:
            figure = Figure(figsize=(width / INCH, height / INCH))
            FigureCanvasPdf(figure)
            axes = figure.add_axes((0, 0, 1, 1))
            Frontend(RenderContext(page), MatplotlibBackend(axes, adjust_figure=False), config=LOOK).draw_layout(
                page.modelspace()
            )
            axes.set(xlim=(0, width), ylim=(0, height))
            pages.savefig(figure)
    return stream.getvalue()


def drawn_outline(outline: Polygon) -> str:
    """Return the DXF of a single outline with its round holes, to be cut."""
    document = empty_drawing()
    space = document.modelspace()
    Pen(space, 0.0).lines([tuple((x, y) for x, y in outline.exterior.coords)], "CUT")
    for hole in outline.interiors:
        center = hole.centroid
        space.add_circle((center.x, center.y), center.distance(Point(hole.coords[0])), {"layer": "CUT"})
    return as_text(document)


# The test comb

KERFS = tuple(number / 20 for number in range(9))
"""Kerfs of the slots, mm: each slot is drawn narrower than the cardboard by one of them."""
PITCH, DEEP, TALL = 14.0, 15.0, 32.0
"""Distance of slots, their depth, and the height of the comb, mm."""
MARGIN, ABOVE = 8.0, 14.0
NARROWEST = 0.1
"""Least drawn width of a slot, mm."""


def draw_comb(space: Modelspace, thickness: float) -> tuple[float, float]:
    """Draw the comb for cardboard of this thickness, mm, and return width and height of the drawing, mm."""
    pen = Pen(space, 0.0)
    kerfs = [kerf for kerf in KERFS if round(thickness - kerf, 3) >= NARROWEST]
    wide = PITCH * len(kerfs)
    top = MARGIN + TALL
    outline = [(MARGIN, MARGIN), (MARGIN + wide, MARGIN), (MARGIN + wide, top)]
    for number, kerf in reversed(list(enumerate(kerfs))):
        middle, half = MARGIN + PITCH * (number + 0.5), (thickness - kerf) / 2
        left, right, low = middle - half, middle + half, top - DEEP
        outline += [(right, top), (right, low), (left, low), (left, top)]
        pen.text(Note(middle, MARGIN + 8, f"{kerf:.2f}", 3.0), "NUMBER")
    pen.line((*outline, (MARGIN, top), (MARGIN, MARGIN)), "CUT")
    words = _("Cut this out and push an edge of the same cardboard in: the slot that holds it tight gives the kerf.")
    pen.text(Note(MARGIN, top + 7, words, 2.4), "NOTE", align="left")
    return max(wide, 170.0) + 2 * MARGIN, top + ABOVE
