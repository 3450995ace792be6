"""Opponents never peek: with everything hidden dealt anew they see the same and choose the same."""

from random import Random

import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, opponent
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.playout_search import SearchSettings
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import Move, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Planning, Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Budget, Seat, Session, take_turn
from shogun.table.towers import Inside, outcome_model

SHORT = Budget(playouts=12)
"""Too little to think in: strategists answer as planners do, see `THOUGHT`."""
DEALS = 2
ASKED = {"strategist": 0.1, "master": 0.1}
"""Which part of the questions is asked, where not 0.4: it thinks long."""
THOUGHT = SearchSettings(
    plans=5, variations=4, rounds=2, caution=0.0, rival_plans=3, marches=3, plan_playouts=160, move_playouts=24
)
SETUPS = (Setup(3, "moon", "draft"), Setup(4, "sun", "printed"), Setup(5, "sun", "draft"))


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
        pytest.param(setup, code, marks=[pytest.mark.slow] if code in ASKED and setup.seats > 3 else [])
        for setup in SETUPS
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
            dealt_otherwise += check(game, opponent(code), question.seat, rng, SHORT)[1]
        take_turn(game, seats)
    assert asked >= 8
    assert dealt_otherwise >= 8


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=["3-moon", "4-sun", "5-sun"])
@pytest.mark.parametrize("kind", [Strategist, Master])
def test_nor_does_thought_peek(kind: type[Strategist], setup: Setup) -> None:
    """Some of its choices are not the planner's, so they come from playouts over states that were dealt."""

    def choose(view: View, inside: Inside, question: PlayerQuestion, rng: Random, budget: Budget) -> Move:
        return kind(effort=THOUGHT, model=outcome_model(inside)).choose(view, question, rng, budget)

    game, rng, seats = session("greedy", 13, setup), Random(14), [opponent("greedy")] * setup.seats
    plans = thought = dealt_otherwise = 0
    while not game.is_over:
        question = game.questions[0]
        is_plan = isinstance(question, PlanQuestion)
        if question.seat is not None and rng.random() < (0.3 if is_plan else 0.08):
            usual = Planner(ValuationWeights()).choose(game.view(question.seat), question, Random(1))
            move, otherwise = check(game, choose, question.seat, rng, UNLIMITED)
            plans, thought, dealt_otherwise = plans + is_plan, thought + (move != usual), dealt_otherwise + otherwise
        take_turn(game, seats)
    assert min(plans, thought, dealt_otherwise) >= 3


def check(game: Session, choose: Seat, seat: int, rng: Random, budget: Budget) -> tuple[Move, int]:
    """Compare view and choice on dealt states with the real ones; return the choice, and how many differed."""
    view, question, seed, otherwise = game.view(seat), question_of(game.state, seat), rng.random(), 0
    chosen: Move = choose(view, game.inside, question, Random(seed), budget)
    for _deal in range(DEALS):
        state = deal(view, rng)
        otherwise += hidden(state, seat) != hidden(game.state, seat)
        seen, asked = rules.view(state, seat), question_of(state, seat)
        assert seen == view
        assert asked == question
        assert choose(seen, game.inside, asked, Random(seed), budget) == chosen
    return chosen, otherwise


def test_a_dealt_state_never_holds_the_real_secrets_by_reference() -> None:
    """What is dealt depends on the view alone: from two games that look alike to a seat the same comes out."""
    game = session("greedy", 3, Setup(4, "sun", "printed"))
    while not (isinstance(game.state.stage, Planning) and game.questions[0].seat == 3):
        take_turn(game, [opponent("greedy")] * 4)
    one, other = game.view(3), rules.view(deal(game.view(3), Random(1)), 3)
    assert deal(one, Random(7)) == deal(other, Random(7))
