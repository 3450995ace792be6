"""What a seat that weighs things chooses where it isn't asked for an action."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shogun.games.river_of_gold.opponents.evaluation import PLACE, Appraisal
from shogun.games.river_of_gold.opponents.turn_plans import worth_by_die
from shogun.games.river_of_gold.rules.box.components import BONUSES, CUSTOMERS, PATRONS
from shogun.games.river_of_gold.rules.moves import SellGood, SetDie, TakeKoku

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
    """Return moves with what they are worth, the best first; mostly that is in points."""
    worth = _WORTHS[verb]
    return sorted(((worth(appraisal, move), move) for move in moves), key=lambda pair: pair[0], reverse=True)
