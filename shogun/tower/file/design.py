"""A tower as its file describes it: with its patterns of pieces as patterns, so that these can be varied too.

`Origins` tell which pieces of the file a tower's own pieces are.
"""

from shogun.tower.file.piece_patterns import Rows, pieces_of
from shogun.tower.geometry import Geometry

RENAMED = {"baffles": "baffle", "pins": "pin", "walls": "wall"}


class Design(Geometry, frozen=True, kw_only=True, rename=RENAMED):
    """A tower whose `baffles` and `pins` are those of its own, besides patterns."""

    rows: tuple[Rows, ...] = ()
    """Patterns of pins or ledges."""

    @property
    def built(self) -> Geometry:
        """Return the tower with the pieces of its patterns. Raises ValueError if these are too many."""
        baffles, pins = pieces_of(self.rows)
        given = {name: getattr(self, name) for name in Geometry.__struct_fields__}
        return Geometry(**given | {"baffles": (*self.baffles, *baffles), "pins": (*self.pins, *pins)})


def built(tower: Geometry) -> Geometry:
    """Return a tower with all its pieces, whether it has patterns or not. Raises ValueError if these are too many."""
    return tower.built if isinstance(tower, Design) else tower


def as_design(geometry: Geometry) -> Design:
    """Return a tower as a design without patterns."""
    return Design(**{name: getattr(geometry, name) for name in Geometry.__struct_fields__})


KINDS = {"baffle": "baffles", "pin": "pins", "wall": "walls"}
"""The pieces' names in a file, and as attributes."""

Origins = dict[str, tuple[int | None, ...]]
"""By kind of piece: for each piece the number that it has in its file; None for a new one."""


def as_in_file(geometry: Geometry) -> Origins:
    """Return the origins of a tower's pieces that has just been read."""
    return {kind: tuple(range(len(getattr(geometry, name)))) for kind, name in KINDS.items()}
