"""Who sits at the table: seats that choose, and the loop that plays a game among them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from msgspec import Struct

from shogun.rules.moves import Move
from shogun.rules.questions import PlayerQuestion
from shogun.table.errors import SeatFailed
from shogun.table.protocol import Result, View
from shogun.table.session import Session, Turn
from shogun.table.towers import Inside


class Budget(Struct, frozen=True):
    """How much an opponent may think about one question: playouts where results must repeat, seconds in a window."""

    playouts: int | None = None
    seconds: float | None = None


UNLIMITED = Budget()


class Seat(Protocol):
    """One that chooses: an opponent, or a test."""

    def __call__(self, view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget, /) -> Move:
        """Return a legal move for `question`; `rng` is the only source of chance it may use."""


Watcher = Callable[[Turn], None]


def run(session: Session, seats: Sequence[Seat], budget: Budget = UNLIMITED, watch: Watcher | None = None) -> Result:
    """Play a game to its end and return its result; `watch` is told every turn. Raises SeatFailed."""
    while not session.is_over:
        turn = take_turn(session, seats, budget)
        if watch:
            watch(turn)
    result = session.result
    assert result is not None, "a game that asks nothing has a result"
    return result


def take_turn(session: Session, seats: Sequence[Seat], budget: Budget = UNLIMITED) -> Turn:
    """Have the first open question answered, by chance or by its seat, and return what came of it."""
    if session.chance is not None:
        return session.advance()
    question = session.questions[0]
    assert question.seat is not None, "chance has answered above"
    rng = session.streams.stream(f"seat{question.seat}/{question.key}")
    return _ask(session, seats[question.seat], question, rng, budget)


def _ask(session: Session, seat: Seat, question: PlayerQuestion, rng: Random, budget: Budget) -> Turn:
    try:
        move = seat(session.view(question.seat), session.inside, question, rng, budget)
        return session.answer(question.seat, move)
    except Exception as cause:
        player = session.header.seats[question.seat].player
        why = f"{type(cause).__name__}: {cause}"
        raise SeatFailed(question.seat, player, question.key, why) from cause
