"""The year's events, and a season from its action cards to its end (chapters 3 and 4)."""

from msgspec import UNSET

from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.games.shogun.rules.actions import perform
from shogun.games.shogun.rules.cards import ACTIONS, SPECIALS, Action, Card
from shogun.games.shogun.rules.determinization import first_dealing
from shogun.games.shogun.rules.events import (
    ActionBegan,
    BidRevealed,
    EventDrawn,
    LotsDrawn,
    NoAction,
    PlanLaid,
    SeasonBegan,
    SeasonEnded,
    SpecialTaken,
    TurnOrderSet,
    YearBegan,
)
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.position_checks import events_to_come
from shogun.games.shogun.rules.questions import Choice, Plan, PlanQuestion, TakeSpecial, hand
from shogun.games.shogun.rules.state import (
    Acting,
    DrawingEvent,
    DrawingLots,
    Planning,
    RevealingEvents,
    ShufflingActions,
    ShufflingSpecials,
    State,
    TakingSpecials,
)
from shogun.games.shogun.rules.winter import begin_winter

FACE_UP = 5
"""Action cards that are face up from the start of a season (4.1)."""


# The year's events (2.10, 8.6)


def ask_events(state: State, _stage: RevealingEvents) -> Draw:
    """Return the draw of the year's four events; in a game that begins later in the year, of those to come."""
    return Draw(f"events/year{state.year}", state.event_deck, events_to_come(state.season))


def reveal_events(play: Play, _stage: RevealingEvents, drawn: Drawn) -> None:
    """Lay the events of the year face up."""
    state = play.state
    state.events = tuple(str(name) for name in drawn.items)
    state.event_deck = tuple(name for name in state.event_deck if name not in state.events)
    play.tell(YearBegan(state.year, state.events))
    play.go(ShufflingActions())


# Action cards and special cards (4.1, 4.2)


def ask_actions(state: State, _stage: ShufflingActions) -> Shuffle:
    """Return the shuffle of the action cards (4.1): all ten, but for those that a position has laid already."""
    return Shuffle(f"actions/{state.moment}", tuple(card for card in ACTIONS if card not in state.actions))


def lay_actions(play: Play, _stage: ShufflingActions, drawn: Drawn) -> None:
    """Lay the action cards out, the first five face up."""
    state = play.state
    state.actions = (*state.actions, *drawn.items)  # type: ignore[arg-type]  # verified: all that are left
    if None not in state.plans:  # a position in the action phase
        play.go(first_dealing(state))
    elif state.specials:
        _begin_season(play)
    else:
        play.go(ShufflingSpecials())


def ask_specials(state: State, _stage: ShufflingSpecials) -> Shuffle:
    """Return the shuffle of the five special cards (4.2)."""
    return Shuffle(f"specials/{state.moment}", SPECIALS)


def lay_specials(play: Play, _stage: ShufflingSpecials, drawn: Drawn) -> None:
    """Lay the special cards face up on the places of the turn-order track."""
    play.state.specials = drawn.items  # type: ignore[assignment]  # verified: a permutation of SPECIALS
    _begin_season(play)


def _begin_season(play: Play) -> None:
    state = play.state
    play.tell(SeasonBegan(state.year, state.season, state.actions[:FACE_UP], state.specials))
    play.go(Planning())


# Planning (4.3, 4.4)


def ask_plans(state: State, _stage: Planning) -> tuple[PlanQuestion, ...]:
    """Return a question for each seat that has not laid its plan; they can be answered in any order."""
    return tuple(ask_plan(state, seat) for seat, plan in enumerate(state.plans) if plan is None)


def ask_plan(state: State, seat: int) -> PlanQuestion:
    """Return the cards that a seat plans with: its province cards and its chest cards."""
    return PlanQuestion(seat, f"plan/{state.moment}", hand(state.owned(seat)), state.players[seat].chests)


def lay_plan(play: Play, seat: int, plan: Plan) -> None:
    """Lay a seat's plan, which `PlanQuestion.verify` has found legal, in secret; with the last one the event is due."""
    play.state.plans[seat] = plan
    play.tell(PlanLaid(seat))
    if None not in play.state.plans:
        play.go(DrawingEvent())


# The event (4.5)


def ask_event(state: State, _stage: DrawingEvent) -> Draw:
    """Return the draw of the season's event."""
    return Draw(f"event/{state.moment}", state.events, 1)


def draw_event(play: Play, _stage: DrawingEvent, drawn: Drawn) -> None:
    """Let the event hold for the season, and reveal the bids."""
    state, (event,) = play.state, drawn.items
    state.event = str(event)
    state.events = tuple(name for name in state.events if name != state.event)
    play.tell(EventDrawn(state.event))
    _reveal_bids(play)


# Bids and turn order (4.6)


def bid_rank(bid: Card | None) -> int:
    """Return the place of a bid in the order of choice: chests 4 to 1, province cards, chest 0, none (4.6)."""
    if bid is None:
        return 7
    if isinstance(bid, str):
        return 5
    return 5 - bid if bid else 6


def _bids(state: State) -> list[Card | None]:
    return [plan.bid if plan else None for plan in state.plans]


def _reveal_bids(play: Play) -> None:
    bids = _bids(play.state)
    for seat, bid in enumerate(bids):
        paid = bid if isinstance(bid, int) else 0
        play.goods(seat, chests=-paid)
        play.tell(BidRevealed(seat, bid, paid))
    ranks = [bid_rank(bid) for bid in bids]
    tied = tuple(seat for seat, rank in enumerate(ranks) if ranks.count(rank) > 1)
    if tied:
        play.go(DrawingLots(tied))
    else:
        _set_choosers(play, ())


def ask_lots(state: State, stage: DrawingLots) -> Shuffle:
    """Return the lots between equal bids."""
    return Shuffle(f"lots/{state.moment}", stage.seats)


def draw_lots(play: Play, _stage: DrawingLots, drawn: Drawn) -> None:
    """Put equal bids in the order of the lots."""
    lots = tuple(int(seat) for seat in drawn.items)
    play.tell(LotsDrawn(lots))
    _set_choosers(play, lots)


def _set_choosers(play: Play, lots: tuple[int, ...]) -> None:
    bids = _bids(play.state)
    others = (seat for seat in range(len(bids)) if seat not in lots)
    queue = tuple(sorted((*lots, *others), key=lambda seat: bid_rank(bids[seat])))  # equal bids keep the lots' order
    play.state.choosers = queue
    play.go(TakingSpecials(queue))


def ask_special(state: State, stage: TakingSpecials) -> Choice:
    """Return the choice among the special cards that are left, in the order of their places."""
    left = tuple(TakeSpecial(card) for card in state.specials if card not in state.specials_taken)
    seat = stage.queue[0]
    return Choice(seat, f"special/{state.moment}/seat{seat}", "special", left)


def take_special(play: Play, stage: TakingSpecials, move: TakeSpecial) -> None:
    """Take a special card and its place; the places then give the turn order."""
    state, seat = play.state, stage.queue[0]
    state.specials_taken[seat] = move.card
    play.tell(SpecialTaken(seat, move.card, state.specials.index(move.card) + 1))
    if len(stage.queue) > 1:
        play.go(TakingSpecials(stage.queue[1:]))
        return
    state.order = tuple(state.specials_taken.index(card) for card in state.specials if card in state.specials_taken)
    play.tell(TurnOrderSet(state.order))
    play.go(Acting(0, 0))


# The ten actions (4.7)


def act(play: Play) -> None:
    """Let the seat that is due reveal its card and carry it out, or end the action, or the season (4.7)."""
    state = play.state
    at = state.stage
    assert isinstance(at, Acting)
    if at.turn == len(state.order):
        if at.action + 1 == len(ACTIONS):
            end_season(play)
        else:
            play.go(Acting(at.action + 1, 0))
        return
    play.reveals = True
    action = state.actions[at.action]
    if at.turn == 0:
        play.tell(ActionBegan(at.action + 1, action, _turned_up(state, at.action)))
    _reveal_card(play, at, action)


def _turned_up(state: State, action: int) -> Action | None:
    """Return the card turned up after the action before this one: after action k, place k + 5."""
    return state.actions[action + FACE_UP - 1] if 1 <= action <= FACE_UP else None


def _reveal_card(play: Play, at: Acting, action: Action) -> None:
    seat = play.state.order[at.turn]
    plan = play.state.plans[seat]
    card = plan.on(action) if plan else None
    if isinstance(card, str):
        perform(play, at, action, card)
    else:
        play.tell(NoAction(seat, action, card))
        play.go(at.next_turn())


# The end of a season (4.9)


def end_season(play: Play) -> None:
    """Take plans, special cards and the event away; after autumn comes winter, in the same turn order."""
    state = play.state
    play.tell(SeasonEnded(state.year, state.season))
    seats = state.setup.seats
    state.plans = [None] * seats
    state.specials_taken = [None] * seats
    state.event, state.actions, state.specials, state.choosers = None, (), (), ()
    state.won = UNSET
    if state.season == "autumn":
        state.season = "winter"
        begin_winter(play)
    else:
        state.season = "summer" if state.season == "spring" else "autumn"
        play.go(ShufflingActions())
