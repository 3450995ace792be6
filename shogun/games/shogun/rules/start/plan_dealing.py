"""A game that begins in the action phase: cards on planning boards that nobody knows are dealt (4.3, 4.7)."""

from msgspec.structs import replace

from shogun.game.chance import Draw, Drawn
from shogun.games.shogun.rules.cards import CHEST_CARDS, FACE_DOWN, Card
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.state import Acting, DealingPlan, State


def held_cards(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards with which a seat may have planned and that it still holds (4.8)."""
    return (*(name for name in state.owned(seat) if name not in (state.won or ())), *CHEST_CARDS)


def unknown(state: State, seat: int) -> int:
    """Return how many of a seat's cards are still to be dealt."""
    plan = state.plans[seat]
    return 0 if plan is None else plan.fields.count(FACE_DOWN)


def first_dealing(state: State) -> DealingPlan:
    """Return the stage at which the first seat's cards are dealt: one at least is asked, so that all is told then."""
    return DealingPlan(next((seat for seat in range(state.setup.seats) if unknown(state, seat)), state.order[0]))


def ask_plan_cards(state: State, stage: DealingPlan) -> Draw:
    """Return the draw of the cards of a seat that nobody knows."""
    plan = state.plans[stage.seat]
    assert plan is not None, "all have planned in the action phase"
    known = (*plan.fields, plan.bid)
    cards = tuple(card for card in held_cards(state, stage.seat) if card not in known)
    return Draw(f"plan/{state.moment}/seat{stage.seat}", cards, unknown(state, stage.seat))


def deal_plan(play: Play, stage: DealingPlan, drawn: Drawn) -> None:
    """Lay these cards where nobody knows any, in the order of the fields; after the last seat the action goes on."""
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
