"""Quick playouts come to what the rules come to, and leave nothing behind in the scenario they begin in."""

from collections.abc import Sequence
from itertools import count, islice
from random import Random
from typing import TypeAlias

import pytest

from shogun.games.shogun.opponents.evaluation.position_arrays import gathered
from shogun.games.shogun.opponents.rollouts import fast_marches, fast_season, fast_state
from shogun.games.shogun.opponents.rollouts.fast_state import FastState
from shogun.games.shogun.opponents.search.playout_search import SearchSettings
from shogun.games.shogun.opponents.search.strategist import Strategist
from shogun.games.shogun.rules.state import Setup
from shogun.table.session import Budget
from tests.games.shogun.opponents.by_rules import (
    HOUSE_RULED,
    SETUPS,
    Begun,
    Compared,
    by_rules,
    compare,
    end_by_rules,
    scenario_of,
    seasons,
    worth_of,
)

March: TypeAlias = tuple[float, int, int]


@pytest.mark.parametrize("setups", [SETUPS, HOUSE_RULED], ids=["rulebook", "house rules"])
@pytest.mark.parametrize("wanted", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_a_season_comes_to_the_same_as_by_the_rules_to_the_last_bit(wanted: int, setups: Sequence[Setup]) -> None:
    compared = Compared()
    compare(compared, wanted, keep=lambda _so_far: None, setups=setups)
    assert compared.seasons >= wanted


def test_the_seasons_compared_begin_with_all_that_a_strategist_weighs_in_all_parts_of_the_game() -> None:
    begun = [one for game in range(6) for one in seasons(game)]
    assert {one.question.key.split("/")[0] for one in begun} == {"plan", "special", "march", "attack", "defence"}
    assert {(one.view.year, one.view.season) for one in begun} >= {(1, "spring"), (1, "autumn"), (2, "autumn")}


def test_a_scenario_meets_every_move_with_the_same_luck() -> None:
    begun = next(seasons(4))
    scenario, others = scenario_of(begun), [one for one in seasons(4) if one.question.key == begun.question.key]
    first = scenario.play_out(begun.move)
    for other in others:
        scenario.play_out(other.move)
    again = scenario.play_out(begun.move)
    seat = begun.question.seat
    assert worth_of(again, seat) == worth_of(first, seat) == by_rules(begun)


def _plans(number: int) -> list[Begun]:
    """Return where plans are laid, the last that is at hand of each of so many games."""
    games = ([one for one in seasons(game) if one.question.key.startswith("plan")] for game in count())
    return [plans[-1] for plans in islice(filter(None, games), number)]


def test_a_march_that_is_remembered_is_the_one_that_would_be_found_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def best_march(fast: FastState, seat: int, action: int, source: int, targets: tuple[int, ...]) -> March:
        nonlocal compared
        found = fast_marches.best_march(fast, seat, action, source, targets)
        missing = fast_marches.missing_after(fast, seat)
        assert found == fast_marches.Marches(fast, seat, action, missing).best(source, targets)
        compared += 1
        return found

    monkeypatch.setattr(fast_season, "best_march", best_march)
    for begun in _plans(4):
        thinker = Strategist(begun.values, SearchSettings(rival_plans=3, batched=False), begun.model)
        thinker.consider(begun.view, begun.question, Random(1), Budget(playouts=400))
    assert compared > 4000


def test_marches_and_throws_that_are_remembered_stay_few_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_marches, "MOST_MARCHES", 1)
    monkeypatch.setattr(fast_state, "MOST_THROWS", 1)
    begun = _plans(4)[-1]
    scenario, seat = scenario_of(begun), begun.question.seat
    ends = [scenario.play_out(begun.move) for _playout in range(3)]
    assert {worth_of(end, seat) for end in ends} == {by_rules(begun)}
    assert len(ends[0].fast.throws) == 1
    assert len(scenario._lean.scales.marches) == 1


@pytest.mark.slow
def test_an_evaluator_sees_of_a_playouts_end_what_it_would_see_by_the_rules() -> None:
    compared = 0
    for begun in (one for game in range(6) for one in seasons(game)):
        quick, slow = scenario_of(begun).play_out(begun.move), end_by_rules(begun)
        assert quick.is_over == slow.is_over
        if not quick.is_over:
            pairs = zip(gathered([quick.fast]).arrays, gathered([slow.fast]).arrays, strict=True)
            assert all((one == other).all() for one, other in pairs)
            compared += 1
    assert compared > 20
