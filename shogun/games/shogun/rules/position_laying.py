"""Making a state from a start position, and a position from a state."""

from collections.abc import Collection, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.errors import NoPosition
from shogun.games.shogun.rules.cards import ACTIONS, ARMIES, BATTLES, EVENTS, PEASANT, PEASANTS, Action, Card
from shogun.games.shogun.rules.determinization import first_dealing
from shogun.games.shogun.rules.position_file import StartActions, StartPlayer, StartPosition, StartProvince, StartWinter
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import (
    BeginningWinter,
    ChoosingRevolt,
    DealingPlan,
    Deploying,
    DrawingEvent,
    DrawingRevolts,
    Marching,
    Planning,
    Player,
    Province,
    RevealingEvents,
    Setup,
    ShufflingActions,
    ShufflingSpecials,
    Stage,
    State,
    Wintering,
)
from shogun.games.shogun.rules.views import view


def lay(state: State, position: StartPosition, chests: int) -> None:
    """Turn a new state into that of a checked position; seats without a number of chests get `chests`."""
    colours = state.setup.colours
    state.tower = {colour: count for colour, count in sorted(position.tower.items()) if count}
    state.tray = {colour: count for colour, count in sorted(position.tray.items()) if count}
    for name, land in position.province.items():
        owner = colours.index(land.owner) if land.owner else None
        state.provinces[name] = Province(owner, land.armies, land.buildings, land.markers)
    state.players = [_player(state, position, seat, chests) for seat in range(state.setup.seats)]
    state.peasants = PEASANTS - _off_board(state, PEASANT)
    state.year, state.season = position.year, position.first_season
    state.events, state.actions, state.specials = position.events, position.actions, position.specials
    state.event_deck = tuple(sorted(set(EVENTS) - {*position.events, *position.past_events}))
    state.order = tuple(map(colours.index, position.order)) or tuple(range(state.setup.seats))
    if position.acting is not None:
        _lay_actions(state, position.acting)
    state.stage = _stage(state, position)


def _lay_actions(state: State, acting: StartActions) -> None:
    """Lay plans, special cards and the event of a season under way; what nobody knows is face down for all."""
    colours = state.setup.colours[: state.setup.seats]
    state.event = acting.event
    state.event_deck = tuple(name for name in state.event_deck if name != acting.event)
    state.specials_taken = [acting.specials[colour] for colour in colours]
    state.order = tuple(state.specials_taken.index(card) for card in state.specials if card in state.specials_taken)
    state.choosers = tuple(map(colours.index, acting.choosers)) or state.order
    state.won = acting.won or UNSET
    for seat, colour in enumerate(colours):
        board = acting.boards.get(colour, {})
        state.plans[seat] = Plan(tuple(board.get(action) for action in ACTIONS), acting.bids.get(colour))


def _off_board(state: State, colour: str) -> int:
    return state.tower.get(colour, 0) + state.tray.get(colour, 0)


def _player(state: State, position: StartPosition, seat: int, chests: int) -> Player:
    goods = position.seat[seat] if seat < len(position.seat) else StartPlayer()
    board = sum(state.provinces[name].armies for name in state.owned(seat))
    reserve = ARMIES - board - _off_board(state, state.colour(seat))
    return Player(chests if goods.chests is None else goods.chests, reserve, goods.rice, goods.points)


def _stage(state: State, position: StartPosition) -> Stage:
    """Return the first stage: unknown cards are drawn or shuffled, in the order of a season."""
    if position.first_season == "winter":
        return BeginningWinter() if position.winter is None else _revolts(state, position.winter)
    if not state.events:
        return RevealingEvents()
    if len(state.actions) < len(ACTIONS):
        return ShufflingActions()
    if position.acting is not None:
        return first_dealing(state)
    return Planning() if state.specials else ShufflingSpecials()


def _revolts(state: State, winter: StartWinter) -> Wintering:
    colours = state.setup.colours
    short = tuple(winter.short.get(colours[seat], 0) for seat in range(state.setup.seats))
    return Wintering(state.order.index(colours.index(winter.next)), short, winter.revolts)


# A position from a state


def position_of(state: State, seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins from everything public in a state. Raises `NoPosition`.

    A plan being made is left out, and so is the order of face-down cards; cards on planning boards that only these
    seats have seen are named.
    """
    stage, colours = state.stage, state.setup.colours
    starts = RevealingEvents | ShufflingActions | ShufflingSpecials | Planning | DrawingEvent
    if not isinstance(stage, starts | BeginningWinter | DrawingRevolts | ChoosingRevolt) and not _is_due(state):
        sentence = _("a position must be before planning, before a battle or deployment is chosen, or before a revolt")
        raise NoPosition(sentence)
    face_up = len(seen_cards(state))
    position = StartPosition(
        year=state.year,
        season=state.season,
        seat=tuple(StartPlayer(player.chests, player.rice, player.points) for player in state.players),
        province=_start_provinces(state),
        tower=dict(sorted(state.tower.items())),
        tray=dict(sorted(state.tray.items())),
        events=state.events,
        past_events=tuple(sorted(set(EVENTS) - {*state.events, *state.event_deck, state.event or ""})),
        actions=state.actions[:face_up],
        specials=state.specials,
        order=tuple(colours[seat] for seat in state.order),
        winter=_start_winter(state, stage.winter) if isinstance(stage, DrawingRevolts | ChoosingRevolt) else None,
        acting=_start_actions(state, seats) if state.acting is not None or isinstance(stage, DealingPlan) else None,
    )
    return replace(state.setup, first_seat=None, handicap=UNSET, position=position)


def _is_due(state: State) -> bool:
    """Return whether a seat's turn in an action has just begun, and nothing but its card has been seen of it."""
    stage = state.stage
    if isinstance(stage, DealingPlan | Deploying):
        return True
    return isinstance(stage, Marching) and state.actions[stage.at.action] in BATTLES


def seen_cards(state: State) -> tuple[Action, ...]:
    """Return the face-up action cards (4.1, 4.7)."""
    return tuple(card for card in view(state, None).actions if card is not None)


def _start_actions(state: State, seats: Collection[int]) -> StartActions:
    seen, colours = view(state, None), state.setup.colours
    at = state.acting
    taken = {colours[seat]: card for seat, card in enumerate(state.specials_taken) if card is not None}
    if at is None:  # the cards are still being dealt
        assert state.setup.position
        assert state.setup.position.acting is not None
        return state.setup.position.acting
    boards = {colours[seat]: _board_of(state, seat, seen.boards[seat], is_known=seat in seats) for seat in state.order}
    return StartActions(
        action=at.action + 1,
        next=colours[state.order[at.turn]],
        event=state.event or "",
        specials=dict(sorted(taken.items())),
        bids={colours[seat]: bid for seat, bid in enumerate(seen.bids) if bid is not None},
        boards=dict(sorted(boards.items())),
        choosers=tuple(colours[seat] for seat in state.choosers),
        won=state.won or (),
    )


def _board_of(state: State, seat: int, seen: Sequence[Card | None], *, is_known: bool) -> dict[str, Card]:
    plan = state.plans[seat]
    fields = plan.fields if is_known and plan is not None else seen
    return {action: card for action, card in zip(ACTIONS, fields, strict=True) if card is not None}


def _start_provinces(state: State) -> dict[str, StartProvince]:
    return {
        name: StartProvince(_owner(state, land), land.armies, land.buildings, land.markers)
        for name, land in state.provinces.items()
        if land != Province()
    }


def _owner(state: State, land: Province) -> str:
    return "" if land.owner is None else state.colour(land.owner)


def _start_winter(state: State, winter: Wintering) -> StartWinter:
    colours = state.setup.colours
    short = {colours[seat]: count for seat, count in enumerate(winter.short) if count}
    return StartWinter(colours[state.order[winter.turn]], short, winter.provinces)
