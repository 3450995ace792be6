"""Which towers of the gallery are listed, and in which order: what was typed, and what was chosen above the cards."""

import math
from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeVar

from msgspec import Struct

from shogun.base.language import of_data
from shogun.lab.measuring.live_summary import Grown
from shogun.lab.measuring.statistics import ON_BENCH
from shogun.tower.geometry import Geometry
from shogun.window.kit.input.plain_text import natural, plain

Origin = Literal["all", "own", "shipped"]
ORIGINS: tuple[Origin, ...] = ("all", "own", "shipped")
TOWER_ORDERS = ("name", *ON_BENCH, "battles", "pieces", "size")
"""By what towers are sorted: their names, what they do in the long run, or how they are built."""


class Tower(Protocol):
    """A tower of the gallery, as far as it is looked for."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def is_own(self) -> bool:
        """Whether it is the player's own."""

    @property
    def geometry(self) -> Geometry | None:
        """None: it isn't known."""


T = TypeVar("T", bound=Tower)


class TowerQuery(Struct, frozen=True):
    """What is wanted."""

    words: str = ""
    origin: Origin = "all"
    order: str = "name"
    """One of TOWER_ORDERS."""
    is_reversed: bool = False

    @property
    def hides(self) -> bool:
        """Whether some towers may be left out."""
        return bool(self.words.strip()) or self.origin != "all"


def pieces_of(tower: Tower) -> int:
    """Return how many pieces a tower has."""
    geometry = tower.geometry
    return 0 if geometry is None else len(geometry.baffles) + len(geometry.pins) + len(geometry.walls)


def figure_of(tower: Tower, order: str, figures: Grown | None) -> float | None:
    """Return the figure by which a tower is sorted; None if it isn't known, or the order is that of names."""
    geometry = tower.geometry
    if geometry is None or order == "name":
        return None
    if order in ("pieces", "size"):
        return float(pieces_of(tower)) if order == "pieces" else math.prod((geometry.shaft.width, geometry.rim_y))
    if figures is None:
        return None
    if order == "battles":
        return float(figures.battles)
    known = figures.of(order)
    return None if known is None or math.isnan(known.mean) else known.mean


def found_towers(towers: Sequence[T], query: TowerQuery, figures: Callable[[T], Grown | None]) -> list[T]:
    """Return the towers that are wanted in the order that is wanted; those whose figure isn't known come last."""
    found = [tower for tower in towers if _is_wanted(tower, query)]
    if query.order == "name":
        return found[::-1] if query.is_reversed else found
    values = [(figure_of(tower, query.order, figures(tower)), tower) for tower in found]
    known = [(value, tower) for value, tower in values if value is not None]
    known.sort(key=lambda pair: (pair[0] if query.is_reversed else -pair[0], natural(pair[1].name)))
    return [tower for _value, tower in known] + [tower for value, tower in values if value is None]


def _is_wanted(tower: Tower, query: TowerQuery) -> bool:
    if query.origin != "all" and tower.is_own != (query.origin == "own"):
        return False
    title = of_data(tower.geometry.title) if tower.geometry is not None and tower.geometry.title else ""
    text = plain(f"{tower.name} {title}")
    return all(word in text for word in plain(query.words).split())
