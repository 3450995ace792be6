"""Statistics drawn into a tower's picture: pure functions from data to SVG, displayed by Jupyter.

`where_cubes_rest`, `how_long_they_rest`, `first_contacts` and `lying` take what `shogun.lab.look` returns; `heat`
draws any histogram over a tower, such as `Measurement.density`. A picture has no text in it: scales and their
labels are left to the viewer (`shogun.base.colours.heat` gives the meaning of each color), so that a window can draw
them in its own font.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from shogun.base import colours
from shogun.base.colours import HEAT, hexed
from shogun.lab.measuring.steady_state import Looks, State
from shogun.tower.geometry import Geometry
from shogun.tower.vector_picture import CubeAt, Picture, circle, picture, polygon

Floats = npt.NDArray[np.float64]
DOT = 1.3
"""Radius of the dot for one contact, mm."""
MOST_DOTS = 1500
"""Most contacts drawn; of more, an evenly spaced sample."""
AGES = ((0, "yellow"), (5, "red"), (math.inf, "purple"))
"""Upper bounds of ages, battles, and the color of cubes up to that age: just arrived, not there for long, old."""


def where_cubes_rest(geometry: Geometry, looks: Looks) -> Picture:
    """Return a heat map of the mean number of resting cubes after a battle."""
    return heat(geometry, looks.cubes, looks.x_edges, looks.y_edges)


def how_long_they_rest(geometry: Geometry, looks: Looks) -> Picture:
    """Return a heat map of the mean number of battles that resting cubes have been there."""
    return heat(geometry, looks.ages, looks.x_edges, looks.y_edges)


def heat(geometry: Geometry, values: Floats, x_edges: Floats, y_edges: Floats) -> Picture:
    """Return a tower with a histogram behind its ledges.

    `values` has the shape (rows from the exit up, columns from the left); 0 and NaN are left blank, the largest
    value has the last color of `HEAT`. Edges are mm, one more than there are rows and columns.
    """
    return picture(geometry, behind=list(_cells(values, x_edges, y_edges)))


def _cells(values: Floats, x_edges: Floats, y_edges: Floats) -> Iterator[str]:
    known = np.nan_to_num(values)
    most = float(known.max(initial=0.0))
    for line, column in np.argwhere(known > 0):
        share = float(known[line, column]) / most
        left, right = x_edges[column : column + 2].tolist()
        low, high = y_edges[line : line + 2].tolist()
        yield polygon(
            [(left, low), (right, low), (right, high), (left, high)],
            f'fill="{hexed(colours.heat(share))}" fill-opacity="{colours.cover(share):.2f}"',
        )


def first_contacts(geometry: Geometry, looks: Looks) -> Picture:
    """Return a tower with a dot at each first contact of a thrown cube."""
    step = max(1, -(-len(looks.contacts) // MOST_DOTS))
    style = f'fill="{hexed(HEAT[-1])}" fill-opacity="0.45"'
    return picture(geometry, before=[circle((x, y), DOT, style) for x, y in looks.contacts[::step].tolist()])


def lying(geometry: Geometry, state: State) -> Picture:
    """Return a tower with the cubes of a state, colored by how long they have been there (`AGES`)."""
    cubes = zip(state.cubes, state.ages, strict=True)
    return picture(geometry, [CubeAt(colour_of(age), cube.x, cube.y, cube.angle) for cube, age in cubes])


def colour_of(age: int) -> str:
    """Return the color's name for a cube by its number of battles in the tower."""
    return next(colour for most, colour in AGES if age <= most)
