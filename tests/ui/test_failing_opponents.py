"""An opponent that dies, overruns or cheats is replaced, the log says so, and the game goes on."""

import os
import time
from concurrent.futures import Future
from functools import partial

import pytest

from shogun.rules.moves import Stay
from shogun.rules.state import Setup
from shogun.ui import director
from shogun.ui.director import Opinion
from shogun.work import Workers

from .clicking import AtOnce, game, session, settle, window


class Sabotage(AtOnce):
    """Workers in whose hands the opponents of one seat fail."""

    def __init__(self, failing: int, fail):
        self.failing = failing
        self.fail = fail
        self.restarts = 0

    def submit(self, task):
        if isinstance(task, Opinion) and task.question.seat == self.failing and task.player != director.SUBSTITUTE:
            return self.fail()
        return super().submit(task)

    def restart(self):
        self.restarts += 1


def raising() -> Future:
    future = Future()
    future.set_exception(MemoryError("no memory left"))
    return future


def cheating() -> Future:
    future = Future()
    future.set_result(Stay())
    return future


@pytest.mark.parametrize(("fail", "why"), [(raising, "no memory left"), (cheating, "plan"), (Future, "no answer")])
def test_a_substitute_takes_over_and_the_log_says_so(fail, why, monkeypatch):
    monkeypatch.setattr(director, "PATIENCE", 0.0)
    with window() as app:
        app.workers = Sabotage(1, fail)
        scene = game(app, session("greedy,random,greedy", setup=Setup(3), seed=1))
        settle(app, most=20000)
        assert scene.model.result is not None, "the game went on to its end"
        told = [line.text for line in scene.model.log if "from now on" in line.text]
        assert len(told) == 1, "it is told once: the substitute stays"
        assert scene.model.names[1] in told[0]
        assert why in told[0]
        assert app.workers.restarts == (fail is Future)


def test_workers_that_are_restarted_drop_what_was_cancelled_and_do_the_rest_again():
    with Workers(1) as workers:
        stuck = workers.submit(partial(time.sleep, 1000))
        while not workers._executor._processes:
            time.sleep(0.01)
        later = workers.submit(os.getpid)
        time.sleep(0.5)
        stuck.cancel()
        workers.restart()
        assert later.result(timeout=30) != os.getpid()
        assert stuck.cancelled()
