"""Opponents think on while a person plans: only a better plan replaces one, nobody waits, and it comes to an end."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shogun.games import GAMES, game_of
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.players import session_driver
from shogun.players.session_driver import OpponentTask, SecondThoughts, SessionDriver
from shogun.table.journal import UndoLine, read_journal
from shogun.table.replay import Replay
from shogun.table.session import Session
from shogun.window.play.start import log_of
from tests.window.clicking import T, session


class Slow:
    """Workers that plan by lot at once, and hold what is asked again back."""

    def __init__(self) -> None:
        self.again: list[tuple[OpponentTask, Future[Any]]] = []

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        future: Future[Any] = Future()
        if isinstance(task, OpponentTask) and task.found is not None:
            self.again.append((task, future))
        else:
            future.set_result(task.question.sample(task.rng) if isinstance(task, OpponentTask) else task())
        return future

    def restart(self) -> None:
        raise AssertionError("nobody stands still")


def other_plan(opinion: OpponentTask) -> Plan:
    """Return a legal plan that isn't the one found before."""
    question = opinion.question
    assert isinstance(question, PlanQuestion)
    return next(plan for seed in range(9) if (plan := question.sample(Random(seed))) != opinion.found)


def planned(session: Session) -> list[Plan | None]:
    return list(session.state.plans)


class Played:
    """A game that goes on as a window has it go on."""

    def __init__(self, path: Path) -> None:
        self.workers = Slow()
        self.session = session("person,master,master,planner", setup=Setup(4), seed=4, path=path)
        self.driver = SessionDriver(GAMES["shogun"], self.session, self.workers)
        self.thoughts = SecondThoughts(GAMES["shogun"], self.session, self.workers)

    def go_on(self) -> None:
        self.driver.advance()
        self.thoughts.update(self.driver.is_idle)


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Played]:
    """Yield a game in which a person is asked for a plan, and two masters and a planner have laid theirs."""
    played = Played(tmp_path / "game.journal")
    while not played.workers.again:
        played.driver.turns.clear()
        played.go_on()
    assert sum(plan is not None for plan in planned(played.session)) == 3
    yield played
    played.driver.close()


def test_a_better_plan_takes_the_place_of_the_first_one(playing: Played, tmp_path: Path) -> None:
    driver, workers = playing.driver, playing.workers
    first = planned(driver.session)
    [(opinion, future)] = workers.again
    better = other_plan(opinion)
    future.set_result(better)
    told = [line.text for line in log_of(GAMES["shogun"], driver.session)]
    playing.go_on()
    assert [line.text for line in log_of(GAMES["shogun"], driver.session)] == told
    seat = opinion.question.seat
    assert (opinion.player, opinion.found, planned(driver.session)[seat]) == ("master", first[seat], better)
    assert [plan for other, plan in enumerate(planned(driver.session)) if other != seat] == [
        plan for other, plan in enumerate(first) if other != seat
    ]
    assert not driver.turns, "nothing of it is shown"
    contents = read_journal(game_of, tmp_path / "game.journal")
    assert sum(isinstance(line, UndoLine) for line in contents.lines) == 1
    assert Replay(contents).run().state.plans == driver.session.state.plans


def test_each_master_thinks_on_a_few_times_one_after_the_other_and_then_no_more(playing: Played) -> None:
    driver, workers = playing.driver, playing.workers
    lines = driver.session.writer.next_number
    for _step in range(20):
        playing.go_on()
        assert sum(not future.done() for _opinion, future in workers.again) <= 1, "the other worker is free"
        for opinion, future in workers.again:
            if not future.done():
                future.set_result(opinion.found)
    assert sorted(opinion.question.seat for opinion, _future in workers.again) == sorted([1, 2] * session_driver.MOST)
    assert len({opinion.rng.random() for opinion, _future in workers.again}) == len(workers.again)
    assert driver.session.writer.next_number == lines, "what is no better isn't written"


def test_it_is_asked_with_the_view_that_it_had(playing: Played) -> None:
    [(opinion, _future)] = playing.workers.again
    assert opinion.view.seat == opinion.question.seat
    assert opinion.view.plan is None and not any(opinion.view.boards)


@pytest.mark.parametrize("came", ["late", "a failure", "a broken rule"])
def test_what_comes_late_or_is_no_plan_changes_nothing(playing: Played, came: str, tmp_path: Path) -> None:
    driver, workers = playing.driver, playing.workers
    [(opinion, future)] = workers.again
    question = next(question for question in driver.session.questions if question.seat == 0)
    if came == "late":
        future.set_result(other_plan(opinion))
        driver.answer(0, question.sample(Random(1)))
    elif came == "a failure":
        future.set_exception(KeyError("Kozuke"))
    else:
        future.set_result(Plan((None,) * 10, "Nowhere"))
    before, players = planned(driver.session), list(driver.session.players)
    playing.go_on()
    contents = read_journal(game_of, tmp_path / "game.journal")
    assert not any(isinstance(line, UndoLine) for line in contents.lines)
    assert list(driver.session.players) == players and not driver.failures
    if came != "late":
        assert planned(driver.session) == before
