"""Opponents never peek: with everything hidden dealt anew they see the same and choose the same."""

from random import Random

import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, opponent
from shogun.games.shogun.rules.dealing import deal
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.state import Planning, Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.playing import take_turn
from shogun.table.seats import Budget
from shogun.table.session import Session

SHORT = Budget(playouts=12)
DEALS = 2
ASKED = {"strategist": 0.1}
"""Which part of the questions is asked, where not 0.4: it thinks long."""


def session(code: str, seed: int, setup: Setup) -> Session:
    seats = tuple(SeatInfo(name=str(seat), player=code) for seat in range(setup.seats))
    return Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=TowerInfo()))


def hidden(state: rules.State, seat: int) -> tuple[object, ...]:
    """What a seat can't see: the deck, the order of action cards, what others have planned."""
    return (state.deck, state.actions, [plan for other, plan in enumerate(state.plans) if other != seat])


def question_of(state: rules.State, seat: int) -> PlayerQuestion:
    question = next(question for question in rules.awaited(state) if question.seat == seat)
    assert isinstance(question, PlayerQuestion)
    return question


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        pytest.param(setup, code, marks=[pytest.mark.slow] if code == "strategist" and setup.seats > 3 else [])
        for setup in (Setup(3, "moon", "draft"), Setup(4, "sun", "printed"), Setup(5, "sun", "draft"))
        for code in codes()
    ],
)
def test_view_and_choice_stay_the_same_when_hidden_things_are_dealt_anew(code: str, setup: Setup) -> None:
    """A game goes on as `greedy` plays it; some of its questions are put to the opponent as well."""
    game, rng, seats = session("greedy", 11, setup), Random(12), [opponent("greedy")] * setup.seats
    asked = dealt_otherwise = 0
    while not game.is_over:
        question = game.questions[0]
        if question.seat is not None and rng.random() < ASKED.get(code, 0.4):
            asked += 1
            dealt_otherwise += check(game, code, question.seat, rng)
        take_turn(game, seats)
    assert asked >= 8
    assert dealt_otherwise >= 8


def check(game: Session, code: str, seat: int, rng: Random) -> int:
    """Compare view and choice on dealt states with the real ones; return how many were really dealt otherwise."""
    view, question, seed, otherwise = game.view(seat), question_of(game.state, seat), rng.random(), 0
    chosen = opponent(code)(view, game.inside, question, Random(seed), SHORT)
    for _deal in range(DEALS):
        state = deal(view, rng)
        otherwise += hidden(state, seat) != hidden(game.state, seat)
        seen, asked = rules.view(state, seat), question_of(state, seat)
        assert seen == view
        assert asked == question
        assert opponent(code)(seen, game.inside, asked, Random(seed), SHORT) == chosen
    return otherwise


def test_a_dealt_state_never_holds_the_real_secrets_by_reference() -> None:
    """What is dealt depends on the view alone: from two games that look alike to a seat the same comes out."""
    game = session("greedy", 3, Setup(4, "sun", "printed"))
    while not (isinstance(game.state.stage, Planning) and game.questions[0].seat == 3):
        take_turn(game, [opponent("greedy")] * 4)
    one, other = game.view(3), rules.view(deal(game.view(3), Random(1)), 3)
    assert deal(one, Random(7)) == deal(other, Random(7))
