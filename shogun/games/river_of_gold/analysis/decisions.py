"""How good a decision was, from what its seat could see: for looking back at a game that is over.

Hands, deck and stacks are dealt anew in each playout; everybody then plays two turns on quickly, and what all have is
held against each other. In the last turn of a game all of it is searched.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from shogun.base.language import marked
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.last_turn import best_end, is_last_turn
from shogun.games.river_of_gold.analysis.win_chances import win_chances
from shogun.games.river_of_gold.opponents import solid
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.master import best_plan
from shogun.games.river_of_gold.opponents.turn_plans import up_to_action
from shogun.games.river_of_gold.rules.moves import Build, Deliver, Move, Sail, SpendFavor
from shogun.games.river_of_gold.rules.turn.turns import TURN
from shogun.games.river_of_gold.words.plan_text import plan_text
from shogun.players.review.decision_judge import Considered, DecisionPoint, Explained, Shares
from shogun.table.running.seats import Budget

VERSION = 1
"""Goes up when the same decision is judged otherwise."""
PLAYOUTS = 80
"""How often the game is played on after each move that is compared, unless somebody says otherwise."""
SEARCHED = 48
"""Playouts in the search for a better turn."""
TURNS = {
    Build: marked("buildings"), Sail: marked("journeys"), Deliver: marked("deliveries"), SpendFavor: marked("favor"),
}  # fmt: skip
OTHERS = marked("other choices")
KINDS = (*TURNS.values(), OTHERS)
EXPLAINED = {
    TURNS[Build]: Explained("5", "river-building"), TURNS[Sail]: Explained("6", "river-sailing"),
    TURNS[Deliver]: Explained("7", "river-delivering"), TURNS[SpendFavor]: Explained("4.2", "river-building"),
    OTHERS: Explained("14"),
}  # fmt: skip


def considered(point: DecisionPoint, seed: str) -> Considered | None:
    """Return what `master` and `solid` would have done; None while the game is set up, which no playout judges."""
    if point.view.turn < 0:
        return None
    usual = solid.choose(point.view, point.inside, point.question, Random(seed), Budget())
    return Considered(_best(point, seed) or (usual,), usual)


def _best(point: DecisionPoint, seed: str) -> tuple[Move, ...]:
    """Return the best plan for a turn, up to its action; nothing where no action is asked before the last turn."""
    seat, state = point.question.seat, dealt(point.view, Random(seed))
    if is_last_turn(state, seat):
        return up_to_action(best_end(state, seat).moves)
    if state.pending[-1].verb != TURN:
        return ()
    return best_plan(point.view, seat, Random(seed), Budget(playouts=SEARCHED)).moves


def shares(point: DecisionPoint, moves: Sequence[Move], playouts: int, seed: str) -> Shares:
    """Return the share of the victory of the seat that is asked after each move, shape (moves, n)."""
    rows = [_shares(point, moves, f"{seed}/{number}") for number in range(playouts)]
    return np.array(rows).T


def _shares(point: DecisionPoint, moves: Sequence[Move], seed: str) -> list[float]:
    state, seat = dealt(point.view, Random(seed)), point.question.seat
    after = [rules.play(state, seat, move).state for move in moves]
    found = [win_chances(one, point.inside, 1, seed, ahead=False) for one in after]
    return [float(one[0, seat]) for one in found if one is not None]


def lines(moves: Sequence[Move]) -> list[str]:
    """Return a turn in words, in one line."""
    text = plan_text(moves)
    return [text[:1].upper() + text[1:]]


def kind(_point: DecisionPoint, given: Move, _better: Move) -> str:
    """Return of which kind a decision is, by what was done."""
    return TURNS.get(type(given), OTHERS)
