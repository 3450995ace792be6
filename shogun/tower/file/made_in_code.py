"""Towers made in code, from Python's or NumPy's numbers: building them, and checking them like a file.

Structs accept any value, so `Funnel(mouth=-5)` itself isn't an error. `checked` reports all problems of a whole tower,
and `build_tower` returns a checked one.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from numbers import Real
from typing import Any, TypeVar, cast

import msgspec

from shogun.base.language import _, shown
from shogun.tower.file.checks import wrong_values
from shogun.tower.file.design import built
from shogun.tower.file.geometry_check import Finding, problem, problems
from shogun.tower.geometry import (
    MOST_PIECES,
    Baffle,
    Exit,
    Funnel,
    Geometry,
    GeometryError,
    Grain,
    Pin,
    Shaft,
    Tap,
    Tray,
    Wall,
)

T = TypeVar("T", bound=Geometry)
MOST_TOLD = 5
"""Most problems in one message."""
Piece = Baffle | Pin | Wall


def build_tower(  # noqa: PLR0913  each is a table or a line of the file
    width: float,
    height: float,
    pieces: Iterable[Piece | Sequence[Piece]] = (),
    *,
    funnel: Funnel | None = None,
    exit: Exit | None = None,
    tray: Tray | None = None,
    grain: Grain | None = None,
    tap: Tap | None = None,
    friction: float = 0.6,
    restitution: float = 0.4,
    name: str = "tower",
    title: str = "",
    description: str = "",
) -> Geometry:
    """Return a checked tower with a shaft of this inner width and height, mm. Raises GeometryError with all findings.

    `pieces` are ledges (`Baffle`), pins and walls, one by one or several together, as `walls_through` returns them;
    numbers may be NumPy's. Without others the funnel is 20 mm wider than the shaft and 40 mm high, the exit as wide as
    the shaft, and the tray 60 mm deep. `friction` and `restitution` are the shaft's.

    >>> from shogun.tower import Baffle, build_tower
    >>> ledges = [Baffle(side, y, 33, 18) for side, y in (("left", 170), ("right", 120), ("left", 70))]
    >>> build_tower(90, 200, ledges).rim_y
    240.0
    """
    by_kind: dict[type, list[Any]] = {Baffle: [], Pin: [], Wall: []}
    for item in pieces:
        for piece in item if isinstance(item, list | tuple) else [item]:
            if type(piece) not in by_kind:
                raise GeometryError(_("{tower}: pieces must be Baffle, Pin or Wall.").format(tower=name))
            by_kind[type(piece)].append(piece)
    return checked(
        Geometry(
            name=name,
            funnel=funnel or Funnel(width + 20, 40),
            shaft=Shaft(width, height, friction, restitution),
            exit=exit or Exit(width),
            tray=tray or Tray(width + 80, 60),
            grain=grain or Grain(),
            baffles=tuple(by_kind[Baffle]),
            pins=tuple(by_kind[Pin]),
            walls=tuple(by_kind[Wall]),
            tap=tap or Tap(),
            title=title,
            description=description,
        )
    )


def walls_through(points: Iterable[Sequence[float]], **surface: Any) -> list[Wall]:
    """Return the walls from each point to the next, x and y in mm; an array of shape (points, 2) will do.

    `surface` says what else a Wall has: thickness, friction, restitution, group. Raises GeometryError.
    """
    try:
        places = [(unwrapped(x), unwrapped(y)) for x, y in points]
    except (TypeError, ValueError):
        places = []
    if not places or not all(isinstance(number, Real) for place in places for number in place):
        text = _("points {value} must be pairs of x and y in mm, like [(-10, 12), (0, 18)].")
        raise GeometryError(text.format(value=shown(repr(points))))
    known = [name for name in Wall.__struct_fields__ if name not in ("start", "end")]
    for name in surface:
        if name not in known:
            text = _("{argument}: walls_through doesn't accept it; choose from {names}.")
            raise GeometryError(text.format(argument=name, names=", ".join(known)))
    return [Wall(start, end, **surface) for start, end in pairwise(places)]


def checked(tower: T) -> T:
    """Return a checked tower with plain numbers. Raises GeometryError, which says what is wrong.

    The result is cached, so that checking the same tower again costs nothing.
    """
    return cast(T, _checked(tower))


@lru_cache(maxsize=256)
def _checked(tower: Geometry) -> Geometry:
    return converted(msgspec.to_builtins(tower, enc_hook=unwrapped), type(tower), tower.name, MOST_TOLD)


def converted(content: Any, kind: type[T], name: str, most: int = 1) -> T:
    """Return the checked tower that decoded `content` describes. Raises GeometryError with up to `most` problems."""
    try:
        tower = msgspec.convert(content, kind)
    except (msgspec.ValidationError, OverflowError):
        wrong = islice(wrong_values(content, kind), most)
        raise _error(name, [problem(value.text, value.place) for value in wrong]) from None
    try:
        found = list(islice(problems(built(tower)), most))
    except ValueError:
        found = [problem(_("at most {most} pieces are allowed").format(most=MOST_PIECES), "rows")]
    if found:
        raise _error(name, found)
    return tower


def _error(name: str, found: Sequence[Finding]) -> GeometryError:
    return GeometryError(" ".join(finding.sentence(name) for finding in found))


def unwrapped(value: Any) -> Any:
    """Return a number or an array of NumPy, or of a similar library, as plain numbers."""
    return value.tolist() if hasattr(value, "tolist") else value
