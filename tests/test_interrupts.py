"""Ctrl-C is neither lost nor heard in the middle of what must not be done by half."""

import gc
import signal
import sys
import time
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType

import pymunk
import pytest

from shogun.base import interrupts
from shogun.base.interrupt_exit import INTERRUPTED, leave, leave_when_interrupted
from shogun.base.interrupts import heeded, held_back
from shogun.base.worker_pool import Workers
from shogun.cli.errors import guarded
from shogun.lab.measuring.chains import Leg, advance_chain, tasks
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.tower import load_tower
from shogun.tower.physics.drop_simulation import TowerSimulation
from shogun.tower.physics.throw import drop

pytestmark = pytest.mark.usefixtures("ctrl_c_is_heard")


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_the_first_ctrl_c_waits_for_the_end_of_the_block_and_the_second_does_not() -> None:
    deeds = []
    with pytest.raises(KeyboardInterrupt), heeded(), held_back:
        with held_back:
            press()
        deeds.append("done to its end")
    assert deeds
    with pytest.raises(KeyboardInterrupt), heeded(), held_back:
        press()
        press()
        deeds.append("not any more")
    assert len(deeds) == 1
    with pytest.raises(KeyboardInterrupt), heeded():
        press()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with held_back:
        pass  # nothing is left over


def test_a_ctrl_c_while_the_physics_frees_its_things_ends_a_drop(capfd: pytest.CaptureFixture[str]) -> None:
    pressed: list[bool] = []

    def look(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "spacefree" and not pressed:
            pressed.append(True)
            press()

    def command() -> int:
        sys.setprofile(look)
        for seed in range(10):
            drop(load_tower("classic"), (), {"red": 9}, seed)
            gc.collect()
            time.sleep(0.02)
        raise AssertionError("it goes on")

    try:
        assert guarded(command) == INTERRUPTED
    finally:
        sys.setprofile(None)
    assert pressed and capfd.readouterr().err == "shogun: interrupted\n"


def test_a_ctrl_c_in_a_callback_of_the_physics_ends_a_drop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    note = TowerSimulation._watch_near_exit
    pressed: list[bool] = []

    def press_and_note(self: TowerSimulation, arbiter: pymunk.Arbiter, space: pymunk.Space, data: object) -> None:
        if not pressed:
            pressed.append(True)
            press()
        note(self, arbiter, space, data)

    monkeypatch.setattr(TowerSimulation, "_watch_near_exit", press_and_note)

    def command() -> int:
        for seed in range(1000):
            drop(load_tower("classic"), (), {"red": 9}, seed)
        raise AssertionError("it goes on")

    assert guarded(command) == INTERRUPTED
    assert pressed and capsys.readouterr().err == "shogun: interrupted\n"


def test_a_chain_that_is_interrupted_has_counted_whole_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    from shogun.lab.measuring import chains
    from shogun.lab.measuring.measurement import experiment

    first = tasks(experiment(load_tower("classic"), 1, find_throws("4-4")), 16 * 40)[0]
    progress = advance_chain(Leg(first, 3))
    fight, fought = chains._fight, []

    def press_and_fight(*arguments: object) -> None:
        fought.append(True)
        if len(fought) == 4:
            press()
        fight(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(chains, "_fight", press_and_fight)
    with pytest.raises(KeyboardInterrupt), heeded():
        advance_chain(Leg(first, 40, progress))
    assert (progress.battle, progress.tally.battles) == (7, 7)
    assert sum(progress.tally.stock) == 7


def test_what_is_being_loaded_is_loaded_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pressing.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\nis_whole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(KeyboardInterrupt), heeded():
        assert import_module("pressing").is_whole
        time.sleep(10)


def test_a_ctrl_c_while_python_frees_a_thing_is_not_lost_and_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    class Pressing:
        def __del__(self) -> None:
            press()

    hook = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), heeded():
        thing = Pressing()
        del thing
        time.sleep(10)
    assert sys.unraisablehook is hook
    assert capsys.readouterr().err == ""


def test_a_ctrl_c_that_comes_again_too_early_comes_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy computer it may come while Python still frees the thing."""

    class Pressing:
        def __del__(self) -> None:
            press()

    def come_at_once() -> None:
        monkeypatch.setattr(interrupts, "_come_again", come_again)
        press()

    come_again = interrupts._come_again
    monkeypatch.setattr(interrupts, "_come_again", come_at_once)
    with pytest.raises(KeyboardInterrupt), heeded():
        thing = Pressing()
        del thing
        time.sleep(10)


def test_other_errors_there_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        def __del__(self) -> None:
            raise ZeroDivisionError

    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: told.append(error.exc_type))
    with heeded():
        thing = Failing()
        del thing
    assert told == [ZeroDivisionError]


def test_before_and_after_its_work_the_program_leaves_in_silence() -> None:
    leave_when_interrupted()
    assert signal.getsignal(signal.SIGINT) is leave
    with pytest.raises(KeyboardInterrupt), heeded():
        press()
    assert signal.getsignal(signal.SIGINT) is leave


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_when_interrupted()
    with heeded():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are blocked as POSIX does")
def test_a_worker_that_starts_hears_no_ctrl_c_and_this_process_hears_it_as_before() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with Workers(1) as workers:
        assert signal.SIGINT in workers.submit(partial(signal.pthread_sigmask, signal.SIG_BLOCK, [])).result()
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
