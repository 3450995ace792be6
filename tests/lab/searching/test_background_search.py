"""A search beside a window: it goes on by itself, can be stopped and killed, and says what it has come to."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from shogun.base.files import BROKEN
from shogun.base.notices import all_notices
from shogun.base.worker_pool import Workers
from shogun.lab.errors import LabError
from shogun.lab.measuring.live_summary import SearchProgress, SearchRequest
from shogun.lab.running.batch_evaluation import count
from shogun.lab.running.checkpoints import LONG, cache_folder
from shogun.lab.running.results_file import cached_file, open_results
from shogun.lab.searching import background_search
from shogun.lab.searching.background_search import BackgroundSearch, refusal, unfinished_search
from shogun.tower import Geometry, GeometryError
from tests.lab.searching.test_tune import MadeUp

T = TypeVar("T")
WISH = SearchRequest((("p_out_thrown", 0.67), ("p_out_resting", 0.22)), ("ledges.tilt", "ledges.length"))


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))


class Counting(Workers):
    """Counts by a formula in the place of drops; from piece `silent` on it never answers."""

    def __init__(self, silent: int = 10**9) -> None:
        super().__init__(1)
        self.asked, self.waits = 0, threading.Event()
        self._silent, self._made_up = silent, MadeUp()

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        self.asked += 1
        future: Future[T] = Future()
        if self.asked > self._silent:
            self.waits.set()
            return future
        given: Any = task
        assert given.func is count
        [result] = self._made_up.as_done(count, given.args)
        future.set_result(result)
        return future


def ended(search: BackgroundSearch, seconds: float = 60.0) -> SearchProgress:
    """Wait for the end of a search and return what it has come to."""
    end = time.monotonic() + seconds
    while (sought := search.look()).state == "running":
        assert time.monotonic() < end
        time.sleep(0.01)
    return sought


def cached() -> list[Path]:
    return list((cache_folder() / "results").glob("*.sqlite"))


@pytest.mark.slow
def test_it_finds_what_is_wanted_and_tells_all_the_way(classic: Geometry) -> None:
    sought = ended(BackgroundSearch(classic, WISH, Counting()))
    assert sought.state == "met" and sought.nearest is not None
    (thrown, error), (resting, _error) = sought.nearest.figures
    assert thrown == pytest.approx(0.67, abs=3 * error) and resting == pytest.approx(0.22, abs=0.02)
    assert set(sought.nearest.values) == set(WISH.parameters)
    assert sought.generation >= 5 and sought.longer >= 3
    assert len(sought.distances) == sought.generation + sought.longer
    assert sought.distances[-1] < sought.distances[0]
    assert cached() == [] and unfinished_search(classic) is None


@pytest.mark.slow
def test_it_can_be_stopped_and_goes_on_where_it_was_left(classic: Geometry) -> None:
    silent = Counting(silent=200)
    search = BackgroundSearch(classic, WISH, silent)
    assert silent.waits.wait(30)
    search.stop()
    stopped = ended(search)
    assert stopped.state == "stopped" and stopped.nearest is not None and stopped.generation >= 1
    assert len(cached()) == 1 and unfinished_search(classic) == WISH
    again = Counting()
    other = ended(BackgroundSearch(classic, WISH, again))
    assert other == ended(BackgroundSearch(classic, WISH, whole := Counting()))
    assert whole.asked - again.asked == 200


@pytest.mark.slow
def test_where_nothing_can_be_written_down_that_is_said(classic: Geometry, tmp_path: Path) -> None:
    assert ended(BackgroundSearch(classic, WISH, Counting())).is_kept
    (tmp_path / "cache").rename(tmp_path / "elsewhere")
    (tmp_path / "cache").write_text("a file where the cache should be", encoding="utf-8")
    assert not ended(BackgroundSearch(classic, WISH, Counting())).is_kept


@pytest.mark.slow
def test_what_was_left_and_is_damaged_is_put_aside_and_measured_anew(classic: Geometry) -> None:
    silent = Counting(silent=200)
    search = BackgroundSearch(classic, WISH, silent)
    assert silent.waits.wait(30)
    search.stop()
    ended(search)
    [path] = cached()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE chain SET late_stock = late_stock + 1 WHERE chain = 1")
    again, whole = Counting(), Counting()
    assert ended(BackgroundSearch(classic, WISH, again)) == ended(BackgroundSearch(classic, WISH, whole))
    assert again.asked == whole.asked and path.with_name(path.name + BROKEN).exists()
    assert any(path.name in told for told in all_notices())


def test_what_was_left_belongs_to_one_tower_and_one_wish(classic: Geometry) -> None:
    silent = Counting(silent=3)
    search = BackgroundSearch(classic, WISH, silent)
    assert silent.waits.wait(30)
    search.stop()
    ended(search)
    other = msgspec.structs.replace(classic, shaft=msgspec.structs.replace(classic.shaft, friction=0.5))
    assert unfinished_search(other) is None and unfinished_search(classic) == WISH
    (cached()[0]).write_bytes(b"isn't a results file")
    assert unfinished_search(classic) is None


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        ((("p_out_thrown", 0.9), ("p_out_resting", 0.3), ("stock", 12.0)), "these targets contradict each other: 0.80"),
        ((("p_out_thrown", 0.5), ("stock", 2.0)), "with only 2 in the tower that is impossible"),
    ],
)
def test_what_no_tower_can_do_is_refused_in_the_words_of_the_command(
    classic: Geometry, targets: tuple[tuple[str, float], ...], words: str
) -> None:
    wish = SearchRequest(targets, ("ledges.tilt",))
    assert words in refusal(classic, wish)
    with pytest.raises(LabError, match="contradict"):
        BackgroundSearch(classic, wish, Counting())
    assert refusal(classic, WISH) == ""


def test_a_number_that_there_is_not_is_refused(classic: Geometry) -> None:
    wish = SearchRequest(WISH.targets, ("roofs.tilt",))
    assert "roofs.tilt" in refusal(classic, wish)
    with pytest.raises(GeometryError):
        BackgroundSearch(classic, wish, Counting())


def test_a_full_disk_is_told_in_a_sentence(classic: Geometry, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_more: object) -> None:
        raise LabError("the disk is full")

    monkeypatch.setattr(background_search, "open_results", full)
    sought = ended(BackgroundSearch(classic, WISH, Counting()))
    assert (sought.state, sought.why, sought.nearest) == ("failed", "the disk is full", None)


def test_a_mistake_of_the_program_is_raised_where_one_looks(classic: Geometry, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(background_search, "tune", wrong)
    with pytest.raises(ZeroDivisionError):
        ended(BackgroundSearch(classic, WISH, Counting()))


def test_results_of_other_versions_are_removed_when_they_are_old() -> None:
    files = {name: cached_file({"kind": name}) or Path() for name in ("mine", "other", "fresh", "junk")}
    for name, path in files.items():
        program = {"program": "older"} if name in ("other", "fresh") else {}
        with open_results(path, {"kind": name} | program):
            pass
    files["junk"].write_bytes(b"isn't a results file")
    for name in ("mine", "other", "junk"):
        os.utime(files[name], (time.time() - LONG - 60,) * 2)
    cached_file({"kind": "another"})
    assert [name for name, path in files.items() if path.exists()] == ["mine", "fresh"]
