"""A game's state in a playout: lists of numbers that change in place, with the sums that valuing needs."""

from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from shogun.games.shogun.opponents.rollouts.fast_board import (
    KINDS,
    NO_CARD,
    NOBODY,
    FastBoard,
    Harvest,
    ValueTables,
    fast_board,
)
from shogun.games.shogun.rules.cards import (
    BATTLES,
    BUILDINGS,
    EVENTS,
    PEASANT,
    Action,
    Card,
    EventKind,
    Season,
    Special,
)
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.tower.quick_model import OutcomeModel

Cubes: TypeAlias = dict[str, int]
"""Number by color, without zeros."""
MOST_THROWS = 256
"""Throws that a scenario remembers."""
MOST = tuple(MAJORITY[kind] for kind in BUILDINGS)
"""Points for the most buildings of each kind in a region (8.4)."""


class Marched(NamedTuple):
    """A march that a battle card has made."""

    seat: int
    action: Action
    target: int
    """The place of the province to which armies went."""
    is_attack: bool
    is_won: bool
    """True if the seat held the province afterwards."""


class FastState:
    """A state; provinces, seats, actions and kinds of buildings are numbers, see `ground`."""

    __slots__ = (
        "actions", "aim", "armies", "battles_left", "bids", "built", "chests", "colours", "counts",
        "defender_holds_ties", "dice", "event", "events", "ground", "harvest", "lands", "marched", "markers", "model",
        "order", "owner", "peasants", "plans", "points", "reserve", "rice", "rng", "scales", "season", "specials",
        "spent", "standing", "taken", "throws", "tiles", "tower", "tray", "waiting", "worths", "year",
    )  # fmt: skip

    ground: FastBoard
    scales: ValueTables
    model: OutcomeModel
    rng: Random
    """All chance of the playout, in the order in which the rules ask for it."""
    dice: Random
    """The generator that each throw seeds, shared by copies: making a new one takes as long as a throw."""
    throws: dict[tuple[object, ...], tuple[Cubes, Cubes]]
    """Cubes on the tray and in the tower after throws, by the dice's seed and the cubes in the tower and thrown.

    Moves that are tried with the same luck mostly lead to the same throws; shared by copies.
    """
    colours: tuple[str, ...]
    """Colors of each seat's cubes, then of the peasants'."""
    owner: list[int]
    armies: list[int]
    markers: list[int]
    built: list[tuple[int, ...]]
    """The kinds of buildings in each province."""
    spent: list[bool]
    """True where a province's card has been revealed this season and is on a planning board."""
    counts: list[tuple[int, ...]]
    """Buildings by seat, for each kind in each region: at 3 * region + kind."""
    tiles: list[int]
    """Buildings of each kind on the board."""
    lands: list[int]
    """Provinces, by seat."""
    standing: list[int]
    """Provinces and buildings, by seat."""
    chests: list[int]
    reserve: list[int]
    rice: list[int]
    points: list[int]
    plans: list[list[int]]
    """The province on each action field, by seat."""
    bids: list[Card | None]
    taken: list[Special | None]
    order: tuple[int, ...]
    actions: tuple[Action, ...]
    battles_left: list[int]
    """Battle actions that are to come or under way, by place of the action that is being carried out."""
    specials: tuple[Special, ...]
    events: tuple[str, ...]
    event: EventKind | None
    harvest: Harvest
    """Yields of provinces under the season's event."""
    worths: list[dict[tuple[int, int], float]]
    """The worth of provinces with buildings by region, then by place and seat: cached until buildings change."""
    aim: tuple[int, int] | None
    """A seat, and the province that it attacks whenever it can, with all that may leave; None: nobody does."""
    marched: list[Marched] | None
    """The marches of battle cards so far; None: nobody wants to know them."""
    tower: Cubes
    tray: Cubes
    waiting: Cubes
    peasants: int
    defender_holds_ties: bool
    """True under the house rule on ties between players."""
    year: int
    season: Season

    def copy(self, rng: Random) -> "FastState":
        """Return a state that can be changed without changing this one, with a chance of its own."""
        new = FastState()
        new.ground, new.scales, new.model, new.colours = self.ground, self.scales, self.model, self.colours
        new.rng, new.dice, new.throws = rng, self.dice, self.throws
        new.owner, new.armies, new.markers = self.owner.copy(), self.armies.copy(), self.markers.copy()
        new.built, new.spent, new.tiles = self.built.copy(), self.spent.copy(), self.tiles.copy()
        new.counts, new.lands, new.standing = self.counts.copy(), self.lands.copy(), self.standing.copy()
        new.chests, new.reserve, new.rice = self.chests.copy(), self.reserve.copy(), self.rice.copy()
        new.points, new.plans, new.bids = self.points.copy(), [plan.copy() for plan in self.plans], self.bids.copy()
        new.taken, new.order, new.actions, new.specials = self.taken.copy(), self.order, self.actions, self.specials
        new.battles_left = self.battles_left
        new.events, new.event, new.harvest = self.events, self.event, self.harvest
        new.tower, new.tray, new.waiting = self.tower.copy(), self.tray.copy(), self.waiting.copy()
        new.aim, new.defender_holds_ties = self.aim, self.defender_holds_ties
        new.marched = None if self.marched is None else self.marched.copy()
        new.peasants, new.year, new.season, new.worths = self.peasants, self.year, self.season, self.worths.copy()
        return new

    def deal(self, state: State) -> None:
        """Take what is hidden, planning boards and action cards, from a state."""
        self.plans = [self.ground.laid(plan) for plan in state.plans]
        self.bids = [plan.bid if plan else None for plan in state.plans]
        self.actions = state.actions
        self.battles_left = [len(set(BATTLES).difference(state.actions[:now])) for now in range(len(state.actions))]

    def lay(self, seat: int, plan: Plan) -> None:
        """Lay a seat's plan (4.3)."""
        self.plans[seat] = self.ground.laid(plan)
        self.bids[seat] = plan.bid

    def hold(self, event: str) -> None:
        """Let an event hold for the season (4.5)."""
        self.event = EVENTS[event].kind
        self.harvest = self.ground.harvest(self.event)

    def begin_season(self) -> None:
        """Start the season after spring or summer: the event is over, and special cards are back (4.9)."""
        self.season = "summer" if self.season == "spring" else "autumn"
        self.event, self.harvest, self.taken = None, self.ground.harvest(None), [None] * len(self.taken)
        self.scales = self.scales.following

    # Provinces and cubes

    def give(self, place: int, owner: int, armies: int) -> None:
        """Give a province to a seat with a number of armies; buildings and markers stay."""
        self._count(place, -1)
        self.owner[place], self.armies[place] = owner, armies
        self._count(place, 1)

    def raze(self, place: int) -> None:
        """Leave a province empty: no army, no building, no marker, card neutral (7.4)."""
        self._count(place, -1)
        for kind in self.built[place]:
            self.tiles[kind] -= 1
        self.owner[place], self.armies[place], self.markers[place], self.built[place] = NOBODY, 0, 0, ()

    def _count(self, place: int, times: int) -> None:
        owner, built = self.owner[place], self.built[place]
        if owner != NOBODY:
            region = self.ground.regions[place]
            self.lands[owner] += times
            self.standing[owner] += times * (1 + len(built))
            for kind in built:
                self._count_building(region, kind, owner, times)

    def _count_building(self, region: int, kind: int, owner: int, times: int) -> None:
        counts = list(self.counts[3 * region + kind])
        counts[owner] += times
        self.counts[3 * region + kind], self.worths[region] = tuple(counts), {}

    def build(self, place: int, kind: int) -> None:
        """Put a building into a province."""
        owner, region = self.owner[place], self.ground.regions[place]
        self.built[place] = (*self.built[place], kind)
        self.tiles[kind] += 1
        self.standing[owner] += 1
        self._count_building(region, kind, owner, 1)

    def void_card(self, seat: int, place: int) -> None:
        """Take a lost province's card from a planning board (4.8)."""
        plan = self.plans[seat]
        if place in plan:
            plan[plan.index(place)] = NO_CARD
            self.spent[place] = False

    def throw(self) -> None:
        """Throw the waiting cubes with those on the tray (7.2)."""
        seed, cubes = self.rng.getrandbits(32), self.waiting
        for colour, count in self.tray.items():
            cubes[colour] = cubes.get(colour, 0) + count
        key = (seed, *map(self.tower.get, self.colours), *map(cubes.get, self.colours))
        thrown = self.throws.get(key)
        if thrown is None:
            if len(self.throws) >= MOST_THROWS:
                self.throws.clear()
            thrown = self.throws[key] = self._drop(cubes, seed)
        self.tray, self.tower, self.waiting = thrown[0].copy(), thrown[1].copy(), {}

    def _drop(self, cubes: Cubes, seed: int) -> tuple[Cubes, Cubes]:
        """Return the cubes that come out when these fall, and those in the tower then."""
        out, inside = self.model.drop(self.tower, cubes, seed, self.dice), self.tower.copy()
        for colour, count in cubes.items():
            inside[colour] = inside.get(colour, 0) + count
        for colour, count in out.items():
            inside[colour] -= count
            if not inside[colour]:
                del inside[colour]
        return out, inside

    def add_peasants(self, count: int) -> None:
        """Add peasants to the throw, as many as their reserve has (7.7)."""
        joining = min(count, self.peasants)
        if joining:
            self.peasants -= joining
            self.waiting[PEASANT] = self.waiting.get(PEASANT, 0) + joining

    def add_armies(self, seat: int, count: int) -> None:
        """Add a number of a seat's armies to the next throw."""
        colour = self.colours[seat]
        self.waiting[colour] = self.waiting.get(colour, 0) + count

    def send_home(self, seat: int) -> int:
        """Send a seat's cubes from the tray to its reserve, and return how many."""
        count = self.tray.pop(self.colours[seat], 0)
        self.reserve[seat] += count
        return count

    def send_peasants_home(self) -> int:
        """Send the peasants on the tray to their reserve, and return how many."""
        count = self.tray.pop(PEASANT, 0)
        self.peasants += count
        return count

    # Questions about a position

    def owned(self, seat: int) -> list[int]:
        """Return the provinces of a seat, in the order of the board."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]

    def share(self, place: int, kind: int, seat: int) -> int:
        """Return the points for majorities that a building in a province adds to a seat's, each winter."""
        counts, owner = list(self.counts[3 * self.ground.regions[place] + kind]), self.owner[place]
        counts[owner] -= 1
        before = _majority_points(tuple(counts), MOST[kind])[seat]
        counts[seat] += 1
        return _majority_points(tuple(counts), MOST[kind])[seat] - before

    def worth(self, place: int, seat: int) -> float:
        """Return the worth to a seat of holding a province until the end, as `Valuation.province`."""
        if not self.built[place]:
            return self.scales.unbuilt[place]
        known, key = self.worths[self.ground.regions[place]], (place, seat)
        if key not in known:
            known[key] = self._built_worth(place, seat)
        return known[key]

    def _built_worth(self, place: int, seat: int) -> float:
        scales, built = self.scales, self.built[place]
        buildings = sum([1 + self.share(place, kind, seat) for kind in built])
        free = scales.free[self.ground.sites[place] - len(built)]
        return scales.winters * (1 + scales.values.building * buildings) + scales.yields[place] + free

    def scores(self) -> list[int]:
        """Return each seat's score if the year ended now (8.4)."""
        points = self.standing.copy()
        for number, counts in enumerate(self.counts):
            if any(counts):
                for seat, won in enumerate(_majority_points(counts, MOST[number % len(BUILDINGS)])):
                    points[seat] += won
        return points

    def calm_rice(self, seat: int) -> list[int]:
        """Return the rice of a seat's provinces without a marker, the most first; no more than the year has seasons."""
        owner, markers, calm = self.owner, self.markers, []
        rice, extra, most = self.harvest.rice, self.taken[seat] == "rice", 1 + self.scales.seasons_in_year
        for place in self.harvest.richest:
            if owner[place] == seat and not markers[place]:
                calm.append(rice[place] + extra)
                if len(calm) == most:
                    break
        return calm

    def missing(self, seat: int, scales: ValueTables, calm: list[int]) -> float:
        """Return the rice that will be missing before this season's, as `RiceForecast.missing`."""
        later = sum(calm[1 : 1 + scales.seasons_in_year]) if scales.seasons_in_year else 0
        return self.lands[seat] + scales.growth - self.rice[seat] - later


@lru_cache(maxsize=4096)
def _majority_points(counts: tuple[int, ...], points: int) -> list[int]:
    return majority_points(counts, points)


def fast_state(state: State, scales: ValueTables, model: OutcomeModel) -> FastState:
    """Return a state in numbers; its chance is still to be given. Plans are laid afterwards."""
    new = FastState()
    new.ground, new.scales, new.model = fast_board(state.setup.side, state.setup.seats), scales, model
    new.colours = (*state.setup.colours[: state.setup.seats], PEASANT)
    new.year, new.season, new.rng, new.dice = state.year, state.season, Random(0), Random(0)
    new.throws = {}
    _take_provinces(new, state)
    _take_goods(new, state)
    new.taken, new.order, new.specials = list(state.specials_taken), state.order, state.specials
    new.deal(state)
    new.events, new.event = state.events, state.event_kind
    new.harvest = new.ground.harvest(new.event)
    new.tower, new.tray, new.waiting = dict(state.tower), dict(state.tray), dict(state.waiting)
    new.peasants, new.aim, new.defender_holds_ties = state.peasants, None, state.setup.defender_holds_ties
    new.marched = None
    return new


def _take_provinces(new: FastState, state: State) -> None:
    provinces, seats = tuple(state.provinces.values()), state.setup.seats
    new.owner = [NOBODY] * len(provinces)
    new.armies = [province.armies for province in provinces]
    new.markers = [province.markers for province in provinces]
    new.built = [tuple(KINDS[kind] for kind in province.buildings) for province in provinces]
    new.spent, new.worths = [False] * len(provinces), [{} for _region in state.board.regions]
    new.lands, new.standing, new.tiles = [0] * seats, [0] * seats, [0] * len(BUILDINGS)
    new.counts = [(0,) * seats for _region in state.board.regions for _kind in BUILDINGS]
    for place, province in enumerate(provinces):
        if province.owner is not None:
            new.give(place, province.owner, province.armies)
        for kind in new.built[place]:
            new.tiles[kind] += 1


def _take_goods(new: FastState, state: State) -> None:
    new.chests = [player.chests for player in state.players]
    new.reserve = [player.reserve for player in state.players]
    new.rice = [player.rice for player in state.players]
    new.points = [player.points for player in state.players]
