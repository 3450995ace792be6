"""A real dask cluster of two workers, started here: the same bits as on one machine, and what happens when it dies."""

import io
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shogun.base.installation import install_command
from shogun.base.notices import all_notices
from shogun.base.resources import shipped
from shogun.cli import main as run
from shogun.lab import LabError
from shogun.lab.measuring.chains import Protocol, Task
from shogun.lab.measuring.measurement import experiment
from shogun.lab.running import cluster
from shogun.lab.running.batch_evaluation import BatchPlan, RunConfig, Work
from shogun.lab.running.checkpoints import version_stamp
from shogun.lab.running.executors import executor
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.contest import Contest, contest, entrants
from shogun.lab.searching.contest import about as about_contest
from shogun.lab.searching.search_space import parse_parameters
from shogun.lab.searching.sweep import Axis, Sweep, about, sweep
from shogun.lab.searching.targets import parse_targets
from shogun.lab.searching.tune import Aim, Tuned, tune
from shogun.lab.searching.tune import about as about_tune
from shogun.lab.validation.calibration import Help, Match, match, read_counts
from shogun.lab.validation.hopper import Point, verify_physics
from shogun.tower import Design, load_design
from shogun.tower.file.parameters import set_parameters
from shogun.tower.physics import fingerprint
from tests.lab.searching.test_sweep import TILTS, TINY
from tests.systems import needs_signals, not_wine

pytestmark = not_wine

LONGER = BatchPlan(battles=32)
RANKED = 3
"""Towers in a contest."""


@pytest.fixture(scope="module")
def design() -> Design:
    return load_design("classic")


@pytest.fixture
def scheduler() -> Iterator[Any]:
    """A scheduler in this process and two workers in processes of their own."""
    from distributed import LocalCluster

    start: Any = LocalCluster  # without types
    with start(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        yield local


def swept(
    design: Design, address: str, file: Path | None = None, plan: BatchPlan = TINY, axes: Sequence[Axis] = TILTS
) -> Sweep:
    with open_results(file, about(design, axes, plan)) as results, executor(1, address) as some:
        return sweep(design, axes, plan, Work(results, some))


@pytest.mark.slow
def test_a_cluster_gives_the_same_bits(design: Design, scheduler: Any, tmp_path: Path) -> None:
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17,19", "--battles", "16", "--json"]
    assert swept(design, scheduler.scheduler_address) == swept(design, "")
    assert run([*words, "--backend", "dask", "--scheduler", scheduler.scheduler_address]) == 0


def tuned(design: Design, address: str, monkeypatch: pytest.MonkeyPatch) -> Tuned:
    """Search with hardly any battles."""
    few = Protocol(chains=4, start=12, discarded=1, start_throws=1)
    for name in ("SEARCHING", "STANDARD_PROTOCOL"):
        monkeypatch.setattr(f"shogun.lab.searching.tune.{name}", few)
    parameters = parse_parameters("ledges.tilt,ledges.length", design)
    aim = Aim(parse_targets("stock=12"), parameters, most=20, battles=8, check=8)
    with open_results(None, about_tune(design, aim)) as results, executor(1, address) as some:
        return tune(design, aim, Work(results, some))


def matched(design: Design, address: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """Match with hardly any drops."""
    monkeypatch.setattr("shogun.lab.validation.calibration.CHAINS", (2, 3))
    [friction] = parse_parameters("grain.friction=0.5:0.65", design)
    with executor(1, address) as some:
        return match(design, friction, read_counts(shipped("tower_geometry") / "counts.csv"), Help(some))


def ranked(address: str) -> Contest:
    """Rank some of the towers that came with the program."""
    towers, refused = entrants(shipped("tower_geometry"))
    towers = towers[:RANKED]
    with open_results(None, about_contest(towers, TINY)) as results, executor(1, address) as some:
        return contest(towers, refused, parse_targets("stock=12"), TINY, Work(results, some))


@pytest.mark.study
def test_all_that_takes_a_cluster_gives_the_same_bits(
    design: Design, scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = scheduler.scheduler_address
    assert ranked(address) == ranked("")
    assert matched(design, address, monkeypatch) == matched(design, "", monkeypatch)
    assert tuned(design, address, monkeypatch) == tuned(design, "", monkeypatch)
    chunks = [Point("disc", 3.0), Point("disc", 4.0)]
    assert verify_physics(chunks, 4, RunConfig(scheduler=address)) == verify_physics(chunks, 4)


@pytest.mark.slow
def test_measurements_on_a_cluster_are_kept_here(task: Task, scheduler: Any, tmp_path: Path) -> None:
    task = msgspec.structs.replace(task, probe_every=1)
    far = RunConfig(scheduler=scheduler.scheduler_address, resumable=True, folder=tmp_path)
    done = far.carry_out(task, 60)
    assert done == RunConfig().carry_out(task, 60)
    assert len(list(tmp_path.rglob("chain-*.msgpack"))) == 3
    scheduler.close()
    assert RunConfig(resumable=True, folder=tmp_path).carry_out(task, 60) == done


@pytest.mark.slow
def test_measurements_go_on_on_a_cluster_where_they_were_here(task: Task, scheduler: Any, tmp_path: Path) -> None:
    RunConfig(resumable=True, folder=tmp_path).carry_out(task, 60)
    here = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("chain-*.msgpack")}
    far = RunConfig(scheduler=scheduler.scheduler_address, resumable=True, folder=tmp_path)
    assert far.carry_out(task, 60) == RunConfig().carry_out(task, 60)
    assert set(here) == set(tmp_path.rglob("chain-*.msgpack"))


@pytest.mark.slow
def test_measure_verify_and_compare_take_a_cluster(
    scheduler: Any, task: Task, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    short = task.protocol
    monkeypatch.setattr(
        "shogun.lab.measuring.measurement.experiment",
        lambda *asked: msgspec.structs.replace(experiment(*asked), protocol=short),
    )
    words = ["tower", "compare", "classic", "steep", "--battles", "12", "--json"]
    assert run(words) == 0
    here = capsys.readouterr().out
    assert run([*words, "--backend", "dask", "--scheduler", scheduler.scheduler_address]) == 0
    assert capsys.readouterr().out == here


@pytest.mark.parametrize("command", ["measure", "verify", "compare"])
def test_a_cluster_that_is_not_there_is_one_sentence_of_every_command(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    towers = ["classic", "steep"] if command == "compare" else ["classic"]
    words = ["tower", command, *towers, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    assert run(words) == 2
    assert "no dask scheduler answers there" in capsys.readouterr().err
    assert run([*words, "--jobs", "2"]) == 2
    assert "use --jobs or --backend dask, not both" in capsys.readouterr().err


def test_ten_seconds_are_measured_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tower", "measure", "classic", "--quick", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    assert run(words) == 2
    assert "--quick can't be combined with --backend dask" in capsys.readouterr().err


@needs_signals
@pytest.mark.slow
def test_a_worker_that_dies_is_done_without(design: Design, scheduler: Any, tmp_path: Path) -> None:
    worker = next(iter(scheduler.workers.values()))
    threading.Timer(1.5, os.kill, (worker.pid, signal.SIGKILL)).start()
    assert swept(design, scheduler.scheduler_address, plan=LONGER) == swept(design, "", plan=LONGER)


@pytest.mark.slow
def test_one_worker_that_does_one_thing_at_a_time_is_a_cluster_too(scheduler: Any) -> None:
    scheduler.scale(1)
    while len(scheduler.scheduler.workers) > 1:
        time.sleep(0.05)
    with executor(1, scheduler.scheduler_address) as some:
        assert set(some.as_done(_where, range(4))) == set(scheduler.scheduler.workers)


@pytest.mark.slow
def test_a_cluster_that_dies_in_mid_run_is_told_and_nothing_is_lost(
    design: Design, scheduler: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    file = tmp_path / "s.sqlite"
    closing: list[threading.Thread] = []

    def tell(done: int, total: int) -> None:
        if done >= 4 and not closing:
            closing.append(threading.Thread(target=scheduler.close))
            closing[0].start()

    def run_until_it_dies() -> None:
        with (
            open_results(file, about(design, TILTS, LONGER)) as results,
            executor(1, scheduler.scheduler_address) as some,
        ):
            sweep(design, TILTS, LONGER, Work(results, some, tell))

    logger, said = logging.getLogger("distributed.client"), io.StringIO()
    logger.addHandler(handler := logging.StreamHandler(said))
    with pytest.raises(LabError, match=r"to the cluster at .* was lost\. What has been measured so far is kept"):
        run_until_it_dies()
    logger.removeHandler(handler)
    assert said.getvalue() == "", "dask's tracebacks don't hide the sentence"
    with open_results(file, about(design, TILTS, LONGER)) as results:
        towers = [set_parameters(design, {"ledges.tilt": tilt}) for tilt in TILTS[0].values]
        kept = sum(len(results.found(LONGER.key(tower))) for tower in towers)
    assert 4 <= kept < 32
    assert swept(design, "", file, LONGER) == swept(design, "", None, LONGER)


def test_nobody_at_the_address_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "tcp://nowhere.invalid:1"):
        words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17", "--backend", "dask", "--scheduler", address]
        assert run(words) == 2
        error = capsys.readouterr().err
        assert f"--scheduler {address}: no dask scheduler answers there" in error


def test_without_the_extra_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17", "--backend", "dask", "--scheduler", "tcp://x:1"]
    assert run(words) == 2
    command = install_command("distributed", extra="cluster")
    assert f"--backend dask needs the library distributed. Install it: {command}\n" in capsys.readouterr().err


def _of_another_version() -> tuple[int]:
    """Return what differs from process to process."""
    return (os.getpid(),)


@pytest.mark.slow
def test_a_cluster_without_workers_and_one_of_another_program_are_refused(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with monkeypatch.context() as other:
        other.setattr(cluster, "version_stamp", _of_another_version)
        with (
            pytest.raises(LabError, match=r"another version of Shogun or pymunk: tcp://.* and tcp://"),
            executor(1, scheduler.scheduler_address),
        ):
            pass
    scheduler.scale(0)
    time.sleep(2)
    with pytest.raises(LabError, match="the cluster has no workers"), executor(1, scheduler.scheduler_address):
        pass


ELSEWHERE = "0123456789abcdef"


def _computes_otherwise() -> None:
    """Make this worker one that computes the physics otherwise; cubes fall alike, so results can be compared."""
    fingerprint.fingerprint = lambda: ELSEWHERE  # type: ignore[assignment]
    version_stamp.cache_clear()


def moved_elsewhere(scheduler: Any, *which: int) -> list[str]:
    """Make some of the workers compute otherwise and return the addresses of all."""
    from distributed import Client

    connect: Any = Client  # without types
    with connect(scheduler.scheduler_address, set_as_default=False) as client:
        addresses = sorted(client.scheduler_info(n_workers=-1)["workers"])
        client.run(_computes_otherwise, workers=[addresses[number] for number in which])
    return addresses


@pytest.mark.slow
def test_a_worker_that_computes_otherwise_is_named_and_left_out(design: Design, scheduler: Any) -> None:
    here, there = moved_elsewhere(scheduler, 1)
    address = scheduler.scheduler_address
    who: set[str] = set()
    with executor(1, address) as some:
        [told] = all_notices()
        who.update(some.as_done(_where, range(8)))
    assert told == (
        f"--scheduler {address}: left out because they compute the physics slightly differently from this machine: "
        f"{there}."
    )
    assert who == {here}
    assert swept(design, address) == swept(design, "")


def _where(_item: int) -> str:
    from distributed import get_worker

    time.sleep(0.05)
    address: str = get_worker().address
    return address


@pytest.mark.slow
def test_workers_that_differ_work_together_if_that_is_wished(scheduler: Any, tmp_path: Path) -> None:
    both = moved_elsewhere(scheduler, 1)
    with executor(1, scheduler.scheduler_address, mixed=True) as some:
        [told] = all_notices()
        assert set(some.as_done(_where, range(8))) == set(both)
    assert told.endswith(f"so their figures agree only statistically: {both[1]}.")


@pytest.mark.slow
def test_a_cluster_that_computes_otherwise_altogether_is_refused(scheduler: Any) -> None:
    moved_elsewhere(scheduler, 0, 1)
    with (
        pytest.raises(LabError, match=r"all workers compute .* with --mixed"),
        executor(1, scheduler.scheduler_address),
    ):
        pass


@pytest.mark.slow
@pytest.mark.parametrize("mixed", [False, True])
def test_a_worker_that_comes_later_and_computes_otherwise_is_noticed(scheduler: Any, mixed: bool) -> None:
    with executor(1, scheduler.scheduler_address, mixed=mixed) as some:
        assert not all_notices()
        both = moved_elsewhere(scheduler, 0, 1)
        if mixed:
            assert set(some.as_done(_where, range(8))) == set(both)
            assert len(all_notices()) == 2
        else:
            with pytest.raises(LabError, match=r"joined later .* Run the same command again to leave it out"):
                list(some.as_done(_where, range(8)))


@pytest.mark.slow
def test_nobody_is_waited_for_when_all_that_compute_alike_have_gone(
    scheduler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    connect: Any = Client  # without types
    here, _there = moved_elsewhere(scheduler, 1)
    with executor(1, scheduler.scheduler_address) as some:
        with connect(scheduler.scheduler_address, set_as_default=False) as client:
            client.retire_workers([here])
        with pytest.raises(LabError, match="was lost"):
            list(some.as_done(_where, range(8)))
