"""Reasons for a plan: what changes if one card of it is used differently, in the same playouts.

A swap is a plan that differs from another in one thing: a card goes to another field, or another card comes to its
field. Both are played out with the same luck, against the same plans of others, so their difference is the swap's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import fsum
from random import Random

import numpy as np
from msgspec import Struct, convert

from shogun.base.language import _, decimal, marked, ngettext, signed
from shogun.game.errors import IllegalMove
from shogun.games.shogun.opponents.evaluation.evaluators import evaluated
from shogun.games.shogun.opponents.evaluation.features import Numbers as Floats
from shogun.games.shogun.opponents.planning.planner import Worth, plan_worth
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.cards import ACTIONS, FIELDS, Card
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.words import ACTION_NAMES, card_text
from shogun.players.review.decision_verdicts import MOST_PARTS, DecisionPoint, Difference, Effect, Part, difference_of
from shogun.table.towers import outcome_model

BID = len(ACTIONS)
"""The place of the bid among the fields."""
NAMEABLE = 0.01
"""The least difference of a chance that is named: a smaller one would read as zero."""
LOOKED, COMPARED, FEWEST = 40, 200, 30
"""Playouts of each swap that choose which ones are compared for a hint, playouts of those, and the least of either."""
ALTERNATIVES = 2
"""Other uses of each field that are looked at for a hint."""
FINALISTS = 4
"""Swaps that are compared for a hint, besides the one that seems best."""
MOST_REASONS = 2
"""Swaps that a hint names, at most."""
BATCH = 25
"""Playouts of every plan that are evaluated together."""


class Swap(Struct, frozen=True):
    """A plan that differs from another in one thing, and what that changes."""

    plan: Plan
    gain: Difference
    """The chance to win that it brings beside the other plan."""
    effect: Effect | None = None
    """What else it changes most clearly."""


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
        first, second = cards if place == BID else (card if isinstance(card, str) else None for card in cards)
        if first != second:
            yield place, first, second


# What they change


def compare_swaps(point: DecisionPoint, plan: Plan, swaps: Sequence[Plan], playouts: int, rng: Random) -> list[Swap]:
    """Return what each of these plans brings beside a plan, in the playouts by which `Master.compare` compares them."""
    if not swaps:
        return []
    view: View = point.view
    assert view.seat is not None
    seat, master = view.seat, Master(model=outcome_model(point.inside))
    evaluator, scruple = master.evaluator_of(view), master.effort.scruple
    worths: list[list[float]] = []
    measures: list[list[list[float]]] = []
    count, played = 1 + len(swaps), master.play_out(view, [plan, *swaps], playouts, rng)
    while some := list(islice(played, BATCH)):
        found = evaluated(evaluator, [end for each in some for end in each], seat, scruple)
        worths += [found[begin : begin + count] for begin in range(0, len(found), count)]
        measures += [[[measure.read(end, seat) for measure in MEASURES.values()] for end in each] for each in some]
    chances, seen = np.array(worths), np.array(measures, dtype=float)
    found_swaps = []
    for place, swap in enumerate(swaps, 1):
        gain = difference_of(chances[:, place] - chances[:, 0])
        found_swaps.append(Swap(swap, gain, _effect(seen[:, place] - seen[:, 0], gain)))
    return found_swaps


def _place_in_order(end: End, seat: int) -> float:
    order = end.fast.order
    return order.index(seat) + 1 if seat in order else len(order)


class _Measure(Struct, frozen=True):
    """What is read from the end of a playout."""

    read: Callable[[End, int], float]
    worth: float
    """About how many points one more is worth: it decides which change is named."""


MEASURES: Mapping[str, _Measure] = {
    marked("points"): _Measure(lambda end, seat: end.fast.points[seat], 1.0),
    marked("provinces"): _Measure(lambda end, seat: end.fast.lands[seat], 2.0),
    marked("buildings"): _Measure(lambda end, seat: end.fast.standing[seat] - end.fast.lands[seat], 2.5),
    marked("chests"): _Measure(lambda end, seat: end.fast.chests[seat], 0.4),
    marked("risk of hunger"): _Measure(lambda end, _seat: end.hunger, -5.0),
    marked("place in turn order"): _Measure(_place_in_order, -0.3),
}
_SHARES = {"risk of hunger"}
"""Measures that are chances."""
_LEAST = 0.15
"""Points that a change must be worth to be named."""


def _effect(changes: Floats, gain: Difference) -> Effect | None:
    """Return the most valuable change in the direction of a gain; None if there is none beyond chance."""
    found = []
    for (name, measure), values in zip(MEASURES.items(), changes.T, strict=True):
        change = difference_of(values)
        worth = change.mean * measure.worth * (1 if gain.mean > 0 else -1)
        if change.is_clear and worth >= _LEAST:
            found.append((worth, name, change.mean))
    if not found:
        return None
    _worth, name, mean = max(found)
    return Effect(name, mean)


def clear_swaps(plan: Plan, swaps: Sequence[Swap], sign: int = 1, most: int = MOST_PARTS) -> list[Swap]:
    """Return swaps that gain (or, with sign -1, cost) more than chance explains, the biggest first.

    No two of them change the same field.
    """
    clear = [swap for swap in swaps if sign * swap.gain.mean >= NAMEABLE and swap.gain.is_clear]
    found, seen = [], set[int]()
    for swap in sorted(clear, key=lambda swap: -sign * swap.gain.mean):
        fields = _changed(plan, swap.plan)
        if not fields & seen:
            seen |= fields
            found.append(swap)
    return found[:most]


def _changed(one: Plan, other: Plan) -> set[int]:
    return {place for place, *_two in differences(one, other)}


class PlanSwaps(Struct, frozen=True):
    """What the swaps of an advised plan have shown."""

    reasons: tuple[Swap, ...] = ()
    """Swaps that would cost most, the biggest first."""
    doubtful: frozenset[int] = frozenset()
    """Fields whose card is worse than its next best use, by more than chance."""


NO_SWAPS = PlanSwaps()


def plan_swaps(point: DecisionPoint, plan: Plan, rng: Random, share: float = 1.0) -> PlanSwaps:
    """Return which cards of a plan matter most, by this share of the usual playouts, but not by too few.

    A few playouts choose what is looked at more closely, each card beside its best other use; what is said about that
    comes from others, so that nothing seems to matter because it was chosen by its luck.
    """
    uses = next_best_uses(point.view, point.question, plan)
    tried = list(dict.fromkeys(other for others in uses for other in others))
    looked = compare_swaps(point, plan, tried, max(FEWEST, int(share * LOOKED)), rng)
    found = {swap.plan: swap for swap in looked}
    best = {max(others, key=lambda other: found[other].gain.mean) for others in uses if others}
    order = sorted(best, key=lambda other: (found[other].gain.mean, tried.index(other)))
    closest = list(dict.fromkeys((*order[:FINALISTS], *order[-1:])))
    close = compare_swaps(point, plan, closest, max(FEWEST, int(share * COMPARED)), rng)
    reasons = clear_swaps(plan, close, -1, MOST_REASONS)
    better = clear_swaps(plan, [swap for swap in looked if swap.plan not in closest] + close)
    return PlanSwaps(tuple(reasons), frozenset(place for swap in better for place in _changed(plan, swap.plan)))


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


def effect_words(effect: Effect) -> str:
    """Return a change of something else than the chance to win: "chests +1.9"."""
    if effect.what in _SHARES:
        change = signed(round(100 * effect.change))
        return _("{what} {change} %").format(what=_(effect.what), change=change)
    return _("{what} {change}").format(what=_(effect.what), change=decimal(effect.change, "+.1f"))


def _opening(text: str) -> str:
    """Return a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def cost_words(better: Plan, part: Part) -> str:
    """Return what a part of a plan has cost beside a better plan, in a sentence, in percentage points."""
    number = round(-100 * part.lost.mean)
    text = ngettext("{what}: {n} percentage point", "{what}: {n} percentage points", abs(number))
    told = text.format(what=_opening(swap_words(convert(part.instead, Plan), better)), n=signed(number))
    return f"{told}." if part.effect is None else f"{told} ({effect_words(part.effect)})."


def reason_words(plan: Plan, swap: Swap) -> str:
    """Return what a plan gains by not being swapped, in a sentence."""
    number = round(-100 * swap.gain.mean)
    text = ngettext("{what}: {n} percentage point", "{what}: {n} percentage points", abs(number))
    told = text.format(what=_opening(swap_words(plan, swap.plan)), n=signed(number))
    effect = swap.effect
    if effect is None:
        return f"{told}."
    return f"{told} ({effect_words(Effect(effect.what, -effect.change))})."
