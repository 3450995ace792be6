"""The tutorial of Rumble Nation: its chapters are played by what they ask for, and nothing else has any effect."""

from collections.abc import Iterator

import pytest

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.state import CardPlayed, Deploy, PlayCard, RollDice
from shogun.games.rumble_nation.rules.war import fight
from shogun.games.rumble_nation.screen.tutorial.chapters import CHAPTERS, RumbleLesson
from shogun.games.rumble_nation.screen.tutorial.steps import (
    NAMES,
    CarryOutCard,
    Choose,
    Place,
    TakeCard,
    Throw,
    state_of,
)
from shogun.window.game.lessons.chapter import AwaitTurn, Chapter, Watch
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToLessons
from shogun.window.scenes.new_game import WhichGameScene
from tests.layout.readable import flaws
from tests.window.clicking import click, names, press, shown, top, window
from tests.window.lesson_facts import unheld, unseen, untrue

TICK = 0.1
LONG = 4000


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def lesson(app: App, chapter: Chapter) -> RumbleLesson:
    app.replace(RumbleLesson(app, chapter))
    app.step(0.0)
    return top(app, RumbleLesson)


def do(app: App, scene: RumbleLesson) -> None:
    """Do what the present step asks for, if it can be done by now."""
    task = scene.step.task
    if scene.has_to_read:
        click(app, "go-on")
    elif scene.model.question is None or isinstance(task, Watch | AwaitTurn):
        app.step(TICK)
    elif isinstance(task, Throw):
        click(app, "roll")
    elif isinstance(task, Choose):
        click(app, "die-2")
    elif isinstance(task, TakeCard):
        click(app, f"card-{task.card}")
    elif isinstance(task, Place | CarryOutCard):
        name = next(name for start in ("split-", "way-") for name in names(app, start))
        click(app, name)
        click(app, "confirm")


def play(app: App, scene: RumbleLesson, until: int | None = None) -> None:
    for _tick in range(LONG):
        if app.scene is not scene or scene.number == until:
            return
        do(app, scene)
        if app.scene is scene:
            app.step(TICK)
    raise AssertionError(f"{scene.chapter.name} doesn't go on from step {scene.number}")


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapter_comes_to_its_end_and_is_remembered(app: App, chapter: Chapter) -> None:
    play(app, lesson(app, chapter))
    assert isinstance(app.scene, LessonsScene)
    assert chapter.name in app.settings.lessons
    assert app.scene.course.game.code == rules.code


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_each_step_can_be_read_and_points_at_what_is_there(app: App, chapter: Chapter) -> None:
    scene, seen = lesson(app, chapter), -1
    for _tick in range(LONG):
        if app.scene is not scene:
            break
        assert list(unseen(scene, scene.text)) == [], "also while the others act"
        is_there = scene.has_to_read or scene.model.question is not None
        if scene.number != seen and is_there:
            seen = scene.number
            assert flaws(scene) == [], scene.step
            assert untrue(scene) == [], scene.step.text
            assert len(list(scene.pointed_at())) >= len(scene.step.at), scene.step
        do(app, scene)
        if app.scene is scene:
            app.step(TICK)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_position_obeys_the_rules_and_no_text_is_long(chapter: Chapter) -> None:
    assert list(rules.problems(state_of(chapter.position))) == []
    for step in chapter.steps:
        assert len(step.text.split()) <= 40, step.text
        assert unheld(step, {*AREAS, *NAMES}) == [], step.text


def test_the_dice_of_the_first_chapter_can_be_split_in_three_ways(app: App) -> None:
    scene = lesson(app, CHAPTERS[0])
    play(app, scene, until=4)
    splits = [move for move in scene.model.moves if isinstance(move, Deploy)]
    assert sorted(move.soldiers for move in splits) == [1, 2, 3]


def test_what_a_step_does_not_ask_for_is_corrected_and_changes_nothing(app: App) -> None:
    scene = lesson(app, CHAPTERS[0])
    before = scene.model.view
    scene.controls.answer(PlayCard("scout"))
    assert scene.correction == scene.step.task.hint()
    scene.controls.undo()
    assert "You can't undo in a lesson" in scene.correction
    press(app, 27)
    assert app.scene is scene, "to leave is asked for twice"
    assert scene.model.view == before
    press(app, 27)
    assert isinstance(app.scene, LessonsScene)


def test_a_correction_goes_with_the_answer_that_obeys_it(app: App) -> None:
    scene = lesson(app, CHAPTERS[0])
    for _tick in range(LONG):
        if isinstance(scene.step.task, Throw) and scene.model.question is not None:
            break
        do(app, scene)
    scene.controls.answer(PlayCard("scout"))
    assert scene.correction == "Press Roll the dice."
    before = scene.number
    scene.controls.answer(RollDice())
    assert (scene.number, scene.correction) == (before, ""), "the dice are still rolling"


def test_the_menu_asks_which_game_is_to_be_learnt(app: App) -> None:
    app.go(ToLessons())
    app.step(0.0)
    assert isinstance(app.scene, WhichGameScene)
    click(app, f"game-{rules.code}")
    assert "Learn to play Rumble Nation" in top(app, LessonsScene).title()
    click(app, "first-game")
    assert app.scene.game_code == rules.code


def test_the_first_chapter_ends_with_the_card_carried_out(app: App) -> None:
    chapter = CHAPTERS[0]
    scene = lesson(app, chapter)
    play(app, scene, until=len(chapter.steps) - 1)
    shown = scene.model.shown
    assert shown is not None and isinstance(shown.event, CardPlayed)
    assert shown.event.card == "reinforcement"
    assert scene.model.view.players[0].reserve == shown.before.players[0].reserve - 1


@pytest.mark.slow
def test_the_end_of_the_war_stays_on_the_screen_of_the_lesson(app: App) -> None:
    chapter = CHAPTERS[1]
    scene = lesson(app, chapter)
    play(app, scene, until=len(chapter.steps) - 2)
    for _step in range(2):
        app.step(TICK)
        outcomes = list(fight(scene.model.view))
        assert list(scene.board._resolved.values()) == outcomes, "no castle stands on the map again"
        told = shown(app).splitlines()
        assert all(f"{points} points" in told for points in scene.model.result.points)
        assert names(app, "war-again") == ["war-again"] and not names(app, "show-end")
        click(app, "go-on")
    assert isinstance(app.scene, LessonsScene)


@pytest.mark.slow
def test_the_war_is_shown_again_while_its_end_is_read(app: App) -> None:
    scene = lesson(app, CHAPTERS[1])
    play(app, scene, until=len(CHAPTERS[1].steps) - 2)
    for _tick in range(20):
        app.step(TICK)
    click(app, "war-again")
    app.step(TICK)
    assert scene.model.war and scene.is_moving()
    click(app, "end-war")
    app.step(TICK)
    assert scene.model.war is None and not scene.is_moving()
    assert names(app, "war-again")
