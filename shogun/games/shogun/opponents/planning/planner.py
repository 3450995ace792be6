"""The assignment problem, and the opponent `planner`, which finds the best assignment of actions as a whole.

Its values come from a `Valuation`; the assignment problem is solved with a price on chests that rises until the plan
can be paid.
"""

from collections.abc import Callable
from math import fsum, inf
from random import Random
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import HELPS, ValuationWeights
from shogun.games.shogun.rules.actions import COST, DEPLOYED, armies_deployed, obstacle, targets
from shogun.games.shogun.rules.cards import ACTIONS, Action, Card, Special
from shogun.games.shogun.rules.questions import (
    Choice,
    Deploy,
    DrawCard,
    ExchangeCards,
    FaceRevolt,
    March,
    MarchQuestion,
    Move,
    PlaceGroup,
    Plan,
    PlanQuestion,
    PlayerQuestion,
    Reinforce,
    Stay,
    TakeCard,
    TakeSpecial,
    Topic,
)
from shogun.games.shogun.rules.season import bid_rank
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import MAJORITY
from shogun.table.session import Budget
from shogun.table.towers import Inside

# The assignment problem: a card for each field, so that the total worth is the highest
#
# Shortest augmenting paths, by D. F. Crouse ("On implementing 2D rectangular assignment algorithms", 2016). SciPy's
# `linear_sum_assignment` gives the same answers, ties included (the tests compare them), and is faster, but would be
# two fifths of an installed program for this one call, which is made a few times for a plan.

Floats = npt.NDArray[np.float64]
NONE = -1
"""Marks a row or column without a partner."""


class Path(NamedTuple):
    """The cheapest way from a row without a partner to a column without one."""

    column: int
    """Last column of the path."""
    cost: float
    before: list[int]
    """Row from which each column was reached; NONE where it wasn't."""
    reached: dict[int, float]
    """Cost of reaching each column already left, in the order in which they were left."""


def best_pairs(worth: Floats) -> list[tuple[int, int]]:
    """Return pairs of row and column with the highest sum of `worth`, shape (rows, columns), sorted by row.

    No row and no column has two partners, and each of the fewer ones has one. Raises ValueError for infinite worths.
    """
    if not np.isfinite(worth).all():
        raise ValueError("expected finite numbers")
    if worth.shape[1] < worth.shape[0]:
        return sorted((row, column) for column, row in enumerate(_columns_of((-worth.T).tolist())))
    return list(enumerate(_columns_of((-worth).tolist())))


def _columns_of(costs: list[list[float]]) -> list[int]:
    """Return the column of each row by which the sum of costs is lowest; there are at least as many columns as rows."""
    count = len(costs[0]) if costs else 0
    row_prices, column_prices = [0.0] * len(costs), [0.0] * count
    columns, rows = [NONE] * len(costs), [NONE] * count
    for start in range(len(costs)):
        path = _path(costs, start, row_prices, column_prices, rows)
        row_prices[start] += path.cost
        for column, cost in path.reached.items():
            if rows[column] != NONE:
                row_prices[rows[column]] += path.cost - cost
            column_prices[column] -= path.cost - cost
        _take(path, start, columns, rows)
    return columns


def _path(
    costs: list[list[float]], start: int, row_prices: list[float], column_prices: list[float], rows: list[int]
) -> Path:
    """Return the cheapest way from a row to a column without a partner, over pairs that would change."""
    count = len(column_prices)
    before, cheapest = [NONE] * count, [inf] * count
    remaining = list(range(count - 1, -1, -1))  # from the last one on: if all cost the same, each row gets its own
    reached: dict[int, float] = {}
    row, lowest = start, 0.0
    while True:
        at, best = NONE, inf
        line, paid = costs[row], row_prices[row]
        for place, column in enumerate(remaining):
            cost = lowest + line[column] - paid - column_prices[column]
            if cost < cheapest[column]:
                before[column], cheapest[column] = row, cost
            if cheapest[column] < best or (cheapest[column] == best and rows[column] == NONE):
                at, best = place, cheapest[column]
        lowest, column = best, remaining[at]
        reached[column] = lowest
        if rows[column] == NONE:
            return Path(column, lowest, before, reached)
        row = rows[column]
        remaining[at] = remaining[-1]
        remaining.pop()


def _take(path: Path, start: int, columns: list[int], rows: list[int]) -> None:
    """Give the rows along a path their new partners."""
    column = path.column
    while column != NONE:
        row = path.before[column]
        rows[column] = row
        columns[row], column = column, (NONE if row == start else columns[row])


# The planner

Worth = npt.NDArray[np.float64]
"""Values in victory points, shape (fields, cards): ten action fields and the bid, and the cards of a hand."""

NEVER = -1e3
"""The value of a forbidden card."""
VALUES = ValuationWeights()


def choose(view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
    """Return the move with the highest value."""
    return Planner(VALUES).choose(view, question, rng)


class Planner(Struct, frozen=True):
    """A planner with values of its own."""

    values: ValuationWeights

    def choose(self, view: View, question: PlayerQuestion, rng: Random) -> Move:
        """Return the move with the highest value."""
        valuation = Valuation(view, question.seat, self.values, view.plan)
        if isinstance(question, PlanQuestion):
            return plan(valuation, question, rng)
        return decide(valuation, question)


def decide(valuation: Valuation, question: MarchQuestion | Choice, numbers: int | None = None) -> Move:
    """Return the best answer to a question other than for a plan; `numbers` as in `Valuation.best_march`."""
    if isinstance(question, MarchQuestion):
        return march(valuation, question, numbers)
    return _CHOICES[question.topic](valuation, question)


# Planning


def plan(valuation: Valuation, question: PlanQuestion, rng: Random) -> Plan:
    """Return the best plan that can be paid."""
    worth = plan_worth(valuation, question)
    worth += np.array([[rng.random() * 1e-6 for _card in question.cards] for _field in range(len(ACTIONS) + 1)])
    return assign(valuation, question, worth)


def plan_worth(valuation: Valuation, question: PlanQuestion) -> Worth:
    """Return the worth of each card on each field, costs taken off."""
    rows = [[action_worth(valuation, action, card) for card in question.cards] for action in ACTIONS]
    rows.append([_bid_worth(valuation, question, card) for card in question.cards])
    return np.array(rows)


def assign(valuation: Valuation, question: PlanQuestion, worth: Worth) -> Plan:
    """Return the plan of the highest total worth that can be paid; the price of a chest rises until it can."""
    costs = _costs(question)
    laid = _best(question, worth)
    for price in (0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.5, 4.0, 8.0):
        if _can_pay(valuation, question, laid):
            break
        laid = _best(question, worth - price * costs)
    return laid


def completed(valuation: Valuation, question: PlanQuestion, laid: Plan) -> Plan:
    """Return a plan with spare cards on unused actions, where that gains something and can be paid."""
    left = [card for card in question.cards if isinstance(card, str) and card not in (*laid.fields, laid.bid)]
    out = [action for action, card in zip(ACTIONS, laid.fields, strict=True) if not isinstance(card, str)]
    gains = [(action_worth(valuation, action, card), action, card) for action in out for card in left]
    for gain, action, card in sorted(gains, reverse=True):
        if gain <= 0:
            break
        if card in laid.fields or isinstance(laid.on(action), str):
            continue
        fields = (card if each == action else old for each, old in zip(ACTIONS, laid.fields, strict=True))
        fuller = replace(laid, fields=tuple(fields))
        laid = fuller if _can_pay(valuation, question, fuller) else laid
    return laid


def _costs(question: PlanQuestion) -> Worth:
    """Return the chests that each card costs on each field; a chest card costs only as a bid."""
    provinces = [isinstance(card, str) for card in question.cards]
    rows = [[COST.get(action, 0) * is_province for is_province in provinces] for action in ACTIONS]
    rows.append([0 if isinstance(card, str) else card for card in question.cards])
    return np.array(rows, dtype=float)


def _best(question: PlanQuestion, worth: Worth) -> Plan:
    laid: dict[int, Card] = {field: question.cards[card] for field, card in best_pairs(worth)}
    bid = laid.get(len(ACTIONS))
    return Plan(tuple(laid.get(field) for field in range(len(ACTIONS))), bid)


def _can_pay(valuation: Valuation, question: PlanQuestion, laid: Plan) -> bool:
    """Return whether the chests suffice at every action, in the known order and an average one for hidden cards."""
    chests = question.chests - (laid.bid if isinstance(laid.bid, int) else 0)
    known = [action for action in valuation.view.actions if action]
    hidden = [action for action in ACTIONS if action not in known]
    for action in (*known, *hidden):
        card = laid.on(action)
        if not isinstance(card, str):
            continue
        chests -= COST.get(action, 0)
        if chests < 0:
            return False
        if action == "taxes" and action in known:
            chests += valuation.view.board.lands[card].tax
    return True


def action_worth(valuation: Valuation, action: Action, card: Card) -> float:
    """Return the worth of a card on an action field; a chest card is worth nothing."""
    if isinstance(card, int):
        return 0.0
    reason = obstacle(valuation.view, valuation.seat, action, card)
    if reason and reason != "no_chests":
        return valuation.values.wasted
    if action in MAJORITY:
        return valuation.building(card, action) - COST[action] * valuation.chest
    if action in DEPLOYED:
        deployed = armies_deployed(valuation.view, action)
        return valuation.reinforcement(card, deployed) - COST[action] * valuation.chest
    return _WORTH[action](valuation, card)


def _battle_worth(valuation: Valuation, name: str) -> float:
    worth, _target, _armies = valuation.best_march(name, targets(valuation.view, valuation.seat, name))
    return valuation.values.battle * worth if worth > 0 else worth


_WORTH: dict[Action, Callable[[Valuation, str], float]] = {
    "taxes": Valuation.taxes,
    "rice": Valuation.rice,
    "battle_a": _battle_worth,
    "battle_b": _battle_worth,
}


def _bid_worth(valuation: Valuation, question: PlanQuestion, card: Card) -> float:
    if card not in question.bids:
        return NEVER
    paid = card if isinstance(card, int) else 0
    return valuation.values.bid * (1 - bid_rank(card) / 7) - paid * valuation.chest


# Marching


def march(valuation: Valuation, question: MarchQuestion, numbers: int | None = None) -> Move:
    """Return the best march, or to stay where that is allowed and better."""
    worth, target, armies = valuation.best_march(question.source, question.targets, numbers)
    if question.may_stay and worth <= 0:
        return Stay()
    return March(question.source, target, armies)


# Short choices

SITE, OWN_NEARBY, STRANGERS_NEARBY = 1.5, 1.5, 0.7
"""Worth of a site, an own and somebody else's neighbor in the draft, in units of tax."""


def _take_card(valuation: Valuation, question: Choice) -> Move:
    """Take the face-up card with the best land, near one's own; if both are poor, replace them or take from the deck.

    Poor cards that nobody wants would stay to the draft's end. `search.draft_search` has a quick twin.
    """
    best = max(valuation.view.market, key=lambda name: (_site(valuation, name), name))
    names = [name for name, province in valuation.view.provinces.items() if province.owner is None]
    average = fsum(_site(valuation, name) for name in names) / len(names)
    if _site(valuation, best) >= average:
        return TakeCard(best)
    return ExchangeCards() if ExchangeCards() in question.moves else DrawCard()


def _site(valuation: Valuation, name: str) -> float:
    """Return the worth of a province in the draft: its yield, its sites, own neighbors rather than others'."""
    view = valuation.view
    land = view.board.lands[name]
    near = [view.provinces[other].owner for other in view.board.neighbours[name]]
    own = near.count(valuation.seat)
    strangers = sum(owner not in (None, valuation.seat) for owner in near)
    return land.tax + land.rice + SITE * land.sites + OWN_NEARBY * own - STRANGERS_NEARBY * strangers


def _place_group(valuation: Valuation, question: Choice) -> Move:
    """Put large groups where many others are near."""
    assert question.subject is not None
    sizes = [cast(PlaceGroup, move).armies for move in question.moves]
    near = valuation.view.board.neighbours[question.subject]
    strangers = sum(valuation.view.provinces[other].owner not in (None, valuation.seat) for other in near)
    return PlaceGroup(sizes[min(len(sizes) - 1, strangers)])


def _take_special(valuation: Valuation, question: Choice) -> Move:
    """Take the card that helps the plan most; an early turn counts a little."""

    def worth(move: Move) -> float:
        card = cast(TakeSpecial, move).card
        place = valuation.view.specials.index(card)
        return _special_worth(valuation, card) - 0.1 * place

    return max(question.moves, key=worth)


def _special_worth(valuation: Valuation, card: Special) -> float:
    plan = valuation.plan
    uses = sum(isinstance(plan.on(action), str) for action in HELPS[card]) if plan else 0
    if card == "chest":
        return uses * valuation.chest
    if card == "rice":
        return uses * valuation.rice_forecast.extra()
    if card == "defence":
        return valuation.army * 1.5
    return uses * valuation.army * 1.5


def _deploy(_outlook: Valuation, question: Choice) -> Move:
    return max(question.moves, key=lambda move: cast(Deploy, move).armies)


def _reinforce(_outlook: Valuation, question: Choice) -> Move:
    return max(question.moves, key=lambda move: cast(Reinforce, move).armies)


def _face_revolt(valuation: Valuation, question: Choice) -> Move:
    """Face the revolt first that is easiest to put down: it keeps peasants out of the tower for the next."""
    provinces = valuation.view.provinces
    return max(question.moves, key=lambda move: provinces[cast(FaceRevolt, move).province].armies)


_CHOICES: dict[Topic, Callable[[Valuation, Choice], Move]] = {
    "draft_card": _take_card,
    "draft_group": _place_group,
    "special": _take_special,
    "deploy": _deploy,
    "attack": _reinforce,
    "defence": _reinforce,
    "revolt": _face_revolt,
}
