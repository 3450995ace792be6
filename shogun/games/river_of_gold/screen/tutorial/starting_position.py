"""The prepared moments at which chapters begin: real games of two, kept in memory only."""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.river_of_gold.rules.state import Setup, State
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.session import Session
from shogun.window.game.lessons.chapter import LEARNER

NAMES = ("Kai", "Echigo")
OPPONENT = "beginner"
SETUP = Setup(len(NAMES), first_seat=LEARNER)


class StartingPosition(Struct, frozen=True):
    """A moment at which the person who learns is on turn; what is not named is as a setup by lot has made it."""

    die: int
    ships: tuple[tuple[int, int], ...]
    """In seat order."""
    row: tuple[str, ...]
    """The row, its end last."""
    built: Mapping[int, tuple[str, tuple[int, ...]]] = {}
    """By shore space: the tile, and whose markers lie on it."""
    hand: tuple[str, ...] = ()
    """The learner's customers."""
    koku: tuple[int, ...] = (8, 8)
    goods: tuple[tuple[int, int, int], ...] = ((1, 1, 1), (1, 1, 1))
    favor: int = 2
    influence: tuple[int, ...] = (0,) * 6
    """The learner's, in regions 1 to 6."""
    delivered: tuple[str, ...] = ()
    """The learner's."""
    seed: int = 1


def begin(position: StartingPosition) -> Session:
    """Return a game that begins at a position; it is written nowhere."""
    players = (PERSON, *[OPPONENT] * (len(NAMES) - 1))
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, players, strict=True))
    session = Session.start(rules, Header(game=rules.code, seed=position.seed, setup=SETUP, seats=seats))
    session.course.begin_at(state_of(position, _set_up(session)), session.inside)
    return session


def state_of(position: StartingPosition, state: State) -> State:
    """Return the state of a position, made of a game at its first turn."""
    used = {*position.row, *(tile for tile, _markers in position.built.values())}
    in_game = (*state.row, *state.era_1)
    state.era_1 = tuple(tile for tile in in_game if tile not in used)[: len(in_game) - len(used)]
    state.row = position.row
    for shore, (tile, markers) in position.built.items():
        state.tiles[shore - 1], state.markers[shore - 1] = tile, markers
    _deal(state, position)
    for seat, player in enumerate(state.players):
        player.koku, player.goods = position.koku[seat], list(position.goods[seat])
        player.ships = position.ships[seat]
    learner = state.players[LEARNER]
    learner.die, learner.favor = position.die, position.favor
    learner.influence, learner.delivered = list(position.influence), position.delivered
    return state


def _set_up(session: Session) -> State:
    """Return a game whose setup was left to chance and the first clans, up to the first turn."""
    while session.state.turn < 0:
        question = session.questions[0]
        if question.seat is None:
            session.advance()
        else:
            session.answer(question.seat, question.moves[0])
    state: State = session.state.copy()
    return state


def _deal(state: State, position: StartingPosition) -> None:
    """Give the learner these customers, and mix those that were held before into the deck."""
    mine = {*position.hand, *position.delivered}
    others: Sequence[str] = [name for name in sorted(CUSTOMERS) if name not in mine]
    shuffled = Random(position.seed).sample(others, len(others))
    state.hands[LEARNER] = position.hand
    held = len(state.hands[1])
    state.hands[1], state.deck = tuple(shuffled[:held]), tuple(shuffled[held:])
