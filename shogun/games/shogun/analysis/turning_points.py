"""Turning points of a game: the consequences of an answer in sentences, and the cards of a plan that mattered."""

from collections.abc import Iterator, Sequence
from random import Random

from shogun.base.confidence_intervals import percent
from shogun.base.language import _
from shogun.games.shogun.analysis.review import ThrowLuck, throw_luck
from shogun.games.shogun.analysis.swaps import changed_fields, next_best_uses, swap_words, swaps_towards
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules import view
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.words import sentence
from shogun.table.replay import History

# Consequences of an answer in a replay, with the chances of battles

QUIET = (ev.CubesThrown, ev.NoAction, ev.YearBegan, ev.SeasonBegan, ev.WinterBegan, ev.ActionBegan)
"""Events that don't show who has gained."""


def told(history: History, place: int, names: Sequence[str]) -> list[str]:
    """Return the consequences of the answer at a place, with the chance of a battle after its end."""
    return list(_event_sentences(history, place, names))


def _event_sentences(history: History, place: int, names: Sequence[str]) -> Iterator[str]:
    for event in history.steps[place].events:
        if not isinstance(event, QUIET):
            yield sentence(event, names)
        if isinstance(event, ev.BattleSettled) and (luck := throw_luck(history, place)) is not None:
            yield _odds(luck)


def _odds(luck: ThrowLuck) -> str:
    if luck.settled.kind == "revolt":
        return _("Before the throw, the defender's chance was {chance}.").format(chance=percent(luck.defence))
    return _("Before the throw, the attacker's chance was {chance}.").format(chance=percent(luck.attack))


# The cards of a plan that mattered


def swaps(history: History, place: int) -> list[Plan]:
    """Return plans that differ in one thing from the one that was laid at a place; none if another answer was given.

    They do it as a planner would have done; where it would have done the same, in the way that it likes next best.
    """
    step = history.steps[place]
    given, question = step.answer, step.question
    if not isinstance(given, Plan) or not isinstance(question, PlanQuestion):
        return []
    seen = view(step.before, question.seat)
    usual = Planner(VALUES).choose(seen, question, Random(question.key))
    assert isinstance(usual, Plan), "it was asked for a plan"
    found = swaps_towards(question, given, usual)
    changed = {field for plan in found for field in changed_fields(given, plan)}
    next_best = [ways[0] for ways in next_best_uses(seen, question, given) if ways]
    return [*found, *(plan for plan in next_best if not changed & changed_fields(given, plan))]


differing = changed_fields
__all__ = ["differing", "swap_words", "swaps", "told"]
