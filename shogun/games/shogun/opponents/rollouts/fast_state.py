"""A game's state in a playout: lists of numbers that change in place, and the sums that valuing asks for, kept up."""

from random import Random
from typing import TypeAlias

from shogun.games.shogun.opponents.rollouts.fast_board import KINDS, NO_CARD, NOBODY, FastBoard, fast_board
from shogun.games.shogun.opponents.rollouts.value_tables import ValueTables
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
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.state import State
from shogun.games.shogun.rules.winter import MAJORITY, majority_points
from shogun.tower.quick_model.outcome_model import OutcomeModel

Cubes: TypeAlias = dict[str, int]
"""Number by colour, without zeros."""
MOST = tuple(MAJORITY[kind] for kind in BUILDINGS)
"""Points for the most buildings of each kind in a region (8.4)."""


class FastState:
    """A state; provinces, seats, actions and kinds of buildings are numbers, see `ground`."""

    __slots__ = (
        "actions", "aim", "armies", "battles_left", "bids", "built", "chests", "colours", "counts", "dice", "event",
        "events", "ground", "markers", "model", "order", "owner", "peasants", "plans", "points", "reserve", "rice",
        "rice_of", "rng", "scales", "season", "specials", "spent", "standing", "taken", "tax_of", "tiles", "tower",
        "tray", "waiting", "worths", "year",
    )  # fmt: skip

    ground: FastBoard
    scales: ValueTables
    model: OutcomeModel
    rng: Random
    """All chance of the playout, in the order in which the rules ask for it."""
    dice: Random
    """What each throw seeds anew and draws from, shared by copies: to make new ones takes as long as a throw."""
    colours: tuple[str, ...]
    owner: list[int]
    armies: list[int]
    markers: list[int]
    built: list[tuple[int, ...]]
    """The kinds of buildings in each province."""
    spent: list[bool]
    """Whether a province's card has been revealed this season and lies on a planning board."""
    counts: list[list[int]]
    """Buildings by seat, for each kind in each region: at 3 * region + kind."""
    tiles: list[int]
    """Buildings of each kind on the board."""
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
    tax_of: tuple[int, ...]
    """Each province's taxes under the season's event."""
    rice_of: tuple[int, ...]
    worths: list[dict[tuple[int, int], float]]
    """By region, what its provinces with buildings are worth, by place and seat: as asked since buildings changed."""
    aim: tuple[int, int] | None
    """A seat, and the province that it attacks whenever it can, with all that may leave; None: nobody does."""
    tower: Cubes
    tray: Cubes
    waiting: Cubes
    peasants: int
    year: int
    season: Season

    def copy(self, rng: Random) -> "FastState":
        """Return a state that can be changed without changing this one, with a chance of its own."""
        new = FastState()
        new.ground, new.scales, new.model, new.colours = self.ground, self.scales, self.model, self.colours
        new.rng, new.dice = rng, self.dice
        new.owner, new.armies, new.markers = self.owner.copy(), self.armies.copy(), self.markers.copy()
        new.built, new.spent, new.tiles = self.built.copy(), self.spent.copy(), self.tiles.copy()
        new.counts, new.standing = [counts.copy() for counts in self.counts], self.standing.copy()
        new.chests, new.reserve, new.rice = self.chests.copy(), self.reserve.copy(), self.rice.copy()
        new.points, new.plans, new.bids = self.points.copy(), [plan.copy() for plan in self.plans], self.bids.copy()
        new.taken, new.order, new.actions, new.specials = self.taken.copy(), self.order, self.actions, self.specials
        new.battles_left = self.battles_left
        new.events, new.event, new.tax_of, new.rice_of = self.events, self.event, self.tax_of, self.rice_of
        new.tower, new.tray, new.waiting = self.tower.copy(), self.tray.copy(), self.waiting.copy()
        new.aim = self.aim
        new.peasants, new.year, new.season, new.worths = self.peasants, self.year, self.season, self.worths.copy()
        return new

    def lay(self, seat: int, plan: Plan) -> None:
        """Lay a seat's plan (4.3)."""
        self.plans[seat] = self.ground.laid(plan)
        self.bids[seat] = plan.bid

    def hold(self, event: str) -> None:
        """Let an event hold for the season (4.5)."""
        self.event = EVENTS[event].kind
        self.tax_of, self.rice_of = self.ground.tax_under(self.event), self.ground.rice_under(self.event)

    def begin_season(self) -> None:
        """Go on to the season after spring or summer: no event holds any more, and special cards are back (4.9)."""
        self.season = "summer" if self.season == "spring" else "autumn"
        self.event, self.rice_of, self.taken = None, self.ground.rice, [None] * len(self.taken)
        self.scales = self.scales.following

    # Provinces and cubes

    def give(self, place: int, owner: int, armies: int) -> None:
        """Let armies of a seat stand in a province that another held, or nobody; buildings and markers stay."""
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
            self.standing[owner] += times * (1 + len(built))
            for kind in built:
                self.counts[3 * region + kind][owner] += times
                self.worths[region] = {}

    def build(self, place: int, kind: int) -> None:
        """Put a building into a province."""
        owner, region = self.owner[place], self.ground.regions[place]
        self.built[place] = (*self.built[place], kind)
        self.tiles[kind] += 1
        self.standing[owner] += 1
        self.counts[3 * region + kind][owner] += 1
        self.worths[region] = {}

    def void_card(self, seat: int, place: int) -> None:
        """Take a lost province's card from a planning board (4.8)."""
        plan = self.plans[seat]
        if place in plan:
            plan[plan.index(place)] = NO_CARD
            self.spent[place] = False

    def throw(self) -> None:
        """Throw what waits and what lies on the tray; what comes out lies on the tray (7.2)."""
        cubes, tower = self.waiting, self.tower
        for colour, count in self.tray.items():
            cubes[colour] = cubes.get(colour, 0) + count
        out = self.model.drop(tower, cubes, self.rng.getrandbits(32), self.dice)
        for colour, count in cubes.items():
            tower[colour] = tower.get(colour, 0) + count
        for colour, count in out.items():
            tower[colour] -= count
            if not tower[colour]:
                del tower[colour]
        self.tray, self.waiting = out, {}

    def add_peasants(self, count: int) -> None:
        """Let peasants fight, as many as their reserve holds (7.7)."""
        joining = min(count, self.peasants)
        if joining:
            self.peasants -= joining
            self.waiting[PEASANT] = self.waiting.get(PEASANT, 0) + joining

    def add_armies(self, seat: int, count: int) -> None:
        """Let so many armies of a seat be thrown."""
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

    # What is asked of a position

    def owned(self, seat: int) -> list[int]:
        """Return the provinces of a seat, in the order of the board."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]

    def share(self, place: int, kind: int, seat: int) -> int:
        """Return what a building that stands in a province adds to a seat's points for majorities, each winter."""
        counts, owner = self.counts[3 * self.ground.regions[place] + kind], self.owner[place]
        counts[owner] -= 1
        before = _majority(counts, seat, MOST[kind])
        counts[seat] += 1
        after = _majority(counts, seat, MOST[kind])
        counts[seat] -= 1
        counts[owner] += 1
        return after - before

    def worth(self, place: int, seat: int) -> float:
        """Return what holding a province until the end is worth to a seat, as `Valuation.province`."""
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
        """Return what each seat would score if the year ended now (8.4)."""
        found = self.standing.copy()
        for number, counts in enumerate(self.counts):
            if any(counts):
                for seat, won in enumerate(majority_points(counts, MOST[number % len(BUILDINGS)])):
                    found[seat] += won
        return found

    def calm_rice(self, seat: int) -> list[int]:
        """Return the rice of a seat's provinces without a marker, the most first."""
        extra, lands = self.taken[seat] == "rice", zip(self.owner, self.markers, self.rice_of, strict=True)
        return sorted([rice + extra for owner, markers, rice in lands if owner == seat and not markers], reverse=True)

    def missing(self, seat: int, scales: ValueTables, calm: list[int]) -> float:
        """Return the rice that will be missing before this season's, as `RiceForecast.missing`."""
        later = sum(calm[1 : 1 + scales.seasons_in_year]) if scales.seasons_in_year else 0
        return self.owner.count(seat) + scales.growth - self.rice[seat] - later


def _majority(counts: list[int], seat: int, points: int) -> int:
    """Return a seat's points for the most buildings of a kind in a region, as `winter.majority_points` (8.4)."""
    most = max(counts)
    if not most or counts[seat] != most:
        return 0
    return points if counts.count(most) == 1 else points - 1


def fast_state(state: State, scales: ValueTables, model: OutcomeModel) -> FastState:
    """Return a state in numbers; its chance is still to be given. Plans are laid afterwards."""
    new = FastState()
    new.ground, new.scales, new.model = fast_board(state.setup.side, state.setup.seats), scales, model
    new.colours = tuple(state.setup.colours[: state.setup.seats])
    new.year, new.season, new.rng, new.dice = state.year, state.season, Random(0), Random(0)
    _take_provinces(new, state)
    _take_goods(new, state)
    new.plans = [new.ground.laid(plan) for plan in state.plans]
    new.bids = [plan.bid if plan else None for plan in state.plans]
    new.taken, new.order, new.actions, new.specials = (
        list(state.specials_taken),
        state.order,
        state.actions,
        state.specials,
    )
    new.battles_left = [len(set(BATTLES).difference(state.actions[:now])) for now in range(len(state.actions))]
    new.events, new.event = state.events, state.event_kind
    new.tax_of, new.rice_of = new.ground.tax_under(new.event), new.ground.rice_under(new.event)
    new.tower, new.tray, new.waiting = dict(state.tower), dict(state.tray), dict(state.waiting)
    new.peasants, new.aim = state.peasants, None
    return new


def _take_provinces(new: FastState, state: State) -> None:
    provinces, seats = tuple(state.provinces.values()), state.setup.seats
    new.owner = [NOBODY] * len(provinces)
    new.armies = [province.armies for province in provinces]
    new.markers = [province.markers for province in provinces]
    new.built = [tuple(KINDS[kind] for kind in province.buildings) for province in provinces]
    new.spent, new.worths = [False] * len(provinces), [{} for _region in state.board.regions]
    new.standing, new.tiles = [0] * seats, [0] * len(BUILDINGS)
    new.counts = [[0] * seats for _region in state.board.regions for _kind in BUILDINGS]
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
