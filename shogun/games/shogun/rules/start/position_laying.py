"""The state of a game that begins at a position, and the position of a state."""

from collections.abc import Collection

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.errors import NoPosition
from shogun.games.shogun.rules.cards import ACTIONS, ARMIES, EVENTS, PEASANT, PEASANTS
from shogun.games.shogun.rules.season import FACE_UP
from shogun.games.shogun.rules.start.start_position import Holding, SeatGoods, StartPosition, WinterRevolts
from shogun.games.shogun.rules.state import (
    BeginningWinter,
    ChoosingRevolt,
    DrawingEvent,
    DrawingRevolts,
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


def lay(state: State, position: StartPosition, chests: int) -> None:
    """Make of a new state the one of a position that was checked; `chests` has everybody who isn't said to have any."""
    colours = state.setup.colours
    state.tower = {colour: count for colour, count in sorted(position.tower.items()) if count}
    state.tray = {colour: count for colour, count in sorted(position.tray.items()) if count}
    for name, holding in position.province.items():
        owner = colours.index(holding.owner) if holding.owner else None
        state.provinces[name] = Province(owner, holding.armies, holding.buildings, holding.markers)
    state.players = [_player(state, position, seat, chests) for seat in range(state.setup.seats)]
    state.peasants = PEASANTS - _off_board(state, PEASANT)
    state.year, state.season = position.year, position.begins
    state.events, state.actions, state.specials = position.events, position.actions, position.specials
    state.event_deck = tuple(sorted(set(EVENTS) - {*position.events, *position.past_events}))
    state.order = tuple(map(colours.index, position.order)) or tuple(range(state.setup.seats))
    state.stage = _stage(state, position)


def _off_board(state: State, colour: str) -> int:
    return state.tower.get(colour, 0) + state.tray.get(colour, 0)


def _player(state: State, position: StartPosition, seat: int, chests: int) -> Player:
    goods = position.seat[seat] if seat < len(position.seat) else SeatGoods()
    board = sum(state.provinces[name].armies for name in state.owned(seat))
    reserve = ARMIES - board - _off_board(state, state.colour(seat))
    return Player(chests if goods.chests is None else goods.chests, reserve, goods.rice, goods.points)


def _stage(state: State, position: StartPosition) -> Stage:
    """Return what comes first: what isn't known is drawn or shuffled, in the order of a season."""
    if position.begins == "winter":
        return BeginningWinter() if position.winter is None else _revolts(state, position.winter)
    if not state.events:
        return RevealingEvents()
    if len(state.actions) < len(ACTIONS):
        return ShufflingActions()
    return Planning() if state.specials else ShufflingSpecials()


def _revolts(state: State, winter: WinterRevolts) -> Wintering:
    colours = state.setup.colours
    short = tuple(winter.short.get(colours[seat], 0) for seat in range(state.setup.seats))
    return Wintering(state.order.index(colours.index(winter.next)), short, winter.revolts)


# The position of a state


def position_of(state: State, _seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins as everything public lies in a state. Raises `NoPosition`.

    What was planned is left out, and so is the order of cards that lie face down.
    """
    stage, colours = state.stage, state.setup.colours
    starts = RevealingEvents | ShufflingActions | ShufflingSpecials | Planning | DrawingEvent
    if not isinstance(stage, starts | BeginningWinter | DrawingRevolts | ChoosingRevolt):
        raise NoPosition(_("a position is one before the planning of a season, or in winter before a revolt is drawn"))
    position = StartPosition(
        year=state.year,
        season=state.season,
        seat=tuple(SeatGoods(player.chests, player.rice, player.points) for player in state.players),
        province=_holdings(state),
        tower=dict(sorted(state.tower.items())),
        tray=dict(sorted(state.tray.items())),
        events=state.events,
        past_events=tuple(sorted(set(EVENTS) - {*state.events, *state.event_deck})),
        actions=state.actions[:FACE_UP],
        specials=state.specials,
        order=tuple(colours[seat] for seat in state.order),
        winter=_told(state, stage.winter) if isinstance(stage, DrawingRevolts | ChoosingRevolt) else None,
    )
    return replace(state.setup, first_seat=None, position=position)


def _holdings(state: State) -> dict[str, Holding]:
    return {
        name: Holding(_owner(state, land), land.armies, land.buildings, land.markers)
        for name, land in state.provinces.items()
        if land != Province()
    }


def _owner(state: State, land: Province) -> str:
    return "" if land.owner is None else state.colour(land.owner)


def _told(state: State, winter: Wintering) -> WinterRevolts:
    colours = state.setup.colours
    short = {colours[seat]: count for seat, count in enumerate(winter.short) if count}
    return WinterRevolts(colours[state.order[winter.turn]], short, winter.provinces)
