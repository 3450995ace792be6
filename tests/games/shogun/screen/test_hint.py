"""The adviser: asked by button or key, he proposes what can be changed, and nobody else sees it."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from random import Random
from typing import Any

import pygame
import pytest

from shogun.base.language import speaking
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion, PlanQuestion, PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players.adviser import Hint
from shogun.window.game.hint_request import HintTask
from shogun.window.kit.runtime.app import App
from shogun.window.scenes.pause import HandOverScene
from tests.layout.readable import flaws
from tests.window.clicking import (
    AtOnce,
    T,
    asked,
    click,
    draft,
    game,
    names,
    play_unseen,
    press,
    session,
    shown,
    top,
    window,
)


class Patient(AtOnce):
    """Workers that find hints only when they are told to; the rest they do at once."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[HintTask, Future[Any]]] = []

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        if not isinstance(task, HintTask):
            return super().submit(task)
        promise: Future[T] = Future()
        self.asked.append((task, promise))
        return promise

    def find(self) -> Hint:
        """Find the first hint that is waited for: any legal answer."""
        task, future = self.asked[0]
        move = task.question.sample(Random(4))
        hint = Hint(move, ("Because the moon is full.",))
        future.set_result(hint)
        return hint


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        opened.workers = Patient()
        game(opened, session("person,person,greedy", setup=Setup(3), seed=1))
        yield opened


def adviser(app: App) -> Patient:
    assert isinstance(app.workers, Patient)
    return app.workers


def to(app: App, kind: type[PlayerQuestion], topic: str = "") -> GameScene:
    """Go on until a person is asked a question of this kind."""

    def is_there(scene: GameScene) -> bool:
        question = scene.model.question
        return isinstance(question, kind) and (not topic or (isinstance(question, Choice) and question.topic == topic))

    play_unseen(app, Random(3), until=is_there)
    app.step(0.0)
    return top(app, GameScene)


def ask_alone(app: App) -> None:
    """Ask for a hint to a public question: it may tell what is planned, so the screen is handed over first."""
    scene = top(app, GameScene)
    question = asked(scene)
    assert scene.model.viewer is None
    press(app, pygame.K_a)
    app.step(0.0)
    assert adviser(app).asked == []
    assert isinstance(app.scene, HandOverScene)
    click(app, "take-over")
    app.step(0.0)
    app.step(0.0)
    assert asked(top(app, GameScene)) == question
    assert top(app, GameScene).model.viewer == question.seat


def test_a_plan_is_proposed_with_reasons_and_can_be_changed(app: App) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    assert scene.model.hint == Hint()
    assert "Looking for a hint" in shown(app)
    assert "take-hint" not in names(app)
    found = adviser(app).find()
    app.step(0.0)
    assert "Because the moon is full." in shown(app)
    assert draft(scene).plan() != found.move, "nothing is laid unasked"
    click(app, "take-hint")
    assert draft(scene).plan() == found.move
    number = next(n for n, card in enumerate(draft(scene).fields[: len(ACTIONS)]) if card is not None)
    click(app, f"field-{number}")
    assert draft(scene).fields[number] is None
    while scene.is_laying():
        app.step(0.1)
    assert [flaw for flaw in flaws(scene) if flaw.panel in ("sheet", "prompt")] == []


def test_a_march_is_aimed_but_not_begun(app: App) -> None:
    scene = to(app, MarchQuestion)
    ask_alone(app)
    lines = len(scene.driver.session.course.answers)
    found = adviser(app).find()
    app.step(0.0)
    assert len(scene.driver.session.course.answers) == lines
    if isinstance(found.move, March):
        assert scene.model.march
        assert scene.model.march.move() == found.move
    assert "Hint: " in shown(app)
    assert [flaw for flaw in flaws(scene) if flaw.panel == "prompt"] == []


def test_a_choice_is_advised_in_words(app: App) -> None:
    scene = to(app, Choice, "special")
    ask_alone(app)
    adviser(app).find()
    app.step(0.0)
    assert "Hint: " in shown(app)
    assert "Because the moon is full." in shown(app)
    assert scene.model.question is not None, "the person still chooses"


def test_he_knows_what_the_person_at_the_screen_may_know(app: App) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    task, _future = adviser(app).asked[0]
    assert task.view == scene.driver.session.view(asked(scene).seat)
    assert task.view.seat == scene.model.viewer
    assert task.question == scene.model.question


def test_the_next_person_sees_nothing_of_it(app: App) -> None:
    scene = to(app, PlanQuestion)
    first = asked(scene)
    click(app, "hint")
    scene.controls.answer(first.sample(Random(1)))
    assert scene.model.hint is None
    _task, future = adviser(app).asked[0]
    assert future.cancelled()
    play_unseen(app, Random(2), until=lambda s: s.model.question not in (None, first))
    app.step(0.0)
    assert top(app, GameScene).model.hint is None
    assert "moon" not in shown(app)


def test_asking_twice_asks_once(app: App) -> None:
    to(app, PlanQuestion)
    click(app, "hint")
    click(app, "hint")
    assert len(adviser(app).asked) == 1


def test_an_adviser_who_fails_says_so_and_the_game_goes_on(app: App) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    adviser(app).asked[0][1].set_exception(MemoryError())
    app.step(0.0)
    assert "No advice available (MemoryError)" in " ".join(shown(app).split())
    assert scene.model.question is not None


def test_the_setting_takes_him_away(app: App) -> None:
    to(app, PlanQuestion)
    app.settings.hints = False
    app.step(0.0)
    assert "hint" not in names(app)
    press(app, pygame.K_a)
    assert adviser(app).asked == []


@pytest.mark.slow
def test_the_real_adviser_answers_in_two_seconds_or_so(app: App) -> None:
    """Only that he answers is decided here: how long it takes depends on the machine."""
    scene = to(app, PlanQuestion)
    app.workers = AtOnce()
    click(app, "hint")
    app.step(0.0)
    assert scene.model.hint
    asked(scene).verify(scene.model.hint.move)
    assert any("Chance to win" in reason for reason in scene.model.hint.reasons)


@pytest.mark.slow
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 720), pytest.param((1920, 1080), marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_what_he_says_and_what_threatens_can_be_read(size: tuple[int, int], language: str) -> None:
    """With the longest texts that there are: of the real adviser, in a language whose words are half as long again."""
    with speaking(language), window(size) as app:
        app.settings.language, app.settings.odds = language, True
        game(app, session("person,greedy,greedy,greedy", setup=Setup(4), seed=3))
        for kind in (PlanQuestion, MarchQuestion):
            scene = to(app, kind)
            scene.controls.ask_hint()
            mine = scene.model.view.owned(0)
            scene.controls.point_at(max(mine, key=lambda name: len(scene.model.board.neighbours[name])))
            for _look in range(12):
                app.step(0.0)
            assert scene.model.hint and scene.model.hint.reasons
            assert flaws(scene) == []
