"""The general figures by the clock: shown while they grow, kept at Ctrl-C, and never more than was asked for."""

import json
import math
import signal

import msgspec
import pytest

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.cli.errors import WrongInput
from shogun.cli.tower_commands import experiments as commands
from shogun.cli.tower_commands.derivation import ExecutorOptions
from shogun.lab.measuring import timed_measurement
from shogun.lab.measuring.chains import Task
from shogun.lab.measuring.measurement import Measurement, measured
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.measuring.timed_measurement import measured_quickly
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.tower import parse_geometry
from tests.lab.measuring.test_measurement import LEVEL

pytestmark = pytest.mark.usefixtures("ctrl_c_is_heard")


@pytest.fixture(autouse=True)
def short_turns(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_measurement, "HASTY", task.protocol)
    monkeypatch.setattr(timed_measurement, "TURN", 1)
    monkeypatch.setattr(timed_measurement, "REDRAW", 0.0)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_clock_ends_it(task: Task, jobs: int) -> None:
    found = measured_quickly(task, jobs, seconds=0.0)
    assert (found.battles, found.chains, found.interrupted) == (1, 1, False)
    assert math.isnan(found.stock_drift.mean) and not found.by_size.onto_stock


def test_figures_grow_and_ctrl_c_keeps_them(task: Task) -> None:
    battles: list[int] = []

    def look(figures: Measurement) -> None:
        battles.append(figures.battles)
        if figures.battles == 7:
            signal.raise_signal(signal.SIGINT)

    found = measured_quickly(task, 1, look, seconds=60)
    assert battles == list(range(1, 8)) and found.interrupted
    assert (found.battles, found.chains) == (7, 3)
    plain = measured(msgspec.structs.replace(task, protocol=task.protocol), 6, RunConfig())
    assert found.stock_counts.sum() == 7 and plain.start_kept == found.start_kept  # the same throws as ever


def test_nothing_is_kept_where_there_is_nothing(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(timed_measurement, "_go_by_turns", pressed)
    with pytest.raises(KeyboardInterrupt):
        measured_quickly(task, 1)


def test_it_ends_early_if_all_chains_are_given_up(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    level = parse_geometry(LEVEL, "level.toml")
    protocol = msgspec.structs.replace(task.protocol, start=12, start_sizes=(10, 12))
    monkeypatch.setattr(timed_measurement, "HASTY", protocol)
    jammed = msgspec.structs.replace(task, geometry=level, throws=find_throws("4-4"))
    found = measured_quickly(jammed, 1, seconds=250)
    assert found.incidents.chains_given_up == 3 and not found.interrupted


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_command_prints_the_end_alone(
    task: Task, interrupted: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = msgspec.structs.replace(measured(task, 3, RunConfig()), interrupted=interrupted)
    seen: list[int] = []

    def measured_at_once(_task: Task, jobs: int, *_show: object, **_asked: object) -> Measurement:
        seen.append(jobs)
        return figures

    monkeypatch.setattr(timed_measurement, "measured_quickly", measured_at_once)
    assert commands.measure("classic", quick=True) == (INTERRUPTED if interrupted else 0)
    printed = capsys.readouterr()
    assert printed.out.count("cubes out less cubes in") == 1
    assert printed.err == ("shogun: interrupted after 3 battles\n" if interrupted else "")
    commands.measure("classic", quick=True, executors=ExecutorOptions(jobs=2), json=True)
    content = json.loads(capsys.readouterr().out)
    assert (content["battles"], content["interrupted"], seen) == (3, interrupted, [1, 2])


def test_what_ends_by_the_clock_has_no_number_of_battles() -> None:
    with pytest.raises(WrongInput, match="it stops after ten seconds"):
        commands.measure("classic", quick=True, battles=200)
