"""What evaluators look at, counted once more by the rules and by hand."""

from functools import cache
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.special import expit, ndtr

from shogun.games.shogun import rules
from shogun.games.shogun.opponents.evaluation.features import (
    LIKELY,
    LOSSES,
    TRAITS,
    features,
    logistic,
    names,
    normal,
    terrain,
)
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS, Positions, gathered
from shogun.games.shogun.opponents.planning.planner import Planner
from shogun.games.shogun.opponents.planning.valuation_weights import BattleEstimate, ValuationWeights
from shogun.games.shogun.rules.cards import EVENTS, Side
from shogun.games.shogun.rules.questions import MarchQuestion, PlanQuestion
from shogun.games.shogun.rules.state import LineUp, Setup, State
from shogun.games.shogun.rules.winter import scores
from tests.games.shogun.opponents.fast_positions import fast_position
from tests.games.shogun.rules.random_games import TOWERS, answer_at_random

BoardOf = tuple[Side, LineUp, int]
BOARDS: tuple[BoardOf, ...] = (("sun", "printed", 4), ("sun", "printed", 3), ("moon", "draft", 5))


@cache
def beginnings(side: Side, line_up: LineUp, seats: int) -> tuple[State, ...]:
    """Return the beginnings of the seasons of two games, one of planners, one played at random in part."""
    found: list[State] = []
    for number in range(2):
        rng, seen = Random(f"{side}/{seats}/{number}"), set[str]()
        state = rules.new(Setup(seats, side, line_up))
        while questions := rules.awaited(state):
            if rules.period(state) in PERIODS and rules.period(state) not in seen:
                seen.add(rules.period(state))
                found.append(state)
            question = rng.choice(questions)
            answer = answer_at_random(state, question, TOWERS["quick"], rng)
            if isinstance(question, PlanQuestion | MarchQuestion) and (number or rng.random() < 0.5):
                answer = Planner(ValuationWeights()).choose(rules.view(state, question.seat), question, rng)
            state = rules.play(state, question.seat, answer).state
    return tuple(found)


def positions_of(board: tuple[Side, LineUp, int]) -> Positions:
    return gathered([fast_position(state) for state in beginnings(*board)])


def of(found: np.ndarray, name: str) -> np.ndarray:
    return found[..., TRAITS.index(name)]


@pytest.mark.parametrize("board", BOARDS)
def test_points_goods_and_land_are_those_of_the_rules(board: tuple[Side, LineUp, int]) -> None:
    found = features(positions_of(board))
    assert found.dtype == np.float32
    for row, state in zip(found, beginnings(*board), strict=True):
        for seat, player in enumerate(state.players):
            mine, owned, lands = row[seat], state.owned(seat), state.board.lands
            assert of(mine, "points") == player.points
            assert of(mine, "score now") == scores(state)[seat].total
            assert of(mine, "chests") == player.chests
            assert of(mine, "provinces") == len(owned)
            assert of(mine, "taxes") == sum(lands[name].tax for name in owned)
            assert of(mine, "armies") == sum(state.provinces[name].armies for name in owned)
            assert of(mine, "markers") == sum(state.provinces[name].markers for name in owned)
            assert of(mine, "in the tower") == state.tower.get(state.colour(seat), 0)


@pytest.mark.parametrize("board", BOARDS)
def test_dangers_and_prospects_are_those_of_a_planners_chances(board: tuple[Side, LineUp, int]) -> None:
    found = features(positions_of(board))
    for row, state in zip(found, beginnings(*board), strict=True):
        cleared = state.copy()
        cleared.tray = {}
        chances = BattleEstimate(rules.view(cleared, None))
        for seat in range(state.setup.seats):
            danger, best = 0.0, 0.0
            for name in state.owned(seat):
                kept = 1.0
                for near in state.board.neighbours[name]:
                    other, here = state.provinces[near], state.provinces[name]
                    if other.owner not in (None, seat) and other.armies > 1:
                        kept *= 1 - LIKELY * chances.attack(other.owner, name, other.armies - 1, here.armies)
                    if other.owner is None and here.armies > 1:
                        best = max(best, chances.attack(seat, near, here.armies - 1) * worth_of(state, near))
                danger += 1 - kept
            assert of(row[seat], "provinces in danger") == pytest.approx(danger, abs=1e-3)
            assert of(row[seat], "best attack on neutral") == pytest.approx(best, abs=1e-3)


def worth_of(state: State, name: str) -> float:
    values, land, built = ValuationWeights(), state.board.lands[name], len(state.provinces[name].buildings)
    seasons = len(PERIODS) - PERIODS.index(rules.period(state))
    yields = values.land * (land.tax + land.rice) + values.site * (land.sites - built)
    return (3 - state.year) * (1 + values.building * built) + yields * seasons / 3


@pytest.mark.parametrize("board", BOARDS)
def test_rice_is_weighed_over_the_events_that_may_be_winters(board: tuple[Side, LineUp, int]) -> None:
    found = features(positions_of(board))
    for row, state in zip(found, beginnings(*board), strict=True):
        seasons = 3 - ("spring", "summer", "autumn").index(state.season)
        losses = [float(EVENTS[name].winter_rice) for name in state.events] or [float(loss) for loss in LOSSES]
        for seat, player in enumerate(state.players):
            calm = [state.board.lands[n].rice for n in state.owned(seat) if not state.provinces[n].markers]
            at_best = player.rice + sum(sorted(calm, reverse=True)[:seasons])
            missing = [len(state.owned(seat)) - at_best + loss for loss in losses]
            short = sum(max(0, one) for one in missing) / len(missing)
            assert of(row[seat], "rice short") == pytest.approx(short, abs=1e-4)


def test_seats_are_seen_alike_whatever_their_number() -> None:
    """With all that two seats have changed round, what is seen of them is changed round."""
    here = positions_of(BOARDS[0])
    swap = np.array([1, 0, 2, 3])
    owner = np.where(here.owner < 0, -1, swap[here.owner]).astype(np.int8)
    tower = here.tower[:, [1, 0, 2, 3, 4]]
    there = replace(here, owner=owner, goods=here.goods[:, swap], tower=tower)
    assert np.allclose(features(there), features(here)[:, swap])


def test_many_are_seen_as_one_by_one() -> None:
    here = positions_of(BOARDS[1])
    assert np.allclose(features(here), np.concatenate([features(here.at(slice(n, n + 1))) for n in range(len(here))]))


def test_every_border_is_counted_from_both_sides() -> None:
    for side, seats in (("sun", 3), ("sun", 5), ("moon", 4)):
        land = terrain(side, seats)
        assert (land.source[land.back] == land.target).all()
        assert len(set(land.source.tolist())) == len(land.sites), "each province has a neighbour"


def test_the_same_is_looked_at_on_every_board() -> None:
    assert len(set(TRAITS)) == len(TRAITS)
    assert names("moon", 3) == names("sun", 5) == TRAITS


def test_chances_of_a_normal_distribution_are_right_to_six_digits() -> None:
    deviations = np.linspace(-40, 40, 8001, dtype=np.float32)
    assert np.abs(normal(deviations) - ndtr(deviations)).max() < 2e-7


def test_a_logistic_curve_is_right_however_far_out() -> None:
    values = np.array([-1e6, -800.0, -3.5, 0.0, 1e-9, 2.0, 900.0, 1e6], dtype=np.float32)
    assert logistic(values) == pytest.approx(expit(values), abs=1e-7)
