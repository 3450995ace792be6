"""Deals anew what a seat can't know: if it sees any difference, a secret has leaked."""

from random import Random

from shogun.games.shogun.rules import State
from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, Action, Card
from shogun.games.shogun.rules.questions import Plan, PlanQuestion, hand


def dealt_anew(state: State, viewer: int | None, rng: Random) -> State:
    """Return a game that looks the same to `viewer` (None: an onlooker), with everything hidden dealt anew.

    Hidden are the order of the draft's deck, the face-down action cards, and the others' plans as far as they have not
    been revealed (2.4, 4.1, 4.3, 4.6, 4.7).
    """
    other = state.copy()
    other.deck = tuple(rng.sample(state.deck, len(state.deck)))
    visible = 5 + min(state.acting.action if state.acting else 0, 5)
    face_down = state.actions[visible:]
    other.actions = (*state.actions[:visible], *rng.sample(face_down, len(face_down)))
    for seat, plan in enumerate(state.plans):
        if plan is not None and seat != viewer:
            other.plans[seat] = _another_plan(state, seat, plan, rng)
    return other


def _another_plan(state: State, seat: int, plan: Plan, rng: Random) -> Plan:
    if state.event is None:  # nothing of it has been revealed
        return PlanQuestion(seat, "", hand(state.owned(seat)), state.players[seat].chests).sample(rng)
    hidden = [
        field
        for field, (action, card) in enumerate(zip(ACTIONS, plan.fields, strict=True))
        if card is not None and not _is_revealed(state, seat, action)
    ]
    unused = [card for card in CHEST_CARDS if card not in (*plan.fields, plan.bid)]
    cards = rng.sample([*(plan.fields[field] for field in hidden), *unused], len(hidden))
    fields: list[Card | None] = list(plan.fields)
    for field, card in zip(hidden, cards, strict=True):
        fields[field] = card
    return Plan(tuple(fields), plan.bid)


def _is_revealed(state: State, seat: int, action: Action) -> bool:
    at = state.acting
    if at is None:
        return False
    return (state.actions.index(action), state.order.index(seat)) <= (at.action, at.turn)
