"""Answers by keys alone: staying, and the main answer where one is asked for one army more."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.games.shogun.rules.questions import Choice, Reinforce, Stay
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from tests.window.clicking import game, play_unseen, press, session, settle, target, top, window

pytestmark = pytest.mark.slow


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        yield app


def answer_by(app: App, key: int) -> object:
    """Return the answer that a key gives."""
    answers = top(app, GameScene).driver.session.course.answers
    before = len(answers)
    press(app, key)
    return answers[before].answer


def may_reinforce(scene: GameScene) -> bool:
    return isinstance(scene.model.question, Choice) and scene.model.question.topic == "attack"


def may_stay(scene: GameScene) -> bool:
    return scene.model.march is not None and scene.model.march.question.may_stay


def test_zero_lets_all_armies_stay(app: App) -> None:
    play_unseen(app, Random(3), until=may_stay)
    settle(app)
    assert target(app, "stay").tooltip.endswith("(0)")
    assert answer_by(app, pygame.K_0) == Stay()


@pytest.mark.parametrize("by_ring", [True, False], ids=["N and Enter", "Enter"])
def test_one_army_more_is_the_main_answer(app: App, by_ring: bool) -> None:
    play_unseen(app, Random(3), until=may_reinforce)
    settle(app)
    scene = top(app, GameScene)
    main = next(place for place in scene.targets() if place.main)
    assert main.name == "answer-Throw one more"
    if by_ring:
        press(app, pygame.K_n)
        assert scene.focus == main.name
    assert answer_by(app, pygame.K_RETURN) == Reinforce(1)
