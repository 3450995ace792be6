"""A search for a better tower on the bench: what is asked, what is shown, and what becomes of it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pygame
import pytest

from shogun.lab.measuring.live_summary import Nearest, RunningSearch, SearchProgress, SearchRequest
from shogun.lab.searching.background_search import refusal
from shogun.tower import load_tower
from shogun.tower.file.parameters import values_of
from shogun.tower.geometry import Baffle, Geometry, Pin
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToBench
from shogun.window.workshop.bench_scene import BenchScene
from shogun.window.workshop.model.drawn_tower import DrawnTower
from shogun.window.workshop.model.falling_cubes import BackgroundMeasurement, Unmeasured
from shogun.window.workshop.model.tower_search import TowerSearch, grouped, offered
from tests.window.clicking import click, press, top, window
from tests.window.workshop.conftest import Asleep

BETTER = {"ledges.length": 35.2841, "ledges.tilt": 17.25}
FOUND = SearchProgress(
    most=300,
    towers=24,
    generation=3,
    share=0.4,
    nearest=Nearest(BETTER, ((0.671, 0.014), (0.214, 0.013), (12.3, 0.6))),
    distances=(6.1, 3.2, 1.4),
)


class Search:
    """A search that has come to whatever the test says."""

    def __init__(self, wish: SearchRequest) -> None:
        self.wish, self.sought = wish, SearchProgress(most=300)

    def look(self) -> SearchProgress:
        return self.sought

    def stop(self) -> None:
        self.sought = msgspec.structs.replace(self.sought, state="stopped")


class Searches:
    """A laboratory that measures nothing, and searches as the test says."""

    def __init__(self) -> None:
        self.begun: list[Search] = []
        self.was_left: SearchRequest | None = None

    def new_measurement(self, geometry: Geometry) -> Unmeasured:
        return Unmeasured(geometry)

    def cached_statistics(self, _geometry: Geometry) -> None:
        return None

    def keep_odd(self, _geometry: Geometry, _odd: object) -> bool:
        return False

    def refusal(self, geometry: Geometry, wish: SearchRequest) -> str:
        return refusal(geometry, wish)

    def start_search(self, _geometry: Geometry, wish: SearchRequest, _workers: object) -> RunningSearch:
        self.begun.append(Search(wish))
        return self.begun[-1]

    def unfinished_search(self, _geometry: Geometry) -> SearchRequest | None:
        return self.was_left


@pytest.fixture
def laboratory() -> Searches:
    return Searches()


@pytest.fixture
def app(laboratory: Searches) -> Iterator[App]:
    with window() as opened_window:
        asleep: Any = Asleep()
        opened_window.workers = asleep
        opened_window.options = msgspec.structs.replace(opened_window.options, laboratory=laboratory)
        yield opened_window


@pytest.fixture
def scene(app: App) -> BenchScene:
    app.go(ToBench("classic"))
    app.step(0.0)
    found = top(app, BenchScene)
    found.desk.flow.mode = "once"
    click(app, "tune")
    return found


def acts(scene: BenchScene) -> dict[str, Any]:
    return {target.name: target.act for target in scene.targets()}


def words(scene: BenchScene) -> str:
    return " ".join(record.text for record in scene.texts())


def test_a_search_is_begun_watched_and_taken_over(app: App, scene: BenchScene, laboratory: Searches) -> None:
    before = scene.desk.plan
    click(app, "tune-start")
    [search] = laboratory.begun
    assert search.wish == SearchRequest(
        (("p_out_thrown", 0.67), ("p_out_resting", 0.22), ("stock", 12.0)), ("ledges.length", "ledges.tilt")
    )
    assert "Generation 1" in words(scene) and acts(scene)["tune-take"] is None and scene.is_moving()
    search.sought = FOUND
    app.step(0.1)
    assert "Generation 4" in words(scene) and "0.671 ± 0.014 (target 0.67)" in words(scene)
    assert {"0", "1", "6.1"} <= {record.text for record in scene.texts()}, "the chart has a scale"
    assert "24 towers tried" in words(scene) and "33 → 35.28" in words(scene)
    click(app, "tune-take")
    assert values_of(scene.desk.geometry, "ledges.length") == [35.2841] * 5
    assert scene.desk.tuning.is_running and "Undo" in scene.desk.message
    click(app, "tune-undo")
    assert scene.desk.plan == before


def test_what_is_taken_over_is_saved_with_the_comments_of_the_file(
    app: App, scene: BenchScene, laboratory: Searches
) -> None:
    click(app, "tune-start")
    laboratory.begun[0].sought = msgspec.structs.replace(FOUND, state="met")
    app.step(0.1)
    assert "The targets are met." in words(scene) and not scene.desk.tuning.is_running
    click(app, "tune-take")
    click(app, "tune-back")
    press(app, pygame.K_s, pygame.KMOD_CTRL)
    saved = load_tower("classic-2")
    assert {ledge.tilt for ledge in saved.baffles} == {17.25} and saved.baffles[0].group == "ledges"


def test_stopping_keeps_the_best(app: App, scene: BenchScene, laboratory: Searches) -> None:
    click(app, "tune-start")
    laboratory.begun[0].sought = FOUND
    app.step(0.1)
    click(app, "tune-stop")
    app.step(0.1)
    assert "Stopped in generation 4" in words(scene)
    click(app, "tune-take")
    assert scene.desk.geometry.baffles[0].tilt == 17.25
    click(app, "tune-anew")
    assert acts(scene)["tune-start"] is not None


def test_targets_that_contradict_each_other_are_refused_in_the_words_of_the_command(
    app: App, scene: BenchScene, laboratory: Searches
) -> None:
    click(app, "field-target-p_out_thrown")
    for key in (pygame.K_BACKSPACE,) * 4:
        press(app, key)
    app.take(pygame.Event(pygame.TEXTINPUT, text="0.9"))
    app.step(0.0)
    assert "these targets contradict each other: 0.80 cubes per throw stay" in scene.desk.tuning.why_not
    assert "contradict" in words(scene) and acts(scene)["tune-start"] is None and not laboratory.begun
    click(app, "want-stock")
    assert scene.desk.tuning.why_not == "" and acts(scene)["tune-start"] is not None


def test_nothing_wanted_or_nothing_that_may_change_is_no_search(app: App, scene: BenchScene) -> None:
    for name in ("vary-ledges.tilt", "vary-ledges.length"):
        click(app, name)
    assert acts(scene)["tune-start"] is None and "Choose targets" in words(scene)
    click(app, "vary-shaft.friction")
    assert acts(scene)["tune-start"] is not None
    for name in ("want-stock", "want-p_out_thrown", "want-p_out_resting"):
        click(app, name)
    assert acts(scene)["tune-start"] is None


def test_a_tower_with_a_problem_is_not_searched_from(app: App, scene: BenchScene) -> None:
    scene.desk.alter(scene.desk.plan.with_values([("baffle", 0)], height=900.0))
    app.step(0.0)
    assert acts(scene)["tune-start"] is None


def test_a_search_that_was_left_is_gone_on_with(app: App, scene: BenchScene, laboratory: Searches) -> None:
    laboratory.was_left = SearchRequest((("stock", 15.0),), ("shaft.friction",))
    click(app, "tune-back")
    click(app, "tune")
    assert "Continue the search" in words(scene)
    click(app, "tune-start")
    assert laboratory.begun[0].wish == laboratory.was_left


def test_one_looks_at_numbers_meanwhile_and_leaving_ends_it(app: App, scene: BenchScene, laboratory: Searches) -> None:
    click(app, "tune-start")
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene and "save" in acts(scene) and "tune-stop" not in acts(scene)
    click(app, "tune")
    assert "tune-stop" in acts(scene)
    scene.leave()
    assert laboratory.begun[0].sought.state == "stopped"


def test_what_has_gone_wrong_is_told(app: App, scene: BenchScene, laboratory: Searches) -> None:
    click(app, "tune-start")
    laboratory.begun[0].sought = SearchProgress(most=300, state="failed", why="the disk is full.")
    app.step(0.1)
    assert "the disk is full." in words(scene) and acts(scene)["tune-take"] is None


def test_many_numbers_scroll_and_all_are_in_words(app: App, scene: BenchScene) -> None:
    for number, group in enumerate("abcdef"):
        scene.desk.alter(scene.desk.plan.added([Pin(0, 30 + 9 * number, 5, group=group)])[0])
    click(app, "tune-back")
    click(app, "tune")
    names = offered(grouped(scene.desk.geometry))
    seen: set[str] = set()
    for notches in (0, -1, -20):
        app.scene.point(next(target for target in scene.targets() if target.name.startswith("vary-")).rect.center)
        app.take(pygame.Event(pygame.MOUSEWHEEL, y=notches, x=0))
        app.step(0.0)
        seen |= {name.removeprefix("vary-") for name in acts(scene) if name.startswith("vary-")}
    assert seen == set(names) and len(names) > 20


def test_pieces_without_a_group_change_alike_and_stay_without_one() -> None:
    geometry = msgspec.structs.replace(
        load_tower("classic"),
        baffles=(Baffle("left", 200, 30, 18), Baffle("right", 150, 28, 17), Baffle("left", 90, 30, 18, group="low")),
        pins=(Pin(0, 60, 5, group="ledges"),),
    )
    assert [piece.group for piece in grouped(geometry).baffles] == ["ledges-too", "ledges-too", "low"]
    tuning = TowerSearch(BackgroundMeasurement(Asleep(), Searches()))
    plan = DrawnTower.of(geometry)
    tuning.begun, tuning.sought = (
        plan,
        msgspec.structs.replace(FOUND, nearest=Nearest({"ledges-too.length": 31.5}, ((0.67, 0.01),))),
    )
    found = tuning.found()
    assert found is not None and found.origins == plan.origins
    assert [(piece.length, piece.group) for piece in found.geometry.baffles] == [
        (32.5862, None),
        (30.4138, None),
        (30, "low"),
    ]
    assert (tuning.present(plan, "ledges-too.length"), tuning.together(plan, "ledges-too.length")) == (29, "scale")


def test_without_a_laboratory_nothing_is_searched_for() -> None:
    tuning = TowerSearch(BackgroundMeasurement(Asleep(), None))
    plan = DrawnTower.of(load_tower("classic"))
    tuning.look_at(plan)
    tuning.start(plan)
    assert not tuning.can_start and tuning.sought is None and tuning.found() is None


def test_what_could_be_reached_is_told_when_it_was_missed(app: App, scene: BenchScene, laboratory: Searches) -> None:
    click(app, "tune-start")
    why = "With about stock=12, p_out_thrown from 0 is possible.66 to 0.69."
    laboratory.begun[0].sought = msgspec.structs.replace(FOUND, state="missed", why=why)
    app.step(0.1)
    assert "The targets were not met." in words(scene) and why in " ".join(words(scene).split())
