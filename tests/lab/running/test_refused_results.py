"""A disk that refuses results: nothing is promised that isn't so, and no empty file is left."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shogun.base.notices import all_notices
from shogun.cli.errors import Stopped
from shogun.cli.tower_commands.derivation import Asked
from shogun.lab.experiments.conversion import at_work
from shogun.lab.experiments.declaration import Running
from shogun.lab.measuring.metrics import Sums
from shogun.lab.running.results_file import NotStored, open_results

resource = pytest.importorskip("resource", reason="Windows has no limits of files")
ABOUT = {"kind": "test"}
SUMS = Sums(0, 1, 8, 5, 10, 2, 0, 11, 1, 1, 9, 3, 0, 0, given_up=False)


@contextmanager
def no_file_longer_than(length: int) -> Iterator[None]:
    """Refuse whatever would make any file of this process longer."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (length, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_cannot_be_begun_is_told_without_a_promise_and_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with no_file_longer_than(0), pytest.raises(NotStored, match="can't be written") as told, open_results(path, ABOUT):
        raise AssertionError("it was opened")
    assert "kept" not in str(told.value)
    assert not path.exists()


def test_where_the_cache_refuses_results_are_only_in_memory_and_that_is_told(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with no_file_longer_than(0), open_results(path, ABOUT, is_cached=True) as results:
        results.keep("tower", 0, SUMS)
        assert not results.is_kept
        assert results.found("tower") == {0: SUMS}
    [told] = all_notices()
    assert "can't be resumed later" in told
    assert not path.exists()


def test_what_was_measured_before_the_disk_was_full_is_kept_and_only_then_told_to_be(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with open_results(path, ABOUT) as results:
        results.keep("tower", 0, SUMS)
    full = no_file_longer_than(path.stat().st_size)
    with open_results(path, ABOUT) as results, full, pytest.raises(NotStored, match="so far is kept"):
        for chain in range(1, 1000):
            results.keep("tower", chain, SUMS)
    with open_results(path, ABOUT) as results:
        assert 0 in results.found("tower")


@pytest.mark.parametrize("cached", [True, False])
def test_an_interrupt_promises_to_go_on_only_where_something_is_kept(
    cached: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(running: Running) -> None:
        with at_work(running, None, ABOUT):
            raise KeyboardInterrupt

    monkeypatch.setattr(
        "shogun.lab.experiments.conversion.cached_file",
        lambda _about, mixed: tmp_path / "cached.sqlite" if cached else None,
    )
    with pytest.raises(Stopped if cached else KeyboardInterrupt) as told:
        Asked(interrupted, {"json": False}).run()
    assert ("run the same command to resume" in str(told.value)) == cached
