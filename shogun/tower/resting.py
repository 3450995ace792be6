"""Cubes that lie in the tower: what one drop leaves for the next, and how that is kept in a file."""

import msgspec


class RestingCube(msgspec.Struct, frozen=True):
    """One cube in the tower: its colour, the place of its centre in mm and its angle in rad, counterclockwise."""

    colour: str
    x: float
    y: float
    angle: float
    still: bool = True
    """False if the drop was cut off while the cube moved: the next drop lets it move on."""
