"""Towers to cut from cardboard: flat parts with tabs and slots, laid on sheets of paper at 1:1, as DXF, SVG or PDF.

The built tower is the simulated one, with one board for each wall, ledge and inner wall between two plates:

- A wall's inner face, and both faces of a ledge or inner wall, lie where cubes touch them in the simulation. Ledges
  have the simulated thickness, from as many layers as that takes, or from cardboard of their own.
- Where two boards meet or cross they are lapped: each takes one half of the depth, so that no corner needs a miter and,
  seen from the front, everything that was simulated is there.
- Tips of ledges are rounded, as simulated; pins are round sticks.

Needs the libraries of the extra `lab`. `parts.plan_build` returns the parts, `sheet_files.build` writes them.
"""

from importlib import import_module

from shogun.base.installation import how_to_install
from shogun.base.language import _

SHEET_FORMATS = ("svg", "dxf", "pdf")
SOLID_FORMATS = ("stl", "3mf")
"""Formats of parts to print, which `shogun.tower.printing` writes."""


class BuildError(Exception):
    """A tower that can't be built with these options; the message is one sentence."""


def check_libraries(*names: str) -> None:
    """Raise BuildError if a library for drawing parts is missing."""
    for name in names:
        try:
            import_module(name)
        except ImportError:
            sentence = _("Building needs the library {library}.").format(library=name)
            raise BuildError(f"{sentence} {how_to_install(name, extra='lab')}") from None
