"""The state of a game that begins at a position, and the position of a state."""

from collections.abc import Collection

from msgspec.structs import replace

from shogun.base.language import _
from shogun.game.chance import Drawn
from shogun.game.errors import NoPosition
from shogun.games.river_of_gold.rules.box.components import CUSTOMERS, PLAYERS, TILES, tiles_of
from shogun.games.river_of_gold.rules.box.data_file import TileSet
from shogun.games.river_of_gold.rules.events import CustomersDrawn, TurnBegan
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.start.position_checks import clans_of, hand_size, holding_of, seats_of, stacks
from shogun.games.river_of_gold.rules.start.start_position import SeatHolding, Shore, StartPosition
from shogun.games.river_of_gold.rules.state import Effect, Player, Setup, State, from_seat

AT_POSITION = "at_position"
TURN = "turn"
SHORES = 30


def laid(setup: Setup, position: StartPosition) -> State:
    """Return the state of a position that was checked; what isn't known of it is still to be drawn."""
    seats = seats_of(setup, position)
    clans = clans_of(setup, position)
    players = [_player(seat, clan) for seat, clan in zip(seats, clans, strict=True)]
    state = State(setup, [], players, [seat.hand for seat in seats])
    state.order, state.last_turn = from_seat(position.first, setup.seats), position.last_turn
    state.scoring, state.masteries = position.scoring, position.masteries
    if position.claims:
        state.claims = tuple(position.claims.get(name, ()) for name in position.masteries)
    state.discards, state.row, state.gone = position.discards, position.row, position.gone
    for number, shore in position.shore.items():
        state.tiles[int(number) - 1], state.markers[int(number) - 1] = shore.tile, shore.markers
    state.pending = [Effect(AT_POSITION), *(Effect(verb) for verb in reversed(_unknown(state, position)))]
    return state


def _player(seat: SeatHolding, clan: str) -> Player:
    held = holding_of(seat)
    return Player(
        die=seat.die, koku=seat.koku, goods=list(held.goods), favor=held.favor, favor_limit=held.favor_limit,
        points=seat.points, influence=list(held.influence), ships=held.ships, noble_ship=seat.noble_ship,
        delivered=seat.delivered, clan=clan, patron=seat.patron,
    )  # fmt: skip


def _unknown(state: State, position: StartPosition) -> list[str]:
    """Return the parts of the table that chance lays, in their order (2.1 to 2.6)."""
    left, sets = stacks(state.setup, position), {TILES[tile].set for tile in state.tiles if tile}
    starting = PLAYERS[state.seats].starting_tiles
    parts = {
        "scoring_tiles": not state.scoring,
        "mastery_cards": not state.masteries,
        "customer_deck": bool(unseen_customers(state)),
        "imperial_markets": "imperial" not in sets,
        "starting_tiles": bool(starting) and "starting" not in sets,
        "era_1": left.era_1 > 0 or not state.row,
        "era_2": left.era_2 > 0,
    }
    return [verb for verb, is_unknown in parts.items() if is_unknown]


def unseen_customers(state: State) -> tuple[str, ...]:
    """Return the customers that are in the deck, or in hands that nobody knows."""
    seen = {name for player in state.players for name in player.delivered}
    seen.update(state.discards, *state.hands)
    return tuple(name for name in CUSTOMERS if name not in seen)


def unseen_tiles(state: State, era: TileSet, all_in_game: int) -> tuple[tuple[str, ...], int]:
    """Return the tiles of an era that may be in its stack, and how many are, of so many in the game."""
    seen = {*state.tiles, *state.row, *state.gone}
    tiles = tiles_of(era)
    return tuple(tile for tile in tiles if tile not in seen), all_in_game - sum(tile in seen for tile in tiles)


def deal(play: Play, drawn: Drawn, position: StartPosition) -> None:
    """Fill the hands with customers that nobody knows, seat by seat; the others are the deck."""
    state = play.state
    deck = [str(item) for item in drawn.items]
    for seat, holding in enumerate(seats_of(state.setup, position)):
        number = hand_size(holding) - len(state.hands[seat])
        if number > 0:
            state.hands[seat] = (*state.hands[seat], *deck[:number])
            del deck[:number]
            play.tell(CustomersDrawn(seat, number))
    state.deck = tuple(deck)


def begin_turn(play: Play, _effect: Effect) -> None:
    """Let the seat on turn begin, once all is laid out."""
    state, position = play.state, play.state.setup.position
    assert position, "only a game that begins at a position comes here"
    state.turn = position.turn
    play.tell(TurnBegan(state.active, state.turn + 1))
    play.then(Effect(TURN, state.active))


def position_of(state: State, seats: Collection[int] = ()) -> Setup:
    """Return the setup of a game that begins at this turn, with the hands of these seats. Raises `NoPosition`."""
    if state.turn < 0 or state.pending != [Effect(TURN, state.active)]:
        raise NoPosition(_("a position must be at the beginning of a seat's turn"))
    position = StartPosition(
        turn=state.turn,
        first=state.order[0],
        last_turn=state.last_turn,
        seat=tuple(_holding(state, seat, is_known=seat in seats) for seat in range(state.seats)),
        shore=_shores(state),
        row=state.row,
        gone=state.gone,
        scoring=state.scoring,
        masteries=state.masteries,
        claims={name: seats for name, seats in zip(state.masteries, state.claims, strict=True) if seats},
        discards=state.discards,
    )
    return replace(state.setup, first_seat=None, position=position)


def _holding(state: State, seat: int, *, is_known: bool) -> SeatHolding:
    player, hand = state.players[seat], state.hands[seat]
    silk, rice, porcelain = player.goods
    one, two, three, four, five, six = player.influence
    upper, lower = player.ships
    return SeatHolding(
        clan=player.clan, patron=player.patron, die=player.die, koku=player.koku, goods=(silk, rice, porcelain),
        favor=player.favor, favor_limit=player.favor_limit, points=player.points,
        influence=(one, two, three, four, five, six), ships=(upper, lower), noble_ship=player.noble_ship,
        delivered=player.delivered, hand=tuple(sorted(hand)) if is_known else (),
        cards=None if len(hand) == player.hand_size else len(hand),
    )  # fmt: skip


def _shores(state: State) -> dict[str, Shore]:
    lying = enumerate(zip(state.tiles, state.markers, strict=True), 1)
    return {str(number): Shore(tile, markers) for number, (tile, markers) in lying if tile}
