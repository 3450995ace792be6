"""Puzzles of three turns: what counts, and what doesn't."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.games import entry_of
from shogun.games.river_of_gold.analysis.puzzles import outcome, task, title
from shogun.games.river_of_gold.analysis.three_turns import (
    OWN_TURNS,
    DeliveryCourse,
    GoalCourse,
    MasteryCourse,
    RegionCourse,
    dice_to_come,
    first_action,
    turn_by_turn,
    turns_of,
)
from shogun.games.river_of_gold.rules.components import REGIONS, SHORES
from shogun.games.river_of_gold.rules.state import Build, Deliver
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.puzzle import PuzzleStart
from shogun.players.puzzles.verdict import REACHED, OpenedPuzzle, open_puzzle

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


# Goals: the most influence in a region, and masteries


def goals(start: PuzzleStart) -> Iterator[GoalCourse]:
    """Courses with each region, and each mastery of the game, as the aim."""
    for course, aims in ((RegionCourse, map(str, REGIONS)), (MasteryCourse, start.state.masteries)):
        yield from (course(replace(start, aim=aim)) for aim in aims)


def test_the_search_and_the_rules_agree_on_who_reaches_a_goal(puzzle: OpenedPuzzle) -> None:
    reached = set[float]()
    for course in goals(puzzle.start):
        for line in islice(course.lines(), 0, 40, 13):
            assert course.worth(line.moves) == line.value
            reached.add(line.value)
    assert reached == {0.0, REACHED}


def test_a_goal_is_told_by_its_aim_and_an_unknown_one_refused(puzzle: OpenedPuzzle) -> None:
    start = replace(puzzle.start, aim="2")
    assert "in Shinomen Forest than anyone else" in task(start, "region", (1, 2, 3))[0]
    assert title(start, "region", (1, 2, 3)) == "Lead Shinomen Forest (dice 3, 3)"
    assert "yours " in outcome(start, "region", puzzle.best)
    name = puzzle.start.state.masteries[0]
    start = replace(puzzle.start, aim=name)
    assert task(start, "mastery", (1, 2, 3))[0].startswith("Claim this mastery within three turns")
    assert "that the mastery needs" in outcome(start, "mastery", puzzle.best)
    for theme in ("region", "mastery"):
        with pytest.raises(LookupError, match="no such task is about 9"):
            task(replace(puzzle.start, aim="9"), theme, (1, 2, 3))


def test_a_goal_that_the_usual_answer_reaches_is_no_puzzle(puzzle: OpenedPuzzle) -> None:
    easy = [course for course in goals(puzzle.start) if course.worth(puzzle.usual)]
    assert easy
    for course in easy:
        assert course.sought(to_prove=False) is None


def test_building_anywhere_in_a_region_is_one_idea(puzzle: OpenedPuzzle) -> None:
    course = RegionCourse(replace(puzzle.start, aim="2"))
    one, other, elsewhere = (SHORES[place] for place in (0, 1, -1))
    assert one.region == other.region != elsewhere.region
    ideas = [course.idea((Build(shore.number, "x"),)) for shore in (one, other, elsewhere)]
    assert ideas[0] == ideas[1] != ideas[2]
