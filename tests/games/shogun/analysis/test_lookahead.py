"""Playouts look one season ahead, from every moment of a game."""

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.analysis.decisions import chance_among_equals
from shogun.games.shogun.analysis.lookahead import EDGE, chances_at, season_ahead, share_over
from shogun.games.shogun.analysis.swaps import judging_master
from shogun.games.shogun.analysis.win_chances import win_chances
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.opponents.rollouts.rollout import End
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import Acting, Marching, Planning, Setup, State, Wintering
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, take_turn
from shogun.table.towers import Inside

SEATS = 4


@cache
def moments() -> tuple[tuple[State, Inside], ...]:
    """Return the moments of a whole game among planners, with what is in the tower."""
    seats = tuple(SeatInfo(str(seat), player="planner") for seat in range(SEATS))
    session = Session.start(rules, Header(seed=11, setup=Setup(SEATS), seats=seats, tower=TowerInfo()))
    found = []
    while not session.is_over:
        found.append((session.course.state, session.inside))
        take_turn(session, [opponent("planner")] * SEATS)
    return tuple(found)


def moment(stage: type, season: str = "summer") -> tuple[State, Inside]:
    """Return the first moment of a season of the second year at such a stage."""
    return next(
        one for one in moments() if isinstance(one[0].stage, stage) and (one[0].year, one[0].season) == (2, season)
    )


def planned(state: State, seat: int) -> Plan:
    """Return a planner's plan."""
    plan = Planner(VALUES).choose(rules.view(state, seat), ask_plan(state, seat), Random(1))
    assert isinstance(plan, Plan)
    return plan


def ends_of(state: State, inside: Inside, playouts: int, rng: Random, seat: int = 0) -> list[End]:
    """Return the ends of a judging master's playouts of a planner's plan."""
    master, plan = judging_master(inside), planned(state, seat)
    return [end for (end,) in master.play_out(rules.view(state, seat), [plan], playouts, rng)]


def test_a_season_passes_from_its_plans_to_its_end() -> None:
    seasons: dict[str, list[float]] = {}
    for state, _inside in moments():
        seasons.setdefault(state.moment, []).append(share_over(state.stage, SEATS))
    for moment_of, shares in seasons.items():
        if "winter" not in moment_of and moment_of != "year1/spring":
            assert shares[0] == 0 and shares[-1] <= 1, moment_of
            assert all(before <= after for before, after in pairwise(shares)), moment_of
    assert share_over(Acting(3, 2), SEATS) == pytest.approx(0.35)
    assert share_over(Wintering(0, (0,) * SEATS), SEATS) == 1


@pytest.mark.parametrize("over", [0.0, 0.3, 1.0])
def test_a_share_of_the_playouts_goes_on_to_the_end_of_the_next_season(over: float) -> None:
    state, inside = moment(Planning, "spring")
    ends = [end.fast for end in ends_of(state, inside, 40, Random(2))]
    before = [(fast.season, list(fast.points), list(fast.armies)) for fast in ends]
    ahead = season_ahead([End(fast, False, 0.0) for fast in ends], over, state.event_deck, "seed")
    further = [end.fast.season == "autumn" for end in ahead]
    assert sum(further) == pytest.approx(40 * over, abs=1)
    for went_on, end, seen in zip(further, ahead, before, strict=True):
        assert went_on or (end.fast.season, list(end.fast.points), list(end.fast.armies)) == seen
    assert chances_at(ahead).sum(axis=1) == pytest.approx(np.ones(40))


def test_from_the_last_autumn_on_playouts_end_with_the_game() -> None:
    state, inside = moment(Marching, "autumn")
    found = win_chances(state, inside, 30, "seed")
    assert found is not None
    assert set(found.ravel()) <= {0.0, 1 / 3, 0.5, 1.0, round(1 / 3, 9)}, "somebody has won"


def test_a_hint_tells_less_than_its_playouts_while_others_may_plan_as_well() -> None:
    state, inside = moment(Planning)
    for seat in range(SEATS):
        point = DecisionPoint(rules.view(state, seat), inside, ask_plan(state, seat))
        plan = planned(state, seat)
        told, error = chance_among_equals(point, plan, 50, Random(5))
        played = float(chances_at(ends_of(state, inside, 50, Random(5), seat))[:, seat].mean())
        assert told / (1 - told) == pytest.approx(played / (1 - played) * np.exp(-EDGE), rel=1e-3)
        assert 0 < error < 0.08, "of 50 playouts"
