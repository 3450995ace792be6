"""A board in numbers: provinces by their place in its list, regions and kinds of buildings likewise."""

from functools import cache

from msgspec import Struct

from shogun.games.shogun.rules.boards import Board, Side, board
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, Action, Building, Card, EventKind
from shogun.games.shogun.rules.moves import Plan

NOBODY = -1
"""In place of an owner's seat: neutral."""
NO_CARD = -1
"""In place of a province on an action field: empty, or a chest card."""
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

    def laid(self, plan: Plan | None) -> list[int]:
        """Return the province on each action field, `NO_CARD` where there is none."""
        return [self._number(card) for card in plan.fields] if plan else [NO_CARD] * len(ACTIONS)

    def _number(self, card: Card | None) -> int:
        return self.index[card] if isinstance(card, str) else NO_CARD

    def tax_under(self, event: EventKind | None) -> tuple[int, ...]:
        """Return each province's taxes under an event (6.3)."""
        if event == "taxes_at_most_5":
            return tuple(min(tax, 5) for tax in self.tax)
        return tuple(max(tax, 6) for tax in self.tax) if event == "taxes_at_least_6" else self.tax

    def rice_under(self, event: EventKind | None) -> tuple[int, ...]:
        """Return each province's rice under an event (6.3)."""
        if event == "rice_at_least_4":
            return tuple(max(rice, 4) for rice in self.rice)
        return tuple(min(rice, 3) for rice in self.rice) if event == "rice_at_most_3" else self.rice


@cache
def fast_board(side: Side, seats: int) -> FastBoard:
    """Return the board of a side as `seats` players use it, in numbers."""
    return _measured(board(side, seats), side, seats)


def _measured(given: Board, side: Side, seats: int) -> FastBoard:
    names, lands = tuple(given.lands), tuple(given.lands.values())
    index = {name: number for number, name in enumerate(names)}
    regions, order = list(given.regions), sorted(names)
    return FastBoard(
        side=side,
        seats=seats,
        names=names,
        index=index,
        neighbours=tuple(tuple(index[near] for near in given.neighbours[name]) for name in names),
        regions=tuple(regions.index(land.region) for land in lands),
        sites=tuple(land.sites for land in lands),
        tax=tuple(land.tax for land in lands),
        rice=tuple(land.rice for land in lands),
        alphabet=tuple(order.index(name) for name in names),
    )


def number_of(action: Action) -> int:
    """Return an action's place in `ACTIONS`."""
    return ACTIONS.index(action)
