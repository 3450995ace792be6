"""An adviser: what the opponent `strong` would do, and what the other plans are worth beside it."""

from random import Random

from shogun.base.language import _
from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, chosen
from shogun.games.river_of_gold.opponents.strong import weighed
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan
from shogun.games.river_of_gold.rules import View
from shogun.games.river_of_gold.rules.box.components import SHORES, TILES
from shogun.games.river_of_gold.rules.moves import Build, Move
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.games.river_of_gold.words.printed_names import KIND_NAMES, shore_name
from shogun.players.hint import Hint
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

OTHERS = 2
"""So many of the next best plans are named."""


class PlanHint(Hint, frozen=True):
    """A hint for a turn: all moves of the plan that its move begins."""

    plan: tuple[Move, ...] = ()


def hint(view: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Hint:
    """Return what `strong` would answer, with the plan that the move begins and what others are worth beside it."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if state.pending[-1].verb != "turn":
        reason = _("Of all answers it promises most until the end of the game, as far as can be foreseen.")
        return Hint(chosen(state, question), (reason,))
    first, *others = weighed(state, question.seat)
    reasons = [_("With the turn that follows it is the best plan.")]
    if len(first.plan.moves) > 1:
        reasons = [_("With the turn that follows it is the best plan: {plan}.").format(plan=_told(first.plan))]
    for other in others[:OTHERS]:
        sentence = _("About {n:.1f} points less: {plan}.")
        reasons.append(sentence.format(n=first.worth - other.worth, plan=_told(other.plan)))
    return PlanHint(first.plan.moves[0], tuple(reasons), first.plan.moves)


def _told(plan: TurnPlan) -> str:
    return ", ".join(line for move in plan.moves for line in _brief(move))


def _brief(move: Move) -> list[str]:
    """Return a move in words without what is printed on a tile: that lies in the row to be read."""
    if not isinstance(move, Build):
        return move_lines(move)
    sentence = _("Build on {where} for {cost} koku: {tile}")
    kind = _(KIND_NAMES[TILES[move.tile].kind])
    return [sentence.format(where=shore_name(move.shore), cost=SHORES[move.shore - 1].cost, tile=kind)]
