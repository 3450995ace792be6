"""What shapely hands back, as what it has to be here."""

from collections.abc import Iterable

from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from shogun.base.language import _
from shogun.tower.cardboard import BuildError


def whole(shape: BaseGeometry) -> Polygon:
    """Return a shape that is one polygon. Raises BuildError if it falls into pieces."""
    if not isinstance(shape, Polygon) or shape.is_empty:
        raise BuildError(_("the tower can't be cut: a part of it would fall into pieces; try thinner cardboard"))
    return shape


def joined(*shapes: BaseGeometry) -> Polygon:
    """Return what shapes that touch make together."""
    return whole(unary_union(shapes))


def without(outline: Polygon, holes: Iterable[BaseGeometry]) -> Polygon:
    """Return a shape with holes in it."""
    return whole(outline.difference(unary_union(list(holes))))
