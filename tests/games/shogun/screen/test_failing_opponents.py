"""An opponent that dies, overruns or cheats is replaced, the log says so, and the game goes on."""

import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from shogun.base.worker_pool import WorkerDied, Workers
from shogun.games import GAMES, game_of
from shogun.games.shogun.opponents import SUBSTITUTE
from shogun.games.shogun.rules.questions import Move, Stay
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players import session_driver
from shogun.players.session_driver import OpponentTask
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.window.play.routes import ToSavedGame
from tests.window.clicking import AtOnce, T, game, session, settle, top, window


class Sabotage(AtOnce):
    """Workers in whose hands the opponents of one seat fail."""

    def __init__(self, failing: int, fail: Callable[[], "Future[Any]"]) -> None:
        super().__init__()
        self.failing = failing
        self.fail = fail
        self.restarts = 0

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        if isinstance(task, OpponentTask) and task.question.seat == self.failing and task.player != SUBSTITUTE:
            return self.fail()
        return super().submit(task)

    def restart(self) -> None:
        self.restarts += 1


def raising() -> "Future[Move]":
    future: Future[Move] = Future()
    future.set_exception(KeyError("Kozuke"))
    return future


def dying() -> "Future[Move]":
    future: Future[Move] = Future()
    future.set_exception(WorkerDied())
    return future


def cheating() -> "Future[Move]":
    future: Future[Move] = Future()
    future.set_result(Stay())
    return future


@pytest.mark.parametrize(
    ("fail", "why"),
    [
        (raising, "an error: KeyError"),
        (dying, "died"),
        (cheating, "it broke rule 4.3"),
        (Future, "no answer within 0 s"),
    ],
)
def test_a_substitute_takes_over_and_the_log_says_so(
    fail: Callable[[], "Future[Any]"], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_driver, "PATIENCE", 0.0)
    with window() as app:
        app.workers = workers = Sabotage(1, fail)
        scene = game(app, session("greedy,random,greedy", setup=Setup(3), seed=1))
        settle(app, most=20000)
        assert scene.model.result is not None, "the game went on to its end"
        told = [line.text for line in scene.model.log if "takes over" in line.text]
        assert len(told) == 1, "it is told once: the substitute stays"
        assert scene.model.names[1] in told[0]
        assert why in told[0]
        assert "Kozuke" not in told[0], "what an error says may tell a plan"
        assert workers.restarts == (fail is Future)


def test_only_the_one_that_overruns_is_replaced() -> None:
    """Who waited behind it in the only worker begins again, with all its time."""
    submitted: list[OpponentTask] = []

    class Queue(AtOnce):
        def submit(self, task: Callable[[], T]) -> "Future[T]":
            if not isinstance(task, OpponentTask):
                return super().submit(task)
            submitted.append(task)
            return Future()

    played = session("random,random,random", setup=Setup(3), seed=1)
    course = session_driver.SessionDriver(GAMES["shogun"], played, Queue())
    course.advance()
    while not submitted:
        course.turns.clear()
        course.advance()
    assert len(submitted) == 3
    before = dict(course._choices)
    assert [round(before[seat].patience / session_driver.PATIENCE) for seat in (0, 1, 2)] == [1, 2, 3]
    course._choices = {seat: replace(thought, ends=0.0) for seat, thought in before.items()}
    course.turns.clear()
    course.advance()
    assert [failure.seat for failure in course.failures] == [0]
    assert played.players == [SUBSTITUTE, "random", "random"]
    assert course.thinking() == [1, 2]


def test_a_game_that_is_gone_on_with_keeps_the_substitute(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with window() as app:
        app.workers = Sabotage(1, raising)
        scene = game(app, session("person,random,greedy", setup=Setup(3), seed=1, path=path))
        settle(app)
        assert scene.model.question is not None, "the person is asked"
        app.scene.closing()
        assert Replay(read_journal(game_of, path)).run().players == ["person", SUBSTITUTE, "greedy"]
        app.workers = AtOnce()
        app.go(ToSavedGame(path))
        scene = top(app, GameScene)
        assert scene.driver.session.players[1] == SUBSTITUTE
        assert [line.seat for line in scene.model.log if "takes over" in line.text] == [1]


def test_workers_that_are_restarted_drop_what_was_cancelled_and_do_the_rest_again() -> None:
    with Workers(1) as workers:
        workers.submit(os.getpid).result(timeout=30)
        stuck = workers.submit(partial(time.sleep, 1000))
        later = workers.submit(os.getpid)
        time.sleep(0.5)
        stuck.cancel()
        workers.restart()
        assert later.result(timeout=30) != os.getpid()
        assert stuck.cancelled()
