"""Declarative layout: rows, columns, grids and overlays of named parts, without a display.

A declaration reads like a drawing of what it lays out:

    column(
        part("prompt", high=3.2),
        row(
            part("board"),
            column(part("players", high=12.0), part("log", high=share(least=4.0)), wide=18.0, gap=0.4),
            gap=0.4, padding=0.4,
        ),
    )

`place` gives each named part its rectangle in a room; `across` and `down` cut a room without naming its parts, `lines`
as many rows as find room; `spot` and `shaped` take one part of it: of a size, or in a proportion.
"""

from shogun.window.kit.layout.nodes import (
    Alignment,
    Box,
    Grid,
    Node,
    Overlay,
    Part,
    Text,
    column,
    folds,
    grid,
    overlay,
    part,
    row,
    short_form,
    shrinks,
    text,
    wraps,
)
from shogun.window.kit.layout.placing import (
    Misfit,
    Places,
    across,
    columns,
    down,
    first_that_fits,
    flow,
    lines,
    place,
    rows,
    shaped,
    spot,
    within,
)
from shogun.window.kit.layout.scales import band, pixel, point, shares, span, ticks
from shogun.window.kit.layout.sizes import Length, Size, between, fixed, share

__all__ = [
    "Alignment",
    "Box",
    "Grid",
    "Length",
    "Misfit",
    "Node",
    "Overlay",
    "Part",
    "Places",
    "Size",
    "Text",
    "across",
    "band",
    "between",
    "column",
    "columns",
    "down",
    "first_that_fits",
    "fixed",
    "flow",
    "folds",
    "grid",
    "lines",
    "overlay",
    "part",
    "pixel",
    "place",
    "point",
    "row",
    "rows",
    "shaped",
    "share",
    "shares",
    "short_form",
    "shrinks",
    "span",
    "spot",
    "text",
    "ticks",
    "within",
    "wraps",
]
