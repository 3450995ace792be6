"""Puzzles with two deliveries in three turns: what counts, and what doesn't."""

from random import Random
from typing import Any

import pytest

from shogun.games import entry_of
from shogun.games.river_of_gold.analysis.three_turns import (
    OWN_TURNS,
    DeliveryCourse,
    dice_to_come,
    first_action,
    turn_by_turn,
    turns_of,
)
from shogun.games.river_of_gold.rules.state import Deliver
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.verdict import OpenedPuzzle, open_puzzle

SHIPPED = [one for one in shipped_puzzles(["river_of_gold"]) if one.theme == "deliver"]


@pytest.fixture(scope="module")
def puzzle() -> OpenedPuzzle:
    return open_puzzle(entry_of, SHIPPED[0].path)


def test_both_customers_in_hand_bring_points_and_anything_else_none(puzzle: OpenedPuzzle) -> None:
    course = DeliveryCourse(puzzle.start)
    assert course.worth(puzzle.best) == puzzle.puzzle.value >= 8
    assert course.worth(puzzle.usual) == 0.0
    served = {move.customer for move in puzzle.best if isinstance(move, Deliver)}
    assert len(served & course.wanted) == course.served(puzzle.best) == 2


def test_what_is_left_out_is_played_as_usual(puzzle: OpenedPuzzle) -> None:
    course = DeliveryCourse(puzzle.start)
    assert course.worth(()) == course.worth(puzzle.usual)


def test_a_random_answer_has_three_turns_and_is_legal(puzzle: OpenedPuzzle) -> None:
    course = DeliveryCourse(puzzle.start)
    for seed in range(3):
        drawn = course.drawn(Random(seed))
        assert turns_of(drawn) == OWN_TURNS
        assert course.worth(drawn) >= 0.0


def test_the_dice_that_are_told_are_those_that_come(puzzle: OpenedPuzzle) -> None:
    course, seen = DeliveryCourse(puzzle.start), dict[int, int]()

    def watched(state: Any, asked: Any) -> Any:
        seen.setdefault(state.turn, state.players[course.seat].die)
        return course.usual(state, asked)

    course.turns(watched)
    assert list(seen.values())[1:] == dice_to_come(puzzle.start)


def test_an_answer_is_told_turn_by_turn(puzzle: OpenedPuzzle) -> None:
    turns = list(turn_by_turn(puzzle.best))
    assert len(turns) == OWN_TURNS
    assert first_action(puzzle.best) == turns[0][-1]
    assert puzzle.judge.told(puzzle.start, "deliver", puzzle.best).count(";") == OWN_TURNS - 1
