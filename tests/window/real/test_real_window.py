"""The installed program as a process, in a real window, by the mouse alone."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import PlanQuestion
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import AnswerLine, Contents
from shogun.table.session import UNLIMITED
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.window.clicking import SMALL, asked, top, window
from tests.window.real.real_window import Mirror, journal, missing, program, screen, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing()), reason=missing())]
IN_A_HURRY = Settings(introduction_seen=True, speed=4.0, computers_speed=AT_ONCE, undo_seconds=0.0, sound=False)


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[Mirror]:
    """An empty display, and a mirror of what will be on it."""
    save_settings(IN_A_HURRY)
    with screen(SMALL, tmp_path) as display, window(SMALL) as app:
        yield Mirror(app, display)


def begin_a_game(mirror: Mirror) -> None:
    """Go through the menus to the first question, by clicks."""
    mirror.app.replace(MenuScene(mirror.app))
    mirror.wait_for("the menu")
    mirror.click("new-game")
    mirror.wait_for("the choice of a game")
    mirror.click("game-shogun")
    assert isinstance(mirror.app.scene, NewGameScene)
    mirror.wait_for("the sheet of a new game")
    mirror.screen.click(mirror.target("begin").rect.center)


def next_question(mirror: Mirror) -> GameScene:
    """Wait until a person is asked and return the mirrored scene."""

    def asked() -> bool:
        contents = journal()
        return contents is not None and mirror.reflect(contents).model.question is not None

    until(asked, "a question")
    scene = top(mirror.app, GameScene)
    mirror.wait_for_question(scene)
    return scene


def test_a_game_begins_survives_a_kill_and_goes_on(mirror: Mirror) -> None:
    with program(mirror.screen) as running:
        begin_a_game(mirror)
        scene = next_question(mirror)
        question = scene.model.question
        assert isinstance(question, PlanQuestion)
        session = scene.driver.session
        plan = opponent("greedy")(session.view(question.seat), session.inside, question, random.Random(1), UNLIMITED)
        mirror.follow(scene, plan)
        until(lambda: any(line.answer == plan for line in answers()), "the plan in the journal")
        running.kill()
        running.wait()
    before = written().raw
    with program(mirror.screen):
        mirror.app.replace(MenuScene(mirror.app))
        mirror.wait_for("the menu")
        mirror.screen.click(mirror.target("continue").rect.center)  # the mirror must not write into the journal too
        assert asked(next_question(mirror)).key != question.key
    assert written().raw[: len(before)] == before


def written() -> Contents:
    contents = journal()
    assert contents
    return contents


def answers() -> list[AnswerLine]:
    return [line for line in written().lines if isinstance(line, AnswerLine)]
