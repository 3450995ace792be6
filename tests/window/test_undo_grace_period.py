"""Opponents wait as long as one can take the last answer back; a wish that can't be granted is answered in the bar."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.games.rumble_nation.rules.state import CarryOut, Deploy, Deployed
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import PERSON
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, UNDO_SECONDS, Settings
from shogun.window.play.routes import ToSettings
from tests.layout.readable import flaws

from . import tables
from .clicking import A_LONG_TIME, click, game, names, press, session, settle, shown, window

WAIT = 2.0


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, undo_seconds=WAIT) as opened:
        yield opened


def until_placed(app: App, players: str = "person,solid") -> RumbleScene:
    """Play until the person has placed pieces, or carried out a card, and an opponent is on turn."""
    tables.begin(app, "rumble-nation", players, seed=3)
    rng = Random(1)
    while True:
        scene = tables.rest(app, RumbleScene)
        move = scene.model.question.sample(rng)
        scene.answer(move)
        if isinstance(move, Deploy | CarryOut):
            for _step in range(4):
                app.step(0.0)
            return scene


def answers(scene: RumbleScene) -> int:
    return len(scene.driver.session.course.answers)


def test_opponents_wait_for_so_long_and_then_go_on(app: App) -> None:
    scene = until_placed(app)
    before = answers(scene)
    assert scene.model.can_undo and scene.model.undo_left == 1.0
    assert "You can still undo this" in shown(app)
    assert flaws(scene) == []
    app.step(WAIT / 2)
    assert answers(scene) == before and 0.4 < scene.model.undo_left < 0.6 and not scene.driver.thinking()
    app.step(WAIT)
    app.step(0.0)
    assert answers(scene) > before and scene.model.undo_left == 0.0
    assert "You can still undo this" not in shown(app)
    assert names(app, "go-on") == []


@pytest.mark.parametrize("by", ["key", "click"])
def test_they_are_let_go_on_by_space_or_a_click(app: App, by: str) -> None:
    scene = until_placed(app)
    before = answers(scene)
    if by == "key":
        press(app, pygame.K_SPACE)
    else:
        click(app, "go-on")
    app.step(0.0)
    app.step(0.0)
    assert answers(scene) > before


def test_taken_back_meanwhile_nobody_has_thought_and_the_same_is_asked_again(app: App) -> None:
    scene = until_placed(app)
    before = answers(scene)
    press(app, pygame.K_z)
    app.step(0.0)
    assert answers(scene) == before - 1 and scene.model.question is not None
    scene.answer(scene.model.question.moves[0])
    assert scene.model.undo_left == 0.0


def test_time_that_stands_still_is_no_time(app: App) -> None:
    scene = until_placed(app)
    before = answers(scene)
    scene.pace.toggle_pause()
    for _step in range(3):
        app.step(A_LONG_TIME)
    assert answers(scene) == before and scene.model.can_undo


def test_what_is_still_being_shown_is_shown_to_its_end_before_it_is_taken_back(app: App) -> None:
    scene = until_placed(app)
    scene.pace.set_speed(1.0)
    press(app, pygame.K_z)
    app.step(0.0)
    log, places = len(scene.model.log), 0
    scene.answer(next(move for move in scene.model.question.moves if isinstance(move, Deploy | CarryOut)))
    app.step(0.01)
    assert scene.is_moving(), "it is being shown"
    press(app, pygame.K_z)
    app.step(0.0)
    told = [line.event for line in scene.model.log[log:]]
    places = sum(event is not None for event in told)
    assert places and told[-1] is None, "first what was done is told, then that it is taken back"
    assert scene.model.view == scene.game.rules.view(scene.driver.session.state, scene.model.viewer)


def test_where_nobody_shall_wait_nobody_does(app: App) -> None:
    app.settings.undo_seconds = 0.0
    scene = until_placed(app)
    assert any(isinstance(line.event, Deployed) for line in scene.model.log)
    assert scene.model.undo_left == 0.0 and scene.driver.session.course.answers[-1].seat != 0


def test_dice_are_rolled_at_once(app: App) -> None:
    tables.begin(app, "rumble-nation", "person,solid", seed=3)
    scene = tables.rest(app, RumbleScene)
    scene.answer(scene.model.question.moves[0])
    app.step(0.0)
    assert scene.model.undo_left == 0.0 and scene.driver.session.course.answers[-1].seat is None


@pytest.mark.parametrize(
    ("key", "why"), [(pygame.K_z, "You haven't done anything"), (pygame.K_y, "There is nothing to redo")]
)
def test_a_wish_that_can_not_be_granted_is_answered_in_the_bar(app: App, key: int, why: str) -> None:
    tables.begin(app, "rumble-nation", "person,solid", seed=3)
    scene = tables.rest(app, RumbleScene)
    press(app, key)
    app.step(0.0)
    assert scene.model.refusal.startswith(why) and why in shown(app)
    scene.answer(scene.model.question.moves[0])
    scene = tables.rest(app, RumbleScene)
    assert why not in shown(app)


def test_why_not_is_said_no_more_once_it_is_otherwise(app: App) -> None:
    scene = until_placed(app)
    press(app, pygame.K_SPACE)
    scene.pace.set_computers_speed(1.0)
    for _step in range(3):
        app.step(0.05)
    press(app, pygame.K_z)
    assert scene.model.refusal.startswith("Something is still happening")
    scene.pace.set_computers_speed(AT_ONCE)
    tables.rest(app, RumbleScene)
    assert scene.model.refusal == ""


def test_nobody_takes_back_what_another_has_done_in_their_seat(app: App) -> None:
    app.settings.undo_seconds = 0.0
    tables.begin(app, "rumble-nation", "person,person", seed=3)
    scene = tables.rest(app, RumbleScene)
    while not any(line.seat == 0 for line in scene.driver.session.course.answers) or scene.model.question.seat != 0:
        scene.answer(scene.model.question.sample(Random(scene.model.question.key)))
        scene = tables.rest(app, RumbleScene)
    scene.seats.change(0, "solid")
    while scene.driver.session.questions[0].seat != 1 or scene.model.question is None:
        app.step(A_LONG_TIME)
    scene.seats.change(0, PERSON)
    app.step(0.0)
    assert not scene.model.can_undo
    assert scene.driver.session.course.undoable(0) is not None, "but for who has done it"


def test_in_shogun_opponents_wait_too(app: App) -> None:
    scene = game(app, session("person,random,random", setup=Setup(3, line_up="draft"), seed=5))
    settle(app)
    for _answer in range(40):
        question = scene.model.question
        if question is not None:
            scene.controls.answer(question.sample(Random(1)))
            app.step(0.0)
            app.step(0.0)
            if scene.model.undo_left:
                break
        app.step(A_LONG_TIME)
        settle(app)
    before = len(scene.driver.session.course.answers)
    app.step(WAIT / 4)
    assert scene.model.can_undo and len(scene.driver.session.course.answers) == before
    assert flaws(scene) == []
    click(app, "let-go-on")
    app.step(0.0)
    app.step(0.0)
    assert len(scene.driver.session.course.answers) > before


def test_for_how_long_is_chosen_in_the_settings(app: App) -> None:
    app.go(ToSettings())
    app.step(0.0)
    assert "Pause for undo" in shown(app) and flaws(app.scene) == []
    assert Settings().undo_seconds in UNDO_SECONDS
