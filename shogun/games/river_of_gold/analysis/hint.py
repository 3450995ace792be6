"""An adviser: what the opponent `strong` would do, and what the other plans are worth beside it."""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.language import _, decimal, marked, ngettext
from shogun.game.questions import OneOf
from shogun.games.river_of_gold.opponents.choices import by_worth
from shogun.games.river_of_gold.opponents.determinization import dealt
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, choices, chosen
from shogun.games.river_of_gold.opponents.strong import weighed
from shogun.games.river_of_gold.opponents.turn_plans import TurnPlan
from shogun.games.river_of_gold.rules import State, View
from shogun.games.river_of_gold.rules.box.components import SHORES, TILES
from shogun.games.river_of_gold.rules.moves import Build, Move
from shogun.games.river_of_gold.words.plain import move_lines
from shogun.games.river_of_gold.words.printed_names import KIND_NAMES, shore_name
from shogun.players.hint import Hint
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

EQUAL = 0.05
"""Points less that are told as none."""
OTHERS = 2
"""So many of the next best plans are named."""


class PlanHint(Hint, frozen=True):
    """A hint for a turn: all moves of the plan that its move begins."""

    plan: tuple[Move, ...] = ()


def hint(view: View, _inside: Inside, question: OneOf[Move], _rng: Random, _budget: Budget) -> Hint:
    """Return what `strong` would answer, with the plan that the move begins and what others are worth beside it."""
    state = dealt(view, Random(AS_ONE_DEAL))
    if state.pending[-1].verb != "turn":
        return Hint(chosen(state, question), tuple(_why_chosen(state, question)))
    first, *others = weighed(state, question.seat)
    reasons = [_why_planned(first.plan, len(others))]
    reasons += [_beside(first.worth - other.worth, _told(other.plan.moves)) for other in others[:OTHERS]]
    return PlanHint(first.plan.moves[0], tuple(reasons), first.plan.moves)


def _why_planned(plan: TurnPlan, others: int) -> str:
    """Return that a plan was found to be the best of so many others as well, and what it is."""
    if not others:
        return _("It is all that can be done.")
    text = ngettext(
        "Worth more than {n} other plan, each weighed with the turn that follows.",
        "Worth more than {n} other plans, each weighed with the turn that follows.",
        others,
    ).format(n=others)
    if len(plan.moves) == 1:
        return text
    return text + " " + _("The whole plan: {plan}.").format(plan=_told(plan.moves))


def _why_chosen(state: State, question: OneOf[Move]) -> Iterator[str]:
    """Yield why an answer is the best where no action is asked: what the next best is worth beside it."""
    moves, verb = choices(question), state.pending[-1].verb
    if len(moves) == 1:
        yield _("It is all that can be done.")
    elif verb in _FIXED:
        yield _(_FIXED[verb])
    else:
        (best, _move), (second, other), *_rest = by_worth(Appraisal(state, question.seat), verb, moves)
        yield _("What is left of the game is estimated, in points.")
        yield _beside(best - second, _told((other,)))


_FIXED = {
    "clan": marked("This program's opponents make no difference between clans: it is the first of them."),
    "patron": marked("This program's opponents expect most points in a game from it, of these."),
    "noble_ship": marked("It is the ship that has come least far."),
}
"""Why, where the answer doesn't depend on how the game stands, or not on points."""


def _beside(less: float, what: str) -> str:
    """Return by how many points something is worth less."""
    if less < EQUAL:
        return _("As good as equal: {what}.").format(what=what)
    return _("About {n} less in points: {what}.").format(n=decimal(less), what=what)


def _told(moves: Sequence[Move]) -> str:
    return ", ".join(line for move in moves for line in _brief(move))


def _brief(move: Move) -> list[str]:
    """Return a move in words without what is printed on a tile: that lies in the row to be read."""
    if not isinstance(move, Build):
        return move_lines(move)
    sentence = _("Build on {where} for {cost} koku: {tile}")
    kind = _(KIND_NAMES[TILES[move.tile].kind])
    return [sentence.format(where=shore_name(move.shore), cost=SHORES[move.shore - 1].cost, tile=kind)]
