"""What can be done in a turn with the die at a number, by favor and exchanges before the action."""

from random import Random

from shogun.games.river_of_gold.analysis.turn_figures import NOTHING, Offers
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.preparations import exchanges_for, way_to
from shogun.games.river_of_gold.rules.box.components import COSTS, CUSTOMERS
from shogun.games.river_of_gold.rules.moves import BuyFavor, Deliver, Move
from shogun.games.river_of_gold.rules.state import Player
from shogun.games.river_of_gold.rules.turn.building import building_places
from shogun.games.river_of_gold.rules.turn.sailing import sail_moves
from shogun.games.river_of_gold.rules.views import View


def offers(view: View, seat: int, number: int) -> Offers:
    """Return what a seat can do if its die shows a number; nothing if it can't be made to show it."""
    before = way_to(view.players[seat], number)
    if before is None:
        return NOTHING
    state = dealt(view, Random(0))
    player = state.players[seat]
    player.die = number
    player.koku -= COSTS.exchange_koku * before.count(BuyFavor())
    hand = view.hand if view.seat == seat else ()
    anywhere = player.backing.ability == "any_customer"
    found = (_delivery(player, name) for name in hand if anywhere or CUSTOMERS[name].region == number)
    return Offers(
        before,
        tuple(building_places(state, seat)),
        tuple(sail_moves(state, seat)),
        tuple(moves for moves in found if moves),
    )


def _delivery(player: Player, name: str) -> tuple[Move, ...]:
    exchanges = exchanges_for(player, name)
    return () if exchanges is None else (*exchanges, Deliver(name))
