"""Options of a print, and checks that they make sense for a tower and a printer."""

import re

import msgspec

from shogun.base.language import _, shown
from shogun.tower.cardboard import BuildError
from shogun.tower.cardboard.build_options import DEEPEST, ROOM, check_length
from shogun.tower.geometry import Geometry

FRONTS = ("acrylic", "open")
THINNEST_PRINT, THICKEST_PRINT = 0.8, 10.0
"""Walls of two lines of the usual nozzle, and of what is simulated behind a wall's face, mm."""
WIDEST_CLEARANCE = 1.0
SMALLEST_BED, LARGEST_BED = 100.0, 2000.0
LEAST_HEIGHT = 20.0
_BED = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)" + 2 * r"(?:[x×](\d{1,4}(?:\.\d{1,3})?))?", re.IGNORECASE)


class PrintOptions(msgspec.Struct, frozen=True):
    """Options of a print; lengths in mm."""

    depth: float = 10.0
    """Distance between the back plate and the front."""
    thickness: float = 2.0
    """Thickness of the outer walls."""
    clearance: float = 0.2
    """Gap in all joints."""
    bed: tuple[float, float, float] = (220.0, 220.0, 250.0)
    """Width, depth and height that the printer has room for."""
    front: str = "acrylic"
    """One of FRONTS."""


def check_print(geometry: Geometry, wishes: PrintOptions) -> None:
    """Raise BuildError if a tower can't be printed with these options."""
    check_length("--depth", wishes.depth, geometry.grain.size + ROOM, DEEPEST)
    check_length("--thickness", wishes.thickness, THINNEST_PRINT, THICKEST_PRINT)
    check_length("--clearance", wishes.clearance, 0.0, WIDEST_CLEARANCE)
    if wishes.front not in FRONTS:
        sentence = _("--front {front}: choose one of {fronts}")
        raise BuildError(sentence.format(front=shown(wishes.front), fronts=", ".join(FRONTS)))


def parse_printer(text: str) -> tuple[float, float, float]:
    """Return width, depth and height, mm, of a printer like 220x220x250; without a height the usual one.

    Raises BuildError.
    """
    match = _BED.fullmatch(text.strip())
    usual = PrintOptions().bed[2]
    size = (float(match[1]), float(match[2] or 0), float(match[3] or usual)) if match else (0.0, 0.0, 0.0)
    least = SMALLEST_BED, SMALLEST_BED, LEAST_HEIGHT
    if not all(low <= side <= LARGEST_BED for low, side in zip(least, size, strict=True)):
        sentence = _(
            "--bed {bed}: write width x depth x height in mm, like 220x220x250; width and depth {least:g} to {most:g}, "
            "height at least {height:g}"
        )
        raise BuildError(sentence.format(bed=shown(text), least=SMALLEST_BED, most=LARGEST_BED, height=LEAST_HEIGHT))
    return size
