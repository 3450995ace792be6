"""Which pieces of a tower's file its own pieces are."""

from shogun.tower.geometry import Geometry

KINDS = {"baffle": "baffles", "pin": "pins", "wall": "walls"}
"""The pieces' names in a file, and as attributes."""

Origins = dict[str, tuple[int | None, ...]]
"""By kind of piece: for each piece the number that it has in its file; None for a new one."""


def as_in_file(geometry: Geometry) -> Origins:
    """Return the origins of a tower's pieces that has just been read."""
    return {kind: tuple(range(len(getattr(geometry, name)))) for kind, name in KINDS.items()}
