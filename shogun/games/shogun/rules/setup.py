"""Setup (chapter 2): by draft or by the printed line-up, and the first throw into the tower."""

from collections.abc import Iterator
from itertools import cycle, islice

from msgspec import UNSET

from shogun.base.language import _
from shogun.game.errors import IllegalSetup
from shogun.game.positions import Found, check_position
from shogun.game.questions import Draw, Drawn, Shuffle, Throw, Thrown
from shogun.games.shogun.rules.battle import throw_cubes
from shogun.games.shogun.rules.cards import ARMIES, COLOURS, PEASANT, PEASANTS, SIDES, line_up
from shogun.games.shogun.rules.events import CardsExchanged, CardTaken, GroupPlaced, TowerFilled
from shogun.games.shogun.rules.playing import Play
from shogun.games.shogun.rules.position_checks import MOST_GIVEN_UP, wrong_in
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.state import (
    Drafting,
    DrawingFirstSeat,
    Exchanging,
    FillingTower,
    Grouping,
    LineUp,
    Player,
    Province,
    RevealingEvents,
    Setup,
    ShufflingDeck,
    State,
)

LINE_UPS: tuple[LineUp, ...] = ("draft", "printed")
CHESTS = {3: 18, 4: 15, 5: 12}
"""Chests at the start, by number of players (2.2)."""
GROUPS = {5: (5, 4, 4, 3, 3, 2, 2), 4: (5, 4, 4, 3, 3, 2, 2, 2), 3: (5, 4, 4, 3, 3, 2, 2, 2, 2)}
"""Army groups of a seat, by number of players (2.3)."""
START_ARMIES, START_PEASANTS = 7, 10
"""Cubes of the start throw: armies of each player, and peasants (2.9)."""


def new(setup: Setup) -> State:
    """Return a new game that awaits its first answer; raises `IllegalSetup` if such a game can't be."""
    _verify(setup)
    check_position(wrong_in(setup, setup.position) if setup.position else (), "9.3")
    return State(
        setup=setup,
        stage=DrawingFirstSeat(),
        provinces={name: Province() for name in setup.board.lands},
        players=[Player(CHESTS[setup.seats], ARMIES, points=-given_up) for given_up in setup.given_up],
        plans=[None] * setup.seats,
        specials_taken=[None] * setup.seats,
    )


def _verify(setup: Setup) -> None:
    if setup.seats not in CHESTS:
        raise IllegalSetup("2.1", _("Shogun is for 3 to 5 players, not {seats}").format(seats=setup.seats))
    if setup.side not in SIDES:
        raise IllegalSetup("1.1", _("the board has a sun and a moon side, but no {side!r}").format(side=setup.side))
    if setup.line_up not in LINE_UPS:
        sentence = _("the setup is either draft or printed, not {line_up!r}")
        raise IllegalSetup("2.6", sentence.format(line_up=setup.line_up))
    if setup.line_up == "printed" and setup.side == "moon" and not setup.position:
        raise IllegalSetup("2.6", _("the moon side has no printed setup: choose the draft, or the sun side"))
    if setup.ties not in (UNSET, "defender"):
        sentence = _("ties must be neutral or defender, not {ties!r}")
        raise IllegalSetup("7.4", sentence.format(ties=setup.ties))
    given_up = setup.given_up
    if len(given_up) != setup.seats or not all(0 <= points <= MOST_GIVEN_UP for points in given_up):
        sentence = _("points given up for a place must be from 0 to {most} for each seat")
        raise IllegalSetup("8.4", sentence.format(most=MOST_GIVEN_UP))
    if setup.first_seat is not None and not 0 <= setup.first_seat < setup.seats:
        raise IllegalSetup("2.4", _("seat {seat} can't go first: it doesn't exist").format(seat=setup.first_seat))
    colours = setup.colours[: setup.seats]
    if len(set(colours)) < setup.seats:
        raise IllegalSetup("1.4", _("every seat needs its own color"))
    if not set(setup.colours).issubset(COLOURS):
        raise IllegalSetup("1.4", _("armies are {colours}").format(colours=", ".join(COLOURS)))


def position_problems(setup: Setup) -> Iterator[Found]:
    """Yield all that keeps a setup with a position from being the beginning of a game."""
    try:
        _verify(setup)
    except IllegalSetup as error:
        yield ("setup",), str(error)
        return
    if setup.position:
        yield from wrong_in(setup, setup.position)


# The first seat (2.4)


def begin(play: Play) -> None:
    """Go on at once if the players have chosen their first seat."""
    first = play.state.setup.first_seat
    if first is not None:
        _seat_first(play, first)


def ask_first_seat(state: State, _stage: DrawingFirstSeat) -> Draw:
    """Return the lot for the first seat."""
    return Draw("first_seat", tuple(range(state.setup.seats)), 1)


def take_first_seat(play: Play, _stage: DrawingFirstSeat, drawn: Drawn) -> None:
    """Let the seat that was drawn begin."""
    (first,) = drawn.items
    _seat_first(play, int(first))


def _seat_first(play: Play, first: int) -> None:
    state, seats = play.state, play.state.setup.seats
    state.order = tuple(islice(cycle(range(seats)), first, first + seats))
    if state.setup.line_up == "printed":
        _place_line_up(play)
        _prepare_tower(play)
    else:
        state.groups = (GROUPS[seats],) * seats
        state.last_seen = ((),) * seats
        play.go(ShufflingDeck())


def _place_line_up(play: Play) -> None:
    """Place the printed line-up, seats A, B, C ... in seat order from the first seat (2.6)."""
    for seat, groups in zip(play.state.order, line_up(play.state.setup.seats), strict=True):
        for name, armies in groups.items():
            _place(play, seat, name, armies)


def _place(play: Play, seat: int, name: str, armies: int) -> None:
    play.goods(seat, reserve=-armies)
    play.put(name, seat, armies)
    play.tell(GroupPlaced(seat, name, armies))


# The draft (2.4, 2.5)


def ask_deck(state: State, _stage: ShufflingDeck) -> Shuffle:
    """Return the shuffle of the province cards in play."""
    return Shuffle("draft/deck", tuple(sorted(state.provinces)))


def lay_deck(play: Play, _stage: ShufflingDeck, drawn: Drawn) -> None:
    """Reveal two cards; the first seat begins."""
    names = tuple(str(name) for name in drawn.items)
    play.state.market, play.state.deck = names[:2], names[2:]
    play.go(Drafting(play.state.order[0]))


def ask_card(state: State, stage: Drafting) -> Choice:
    """Return the choice of a province card (2.4), with the exchange where it is allowed (2.5)."""
    moves: list[Move] = [TakeCard(name) for name in sorted(state.market)]
    moves.append(DrawCard())
    if not stage.exchanged and tuple(sorted(state.market)) == state.last_seen[stage.seat]:
        moves.append(ExchangeCards())
    placed = state.setup.board.seats * len(GROUPS[state.setup.seats]) - sum(map(len, state.groups))
    again = "/exchanged" if stage.exchanged else ""  # a question of its own, with a random stream of its own
    return Choice(stage.seat, f"draft/card{placed + 1}{again}", "draft_card", tuple(moves))


def choose_card(play: Play, stage: Drafting, move: TakeCard | DrawCard | ExchangeCards) -> None:
    """Take a face-up card, which is replaced at once, or the top of the deck; or exchange first."""
    state, seat = play.state, stage.seat
    if isinstance(move, ExchangeCards):
        play.go(Exchanging(seat))
        return
    seen = tuple(sorted(state.market))
    state.last_seen = (*state.last_seen[:seat], seen, *state.last_seen[seat + 1 :])
    top, state.deck = state.deck[0], state.deck[1:]
    if isinstance(move, TakeCard):
        state.market = tuple(top if name == move.province else name for name in state.market)
        top = move.province
    play.reveals = True
    play.tell(CardTaken(seat, top, from_deck=isinstance(move, DrawCard)))
    play.go(Grouping(seat, top))


def ask_exchange(state: State, stage: Exchanging) -> Shuffle:
    """Return the shuffle of the two cards that go under the deck (2.5)."""
    left = sum(map(len, state.groups))
    return Shuffle(f"draft/exchange/left{left}/seat{stage.seat}", tuple(sorted(state.market)))


def exchange(play: Play, stage: Exchanging, drawn: Drawn) -> None:
    """Put two cards under the deck and reveal two new ones (2.5)."""
    state = play.state
    returned = state.market
    deck = (*state.deck, *(str(name) for name in drawn.items))
    state.market, state.deck = deck[:2], deck[2:]
    play.tell(CardsExchanged(stage.seat, (returned[0], returned[1])))
    play.go(Drafting(stage.seat, exchanged=True))


def ask_group(state: State, stage: Grouping) -> Choice:
    """Return the choice of a group for the province taken (2.4)."""
    sizes = sorted(set(state.groups[stage.seat]))
    key = f"draft/group{len(GROUPS[state.setup.seats]) - len(state.groups[stage.seat]) + 1}/seat{stage.seat}"
    return Choice(stage.seat, key, "draft_group", tuple(PlaceGroup(size) for size in sizes), stage.province)


def place_group(play: Play, stage: Grouping, move: PlaceGroup) -> None:
    """Place a group; the next seat in seat order drafts, until all groups are placed."""
    state, seat = play.state, stage.seat
    groups = list(state.groups[seat])
    groups.remove(move.armies)
    state.groups = (*state.groups[:seat], tuple(groups), *state.groups[seat + 1 :])
    _place(play, seat, stage.province, move.armies)
    if any(state.groups):
        play.go(Drafting((seat + 1) % state.setup.seats))
    else:
        _clear_draft(state)
        _prepare_tower(play)


def _clear_draft(state: State) -> None:
    """Cards nobody took are neutral (2.7)."""
    state.market, state.deck, state.groups, state.last_seen = (), (), (), ()


# The tower (2.9)


def _prepare_tower(play: Play) -> None:
    state = play.state
    for seat in range(state.setup.seats):
        play.goods(seat, reserve=-START_ARMIES)
        state.waiting[state.colour(seat)] = START_ARMIES
    state.peasants = PEASANTS - START_PEASANTS
    state.waiting[PEASANT] = START_PEASANTS
    play.go(FillingTower())


def ask_start_throw(state: State, _stage: FillingTower) -> Throw:
    """Return the start throw: 7 armies of every player and 10 peasants (2.9)."""
    return Throw("throw/start", state.waiting.copy())


def fill_tower(play: Play, _stage: FillingTower, thrown: Thrown) -> None:
    """Bring what came out back to the reserves; the tray is empty afterwards (2.9)."""
    throw_cubes(play, thrown)
    play.events.pop()  # the start throw has a report of its own
    play.bring_back(play.state.tray)
    out, play.state.tray = play.state.tray, {}
    play.tell(TowerFilled(out, play.state.tower.copy()))
    play.go(RevealingEvents())
