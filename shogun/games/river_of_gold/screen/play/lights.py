"""Lights on the board for a pointer target: a space and its shore, a shore and its spaces."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from shogun.games.river_of_gold.rules import events as ev
from shogun.games.river_of_gold.rules.actions import sailed_to
from shogun.games.river_of_gold.rules.components import CUSTOMERS, RIVER, SHORES
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.rules.views import View


class Lights(Struct, frozen=True):
    """Lit shore spaces, river spaces and regions by number, and faintly lit river spaces."""

    shores: frozenset[int] = frozenset()
    spaces: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()
    """River spaces that a ship reaches with a point of favor."""
    regions: frozenset[int] = frozenset()

    def __or__(self, other: "Lights") -> "Lights":
        """Return the union of both."""
        spaces = self.spaces | other.spaces
        faint = (self.faint | other.faint) - spaces
        return Lights(self.shores | other.shores, spaces, faint, self.regions | other.regions)

    def jetties(self) -> Iterator[tuple[int, int]]:
        """Yield each pair of a shore space and a river space that it touches, if both are lit."""
        for shore in sorted(self.shores):
            yield from ((shore, space) for space in SHORES[shore - 1].river if space in self.spaces)


DARK = Lights()


def of_space(space: int) -> Lights:
    """Light a river space, and everything that a ship visits there (1.2)."""
    return Lights(shores=frozenset(RIVER[space - 1].shores), spaces=frozenset((space,)))


def of_shore(shore: int) -> Lights:
    """Light a shore space, and the river spaces that visit it."""
    return Lights(shores=frozenset((shore,)), spaces=frozenset(SHORES[shore - 1].river))


def of_region(region: int) -> Lights:
    """Light a region with its shore spaces."""
    shores = frozenset(shore.number for shore in SHORES if shore.region == region)
    return Lights(shores=shores, regions=frozenset((region,)))


def of_customer(customer: str) -> Lights:
    """Light the region in which deliveries to a customer are made (7.1)."""
    return of_region(CUSTOMERS[customer].region)


def of_die(view: View, seat: int, number: int) -> Lights:
    """Light the river spaces that a seat's ships reach with a number of the die; the next ones faintly (4.2)."""
    ships = view.players[seat].ships
    near = (turned(number, by) for by in (-1, 1))
    return Lights(
        spaces=_reached(ships, (number,)), faint=_reached(ships, near) - _reached(ships, (number,)),
        regions=frozenset((number,)),
    )  # fmt: skip


def _reached(ships: Iterable[int], numbers: Iterable[int]) -> frozenset[int]:
    dice = tuple(numbers)
    return frozenset(sailed_to(ship, number)[0] for ship in ships for number in dice)


def of_event(event: Event) -> Lights:
    """Light the place of an event; nothing if it has none."""
    match event:
        case ev.Sailed():
            return of_space(event.target)
        case ev.ShipsPlaced():
            return Lights(spaces=frozenset(event.spaces))
        case ev.Delivered() | ev.CustomerDiscarded():
            return of_customer(event.customer)
        case ev.Built() | ev.MarkerPlaced():
            return of_shore(event.shore)
    if shore := getattr(event, "shore", 0):
        return Lights(shores=frozenset((shore,)))
    region = getattr(event, "region", 0)
    return Lights(regions=frozenset((region,))) if region else DARK


def of_place(view: View, seat: int, name: str) -> Lights:
    """Return the lights for a place of the screen, by its name; `seat` is the active one."""
    kind, _dash, rest = name.partition("-")
    if kind in ("track", "region", "space", "shore"):
        return {"track": of_region, "region": of_region, "space": of_space, "shore": of_shore}[kind](int(rest))
    if kind == "die" and rest.isdecimal():
        return of_die(view, seat, int(rest))
    if kind == "ship":
        owner, ship = map(int, rest.split("-"))
        return of_space(view.players[owner].ships[ship])
    return of_customer(rest) if kind == "customer" else DARK
