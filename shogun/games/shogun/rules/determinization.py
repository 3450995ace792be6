"""Dealing anew what a seat can't see (determinization): a whole state that looks to it exactly as the real one does.

Opponents look ahead only over such states, so they can't peek even by mistake.
"""

from collections.abc import Sequence
from random import Random

from msgspec import UNSET

from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, FACE_DOWN, Action, Card
from shogun.games.shogun.rules.moves import Plan
from shogun.games.shogun.rules.questions import PlanQuestion, hand
from shogun.games.shogun.rules.state import Grouping, State
from shogun.games.shogun.rules.views import View


def deal(view: View, rng: Random) -> State:
    """Return a state that agrees with a view, everything hidden dealt at random.

    Others' cards that lie face down are drawn from the cards with which they planned and that they still hold, plans
    laid in secret from all plans that their seat may lay.
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
        gone.add(view.stage.province)  # taken, though no army stands there yet
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
    """Put hidden cards where cards lie face down: they suffice, for cards that were lost left the board (4.8)."""
    rng.shuffle(hidden)
    return tuple(hidden.pop() if card == FACE_DOWN else card for card in shown)
