"""No plan wastes rice that it could have had: none that a card left over would have brought, and winter may ask for."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.opponents.search.playout_search import Candidate
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.opponents.search.strategist_1 import EFFORT, VALUES, FirstStrategist
from shogun.games.shogun.rules.actions import rice_yield
from shogun.games.shogun.rules.cards import EVENTS
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import Counted

SETUPS = (Setup(3, "moon", "draft"), Setup(4), Setup(5))
SHORT = Budget(playouts=60)


def plannings(setup: Setup, seed: int) -> Iterator[tuple[View, PlanQuestion]]:
    """Yield what seats see when they plan, everything hidden dealt anew, in a game among planners who err."""
    seats = tuple(SeatInfo(name=str(seat), player="hasty") for seat in range(setup.seats))
    game = Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=TowerInfo()))
    rng = Random(seed)
    while not game.is_over:
        question = game.questions[0]
        if isinstance(question, PlanQuestion):
            yield rules.view(deal(game.view(question.seat), rng), question.seat), question
        take_turn(game, [opponent("hasty")] * setup.seats)


def wasted(view: View, question: PlanQuestion, plan: Plan) -> int:
    """Return the rice that winter may ask for and a calm province left over would bring, beyond what is taken."""
    seat, laid = question.seat, plan.on("rice")
    losses = [EVENTS[event].winter_rice for event in view.events]
    asked = max(0, len(view.owned(seat)) + max(losses) - view.players[seat].rice)
    left = [name for name in view.owned(seat) if name not in (*plan.fields, plan.bid)]
    best = max((rice_yield(view, seat, name) for name in left if not view.provinces[name].markers), default=0)
    taken = rice_yield(view, seat, laid) if isinstance(laid, str) else 0
    return max(0, min(best, asked) - min(taken, asked))


@pytest.mark.parametrize("setup", SETUPS, ids=["3-moon", "4-sun", "5-sun"])
def test_planners_and_those_who_go_by_them_never_waste_rice(setup: Setup) -> None:
    asked = 0
    for view, question in plannings(setup, 3):
        for code in ("planner", "builder", "conqueror", "hoarder"):
            plan = opponent(code)(view, Counted(), question, Random(asked), SHORT)
            assert not wasted(view, question, plan), code
        asked += 1
    assert asked == 6 * setup.seats


@pytest.mark.parametrize("thinker", [Strategist(), Master()], ids=["strategist", "master"])
def test_no_plan_that_is_thought_about_wastes_rice(thinker: Strategist) -> None:
    """Altered values draw rice elsewhere; the first strategist's plans show that these positions tempt to it."""
    first, wasteful = FirstStrategist(VALUES, EFFORT), 0
    for number, (view, question) in enumerate(plannings(Setup(4), 9)):
        rng = Random(number)
        plans = list(islice(thinker._moves(view, question, rng), 12))
        plans += [one.move for one in thinker._vary(view, question, [Candidate(plans[-1])], 6, rng)]
        for plan in plans:
            assert isinstance(plan, Plan)
            question.verify(plan)
            assert not wasted(view, question, plan)
        wasteful += sum(wasted(view, question, plan) > 0 for plan in islice(first._plans(view, question, rng), 12))
    assert wasteful > 0


@pytest.mark.slow
@pytest.mark.parametrize("code", ["strategist", "master"])
@pytest.mark.parametrize("setup", SETUPS, ids=["3-moon", "4-sun", "5-sun"])
def test_what_is_chosen_wastes_no_rice(code: str, setup: Setup) -> None:
    for view, question in plannings(setup, 7):
        plan = opponent(code)(view, Counted(), question, Random(1), SHORT)
        assert not wasted(view, question, plan)
