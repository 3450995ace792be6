"""Sweeps: grids, files of results that outlive kills and full disks, tables and pictures, and bad input."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shogun.base.notices import all_notices, forget_notices
from shogun.base.tables import Output
from shogun.cli import main as run
from shogun.cli.progress import Progress, in_words
from shogun.lab import LabError
from shogun.lab.measuring.chains import Protocol, run_chain, tasks
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.measurement import experiment, measured
from shogun.lab.measuring.metrics import Done, Metrics, Sums, metrics_of, sums_of
from shogun.lab.reporting.comparison_tables import print_sweep
from shogun.lab.reporting.plots import check_drawable, plot_sweep
from shogun.lab.running.batch_evaluation import SCOUTS, BatchPlan, RunConfig, Work, measure_many
from shogun.lab.running.executors import executor
from shogun.lab.running.results_file import Results, open_results
from shogun.lab.searching.sweep import Axis, Point, Sweep, about, parse_axis, sweep
from shogun.tower import Design, GeometryError, load_design
from shogun.tower.file.parameters import set_parameters
from shogun.tower.geometry import Tap
from tests.systems import needs_pipes, needs_signals

TINY = BatchPlan(battles=9, protocol=Protocol(chains=3, start=12, discarded=1, start_throws=1))
TILTS = (Axis("ledges.tilt", (17.0, 19.0)),)
SUMS = Sums(0, 1, 8, 5, 10, 2, 0, 11, 1, 1, 9, 3, 0, 0, given_up=False)


@pytest.fixture(scope="module")
def design() -> Design:
    return load_design("classic")


def swept(design: Design, file: Path | None, axes: Sequence[Axis] = TILTS, jobs: int = 1) -> Sweep:
    with open_results(file, about(design, axes, TINY)) as results, executor(jobs) as some:
        return sweep(design, axes, TINY, Work(results, some))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ledges.tilt=14:22:1", tuple(range(14, 23))),
        ("grain.friction=0.5,0.6,0.7", (0.5, 0.6, 0.7)),
        ("grain.friction=0.1:0.7:0.1", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)),
        (" a.b = 3 : 1 : -1 ", (3, 2, 1)),
        ("a.b=1:2:0.4", (1.0, 1.4, 1.8)),
        ("a.b=5", (5,)),
        ("a.b=2,1,2", (2, 1)),
        ("a.b=-3:-1:1e0", (-3, -2, -1)),
    ],
)
def test_values_are_those_that_are_written(text: str, values: tuple[float, ...]) -> None:
    assert parse_axis(text).values == values


@pytest.mark.parametrize(
    "text",
    ["", "=", "a.b", "a.b=", "=1,2", "a.b=1:2", "a.b=1,,2", "a.b=one",
     "a.b=nan", "a.b=inf:1:1", "a.b=1:2:3:4", "a.b=1e999", "a.b=" + "9" * 5000],
)  # fmt: skip
def test_what_is_no_axis_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="--vary"):
        parse_axis(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a.b=1:2:0", "--vary a.b=1:2:0: the step is 0; write from:to:step"),
        ("a.b=1:2:-1", "with this step the range never reaches 2; write 1:2:1."),
        ("a.b=22:14:0.5", "with this step the range never reaches 14; write 22:14:-0.5."),
        ("a.b=0:80000:1", "80001 values are too many (at most 10000): use a larger step or a narrower range."),
        ("a.b=0:1:1e-9", "1000000001 values are too many (at most 10000)"),
    ],
)
def test_a_range_that_goes_nowhere_backward_or_too_far_is_told(text: str, words: str) -> None:
    with pytest.raises(LabError) as told:
        parse_axis(text)
    assert words in str(told.value)


def test_figures_are_those_of_a_measurement(design: Design) -> None:
    task = experiment(design.built, 1, TINY.throws, TINY.protocol)
    whole = measured(task, 9, RunConfig())
    chains = [sums_of(tally) for tally in map(run_chain, tasks(task, 9))]
    figures = metrics_of(chains)
    for name in ("p_out_thrown", "p_out_resting", "stock", "start_kept"):
        assert figures.of(name) == whole.headline[name]
    assert (figures.throws, figures.clogged) == (whole.incidents.clogs.throws + whole.incidents.start_clogs.throws, 0)


def test_a_grid_has_every_tower_once_and_the_first_axis_runs_slowest(design: Design) -> None:
    result = swept(design, None, (*TILTS, Axis("grain.friction", (0.55, 0.6))))
    assert [point.values for point in result.points] == [(17, 0.55), (17, 0.6), (19, 0.55), (19, 0.6)]
    stock = [point.figures.stock.mean for point in result.points if point.figures]
    assert stock[1] == max(stock), "flat and rough keeps most"


def test_a_tower_that_can_not_be_built_is_told_with_the_reason(design: Design) -> None:
    result = swept(design, None, (Axis("ledges.length", (33.0, 95.0)),))
    assert result.points[0].figures and result.points[1].figures is None
    assert "classic: `baffle[0]`: there is no way through for a cube of 8 mm" in result.points[1].problem
    assert "Can't be built: classic: `baffle[0]`: there is no way through" in printed(result)


def test_a_sweep_of_nothing_that_can_be_built_is_refused(design: Design) -> None:
    with pytest.raises(LabError, match="none of the 2 towers can be built; the first: classic: "):
        swept(design, None, (Axis("ledges.length", (95.0, 96.0)),))


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        ((Axis("ledges.tlit", (1.0,)),), "there is no parameter"),
        ((*TILTS, *TILTS), "each parameter once"),
        ((), "each parameter once"),
        (
            tuple(Axis(f"baffle[{i}].tilt", tuple(range(8))) for i in range(5)),
            "32768 towers are too many; the maximum is 10000",
        ),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(design: Design, axes: tuple[Axis, ...], words: str) -> None:
    with pytest.raises((LabError, GeometryError), match=words):
        swept(design, None, axes)


def test_what_is_in_the_file_is_not_measured_again(design: Design, tmp_path: Path) -> None:
    first = swept(design, tmp_path / "s.sqlite")
    with open_results(tmp_path / "s.sqlite", about(design, TILTS, TINY)) as results:
        assert sweep(design, TILTS, TINY, Work(results, _Nobody())) == first


@pytest.mark.parametrize(
    "change",
    [
        "chain SET thrown = thrown + 1", "chain SET late_stock = 'x'", "chain SET rested = NULL",
        "chain SET early_battles = 1.5",
        "chain SET chain = 'x' || chain", "chain SET tower = CAST(tower AS BLOB)",
        "chain SET late_stock = 9223372036854775807",
        "chain SET late_stock = 9.3e18", "chain SET seconds = 9e999", "chain SET rested_out = zeroblob(900)",
        "chain SET crc = CAST(x'ff3030303030' AS TEXT)", "tower SET said = CAST(x'7bff7d' AS TEXT)",
        "tower SET said = said || ' '", "study SET said = replace(said, '9', '8')", "study SET crc = 'é'",
    ],
)  # fmt: skip
def test_a_row_that_no_program_wrote_is_told(design: Design, tmp_path: Path, change: str) -> None:
    file = tmp_path / "s.sqlite"
    swept(design, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(f"UPDATE {change}").rowcount
    before = file.read_bytes()
    with pytest.raises(LabError, match=r"s.sqlite is damaged"):
        swept(design, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("chain", "count"), [(0, -1), (0, 10**16), (0, "5"), ("x", 1), (0.5, 1)])
def test_what_no_chain_counts_is_told_even_with_the_right_checksum(
    design: Design, tmp_path: Path, chain: Any, count: Any
) -> None:
    file = tmp_path / "s.sqlite"
    with open_results(file, about(design, TILTS, TINY)) as results:
        results.keep("a", chain, msgspec.structs.replace(SUMS, late_stock=count))
    with pytest.raises(LabError, match=r"s.sqlite is damaged"):
        swept(design, file)


class _Clogging:
    """Counts what is asked for; each chain of towers with flat ledges clogs, and perhaps those of steep ones stand."""

    def __init__(self, **clogged: Any) -> None:
        self.asked: list[tuple[int, int]] = []
        self.clogged = msgspec.structs.replace(SUMS, throws=50, **clogged)

    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        for one in items:
            self.asked.append((one.number, one.task.chain))
            sums = self.clogged if one.number == 0 else SUMS
            yield Done(one.number, one.task.chain, sums)


@pytest.mark.parametrize("clogged", [{"given_up": True}, {"clogged": 26}])
def test_a_tower_that_clogs_is_measured_by_its_first_chains_alone(
    design: Design, tmp_path: Path, clogged: dict[str, Any]
) -> None:
    plan = BatchPlan(9, protocol=Protocol(chains=5))
    told: list[tuple[int, int]] = []
    towers = {0: design.built, 1: set_parameters(design, {"ledges.tilt": 19.0})}
    with open_results(tmp_path / "s.sqlite", {}) as results:
        found = measure_many(towers, plan, Work(results, some := _Clogging(**clogged), lambda *so: told.append(so)))
        assert measure_many(towers, plan, Work(results, _Nobody())) == found, "nor is it measured when it is gone on"
    assert sorted(some.asked) == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)]
    assert [len(found[number]) for number in towers] == [SCOUTS, 5]
    assert told == sorted(told) and told[0] == (0, 10)


def test_a_tower_that_clogs_now_and_then_is_measured_whole(design: Design) -> None:
    plan, some = BatchPlan(9, protocol=Protocol(chains=5)), _Clogging(clogged=25)
    with open_results(None, {}) as results:
        assert len(measure_many({0: design.built}, plan, Work(results, some))[0]) == 5


def test_a_tower_that_may_not_be_tapped_may_hold_many(design: Design) -> None:
    plan, some = BatchPlan(9, protocol=Protocol(chains=5)), _Clogging(clogged=50)
    untapped = msgspec.structs.replace(design.built, tap=Tap(allowed=False))
    with open_results(None, {}) as results:
        assert len(measure_many({0: untapped}, plan, Work(results, some))[0]) == 5


class _Nobody:
    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        assert not items
        return iter(())


class _Half:
    """Does half of what it shall, last things first, and is gone."""

    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        yield from map(function, reversed(items[len(items) // 2 :]))
        raise KeyboardInterrupt


def test_what_was_done_before_an_interrupt_is_kept_and_the_rest_is_the_same(design: Design, tmp_path: Path) -> None:
    file, told = tmp_path / "s.sqlite", []
    with pytest.raises(KeyboardInterrupt), open_results(file, about(design, TILTS, TINY)) as results:
        sweep(design, TILTS, TINY, Work(results, _Half()))
    with open_results(file, about(design, TILTS, TINY)) as results, executor(1) as some:
        again = sweep(design, TILTS, TINY, Work(results, some, lambda *done: told.append(done)))
    assert told == [(2, 6), (3, 6), (4, 6), (5, 6), (6, 6)]
    assert again == swept(design, None)


def test_two_processes_give_the_same_bits(design: Design) -> None:
    assert swept(design, None, jobs=2) == swept(design, None)


# Files of results


def test_anybody_can_read_the_file(design: Design, tmp_path: Path) -> None:
    result = swept(design, tmp_path / "s.sqlite")
    with sqlite3.connect(tmp_path / "s.sqlite") as file:
        asked = "SELECT said, sum(thrown_out) * 1.0 / sum(thrown) FROM chain JOIN tower USING (tower) GROUP BY said"
        rows = file.execute(asked).fetchall()
    shares = [point.figures.p_out_thrown.mean for point in result.points if point.figures]
    assert rows == list(zip(['{"ledges.tilt":17.0}', '{"ledges.tilt":19.0}'], shares, strict=True))


def test_results_of_another_program_are_refused_and_left_alone(design: Design, tmp_path: Path) -> None:
    file, said = tmp_path / "s.sqlite", about(design, TILTS, TINY)
    with open_results(file, said | {"program": "0.0"}) as results:
        results.keep("a", 0, SUMS)
    before = file.read_bytes()
    with pytest.raises(LabError, match="another version of the program"), open_results(file, said):
        pass
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tower": "x"}, "of another tower geometry;"),
        ({"tower": "x", "seed": "2"}, "of another tower geometry, another seed;"),
        ({"axes": "[]"}, "of other values of the parameters;"),
        ({"kind": "tune"}, "of another command;"),
    ],
)
def test_what_differs_from_what_a_file_holds_is_told_and_both_stay(
    design: Design, tmp_path: Path, change: dict[str, str], words: str
) -> None:
    file, said = tmp_path / "s.sqlite", about(design, TILTS, TINY)
    with open_results(file, said | change) as results:
        results.keep("a", 0, SUMS)
    for times in (1, 0):
        with open_results(file, said) as results:
            notes = all_notices()
            assert len(notes) == times and all(words in note for note in notes)
            forget_notices()
            assert results.found("a") == {0: SUMS}


@pytest.mark.slow
def test_a_refined_or_wider_grid_measures_only_what_is_new(design: Design, tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    first = swept(design, file)
    finer = (Axis("ledges.tilt", (16.0, 17.0, 18.0, 19.0)),)
    told: list[tuple[int, int]] = []
    with open_results(file, about(design, finer, TINY)) as results, executor(1) as some:
        found = sweep(design, finer, TINY, Work(results, some, lambda *done: told.append(done)))
    assert told[0] == (6, 12) and [point for point in found.points if point in first.points] == list(first.points)
    other = (Axis("grain.size", (8.0,)), *TILTS)
    with open_results(file, about(design, other, TINY)) as results:
        again = sweep(design, other, TINY, Work(results, _Nobody()))
    assert [point.figures for point in again.points] == [point.figures for point in first.points]


@pytest.mark.parametrize("content", [b"format = 1\n" * 100, b"SQLite format 3\0" + b"x" * 100, bytes(5000)])
def test_what_is_no_file_of_results_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "s.sqlite"
    file.write_bytes(content)
    with pytest.raises(LabError, match=r"s\.sqlite"), open_results(file, {"kind": "sweep"}):
        pass
    assert file.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE about (key TEXT, value TEXT)")
    before = file.read_bytes()
    with pytest.raises(LabError, match="isn't a results file"), open_results(file, {"kind": "sweep"}):
        pass
    assert file.read_bytes() == before


def test_results_of_a_later_version_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with open_results(file, {"kind": "sweep"}):
        pass
    with sqlite3.connect(file) as other:
        other.execute("PRAGMA user_version = 3")
    with pytest.raises(LabError, match="another version of the program"), open_results(file, {"kind": "sweep"}):
        pass


@needs_pipes
def test_a_folder_or_a_missing_one_a_pipe_or_a_device_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (
        tmp_path,
        tmp_path / "nowhere" / "s.sqlite",
        tmp_path / "pipe",
        Path("/dev/zero"),
        Path("/dev/null"),
    ):
        with pytest.raises(LabError, match="can't be used"), open_results(path, {"kind": "sweep"}):
            pass


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 'kind' AS {}, hex(x) AS {} FROM n"


@pytest.mark.parametrize(
    "change",
    [
        ["DROP TABLE study", "CREATE VIEW study AS " + ENDLESS.format("said", "crc")],
        ["CREATE VIEW more AS " + ENDLESS.format("said", "crc")],
        ["CREATE TRIGGER more AFTER INSERT ON study BEGIN DELETE FROM chain; END"],
        ["CREATE INDEX more ON chain (late_stock)"],
        [
            "DROP TABLE study",
            "CREATE TABLE study (said TEXT PRIMARY KEY, crc AS (hex(zeroblob(400000)))) WITHOUT ROWID",
        ],
    ],
)
def test_a_file_with_another_schema_is_refused_before_it_is_asked(tmp_path: Path, change: list[str]) -> None:
    file = tmp_path / "s.sqlite"
    with open_results(file, {"kind": "sweep"}):
        pass
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in change:
            connection.execute(statement)
    with pytest.raises(LabError, match="isn't a results file"), open_results(file, {"kind": "sweep"}):
        pass  # asked, such a file would answer for ever


def test_what_takes_too_long_is_ended_and_so_it_is_by_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = ENDLESS.format("a", "b").replace("SELECT 'kind'", "SELECT max(x), 'kind'")
    monkeypatch.setattr("shogun.lab.running.results_file.QUERY_SECONDS", 0.2)
    with open_results(tmp_path / "s.sqlite", {"kind": "sweep"}) as results:
        with pytest.raises(LabError, match="takes too long to read"):
            list(results._database.rows(endless))
        monkeypatch.setattr("shogun.lab.running.results_file.QUERY_SECONDS", 60)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,)).start()  # on Windows os.kill would end the process
        try:
            with pytest.raises(KeyboardInterrupt):
                list(results._database.rows(endless))
        finally:
            signal.signal(signal.SIGINT, before)


def test_a_file_with_too_many_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_results(tmp_path / "s.sqlite", {"kind": "sweep"}) as results:
        for chain in range(25):
            results.keep("a", chain, SUMS)
    monkeypatch.setattr("shogun.lab.running.results_file.ROWS_AT_ONCE", 5)
    monkeypatch.setattr("shogun.lab.running.results_file.MOST_ROWS", 20)
    with pytest.raises(LabError, match="more than any study"), open_results(tmp_path / "s.sqlite", {"kind": "sweep"}):
        pass
    monkeypatch.setattr("shogun.lab.running.results_file.MOST_BYTES", 1000)
    with pytest.raises(LabError, match="more than any study"), open_results(tmp_path / "s.sqlite", {"kind": "sweep"}):
        pass


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return a file in which a bit or some bytes are others, or of which pages are missing."""
    kind, changed = rng.randrange(4), bytearray(data)
    if kind == 3:
        return data[: rng.randrange(1, len(data))]
    for _byte in range((1, 1, 4)[kind]):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8) if kind < 2 else rng.randrange(1, 256)
    return bytes(changed)


@pytest.mark.slow
def test_no_damage_makes_other_figures(design: Design, tmp_path: Path) -> None:
    """Each damaged file is refused in a sentence that names it and left as it is, or gives the same figures."""
    file, rng, refused = tmp_path / "s.sqlite", random.Random(37), 0
    whole = swept(design, file)
    data = file.read_bytes()
    for _attack in range(1000):
        file.write_bytes(attack := damaged(data, rng))
        try:
            with open_results(file, about(design, TILTS, TINY)) as results:
                found = sweep(design, TILTS, TINY, Work(results, _Again()))
        except LabError as error:
            assert str(error).startswith(str(file)) and str(error).isprintable()
            assert file.read_bytes() == attack
            refused += 1
        else:
            assert found == whole
        (tmp_path / "s.sqlite-journal").unlink(missing_ok=True)
    assert 300 < refused < 1000


class _Again:
    """Counts in this process what was lost."""

    def as_done(self, function: Any, items: Sequence[Any]) -> Iterator[Any]:
        return map(function, items)


def test_a_damaged_file_of_the_cache_is_put_aside_and_all_is_measured_anew(design: Design, tmp_path: Path) -> None:
    file, said = tmp_path / "s.sqlite", about(design, TILTS, TINY)
    whole = swept(design, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE chain SET late_stock = late_stock + 1 WHERE chain = 2")
    broken = file.read_bytes()
    with open_results(file, said, is_cached=True) as results, executor(1) as some:
        assert sweep(design, TILTS, TINY, Work(results, some)) == whole
    assert all_notices()[0].startswith(f"{file.name} can't be read (it is damaged). It was kept as s.sqlite.broken")
    assert (tmp_path / "s.sqlite.broken").read_bytes() == broken
    with open_results(file, said, is_cached=True) as results:
        assert sweep(design, TILTS, TINY, Work(results, _Nobody())) == whole and not all_notices()


def test_a_full_disk_is_told_and_what_was_kept_stays(tmp_path: Path) -> None:
    file = tmp_path / "s.sqlite"
    with open_results(file, {"kind": "sweep"}) as results:
        pages = _connection(results).execute("PRAGMA page_count").fetchone()[0]
        _connection(results).execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(LabError, match="disk is full") as told:
            for chain in range(10_000):
                results.keep("a", chain, SUMS)
        kept = len(results.found("a"))
    assert kept > 10 and "measured so far is kept" in str(told.value)
    with open_results(file, {"kind": "sweep"}) as results:
        assert len(results.found("a")) == kept


def test_a_file_that_another_program_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.lab.running.results_file.LOCK_SECONDS", 0.05)
    with open_results(tmp_path / "s.sqlite", {"kind": "sweep"}) as results:
        other = sqlite3.connect(tmp_path / "s.sqlite", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LabError, match="another program is writing to it"):
            results.keep("a", 0, SUMS)
        other.close()


def _connection(results: Results) -> sqlite3.Connection:
    return results._database.connection


# Tables and pictures


def printed(result: Sweep) -> str:
    out = StringIO()
    print_sweep(Output(file=out, width=160), result)
    return out.getvalue()


def figures(stock: float, given_up: int = 0) -> Metrics:
    one = Estimate(stock / 20, 0.01, 15)
    return Metrics(one, one, Estimate(stock, 0.2, 15), Estimate(stock, 0.3, 15), 9, 30, 2, given_up)


def made(axes: tuple[Axis, ...]) -> Sweep:
    """Return a sweep of made-up figures in which one tower can't be built and one clogs."""
    sizes = [len(axis.values) for axis in axes]
    grid: list[tuple[float, ...]] = [()]
    for axis in axes:
        grid = [(*point, value) for point in grid for value in axis.values]
    some = [Point(values, figures(5.0 + number)) for number, values in enumerate(grid)]
    some[0] = Point(grid[0], None, "no way through")
    some[1] = Point(grid[1], figures(9.0, given_up=16))
    assert len(some) == max(1, *sizes) * (len(some) // max(sizes))
    return Sweep("mine", axes, TINY, tuple(some))


THREE = (Axis("a.b", (1.0, 2.0, 3.0)), Axis("c.d", (0.1, 0.2)), Axis("e.f", (7.0, 8.0)))


def test_the_table_tells_what_clogs_and_what_can_not_be_built() -> None:
    told = printed(made(THREE[:2]))
    assert "1  0.1  can't be built" in told and "Can't be built: no way through" in told
    assert "1  0.2  clogs for good" in told and "2 / 30" in told
    assert "0.350 ± 0.010 7.00 ± 0.20 7.00 ± 0.30" in " ".join(told.split())


@pytest.mark.slow
@pytest.mark.parametrize("axes", [THREE[:1], THREE[:2], THREE])
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_pictures_of_one_two_and_three_axes(tmp_path: Path, axes: tuple[Axis, ...], ending: str) -> None:
    plot_sweep(made(axes), tmp_path / f"s.{ending}")
    assert (tmp_path / f"s.{ending}").stat().st_size > 5000


@pytest.mark.slow
def test_a_name_with_dollars_is_no_formula_in_a_picture(tmp_path: Path) -> None:
    axes = (Axis("$^$.tilt", (1.0, 2.0, 3.0)), Axis("$^$.length", (0.1, 0.2)), THREE[2])
    plot_sweep(msgspec.structs.replace(made(axes), tower="$^$"), tmp_path / "s.svg")
    told = (tmp_path / "s.svg").read_text("utf-8")
    assert all(f"<!-- {name} -->" in told for name in ("$^$", "$^$.tilt", "$^$.length"))


def test_too_many_maps_are_refused() -> None:
    with pytest.raises(LabError, match="this would take 13 maps, 12 at most"):
        check_drawable((*THREE[:2], Axis("g.h", tuple(range(13)))))


def test_progress_counts_only_what_was_done_now() -> None:
    progress = Progress()
    progress._began, progress._known = 100.0, 20
    assert progress.words(20, 120, 100.0) == "20 of 120 done"
    assert progress.words(30, 120, 160.0) == "30 of 120 done, 9 minutes left"
    assert [in_words(seconds) for seconds in (1, 99, 100, 6000, 20_000)] == [
        "1 second", "99 seconds", "2 minutes", "2 hours", "6 hours"
    ]  # fmt: skip


# The command


@pytest.mark.slow
def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=19", "--battles", "16", "--jobs", "2"]
    more = ["--results", str(tmp_path / "s.sqlite"), "--plot", str(tmp_path / "s.png")]
    assert run([*words, *more]) == 0
    assert "classic: 1 tower, 16 battles each, seed 1" in capsys.readouterr().out
    assert (tmp_path / "s.png").exists()
    assert run([*words, *more, "--json"]) == 0
    assert '"points":[{"values":[19.0]' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--vary", "ledges.tilt"], "--vary ledges.tilt: give a parameter's name and its values"),
        (["--vary", "nothing.tilt=1"], "there is no parameter"),
        (["--vary", "ledges.tilt=99"], "none of the 1 towers can be built"),
        (["--vary", "ledges.tilt=17", "--battles", "0"], "--battles 0 must be from 1 to"),
        (["--vary", "ledges.tilt=17", "--jobs", "0"], "--jobs 0 must be at least 1"),
        (["--vary", "ledges.tilt=17", "--backend", "mpi"], "--backend mpi: choose processes or dask"),
        (["--vary", "ledges.tilt=17", "--backend", "dask"], "use --backend dask together with --scheduler"),
        (["--vary", "ledges.tilt=17", "--scheduler", "x"], "use --backend dask together with --scheduler"),
        (["--vary", "ledges.tilt=17", "--plot", "x.doc"], "the name must end in .png or .svg"),
        (["--vary", "ledges.tilt=17", "--results", "/nowhere/s"], "can't be used"),
        (["--vary", "ledges.tilt=17", "--throws", "0-9"], "throws must have 1 to"),
        ([], "--vary"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tower", "sweep", "classic", *words]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


@needs_signals
@pytest.mark.slow
def test_a_killed_sweep_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    """SIGKILL at random moments, to the command and its workers; the file only grows, and the end is the same."""
    file, rng = tmp_path / "s.sqlite", random.Random(5)
    words = ["tower", "sweep", "classic", "--vary", "ledges.tilt=17,18", "--battles", "16", "--jobs", "2", "--json"]
    command = [sys.executable, "-m", "shogun", *words, "--results", str(file)]
    known: set[tuple[Any, ...]] = set()
    for least in (1, 3, 5, 8):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        wait_for_rows(file, least)
        time.sleep(rng.uniform(0, 0.3))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert known < rows(file)
        known = rows(file)
    whole = subprocess.run(command, capture_output=True, check=True).stdout
    assert known <= rows(file) and len(rows(file)) == 12
    fresh = [*command[:-1], str(tmp_path / "fresh.sqlite")]
    assert subprocess.run(fresh, capture_output=True, check=True).stdout == whole


def wait_for_rows(file: Path, least: int) -> None:
    """Wait until so many chains are written down."""
    for _look in range(2000):
        if len(rows(file)) >= least:
            return
        time.sleep(0.05)
    raise AssertionError("nothing was measured")


def rows(file: Path) -> set[tuple[Any, ...]]:
    if not file.exists():
        return set()
    with sqlite3.connect(file) as kept:
        if not kept.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return set()
        return set(kept.execute("SELECT * FROM chain").fetchall())


def test_a_pipe_gets_a_line_each_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shogun.cli.progress.SELDOM", 10.0)  # tests else get none
    now = 100.0
    monkeypatch.setattr("shogun.cli.progress.time.perf_counter", lambda: now)
    progress = Progress()
    for second in range(31):
        now = 100.0 + second
        progress(second, 40)
    progress(40, 40)
    told = capsys.readouterr().err
    assert told == ("10 of 40 done, 30 seconds left\n20 of 40 done, 20 seconds left\n30 of 40 done, 10 seconds left\n")
