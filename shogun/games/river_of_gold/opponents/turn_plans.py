"""The ways in which a seat can use its turn: favor and exchanges first, then an action, each with its worth."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.preparations import swaps
from shogun.games.river_of_gold.rules.box.components import CUSTOMERS
from shogun.games.river_of_gold.rules.moves import (
    Build,
    Deliver,
    Move,
    Sail,
    SpendFavor,
)
from shogun.games.river_of_gold.rules.turn.building import building_places
from shogun.games.river_of_gold.rules.turn.die import SIDES, steps_to, turned
from shogun.games.river_of_gold.rules.turn.sailing import sail_moves


class TurnPlan(Struct, frozen=True):
    """Moves that end with an action, and what they are worth together."""

    worth: float
    moves: tuple[Move, ...]


def plans(appraisal: Appraisal, *, most_favor: int = SIDES, exchanging: bool = True) -> list[TurnPlan]:
    """Return the ways in which the seat on turn can use its turn; `most_favor` points of favor at most."""
    player = appraisal.player
    shown, found = player.die, []
    for die in range(1, SIDES + 1):
        steps = steps_to(shown, die)
        if abs(steps) <= min(player.favor, most_favor):
            spent = (SpendFavor(1 if steps > 0 else -1),) * abs(steps)
            cost = appraisal.favor * abs(steps)
            player.die = die
            found += [
                TurnPlan(plan.worth - cost, (*spent, *plan.moves))
                for plan in _actions(appraisal, exchanging=exchanging)
            ]
    player.die = shown
    return found


def _actions(appraisal: Appraisal, *, exchanging: bool) -> Iterator[TurnPlan]:
    state, seat, player = appraisal.state, appraisal.seat, appraisal.player
    for shore in building_places(state, seat):
        for tile, worth in zip(state.row, appraisal.builds(shore), strict=True):
            yield TurnPlan(worth, (Build(shore, tile),))
    for move in sail_moves(state, seat):
        yield TurnPlan(appraisal.sail(move.ship, turned(player.die, move.by)), (move,))
    anywhere = player.backing.ability == "any_customer"
    for name in sorted(state.hands[seat]):
        if anywhere or CUSTOMERS[name].region == player.die:
            yield from _deliveries(appraisal, name, exchanging=exchanging)


def _deliveries(appraisal: Appraisal, name: str, *, exchanging: bool) -> Iterator[TurnPlan]:
    goods, order = appraisal.player.goods, CUSTOMERS[name].order
    missing = [place for place in range(3) for _one in range(order[place] - goods[place])]
    if not missing:
        yield TurnPlan(appraisal.deliver(name), (Deliver(name),))
    elif exchanging and (exchanges := swaps(goods, order, missing)):
        cost = len(exchanges) * appraisal.goods_worth((1,))
        yield TurnPlan(appraisal.deliver(name) - cost, (*exchanges, Deliver(name)))


def best(found: list[TurnPlan]) -> TurnPlan:
    """Return the plan that is worth most; of several the first."""
    return max(found, key=lambda plan: plan.worth)


def worth_by_die(appraisal: Appraisal) -> list[float]:
    """Return what the best action is worth for each number of the die, 1 to 6."""
    player = appraisal.player
    shown, found = player.die, []
    for die in range(1, SIDES + 1):
        player.die = die
        found.append(best(plans(appraisal, most_favor=0)).worth)
    player.die = shown
    return found


def up_to_action(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves of a turn up to its action; the first alone if there is none."""
    action = next((place for place, move in enumerate(moves) if isinstance(move, Build | Sail | Deliver)), 0)
    return tuple(moves[: action + 1])
