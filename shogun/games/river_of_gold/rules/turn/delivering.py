"""Chapters 7 and 8: delivering to customers, and their cards."""

from shogun.game.chance import Drawn, Shuffle
from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, LIMITS, Customer
from shogun.games.river_of_gold.rules.events import (
    CustomerDiscarded,
    CustomersDrawn,
    CustomersShuffled,
    Delivered,
    MarkerPlaced,
    ShipReplaced,
)
from shogun.games.river_of_gold.rules.moves import Deliver, Discard, Move, PlaceMarker, ReplaceShip
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import Effect, Player, State
from shogun.games.river_of_gold.rules.turn.effects import PATRON

DRAWN = 2
"""Customers drawn after a delivery (7.4)."""


def deliver_moves(state: State, seat: int) -> list[Deliver]:
    """Return the customers in hand that can be delivered to: of the die's region, with the goods at hand (7.1, 7.2)."""
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
    """Pay the goods, lay the card out, and let all that it gives follow, in the order of 14.4."""
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
    """Return the shuffle of the discard pile; it is the only one of a turn, for all it holds is drawn from then on."""
    return Shuffle(f"customers/turn{state.turn}", tuple(sorted(state.discards)))


def reshuffle(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay the shuffled discard pile down as the deck."""
    play.state.deck, play.state.discards = tuple(str(item) for item in drawn.items), ()
    play.tell(CustomersShuffled(len(drawn.items)))


def discard_down(play: Play, effect: Effect) -> None:
    """Ask for a discard while the hand holds too many (7.5)."""
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
