"""Quick playouts come to what the rules come to, and leave nothing behind in the scenario they begin in."""

import pytest

from shogun.games.shogun.opponents.evaluation.position_arrays import gathered
from tests.games.shogun.opponents.by_rules import (
    Compared,
    by_rules,
    compare,
    end_by_rules,
    scenario_of,
    seasons,
    worth_of,
)


@pytest.mark.parametrize("wanted", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_a_season_comes_to_the_same_as_by_the_rules_to_the_last_bit(wanted: int) -> None:
    compared = Compared()
    compare(compared, wanted, keep=lambda _so_far: None)
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
