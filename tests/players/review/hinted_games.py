"""Games in which one seat does what the adviser says, in the order in which the window would do it."""

from random import Random
from typing import Any

from shogun.players.adviser import hint_seed
from shogun.table.journal import PERSON, AnswerLine, Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session, take_turn

HINTED = 0
"""The seat of a person who always asks for a hint."""


def hinted(game: Any, setup: Any, seed: int, decisions: int, *, whole_plans: bool) -> tuple[Header, list[AnswerLine]]:
    """Return a game, up to so many decisions of the hinted seat; the others play as substitutes do.

    With `whole_plans` all moves of an advised turn are carried out, otherwise each move is asked for again.
    """
    seats = tuple(SeatInfo(f"Seat {seat}", "", "quick" if seat else PERSON) for seat in range(setup.seats))
    tower = TowerInfo() if game.rules.has_tower else None
    session = Session.start(game.rules, Header(game=game.rules.code, seed=seed, setup=setup, seats=seats, tower=tower))
    others = [game.opponents.opponent(game.opponents.SUBSTITUTE)] * setup.seats
    coming: list[Any] = []
    while not session.is_over and decisions:
        question: Any = session.questions[0]
        if question.seat != HINTED:
            take_turn(session, others)
            continue
        if not coming:
            coming = _advised(game, session, question) if question.count() > 1 else [question.sample(Random(0))]
        session.answer(HINTED, coming.pop(0))
        if not whole_plans:
            coming.clear()
        decisions -= question.count() > 1
    return session.header, list(session.course.answers)


def _advised(game: Any, session: Session, question: Any) -> list[Any]:
    luck = Random(hint_seed(session.header.seed, question))
    found = game.advice.hint(session.view(HINTED), session.inside, question, luck, UNLIMITED)
    return list(getattr(found, "plan", ()) or (found.move,))
