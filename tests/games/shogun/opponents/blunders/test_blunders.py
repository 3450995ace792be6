"""Plans of the master where masters have blundered: last autumns in which nothing was to be won or lost any more.

The positions are of games among masters (`shogun position export`), two with something changed so that more is at
stake. What is wrong in a plan there can be said without playing on: see `faults`. Each is asked of every seat.
"""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents.planning.valuation_weights import BattleEstimate
from shogun.games.shogun.opponents.search.master import Master
from shogun.games.shogun.rules.actions import COST, obstacle, rice_yield
from shogun.games.shogun.rules.cards import ACTIONS, Action
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.views import View
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.positions import SUFFIX, read_position
from shogun.table.session import Budget, Session, take_turn
from shogun.tower import load_tower
from shogun.tower.quick_model import model_for

FOLDER = Path(__file__).parent
NAMES = sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))
SEATS = range(4)
RISKY = 0.6
"""Chance to put down a revolt below which nobody provokes it where buildings stand."""
PLAYOUTS = 1200
"""For a plan: half of what the master makes where they are counted."""
PASSED = 0.9
"""The part of the plans that must be without fault."""
PLAYOUTS = 600
"""For each plan: a quarter of the usual ones, since faults don't become more with them."""


@cache
def begun(name: str) -> Session:
    """Return a game that has begun at a position, where all are to plan."""
    found = read_position(game_of, FOLDER / f"{name}{SUFFIX}")
    infos = tuple(SeatInfo(name=str(seat), player="master") for seat in SEATS)
    tower = TowerInfo.of_model(model_for(load_tower("classic")))
    session = Session.start(rules, Header(seed=1, setup=found.setup, seats=infos, tower=tower))
    while session.chance:
        take_turn(session, [])
    return session


def asked(name: str, seat: int) -> tuple[View, PlanQuestion]:
    """Return what a seat sees there, and what it is asked."""
    question = next(each for each in begun(name).questions if each.seat == seat)
    assert isinstance(question, PlanQuestion)
    return begun(name).view(seat), question


def faults(view: View, question: PlanQuestion, plan: Plan) -> list[str]:
    """Return what is wrong in a plan for the last season, in which nothing is saved for later."""
    return [*_undone(view, question, plan), *_provoked(view, question, plan), *_hungry(view, question, plan)]


def _left_over(question: PlanQuestion, plan: Plan) -> list[str]:
    return [card for card in question.cards if isinstance(card, str) and card not in (*plan.fields, plan.bid)]


def _undone(view: View, question: PlanQuestion, plan: Plan) -> list[str]:
    """What a card that is left over could still have done, with chests that are left over too."""
    laid = [action for action in ACTIONS if isinstance(plan.on(action), str)]
    bid = plan.bid if isinstance(plan.bid, int) else 0
    chests = question.chests - bid - sum(COST.get(action, 0) for action in laid)
    out: list[Action] = [action for action in ("deploy1", "deploy3", "deploy5") if action not in laid]
    possible = [
        (action, card)
        for action in out
        for card in _left_over(question, plan)
        if COST[action] <= chests and obstacle(view, question.seat, action, card) is None
    ]
    return [f"{action} is left out, {card} left over" for action, card in possible[:1]]


def _provoked(view: View, question: PlanQuestion, plan: Plan) -> list[str]:
    """A revolt that is likely to be lost, for rice or taxes, where buildings stand."""
    found = []
    for action in ("rice", "taxes"):
        name = plan.on(action)
        province = view.provinces[name] if isinstance(name, str) else None
        if province is not None and province.markers and province.buildings:
            held = BattleEstimate(view).revolt(question.seat, str(name), province.markers)
            found += [f"{action} provokes {name}"] * (held < RISKY)
    return found


def _hungry(view: View, question: PlanQuestion, plan: Plan) -> list[str]:
    """Less rice than a calm card that is left over brings, while rice may be short."""
    name, seat = plan.on("rice"), question.seat
    taken = rice_yield(view, seat, name) if isinstance(name, str) else 0
    calm = [card for card in _left_over(question, plan) if not view.provinces[card].markers]
    best = max((rice_yield(view, seat, card) for card in calm), default=0)
    is_short = view.players[seat].rice + taken < len(view.owned(seat))
    return [f"{best - taken} rice is left over"] * (is_short and best > taken)


def test_plans_that_were_laid_or_lay_nothing_are_found_fault_with() -> None:
    view, question = asked("last-autumn-2901", 2)
    plan = Plan((2, 1, 3, "Kaga", None, 4, None, 0, "Kii", "Etchu"), "Tajima")
    assert len(faults(view, question, plan)) == 1
    view, question = asked("eleven-to-feed", 1)
    assert faults(view, question, Plan((None,) * len(ACTIONS), None))[-1] == "5 rice is left over"
    view, question = asked("taxes-beside-markers", 0)
    plan = Plan((None, None, None, None, "Kii", None, None, None, None, None), None)
    assert "taxes provokes Kii" in faults(view, question, plan)


@pytest.mark.slow
def test_the_master_passes_nine_tenths() -> None:
    wrong = {}
    for name in NAMES:
        for seat in SEATS:
            view, question = asked(name, seat)
            model = model_for(load_tower("classic"))
            plan = Master(model=model).choose(view, question, Random(seat), Budget(playouts=PLAYOUTS))
            assert isinstance(plan, Plan)
            if found := faults(view, question, plan):
                wrong[name, seat] = found
    assert len(NAMES) * len(SEATS) >= 15
    assert len(wrong) <= (1 - PASSED) * len(NAMES) * len(SEATS), wrong
