"""The tutorial: each chapter is played through by clicks as its steps say; no step goes on without what it asks."""

from collections.abc import Iterator

import pytest

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules.components import REGIONS
from shogun.games.river_of_gold.rules.state import Discard
from shogun.games.river_of_gold.screen.opening import OPENING
from shogun.games.river_of_gold.screen.tutorial.chapters import CHAPTERS, RiverLesson
from shogun.games.river_of_gold.screen.tutorial.steps import (
    NAMES,
    Act,
    AwaitTurn,
    Choose,
    ChooseDie,
    ChooseShore,
    begin,
)
from shogun.games.river_of_gold.words import region_name
from shogun.window.game.lessons.chapter import Chapter, Read
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.kit.runtime.app import App
from tests.layout.readable import flaws
from tests.window.clicking import click, names, window
from tests.window.lesson_facts import unheld, untrue

MOST_STEPS, MOST_WORDS, TICK, LONG = 14, 40, 0.1, 900


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def do(app: App, scene: RiverLesson) -> None:
    """Do by clicks what the step asks for."""
    model, task = scene.model, scene.step.task
    match task:
        case Read():
            click(app, "go-on")
        case ChooseDie():
            click(app, f"die-{task.number}")
        case ChooseShore():
            click(app, f"shore-{model.offers.shores[0]}")
        case Choose():
            place = next(name for name in scene.step.at if name in names(app))
            click(app, place)
        case Act():
            if task.kind is Discard:
                click(app, names(app, "customer-")[0])
            click(app, "confirm")
        case AwaitTurn():
            if model.asks == "end_turn" and "answer-0" in names(app):
                click(app, "answer-0")


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_is_played_by_clicks_to_its_end(app: App, chapter: Chapter) -> None:
    chapters = OPENING.lessons(app)
    assert chapters is not None
    app.replace(chapters)
    app.push(RiverLesson(app, chapter))
    app.step(TICK)
    done = 0
    while isinstance(app.scene, RiverLesson):
        scene, number = app.scene, app.scene.number
        if scene.model.question is not None:
            assert flaws(scene) == []
        assert untrue(scene) == [], scene.step.text
        do(app, scene)
        for _tick in range(LONG):
            app.step(TICK)
            if app.scene is not scene or scene.number != number or scene.step.task.waits:
                break
        else:
            raise AssertionError(f"step {number} of {chapter.name} doesn't go on: {scene.step.text}")
        done += 1
        assert done < 2 * MOST_STEPS
    assert isinstance(app.scene, LessonsScene)
    assert chapter.name in app.settings.lessons


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_is_short_and_begins_as_the_rules_allow(chapter: Chapter) -> None:
    assert len(chapter.steps) <= MOST_STEPS
    assert all(len(step.text.split()) <= MOST_WORDS for step in chapter.steps)
    places = {*map(region_name, REGIONS), *NAMES}
    assert [said for step in chapter.steps for said in unheld(step, places)] == []
    assert rules.problems(begin(chapter.position).state) == []


def test_something_else_than_a_step_asks_for_has_no_effect(app: App) -> None:
    app.push(RiverLesson(app, CHAPTERS[0]))
    app.step(TICK)
    scene = app.scene
    assert isinstance(scene, RiverLesson)
    before = scene.driver.session.state
    click(app, "go-on")
    click(app, "go-on")
    click(app, "ship-0-1")
    app.step(TICK)
    assert scene.number == 2, "the other ship is asked for"
    click(app, "confirm")
    assert scene.correction
    assert scene.driver.session.state == before


def test_a_correction_goes_with_the_answer_that_obeys_it(app: App) -> None:
    app.push(RiverLesson(app, CHAPTERS[0]))
    app.step(TICK)
    scene = app.scene
    assert isinstance(scene, RiverLesson)
    for _tick in range(LONG):
        if isinstance(scene.step.task, Act) and scene.model.question is not None:
            break
        do(app, scene)
        app.step(TICK)
    scene.controls.undo()
    assert "You can't undo in a lesson" in scene.correction
    before = scene.number
    click(app, "confirm")
    assert (scene.number, scene.correction) == (before, ""), "the ship is still sailing"
