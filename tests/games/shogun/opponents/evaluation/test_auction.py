"""Many assignments at once are nearly as good as the best ones, found one by one."""

import numpy as np
import pytest

from shogun.games.shogun.opponents.evaluation import auction
from shogun.games.shogun.opponents.evaluation.auction import NONE, STEP, best_cards
from shogun.games.shogun.opponents.planning.planner import best_pairs

SHAPES = [(40, 10, 14), (40, 10, 6), (40, 3, 1), (1, 1, 1)]


def worths(shape: tuple[int, int, int], mean: float) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(mean, 1, shape).astype(np.float32)


def come_to(worth: np.ndarray, cards: np.ndarray) -> float:
    return float(sum(worth[field, card] for field, card in enumerate(cards) if card != NONE))


@pytest.mark.parametrize("mean", [-1.0, 0.0, 2.0])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_card_lies_twice_and_no_better_plan_is_missed_by_much(shape: tuple[int, int, int], mean: float) -> None:
    worth = worths(shape, mean)
    for given, cards in zip(worth, best_cards(worth), strict=True):
        laid = cards[cards != NONE]
        assert len(set(laid.tolist())) == len(laid)
        or_nothing = np.concatenate([given, np.zeros((shape[1], shape[1]))], axis=1).astype(np.float64)
        best = sum(or_nothing[pair] for pair in best_pairs(or_nothing))
        assert best - shape[1] * STEP <= come_to(given, cards) <= best + 1e-4


def test_what_is_worth_nothing_is_not_laid() -> None:
    assert (best_cards(-np.abs(worths((5, 4, 3), 0))) == NONE).all()


def test_prices_of_cards_that_all_want_rise_until_two_fields_are_left() -> None:
    worth = np.array([[[3.0, 2.9], [3.0, 0.5], [1.0, 0.9]]], dtype=np.float32)
    assert best_cards(worth).tolist() == [[1, 0, NONE]]


def test_it_ends_with_fields_that_have_no_card_when_there_are_too_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auction, "ROUNDS", 1)
    assert best_cards(np.ones((1, 3, 3), np.float32)).tolist() == [[0, NONE, NONE]]
