"""Sheets as a drawing in DXF, mm, a layer for each thing that is done: CUT, JOIN, ROUND; NUMBER and NOTE are text."""

import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ezdxf import filemanagement, units
from ezdxf.document import Drawing
from ezdxf.enums import TextEntityAlignment
from ezdxf.layouts.layout import Modelspace

from shogun.base.language import _
from shogun.tower.cardboard.assembly import Assembly
from shogun.tower.cardboard.part import Note
from shogun.tower.cardboard.parts import BuildPlan
from shogun.tower.cardboard.sheets import FOOTER, MARGIN, Laid, Line, Sheet

BETWEEN = 20.0
"""Between two sheets of one drawing, mm."""
RULER = 100.0
FONT = "DejaVuSans.ttf"


class Layer(NamedTuple):
    """How a layer looks: colour (red, green, blue), width of its lines in 1/100 mm, and their pattern."""

    colour: tuple[int, int, int]
    weight: int
    pattern: str = "CONTINUOUS"
    number: int = 250
    """The number of its colour in AutoCAD's table, by which lasers' programs tell layers apart; 250: a dark grey."""


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
    """Return a drawing in mm with our layers and nothing on them."""
    document = filemanagement.new("R2010", setup=["linetypes"], units=units.MM)
    document.styles.add("SHOGUN", font=FONT)
    for name, look in LAYERS.items():
        layer = document.layers.add(name, linetype=look.pattern, lineweight=look.weight)
        layer.color = look.number
        layer.rgb = look.colour
    return document


def as_text(document: Drawing) -> str:
    """Return a drawing as a DXF file holds it."""
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
    pen.text(Note(MARGIN, MARGIN + 11, title, 3.4), "NOTE", align="left")
    kerf = _("red: cut (including {kerf:g} mm for the cut); green: round over; blue: join sheets, letter to letter")
    pen.text(Note(MARGIN, MARGIN + 6.5, kerf.format(kerf=plan.wishes.kerf), 2.4), "NOTE", align="left")
    pen.ruler()
    for laid in sheet.laid:
        _draw_part(pen, laid)


def _draw_part(pen: "Pen", laid: Laid) -> None:
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
        """Draw a line; one that ends where it begins is closed."""
        points = [(x + self._left, y) for x, y in line]
        is_closed = len(points) > 3 and points[0] == points[-1]
        self._space.add_lwpolyline(points[:-1] if is_closed else points, close=is_closed, dxfattribs={"layer": layer})

    def lines(self, lines: Iterable[Line], layer: str) -> None:
        """Draw several lines."""
        for line in lines:
            self.line(line, layer)

    def text(self, note: Note, layer: str, *, align: str = "middle", turned: float = 0.0) -> None:
        """Write in the middle of a place, or to the right of it."""
        text = self._space.add_text(
            note.text, height=note.height, rotation=turned, dxfattribs={"layer": layer, "style": "SHOGUN"}
        )
        where = TextEntityAlignment.MIDDLE_CENTER if align == "middle" else TextEntityAlignment.LEFT
        text.set_placement((note.x + self._left, note.y), align=where)

    def paper(self, width: float, height: float) -> None:
        """Draw the borders of the paper."""
        self.line(((0, 0), (width, 0), (width, height), (0, height), (0, 0)), "SHEET")

    def ruler(self) -> None:
        """Draw a ruler by which the scale of a print is checked."""
        self.line(((MARGIN, MARGIN), (MARGIN + RULER, MARGIN)), "NUMBER")
        for number in range(11):
            x = MARGIN + number * RULER / 10
            self.line(((x, MARGIN), (x, MARGIN + (4.0 if number % 5 == 0 else 2.2))), "NUMBER")
        words = _("this line is {mm:g} mm long: measure it on the print").format(mm=RULER)
        self.text(Note(MARGIN + RULER + 3, MARGIN, words, 2.8), "NOTE", align="left")
        assert FOOTER > 15
