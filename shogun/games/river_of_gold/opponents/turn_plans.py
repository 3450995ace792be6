"""Plans for a turn: favor and exchanges, then an action, each with its worth; and choices outside of actions."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from shogun.games.river_of_gold.opponents.evaluation import PLACE, Appraisal
from shogun.games.river_of_gold.rules.actions import building_places, sail_moves
from shogun.games.river_of_gold.rules.components import BONUSES, COSTS, CUSTOMERS, GOODS, PATRONS
from shogun.games.river_of_gold.rules.effects import SIDES, steps_to, turned
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    ExchangeGoods,
    Move,
    Player,
    Sail,
    SellGood,
    SetDie,
    SpendFavor,
    TakeKoku,
)

# Favor and exchanges before an action: the numbers of the die and the deliveries they allow


def way_to(player: Player, number: int) -> tuple[Move, ...] | None:
    """Return the favor that lets a die show a number, bought for koku where there isn't enough; None if it can't be."""
    steps = steps_to(player.die, number)
    spend = SpendFavor(1 if steps > 0 else -1)
    bought = max(0, abs(steps) - player.favor)
    if bought * COSTS.exchange_koku > player.koku:
        return None
    return (*(spend,) * (abs(steps) - bought), *(BuyFavor(), spend) * bought)


def exchanges_for(player: Player, name: str) -> tuple[Move, ...] | None:
    """Return the exchanges that give a player the goods of a customer's order; None if there aren't enough goods."""
    order = CUSTOMERS[name].order
    missing = [place for place in range(3) for _one in range(order[place] - player.goods[place])]
    if not missing:
        return ()
    return swaps(player.goods, order, missing) or None


def swaps(goods: Sequence[int], order: Sequence[int], missing: Sequence[int]) -> tuple[Move, ...]:
    """Return the exchanges that make an order complete, none if there are not enough goods."""
    spare = [have - need for have, need in zip(goods, order, strict=True)]
    exchanges_needed: list[Move] = []
    for place in missing:
        give = max(range(3), key=lambda other: spare[other])
        if spare[give] < COSTS.exchange_goods:
            return ()
        spare[give] -= COSTS.exchange_goods
        exchanges_needed.append(ExchangeGoods(GOODS[give], GOODS[place]))
    return tuple(exchanges_needed)


# Plans and their worths


class TurnPlan(Struct, frozen=True):
    """Moves that end with an action, and their worth together."""

    worth: float
    moves: tuple[Move, ...]


def plans(appraisal: Appraisal, *, most_favor: int = SIDES, exchanging: bool = True) -> list[TurnPlan]:
    """Return the ways in which the seat on turn can use its turn; `most_favor` points of favor at most."""
    player = appraisal.player
    shown, options = player.die, []
    for die in range(1, SIDES + 1):
        steps = steps_to(shown, die)
        if abs(steps) <= min(player.favor, most_favor):
            spent = (SpendFavor(1 if steps > 0 else -1),) * abs(steps)
            cost = appraisal.favor * abs(steps)
            player.die = die
            options += [
                TurnPlan(plan.worth - cost, (*spent, *plan.moves))
                for plan in _actions(appraisal, exchanging=exchanging)
            ]
    player.die = shown
    return options


def _actions(appraisal: Appraisal, *, exchanging: bool) -> Iterator[TurnPlan]:
    state, seat, player = appraisal.state, appraisal.seat, appraisal.player
    for shore in building_places(state, seat):
        for tile, worth in zip(state.row, appraisal.worths_of_tiles(shore), strict=True):
            yield TurnPlan(worth, (Build(shore, tile),))
    for move in sail_moves(state, seat):
        yield TurnPlan(appraisal.worth_of_sail(move.ship, turned(player.die, move.by)), (move,))
    anywhere = player.backing.ability == "any_customer"
    for name in sorted(state.hands[seat]):
        if anywhere or CUSTOMERS[name].region == player.die:
            yield from _deliveries(appraisal, name, exchanging=exchanging)


def _deliveries(appraisal: Appraisal, name: str, *, exchanging: bool) -> Iterator[TurnPlan]:
    goods, order = appraisal.player.goods, CUSTOMERS[name].order
    missing = [place for place in range(3) for _one in range(order[place] - goods[place])]
    if not missing:
        yield TurnPlan(appraisal.worth_of_delivering_now(name), (Deliver(name),))
    elif exchanging and (exchanges := swaps(goods, order, missing)):
        cost = len(exchanges) * appraisal.goods_worth((1,))
        yield TurnPlan(appraisal.worth_of_delivering_now(name) - cost, (*exchanges, Deliver(name)))


def best(found: list[TurnPlan]) -> TurnPlan:
    """Return the plan that is worth most; of several the first."""
    return max(found, key=lambda plan: plan.worth)


def worth_by_die(appraisal: Appraisal) -> list[float]:
    """Return the worth of the best action for each number of the die, 1 to 6."""
    player = appraisal.player
    shown, worths = player.die, []
    for die in range(1, SIDES + 1):
        player.die = die
        worths.append(best(plans(appraisal, most_favor=0)).worth)
    player.die = shown
    return worths


def up_to_action(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves of a turn up to its action; only the first if there is none."""
    action = next((place for place, move in enumerate(moves) if isinstance(move, Build | Sail | Deliver)), 0)
    return tuple(moves[: action + 1])


# Choices of a seat that weighs things, outside of actions

SALE_KOKU = 5
"""Koku for a good that is sold (8.5)."""


def _worth_of_good(appraisal: Appraisal, move: Any) -> float:
    if isinstance(move, TakeKoku):
        return appraisal.gain("koku", BONUSES.journey_koku, 0)
    return appraisal.gain(move.good, 1, 0)


def _worth_of_sale(appraisal: Appraisal, move: Any) -> float:
    if not isinstance(move, SellGood):
        return 0.0
    return appraisal.gain("koku", SALE_KOKU, 0) - appraisal.goods[PLACE[move.good]]


def _worth_of_marker(appraisal: Appraisal, move: Any) -> float:
    return appraisal.building(move.shore, appraisal.state.tiles[move.shore - 1])


def _worth_of_ship(appraisal: Appraisal, move: Any) -> float:
    return -float(appraisal.player.ships[move.ship])


def _worth_kept(appraisal: Appraisal, move: Any) -> float:
    """Return what it is worth to discard a customer: the less the delivery is, the more."""
    customer = CUSTOMERS[move.customer]
    lacking = sum(max(0, need - have) for need, have in zip(customer.order, appraisal.player.goods, strict=True))
    return -(appraisal.delivery(customer) - appraisal.goods_worth(customer.order) - 0.9 * lacking)


def _worth_of_end(appraisal: Appraisal, move: Any) -> float:
    if not isinstance(move, SetDie):
        return statistics.fmean(worth_by_die(appraisal))
    return worth_by_die(appraisal)[move.number - 1] - appraisal.favor * appraisal.player.backing.favor


def _worth_of_patron(_appraisal: Appraisal, move: Any) -> float:
    return _PATRON_WORTH[PATRONS[move.patron].ability]


_PATRON_WORTH: Mapping[str, float] = {
    "any_region": 7.0,
    "points_for_river": 7.0,
    "any_customer": 7.0,
    "points_for_first_customer": 5.0,
    "points_for_visiting": 8.0,
    "set_die": 4.0,
    "points_when_passed": 5.0,
    "jump_markers": 5.0,
}
"""About how many points a patron's ability brings in a game."""
_WORTHS: Mapping[str, Callable[[Appraisal, Any], float]] = {
    "good": _worth_of_good,
    "journey": _worth_of_good,
    "sale": _worth_of_sale,
    "place_marker": _worth_of_marker,
    "noble_ship": _worth_of_ship,
    "discard": _worth_kept,
    "end_turn": _worth_of_end,
    "choose_first_die": _worth_of_end,
    "clan": lambda _appraisal, _move: 0.0,
    "patron": _worth_of_patron,
}


def choice(appraisal: Appraisal, verb: str, moves: Sequence[Any]) -> Any:
    """Return the move that is worth most, of several the first."""
    return moves[0] if len(moves) == 1 else by_worth(appraisal, verb, moves)[0][1]


def by_worth(appraisal: Appraisal, verb: str, moves: Sequence[Any]) -> list[tuple[float, Any]]:
    """Return moves with their worth, mostly in points, the best first."""
    worth = _WORTHS[verb]
    return sorted(((worth(appraisal, move), move) for move in moves), key=lambda pair: pair[0], reverse=True)
