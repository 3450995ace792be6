"""A hint for people: what the master would do in their place, with its reasons in words.

It knows what the person in that seat knows: the view, and what lies in the tower.
"""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.decisions import before_plans, weighed
from shogun.games.shogun.analysis.move_reasons import move_reasons, plan_reasons
from shogun.games.shogun.opponents.search.move_selection import Candidate, ranked
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.moves import Move, Plan
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words.wording import ACTION_NAMES, move_text
from shogun.players.hint import Hint, reads_equal
from shogun.players.review.decision_judge import DecisionPoint
from shogun.table.running.seats import Budget
from shogun.table.running.tower_contents import Inside

NAMED = 2
"""Differences of the second best plan that are named."""


def hint(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Hint:
    """Return what the master would answer, with its reasons; `view` is that of the seat that is asked."""
    candidates = finalists(weighed(DecisionPoint(view, inside, question), rng, budget))
    move = candidates[0].move
    if isinstance(move, Plan):
        reasons = plan_reasons(before_plans(view), inside, question.seat, move, rng)
    else:
        reasons = move_reasons(view, inside, question, move, rng)
    return Hint(move, (*_judgement(candidates), *reasons))


def finalists(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the move that is advised, then those that were tried about as often and seemed no better.

    One that seemed a little better isn't told of: it may have been luck, or the master would have preferred it.
    """
    advised, *others = candidates
    most = max(len(candidate.results) for candidate in candidates)
    tried = [one for one in others if 2 * len(one.results) >= most and one.mean <= advised.mean]
    return [advised, *ranked(tried)]


def _judgement(candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield how likely the game is won with the best move, and what the second best would be."""
    best = candidates[0]
    if not best.results:
        return
    played = len(best.results)
    text = ngettext(
        "Chance to win: {chance:.0%}, from {n} simulated season.",
        "Chance to win: {chance:.0%}, from {n} simulated seasons.",
        played,
    )
    yield text.format(chance=best.mean, n=played)
    if len(candidates) > 1 and candidates[1].results:
        second = candidates[1]
        is_equal = reads_equal(best.mean, second.mean)
        text = _("Practically equal ({chance:.0%}): {what}.") if is_equal else _("Second best ({chance:.0%}): {what}.")
        yield text.format(chance=second.mean, what=_instead(best.move, second.move))


def _instead(best: Move, other: Move) -> str:
    """Return what the second best move is; of a plan only what would be different."""
    if not (isinstance(best, Plan) and isinstance(other, Plan)):
        return move_text(other)
    text = _("{action} in {province}")
    found = [
        text.format(action=_(ACTION_NAMES[action]), province=card)
        for action in ACTIONS
        if isinstance(card := other.on(action), str) and card != best.on(action)
    ]
    return ", ".join(found[:NAMED]) or _("another bid")
