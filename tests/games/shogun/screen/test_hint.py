"""The adviser: asked by button or key, he proposes what can be changed, and nobody else sees it."""

from concurrent.futures import Future
from random import Random

import pygame
import pytest

from shogun.base.language import speaking
from shogun.games.shogun.analysis.advice import Hint
from shogun.games.shogun.rules.cards import ACTIONS
from shogun.games.shogun.rules.moves import March
from shogun.games.shogun.rules.questions import Choice, MarchQuestion, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game.hint import Asked
from tests.window.clicking import AtOnce, click, game, names, play_unseen, press, session, shown, window
from tests.window.test_layout import flaws


class Patient(AtOnce):
    """Workers that find hints only when they are told to; the rest they do at once."""

    def __init__(self) -> None:
        self.asked: list[tuple[Asked, Future]] = []

    def submit(self, task):
        if not isinstance(task, Asked):
            return super().submit(task)
        self.asked.append((task, Future()))
        return self.asked[-1][1]

    def find(self) -> Hint:
        """Find the first hint that is waited for: any legal answer."""
        task, future = self.asked[0]
        move = task.question.sample(Random(4))
        future.set_result(Hint(move, ("Because the moon is full.",)))
        return future.result()


@pytest.fixture
def app():
    with window() as opened:
        opened.workers = Patient()
        game(opened, session("person,person,greedy", setup=Setup(3), seed=1))
        yield opened


def to(app, kind, topic: str = ""):
    """Go on until a person is asked a question of this kind."""

    def is_there(scene) -> bool:
        question = scene.model.question
        return isinstance(question, kind) and (not topic or question.topic == topic)

    play_unseen(app, Random(3), until=is_there)
    app.step(0.0)
    return app.scene


def test_a_plan_is_proposed_with_reasons_and_can_be_changed(app) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    assert scene.model.hint == Hint()
    assert "The Shogun is thinking" in shown(app)
    assert "take-hint" not in names(app)
    found = app.workers.find()
    app.step(0.0)
    assert "Because the moon is full." in shown(app)
    assert scene.model.plan.plan() != found.plan, "nothing is laid unasked"
    click(app, "take-hint")
    assert scene.model.plan.plan() == found.plan
    number = next(n for n, card in enumerate(scene.model.plan.fields[: len(ACTIONS)]) if card is not None)
    click(app, f"field-{number}")
    assert scene.model.plan.fields[number] is None
    assert [flaw for flaw in flaws(scene) if flaw.panel in ("sheet", "prompt")] == []


def test_a_march_is_aimed_but_not_begun(app) -> None:
    scene = to(app, MarchQuestion)
    press(app, pygame.K_a)
    lines = len(scene.director.session.course.answers)
    found = app.workers.find()
    app.step(0.0)
    assert len(scene.director.session.course.answers) == lines
    if isinstance(found.move, March):
        assert scene.model.march.move() == found.move
    assert "The Shogun would say: " in shown(app)
    assert [flaw for flaw in flaws(scene) if flaw.panel == "prompt"] == []


def test_a_choice_is_advised_in_words(app) -> None:
    scene = to(app, Choice, "special")
    click(app, "hint")
    app.workers.find()
    app.step(0.0)
    assert "The Shogun would say: " in shown(app)
    assert "Because the moon is full." in shown(app)
    assert scene.model.question is not None, "the person still chooses"


def test_he_knows_what_the_person_at_the_screen_may_know(app) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    asked = app.workers.asked[0][0]
    assert asked.view == scene.director.session.view(scene.model.question.seat)
    assert asked.view.seat == scene.model.viewer
    assert asked.question == scene.model.question


def test_the_next_person_sees_nothing_of_it(app) -> None:
    scene = to(app, PlanQuestion)
    first = scene.model.question
    click(app, "hint")
    scene.controls.answer(first.sample(Random(1)))
    assert scene.model.hint is None
    future = app.workers.asked[0][1]
    assert future.cancelled()
    play_unseen(app, Random(2), until=lambda s: s.model.question not in (None, first))
    app.step(0.0)
    assert app.scene.model.hint is None
    assert "moon" not in shown(app)


def test_asking_twice_asks_once(app) -> None:
    to(app, PlanQuestion)
    click(app, "hint")
    click(app, "hint")
    assert len(app.workers.asked) == 1


def test_an_adviser_who_fails_says_so_and_the_game_goes_on(app) -> None:
    scene = to(app, PlanQuestion)
    click(app, "hint")
    app.workers.asked[0][1].set_exception(MemoryError())
    app.step(0.0)
    assert "no advice now (MemoryError)" in " ".join(shown(app).split())
    assert scene.model.question is not None


def test_the_setting_takes_him_away(app) -> None:
    to(app, PlanQuestion)
    app.settings.hints = False
    app.step(0.0)
    assert "hint" not in names(app)
    press(app, pygame.K_a)
    assert app.workers.asked == []


def test_the_real_adviser_answers_in_two_seconds_or_so(app) -> None:
    """Only that he answers is decided here: how long it takes depends on the machine."""
    scene = to(app, PlanQuestion)
    app.workers = AtOnce()
    click(app, "hint")
    app.step(0.0)
    scene.model.question.verify(scene.model.hint.move)
    assert "Estimated chance to win the game" in shown(app)


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((1920, 1080), marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_what_he_says_and_what_threatens_can_be_read(size, language) -> None:
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
            assert scene.model.hint.reasons
            assert flaws(scene) == []
