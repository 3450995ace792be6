"""The worth of gains and actions to a seat, in points, by the turns that are left.

The weights come first, then `Appraisal`, which looks at one moment and is valid only while its state stays unchanged.
"""

from collections import Counter
from functools import cache
from math import exp, fsum

from msgspec import Struct

from shogun.games.river_of_gold.rules.actions import price, sailed_to, ship_abilities
from shogun.games.river_of_gold.rules.components import (
    BONUSES,
    COSTS,
    CUSTOMERS,
    GOODS,
    LIMITS,
    MASTERIES,
    RIVER,
    SHORES,
    TILES,
    TRACKS,
    Customer,
    Gains,
    touching_regions,
    values_of,
)
from shogun.games.river_of_gold.rules.scoring import MEASURES, card_points
from shogun.games.river_of_gold.rules.state import State

# Weights: an opponent's worth of things, in points, while the game is long


class Weights(Struct, frozen=True):
    """Worths in points, and how they fade towards the end."""

    koku: float = 0.3
    plenty: float = 0.8
    """Share of its worth that koku lose for a seat that holds as many as it can keep."""
    good: float = 0.55
    favor: float = 0.7
    fading: float = 2.5
    """Own turns left below which koku, goods and favor lose their worth."""
    ready: float = 0.8
    """Share of a delivery's gain credited to goods for a customer in hand."""
    mastery: float = 0.5
    """Share of a mastery's award that each missing step leaves."""
    rival: tuple[float, float, float] = (0.7, 0.4, 0.25)
    """Share of others' gains counted against oneself, with 2, 3 and 4 players."""
    pace: float = 0.56
    """Tiles that leave the row in a turn."""
    sails: float = 0.5
    """Share of turns that are sails."""
    spread: float = 0.9
    growth: float = 0.22
    """Uncertainty of a lead in influence: at the end, and more with each own turn left."""
    entry: float = 0.12
    """Chance, for each turn left, to enter a region without own influence."""
    card: float = 0.4
    """Worth of an unknown customer."""


WEIGHTS = Weights()

SPACES = len(RIVER)
PLACE = {good: place for place, good in enumerate(GOODS)}
FEW_KOKU = 7
"""Koku up to which each is worth the same."""
_SPACE_CHANCE = 1 / SPACES
_VISITED = tuple(tuple((shore, SHORES[shore - 1].region) for shore in space.shores) for space in RIVER)
_USUAL: dict[str, float] = {
    "koku": 0.35,
    "favor": 0.6,
    "points": 1.0,
    "influence": 0.7,
    "koku_per": 0.6,
    "silk": 0.7,
    "rice": 0.7,
    "porcelain": 0.7,
    "good": 0.9,
}
_OWNER_WORTH = {
    tile.id: fsum(_USUAL.get(gain.verb, 0.5) * gain.number for gain in tile.owner) for tile in TILES.values()
}
"""Rough worth to others of a tile's owner reward."""
_SHIP_WORTH = {
    "any_good_at_markets": 0.3, "empty_spaces_pay_more": 0.35, "influence_where_it_stops": 1.0,
    "point_at_opponents": 0.8, "shift_die": 0.5, "point_at_own": 0.8,
}  # fmt: skip
"""Rough gain from each sail of a noble ship with this ability."""
_JOURNEYS_A_TURN = 0.22
"""Journeys that a seat completes in a turn, on average."""
_NOBLE_SAILS_A_TURN = 0.35
"""Sails of a seat's noble ship in a turn, on average."""
_NOBLE_POINTS_A_TURN = 0.15
"""Points of a noble that a seat's next buildings add in a turn, on average."""


# Appraising a position


def turns_left(state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """Return the approximate number of turns that a seat has after the present one."""
    if state.last_turn is not None:
        return sum(state.order[turn % state.seats] == seat for turn in range(state.turn + 1, state.last_turn + 1))
    tiles = len(state.era_1) + len(state.era_2)
    return (tiles / weights.pace + state.seats - 1) / state.seats


@cache
def _lead(difference: int, tenths: int) -> float:
    """Return the chance to stay ahead of another seat by the end, with an uncertainty in tenths."""
    return 1 / (1 + exp(-difference * 10 / tenths))


class Appraisal:
    """Worth of things to a seat at one moment."""

    def __init__(self, state: State, seat: int, weights: Weights = WEIGHTS) -> None:
        self.state, self.seat, self.weights = state, seat, weights
        self.player = state.players[seat]
        self.left = turns_left(state, seat, weights)
        self.sails = self.left * state.seats * weights.sails
        self.rival = weights.rival[state.seats - 2]
        self.tenths = max(1, round(10 * (weights.spread + weights.growth * self.left)))
        self._shares: dict[tuple[int, int], float] = {}
        self._influence: dict[tuple[int, int], float] = {}
        self._owners: dict[tuple[str, int], float] = {}
        self._new_kinds: dict[str, float] = {}
        self._kinds = Counter[str](
            TILES[state.tiles[place]].kind for place, markers in enumerate(state.markers) if seat in markers
        )
        self._customers = Counter[str](CUSTOMERS[name].kind for name in self.player.delivered)
        self._open = [
            (MASTERIES[name], MASTERIES[name].awards[state.seats][len(state.claims[place])])
            for place, name in enumerate(state.masteries)
            if seat not in state.claims[place] and len(state.claims[place]) < len(MASTERIES[name].awards[state.seats])
        ]
        self._set_prices()

    def _set_prices(self) -> None:
        weights, player = self.weights, self.player
        fade = min(1.0, self.left / weights.fading)
        merchants, artisans = self._customers["merchant"], self._customers["artisan"]
        heap = max(0, player.koku - FEW_KOKU) / (LIMITS.koku - FEW_KOKU)
        self.koku = max(weights.koku * fade * (1 - weights.plenty * heap), merchants / COSTS.koku_per_point)
        self.favor = weights.favor * fade + 0.02
        base = max(weights.good * fade, artisans / COSTS.goods_per_point * 0.9)
        self.goods = [base, base, base]
        self.cards: dict[str, float] = {}
        if self.left > 0:
            for name in self.state.hands[self.seat]:
                self._count_card(CUSTOMERS[name], base)
        for place in range(3):
            if player.goods[place] >= 4:
                self.goods[place] *= 0.6

    def _count_card(self, customer: Customer, base: float) -> None:
        """Let goods that a customer in hand needs be worth more, by the chance that the delivery comes about."""
        net = self.delivery(customer) - base * sum(customer.order)
        chance = 1 - (1 - min(1.0, (1 + 0.7 * self.player.favor) / 6)) ** self.left
        self.cards[customer.id] = worth = max(0.0, net) * chance
        size = sum(customer.order)
        for place, number in enumerate(customer.order):
            if number > self.player.goods[place]:
                self.goods[place] += self.weights.ready * worth / size

    # Influence

    def share(self, region: int, space: int) -> float:
        """Return the worth of a place on a region's track at the end, the rewards on the way left out."""
        key = (region, space)
        worth = self._shares.get(key)
        if worth is None:
            worth = self._shares[key] = self._share(region, space) * (
                2 if self.player.has_marker("elder", region) else 1
            )
        return worth

    def _share(self, region: int, space: int) -> float:
        state = self.state
        if not space:
            return min(0.6, self.weights.entry * self.left) * self._share(region, 1)
        values = values_of(state.scoring[region - 1], state.seats)
        none, one, two = 1.0, 0.0, 0.0
        for seat, player in enumerate(state.players):
            if seat != self.seat:
                before = _lead(space - player.influence[region - 1], self.tenths)
                none, one, two = none * before, one * before + none * (1 - before), two * before + one * (1 - before)
        second = float(values[1]) if len(values) > 1 else 0.0
        if state.seats == 2:
            other = state.players[1 - self.seat].influence[region - 1]
            second *= _lead(space + BONUSES.second_place_within - other, self.tenths)
        return none * values[0] + one * second + (two * values[2] if len(values) > 2 else 0.0)

    def influence(self, region: int, number: int) -> float:
        """Return the worth of `number` more influence in a region, with the rewards on the track."""
        key = (region, number)
        worth = self._influence.get(key)
        if worth is None:
            worth = self._influence[key] = self._influence_worth(region, number)
        return worth

    def _influence_worth(self, region: int, number: int) -> float:
        if not number:
            return 0.0
        start = self.player.influence[region - 1]
        end = min(LIMITS.influence, start + number)
        worth = self.share(region, end) - self.share(region, start)
        track = TRACKS[region]
        for space in range(start + 1, end + 1):
            if track[space]:
                worth += self.gains(track[space], region)
        for mastery, award in self._open:
            if mastery.measure == "regions_with_influence" and not start:
                has = sum(map(bool, self.player.influence))
                worth += self._nearer(award, mastery.needed - has, 1)
            elif mastery.measure == "highest_influence":
                has = max(self.player.influence)
                if end > has:
                    steps = (mastery.needed - has + 1) // 2
                    worth += self._nearer(award, steps, min(steps, (end - has + 1) // 2))
        return worth

    def _nearer(self, award: int, missing: int, steps: int) -> float:
        """Return the worth of coming nearer to a mastery by a number of the missing steps."""
        if missing <= 0 or missing - steps > self.left:
            return 0.0
        rest = self.weights.mastery
        return award * (rest ** max(0, missing - steps) - rest**missing)

    # Gains

    def gains(self, gains: Gains, region: int) -> float:
        """Return the worth of some gains."""
        return fsum([self.gain(gain.verb, gain.number, region, gain.of) for gain in gains])

    def gain(self, verb: str, number: int, region: int, of: str = "") -> float:  # noqa: PLR0911
        """Return the worth of a gain, beyond limits nothing."""
        player = self.player
        if verb == "koku":
            return min(number, LIMITS.koku - player.koku) * self.koku
        if verb == "points":
            return number
        if verb in PLACE:
            place = PLACE[verb]
            return min(number, LIMITS.goods - player.goods[place]) * self.goods[place]
        if verb == "favor":
            return min(number, player.favor_limit - player.favor) * self.favor
        if verb == "good":
            return max(self.goods) * number
        if verb == "influence":
            return self.influence(region, number)
        if verb == "koku_per":
            return self._counted(of) * self.koku
        return self._rare_gain(verb, number, of)

    def _rare_gain(self, verb: str, number: int, of: str) -> float:
        if verb == "points_per":
            return self._counted(of)
        if verb == "influence_where_built":
            regions = {SHORES[place].region for place, markers in enumerate(self.state.markers) if self.seat in markers}
            return fsum(self.influence(region, number) for region in regions)
        if verb == "sell_goods":
            held = zip(self.player.goods, self.goods, strict=True)
            return fsum(have * max(0.0, number * self.koku - worth) for have, worth in held) * 0.7
        return self.weights.card * number

    def _counted(self, of: str) -> int:
        return len(self.player.delivered) if of == "customer" else self._kinds[of]

    # Actions

    def visits(self, shore: int) -> float:
        """Return how often a building will be visited, the Emperor's visit with it."""
        emperor = 1.0 if self.state.era_1 and self.left > 0 else 0.0
        return self.sails * len(SHORES[shore - 1].river) * _SPACE_CHANCE + emperor

    def building(self, shore: int, tile: str) -> float:
        """Return what the owner rewards of a building will be worth from now on."""
        return self.visits(shore) * self.owner(tile, SHORES[shore - 1].region)

    def owner(self, tile: str, region: int) -> float:
        """Return the worth of a tile's owner reward."""
        key = (tile, region)
        worth = self._owners.get(key)
        if worth is None:
            worth = self._owners[key] = self.gains(TILES[tile].owner, region)
        return worth

    def new_kind(self, kind: str) -> float:
        """Return the worth of one more building of a kind for masteries and nobles."""
        worth = self._new_kinds.get(kind)
        if worth is None:
            nobles = sum([CUSTOMERS[name].counts == kind for name in self.player.delivered])
            worth = self._new_kinds[kind] = nobles + self._masteries_of_building(kind)
        return worth

    def _masteries_of_building(self, kind: str) -> float:
        worth = 0.0
        for mastery, award in self._open:
            if mastery.measure == "same_buildings" and self._kinds[kind] == max(self._kinds.values(), default=0):
                worth += self._nearer(award, mastery.needed - self._kinds[kind], 1)
            elif mastery.measure == "different_buildings" and not self._kinds[kind]:
                worth += self._nearer(award, mastery.needed - len(self._kinds), 1)
        return worth

    def worths_of_tiles(self, shore: int) -> list[float]:
        """Return the worth of building each tile of the row on a shore space, minus the price."""
        space, row = SHORES[shore - 1], self.state.row
        region, visits = space.region, self.visits(shore)
        backing = self.player.backing
        fixed = -price(self.player, space) * self.koku
        if backing.ability == "points_for_river":
            fixed += backing.points * len(space.river)
        worths = [
            fixed
            + visits * self.owner(tile, region)
            + self.influence(region, TILES[tile].influence)
            + self.new_kind(TILES[tile].kind)
            for tile in row
        ]
        worths[-1] += self.gain("favor", BONUSES.end_slot_favor, 0)
        return worths

    def worth_of_sail(self, ship: int, die: int) -> float:
        """Return the worth of sailing a ship by this die now."""
        state, seat, player = self.state, self.seat, self.player
        target, journey = sailed_to(player.ships[ship], die)
        abilities = ship_abilities(player, ship)
        worth, opponents, own = 0.0, False, False
        for shore, region in _VISITED[target - 1]:
            tile = state.tiles[shore - 1]
            if not tile:
                worth += self.koku * (2 if "empty_spaces_pay_more" in abilities else 1)
                continue
            worth += self.gains(TILES[tile].visitor, region)
            for owner in state.markers[shore - 1]:
                if owner == seat:
                    own = True
                    worth += self.owner(tile, region)
                else:
                    opponents = True
                    worth -= self.rival * _OWNER_WORTH[tile]
        if abilities:
            worth += ("point_at_opponents" in abilities and opponents) + ("point_at_own" in abilities and own)
            if "influence_where_it_stops" in abilities:
                worth += fsum([self.influence(region, 1) for region in touching_regions(target)])
        if opponents and player.backing.ability == "points_for_visiting":
            worth += player.backing.points
        return worth + (self.worth_of_journey() if journey else 0.0)

    def worth_of_journey(self) -> float:
        """Return the worth of completing a journey, with what merchants add."""
        worth = max(self.gain("koku", BONUSES.journey_koku, 0), *self.goods)
        for name in self.player.delivered:
            journey = CUSTOMERS[name].journey
            if journey:
                worth += self.gains(journey, CUSTOMERS[name].region)
        return worth

    def delivery(self, customer: Customer) -> float:
        """Return what it is worth to have delivered to a customer, the goods for it left out."""
        number, points = len(self.player.delivered), BONUSES.delivered_points
        last = len(points) - 1
        worth: float = points[min(number + 1, last)] - points[min(number, last)]
        worth += self.influence(customer.region, customer.influence)
        worth += _KIND_WORTH[customer.kind](self, customer)
        for mastery, award in self._open:
            if mastery.measure == "different_customers" and not self._customers[customer.kind]:
                worth += self._nearer(award, mastery.needed - len(self._customers), 1)
            elif mastery.measure == "same_customers":
                most = max(self._customers.values(), default=0)
                if self._customers[customer.kind] == most:
                    worth += self._nearer(award, mastery.needed - most, 1)
        backing = self.player.backing
        if backing.ability == "points_for_first_customer" and all(
            CUSTOMERS[name].region != customer.region for name in self.player.delivered
        ):
            worth += backing.points
        return worth

    def goods_worth(self, order: tuple[int, ...]) -> float:
        """Return what the goods of an order would be worth otherwise."""
        base = self.weights.good * min(1.0, self.left / self.weights.fading)
        return base * sum(order)

    def worth_of_delivering_now(self, name: str) -> float:
        """Return the worth of delivering to a customer in hand now, minus what it takes."""
        customer = CUSTOMERS[name]
        return (
            self.delivery(customer)
            - self.goods_worth(customer.order)
            - 0.6 * self.cards.get(name, 0.0)
            + (self.weights.card if self.left else 0.0)
        )

    def _artisan(self, _customer: Customer) -> float:
        return 1.0 + COSTS.artisan_discount * self.koku * self.left * 0.07

    def _elder(self, customer: Customer) -> float:
        return self.share(customer.region, self.player.influence[customer.region - 1])

    def _merchant(self, customer: Customer) -> float:
        journeys = self.left * _JOURNEYS_A_TURN
        if any(gain.verb == "influence_where_built" for gain in customer.journey):
            return 1.5 + journeys * 2.0
        return (
            1.0
            + 0.06 * self.player.koku
            + journeys
            * fsum(_USUAL.get(gain.verb, 1.5) * gain.number for gain in customer.journey if gain.verb != "sell_goods")
        )

    def _monk(self, customer: Customer) -> float:
        room = self.player.favor_limit + 1 - self.player.favor
        return self.favor * min(2, room) + 0.3 * self.favor + self._best_marker(customer.marker)

    def _best_marker(self, whose: str) -> float:
        state = self.state
        places = [
            place + 1
            for place, markers in enumerate(state.markers)
            if len(markers) == 1 and (markers[0] == self.seat) == (whose == "own")
        ]
        return max((self.building(shore, state.tiles[shore - 1]) for shore in places), default=0.0)

    def _noble(self, customer: Customer) -> float:
        now = self._kinds[customer.counts] if customer.counts in self._kinds else len(self._kinds)
        ship = self.left * _NOBLE_SAILS_A_TURN * _SHIP_WORTH.get(customer.ship, 0.5)
        return now * 0.8 + _NOBLE_POINTS_A_TURN * self.left + ship

    # Standing

    def standing(self) -> float:
        """Return the worth of the seat's game: points, and what all it has will bring."""
        state, player, seat = self.state, self.player, self.seat
        points = BONUSES.delivered_points
        worth = float(player.points + points[min(len(player.delivered), len(points) - 1)])
        worth += fsum([self.share(place + 1, space) for place, space in enumerate(player.influence)])
        worth += min(player.koku, 9 * self.left) * self.koku + player.favor * self.favor
        worth += fsum([min(4, have) * price for have, price in zip(player.goods, self.goods, strict=True)])
        for place, markers in enumerate(state.markers):
            if seat in markers:
                worth += self.building(place + 1, state.tiles[place]) * markers.count(seat)
        worth += fsum([self._later(CUSTOMERS[name]) for name in player.delivered])
        return worth + self._near_masteries()

    def _later(self, customer: Customer) -> float:
        """Return what a customer delivered to will still bring."""
        worth = float(card_points(self.state, self.seat, customer.id))
        if customer.journey:
            worth += _JOURNEYS_A_TURN * self.left * self.gains(customer.journey, customer.region)
        elif customer.ship:
            ship = self.left * _NOBLE_SAILS_A_TURN * _SHIP_WORTH[customer.ship]
            worth += ship + _NOBLE_POINTS_A_TURN * self.left
        return worth

    def _near_masteries(self) -> float:
        rest, worth = self.weights.mastery, 0.0
        for mastery, award in self._open:
            missing = mastery.needed - MEASURES[mastery.measure](self.state, self.seat)
            if mastery.measure == "highest_influence":
                missing = (missing + 1) // 2
            if missing <= self.left:
                worth += award * rest ** max(0, missing)
        return worth


_KIND_WORTH = {
    "artisan": Appraisal._artisan,
    "elder": Appraisal._elder,
    "merchant": Appraisal._merchant,
    "monk": Appraisal._monk,
    "noble": Appraisal._noble,
}
"""Worth of each kind of customer besides points for their number, influence and masteries."""
