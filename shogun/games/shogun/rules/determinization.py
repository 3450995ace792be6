"""Hidden cards dealt again: for opponents' look-ahead, for games begun in the action phase, and in shared pasts.

Opponents look ahead only over states dealt here, so they can't peek even by mistake.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from shogun.game.protocol import Given
from shogun.game.questions import Draw, Drawn, Order, Shuffle, as_listed, redealt
from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, FACE_DOWN, Action, Card
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.questions import DrawCard, Plan, PlanQuestion, TakeCard, hand
from shogun.games.shogun.rules.state import (
    Acting,
    DealingPlan,
    Exchanging,
    Grouping,
    ShufflingActions,
    ShufflingDeck,
    State,
)
from shogun.games.shogun.rules.views import View, view


def deal(view: View, rng: Random) -> State:
    """Return a state that agrees with a view, everything hidden dealt at random (determinization).

    Others' face-down cards are drawn from the cards with which they planned and that they still hold; plans laid in
    secret, from all plans that their seat may lay.
    """
    state = State(
        setup=view.setup,
        stage=view.stage,
        provinces=dict(view.provinces),
        players=list(view.players),
        plans=[_deal_plan(view, seat, rng) for seat in range(view.setup.seats)],
        specials_taken=list(view.specials_taken),
    )
    state.tower, state.tray, state.waiting = dict(view.tower), dict(view.tray), dict(view.waiting)
    state.peasants, state.year, state.season = view.peasants, view.year, view.season
    state.market, state.groups, state.last_seen = view.market, view.groups, view.last_seen
    state.deck = _deal_deck(view, rng)
    state.event_deck, state.events, state.event = view.unseen_events, view.events, view.event
    state.actions = _deal_actions(view, rng)
    state.specials, state.choosers, state.order = view.specials, view.choosers, view.order
    state.won = view.won or UNSET
    return state


def _deal_actions(view: View, rng: Random) -> tuple[Action, ...]:
    hidden = [action for action in ACTIONS if action not in view.actions]
    rng.shuffle(hidden)
    return tuple(action if action is not None else hidden.pop() for action in view.actions)


def _deal_deck(view: View, rng: Random) -> tuple[str, ...]:
    if not view.deck_size:
        return ()
    gone = {*view.market, *(name for name, province in view.provinces.items() if province.owner is not None)}
    if isinstance(view.stage, Grouping):
        gone.add(view.stage.province)  # taken, though no army is there yet
    deck = [name for name in view.provinces if name not in gone]
    rng.shuffle(deck)
    return tuple(deck)


def _deal_plan(view: View, seat: int, rng: Random) -> Plan | None:
    if seat == view.seat:
        return view.plan
    if not view.planned[seat]:
        return None
    if not view.boards[seat]:
        return PlanQuestion(seat, "dealt", hand(view.owned(seat)), view.players[seat].chests).sample(rng)
    shown, bid = view.boards[seat], view.bids[seat]
    held: list[Card] = [*(name for name in view.owned(seat) if name not in view.won), *CHEST_CARDS]
    hidden = [card for card in held if card not in shown and card != bid]
    return Plan(_fill(shown, hidden, rng), bid)


def _fill(shown: Sequence[Card | None], hidden: list[Card], rng: Random) -> tuple[Card | None, ...]:
    """Put hidden cards in the place of face-down ones: there are enough, for lost cards left the board (4.8)."""
    rng.shuffle(hidden)
    return tuple(hidden.pop() if card == FACE_DOWN else card for card in shown)


# Dealing the unknown cards of planning boards in a game that begins in the action phase (4.3, 4.7)


def held_cards(state: State, seat: int) -> tuple[Card, ...]:
    """Return the possible cards of a seat's plan that it still has (4.8)."""
    return (*(name for name in state.owned(seat) if name not in (state.won or ())), *CHEST_CARDS)


def unknown(state: State, seat: int) -> int:
    """Return how many of a seat's cards are still to be dealt."""
    plan = state.plans[seat]
    return 0 if plan is None else plan.fields.count(FACE_DOWN)


def first_dealing(state: State) -> DealingPlan:
    """Return the stage that deals the first seat's cards: at least one is asked, so that everything is known then."""
    return DealingPlan(next((seat for seat in range(state.setup.seats) if unknown(state, seat)), state.order[0]))


def ask_plan_cards(state: State, stage: DealingPlan) -> Draw:
    """Return the draw of the cards of a seat that nobody knows."""
    plan = state.plans[stage.seat]
    assert plan is not None, "all have planned in the action phase"
    known = (*plan.fields, plan.bid)
    cards = tuple(card for card in held_cards(state, stage.seat) if card not in known)
    return Draw(f"plan/{state.moment}/seat{stage.seat}", cards, unknown(state, stage.seat))


def deal_plan(play: Play, stage: DealingPlan, drawn: Drawn) -> None:
    """Lay these cards where nobody knows any, in the order of the fields; after the last seat the action continues."""
    state, cards = play.state, iter(drawn.items)
    plan, position = state.plans[stage.seat], state.setup.position
    assert plan is not None
    fields = tuple(next(cards) if card == FACE_DOWN else card for card in plan.fields)
    state.plans[stage.seat] = replace(plan, fields=fields)
    left = [seat for seat in range(state.setup.seats) if unknown(state, seat)]
    if left:
        play.go(DealingPlan(left[0]))
        return
    assert position, "only a game that begins at a position comes here"
    assert position.acting is not None
    place = state.order.index(state.setup.colours.index(position.acting.next))
    play.go(Acting(position.acting.action - 1, place))


# Redaction: cards that nobody has seen are dealt again

FACE_UP = 2
"""Face-up province cards in the draft (2.4)."""


def redacted(past: Sequence[Given], seats: Collection[int] = (), order: Order = as_listed) -> Sequence[Any]:
    """Return the answers of a past, cards that are face down or left in the deck dealt again (2.4, 4.1).

    No seat has seen one that others haven't, but for its own plan where a game began in the action phase (4.3).
    """
    seen, state = _seen_in_draft(past), past[-1].after
    return [
        _dealt(given, state, seats, order)
        if isinstance(given.before.stage, DealingPlan)
        else _redacted(given, seen, state, order)
        for given in past
    ]


def _dealt(given: Given, state: State, seats: Collection[int], order: Order) -> Any:
    """Return the cards dealt to a seat; those still face down are dealt again from what it still holds."""
    seat, drawn, question = given.before.stage.seat, given.answer, given.question
    assert isinstance(question, Draw), "that is how plans are dealt"
    if seat in seats or given.before.moment != state.moment or state.event is None:
        return drawn
    places = [place for place, card in enumerate(given.before.plans[seat].fields) if card == FACE_DOWN]
    shown = view(state, None).boards[seat]
    known = {at: drawn.items[at] for at, place in enumerate(places) if shown[place] != FACE_DOWN}
    held = held_cards(state, seat)
    return redealt(drawn, known, [card for card in order(question) if card in held or card in known.values()])


def _redacted(given: Given, seen: Mapping[str, list[int]], state: State, order: Order) -> Any:
    """Return an answer; lots that are hidden now are replaced by ones dealt again."""
    drawn, question = given.answer, given.question
    if not isinstance(drawn, Drawn) or not isinstance(question, Shuffle | Draw):
        return drawn
    if isinstance(given.before.stage, ShufflingActions) and given.before.moment == state.moment and state.actions:
        laid = len(given.before.actions)  # named by a position, before the others were shuffled
        face_up = {place: card for place, card in enumerate(view(state, None).actions[laid:]) if card is not None}
        return redealt(drawn, face_up, order(question))
    if isinstance(given.before.stage, ShufflingDeck | Exchanging):
        return redealt(drawn, {place: drawn.items[place] for place in seen.get(question.key, ())}, order(question))
    return drawn


def _seen_in_draft(past: Sequence[Given]) -> dict[str, list[int]]:
    """Return the revealed places of the draft's shuffles, by their keys; the deck's top is first."""
    deck: list[tuple[str, int]] = []
    revealed = 0
    for given in past:
        if isinstance(given.before.stage, ShufflingDeck | Exchanging):
            deck += [(given.question.key, place) for place in range(len(given.answer.items))]
            revealed += FACE_UP
        revealed += isinstance(given.answer, TakeCard | DrawCard)
    seen: dict[str, list[int]] = {}
    for key, place in deck[:revealed]:
        seen.setdefault(key, []).append(place)
    return seen
