"""The printed components (chapter 1): bounds, how the data file is read, and the box that comes of it.

The data file is `assets/river_of_gold/river_of_gold.toml`. Tiles, cards and patrons are data: a few verbs say what they
do, and `effects.py` carries them out. Nothing in the rules asks for a tile, a card or a patron by its name.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from shogun.base.language import _
from shogun.base.resources import ASSETS
from shogun.base.toml_positions import Lines, Path, find_lines
from shogun.game.bounds import ascending, out_of_bounds
from shogun.game.errors import ComponentsError

# Bounds of the numbers in the data file
#
# No price is above what anybody can pay, and no track's end beyond its last reward. Numbers that the program relies
# on are fixed.

End = int | str
"""A number, or the path of one in the file: see `shogun/game/bounds.py`."""
MOST_POINTS = 100
"""Most points that one thing brings; the tracks and sheets have room for that."""
_GAINS: Mapping[str, tuple[End, End]] = {
    "koku": (1, "limits.koku"),
    "silk": (1, "limits.goods"),
    "rice": (1, "limits.goods"),
    "porcelain": (1, "limits.goods"),
    "good": (1, "limits.goods"),
    "region_good": (1, "limits.goods"),
    "favor": (1, "limits.favor_limit_most"),
    "points": (1, MOST_POINTS),
    "influence": (1, "limits.influence"),
    "influence_where_built": (1, "limits.influence"),
    "customer": (1, "counts.customers"),
    "sell_goods": (1, "limits.koku"),
}
_TABLES_OF_GAINS = ("track.*.gain", "tile.*.visitor", "tile.*.owner", "customer.*.journey")
_PLAYERS = 4
_PLANE = 1000, 700
"""Width and height of the drawing on which spaces are placed."""

BOUNDS: Mapping[str, tuple[End, End]] = {
    "counts.dice": (_PLAYERS, _PLAYERS),
    "counts.koku_tokens": (1, 1000),
    "counts.goods_tokens": (24, 1000),
    "counts.ships": (2 * _PLAYERS, 2 * _PLAYERS),
    "counts.noble_ships": (_PLAYERS, _PLAYERS),
    "counts.clan_markers": (_PLAYERS, 1000),
    "counts.row_slots": (4, 4),
    "limits.koku": (1, 100),
    "limits.goods": (1, "counts.goods_tokens"),
    "limits.favor_start": (0, "limits.favor_limit_start"),
    "limits.favor_limit_start": (1, "limits.favor_limit_most"),
    "limits.favor_limit_most": (1, 20),
    "limits.influence": ("track.5.space", "track.5.space"),
    "limits.markers_on_a_building": (1, _PLAYERS),
    "limits.hand": (1, 6),
    "costs.artisan_discount": (0, "limits.koku"),
    "costs.exchange_goods": (1, "limits.goods"),
    "costs.exchange_koku": (1, "limits.koku"),
    "costs.goods_per_point": (1, 100),
    "costs.koku_per_point": (1, 100),
    "bonuses.end_slot_favor": (0, "limits.favor_limit_most"),
    "bonuses.empty_space_koku": (0, "limits.koku"),
    "bonuses.journey_koku": (0, "limits.koku"),
    "bonuses.last_tile_points": (0, MOST_POINTS),
    "bonuses.second_place_within": (0, "limits.influence"),
    "bonuses.delivered_points.*": (0, MOST_POINTS),
    "bonuses.flower": ("track.3.space", "track.3.space"),
    "start.upper": (1, "counts.river_spaces"),
    "start.middle": (1, "counts.river_spaces"),
    "start.goods": (0, "limits.goods"),
    "start.koku.*": (0, "limits.koku"),
    "players.*.starting_tiles": (0, "counts.starting_tiles"),
    "players.*.era_1": (4, "counts.era_1_tiles"),
    "players.*.era_2": (1, "counts.era_2_tiles"),
    "track.*.space": (1, 40),
    "river.*.x": (0, _PLANE[0]),
    "river.*.y": (0, _PLANE[1]),
    "shore.*.x": (0, _PLANE[0]),
    "shore.*.y": (0, _PLANE[1]),
    "shore.*.cost": (0, "limits.koku"),
    "tile.*.influence": (0, "limits.influence"),
    "customer.*.order.*": (0, "limits.goods"),
    "customer.*.influence": (0, "limits.influence"),
    "customer.*.favor_limit": (0, "limits.favor_limit_most"),
    "customer.*.favor": (0, "limits.favor_limit_most"),
    "mastery.*.needs.different_customers": (1, 5),
    "mastery.*.needs.same_customers": (1, "counts.regions"),
    "mastery.*.needs.same_buildings": (1, "counts.shore_spaces"),
    "mastery.*.needs.different_buildings": (1, 4),
    "mastery.*.needs.regions_with_influence": (1, "counts.regions"),
    "mastery.*.needs.highest_influence": (1, "limits.influence"),
    "mastery.*.awards_2.*": (1, MOST_POINTS),
    "mastery.*.awards_3_4.*": (1, MOST_POINTS),
    "scoring_tile.*.id": (1, "counts.scoring_tiles"),
    "scoring_tile.*.values_2.*": (1, MOST_POINTS),
    "scoring_tile.*.values_3_4.*": (1, MOST_POINTS),
    "patron.*.koku": (0, "limits.koku"),
    "patron.*.points": (0, MOST_POINTS),
    "patron.*.hand": (0, 6),
    "patron.*.favor": (0, "limits.favor_limit_most"),
    **{f"{table}.{verb}": ends for table in _TABLES_OF_GAINS for verb, ends in _GAINS.items()},
}


# Reading the data file
#
# `ComponentsError` is one sentence with the line in the file and what is expected there.

Good = Literal["silk", "rice", "porcelain"]
BuildingKind = Literal["port", "shrine", "manor", "market"]
CustomerKind = Literal["artisan", "elder", "merchant", "monk", "noble"]
TileSet = Literal["era 1", "era 2", "starting", "imperial"]
PrintedGain = Literal[
    "koku", "silk", "rice", "porcelain", "favor", "points", "good", "influence", "koku_per", "points_per", "customer",
    "region_good", "influence_where_built", "sell_goods",
]  # fmt: skip
"""Gains that a table may name; the data file explains each."""
ShipAbility = Literal[
    "any_good_at_markets", "empty_spaces_pay_more", "influence_where_it_stops", "point_at_opponents", "shift_die",
    "point_at_own",
]  # fmt: skip
Measure = Literal[
    "different_customers", "same_customers", "same_buildings", "different_buildings", "regions_with_influence",
    "highest_influence",
]  # fmt: skip
Countable = Literal["port", "shrine", "manor", "market", "customer", "kind", "region"]
"""Things by which gains, and nobles at the end, are counted."""
PatronAbility = Literal[
    "any_region", "points_for_river", "any_customer", "points_for_first_customer", "points_for_visiting", "set_die",
    "points_when_passed", "jump_markers",
]  # fmt: skip
Number = Annotated[int, Meta(ge=0, le=1000)]
Region = Annotated[int, Meta(ge=1, le=6)]
PrintedGains = dict[PrintedGain, Number | Countable]


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """Number of each component (1)."""

    dice: Number
    koku_tokens: Number
    goods_tokens: Number
    scoring_tiles: Number
    ships: Number
    noble_ships: Number
    clan_markers: Number
    masteries: Number
    clans: Number
    patrons: Number
    customers: Number
    era_1_tiles: Number
    era_2_tiles: Number
    starting_tiles: Number
    imperial_markets: Number
    river_spaces: Number
    shore_spaces: Number
    regions: Number
    row_slots: Number


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The most that a player can have (3.1, 3.2, 7.5, 8.7, 9.1); `favor_start` is what everybody begins with (2.9)."""

    koku: Number
    goods: Number
    favor_start: Number
    favor_limit_start: Number
    favor_limit_most: Number
    influence: Number
    markers_on_a_building: Number
    hand: Number


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """Costs of actions (3.3, 5.2), and what a point needs at the end (8.2, 8.4)."""

    artisan_discount: Number
    exchange_goods: Number
    exchange_koku: Number
    goods_per_point: Annotated[int, Meta(ge=1)]
    koku_per_point: Annotated[int, Meta(ge=1)]


class Bonuses(Struct, frozen=True, forbid_unknown_fields=True):
    """Gains that are not printed on tiles and cards (5.3, 6.3, 6.7, 9.1, 11.4, 12.3, 12.5)."""

    end_slot_favor: Number
    empty_space_koku: Number
    journey_koku: Number
    last_tile_points: Number
    second_place_within: Number
    delivered_points: tuple[Number, ...]
    flower: Number


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """Starting spaces of ships, and everybody's starting goods (2.9, 2.10, 2.12)."""

    upper: Number
    middle: Number
    goods: Number
    koku: tuple[Number, ...]


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles used with a number of players (2.5, 2.6)."""

    number: Number
    starting_tiles: Number
    era_1: Number
    era_2: Number


class PrintedRegion(Struct, frozen=True, forbid_unknown_fields=True):
    """A region (1.3); `good` is the one on the second space of its track."""

    number: Region
    polish: str
    english: str
    icon: str
    good: Good


class PrintedSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the influence tracks with its reward (9.1)."""

    space: Number
    gain: PrintedGains


class RiverSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A river space (1.1); x and y are its place on a plane of 1000 x 700."""

    space: Number
    shores: tuple[Number, ...]
    x: int
    y: int


class ShoreSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A shore space (1.2): its price in koku, the river spaces it touches, and its starting tile."""

    number: Number
    region: Region
    bank: Literal["left", "right"]
    cost: Number
    start: Literal["", "imperial", "2", "2/3"]
    river: tuple[Number, ...]
    x: int
    y: int


class PrintedTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A building tile (1.4); `influence` is its building bonus."""

    id: str
    set: TileSet
    kind: BuildingKind
    visitor: PrintedGains
    influence: Number = 0
    owner: PrintedGains = {}


class PrintedCustomer(Struct, frozen=True, forbid_unknown_fields=True):
    """A customer card (8): its order, and what it gives; the file says what each field means."""

    id: str
    kind: CustomerKind
    region: Region
    order: dict[Good, Number]
    influence: Number
    favor_limit: Number = 0
    favor: Number = 0
    marker: Literal["", "own", "opponent"] = ""
    journey: PrintedGains = {}
    ship: ShipAbility | Literal[""] = ""
    counts: Countable | Literal[""] = ""


class PrintedMastery(Struct, frozen=True, forbid_unknown_fields=True):
    """A mastery card (10): what it needs at least, and its awards, the highest first."""

    id: str
    needs: dict[Measure, Number]
    awards_2: tuple[Number, ...]
    awards_3_4: tuple[Number, ...]


class ScoringTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A scoring tile (12.1): the values of first, second and maybe third place on each of its sides."""

    id: Number
    values_2: tuple[Number, ...]
    values_3_4: tuple[Number, ...]


class Clan(Struct, frozen=True, forbid_unknown_fields=True):
    """A clan (1.8)."""

    id: str
    polish: str
    colour: str


class Patron(Struct, frozen=True, forbid_unknown_fields=True):
    """A clan's patron (13.5): the ability and its numbers."""

    id: str
    clan: str
    name: str
    ability: PatronAbility | Literal[""]
    koku: Number = 0
    points: Number = 0
    hand: Number = 0
    favor: Number = 0


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    counts: Counts
    limits: Limits
    costs: Costs
    bonuses: Bonuses
    start: Start
    players: tuple[Players, ...]
    region: tuple[PrintedRegion, ...]
    track: tuple[PrintedSpace, ...]
    river: tuple[RiverSpace, ...]
    shore: tuple[ShoreSpace, ...]
    tile: tuple[PrintedTile, ...]
    customer: tuple[PrintedCustomer, ...]
    mastery: tuple[PrintedMastery, ...]
    scoring_tile: tuple[ScoringTile, ...]
    clan: tuple[Clan, ...]
    patron: tuple[Patron, ...]


COUNTED_BY = ("koku_per", "points_per")
"""Gains counted by something that they name; all others have a number."""
PLAYER_NUMBERS = (2, 3, 4)
REWARDED = 6
"""Spaces of a track that have a reward or the flower (9.1)."""
STARTS = {"imperial": 3, "2": 3, "2/3": 3}
"""Shore spaces that are marked (1.2)."""


class _Wrong(Exception):
    def __init__(self, path: Path, sentence: str) -> None:
        self.path, self.sentence = path, sentence


def parse(text: str) -> Printed:
    """Return the contents of a data file. Raises ComponentsError."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # no TOML, or a number of too many digits
        raise ComponentsError(_("this isn't valid TOML: {why}").format(why=error)) from error
    lines = find_lines(text)
    try:
        printed = _converted(data)
        for wrong in _all_wrong(printed, data):
            raise wrong
    except _Wrong as wrong:
        raise ComponentsError(_placed(lines, wrong)) from wrong
    return printed


def _placed(lines: Lines, wrong: _Wrong) -> str:
    line = lines.of(wrong.path)
    return _("line {line}: {what}").format(line=line, what=wrong.sentence) if line else wrong.sentence


def _converted(data: dict[str, Any]) -> Printed:
    for path, gains in _tables_of_gains(data):
        _check_gains(path, gains)
    try:
        return msgspec.convert(data, Printed)
    except msgspec.ValidationError as error:
        raise _Wrong(_path_in(str(error)), _in_words(str(error))) from error


def _in_words(message: str) -> str:
    return re.sub(r" - at .*", "", message).replace("Object", "the table").replace("`", '"')


def _path_in(message: str) -> Path:
    """Return the path in an error of msgspec: `$.tile[3].kind`."""
    match = re.search(r"\$([\w.\[\]]*)", message)
    steps: list[tuple[str, str]] = re.findall(r"(\w+)|\[(\d+)\]", match[1]) if match else []
    return tuple(int(step) if step.isdigit() else step for pair in steps for step in pair if step)


# Tables of gains


def _tables_of_gains(data: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield every table of gains with its path."""
    for table, fields in (("tile", ("owner", "visitor")), ("customer", ("journey",)), ("track", ("gain",))):
        entries = data.get(table)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            for field in fields:
                if isinstance(entry, dict) and isinstance(entry.get(field), dict):
                    yield (table, number, field), entry[field]


def _check_gains(path: Path, gains: Mapping[str, object]) -> None:
    for verb, value in gains.items():
        if verb not in PrintedGain.__args__:  # type: ignore[attr-defined]
            known = ", ".join(PrintedGain.__args__)  # type: ignore[attr-defined]
            raise _Wrong(path, _("unknown effect {verb!r}: use one of {known}").format(verb=verb, known=known))
        expected = str if verb in COUNTED_BY else int
        if type(value) is not expected:
            sentence = (
                _("{verb} has {value!r}: name what is counted")
                if expected is str
                else _("{verb} has {value!r}: it must be a whole number")
            )
            raise _Wrong(path, sentence.format(verb=verb, value=value))


# Checks of the data file


def _all_wrong(printed: Printed, data: Mapping[str, Any]) -> Iterator[_Wrong]:
    yield from (_Wrong(*problem) for problem in out_of_bounds(data, BOUNDS))
    yield from (_Wrong(*problem) for problem in ascending(data, "track", "space"))
    yield from _wrong_counts(printed)
    yield from _wrong_numbers(printed)
    yield from _twice(data)
    yield from _wrong_board(printed)
    yield from _wrong_cards(printed)


def _wrong_counts(printed: Printed) -> Iterator[_Wrong]:
    """Yield every number of components that isn't the one at the head of the file."""
    tiles = Counter(tile.set for tile in printed.tile)
    there = {
        "era_1_tiles": tiles["era 1"],
        "era_2_tiles": tiles["era 2"],
        "starting_tiles": tiles["starting"],
        "imperial_markets": tiles["imperial"],
        "customers": len(printed.customer),
        "masteries": len(printed.mastery),
        "scoring_tiles": len(printed.scoring_tile),
        "clans": len(printed.clan),
        "patrons": len(printed.patron),
        "river_spaces": len(printed.river),
        "shore_spaces": len(printed.shore),
        "regions": len(printed.region),
    }
    for name, number in there.items():
        expected = getattr(printed.counts, name)
        if number != expected:
            sentence = _("{name}: {number} are described, but there must be {expected}")
            yield _Wrong(("counts", name), sentence.format(name=name, number=number, expected=expected))


def _wrong_numbers(printed: Printed) -> Iterator[_Wrong]:
    """Yield lists whose numbers don't go 1, 2, 3 ... or which don't fit the number of players."""
    numbered: dict[str, Iterable[int]] = {
        "region": (region.number for region in printed.region),
        "river": (space.space for space in printed.river),
        "shore": (space.number for space in printed.shore),
    }
    for table, numbers in numbered.items():
        for place, number in enumerate(numbers):
            if number != place + 1:
                sentence = _("{table} {number}: number {expected} comes next")
                yield _Wrong((table, place), sentence.format(table=table, number=number, expected=place + 1))
    if tuple(entry.number for entry in printed.players) != PLAYER_NUMBERS:
        yield _Wrong(("players",), _("players: there must be tables for 2, 3 and 4"))
    if len(printed.track) != REWARDED or any(space.space > printed.limits.influence for space in printed.track):
        sentence = _("track: there must be {number} spaces up to {most}")
        yield _Wrong(("track",), sentence.format(number=REWARDED, most=printed.limits.influence))
    if len(printed.start.koku) != max(PLAYER_NUMBERS):
        yield _Wrong(("start", "koku"), _("koku: there must be a number for each of the 4 players"))


def _twice(data: Mapping[str, Any]) -> Iterator[_Wrong]:
    for table in ("tile", "customer", "mastery", "scoring_tile", "clan", "patron"):
        seen: set[object] = set()
        for place, entry in enumerate(data[table]):
            if entry["id"] in seen:
                sentence = _("{table} {id!r} is listed twice")
                yield _Wrong((table, place, "id"), sentence.format(table=table, id=entry["id"]))
            seen.add(entry["id"])


def _wrong_board(printed: Printed) -> Iterator[_Wrong]:
    """Yield the errors of the river and its shores (1.2)."""
    touching = {
        shore.number: tuple(r.space for r in printed.river if shore.number in r.shores) for shore in printed.shore
    }
    for place, shore in enumerate(printed.shore):
        if shore.river != touching[shore.number]:
            sentence = _("shore {number}: its river spaces must be the ones that list it: {expected}")
            yield _Wrong(
                ("shore", place, "river"), sentence.format(number=shore.number, expected=list(touching[shore.number]))
            )
    for place, space in enumerate(printed.river):
        if len(space.shores) != 4 or not set(space.shores).issubset(touching):
            yield _Wrong(("river", place, "shores"), _("river {n} must have four shores").format(n=space.space))
    marked = Counter[str](shore.start for shore in printed.shore)
    for start, expected in STARTS.items():
        if marked[start] != expected:
            sentence = _('{number} shores are marked "{start}", but there must be {expected}')
            yield _Wrong(("shore",), sentence.format(number=marked[start], start=start, expected=expected))


def _wrong_cards(printed: Printed) -> Iterator[_Wrong]:
    """Yield customers and patrons that are missing or don't fit their kind (1.6, 1.7)."""
    kinds = Counter((customer.kind, customer.region) for customer in printed.customer)
    for place, customer in enumerate(printed.customer):
        if kinds[customer.kind, customer.region] != 1:
            yield _Wrong(("customer", place), _("there must be one customer of each kind in each region"))
        yield from _missing(place, customer)
    clans = Counter(patron.clan for patron in printed.patron)
    for place, clan in enumerate(printed.clan):
        if clans[clan.id] != 2:
            yield _Wrong(("clan", place), _("clan {id} must have two patrons").format(id=clan.id))
    for place, mastery in enumerate(printed.mastery):
        if len(mastery.needs) != 1:
            yield _Wrong(("mastery", place), _("mastery {id} must have one requirement").format(id=mastery.id))


_OWN_FIELDS: dict[CustomerKind, Sequence[str]] = {
    "merchant": ("journey",), "monk": ("favor_limit", "favor", "marker"), "noble": ("ship", "counts"),
}  # fmt: skip


def _missing(place: int, customer: PrintedCustomer) -> Iterator[_Wrong]:
    for field in _OWN_FIELDS.get(customer.kind, ()):
        if not getattr(customer, field):
            sentence = _("customer {id} must have {field}, like every {kind}")
            words = {"id": customer.id, "field": field, "kind": customer.kind}
            yield _Wrong(("customer", place), sentence.format(**words))


# The box

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
    """Owner of the buildings that take a second marker (8.6): "own", "opponent", or "" for none."""
    journey: Gains
    ship: str
    """Ability of the noble ship, "" for none."""
    counts: str
    """Things worth a point each at the end, "" for none."""


class Mastery(Struct, frozen=True):
    """A mastery card (10)."""

    id: str
    measure: Measure
    needed: int
    awards: Mapping[int, tuple[int, ...]]
    """Points by number of players, the highest first."""


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
PLAYERS = MappingProxyType({entry.number: entry for entry in BOX.players})
"""Tiles used, by number of players."""
REGIONS = tuple(region.number for region in BOX.region)
SHORES, RIVER = BOX.shore, BOX.river
"""Shore and river spaces by number, from 1: number `n` is at index `n - 1`."""
TILES: Mapping[str, Tile] = MappingProxyType({tile.id: _tile(tile) for tile in BOX.tile})
CUSTOMERS: Mapping[str, Customer] = MappingProxyType({customer.id: _customer(customer) for customer in BOX.customer})
MASTERIES: Mapping[str, Mastery] = MappingProxyType(
    {
        mastery.id: Mastery(
            mastery.id,
            *next(iter(mastery.needs.items())),
            {2: mastery.awards_2, 3: mastery.awards_3_4, 4: mastery.awards_3_4},
        )
        for mastery in BOX.mastery
    }
)
SCORING_TILES: Mapping[int, ScoringTile] = MappingProxyType({tile.id: tile for tile in BOX.scoring_tile})
CLANS = tuple(clan.id for clan in BOX.clan)
PATRONS: Mapping[str, Patron] = MappingProxyType({patron.id: patron for patron in BOX.patron})
NO_PATRON = Patron("", "", "", "")
"""The patron of a player without one: no ability."""


def tiles_of(tile_set: TileSet) -> tuple[str, ...]:
    """Return the tiles of an era, or the starting tiles of the board."""
    return tuple(tile.id for tile in TILES.values() if tile.set == tile_set)


def _track(region: int) -> tuple[Gains, ...]:
    """Return the reward of each space of a region's influence track, from the start, 0 (9.1)."""
    good = next(printed_region.good for printed_region in BOX.region if printed_region.number == region)
    spaces = {space.space: _gains(space.gain) for space in BOX.track}
    return tuple(
        tuple(Gain(good, gain.number) if gain.verb == "region_good" else gain for gain in spaces.get(space, ()))
        for space in range(LIMITS.influence + 1)
    )


TRACKS: Mapping[int, tuple[Gains, ...]] = MappingProxyType({region: _track(region) for region in REGIONS})


def touching_regions(space: int) -> tuple[int, ...]:
    """Return the regions that touch a river space, by number (8.11)."""
    return tuple(sorted({SHORES[shore - 1].region for shore in RIVER[space - 1].shores}))


def values_of(scoring_tile: int, seats: int) -> tuple[int, ...]:
    """Return the values of a scoring tile for a number of players (12.1)."""
    tile = SCORING_TILES[scoring_tile]
    return tile.values_2 if seats == 2 else tile.values_3_4
