"""A board in numbers: provinces by their place in its list, regions and kinds of buildings likewise."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from shogun.games.shogun.rules.boards import Board, Side, board
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, Action, Building, Card, EventKind
from shogun.games.shogun.rules.moves import Plan

NOBODY = -1
"""In place of an owner's seat: neutral."""
NO_CARD = -1
"""In place of a province on an action field: empty, or a chest card."""
Picked: TypeAlias = Callable[[Sequence[Any]], tuple[Any, ...]]
"""Picks some places of a list."""
KINDS: dict[Building, int] = {kind: number for number, kind in enumerate(BUILDINGS)}
RICE, TAXES = ACTIONS.index("rice"), ACTIONS.index("taxes")


class FastBoard(Struct, frozen=True):
    """What is printed on a board, each by province."""

    side: Side
    seats: int
    names: tuple[str, ...]
    index: dict[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    """In alphabetical order of their names."""
    regions: tuple[int, ...]
    sites: tuple[int, ...]
    tax: tuple[int, ...]
    rice: tuple[int, ...]
    alphabet: tuple[int, ...]
    """Each province's place among all names in alphabetical order."""
    beside: tuple[Picked, ...]
    """Of a list by province: what belongs to each province and its neighbours."""
    around: tuple[Picked, ...]
    """Of a list by province: what belongs to all that are at most two borders away."""
    majorities: tuple[Picked, ...]
    """Of a list by region and kind of building: what belongs to the regions of each province and its neighbours."""

    def laid(self, plan: Plan | None) -> list[int]:
        """Return the province on each action field, `NO_CARD` where there is none."""
        return [self._number(card) for card in plan.fields] if plan else [NO_CARD] * len(ACTIONS)

    def _number(self, card: Card | None) -> int:
        return self.index[card] if isinstance(card, str) else NO_CARD

    def harvest(self, event: EventKind | None) -> "Harvest":
        """Return what provinces yield under an event (6.3)."""
        return _harvest(self.side, self.seats, event)


class Harvest(NamedTuple):
    """What provinces yield in a season."""

    tax: tuple[int, ...]
    rice: tuple[int, ...]
    richest: tuple[int, ...]
    """Provinces, those with the most rice first."""


@cache
def fast_board(side: Side, seats: int) -> FastBoard:
    """Return the board of a side as `seats` players use it, in numbers."""
    return _measured(board(side, seats), side, seats)


@cache
def _harvest(side: Side, seats: int, event: EventKind | None) -> Harvest:
    ground = fast_board(side, seats)
    tax, rice = ground.tax, ground.rice
    match event:
        case "taxes_at_most_5":
            tax = tuple(min(yielded, 5) for yielded in tax)
        case "taxes_at_least_6":
            tax = tuple(max(yielded, 6) for yielded in tax)
        case "rice_at_most_3":
            rice = tuple(min(yielded, 3) for yielded in rice)
        case "rice_at_least_4":
            rice = tuple(max(yielded, 4) for yielded in rice)
    return Harvest(tax, rice, tuple(sorted(range(len(rice)), key=lambda place: -rice[place])))


def _measured(given: Board, side: Side, seats: int) -> FastBoard:
    names, lands = tuple(given.lands), tuple(given.lands.values())
    index = {name: number for number, name in enumerate(names)}
    neighbours = tuple(tuple(index[near] for near in given.neighbours[name]) for name in names)
    beside = [sorted({place, *near}) for place, near in enumerate(neighbours)]
    around = [sorted({far for near in places for far in (near, *neighbours[near])}) for places in beside]
    names_of_regions, order = list(given.regions), sorted(names)
    regions = tuple(names_of_regions.index(land.region) for land in lands)
    touched = [sorted({regions[near] for near in places}) for places in beside]
    return FastBoard(
        side=side,
        seats=seats,
        names=names,
        index=index,
        neighbours=neighbours,
        regions=regions,
        sites=tuple(land.sites for land in lands),
        tax=tuple(land.tax for land in lands),
        rice=tuple(land.rice for land in lands),
        alphabet=tuple(order.index(name) for name in names),
        beside=tuple(itemgetter(*places) for places in beside),
        around=tuple(itemgetter(*places) for places in around),
        majorities=tuple(
            itemgetter(*(len(KINDS) * region + kind for region in near for kind in range(len(KINDS))))
            for near in touched
        ),
    )


def number_of(action: Action) -> int:
    """Return an action's place in `ACTIONS`."""
    return ACTIONS.index(action)
