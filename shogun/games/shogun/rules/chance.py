"""Chance as a player of its own: what the rules ask of it, and how it answers.

The rules never roll, shuffle or simulate. Where chance is due, the state awaits one of these questions; each names the
random stream that answers it, so that a draw added somewhere changes no other.
"""

from collections.abc import Mapping

from msgspec import Struct


class Shuffle(Struct, frozen=True, tag=True):
    """Asks for `items` in a random order."""

    key: str
    items: tuple[str | int, ...]
    seat: None = None


class Draw(Struct, frozen=True, tag=True):
    """Asks for `count` of `items`, in the order in which they are drawn."""

    key: str
    items: tuple[str | int, ...]
    count: int
    seat: None = None


class Throw(Struct, frozen=True, tag=True):
    """Asks what comes out of the tower when `cubes` (number by colour) are thrown in (7.2)."""

    key: str
    cubes: Mapping[str, int]
    seat: None = None


class Drawn(Struct, frozen=True, tag=True):
    """Answers `Shuffle` and `Draw`: the items in their order."""

    items: tuple[str | int, ...]


class Thrown(Struct, frozen=True, tag=True):
    """Answers `Throw`: the cubes that lie on the tray afterwards, number by colour, zeros left out."""

    out: Mapping[str, int]


ChanceQuestion = Shuffle | Draw | Throw
ChanceAnswer = Drawn | Thrown
