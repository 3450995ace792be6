"""Tasks of puzzles in which one thing about a plan decides: what it may be, how it is told, what is refused."""

import pytest
from msgspec.structs import replace

from shogun.games import entry_of
from shogun.games.shogun.analysis.puzzle_search import (
    Bid,
    DecidingTask,
    Keep,
    Last,
    Winter,
    decided,
    goal_of,
    key_of,
    legal,
)
from shogun.games.shogun.analysis.puzzle_tasks import with_bid, with_cards
from shogun.games.shogun.analysis.puzzles import TASKS
from shogun.games.shogun.rules.questions import Plan
from shogun.players.puzzles.verdict import OpenedPuzzle, open_puzzle
from tests.players.puzzles.test_proving import fallen


def opened() -> OpenedPuzzle:
    return open_puzzle(entry_of, fallen("winter").path)


def best_of(puzzle: OpenedPuzzle) -> Plan:
    (plan,) = puzzle.best
    assert isinstance(plan, Plan)
    return plan


def test_an_aim_is_a_goal_and_what_decides() -> None:
    assert (goal_of("Yamato:bid 3"), key_of("Yamato:bid 3")) == ("Yamato", "bid 3")
    assert (goal_of(":castle red"), key_of(":castle red")) == ("", "castle red")
    assert (goal_of(""), key_of("")) == ("", "")


def test_keys_are_made_of_what_lies_in_the_best_plan() -> None:
    puzzle = opened()
    view, plan = puzzle.start.view, best_of(puzzle)
    keys = list(Winter().keys(view, plan))
    assert "temple" in keys and f"battle {plan.on('battle_a')}" in keys
    for key in keys:
        Winter().check(view, f":{key}")
        assert Winter().idea(view, f":{key}", plan) not in (None, False)
    assert list(Bid().keys(view, plan)) == ["bid 1", "bid 2", "bid 3", "bid 4"]


def test_plans_have_the_same_idea_where_the_same_decides() -> None:
    puzzle = opened()
    view, plan = puzzle.start.view, best_of(puzzle)
    first, second = plan.on("battle_a"), plan.on("battle_b")
    swapped = with_cards(plan, {"battle_a": second, "battle_b": first})
    task = Winter()
    assert task.idea(view, f":battle {first}", plan) == task.idea(view, f":battle {first}", swapped)
    assert task.idea(view, ":battle_a", plan) != task.idea(view, ":battle_a", swapped)
    low, high = with_bid(plan, 1), with_bid(plan, 4)
    assert Bid().idea(view, "Yamato:bid 2", low) is False
    assert Bid().idea(view, "Yamato:bid 2", high) is True
    assert Bid().idea(view, "Yamato:bid 1", with_bid(plan, "Omi")) is False


@pytest.mark.parametrize(
    "aim", ["", ":", ":bid 1", ":rice red", ":castle nowhere", ":battle Atlantis", ":castle red x", "x:deploy1"]
)
def test_what_decides_has_to_exist(aim: str) -> None:
    puzzle = opened()
    with pytest.raises((LookupError, ValueError)):
        Winter().text(puzzle.start.view, aim, 30)


@pytest.mark.parametrize("task", [Keep(), Last()])
@pytest.mark.parametrize("aim", ["many:rice", "five:rice", "?:"])
def test_a_goal_that_isn_t_a_number_is_refused(task: DecidingTask, aim: str) -> None:
    with pytest.raises((LookupError, ValueError)):
        task.text(opened().start.view, aim, 30)


@pytest.mark.slow
def test_the_search_for_a_puzzle_s_own_aim_finds_other_ideas() -> None:
    puzzle = opened()
    task = TASKS[puzzle.puzzle.theme]
    assert isinstance(task, DecidingTask)
    (usual,) = puzzle.usual
    found = decided(puzzle.start, task, usual, "x")
    assert found is not None and found.aim == puzzle.puzzle.aim
    ideas = [task.idea(puzzle.start.view, found.aim, answer[0]) for answer in found.answers]
    assert len(set(ideas)) == len(ideas) > 1
    assert found == decided(puzzle.start, task, usual, "x")


def test_only_legal_plans_are_tried_each_once() -> None:
    puzzle = opened()
    plan = best_of(puzzle)
    wrong = replace(plan, bid=plan.fields[0])
    assert list(legal(puzzle.start.question, [plan, wrong, plan])) == [plan]
