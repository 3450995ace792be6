"""A cluster that has gone, and a measurement that is interrupted: what is said to be kept is on the disk."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from shogun.cli import main
from shogun.lab.errors import ClusterGone
from shogun.lab.measuring.chains import Protocol, Task
from shogun.lab.running.batch_evaluation import LEG, RunConfig, Work, measure_many
from shogun.lab.running.results_file import open_results
from shogun.tower import Geometry
from tests.lab.searching.test_sweep import TINY

T = TypeVar("T")
R = TypeVar("R")
GONE = "the connection to the cluster at tcp://x:1 was lost."
KEPT = f"{GONE} What has been measured so far is kept; run the same command to resume."


class Leaving:
    """A cluster that goes after so many results."""

    def __init__(self, after: int) -> None:
        self._left = after

    def as_done(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield results until it goes."""
        for item in items:
            if not self._left:
                raise ClusterGone(GONE)
            self._left -= 1
            yield function(item)


def leaving(after: int, monkeypatch: pytest.MonkeyPatch) -> RunConfig:
    """A run config whose cluster goes after so many results."""

    @contextmanager
    def cluster(_address: str, *, mixed: bool) -> Iterator[Leaving]:
        assert not mixed
        yield Leaving(after)

    monkeypatch.setattr("shogun.lab.running.cluster.cluster", cluster)
    return RunConfig(scheduler="tcp://x:1", resumable=True)


@pytest.mark.parametrize(("after", "is_file", "told"), [(1, True, KEPT), (0, True, GONE), (1, False, GONE)])
def test_many_towers_are_said_to_be_kept_where_a_file_has_a_chain(
    classic: Geometry, tmp_path: Path, after: int, is_file: bool, told: str
) -> None:
    path = tmp_path / "results.sqlite" if is_file else None
    with open_results(path, {"kind": "test"}) as results, pytest.raises(ClusterGone) as gone:
        measure_many({0: classic}, TINY, Work(results, Leaving(after)))
    assert str(gone.value) == told
    if told == KEPT:
        with open_results(path, {"kind": "test"}) as results:
            assert list(results.found(TINY.key(classic))) == [0]


@pytest.mark.parametrize(("after", "cache"), [(1, "."), (0, "."), (1, "file/cache")])
def test_an_experiment_is_said_to_be_kept_where_a_folder_has_a_chain(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, cache: str
) -> None:
    place, told = tmp_path / cache, KEPT if (after, cache) == (1, ".") else GONE
    (tmp_path / "file").touch()
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: place)
    few = msgspec.structs.replace(task, protocol=Protocol(chains=2, start=12, discarded=1, start_throws=1))
    run_config = leaving(after, monkeypatch)
    with pytest.raises(ClusterGone) as gone:
        run_config.carry_out(few, 2)
    assert str(gone.value) == told
    assert len(list(tmp_path.rglob("chain-*.msgpack"))) == (told == KEPT)


@pytest.mark.slow
@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("is_kept", [True, False])
def test_an_interrupted_measurement_is_said_to_go_on_where_a_folder_has_a_chain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_kept: bool
) -> None:
    place = tmp_path if is_kept else tmp_path / "file" / "cache"
    (tmp_path / "file").touch()
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: place)

    def press(_progress: object, done: int, _all: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("shogun.cli.progress.Progress.__call__", press)
    assert main(["tower", "measure", "classic", "--battles", str(LEG), "--jobs", "1", "--json"]) == 130
    told = capsys.readouterr().err
    assert "interrupted after" in told
    assert ("run the same command to resume" in told) == is_kept
