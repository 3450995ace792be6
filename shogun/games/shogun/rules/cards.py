"""The printed cards (chapters 1, 4 and 6), and the two sides of the board (1)."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from shogun.base.resources import ASSETS

Season = Literal["spring", "summer", "autumn", "winter"]
Building = Literal["castle", "temple", "theatre"]
Action = Literal[
    "castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1", "battle_a", "battle_b"
]
Special = Literal["chest", "rice", "armies", "attack", "defence"]
EventKind = Literal[
    "calming_theatre", "strong_castle", "two_peasants", "sacred_temple",
    "taxes_at_most_5", "taxes_at_least_6", "rice_at_least_4", "rice_at_most_3", "fewer_deployed",
]  # fmt: skip
Card = str | int
"""A card of a plan: a province's name, or the number of a chest card."""

YEARS = 2
SEASONS: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
BUILDINGS: tuple[Building, ...] = ("castle", "temple", "theatre")
ACTIONS: tuple[Action, ...] = (
    "castle", "temple", "theatre", "rice", "taxes", "deploy5", "deploy3", "deploy1", "battle_a", "battle_b",
)  # fmt: skip
BATTLES: tuple[Action, ...] = ("battle_a", "battle_b")
SPECIALS: tuple[Special, ...] = ("chest", "rice", "armies", "attack", "defence")
FACE_DOWN = "?"
"""Placeholder of a face-down card on a planning board: in views, and in files of positions."""
CHEST_CARDS = (0, 1, 2, 3, 4)
FIELDS = len(ACTIONS) + 1
"""Fields of a planning board: ten actions and the bid."""

COLOURS = ("red", "blue", "yellow", "black", "purple")
PEASANT = "peasant"
ARMIES = 62
PEASANTS = 20
SUPPLY: dict[Building, int] = {"castle": 28, "temple": 26, "theatre": 26}
MOST_MARKERS = 3
"""Most revolt markers in one province (invariant 9.3)."""


class EventCard(Struct, frozen=True):
    """One of the twelve event cards (6.3): what it changes in its season, and the rice it costs in winter."""

    kind: EventKind
    winter_rice: int


EVENTS: dict[str, EventCard] = {
    "theatre_5": EventCard("calming_theatre", 5),
    "theatre_7": EventCard("calming_theatre", 7),
    "castle_2": EventCard("strong_castle", 2),
    "castle_6": EventCard("strong_castle", 6),
    "peasants_3": EventCard("two_peasants", 3),
    "temple_3": EventCard("sacred_temple", 3),
    "temple_4": EventCard("sacred_temple", 4),
    "taxes_0": EventCard("taxes_at_most_5", 0),
    "taxes_2": EventCard("taxes_at_least_6", 2),
    "rice_3": EventCard("rice_at_least_4", 3),
    "rice_4": EventCard("rice_at_most_3", 4),
    "deploy_1": EventCard("fewer_deployed", 1),
}
"""The event cards by name; a name is the subject and the winter rice."""


# The two sides of the board: provinces, borders and regions (chapter 1), read from `assets/shogun/board`

Side = Literal["sun", "moon"]
SIDES: tuple[Side, ...] = ("sun", "moon")


class Land(Struct, frozen=True):
    """A province as printed on the board (1.2)."""

    name: str
    tax: int
    rice: int
    sites: int
    region: str


class Board(Struct, frozen=True):
    """The provinces in play on one side for a number of players, in the order of the data file.

    All games share it, so nobody can write to it.
    """

    side: Side
    seats: int
    lands: Mapping[str, Land]
    neighbours: Mapping[str, tuple[str, ...]]
    """Adjacent provinces in play, by land and by sea (1.3), in alphabetical order."""
    regions: Mapping[str, tuple[str, ...]]
    sea_routes: tuple[tuple[str, str], ...]
    left_out: tuple[str, ...]
    """The eight provinces that a game of three does without (2.1)."""

    def __reduce__(self) -> tuple[Callable[[Side, int], "Board"], tuple[Side, int]]:
        return board, (self.side, self.seats)


class _Printed(Struct, forbid_unknown_fields=True):
    name: str
    tax: int
    rice: int
    sites: int
    region_sun: str
    region_moon: str
    out_of_3p: list[Side]
    lat: float
    lon: float

    def land(self, side: Side) -> Land:
        region = self.region_sun if side == "sun" else self.region_moon
        return Land(self.name, self.tax, self.rice, self.sites, region)


def _read(name: str) -> dict[str, Any]:
    with (ASSETS / "shogun" / "board" / name).open("rb") as file:
        return tomllib.load(file)


@cache
def _printed() -> tuple[_Printed, ...]:
    return msgspec.convert(_read("provinces.toml")["province"], tuple[_Printed, ...])


def _pairs(side: Side) -> tuple[list[list[str]], list[list[str]]]:
    data = _read("adjacency.toml")
    return data["land"], data["sea_sun" if side == "sun" else "sea_moon_assumed"]


@cache
def board(side: Side, seats: int) -> Board:
    """Return the board of a side as `seats` players use it (2.1).

    The sea routes of the moon side are assumed to be those of the sun side (see the data file).
    """
    left_out = {p.name for p in _printed() if seats == 3 and side in p.out_of_3p}
    lands = {p.name: p.land(side) for p in _printed() if p.name not in left_out}
    by_land, by_sea = _pairs(side)
    adjacent: dict[str, list[str]] = {name: [] for name in lands}
    for a, b in by_land + by_sea:
        if a in lands and b in lands:
            adjacent[a].append(b)
            adjacent[b].append(a)
    regions: dict[str, list[str]] = {}
    for land in lands.values():
        regions.setdefault(land.region, []).append(land.name)
    return Board(
        side=side,
        seats=seats,
        lands=MappingProxyType(lands),
        neighbours=MappingProxyType({name: tuple(sorted(others)) for name, others in adjacent.items()}),
        regions=MappingProxyType({region: tuple(names) for region, names in regions.items()}),
        sea_routes=tuple((a, b) for a, b in by_sea if a in lands and b in lands),
        left_out=tuple(sorted(left_out)),
    )


@cache
def line_up(seats: int) -> tuple[Mapping[str, int], ...]:
    """Return the printed line-up of the sun side (2.6): for each seat its provinces with their armies."""
    return tuple(MappingProxyType(seat) for seat in _read("setups.toml")[f"players_{seats}"])
