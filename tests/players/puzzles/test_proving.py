"""Proofs of puzzles: what rules of thumb answer, and leads in other circumstances."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from shogun.game.questions import Roll
from shogun.games import GAMES, entry_of
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.opponents import solid
from shogun.players.puzzles.collection import listed, shipped_puzzles
from shogun.players.puzzles.proving import FixedCourse, Proof, bounds_for, proof
from shogun.players.puzzles.puzzle import Listed, WorldTrial, read_puzzle
from shogun.players.puzzles.solvers import opponent_answer, plain_answers
from shogun.players.puzzles.verdict import OpenedPuzzle, open_puzzle, values
from shogun.players.review.decision_verdicts import Difference

SHIPPED = shipped_puzzles(GAMES)
ONE_OF_A_THEME = list({(one.game, one.theme): one for one in SHIPPED}.values())
WAR = next(one for one in SHIPPED if one.theme == "war")
FALLEN = Path(__file__).parent / "fallen"
"""Puzzles that shipped before rules of thumb, other luck and other opponents counted."""
GOOD = Proof(3, {"strongest": 0, "planner": 1}, Difference(20.0, 2.0), 0.05, {"luck": Difference(18.0, 2.0)})


def fallen(name: str) -> Listed:
    """Return one of the puzzles that have fallen."""
    path = FALLEN / f"{name}.puzzle"
    return listed(path, read_puzzle(path))


def opened(one: Listed = WAR) -> OpenedPuzzle:
    return open_puzzle(entry_of, one.path)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"best_stars": 2}, "The best answer doesn't earn three stars."),
        ({"plain_stars": {"site": 2, "planner": 0}}, "A rule of thumb solves it: use the first possible place."),
        ({"lead": Difference(7.9, 0.1)}, "The best answer doesn't lead clearly."),
        ({"likely": 0.11}, "It is too easily guessed."),
        ({"leads": {"luck": Difference(5.0, 2.6)}}, "The best answer doesn't lead there: with different luck."),
        ({"leads": {"dice": Difference(-1.0, 0.1)}}, "The best answer doesn't lead there: with other dice"),
    ],
)
def test_one_fault_is_enough(changed: Mapping[str, Any], fault: str) -> None:
    assert GOOD.is_given
    bad = replace(GOOD, **changed)
    assert not bad.is_given
    assert [told.startswith(fault) for told in bad.faults] == [True]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("attack", "A rule of thumb solves it: use your strongest pieces."),
        ("majority", "A rule of thumb solves it: use the first possible place."),
        ("turn", "A rule of thumb solves it: deliver if you can."),
        ("war", "The best answer doesn't lead there: with other dice where the task shows none."),
    ],
)
def test_puzzles_that_a_rule_of_thumb_solves_or_that_hang_on_hidden_dice_are_none(name: str, fault: str) -> None:
    assert fault in proof(opened(fallen(name))).faults


def test_two_stars_are_more_than_the_best_rule_of_thumb_earns() -> None:
    drawn = np.zeros(60)
    _first, second, third = bounds_for(60.0, 45.0, 51.0, drawn, None)
    assert 51.0 < second < third < 60.0
    assert bounds_for(60.0, 45.0, 0.0, drawn, None)[1] < 51.0


@pytest.mark.slow
@pytest.mark.parametrize("one", ONE_OF_A_THEME, ids=lambda one: f"{one.game}-{one.theme}")
def test_rules_of_thumb_answer_and_never_earn_more_than_a_star(one: Listed) -> None:
    puzzle = opened(one)
    plain = plain_answers(puzzle)
    assert len(plain) > 1 and plain["planner"] == (puzzle.usual,)
    answers = [answer for several in plain.values() for answer in several]
    assert all(puzzle.puzzle.stars(mean) <= 1 for mean in values(puzzle, answers).mean(axis=1))


def test_the_solver_s_dice_are_the_puzzle_s_whatever_the_luck() -> None:
    start = opened(fallen("war")).start

    def rolls(luck: str) -> dict[str, Any]:
        course, found = FixedCourse(rules, start, solid.choose, luck=luck), dict[str, Any]()
        state = start.state
        while asked := rules.awaited(state):
            answer = course.answered(state, asked[0])
            if isinstance(asked[0], Roll):
                found[asked[0].key] = answer
            state = rules.play(state, asked[0].seat, answer).state
        return found

    own, other = rolls(""), rolls("other")
    seat = f"seat{start.seat}"
    both = own.keys() & other.keys()
    assert any(seat in key for key in both)
    assert all((own[key] == other[key]) for key in both if seat in key.split("/"))
    assert any(own[key] != other[key] for key in both if seat not in key.split("/"))
    assert rolls("other") == other != own


def test_in_other_circumstances_answers_with_the_same_idea_are_worth_the_same() -> None:
    puzzle = opened()
    sought = puzzle.judge.sought(puzzle.start, "war", "")
    assert sought is not None
    alike = [one for one in sought.answers if puzzle.judge.is_alike(puzzle.start, "war", puzzle.best, one)][:3]
    found = puzzle.judge.values_in(WorldTrial("dice", 3, "x"), puzzle.start, "war", alike)
    assert found.shape == (len(alike), 3)
    assert all((row == found[0]).all() for row in found)


def test_an_opponent_answers_a_puzzle_as_at_the_table() -> None:
    puzzle = opened()
    assert opponent_answer(puzzle, "solid", 1, 0) == puzzle.usual
