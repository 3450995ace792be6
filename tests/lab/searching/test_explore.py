"""Maps of towers: axes, the search on made-up towers whose figures are known, kills, pages, and the command."""

import json
import re
from base64 import b64decode
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from shogun.base.installation import install_command
from shogun.base.tables import Output
from shogun.cli import main as run
from shogun.cli.tower_commands.experiments import MapProgress
from shogun.lab import LabError
from shogun.lab.reporting.comparison_tables import print_map
from shogun.lab.reporting.tower_map_page import page
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.running.results_file import open_results
from shogun.lab.searching.explore import (
    Axes,
    FirstTower,
    MapAxis,
    Origin,
    Start,
    TowerMap,
    _search,
    about,
    aim_of,
    explore,
    loss,
    parse_axes,
    place_on,
    rank,
    starts_of,
)
from shogun.lab.searching.search_space import Candidate, EvaluationCache, Watch, start_of
from shogun.lab.searching.targets import parse_targets
from shogun.lab.searching.tune import Aim
from shogun.tower import get_parameter, load_design
from shogun.tower.file.reader import parse_design
from shogun.tower.tower_lookup import tower_text
from tests.lab.searching.test_tune import MadeUp, made, truth

ribs = pytest.importorskip("ribs")
AXES = parse_axes("stock=5:35:6,p_out_thrown=0.4:1:6")


@pytest.fixture(scope="module")
def origin() -> Origin:
    return Origin(load_design("classic"), tower_text("classic")[0])


@pytest.fixture(scope="module")
def aim(origin: Origin) -> Aim:
    return aim_from(origin, "ledges.tilt=12:22,ledges.length=22:44", candidates=200)


def aim_from(origin: Origin, parameters: str, best: str | None = None, *, candidates: int) -> Aim:
    [start] = starts_of([origin], parameters, aim_of(best, candidates))
    return start.aim


def explored(origin: Origin, aim: Aim, executor: Any, axes: Axes = AXES, file: Path | None = None) -> TowerMap:
    return explored_from([Start(origin, aim)], executor, axes, file)


def explored_from(
    starts: Sequence[Start],
    executor: Any,
    axes: Axes = AXES,
    file: Path | None = None,
    watch: Watch = lambda _all: None,
) -> TowerMap:
    with open_results(file, about(starts, axes)) as results:
        return explore(starts, axes, Work(results, executor), watch)


@pytest.fixture(scope="module")
def found(origin: Origin, aim: Aim) -> TowerMap:
    return explored(origin, aim, MadeUp())


def test_axes_have_usual_ranges_or_their_own() -> None:
    assert parse_axes("stock, p_out_thrown") == (MapAxis("stock", 0, 40, 8), MapAxis("p_out_thrown", 0.3, 1, 8))
    assert parse_axes("start_kept=5:15,stock=0:20:4") == (MapAxis("start_kept", 5, 15, 8), MapAxis("stock", 0, 20, 4))


@pytest.mark.parametrize(
    "text",
    ["", "stock", "stock,stock=0:20", "stock,beauty", "stock=4:2,p_out_thrown", "stock=0:nan,p_out_thrown",
     "stock=0:9:1,p_out_thrown", "stock=0:9:41,p_out_thrown", "stock=0:9:4:2,p_out_thrown", "stock=,p_out_thrown",
     "stock=-1:9,p_out_thrown", "stock,p_out_thrown,start_kept"],
)  # fmt: skip
def test_what_is_no_map_is_refused(text: str) -> None:
    with pytest.raises(LabError, match=r"^--over"):
        parse_axes(text)


def test_a_value_lies_in_one_cell_or_in_none() -> None:
    axis = MapAxis("stock", 0, 40, 8)
    assert [axis.cell(value) for value in (0, 4.9, 5, 40, 40.1, -0.1, float("nan"))] == [0, 0, 1, 7, None, None, None]
    assert axis.edges(7) == (35, 40)


def test_the_best_stands_in_the_middle_and_seldom_clogs() -> None:
    middle, off = made(0.65, 0.2, 12.5), made(0.61, 0.2, 14)
    clogging = replace(middle, clogged=300)
    ranked = rank([[Candidate(n, {}, one) for n, one in enumerate((clogging, off, middle))]], AXES, ())
    assert [one.candidate.number for one in ranked[1, 2]] == [2, 1, 0]
    wish = parse_targets("p_out_resting=0.2,stock=14")
    assert loss(off, (1, 2), AXES, wish) < loss(middle, (1, 2), AXES, wish)


def test_what_clogs_for_good_or_cant_be_built_stands_nowhere() -> None:
    assert place_on(AXES, made(0.65, 0.2, 12.5)) == (1, 2)
    assert place_on(AXES, made(0.65, 0.2, 12.5, given_up=1)) is None
    assert place_on(AXES, made(0.65, 0.2, 45)) is None
    assert place_on(AXES, None) is None


def test_the_map_holds_towers_that_are_what_it_says(found: TowerMap) -> None:
    assert len(found.elites) >= 10
    assert len({one.cell for one in found.elites}) == len(found.elites)
    inside = 0
    for one in found.elites:
        assert place_on(AXES, one.figures) == one.cell
        thrown, resting = truth(one.values["ledges.tilt"], one.values["ledges.length"])
        assert one.figures.p_out_thrown.mean == pytest.approx(thrown, abs=0.03)
        inside += AXES[0].cell(8 * (1 - thrown) / resting) == one.cell[0] and AXES[1].cell(thrown) == one.cell[1]
    assert inside >= 0.8 * len(found.elites), "hardly any is there by a lucky draw"


def test_what_was_kept_is_measured_anew_by_other_throws(found: TowerMap) -> None:
    assert all(one.figures.battles == 1000 and one.found.battles == 240 for one in found.elites)
    assert all(one.figures.p_out_thrown.mean != one.found.p_out_thrown.mean for one in found.elites)
    assert len(found.elites) <= found.checked and found.stayed <= found.checked
    assert found.candidates == 200


def test_a_search_fills_more_cells_than_as_many_towers_all_over_the_ranges(origin: Origin) -> None:
    axes = parse_axes("stock=0:40:10,p_out_thrown=0.3:1:10")
    numbers = "ledges.tilt=8:30,ledges.length=10:60,funnel.mouth,grain.friction=0.3:0.9"
    cells = {True: 0, False: 0}
    for seed in (1, 2, 3):
        wide = replace(aim_from(origin, numbers, candidates=200), seed=seed)
        for is_search in cells:
            with open_results(None, {}) as results:
                trials = EvaluationCache(origin.design, wide.parameters, Work(results, MadeUp(least=0.35)))
                if is_search:
                    _search(trials, wide, axes, start_of(origin.design, wide.parameters), lambda _all: None)
                else:
                    trials.measure(list(np.random.default_rng(seed).random((200, 4))), wide.plan)
            cells[is_search] += len({cell for one in trials.candidates if (cell := place_on(axes, one.figures))})
    assert cells[True] > 1.1 * cells[False], f"{cells[True]} and {cells[False]}"


def test_a_target_says_which_tower_is_the_best(origin: Origin) -> None:
    wanted = aim_from(origin, "ledges.tilt=12:22,ledges.length=22:44", "p_out_resting=0.3", candidates=100)
    best = explored(origin, wanted, MadeUp())
    usual = explored(origin, replace(wanted, targets=()), MadeUp())
    mine, theirs = ({one.cell: one.figures.p_out_resting.mean for one in some.elites} for some in (best, usual))
    both = set(mine) & set(theirs)
    assert sum(abs(mine[cell] - 0.3) for cell in both) < sum(abs(theirs[cell] - 0.3) for cell in both)


@pytest.mark.slow
def test_an_interrupted_one_goes_on_to_the_same_map(origin: Origin, aim: Aim, found: TowerMap, tmp_path: Path) -> None:
    for most in (5, 700):
        with pytest.raises(KeyboardInterrupt):
            explored(origin, aim, MadeUp(most), file=tmp_path / "m.sqlite")
    assert explored(origin, aim, MadeUp(), file=tmp_path / "m.sqlite") == found
    assert explored(origin, aim, MadeUp(0), file=tmp_path / "m.sqlite") == found, "nothing is measured again"


# Several towers


NUMBERS = "ledges.tilt=12:22,ledges.length=22:44,pins.diameter=6:12"


@pytest.fixture(scope="module")
def starts(origin: Origin) -> tuple[Start, ...]:
    others = [Origin(load_design(name), tower_text(name)[0]) for name in ("hoard", "pins")]
    return starts_of([origin, *others], NUMBERS, aim_of(None, 100))


def test_each_start_has_those_of_the_numbers_that_it_has_and_its_part_of_the_candidates(
    starts: tuple[Start, ...],
) -> None:
    assert [[one.name for one in start.aim.parameters] for start in starts] == [
        ["ledges.tilt", "ledges.length"], ["ledges.tilt", "ledges.length"], ["pins.diameter"]
    ]  # fmt: skip
    assert [start.aim.most for start in starts] == [34, 33, 33]


def test_numbers_without_a_range_have_a_usual_one_about_each_tower(origin: Origin) -> None:
    hoard = Origin(load_design("hoard"), tower_text("hoard")[0])
    ranges = [start.aim.parameters[0] for start in starts_of([origin, hoard], "ledges.tilt", aim_of(None, 40))]
    assert [(one.low, one.high) for one in ranges] == [(14, 22), (13.8, 21.8)]


def test_from_each_start_is_found_what_a_search_from_it_alone_finds(starts: tuple[Start, ...]) -> None:
    alone: list[Candidate] = []
    for one in starts[:2]:
        last: list[Sequence[Candidate]] = []
        explored_from([one], MadeUp(), watch=last.append)
        alone += last[-1]
    seen: list[Sequence[Candidate]] = []
    together = explored_from(starts[:2], MadeUp(), watch=seen.append)
    assert list(seen[-1]) == alone
    assert together.candidates == len(alone) == 67


def test_a_cell_has_the_best_of_all_starts_made_of_its_own_file(starts: tuple[Start, ...]) -> None:
    found = explored_from(starts[:2], MadeUp())
    assert {one.start for one in found.elites} == {0, 1}
    for one in found.elites:
        first = starts[one.start].origin
        design = found.design(one)
        assert design.name.startswith(first.design.name + "-")
        assert len(design.baffles) == len(first.design.baffles)
        assert design.shaft == first.design.shaft
    made_up = [[Candidate(0, {}, made(0.61, 0.2, 14))], [Candidate(0, {}, made(0.65, 0.2, 12.5))]]
    assert [one.start for one in rank(made_up, AXES, ())[1, 2]] == [1, 0]
    same = [[Candidate(0, {}, made(0.65, 0.2, 12.5))]] * 2
    assert [one.start for one in rank(same, AXES, ())[1, 2]] == [0, 1], "the first comes first"


def test_an_interrupted_search_of_several_starts_goes_on_to_the_same_map(
    starts: tuple[Start, ...], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        explored_from(starts[:2], MadeUp(500), file=tmp_path / "m.sqlite")
    found = explored_from(starts[:2], MadeUp(), file=tmp_path / "m.sqlite")
    assert found == explored_from(starts[:2], MadeUp())
    assert explored_from(starts[:2], MadeUp(0), file=tmp_path / "m.sqlite") == found


def test_a_number_that_a_tower_does_not_have_is_left_empty(starts: tuple[Start, ...]) -> None:
    found = explored_from(starts[:2], MadeUp())
    pins = starts[2]
    firsts = (*found.starts, FirstTower("pins", pins.aim.parameters, pins.origin.text))
    pin_field = replace(found.elites[0], start=2, values={"pins.diameter": 9.5}, cell=(5, 5))
    more = replace(found, starts=firsts, elites=(*found.elites[:1], pin_field))
    columns = more.to_columns()
    assert columns["began_with"].tolist() == [found.starts[found.elites[0].start].name, "pins"]
    assert np.isnan(columns["pins.diameter"][0]) and columns["pins.diameter"][1] == 9.5
    assert np.isnan(columns["ledges.tilt"][1])
    print_map(Output(file=(told := StringIO()), width=200), more)
    assert "classic, hoard, pins: a map of towers" in told.getvalue() and "pins-6-6" in told.getvalue()
    assert get_parameter(more.design(pin_field), "pins.diameter") == 9.5


def test_a_map_on_which_no_tower_stands_is_told(origin: Origin, aim: Aim) -> None:
    with pytest.raises(LabError, match="none of the towers tried is on the map"):
        explored(origin, replace(aim, most=20), MadeUp(), axes=parse_axes("stock=200:300,p_out_thrown"))


def test_each_tower_can_be_had(found: TowerMap) -> None:
    columns = found.to_columns()
    assert columns["stock_cell"].tolist() == [one.cell[0] for one in found.elites]
    one = found.elites[3]
    design = found.design(one)
    assert design.baffles[0].tilt == one.values["ledges.tilt"]
    assert design.name == f"classic-{one.cell[0] + 1}-{one.cell[1] + 1}"
    assert design.title.startswith("classic: stock ")
    assert not design.description, "nobody has seen yet what it does to a game"
    assert "[bounds]" in found.starts[0].text
    assert "[bounds]" not in found.file(one), "those of the first tower"
    assert 'shape = "cube"' in found.file(one), "what else the file says is kept"


@pytest.mark.slow
def test_a_page_shows_each_tower_and_gives_its_file(found: TowerMap) -> None:
    few = replace(found, elites=found.elites[:2], starts=(replace(found.starts[0], name="a<b"),))
    text = page(few)
    assert "<script" not in text and "a&lt;b: a map of towers" in text and "a<b" not in text
    assert not re.findall(r'(?:src|href)="(?!#|data:)', text), "nothing comes from elsewhere"
    files = re.findall(r'download="([^"]+)" href="data:application/toml;charset=utf-8;base64,([^"]+)"', text)
    assert len(files) == 2
    for (name, data), one in zip(files, few.elites, strict=True):
        design = parse_design(b64decode(data).decode(), name)
        assert design.baffles[0].length == one.values["ledges.length"]
        mark = f"{one.cell[0] + 1}-{one.cell[1] + 1}"
        assert f'href="#tower-{mark}"' in text and f'<article id="tower-{mark}"' in text
        assert f'<use href="#picture-{mark}"' in text and f'<svg id="picture-{mark}"' in text
        assert f"{one.figures.stock.mean:.2f} ± {one.figures.stock.error:.2f}" in text
    identities = re.findall(r'\bid="([^"]+)"', text)
    assert len(identities) == len(set(identities))


def test_a_table_shows_it(found: TowerMap) -> None:
    print_map(Output(file=(told := StringIO()), width=200), found)
    assert "200 towers were tried." in told.getvalue()
    assert told.getvalue().count("classic-") == len(found.elites)


def test_progress_tells_of_cells() -> None:
    told = MapProgress(200, AXES).words([Candidate(0, {}, made(0.65, 0.2, 12.5)), Candidate(1, {}, None)], 1e9)
    assert told.startswith("2 of 200 tried, cells with a tower: 1; ")


# The command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--over", "stock"], "--over stock: name two different figures"),
        (["--best", "beauty=1"], "--best beauty=1: name any of p_out_thrown"),
        (["--candidates", "3"], "--candidates 3 must be from 20 to 100000"),
        (["--battles", "0"], "--battles 0 must be from 1 to"),
        (["--output", "map.txt"], "--output map.txt: the name must end in .html"),
        (["--output", "nowhere/map.html"], "there is no such folder"),
        (["--towers", "tests"], "--towers tests: choose a new or empty folder"),
        (["--towers", "README.md"], "--towers README.md: choose a new or empty folder"),
        (["--parameters", "ledges.beauty"], "there is no parameter"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    parameters = [] if "--parameters" in words else ["--parameters", "ledges.tilt"]
    assert run(["tower", "explore", "classic", *parameters, *words]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["classic", "hoard", "classic"], "classic and classic are the same tower: name each once."),
        (["classic", "pins"], "pins has none of the parameters ledges.tilt."),
        (["classic", "hoard", "--candidates", "39"], "--candidates 39 must be from 40 to 100000"),
        (["pins", "coin"], "pins: there is no parameter `ledges.tilt`"),
        (["classic", "nowhere.toml"], "nowhere.toml"),
        (["classic", "hoard", "--parameters", "ledges.tilt=9:2"], "from the smaller number to the larger one"),
        (["classic", "hoard", "--parameters", "ledges.tilt,ledges.tilt=9:20"], "name each parameter once"),
        (["classic", "hoard", "--parameters", "ledges.tilt,"], "there is no parameter"),
    ],
)
def test_bad_input_of_several_towers_is_one_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parameters = [] if "--parameters" in words else ["--parameters", "ledges.tilt"]
    assert run(["tower", "explore", *words, *parameters]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shogun.lab.errors.find_spec", lambda name: None)
    assert run(["tower", "explore", "classic", "--parameters", "ledges.tilt"]) == 2
    assert capsys.readouterr().err == (
        f"shogun: explore needs the library ribs. Install it: {install_command('ribs', extra='explore')}\n"
    )


@pytest.mark.slow
def test_the_command_writes_a_page_and_towers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shogun.lab.searching.tune.BATTLES", 8)
    monkeypatch.setattr("shogun.lab.experiments.conversion.executor", lambda *_asked, **_more: _Made())
    words = ["tower", "explore", "classic", "--parameters", "ledges.tilt=12:22,ledges.length", "--candidates", "20"]
    page_file, folder = tmp_path / "map.html", tmp_path / "towers"
    assert run([*words, "--output", str(page_file), "--towers", str(folder), "--results", str(tmp_path / "r.db")]) == 0
    out = capsys.readouterr().out
    files = sorted(path.stem for path in folder.iterdir())
    assert files and all(name in out for name in files)
    assert page_file.read_text(encoding="utf-8").count("<article") == len(files)
    assert run([*words, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["elites"]) == len(files)


class _Made:
    """Made-up counts instead of worker processes."""

    def __enter__(self) -> MadeUp:
        return MadeUp()

    def __exit__(self, *_raised: object) -> None:
        return None
