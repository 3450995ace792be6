"""Drawings of towers in SVG and DXF: lines, arcs and circles in mm that any drawing program reads and writes.

`writing` makes a drawing of a tower, `reading` reads one by a library's parser into the plain lines of `lines`, and
`recognition` makes walls, ledges and pins of those. A tower that is written and read again is the same tower, to
`lines.DIGITS` decimals. Drawings are strangers' files: all of them are bounded.

Needs the libraries of the extra `lab`, which are loaded with the first drawing.
"""

from importlib import import_module

from shogun.base.installation import how_to_install
from shogun.base.language import _
from shogun.tower.geometry import GeometryError

SUFFIXES = (".svg", ".dxf")
"""Endings of drawings."""


class DrawingError(GeometryError):
    """A drawing that can't be read, or has no tower in it; the message is one sentence."""


def check_library(name: str) -> None:
    """Raise DrawingError if a library for drawings is missing."""
    try:
        import_module(name)
    except ImportError:
        sentence = _("Drawings need the library {library}.").format(library=name)
        raise DrawingError(f"{sentence} {how_to_install(name, extra='lab')}") from None


class TooMuchError(ValueError):
    """A drawing with too many elements, or too deeply nested ones."""

    def sentence(self, source: str) -> DrawingError:
        """Return the error about a file."""
        return DrawingError(
            _("{file} has too many elements, or too deeply nested ones, for a tower.").format(file=source)
        )
