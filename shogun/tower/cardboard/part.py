"""One part of a tower: a flat outline in mm with its number, its material, and where it belongs."""

from collections.abc import Iterable

import msgspec
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import _
from shogun.tower.cardboard import BuildError
from shogun.tower.physics import collision_geometry as outlines

Vector = tuple[float, float, float]
"""x to the right, y upwards, v from the back plate to the front; mm."""


class Material(msgspec.Struct, frozen=True, order=True):
    """What a part is cut from."""

    thickness: float
    """mm; 0 for the clear film of the window, whatever it has."""

    @property
    def name(self) -> str:
        """Return it in words."""
        return _("cardboard {mm:g} mm").format(mm=self.thickness) if self.thickness else _("clear film")


class Note(msgspec.Struct, frozen=True):
    """A short text on a part, such as the number of the board whose tab comes here."""

    x: float
    y: float
    text: str
    height: float = 2.6


class Frame(msgspec.Struct, frozen=True):
    """Where a part belongs: its outline's origin and axes in the tower, and how far its two faces lie beside that."""

    origin: Vector
    right: Vector
    up: Vector
    low: float
    high: float
    stage: float = 0
    """How far it is drawn to the front in the assembly picture: 0 between the plates, negative behind."""


class Part(msgspec.Struct, frozen=True):
    """One part, or several that are alike."""

    number: int
    name: str
    outline: Polygon
    material: Material
    frame: Frame
    count: int = 1
    notes: tuple[Note, ...] = ()
    rounded: tuple[tuple[outlines.Point, outlines.Point], ...] = ()
    """Edges that are rounded with sandpaper."""
    hint: str = ""


def whole(shape: BaseGeometry) -> Polygon:
    """Return a shape that is one polygon. Raises BuildError if it falls into pieces."""
    if not isinstance(shape, Polygon) or shape.is_empty:
        raise BuildError(_("the tower can't be cut: one of its parts would fall to pieces; try thinner cardboard"))
    return shape


def joined(*shapes: BaseGeometry) -> Polygon:
    """Return what shapes that touch make together."""
    return whole(unary_union(shapes))


def without(outline: Polygon, holes: Iterable[BaseGeometry]) -> Polygon:
    """Return a shape with holes in it."""
    return whole(outline.difference(unary_union(list(holes))))
