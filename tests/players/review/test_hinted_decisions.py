"""One judge: a move that a hint advised is never called a mistake by a review, in any game."""

import pytest

from shogun.games import entry_of
from shogun.players.review.decision_work import DecisionWork
from shogun.table.visible_past import whole_past
from tests.players.review.hinted_games import HINTED, hinted
from tests.players.review.test_game_review import SETUPS

QUICK = {"shogun": 64, "rumble-nation": 512, "river-of-gold": 8}
"""Playouts of hints in the quick suite."""


def check(code: str, seed: int, decisions: int, playouts: int, *, whole_plans: bool) -> None:
    game = entry_of(code)
    header, answers = hinted(game, SETUPS[code], seed, decisions, whole_plans=whole_plans)
    *_before, found = DecisionWork(game, whole_past(header, answers), [HINTED], playouts).judged({}, 1)
    judged = [decision for decision in found.values() if decision is not None]
    assert judged
    for decision in judged:
        assert decision.lost.mean == 0, f"{code} {seed}: decision {decision.place} was advised"


@pytest.mark.parametrize("code", QUICK)
def test_what_was_advised_is_no_mistake(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_of(code).decisions, "SEARCHED", QUICK[code])
    check(code, 5, 5, 2, whole_plans=True)


@pytest.mark.study
@pytest.mark.parametrize("seed", range(101, 103))
@pytest.mark.parametrize("whole_plans", [True, False])
@pytest.mark.parametrize("code", QUICK)
def test_what_was_advised_is_no_mistake_in_whole_games(code: str, whole_plans: bool, seed: int) -> None:
    check(code, seed, 60, 8, whole_plans=whole_plans)
