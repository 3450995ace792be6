"""The shipped puzzles: each is what a puzzle has to be; that it is proved again is a study."""

import re
from collections import Counter
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.games import GAMES, entry_of
from shogun.games.shogun.analysis.puzzles import TASKS
from shogun.players.puzzles.collection import puzzles_of_days, shipped_puzzles
from shogun.players.puzzles.proving import GUESSED, LEAD, PLAIN_STARS, SURE, proof
from shogun.players.puzzles.puzzle import Listed, PuzzleError, encoded, read_puzzle
from shogun.players.puzzles.solvers import RULES
from shogun.players.puzzles.verdict import TIE, PuzzleVerdict, answer_lines, open_puzzle, verdict, verdict_lines
from shogun.players.review.decision_verdicts import Difference
from tests.players.puzzles.test_proving import fallen

SHIPPED, OF_DAYS = shipped_puzzles(GAMES), puzzles_of_days(GAMES)


def name(one: Listed) -> str:
    return f"{one.game}-{one.path.stem}"


def test_all_are_others_and_the_easiest_come_first() -> None:
    assert len({one.id for one in OF_DAYS}) == len(OF_DAYS) >= len(SHIPPED)
    assert {one.game for one in SHIPPED} == set(GAMES)
    for game in GAMES:
        for theme in {one.theme for one in SHIPPED if one.game == game}:
            some = [one for one in SHIPPED if (one.game, one.theme) == (game, theme)]
            assert [one.path.stem for one in some] == [f"{theme}-{number:02}" for number in range(1, len(some) + 1)]


def test_each_says_that_its_best_answer_is_clearly_the_best() -> None:
    for one in OF_DAYS:
        puzzle = read_puzzle(one.path)
        assert puzzle.lead >= LEAD and puzzle.lead > SURE * puzzle.error
        assert puzzle.stars(puzzle.usual_value) <= PLAIN_STARS
        assert puzzle.bounds[2] <= puzzle.value
        assert "planner" in puzzle.tried
        assert all(stars <= PLAIN_STARS for solver, stars in puzzle.tried.items() if solver in RULES)
        assert puzzle.likely <= GUESSED


@pytest.mark.slow
@pytest.mark.parametrize("one", SHIPPED, ids=name)
def test_each_opens_and_says_its_task_and_its_answer(one: Listed) -> None:
    opened = open_puzzle(entry_of, one.path)
    assert all(opened.task())
    assert opened.start.seat == opened.puzzle.seat
    told = opened.judge.told(opened.start, one.theme, opened.best)
    assert told and told != opened.judge.told(opened.start, one.theme, opened.usual)


def test_titles_say_what_each_puzzle_is_about() -> None:
    assert open_puzzle(entry_of, fallen("majority").path).title() == "Most castles in Akane"
    for one in SHIPPED:
        title = open_puzzle(entry_of, one.path).title()
        assert title and "{" not in title
        assert one.theme not in {"attack", "take", "hold"} or one.aim.partition(":")[0] in title


def test_no_two_puzzles_of_a_game_have_the_same_title() -> None:
    titles = Counter((one.game, open_puzzle(entry_of, one.path).title()) for one in SHIPPED)
    assert max(titles.values()) == 1, titles.most_common(3)


@pytest.mark.parametrize("one", SHIPPED, ids=name)
def test_the_task_says_what_three_stars_need(one: Listed) -> None:
    opened = open_puzzle(entry_of, one.path)
    *_task, last = opened.task()
    if opened.theme.unit == "goal":
        assert last == "Reaching the goal earns three stars."
        assert verdict(opened, opened.best).stars == 3
        return
    needed = ceil(opened.puzzle.bounds[2] - (TIE if opened.theme.unit == "lead" else 0))
    assert re.findall(r"\d+", last)[1:] == [str(needed)]


@pytest.mark.parametrize("one", SHIPPED, ids=name)
def test_a_task_is_one_sentence(one: Listed) -> None:
    task, *_given = open_puzzle(entry_of, one.path).task()
    assert task.endswith(".")
    assert ". " not in task


@pytest.mark.parametrize("one", SHIPPED, ids=name)
def test_a_hint_says_something_and_never_the_whole_answer(one: Listed) -> None:
    opened = open_puzzle(entry_of, one.path)
    hint = opened.hint()
    assert hint.endswith(".")
    assert opened.judge.told(opened.start, one.theme, opened.best) not in hint


def test_a_hint_of_shogun_never_names_the_idea_of_the_best_plan() -> None:
    for one in SHIPPED:
        if one.game == "shogun":
            opened = open_puzzle(entry_of, one.path)
            idea: Any = TASKS[one.theme].idea(opened.start.view, opened.puzzle.aim, opened.best[0])
            parts = idea if isinstance(idea, frozenset | tuple) else {idea}
            assert not all(str(part) in opened.hint() for part in parts), one.path.name


@pytest.mark.parametrize("one", SHIPPED, ids=name)
def test_a_wrong_answer_gets_a_reason_without_the_best_one(one: Listed) -> None:
    opened = open_puzzle(entry_of, one.path)
    found = PuzzleVerdict(opened.puzzle.usual_value, opened.puzzle.stars(opened.puzzle.usual_value), Difference(9, 1))
    lines = verdict_lines(opened, opened.usual, found)
    assert 1 <= len(lines) <= 2
    best = opened.judge.told(opened.start, one.theme, opened.best)
    assert not any(best in line for line in lines)
    assert best in answer_lines(opened, found)[0]


def test_leads_differ_by_the_points_that_are_shown() -> None:
    found = next(one for one in SHIPPED if open_puzzle(entry_of, one.path).theme.unit == "lead")
    opened = open_puzzle(entry_of, found.path)
    for value, better, told in [(-44.5, 77.0, "76 points"), (-0.5, 1.0, ""), (2.5, 1.0, "1 point")]:
        lines = answer_lines(opened, PuzzleVerdict(value, 0, Difference(better, 0.0)))
        assert [line for line in lines if " better" in line] == ([f"That is {told} better."] if told else [])


@pytest.mark.parametrize("aim", ["red/castles", "nowhere/castle", "", "/"])
def test_a_majority_that_there_is_none_of_is_refused_in_a_sentence(aim: str, tmp_path: Path) -> None:
    found = fallen("majority")
    path = tmp_path / "odd.puzzle"
    path.write_bytes(encoded(replace(read_puzzle(found.path), aim=aim)))
    with pytest.raises(PuzzleError, match=f"no such task is about {aim}"):
        open_puzzle(entry_of, path)


@pytest.mark.study
@pytest.mark.parametrize("one", OF_DAYS, ids=name)
def test_each_is_proved_again_and_judged_alike(one: Listed) -> None:
    opened = open_puzzle(entry_of, one.path)
    found = verdict(opened, opened.usual)
    assert found == verdict(open_puzzle(entry_of, one.path), opened.usual)
    assert verdict_lines(opened, opened.usual, found)
    again = proof(opened)
    assert again.is_given, again
