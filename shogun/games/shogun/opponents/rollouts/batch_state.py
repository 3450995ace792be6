"""Many states of one game in playouts as arrays, one row each; they change in place, as a `FastState` does.

Provinces, seats, actions and kinds of buildings are numbers. Every array by province has one more that isn't on the
board: the placeholder of a card that isn't there, and of a neighbor beyond the last. Seats have the colors of their
numbers; the last color is that of the peasants, and of provinces that nobody holds.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from shogun.games.shogun.opponents.evaluation.position_arrays import EVENT_NAMES, PERIODS, Positions
from shogun.games.shogun.opponents.rollouts.fast_board import (
    NO_CARD,
    NOBODY,
    RICE,
    FastBoard,
    ValueTables,
    fast_board,
)
from shogun.games.shogun.opponents.rollouts.fast_state import MOST, FastState
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, EVENTS, SPECIALS, EventKind, Side
from shogun.games.shogun.rules.season import bid_rank

Ints = npt.NDArray[np.signedinteger[Any]]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

EVENT_KINDS: tuple[EventKind | None, ...] = (None, *dict.fromkeys(card.kind for card in EVENTS.values()))
"""Changes that events make to a season, by number; the first is none."""
KIND_OF_EVENT = np.array([EVENT_KINDS.index(EVENTS[name].kind) for name in EVENT_NAMES])
"""Number of each event's change, in the order of `EVENT_NAMES`."""
LOSSES = np.array([EVENTS[name].winter_rice for name in EVENT_NAMES])
BITS = 1 << np.arange(len(EVENT_NAMES))
"""Events of a set, as bits of its number."""
CALMING, STRONG, TWO, SACRED, FEWER = (
    EVENT_KINDS.index(kind)
    for kind in ("calming_theatre", "strong_castle", "two_peasants", "sacred_temple", "fewer_deployed")
)
CHEST_CARD, RICE_CARD, ARMIES_CARD, ATTACK_CARD, DEFENCE_CARD = range(len(SPECIALS))
NO_SPECIAL = -1
PLACES = {action: number for number, action in enumerate(ACTIONS)}
KINDS = len(BUILDINGS)
HAS_KIND = np.array([[bits >> kind & 1 for kind in range(KINDS)] for bits in range(1 << KINDS)], dtype=np.int8)
"""1 for each kind of building in a set of them, by the set's bits."""
NUMBER_BUILT = HAS_KIND.sum(axis=1, dtype=np.int8)
POINTS = np.array(MOST, dtype=np.int8)
"""Points for the most buildings of each kind in a region (8.4)."""
LEAST_MISSING, MOST_MISSING = -80, 80
"""Numbers of missing rice between which its price is kept."""


class Ground:
    """A printed board as arrays, each with the placeholder at its end."""

    def __init__(self, given: FastBoard) -> None:
        self.given, count = given, len(given.names)
        most = max(map(len, given.neighbours))
        self.none = count
        """The placeholder's number."""
        self.near = np.array([[*near, *[count] * (most - len(near))] for near in (*given.neighbours, ())])
        """Neighbors in alphabetical order of their names, shape (provinces, most neighbors)."""
        self.degree = np.array([*map(len, given.neighbours), 0])
        self.regions = np.array([*given.regions, 0])
        self.count_of_regions = max(given.regions) + 1
        self.sites = np.array([*given.sites, 0], dtype=np.int8)
        harvests = [given.harvest(kind) for kind in EVENT_KINDS]
        self.tax = np.array([[*harvest.tax, 0] for harvest in harvests], dtype=np.int16)
        """Chests by kind of event and province."""
        self.rice = np.array([[*harvest.rice, 0] for harvest in harvests], dtype=np.int16)
        self.richest = np.array(harvests[0].richest)
        """Provinces, those with the most rice first: under every event."""
        self.sorted_rice = self.rice[:, self.richest]
        self.alphabet = np.array([*given.alphabet, count])


@cache
def ground_of(side: Side, seats: int) -> Ground:
    """Return the board of a side as `seats` players use it, as arrays."""
    return Ground(fast_board(side, seats))


class Worths:
    """The worths of one season as arrays; each figure is that of `ValueTables` of the same name."""

    def __init__(self, scales: ValueTables) -> None:
        self.scales = scales
        self.unbuilt = np.array([*scales.unbuilt, 0.0])
        self.yields = np.array([*scales.yields, 0.0])
        self.free = np.array(scales.free)
        self._rows = np.full(1 << len(EVENT_NAMES), -1)
        self._prices, self._risks = np.zeros((0, MOST_MISSING - LEAST_MISSING)), np.zeros((0, 0))

    def mouth(self, events: Ints, missing: Ints) -> Floats:
        """Return the cost of feeding one more province, by the set of events left and whole rice missing."""
        known = self._rows.take(events)
        if known.size and known.min() < 0:
            self._learn(events)
            known = self._rows.take(events)
        places = np.minimum(np.maximum(missing - LEAST_MISSING, 0), MOST_MISSING - LEAST_MISSING - 1)
        return np.asarray(self._prices[known, places])

    def _learn(self, events: Ints) -> None:
        for number in np.unique(events[self._rows[events] < 0]).tolist():
            names = tuple(name for name, bit in zip(EVENT_NAMES, BITS.tolist(), strict=True) if number & bit)
            scales, wholes = self.scales, range(LEAST_MISSING, MOST_MISSING + 1)
            prices = np.array([scales.price(names, missing + scales.growth) for missing in wholes])
            self._rows[number] = len(self._prices)
            self._prices = np.concatenate([self._prices, np.diff(prices)[None]])

    def risk(self, events: Ints, missing: Ints) -> Floats:
        """Return the chance to be short of rice in winter, by the set of events left and whole rice missing."""
        scales, chances = self.scales, np.zeros(len(events))
        pairs, places = np.unique(np.stack([events, missing], axis=1), axis=0, return_inverse=True)
        known = []
        for number, short in pairs.tolist():
            names = tuple(name for name, bit in zip(EVENT_NAMES, BITS.tolist(), strict=True) if number & bit)
            known.append(scales.risk(names, short + scales.growth))
        if known:
            chances = np.array(known)[places.ravel()]
        return chances


@lru_cache(maxsize=8)
def worths_of(scales: ValueTables) -> Worths:
    """Return the worths of a season as arrays."""
    return Worths(scales)


class BatchState:
    """States of one game at the same moment, or after the same one: n rows."""

    __slots__ = (
        "actions", "armies", "battles_left", "bid_chests", "bid_ranks", "built", "chests", "counts", "event", "events",
        "ground", "lands", "markers", "order", "owner", "peasants", "plans", "points", "reserve", "rice", "scales",
        "seats", "specials", "spent", "standing", "taken", "ties", "tiles", "tower", "tray", "waiting", "worths",
    )  # fmt: skip

    ground: Ground
    scales: ValueTables
    worths: Worths
    seats: int
    ties: bool
    """True under the house rule on ties between players."""
    owner: Ints
    """Color of the holder, shape (n, provinces)."""
    armies: Ints
    markers: Ints
    built: Ints
    """Buildings as bits by kind."""
    spent: Flags
    """True where a province's card has been revealed this season and is on a planning board."""
    counts: Ints
    """Buildings, shape (n, regions, seats, kinds)."""
    tiles: Ints
    """Buildings on the board, shape (n, kinds)."""
    lands: Ints
    """Provinces, shape (n, seats)."""
    standing: Ints
    """Provinces and buildings, shape (n, seats)."""
    chests: Ints
    reserve: Ints
    rice: Ints
    points: Ints
    plans: Ints
    """The province on each action field, shape (n, seats, actions)."""
    bid_ranks: Ints
    """Places of the bids in the order of choice, shape (n, seats)."""
    bid_chests: Ints
    taken: Ints
    """Number of each seat's special card, or `NO_SPECIAL`."""
    order: Ints
    """Seats in the order of their turns, shape (n, seats)."""
    actions: Ints
    """Numbers of the action cards by place, shape (n, actions)."""
    battles_left: Ints
    """Battle actions that are to come or under way, by place of the action that is being carried out."""
    specials: Ints
    """Numbers of the special cards by place, shape (n, specials)."""
    events: Ints
    """Events that are still to come, a set of bits in the order of `EVENT_NAMES`, shape (n,)."""
    event: Ints
    """Number of the season's change in `EVENT_KINDS`, shape (n,)."""
    tower: Ints
    """Cubes by color, shape (n, colors)."""
    tray: Ints
    waiting: Ints
    peasants: Ints
    """Peasants in the reserve, shape (n,)."""

    def __len__(self) -> int:
        return len(self.events)

    @property
    def width(self) -> int:
        """Length of a row by province."""
        return int(self.owner.shape[1])

    def at(self, rows: Ints) -> "BatchState":
        """Return copies of these rows."""
        return self.with_arrays(getattr(self, name).take(rows, axis=0) for name in ARRAYS)

    def joined(self, other: "BatchState") -> "BatchState":
        """Return these states, then the others, of the same game and moment."""
        return self.with_arrays(np.concatenate([getattr(self, name), getattr(other, name)]) for name in ARRAYS)

    def with_arrays(self, arrays: Iterable[Any]) -> "BatchState":
        """Return states of the same game and moment with these arrays, in the order of `ARRAYS`."""
        new = BatchState()
        new.ground, new.scales, new.worths = self.ground, self.scales, self.worths
        new.seats, new.ties = self.seats, self.ties
        for name, array in zip(ARRAYS, arrays, strict=True):
            setattr(new, name, array)
        return new

    # Changes; no row comes twice in one call

    def give(self, rows: Ints, places: Ints, seats: Ints, armies: Ints) -> None:
        """Give provinces to seats with numbers of armies; buildings and markers stay.

        Where there are no armies, leave a province empty: no building, no marker, card neutral (7.4).
        """
        flat = rows * self.width + places
        owners, built = self.owner.ravel().take(flat), self.built.ravel().take(flat)
        is_held = armies > 0
        new = np.where(is_held, seats, self.seats)
        has_building = built.nonzero()[0]
        self.owner.ravel()[flat], self.armies.ravel()[flat] = new, armies
        empty = flat[~is_held]
        self.markers.ravel()[empty], self.built.ravel()[empty] = 0, 0
        number = 1 + NUMBER_BUILT[built]
        for holders, times in ((owners, -1), (new, 1)):
            held = (holders < self.seats).nonzero()[0]
            cells = rows[held] * self.seats + holders[held]
            self.lands.ravel()[cells] += np.int8(times)
            self.standing.ravel()[cells] += (times * number[held]).astype(np.int8)
        if has_building.size:
            self._recount(*(array[has_building] for array in (rows, places, owners, new, built)))

    def _recount(self, rows: Ints, places: Ints, owners: Ints, new: Ints, built: Ints) -> None:
        """Count the buildings of provinces for their new owners, or take them away."""
        kinds, regions = HAS_KIND[built], self.ground.regions[places]
        self.counts[rows, regions, owners] -= kinds
        held = (new < self.seats).nonzero()[0]
        self.counts[rows[held], regions[held], new[held]] += kinds[held]
        razed = (new == self.seats).nonzero()[0]
        self.tiles[rows[razed]] -= kinds[razed]

    def void_cards(self, rows: Ints, seats: Ints, places: Ints) -> None:
        """Take the cards of lost provinces from planning boards (4.8)."""
        laid = self.plans[rows, seats] == places[:, None]
        found, fields = np.nonzero(laid)
        self.plans[rows[found], seats[found], fields] = self.ground.none
        self.spent[rows[found], places[found]] = False

    # Questions

    def value(self, rows: Ints, seats: Ints, places: Ints) -> Floats:
        """Return the worth to seats of holding provinces until the end, as `FastState.worth`."""
        worth = self.worths.unbuilt.take(places)
        built = self.built.ravel().take(rows * self.width + places)
        found = built.nonzero()[0]
        if found.size:
            worth[found] = self._built_value(rows[found], seats[found], places[found], built[found])
        return worth

    def _built_value(self, rows: Ints, seats: Ints, places: Ints, built: Ints) -> Floats:
        scales, kinds, number = self.scales, HAS_KIND[built], np.arange(len(rows))
        counts = self.counts.reshape(-1, self.seats, KINDS)
        counts = counts.take(rows * self.ground.count_of_regions + self.ground.regions[places], axis=0)
        counts[number, self.owner[rows, places]] -= kinds
        mine = counts[number, seats]
        counts[number, seats] = 0
        most = counts[:, 0]
        for seat in range(1, self.seats):
            most = np.maximum(most, counts[:, seat])
        lead = mine - most
        share = np.where(lead == 0, np.where(mine > 0, 1, POINTS), (lead == -1) * (POINTS - 1))
        buildings = (kinds * (1 + share)).sum(axis=1)
        free = self.worths.free[self.ground.sites[places] - NUMBER_BUILT[built]]
        held = scales.winters * (1 + scales.values.building * buildings)
        return np.asarray(held + self.worths.yields[places] + free)

    def missing_after(self, rows: Ints, seats: Ints) -> Ints:
        """Return the rice, but for expected growth, that will be missing in winter when what is planned is taken."""
        extra = self.taken[rows, seats] == RICE_CARD
        cards = self.plans[rows, seats, RICE]
        event = self.event[rows]
        is_calm = (cards != self.ground.none) & (self.markers[rows, cards] == 0)
        taken = np.where(is_calm, self.ground.rice[event, cards] + extra, 0)
        return np.asarray(self.missing(rows, seats, self.scales.seasons_in_year, extra) - taken)

    def missing(self, rows: Ints, seats: Ints, seasons: int, extra: Flags | None, this: bool = False) -> Ints:
        """Return the rice, but for expected growth, that is missing, as `FastState.missing`.

        `seasons` of the year come after this one; with `this` one's rice too. `extra` are those with the special card.
        """
        short = self.lands[rows, seats].astype(np.int64) - self.rice[rows, seats]
        first = 0 if this else 1
        if not seasons and not this:
            return short
        is_calm = (self.owner.take(rows, axis=0) == seats[:, None]) & (self.markers.take(rows, axis=0) == 0)
        is_calm = is_calm.take(self.ground.richest, axis=1)
        yields, number = self.ground.sorted_rice, np.arange(len(rows))
        event = self.event[rows]
        for rank in range(1 + seasons):
            best = is_calm.argmax(axis=1)
            if rank >= first:
                is_there = is_calm[number, best]
                short -= (yields[event, best] + (0 if extra is None else extra)) * is_there
            is_calm[number, best] = False
        return short

    def scores(self) -> Ints:
        """Return each seat's score if the year ended now (8.4), shape (n, seats)."""
        most = self.counts.max(axis=2, keepdims=True)
        leads = (self.counts == most) & (most > 0)
        shared = leads.sum(axis=2, keepdims=True) > 1
        won = (leads * (POINTS - shared)).sum(axis=(1, 3))
        return np.asarray(self.standing + won)

    def positions(self, year: int, season: str) -> Positions:
        """Return the states as positions at the beginning of a season."""
        owner = self.owner[:, :-1]
        goods = np.stack([self.chests, self.reserve, self.rice, self.points], axis=2)
        period = np.full(len(self), PERIODS.index(f"year{year}/{season}"), dtype=np.int8)
        return Positions(
            self.ground.given.side,
            self.seats,
            period,
            np.where(owner == self.seats, np.int8(NOBODY), owner),
            self.armies[:, :-1],
            self.markers[:, :-1],
            self.built[:, :-1],
            goods.astype(np.int8),
            self.tower.astype(np.int8),
            (self.events[:, None] & BITS > 0).astype(np.int8),
        )


ARRAYS = tuple(name for name in BatchState.__slots__ if name not in ("ground", "scales", "worths", "seats", "ties"))


def batch_state(tables: Sequence[FastState]) -> BatchState:
    """Return states of one game at one moment, at least one, as arrays; cubes that wait for a throw included."""
    first, new = tables[0], BatchState()
    new.seats = seats = len(first.points)
    new.ground, new.scales, new.worths = ground_of(first.ground.side, seats), first.scales, worths_of(first.scales)
    new.ties = first.defender_holds_ties
    _gather_provinces(new, tables)
    _gather_seats(new, tables)
    _gather_hidden(new, tables)
    new.specials = np.array([[SPECIALS.index(card) for card in table.specials] for table in tables])
    new.events = np.array([number_of_events(table.events) for table in tables])
    new.event = np.array([EVENT_KINDS.index(table.event) for table in tables])
    cubes = [[table.tower, table.tray, table.waiting] for table in tables]
    counts = [[[each.get(colour, 0) for colour in first.colours] for each in row] for row in cubes]
    new.tower, new.tray, new.waiting = (np.array(counts, dtype=np.int16)[:, place].copy() for place in range(3))
    new.peasants = np.array([table.peasants for table in tables], dtype=np.int16)
    return new


def scattered(first: FastState, tables: Sequence[FastState]) -> BatchState:
    """Return states as arrays that are like the first but for planning boards, action cards, and which were shown."""
    new = batch_state([first]).at(np.zeros(len(tables), dtype=np.int64))
    _gather_hidden(new, tables)
    return new


def number_of_events(names: Sequence[str]) -> int:
    """Return the number of a set of events."""
    return sum(1 << EVENT_NAMES.index(name) for name in names)


def _gather_provinces(new: BatchState, tables: Sequence[FastState]) -> None:
    nobody = new.seats
    new.owner = np.array([[*table.owner, NOBODY] for table in tables], dtype=np.int8)
    new.owner[new.owner == NOBODY] = nobody
    new.armies = np.array([[*table.armies, 0] for table in tables], dtype=np.int8)
    new.markers = np.array([[*table.markers, 0] for table in tables], dtype=np.int8)
    built = [[*(sum([1 << kind for kind in each]) for each in table.built), 0] for table in tables]
    new.built = np.array(built, dtype=np.int8)
    counts = np.array([table.counts for table in tables], dtype=np.int8)
    counts = counts.reshape(len(tables), new.ground.count_of_regions, KINDS, new.seats)
    new.counts = counts.swapaxes(2, 3).copy()
    new.tiles = np.array([table.tiles for table in tables], dtype=np.int8)


def _gather_seats(new: BatchState, tables: Sequence[FastState]) -> None:
    new.lands = np.array([table.lands for table in tables], dtype=np.int8)
    new.standing = np.array([table.standing for table in tables], dtype=np.int8)
    goods = [(table.chests, table.reserve, table.rice, table.points) for table in tables]
    new.chests, new.reserve, new.rice, new.points = np.array(goods, dtype=np.int16).swapaxes(0, 1).copy()
    taken = [[NO_SPECIAL if card is None else SPECIALS.index(card) for card in table.taken] for table in tables]
    new.taken = np.array(taken, dtype=np.int8)
    empty = [[0] * new.seats] * len(tables)
    new.order = np.array([table.order for table in tables] if tables[0].order else empty)


def _gather_hidden(new: BatchState, tables: Sequence[FastState]) -> None:
    plans = np.array([table.plans for table in tables])
    new.plans = np.where(plans == NO_CARD, new.ground.none, plans)
    new.bid_ranks = np.array([[bid_rank(bid) for bid in table.bids] for table in tables], dtype=np.int8)
    bids = [[bid if isinstance(bid, int) else 0 for bid in table.bids] for table in tables]
    new.bid_chests = np.array(bids, dtype=np.int16)
    new.actions = np.array([[PLACES[action] for action in table.actions] for table in tables])
    new.battles_left = np.array([table.battles_left for table in tables], dtype=np.int8)
    new.spent = np.array([[*table.spent, False] for table in tables])
