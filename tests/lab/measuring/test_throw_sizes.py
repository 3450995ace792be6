"""Single sizes: what is measured in both ways, figures from hand-made counts, and Ctrl-C keeps what there is."""

import signal
from pathlib import Path

import msgspec
import numpy as np
import pytest

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.cli.tower_commands import experiments as commands
from shogun.cli.tower_commands.derivation import ExecutorOptions
from shogun.lab.measuring.chains import SIZES, Task
from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.measurement import Measurement, measured, measured_or_interrupted
from shogun.lab.measuring.tally import Clogs, Flow, OneSize, Tally
from shogun.lab.measuring.throw_sizes import BySize, by_size, counts_alone, single_size_experiments, warm_up
from shogun.lab.reporting import plots
from shogun.lab.reporting.tables import print_measurement, to_json
from shogun.lab.running.batch_evaluation import Interrupted, RunConfig
from shogun.tower import Geometry

FEW = (1, 8)


@pytest.fixture
def few_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("measuring.chains", "measuring.throw_sizes"):
        monkeypatch.setattr(f"shogun.lab.{module}.SIZES", FEW)


def interrupting(after: int, folder: Path) -> RunConfig:
    """A run config during which Ctrl-C is pressed after so many rounds."""

    def press(done: int, _all: int) -> None:
        if done == after:
            signal.raise_signal(signal.SIGINT)

    return RunConfig(resumable=True, folder=folder, tell=press)


def counted(size: int, out: int, seed: int, clogged: int = 0) -> list[OneSize]:
    """Ten chains with 100 throws of a size, of which `out` percent of the cubes come out."""
    rng = np.random.default_rng(seed)
    flows = [
        Flow(100, 100 * size, int(rng.binomial(100 * size, out / 100)), 1000, int(rng.binomial(1000, 0.2)), 1200)
        for _chain in range(10)
    ]
    return [OneSize(flow, Clogs(100, clogged, clogged, 2 * clogged)) for flow in flows]


def test_every_size_has_chains_and_a_warm_up_of_its_own(task: Task) -> None:
    experiments = single_size_experiments(task, 1000, 3)
    assert [one.task.throws.sizes for one in experiments] == [(size,) for size in SIZES]
    assert len({one.task.seed for one in experiments}) == len(SIZES)
    assert [one.battles for one in experiments] == [1000, 500, 334, 250, 167, 125, 84, 63, 50, 50, 50, 50, 50]
    discarded = [warm_up(size, 100) for size in SIZES]
    assert discarded == sorted(discarded, reverse=True) and (discarded[0], discarded[-1]) == (150, 8)
    assert all(one.task.protocol.start_throws == 0 and not one.task.probe_every for one in experiments)


def is_near(found: Interval, value: float) -> bool:
    """Whether a figure is within some 4.4 standard errors of what it was made of."""
    return abs(found.mean - value) < 1.1 * (found.high - found.low)


@pytest.mark.chance
def test_figures_of_hand_made_counts() -> None:
    found = by_size({1: counted(1, 70, 1), 8: counted(8, 55, 2, clogged=1)}, {8: counted(8, 66, 3)})
    assert [one.size for one in found.onto_stock] == [1, 8] and [one.size for one in found.alone] == [8]
    eight, other = found.onto_stock[1], found.alone[0]
    assert (eight.throws, eight.left) == (1000, 12.0)
    assert is_near(eight.p_out_thrown, 0.55) and is_near(eight.p_out_resting, 0.2) and is_near(other.p_out_thrown, 0.66)
    assert eight.p_out_thrown.high < 0.66
    assert eight.clogs == Clogs(1000, 10, 10, 20)
    assert eight.p_clog.low < eight.p_clog.mean == 0.01 < eight.p_clog.high < 0.03
    assert other.p_clog.low == 0 < other.p_clog.high < 0.03


def test_sizes_that_were_not_reached_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.lab.measuring.throw_sizes.SIZES", FEW)
    begun = Tally(battles=2, thrown=2, thrown_out=1)
    assert list(counts_alone([[begun, Tally()], []])) == [1]
    assert len(counts_alone([[begun, Tally()], []])[1]) == 1


def test_sizes_leave_the_other_figures_alone(task: Task, few_sizes: None, capsys: pytest.CaptureFixture[str]) -> None:
    plain, sized = measured(task, 6, RunConfig()), measured_or_interrupted(task, 6, RunConfig(), has_sizes=True)
    assert not plain.by_size.onto_stock and not sized.interrupted
    for name in ("p_out_thrown", "p_out_resting", "stock", "start_kept"):
        assert getattr(plain, name) == getattr(sized, name)
    for figures in (sized.by_size.onto_stock, sized.by_size.alone):
        assert [one.size for one in figures] == list(FEW)
    assert sized.incidents.clogs.throws == 6 + 3 * 5
    assert sized.incidents.drops > plain.incidents.drops
    print_measurement(sized, [])
    printed = capsys.readouterr().out
    assert "Onto the usual stock" in printed and "Chains of one size" in printed
    assert msgspec.json.decode(to_json(sized))["by_size"]["alone"][1]["size"] == 8


@pytest.mark.slow
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_an_interrupted_measurement_keeps_what_there_is_and_goes_on(
    task: Task, few_sizes: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.running.batch_evaluation.LEG", 1)
    whole = measured_or_interrupted(task, 9, RunConfig(), has_sizes=True)
    part = measured_or_interrupted(task, 9, interrupting(2, tmp_path), has_sizes=True)
    assert part.interrupted and 6 <= part.battles < 9
    assert part.by_size.onto_stock and not part.by_size.alone
    assert not np.isnan(part.stock.mean)
    again = measured_or_interrupted(task, 9, RunConfig(resumable=True, folder=tmp_path), has_sizes=True)
    assert to_json(again) == to_json(whole)


def test_a_picture_has_a_panel_by_size(
    task: Task, classic: Geometry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    counts = {1: counted(1, 70, 1), 8: counted(8, 66, 2)}
    sized = msgspec.structs.replace(measured(task, 3, RunConfig()), by_size=by_size(counts, counts))
    drawn: list[str] = []
    monkeypatch.setattr(plots, "save", lambda figure, _path: drawn.extend(axes.get_xlabel() for axes in figure.axes))
    plots.plot_measurement(sized, classic, tmp_path / "sizes.svg")
    assert "cubes thrown" in drawn
    plots.plot_measurement(msgspec.structs.replace(sized, by_size=BySize()), classic, tmp_path / "sizes.svg")
    assert drawn.count("cubes thrown") == 1


def test_nothing_counted_is_nothing_kept(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_arguments: object) -> list[list[Tally]]:
        raise Interrupted([[], []])

    monkeypatch.setattr(RunConfig, "carry_out_all", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        measured_or_interrupted(task, 10, RunConfig(), has_sizes=True)
    assert not isinstance(caught.value, Interrupted)


def test_the_command_says_that_it_was_interrupted(
    task: Task, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half = msgspec.structs.replace(measured(task, 3, RunConfig()), interrupted=True)
    forgotten: list[object] = []

    def stopped(*_arguments: object, has_sizes: bool, **_asked: object) -> Measurement:
        assert has_sizes
        return half

    monkeypatch.setattr("shogun.lab.measuring.measurement.measured_or_interrupted", stopped)
    monkeypatch.setattr(RunConfig, "forget_all", lambda *one: forgotten.append(one))
    monkeypatch.setattr(RunConfig, "has_kept", lambda *_one: True)
    assert commands.measure("classic", battles=20, executors=ExecutorOptions(jobs=1)) == INTERRUPTED
    caught = capsys.readouterr()
    assert "chance that a thrown cube comes out" in caught.out
    assert caught.err.endswith("shogun: interrupted after 3 battles; run the same command to resume\n")
    assert not forgotten
