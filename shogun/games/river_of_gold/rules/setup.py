"""Setup (chapters 2 and 13): the table, the first player, clans and patrons, and the players."""

from collections.abc import Callable, Iterator, Mapping

from shogun.base.language import _
from shogun.game.errors import IllegalSetup
from shogun.game.positions import Found, check_position
from shogun.game.questions import Draw, Drawn, Roll, Rolled, Shuffle
from shogun.games.river_of_gold.rules.actions import sailed_to
from shogun.games.river_of_gold.rules.components import (
    CLANS,
    MASTERIES,
    PATRONS,
    PLAYERS,
    REGIONS,
    SCORING_TILES,
    SHORES,
    START,
    tiles_of,
)
from shogun.games.river_of_gold.rules.effects import SIDES, gain_koku
from shogun.games.river_of_gold.rules.events import BoardLaid, ClanTaken, FirstSeatDrawn, PatronsLaid, ShipsPlaced
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.position import (
    LAID_OUT,
    ROW,
    deal,
    state_at,
    unseen_customers,
    unseen_tiles,
    wrong_in,
)
from shogun.games.river_of_gold.rules.state import (
    Effect,
    Move,
    Patrons,
    Player,
    Setup,
    State,
    TakeClan,
    TakePatron,
    from_seat,
)

PATRON_WAYS: tuple[Patrons, ...] = ("none", "table", "lot")
_TABLE = ("scoring_tiles", "mastery_cards", "customer_deck", "imperial_markets", "starting_tiles", "era_1", "era_2")
"""The setup of the table, in its order (2.1 to 2.6)."""


def new(setup: Setup) -> State:
    """Return a new game that awaits its first answer; raises `IllegalSetup` if such a game can't be."""
    _verify(setup)
    if setup.position:
        check_position(wrong_in(setup, setup.position), "15")
        return state_at(setup, setup.position)
    seats = range(setup.seats)
    table = [Effect(verb) for verb in _TABLE]
    patrons = [Effect("patron_drawn", of=clan) for clan in CLANS] if setup.patrons == "table" else []
    effects = [*table, *patrons, Effect("first_seat")]
    return State(setup, effects[::-1], [Player() for _seat in seats], [() for _seat in seats])


def _verify(setup: Setup) -> None:
    if setup.seats not in PLAYERS:
        raise IllegalSetup("2", _("River of Gold is for 2 to 4 players, not {seats}").format(seats=setup.seats))
    if setup.patrons not in PATRON_WAYS:
        known = ", ".join(PATRON_WAYS)
        sentence = _("unknown way to take patrons, {patrons!r}; choose from {known}")
        raise IllegalSetup("13", sentence.format(patrons=setup.patrons, known=known))
    if setup.first_seat is not None and not 0 <= setup.first_seat < setup.seats:
        raise IllegalSetup("2.8", _("seat {seat} can't go first: it doesn't exist").format(seat=setup.first_seat))


def position_problems(setup: Setup) -> Iterator[Found]:
    """Yield all that keeps a setup with a position from being the beginning of a game."""
    try:
        _verify(setup)
    except IllegalSetup as error:
        yield ("setup",), str(error)
        return
    if setup.position:
        yield from wrong_in(setup, setup.position)


# The table (2.1 to 2.6)


def ask_table(state: State, effect: Effect) -> Shuffle | Draw:
    """Return what is shuffled or drawn for a part of the table's setup."""
    items, count = _PARTS[effect.verb](state)
    key = f"setup/{effect.verb}"
    return Shuffle(key, items) if count == len(items) else Draw(key, items, count)


def _lots(*items: str | int, count: int | None = None) -> tuple[tuple[str | int, ...], int]:
    return items, len(items) if count is None else count


_PARTS: Mapping[str, Callable[[State], tuple[tuple[str | int, ...], int]]] = {
    "scoring_tiles": lambda _state: _lots(*SCORING_TILES, count=len(REGIONS)),
    "mastery_cards": lambda _state: _lots(*MASTERIES, count=LAID_OUT),
    "customer_deck": lambda state: _lots(*unseen_customers(state)),
    "imperial_markets": lambda _state: _lots(*tiles_of("imperial")),
    "starting_tiles": lambda state: _lots(*tiles_of("starting"), count=PLAYERS[state.seats].starting_tiles),
    "era_1": lambda state: unseen_tiles(state, "era 1", PLAYERS[state.seats].era_1),
    "era_2": lambda state: unseen_tiles(state, "era 2", PLAYERS[state.seats].era_2),
}
"""Components from which each part is drawn, and how many of them."""


def lay_scoring_tiles(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay a scoring tile on each track (2.1)."""
    play.state.scoring = tuple(int(item) for item in drawn.items)


def lay_masteries(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay out the mastery cards (2.2)."""
    play.state.masteries = _names(drawn)
    play.tell(BoardLaid(play.state.masteries, play.state.scoring))


def lay_deck(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay down the deck of customers (2.3); at a position hands are filled from it first."""
    if position := play.state.setup.position:
        deal(play, drawn, position)
    else:
        play.state.deck = _names(drawn)


def lay_imperial_markets(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay the imperial markets on their spaces (2.4)."""
    _lay_tiles(play, drawn, ("imperial",))


def lay_starting_tiles(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay the starting tiles on the spaces marked for this number of players (2.5)."""
    _lay_tiles(play, drawn, ("2", "2/3") if play.state.seats == 2 else ("2/3",))


def _lay_tiles(play: Play, drawn: Drawn, marks: tuple[str, ...]) -> None:
    spaces = [shore.number for shore in SHORES if shore.start in marks]
    for space, tile in zip(spaces, drawn.items, strict=False):
        play.state.tiles[space - 1] = str(tile)


def lay_era_1(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay down the stack of era 1 and fill the row; the first tile goes to its end (2.6)."""
    names = _names(drawn)
    if play.state.row:  # named by a position
        play.state.era_1 = names
    else:
        play.state.row, play.state.era_1 = names[:ROW][::-1], names[ROW:]


def lay_era_2(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay down the stack of era 2 (2.6)."""
    play.state.era_2 = _names(drawn)


def _names(drawn: Drawn) -> tuple[str, ...]:
    return tuple(str(item) for item in drawn.items)


# The first player, clans and patrons (2.8, 13)


def ask_patron_drawn(_state: State, effect: Effect) -> Draw:
    """Return the lot for one of a clan's two patrons (13.1)."""
    return Draw(f"setup/patron/{effect.of}", patrons_of(effect.of), 1)


def patrons_of(clan: str) -> tuple[str, ...]:
    """Return the patrons of a clan."""
    return tuple(patron.id for patron in PATRONS.values() if patron.clan == clan)


def lay_patron(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Lay a patron on the table (13.1)."""
    play.state.table = (*play.state.table, *_names(drawn))
    if len(play.state.table) == len(CLANS):
        play.tell(PatronsLaid(play.state.table))


def choose_first(play: Play, _effect: Effect) -> None:
    """Let the seat begin on which the players agreed, or draw it by lot (2.8)."""
    first = play.state.setup.first_seat
    if first is None:
        play.then(Effect("first_seat_lot"))
    else:
        _seat_first(play, first)


def ask_first_seat(state: State, _effect: Effect) -> Draw:
    """Return the lot for the first seat."""
    return Draw("setup/first_seat", tuple(range(state.seats)), 1)


def draw_first_seat(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Let the seat that was drawn begin."""
    _seat_first(play, int(drawn.items[0]))


def _seat_first(play: Play, first: int) -> None:
    """Set the turn order; everybody then does the next parts one after the other (2.13)."""
    state = play.state
    state.order = from_seat(first, state.seats)
    play.tell(FirstSeatDrawn(first))
    parts = (*_clan_parts(state), *(Effect(verb, seat) for verb in _PLAYERS_PARTS for seat in state.order))
    play.then(*parts, Effect("next_turn"))


_PLAYERS_PARTS = ("ships", "first_hand", "first_koku", "first_die")
"""The setup of the players, in its order (2.10 to 2.13)."""


def _clan_parts(state: State) -> list[Effect]:
    """Return how clans are chosen: freely, with the patrons on the table, or by lot with one of two patrons."""
    match state.setup.patrons:
        case "none":
            return [Effect("clan", seat) for seat in state.order]
        case "table":
            return [Effect("patron", seat) for seat in reversed(state.order)]
        case "lot":
            return [Effect("clan_lots"), *(Effect("patron", seat) for seat in state.order)]


def ask_clan_lots(state: State, _effect: Effect) -> Draw:
    """Return the lots that give clans to the players in turn order (13.2)."""
    return Draw("setup/clans", CLANS, state.seats)


def give_clans(play: Play, _effect: Effect, drawn: Drawn) -> None:
    """Give each player, in turn order, a clan (13.2)."""
    state = play.state
    play.tell(PatronsLaid(_names(drawn)))
    for seat, clan in zip(state.order, _names(drawn), strict=True):
        state.players[seat].clan = clan
    state.table = tuple(PATRONS)


def ask_clan(state: State, _effect: Effect) -> tuple[Move, ...]:
    """Return the clans that nobody plays yet (2.8)."""
    taken = {player.clan for player in state.players}
    return tuple(TakeClan(clan) for clan in CLANS if clan not in taken)


def take_clan(play: Play, effect: Effect, move: TakeClan) -> None:
    """Let a seat play a clan."""
    play.state.players[effect.seat].clan = move.clan
    play.tell(ClanTaken(effect.seat, move.clan, ""))


def ask_patron(state: State, effect: Effect) -> tuple[Move, ...]:
    """Return the patrons on the table, or those of the clan that was drawn (13.1, 13.2)."""
    clan = state.players[effect.seat].clan
    return tuple(TakePatron(name) for name in state.table if clan in ("", PATRONS[name].clan))


def take_patron(play: Play, effect: Effect, move: TakePatron) -> None:
    """Let a seat take a patron, and with it the clan."""
    state = play.state
    player, patron = state.players[effect.seat], PATRONS[move.patron]
    player.clan, player.patron = patron.clan, patron.id
    state.table = tuple(name for name in state.table if name != patron.id)
    if all(other.patron for other in state.players):
        state.table = ()
    play.tell(ClanTaken(effect.seat, patron.clan, patron.id))


# The players (2.9 to 2.13)


def ask_ships(_state: State, effect: Effect) -> Roll:
    """Return the rolls for a seat's ships, the upper one's first (2.10)."""
    return Roll(f"setup/ships/seat{effect.seat}", 2, SIDES)


def place_ships(play: Play, effect: Effect, rolled: Rolled) -> None:
    """Move both ships from their starts."""
    upper, _gone = sailed_to(START.upper, rolled.dice[0])
    middle, _gone = sailed_to(START.middle, rolled.dice[1])
    play.state.players[effect.seat].ships = (upper, middle)
    play.tell(ShipsPlaced(effect.seat, (upper, middle)))


def first_hand(play: Play, effect: Effect) -> None:
    """Let a seat draw its hand (2.11, 13.5)."""
    play.then(Effect("draw", effect.seat, play.state.players[effect.seat].hand_size))


def first_koku(play: Play, effect: Effect) -> None:
    """Give a seat its koku by turn order (2.12), and what its patron adds (13.5)."""
    state, seat = play.state, effect.seat
    gain_koku(play, Effect("koku", seat, START.koku[state.order.index(seat)] + state.players[seat].backing.koku))
