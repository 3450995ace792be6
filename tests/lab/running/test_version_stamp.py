"""Results that were computed otherwise, to the bit, are not gone on with, and every result says how it was computed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from shogun.cli import main
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import Task
from shogun.lab.running.checkpoints import close_folder, open_folder
from shogun.lab.running.results_file import cached_abouts, cached_file, open_results
from shogun.lab.running.run_config import RunConfig
from shogun.lab.running.version_stamp import MIXED, physics, version_stamp

ABOUT = {"kind": "test"}
ELSEWHERE = "0123456789abcdef"


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """What makes this process a machine that computes otherwise, until the test ends."""
    version_stamp.cache_clear()

    def go() -> None:
        monkeypatch.setattr("shogun.tower.physics.fingerprint.fingerprint", lambda: ELSEWHERE)
        version_stamp.cache_clear()

    yield go
    version_stamp.cache_clear()


def test_a_program_that_computes_otherwise_is_another_one_of_the_same_sources(elsewhere: Callable[[], None]) -> None:
    here = version_stamp()
    elsewhere()
    assert version_stamp() != here
    assert version_stamp() == (here.sources, ELSEWHERE)
    assert version_stamp(mixed=True) == (here.sources, MIXED)
    assert physics() == (ELSEWHERE, "")


def test_results_that_were_computed_elsewhere_are_refused_in_a_sentence(
    elsewhere: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, ABOUT):
        pass
    before = path.read_bytes()
    elsewhere()
    sentence = rf"computed otherwise \(.*; here: unlike any known machine: {ELSEWHERE}\).*in distribution only"
    with pytest.raises(LabError, match=sentence), open_results(path, ABOUT):
        raise AssertionError("it was opened")
    assert path.read_bytes() == before


def test_results_of_machines_that_differ_are_gone_on_with_by_such_only(
    elsewhere: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, ABOUT, mixed=True):
        pass
    with (
        pytest.raises(LabError, match=r"computed otherwise \(by machines that differ; here: "),
        open_results(path, ABOUT),
    ):
        raise AssertionError("it was opened")
    elsewhere()
    with open_results(path, ABOUT, mixed=True) as results:
        assert results.is_kept


def test_the_cache_keeps_results_apart_by_how_they_were_computed(
    elsewhere: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.running.results_file.cache_folder", lambda: tmp_path)
    here, mixed = cached_file(ABOUT), cached_file(ABOUT, mixed=True)
    for path in (here, mixed):
        with open_results(path, ABOUT, is_cached=True, mixed=path == mixed):
            pass
    assert len(list(cached_abouts())) == 2
    elsewhere()
    assert len({here, mixed, cached_file(ABOUT)}) == 3
    assert cached_file(ABOUT, mixed=True) == mixed
    assert [one["physics"] for one in cached_abouts()] == [MIXED]


def test_chains_that_were_computed_elsewhere_are_not_gone_on_with(
    task: Task, elsewhere: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: tmp_path / "cache")
    chosen = tmp_path / "chosen"
    assert open_folder(task, 40, chosen) == chosen
    cached = open_folder(task, 40)
    elsewhere()
    assert open_folder(task, 40) not in (cached, None)
    with pytest.raises(LabError, match=r"computed otherwise .* they stay as they are"):
        open_folder(task, 40, chosen)
    with pytest.raises(LabError, match="it holds another one"):
        open_folder(msgspec.structs.replace(task, seed=task.seed + 1), 40, chosen)
    close_folder(cached)


def test_an_effort_keeps_chains_of_machines_that_differ_apart(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.lab.running.checkpoints.cache_folder", lambda: tmp_path)
    few = msgspec.structs.replace(task, battles=4)
    RunConfig(resumable=True).carry_out(few, 4)
    RunConfig(resumable=True, mixed=True).carry_out(few, 4)
    assert len(list((tmp_path / "chains").iterdir())) == 2
    RunConfig(resumable=True, mixed=True).forget(few, 4)
    [left] = (tmp_path / "chains").iterdir()
    assert MIXED not in left.name


@pytest.mark.slow
def test_every_measurement_says_how_it_was_computed(
    elsewhere: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere()
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17", "--battles", "8", "--jobs", "1", "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["physics"] == {"digest": ELSEWHERE, "known_as": ""}


def test_one_machine_needs_no_leave_to_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tower", "sweep", "classic", "--vary", "ledges.tilt=17", "--mixed"]) == 2
    assert "--mixed: expected --backend dask" in capsys.readouterr().err
