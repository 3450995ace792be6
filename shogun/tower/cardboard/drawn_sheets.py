"""The sheets of a tower, drawn: as one DXF, as a PDF with a page for each, or as an SVG for each, all at 1:1.

Beside them a test comb: which of its slots a piece of the cardboard just fits tells what the laser's cut takes away.
"""

import io
import re
from collections.abc import Iterable, Iterator

from ezdxf.addons.drawing import layout, svg
from ezdxf.addons.drawing.config import BackgroundPolicy, ColorPolicy, Configuration, LineweightPolicy
from ezdxf.addons.drawing.frontend import Frontend
from ezdxf.addons.drawing.properties import RenderContext
from ezdxf.document import Drawing
from ezdxf.layouts.layout import Modelspace

from shogun.base.language import _
from shogun.tower.cardboard.assembly import assemble
from shogun.tower.cardboard.build_options import Wishes
from shogun.tower.cardboard.dxf import Pen, as_text, draw_assembly, draw_sheet, drawing, empty_drawing
from shogun.tower.cardboard.part import Note
from shogun.tower.cardboard.parts import plan_build
from shogun.tower.cardboard.sheets import lay, name_of, size_of
from shogun.tower.geometry import Geometry

INCH = 25.4
_STYLE = re.compile(r"<style>\.(\w+) \{([^}]*)\}</style>")
_SHEET = re.compile(r"<defs>(?:<style>[^<]*</style>)*</defs>")
_CLASS = re.compile(r'class="(\w+)"')
LOOK = Configuration(
    background_policy=BackgroundPolicy.WHITE,
    color_policy=ColorPolicy.COLOR,
    lineweight_policy=LineweightPolicy.ABSOLUTE,
)


class Drawn:
    """A tower's plan with all its sheets."""

    def __init__(self, geometry: Geometry, wishes: Wishes) -> None:
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
        """Yield each sheet as an SVG that is as large as the paper."""
        return as_svg(self.pages(), self.size)

    def pdf(self) -> bytes:
        """Return all sheets as a PDF, a page for each."""
        return as_pdf(self.pages(), self.size)


class DrawnComb:
    """The test comb for a laser's kerf."""

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
    """Return an SVG whose paths say themselves how they look: lasers' programs don't read classes of a style sheet."""
    styles = dict(_STYLE.findall(text))
    looks = {
        name: " ".join(f'{key.strip()}="{value.strip()}"' for key, _colon, value in _declarations(style))
        for name, style in styles.items()
    }
    return _CLASS.sub(lambda found: looks[found[1]], _SHEET.sub("", text))


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


KERFS = tuple(number / 20 for number in range(9))
"""mm, of the slots: each is drawn so much narrower than the cardboard is thick."""
PITCH, DEEP, TALL = 14.0, 15.0, 32.0
"""Between the middles of two slots, of a slot, and of the comb; mm."""
MARGIN, ABOVE = 8.0, 14.0
NARROWEST = 0.1
"""A slot is drawn so wide at least, mm."""


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
    told = _("Cut this out and push an edge of the same cardboard in: the slot that holds it tight gives the kerf.")
    pen.text(Note(MARGIN, top + 7, told, 2.4), "NOTE", align="left")
    return max(wide, 170.0) + 2 * MARGIN, top + ABOVE
