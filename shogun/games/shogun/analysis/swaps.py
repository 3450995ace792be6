"""Reasons for a plan: what changes if one card of it is used differently, in the same playouts.

Of the swaps that any game has (`players.review.swaps`), those of plans: a card goes to another field, or another card
comes to its field. Plans are played out against the same plans of others.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import fsum
from random import Random

import numpy as np
from msgspec import convert
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.game.errors import IllegalMove
from shogun.games.shogun.analysis.lookahead import among_equals, share_over
from shogun.games.shogun.opponents.evaluation.evaluators import evaluated
from shogun.games.shogun.opponents.planning.planner import Worth, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.opponents.search.master import EFFORT, Master
from shogun.games.shogun.rules.cards import ACTIONS, FIELDS, Card
from shogun.games.shogun.rules.questions import March, Move, Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import ACTION_NAMES, armies, card_text, move_text
from shogun.players.review.decision_verdicts import DecisionPoint, Part
from shogun.players.review.swaps import (
    Measure,
    Outcomes,
    Playouts,
    Reasons,
    Swap,
    compared,
    reason_sentence,
    reason_sentences,
    reasons_for,
)
from shogun.table.towers import Inside, outcome_model

BID = len(ACTIONS)
"""The place of the bid among the fields."""
PLAYOUTS = Playouts(looked=40, compared=200, fewest=30)
"""Playouts for the reasons of a hint."""
ALTERNATIVES = 2
"""Other uses of each field that are looked at for a hint."""
BATCH = 25
"""Playouts of every plan that are evaluated together."""


# Which swaps there are


def swaps_towards(question: PlanQuestion, plan: Plan, other: Plan) -> list[Plan]:
    """Return plans that adopt one thing from another plan, in the order of the fields; each is legal."""
    wanted = _cards(other)
    found = [_placed(plan, place, card, wanted) for place, card in enumerate(wanted) if card != _cards(plan)[place]]
    return _legal(question, plan, found)


def next_best_uses(view: View, question: PlanQuestion, plan: Plan) -> list[list[Plan]]:
    """Return for each field in use the plans with the cards that a planner's values put next there.

    A chest card stands for doing nothing there; what lay there then goes where that card was.
    """
    worth = plan_worth(Valuation(view, question.seat, Master().values), question)
    found = []
    for place, laid in enumerate(_cards(plan)):
        if place == BID or isinstance(laid, str):
            others = [_placed(plan, place, card, ()) for card in question.cards if card != laid]
            legal = _legal(question, plan, others)
            found.append(sorted(legal, key=lambda other: -_worth(worth, question, other))[:ALTERNATIVES])
    return found


def as_laid(swap: Plan, laid: Plan, better: Plan) -> Plan:
    """Return the better plan, changed only in fields of a swap that the player really laid: for words, not playouts.

    Swapping a card can displace another one to a field where the player never put it.
    """
    fields = zip(_cards(swap), _cards(laid), _cards(better), range(FIELDS), strict=True)
    cards = [one if _done(one, place) == _done(given, place) else other for one, given, other, place in fields]
    return Plan(tuple(cards[:BID]), cards[BID])


def _done(card: Card | None, place: int) -> Card | None:
    """Return what a card does on a field: chests on an action do nothing."""
    return card if place == BID or isinstance(card, str) else None


def _cards(plan: Plan) -> tuple[Card | None, ...]:
    return (*plan.fields, plan.bid)


def _placed(plan: Plan, place: int, card: Card | None, wanted: Sequence[Card | None]) -> Plan:
    """Return a plan with a card on a field.

    If the card lay on another field, that one gets what is wanted there if it is free, otherwise the first one's card.
    """
    cards = list(_cards(plan))
    replaced, cards[place] = cards[place], card
    source = next((other for other in range(FIELDS) if other != place and cards[other] == card), None)
    if source is not None and card is not None:
        is_free = bool(wanted) and wanted[source] not in cards
        cards[source] = wanted[source] if is_free else replaced
    return Plan(tuple(cards[:BID]), cards[BID])


def _legal(question: PlanQuestion, plan: Plan, others: Sequence[Plan]) -> list[Plan]:
    """Return each legal plan once that differs from a plan in what it does."""
    return [other for other in dict.fromkeys(others) if any(differences(plan, other)) and _is_legal(question, other)]


def _is_legal(question: PlanQuestion, plan: Plan) -> bool:
    try:
        question.verify(plan)
    except IllegalMove:
        return False
    return True


def _worth(worth: Worth, question: PlanQuestion, plan: Plan) -> float:
    places = {card: place for place, card in enumerate(question.cards)}
    return fsum(worth[field, places[card]] for field, card in enumerate(_cards(plan)) if card is not None)


def differences(one: Plan, other: Plan) -> Iterator[tuple[int, Card | None, Card | None]]:
    """Yield the fields that do something different in two plans, with both cards; actions with chests do nothing."""
    for place, cards in enumerate(zip(_cards(one), _cards(other), strict=True)):
        first, second = (_done(card, place) for card in cards)
        if first != second:
            yield place, first, second


# Effects of swaps


DEALS = 16
"""Deals of what is hidden in which others' plans are imagined for a judgment."""


def judging_master(inside: Inside) -> Master:
    """Return the master in whose playouts answers are compared: it imagines others in more deals than one who plays."""
    return Master(model=outcome_model(inside), effort=replace(EFFORT, deals=DEALS))


def compare_swaps(point: DecisionPoint, move: Move, swaps: Sequence[Move], playouts: int, rng: Random) -> list[Swap]:
    """Return what each of these moves brings beside a move, in the playouts by which `decisions.shares` judges them."""
    if not swaps:
        return []
    view: View = point.view
    assert view.seat is not None
    seat, master = view.seat, judging_master(point.inside)
    evaluator, scruple = master.evaluator_of(view), master.effort.scruple
    worths: list[list[float]] = []
    measures: list[list[list[float]]] = []
    count, played = 1 + len(swaps), master.play_out(view, [move, *swaps], playouts, rng)
    while some := list(islice(played, BATCH)):
        found = evaluated(evaluator, [end for each in some for end in each], seat, scruple)
        worths += [found[begin : begin + count] for begin in range(0, len(found), count)]
        measures += [[[read(end, seat) for read in _READ.values()] for end in each] for each in some]
    chances = among_equals(np.array(worths).T, share_over(view.stage, view.setup.seats))
    seen = np.array(measures, dtype=float).transpose(1, 0, 2)
    return compared(Outcomes(chances, seen), swaps, MEASURES)


def _place_in_order(end: End, seat: int) -> float:
    order = end.fast.order
    return order.index(seat) + 1 if seat in order else len(order)


_READ: Mapping[str, Callable[[End, int], float]] = {
    marked("points"): lambda end, seat: end.fast.points[seat],
    marked("provinces"): lambda end, seat: end.fast.lands[seat],
    marked("buildings"): lambda end, seat: end.fast.standing[seat] - end.fast.lands[seat],
    marked("chests"): lambda end, seat: end.fast.chests[seat],
    marked("risk of hunger"): lambda end, _seat: end.hunger,
    marked("place in turn order"): _place_in_order,
}
"""Readers of the measures at the end of a playout."""
_WORTH = (1.0, 2.0, 2.5, 0.4, -5.0, -0.3)
MEASURES = {name: Measure(worth, is_share=name == "risk of hunger") for name, worth in zip(_READ, _WORTH, strict=True)}


def changed_fields(one: Plan, other: Plan) -> set[int]:
    """Return the fields that do something different in two plans."""
    return {place for place, *_two in differences(one, other)}


def plan_swaps(point: DecisionPoint, plan: Plan, rng: Random, share: float = 1.0) -> Reasons:
    """Return which cards of a plan matter most, by this share of the usual playouts, but not by too few."""

    def compare(others: Sequence[Plan], playouts: int) -> list[Swap]:
        return compare_swaps(point, plan, others, playouts, rng)

    others = next_best_uses(point.view, point.question, plan)
    return reasons_for(plan, others, compare, changed_fields, PLAYOUTS.share(share))


# In words


def swap_words(one: Plan, other: Plan) -> str:
    """Return what one plan does and the other doesn't: "Collect taxes in Kii rather than in Noto"."""
    changed = list(differences(one, other))
    if len(changed) == 2 and BID not in (changed[0][0], changed[1][0]):
        (first, here, there), (second, near, far) = changed
        names = _(ACTION_NAMES[ACTIONS[first]]), _(ACTION_NAMES[ACTIONS[second]])
        if near == there and far == here:
            if here is None or there is None:  # one province does something else
                done, instead = names if here is not None else names[::-1]
                text = _("{action} in {province} rather than {other}")
                return text.format(action=done, province=here or there, other=instead)
            text = _("{action} in {province} and {second} in {other}, not the other way round")
            return text.format(action=names[0], province=here, second=names[1], other=there)
    if len(changed) == 1 and changed[0][0] != BID and changed[0][1] is None:
        (place, _nothing, province), text = changed[0], _("nothing rather than {action} in {province}")
        return text.format(action=_(ACTION_NAMES[ACTIONS[place]]), province=province)
    return ", ".join(_field_words(*each) for each in sorted(changed, key=lambda field: field[1] is None))


def _field_words(place: int, one: Card | None, other: Card | None) -> str:
    if place == BID:
        return _("Bid {card} rather than {other}").format(card=card_text(one), other=card_text(other))
    if one is None:
        text = _("nothing instead of {action} in {other}")
    elif other is None:
        text = _("{action} in {province}")
    else:
        text = _("{action} in {province} rather than in {other}")
    return text.format(action=_(ACTION_NAMES[ACTIONS[place]]), province=one, other=other)


def answer_text(move: Move) -> str:
    """Return a move other than a plan in a few words, a march with the province that it leaves."""
    if not isinstance(move, March):
        return move_text(move)
    number = armies(move.armies)
    return _("{armies} from {source} to {target}").format(armies=number, source=move.source, target=move.target)


def cost_words(better: Move, part: Part) -> str:
    """Return what a part of a plan, or another move, has cost beside a better one, in a sentence with its points."""
    if isinstance(better, Plan):
        words = swap_words(convert(part.instead, Plan), better)
    else:
        given = answer_text(convert(part.instead, Move))
        words = _("{what} rather than {other}").format(what=given, other=answer_text(better))
    return reason_sentence(words, -part.lost.mean, part.effect, MEASURES)


def plan_reason_sentences(plan: Plan, reasons: Reasons) -> Iterator[str]:
    """Yield what a plan gains by not being swapped, a sentence each."""
    yield from reason_sentences(reasons, lambda other: swap_words(plan, other), MEASURES)
