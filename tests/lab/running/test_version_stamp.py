"""Results that were computed otherwise, to the bit, are not gone on with, and every result says how it was computed."""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shogun.cli import main
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import Protocol, Task, run_chain
from shogun.lab.measuring.throw_distribution import find_throws
from shogun.lab.running.batch_evaluation import RunConfig
from shogun.lab.running.checkpoints import COUNTING, MIXED, close_folder, open_folder, physics, version_stamp
from shogun.lab.running.results_file import cached_abouts, cached_file, open_results
from shogun.tower.physics.fingerprint import REFERENCE

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


def test_a_machine_that_computes_otherwise_has_another_stamp(
    elsewhere: Callable[[], None],
) -> None:
    here = version_stamp()
    elsewhere()
    assert version_stamp() != here
    assert version_stamp() == (here.program, ELSEWHERE)
    assert version_stamp(mixed=True) == (here.program, MIXED)
    assert physics() == (ELSEWHERE, "")


def test_results_that_were_computed_elsewhere_are_refused_in_a_sentence(
    elsewhere: Callable[[], None], tmp_path: Path
) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, ABOUT):
        pass
    before = path.read_bytes()
    elsewhere()
    sentence = rf"computed slightly differently \(.*; here: unlike any known machine: {ELSEWHERE}\).*only statistically"
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
        pytest.raises(LabError, match=r"computed slightly differently \(by different machines; here: "),
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
    with pytest.raises(LabError, match=r"computed slightly differently .* they were left unchanged"):
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
    assert "--mixed only makes sense with --backend dask" in capsys.readouterr().err


COUNTED = "1a0a865b20979d9a"
"""What this program counts of some drops: with `COUNTING` it belongs to what was measured before."""


def test_what_is_counted_is_what_the_number_says() -> None:
    """If this fails, drops are counted otherwise: then what was measured before is not gone on with."""
    if physics().known_as != "as on Linux":
        pytest.skip("cubes fall otherwise here, so other things are counted")
    protocol = Protocol(chains=1, start=20, discarded=2, start_throws=1, start_sizes=(9, 9))
    task = Task(REFERENCE, 1, 0, 6, find_throws("4-12"), protocol, examine_every=3, probe_every=4)
    tally = msgspec.to_builtins(run_chain(task))
    digest = sha256(repr(rounded(tally)).encode()).hexdigest()[:16]
    assert (COUNTING, digest) == (1, COUNTED), "raise COUNTING, and write both here"


def rounded(value: Any) -> Any:
    """Return counts as they are, and times to six digits: on machines that compute alike they are the same."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 6) if isinstance(value, float) else value


def test_a_changed_comment_changes_no_stamp(monkeypatch: pytest.MonkeyPatch) -> None:
    """No source is read for it."""
    version_stamp.cache_clear()
    here = version_stamp()
    version_stamp.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert version_stamp() == here
