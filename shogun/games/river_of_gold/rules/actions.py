"""The actions: building and the building row (chapters 5 and 11), sailing (6), and delivering (7 and 8)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from shogun.game.questions import Drawn, Shuffle
from shogun.games.river_of_gold.rules.components import (
    BONUSES,
    COSTS,
    CUSTOMERS,
    GOODS,
    LIMITS,
    REGIONS,
    RIVER,
    SHORES,
    START,
    TILES,
    Customer,
    ShoreSpace,
    touching_regions,
)
from shogun.games.river_of_gold.rules.effects import (
    ALL_GOODS,
    LAST_TILE,
    PATRON,
    gain_koku,
    gain_points,
    take_good,
    turned,
)
from shogun.games.river_of_gold.rules.events import (
    Built,
    CustomerDiscarded,
    CustomersDrawn,
    CustomersShuffled,
    Delivered,
    EmperorCame,
    LastTileLaid,
    MarkerPlaced,
    Sailed,
    ShipReplaced,
    TileGone,
    TileLaid,
)
from shogun.games.river_of_gold.rules.playing import Play, effects_of
from shogun.games.river_of_gold.rules.state import (
    Build,
    Deliver,
    Discard,
    Effect,
    Move,
    PlaceMarker,
    Player,
    ReplaceShip,
    Sail,
    State,
    TakeGood,
    TakeKoku,
)

_BY_REGION = {region: tuple(shore for shore in SHORES if shore.region == region) for region in REGIONS}


def build_moves(state: State, seat: int) -> list[Build]:
    """Return every way to build: each affordable bare shore space, with each tile of the row (5.1, 5.3)."""
    return [Build(shore, tile) for shore in building_places(state, seat) for tile in state.row]


def building_places(state: State, seat: int) -> list[int]:
    """Return the bare shore spaces where a seat may build and can pay (5.1), by number."""
    player, tiles = state.players[seat], state.tiles
    shores = SHORES if player.backing.ability == "any_region" else _BY_REGION[player.die]
    return [shore.number for shore in shores if not tiles[shore.number - 1] and price(player, shore) <= player.koku]


def price(player: Player, shore: ShoreSpace) -> int:
    """Return a player's price of a shore space (5.2)."""
    return max(0, shore.cost - (COSTS.artisan_discount if player.has_marker("artisan", shore.region) else 0))


def build(play: Play, seat: int, move: Build) -> None:
    """Pay, put the tile with a marker on the shore space, and queue its effects (5.2 to 5.5, 14.2)."""
    state, shore = play.state, SHORES[move.shore - 1]
    player, tile = state.players[seat], TILES[move.tile]
    paid = price(player, shore)
    player.koku -= paid
    at_end = state.row[-1] == move.tile
    state.row = tuple(other for other in state.row if other != move.tile)
    state.tiles[move.shore - 1] = move.tile
    state.markers[move.shore - 1] = (seat,)
    play.tell(Built(seat, move.shore, move.tile, paid))
    favor = [Effect("favor", seat, BONUSES.end_slot_favor)] if at_end else []
    influence = [Effect("influence", seat, tile.influence, shore.region, shore.number)] if tile.influence else []
    play.then(*favor, *influence, *_patrons(player, seat, shore), Effect("refill", seat))


def _patrons(player: Player, seat: int, shore: ShoreSpace) -> list[Effect]:
    """Return the points of a patron who looks at the river next to the new building (13.5)."""
    if player.backing.ability != "points_for_river":
        return []
    return [Effect("points", seat, player.backing.points * len(shore.river), shore=shore.number, of=PATRON)]


# The building row, the Emperor's visit, and the last tile (chapter 11)


def owner_effects(state: State, shore: int, region: int) -> list[Effect]:
    """Return the owner rewards of a building, for each marker one, the first marker's first (6.4)."""
    owner = TILES[state.tiles[shore - 1]].owner if state.tiles[shore - 1] else ()
    return [effect for seat in state.markers[shore - 1] for effect in effects_of(owner, seat, region, shore)]


def end_slot_leaves(play: Play, effect: Effect) -> None:
    """Let the tile in slot 4 leave the game after a journey, and refill the row (6.7)."""
    state = play.state
    if state.row:
        gone, state.row = state.row[-1], state.row[:-1]
        state.gone = (*state.gone, gone)
        play.tell(TileGone(gone))
    refill(play, effect)


def refill(play: Play, effect: Effect) -> None:
    """Lay the next tile into slot 1, from the first stack with a tile (11.1)."""
    state = play.state
    if state.era_1:
        tile, state.era_1 = state.era_1[0], state.era_1[1:]
        _lay(play, tile)
        if not state.era_1:
            _let_emperor_come(play)
    elif state.era_2:
        tile, state.era_2 = state.era_2[0], state.era_2[1:]
        _lay(play, tile)
        if not state.era_2:
            _let_end_come(play, effect.seat)


def _lay(play: Play, tile: str) -> None:
    play.state.row = (tile, *play.state.row)
    play.reveals = True
    play.tell(TileLaid(tile))


def _let_emperor_come(play: Play) -> None:
    """Let every marker on every building earn its owner reward (11.2), shore spaces by number (14.5)."""
    play.tell(EmperorCame())
    play.then(*(effect for shore in SHORES for effect in owner_effects(play.state, shore.number, shore.region)))


def _let_end_come(play: Play, seat: int) -> None:
    """Give the seat on turn its points; every other player has one more turn (11.4, 11.5)."""
    play.state.last_turn = last_turn_from(play.state.turn, play.state.seats)
    play.tell(LastTileLaid(seat))
    gain_points(play, Effect("points", seat, BONUSES.last_tile_points, of=LAST_TILE))


def last_turn_from(turn: int, seats: int) -> int:
    """Return the number of the last turn if the last tile came in this one: every other player has one more (11.5)."""
    return turn + seats - 1


# Sailing, and noble ships (6, 8.10)

SPACES = len(RIVER)
_TOUCHING = tuple(touching_regions(space.space) for space in RIVER)
_VISITED = tuple(tuple((shore, SHORES[shore - 1].region) for shore in space.shores) for space in RIVER)
"""The shore spaces at each river space, by number, with their regions."""
JOURNEY = "journey"
"""Asks what a completed journey brings (6.7)."""


def sailed_to(space: int, die: int) -> tuple[int, bool]:
    """Return the target of a ship, and whether it completes a journey (6.2)."""
    gone = space - START.upper + die
    return gone % SPACES + START.upper, gone >= SPACES


def ship_abilities(player: Player, ship: int) -> frozenset[str]:
    """Return a ship's abilities: none unless it is the noble ship (8.9)."""
    if ship != player.noble_ship:
        return frozenset()
    return frozenset(CUSTOMERS[name].ship for name in player.delivered)


def sail_moves(state: State, seat: int) -> list[Sail]:
    """Return every sail: each ship, and what the die may count for the noble ship (6.1, 8.10)."""
    player = state.players[seat]
    return [
        Sail(ship, by)
        for ship in range(len(player.ships))
        for by in ((-1, 0, 1) if "shift_die" in ship_abilities(player, ship) else (0,))
    ]


def sail(play: Play, seat: int, move: Sail) -> None:
    """Move a ship and let all that this brings follow, in the order of 14.3."""
    state, player = play.state, play.state.players[seat]
    source = player.ships[move.ship]
    target, journey = sailed_to(source, turned(player.die, move.by))
    player.ships = tuple(target if ship == move.ship else space for ship, space in enumerate(player.ships))
    play.tell(Sailed(seat, move.ship, source, target, journey))
    play.then(*visit(state, seat, target, ship_abilities(player, move.ship)), *(_journey(player, seat) * journey))


def visit(state: State, seat: int, space: int, abilities: frozenset[str]) -> list[Effect]:
    """Return the effects of a visit: visitor and owner rewards, the ship's abilities, the patron (14.3)."""
    effects: list[Effect] = []
    for shore, region in _VISITED[space - 1]:
        effects += _visitor_effects(state.tiles[shore - 1], seat, shore, region, abilities)
    for shore, region in _VISITED[space - 1]:
        effects += owner_effects(state, shore, region)
    backing = state.players[seat].backing
    if not abilities and not backing.ability:
        return effects
    owners = {owner for shore, _region in _VISITED[space - 1] for owner in state.markers[shore - 1]}
    for ability, brings in _AFTER_VISIT.items():
        if ability in abilities:
            effects += brings(seat, space, owners)
    if backing.ability == "points_for_visiting" and owners - {seat}:
        effects.append(Effect("points", seat, backing.points, of=PATRON))
    return effects


def _visitor_effects(tile: str, seat: int, shore: int, region: int, abilities: frozenset[str]) -> Iterable[Effect]:
    """Return the visitor reward of a shore space, bare ones included (6.3), as the ship's abilities change it."""
    if not tile:
        more = EMPTY_SPACE_MORE if "empty_spaces_pay_more" in abilities else 0
        return (Effect("koku", seat, BONUSES.empty_space_koku + more, region, shore),)
    effects = effects_of(TILES[tile].visitor, seat, region, shore)
    if "any_good_at_markets" in abilities and TILES[tile].kind == "market":
        return (replace(effect, verb="good") if effect.verb in GOODS else effect for effect in effects)
    return effects


EMPTY_SPACE_MORE = 1
"""Koku more that a bare space gives a noble ship that has this ability (8.10)."""


def _influence_where_it_stops(seat: int, space: int, _owners: set[int]) -> list[Effect]:
    return [Effect("influence", seat, 1, region) for region in _TOUCHING[space - 1]]


def _point_at_opponents(seat: int, _space: int, owners: set[int]) -> list[Effect]:
    return [Effect("points", seat)] if owners - {seat} else []


def _point_at_own(seat: int, _space: int, owners: set[int]) -> list[Effect]:
    return [Effect("points", seat)] if seat in owners else []


_AFTER_VISIT: Mapping[str, Callable[[int, int, set[int]], list[Effect]]] = {
    "influence_where_it_stops": _influence_where_it_stops,
    "point_at_opponents": _point_at_opponents,
    "point_at_own": _point_at_own,
}
"""Effects of a noble ship after the owner rewards (8.10), in their order (14.3)."""


# Journeys (6.7)


def _journey(player: Player, seat: int) -> list[Effect]:
    merchants = [effect for card in player.of_kind("merchant") for effect in effects_of(card.journey, seat)]
    return [Effect(JOURNEY, seat), *merchants, Effect("end_slot_leaves", seat)]


def ask_journey(_state: State, _effect: Effect) -> tuple[Move, ...]:
    """Return the rewards of a journey: koku, or a good of choice."""
    return (TakeKoku(), *ALL_GOODS)


def take_journey(play: Play, effect: Effect, move: TakeKoku | TakeGood) -> None:
    """Take one of the rewards of a journey."""
    if isinstance(move, TakeGood):
        take_good(play, effect, move)
    else:
        gain_koku(play, replace(effect, number=BONUSES.journey_koku))


# Delivering to customers, and their cards (chapters 7 and 8)

DRAWN = 2
"""Customers drawn after a delivery (7.4)."""


def deliver_moves(state: State, seat: int) -> list[Deliver]:
    """Return the customers in hand of the die's region whose goods the seat has (7.1, 7.2)."""
    player = state.players[seat]
    anywhere = player.backing.ability == "any_customer"
    return [
        Deliver(name)
        for name in sorted(state.hands[seat])
        if (anywhere or CUSTOMERS[name].region == player.die) and has_goods(player, CUSTOMERS[name])
    ]


def has_goods(player: Player, customer: Customer) -> bool:
    """Return whether a player has the goods of a customer's order."""
    (silk, rice, porcelain), goods = customer.order, player.goods
    return goods[0] >= silk and goods[1] >= rice and goods[2] >= porcelain


def deliver(play: Play, seat: int, move: Deliver) -> None:
    """Pay the goods, lay the card out, and queue all its effects in the order of 14.4."""
    state, customer = play.state, CUSTOMERS[move.customer]
    player = state.players[seat]
    first_there = all(CUSTOMERS[name].region != customer.region for name in player.delivered)
    player.goods = [held - paid for held, paid in zip(player.goods, customer.order, strict=True)]
    state.hands[seat] = tuple(name for name in state.hands[seat] if name != move.customer)
    player.delivered = (*player.delivered, move.customer)
    play.tell(Delivered(seat, move.customer))
    play.then(
        *_gifts(customer, seat),
        *_noble_ship(player, seat, customer),
        *_patron(player, seat, first_there=first_there),
        Effect("customer", seat, DRAWN),
    )


def _gifts(customer: Customer, seat: int) -> list[Effect]:
    gifts = (
        Effect("influence", seat, customer.influence, customer.region),
        Effect("favor_limit", seat, customer.favor_limit),
        Effect("favor", seat, customer.favor),
    )
    marker = [Effect("second_marker", seat, of=customer.marker)] if customer.marker else []
    return [*(gift for gift in gifts if gift.number), *marker]


def _noble_ship(player: Player, seat: int, customer: Customer) -> list[Effect]:
    return [Effect(NOBLE_SHIP, seat)] if customer.kind == "noble" and player.noble_ship is None else []


def _patron(player: Player, seat: int, *, first_there: bool) -> list[Effect]:
    """Return the points of a patron who looks for the first customer of a region (13.5)."""
    if player.backing.ability != "points_for_first_customer" or not first_there:
        return []
    return [Effect("points", seat, player.backing.points, of=PATRON)]


# The second marker of monks (8.6)

PLACE_MARKER = "place_marker"
NOBLE_SHIP = "noble_ship"
DISCARD = "discard"
RESHUFFLE = "reshuffle"


def marker_places(state: State, seat: int, whose: str) -> list[int]:
    """Return the shore spaces of the buildings that can take a seat's second marker: with exactly one so far (8.7)."""
    alone = LIMITS.markers_on_a_building - 1
    return [
        place + 1
        for place, markers in enumerate(state.markers)
        if len(markers) == alone and (markers[0] == seat) == (whose == "own")
    ]


def second_marker(play: Play, effect: Effect) -> None:
    """Ask for the building, if there is any (8.7)."""
    if marker_places(play.state, effect.seat, effect.of):
        play.then(Effect(PLACE_MARKER, effect.seat, of=effect.of))


def ask_marker(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the buildings that can take the marker."""
    return tuple(PlaceMarker(shore) for shore in marker_places(state, effect.seat, effect.of))


def place_marker(play: Play, effect: Effect, move: PlaceMarker) -> None:
    """Put the marker there."""
    markers = play.state.markers
    markers[move.shore - 1] = (*markers[move.shore - 1], effect.seat)
    play.tell(MarkerPlaced(effect.seat, move.shore))


# The noble ship (8.9)


def ask_ship(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the ships that the noble ship can replace."""
    return tuple(ReplaceShip(ship) for ship in range(len(state.players[effect.seat].ships)))


def replace_ship(play: Play, effect: Effect, move: ReplaceShip) -> None:
    """Let the noble ship take the place of a ship."""
    play.state.players[effect.seat].noble_ship = move.ship
    play.tell(ShipReplaced(effect.seat, move.ship))


# Drawing and discarding (7.4, 7.5)


def draw(play: Play, effect: Effect) -> None:
    """Draw customers; when the deck is empty the discard pile is shuffled first, and if that is empty too, no more."""
    state, number = play.state, effect.number
    drawn, state.deck = state.deck[:number], state.deck[number:]
    if drawn:
        state.hands[effect.seat] = (*state.hands[effect.seat], *drawn)
        play.reveals = True
        play.tell(CustomersDrawn(effect.seat, len(drawn)))
    if len(drawn) < number and state.discards:
        play.then(Effect(RESHUFFLE), Effect("draw", effect.seat, number - len(drawn)))


def ask_reshuffle(state: State, _effect: Effect) -> Shuffle:
    """Return the shuffle of the discard pile; it happens once a turn at most, for later draws come from it."""
    return Shuffle(f"customers/turn{state.turn}", tuple(sorted(state.discards)))


def reshuffle(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay the shuffled discard pile down as the deck."""
    play.state.deck, play.state.discards = tuple(str(item) for item in drawn.items), ()
    play.tell(CustomersShuffled(len(drawn.items)))


def discard_down(play: Play, effect: Effect) -> None:
    """Ask for a discard while there are too many cards in hand (7.5)."""
    if len(play.state.hands[effect.seat]) > play.state.players[effect.seat].hand_size:
        play.then(Effect(DISCARD, effect.seat), effect)


def ask_discard(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the customers in hand."""
    return tuple(Discard(name) for name in sorted(state.hands[effect.seat]))


def discard(play: Play, effect: Effect, move: Discard) -> None:
    """Lay a customer on the discard pile, face up."""
    state = play.state
    state.hands[effect.seat] = tuple(name for name in state.hands[effect.seat] if name != move.customer)
    state.discards = (*state.discards, move.customer)
    play.reveals = True
    play.tell(CustomerDiscarded(effect.seat, move.customer))
