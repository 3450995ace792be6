"""Tasks in the steps of River of Gold's chapters."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules.components import CUSTOMERS
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    EndTurn,
    ExchangeGoods,
    Move,
    RollDie,
    Sail,
    Setup,
    SpendFavor,
    State,
)
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.session import Session
from shogun.window.game.lessons.chapter import LEARNER, LessonTask, Situation

BEFORE = (SpendFavor, BuyFavor, ExchangeGoods)
"""Moves that may precede an action."""


class ChooseDie(LessonTask):
    """Choice of another number of the die."""

    def __init__(self, number: int) -> None:
        self.number = number

    def is_done(self, now: Situation) -> bool:
        """Return whether it is chosen."""
        return bool(now.model.number == self.number)

    def hint(self) -> str:
        """Return the number to choose."""
        return _("Click the die with {n}.").format(n=self.number)


class Choose(LessonTask):
    """Choice of an action that isn't confirmed."""

    def __init__(self, kind: type, where: str, **wanted: Any) -> None:
        """Wait for an action of a kind with these fields; `where` is the correction after a wrong move."""
        self.kind, self.where, self.wanted = kind, where, wanted

    def is_done(self, now: Situation) -> bool:
        """Return whether one is chosen."""
        chosen = now.model.chosen
        return isinstance(chosen, self.kind) and all(getattr(chosen, name) == one for name, one in self.wanted.items())

    def hint(self) -> str:
        """Return where to choose it."""
        return _(self.where)


class ChooseShore(LessonTask):
    """Choice of a bare shore space to build on."""

    def is_done(self, now: Situation) -> bool:
        """Return whether one is chosen."""
        return bool(now.model.shore)

    def hint(self) -> str:
        """Return where to choose it."""
        return _("Click a highlighted space on the shore.")


class Act(LessonTask):
    """Action of a kind, with everything it brings."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def is_done(self, now: Situation) -> bool:
        """Return whether it has been taken, and the next question is open."""
        return any(isinstance(move, self.kind) for move in now.given) and now.model.question is not None

    def hint(self) -> str:
        """Return how to take it."""
        return _HINTS[self.kind]()

    def takes(self, move: Move) -> bool:
        """Return whether it is such an action, or favor and exchanges before it."""
        return isinstance(move, (self.kind, *BEFORE))


_HINTS: dict[type, Callable[[], str]] = {
    Build: lambda: _("Press Build."),
    Sail: lambda: _("Press Sail."),
    Deliver: lambda: _("Press Deliver."),
    Discard: lambda: _("Choose a customer to discard, then press Confirm."),
}


class AwaitTurn(LessonTask):
    """End of the turn by a roll, followed by the opponent's turn."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the learner is asked for an action again, or nothing more will happen."""
        return now.model.result is not None or (bool(now.given) and now.model.is_turn)

    def hint(self) -> str:
        """Return the button to press."""
        return _("Press Roll for the next turn, then watch.")

    def takes(self, move: Any) -> bool:
        """Return whether it ends the turn."""
        return isinstance(move, RollDie | EndTurn)


# Prepared positions at which chapters start: real two-player games, kept in memory only

NAMES = ("Kai", "Echigo")
OPPONENT = "beginner"
SETUP = Setup(len(NAMES), first_seat=LEARNER)


class StartingPosition(Struct, frozen=True):
    """Moment when the learner is the active player; anything not given is as in a random setup."""

    die: int
    ships: tuple[tuple[int, int], ...]
    """Ships in seat order."""
    row: tuple[str, ...]
    """Tiles of the row, its end last."""
    built: Mapping[int, tuple[str, tuple[int, ...]]] = {}
    """Tile and owners of its markers, by shore space."""
    hand: tuple[str, ...] = ()
    """Customers of the learner."""
    koku: tuple[int, ...] = (8, 8)
    goods: tuple[tuple[int, int, int], ...] = ((1, 1, 1), (1, 1, 1))
    favor: int = 2
    influence: tuple[int, ...] = (0,) * 6
    """Influence of the learner in regions 1 to 6."""
    delivered: tuple[str, ...] = ()
    """Customers delivered to by the learner."""
    seed: int = 1


def begin(position: StartingPosition) -> Session:
    """Return a game that starts at a position; it isn't saved anywhere."""
    players = (PERSON, *[OPPONENT] * (len(NAMES) - 1))
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, players, strict=True))
    session = Session.start(rules, Header(game=rules.code, seed=position.seed, setup=SETUP, seats=seats))
    session.course.begin_at(state_of(position, _set_up(session)), session.inside)
    return session


def state_of(position: StartingPosition, state: State) -> State:
    """Return the state of a position, made from a game at its first turn."""
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
    """Return a game with a random setup and the first clans, up to the first turn."""
    while session.state.turn < 0:
        question = session.questions[0]
        if question.seat is None:
            session.advance()
        else:
            session.answer(question.seat, question.moves[0])
    state: State = session.state.copy()
    return state


def _deal(state: State, position: StartingPosition) -> None:
    """Give the learner these customers, and shuffle those held before into the deck."""
    mine = {*position.hand, *position.delivered}
    others: Sequence[str] = [name for name in sorted(CUSTOMERS) if name not in mine]
    shuffled = Random(position.seed).sample(others, len(others))
    state.hands[LEARNER] = position.hand
    held = len(state.hands[1])
    state.hands[1], state.deck = tuple(shuffled[:held]), tuple(shuffled[held:])
