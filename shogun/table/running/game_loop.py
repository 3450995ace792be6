"""The loop that plays a game among seats that choose; where one raises (any exception), its substitute plays on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from shogun.base.language import shown
from shogun.game.chance import Draw, Roll, Shuffle, Throw
from shogun.game.errors import IllegalMove, OpponentFailed
from shogun.game.questions import PlayerQuestion
from shogun.table.errors import SeatFailed
from shogun.table.running.seats import LONGEST_REASON, UNLIMITED, Budget, Seat, Substitute
from shogun.table.running.session import Session
from shogun.table.running.turn import Turn

TurnListener = Callable[[Turn], None]


def run(
    session: Session,
    seats: Sequence[Seat],
    budget: Budget = UNLIMITED,
    watch: TurnListener | None = None,
    substitute: Substitute | None = None,
) -> Any:
    """Play a game to its end and return its result; `watch` is told every turn.

    Where an opponent fails the substitute plays on, and the journal tells of it. Raises SeatFailed if there is none, or
    if that one fails too.
    """
    sitting = list(seats)
    while not session.is_over:
        try:
            turn = take_turn(session, sitting, budget)
        except SeatFailed as failure:
            if substitute is None or session.players[failure.seat] == substitute.player:
                raise
            session.change_seat(failure.seat, substitute.player, failure.why)
            sitting[failure.seat] = substitute.choose
        else:
            if watch:
                watch(turn)
    result = session.result
    assert result is not None, "a game that asks nothing has a result"
    return result


def take_turn(session: Session, seats: Sequence[Seat], budget: Budget = UNLIMITED) -> Turn:
    """Have the first open question answered, by chance or by its seat, and return what came of it.

    Raises SeatFailed, and nothing has changed then; NotWritable.
    """
    if session.chance is not None:
        return session.advance()
    question = session.questions[0]
    assert not isinstance(question, Shuffle | Draw | Roll | Throw), "chance has answered above"
    rng = session.streams.stream(f"seat{question.seat}/{question.key}")
    return _ask(session, seats[question.seat], question, rng, budget)


def _ask(session: Session, seat: Seat, question: PlayerQuestion, rng: Random, budget: Budget) -> Turn:
    try:
        move = seat(session.view(question.seat), session.inside, question, rng, budget)
    except KeyboardInterrupt:
        raise
    except BaseException as cause:  # a cancelled request of an asynchronous client is no Exception
        raise _failed(session, question, cause) from cause
    try:
        return session.answer(question.seat, move)
    except (IllegalMove, TypeError) as cause:  # a plan without fields
        raise _failed(session, question, cause) from cause


def _failed(session: Session, question: PlayerQuestion, cause: BaseException) -> SeatFailed:
    kind = "" if isinstance(cause, OpponentFailed) else f"{type(cause).__name__}: "
    why = shown(f"{kind}{cause}", LONGEST_REASON)
    return SeatFailed(question.seat, session.players[question.seat], question.key, why)
