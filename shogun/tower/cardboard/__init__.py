"""A tower to be cut from cardboard: flat parts with tabs and slots, laid on sheets of paper at 1:1, as DXF, SVG or PDF.

What is built is what is simulated, one board for each wall, ledge and inner wall between two plates:

- A wall's inner face, and a ledge's or inner wall's two faces, lie where cubes meet them in the simulation. Ledges have
  the simulated thickness: as many layers as that takes, or cardboard of their own.
- Where two boards meet or cross they are lapped: each keeps its place in one half of the depth, so that no corner needs
  a mitre and, seen from the front, all that was simulated is there.
- Tips of ledges are rounded, as simulated; pins are round sticks.

Needs the libraries of the extra `lab`. `parts.plan_build` says what the parts are, `output.build` writes them.
"""

from importlib import import_module

from shogun.base.installation import how_to_install
from shogun.base.language import _


class BuildError(Exception):
    """A tower that can't be built so; the message is one sentence."""


def check_libraries() -> None:
    """Raise BuildError if a library is missing that drawing parts needs."""
    for name in ("ezdxf", "shapely", "matplotlib"):
        try:
            import_module(name)
        except ImportError:
            sentence = _("Building needs the library {library}.").format(library=name)
            raise BuildError(f"{sentence} {how_to_install(name, extra='lab')}") from None
