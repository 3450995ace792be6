"""A test comb: which of its slots a piece of the cardboard just fits tells how much a laser's cut takes away."""

from ezdxf.layouts.layout import Modelspace

from shogun.base.language import _
from shogun.tower.cardboard.dxf import Pen
from shogun.tower.cardboard.part import Note

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
    told = _("Cut it, and push an edge of the same cardboard in: the slot that holds it tight names the kerf.")
    pen.text(Note(MARGIN, top + 7, told, 2.4), "NOTE", align="left")
    return max(wide, 170.0) + 2 * MARGIN, top + ABOVE
