"""What lies in the box and is printed on it (chapter 1), from `assets/river_of_gold/river_of_gold.toml`.

Tiles, cards and patrons are data: what they do is said by a few verbs, which `turn/effects.py` carries out. Nothing in
the rules asks for a tile, a card or a patron by its name.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from msgspec import Struct

from shogun.base.resources import ASSETS
from shogun.game.errors import ComponentsError
from shogun.games.river_of_gold.rules.box.data_file import (
    COUNTED_BY,
    BuildingKind,
    CustomerKind,
    Good,
    Measure,
    Patron,
    Printed,
    PrintedCustomer,
    PrintedTile,
    ScoringTile,
    TileSet,
    parse,
)
from shogun.games.river_of_gold.rules.box.data_file import Gains as PrintedGains

FILE = ASSETS / "river_of_gold" / "river_of_gold.toml"
GOODS: tuple[Good, ...] = ("silk", "rice", "porcelain")
KINDS: tuple[BuildingKind, ...] = ("port", "shrine", "manor", "market")
CUSTOMER_KINDS: tuple[CustomerKind, ...] = ("artisan", "elder", "merchant", "monk", "noble")


class Gain(Struct, frozen=True):
    """One gain: a verb with its number, or with what it is counted by."""

    verb: str
    number: int = 1
    of: str = ""


Gains = tuple[Gain, ...]
"""Gains, in the order in which they are taken (14.1)."""


class Tile(Struct, frozen=True):
    """A building tile (1.4)."""

    id: str
    set: TileSet
    kind: BuildingKind
    influence: int
    owner: Gains
    visitor: Gains


class Customer(Struct, frozen=True):
    """A customer card (8)."""

    id: str
    kind: CustomerKind
    region: int
    order: tuple[int, int, int]
    """Goods, in the order of `GOODS`."""
    influence: int
    favor_limit: int
    favor: int
    marker: str
    """Whose building takes a second marker (8.6): "own", "opponent", or "" for none."""
    journey: Gains
    ship: str
    """What the noble ship can do, "" for nothing."""
    counts: str
    """What is worth a point each at the end, "" for nothing."""


class Mastery(Struct, frozen=True):
    """A mastery card (10)."""

    id: str
    measure: Measure
    needed: int
    awards: Mapping[int, tuple[int, ...]]
    """By number of players, the highest first."""


def _gains(printed: PrintedGains) -> Gains:
    return tuple(
        Gain(verb, 1, str(value)) if verb in COUNTED_BY else Gain(verb, int(value)) for verb, value in printed.items()
    )


def _tile(printed: PrintedTile) -> Tile:
    return Tile(
        printed.id, printed.set, printed.kind, printed.influence, _gains(printed.owner), _gains(printed.visitor)
    )


def _customer(printed: PrintedCustomer) -> Customer:
    silk, rice, porcelain = (printed.order.get(good, 0) for good in GOODS)
    return Customer(
        id=printed.id,
        kind=printed.kind,
        region=printed.region,
        order=(silk, rice, porcelain),
        influence=printed.influence,
        favor_limit=printed.favor_limit,
        favor=printed.favor,
        marker=printed.marker,
        journey=_gains(printed.journey),
        ship=printed.ship,
        counts=printed.counts,
    )


@cache
def _printed() -> Printed:
    try:
        return parse(FILE.read_text("utf-8"))
    except ValueError as error:
        raise ComponentsError(f"{FILE}: {error}") from error


BOX = _printed()
LIMITS, COSTS, BONUSES, START = BOX.limits, BOX.costs, BOX.bonuses, BOX.start
PLAYERS = MappingProxyType({one.number: one for one in BOX.players})
"""How many tiles are used, by number of players."""
REGIONS = tuple(region.number for region in BOX.region)
SHORES, RIVER = BOX.shore, BOX.river
"""Shore and river spaces by number, from 1: number `n` stands at place `n - 1`."""
TILES: Mapping[str, Tile] = MappingProxyType({one.id: _tile(one) for one in BOX.tile})
CUSTOMERS: Mapping[str, Customer] = MappingProxyType({one.id: _customer(one) for one in BOX.customer})
MASTERIES: Mapping[str, Mastery] = MappingProxyType(
    {
        one.id: Mastery(one.id, *next(iter(one.needs.items())), {2: one.awards_2, 3: one.awards_3_4, 4: one.awards_3_4})
        for one in BOX.mastery
    }
)
SCORING_TILES: Mapping[int, ScoringTile] = MappingProxyType({one.id: one for one in BOX.scoring_tile})
CLANS = tuple(clan.id for clan in BOX.clan)
PATRONS: Mapping[str, Patron] = MappingProxyType({one.id: one for one in BOX.patron})
NO_PATRON = Patron("", "", "", "")
"""What a player without a patron has: no ability."""


def tiles_of(tile_set: TileSet) -> tuple[str, ...]:
    """Return the tiles of an era, or those that lie on the board at the start."""
    return tuple(tile.id for tile in TILES.values() if tile.set == tile_set)


def _track(region: int) -> tuple[Gains, ...]:
    """Return the reward of each space of a region's influence track, from the start, 0 (9.1)."""
    good = next(one.good for one in BOX.region if one.number == region)
    spaces = {one.space: _gains(one.gain) for one in BOX.track}
    return tuple(
        tuple(Gain(good, gain.number) if gain.verb == "region_good" else gain for gain in spaces.get(space, ()))
        for space in range(LIMITS.influence + 1)
    )


TRACKS: Mapping[int, tuple[Gains, ...]] = MappingProxyType({region: _track(region) for region in REGIONS})


def touching_regions(space: int) -> tuple[int, ...]:
    """Return the regions that touch a river space, by number (8.11)."""
    return tuple(sorted({SHORES[shore - 1].region for shore in RIVER[space - 1].shores}))


def values_of(scoring_tile: int, seats: int) -> tuple[int, ...]:
    """Return the values of a scoring tile for so many players (12.1)."""
    tile = SCORING_TILES[scoring_tile]
    return tile.values_2 if seats == 2 else tile.values_3_4
