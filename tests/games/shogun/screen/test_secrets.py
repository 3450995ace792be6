"""Several people at one screen: nobody sees how another plans."""

from collections.abc import Iterator
from random import Random

import pygame
import pytest

from shogun.games.shogun.rules.questions import MarchQuestion, Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from shogun.window.scenes.pause import HandOverScene, PauseScene
from tests.window.clicking import (
    SMALL,
    asked,
    click,
    draft,
    game,
    play_by_clicks,
    press,
    session,
    settle,
    shown,
    target,
    window,
)


@pytest.fixture
def handed_over() -> Iterator[tuple[App, GameScene]]:
    """The moment after the first of two persons has committed their plan by clicks."""
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 0)
        play_by_clicks(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 1)
        yield app, scene


def plan_of(scene: GameScene, seat: int) -> Plan:
    """Return a committed plan, from the state that nobody sees."""
    plan: Plan | None = scene.driver.session.state.plans[seat]
    assert plan is not None
    return plan


def test_the_hand_over_screen_shows_nothing_of_the_game() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert isinstance(app.scene, HandOverScene)
        before = app.window.copy()
        texts = shown(app)
        assert not any(province in texts for province in scene.model.board.lands)
        assert [panel.rect for panel in app.scene.panels] == [app.window.get_rect()]
        app.redraw()
        app.step(0.0)
        assert before.get_buffer().raw == app.window.get_buffer().raw


def test_the_menu_covers_a_half_laid_plan_until_its_person_takes_the_screen_over_again() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        click(app, "take-over")
        settle(app)
        plan = draft(scene)
        plan.take_card(plan.hand()[0])
        plan.take_field(0)
        laid = list(plan.fields)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, PauseScene)
        assert (scene.model.viewer, scene.model.plan) == (None, None)
        click(app, "resume")
        settle(app)
        assert isinstance(app.scene, HandOverScene)
        click(app, "take-over")
        settle(app)
        assert draft(scene).fields == laid


@pytest.mark.slow
def test_the_next_person_sees_nothing_of_the_first_ones_plan(handed_over: tuple[App, GameScene]) -> None:
    _app, scene = handed_over
    plan = plan_of(scene, 0)
    assert scene.model.viewer == 1
    assert scene.model.view.plan is None
    assert scene.model.view.boards[0] == ()
    laid = {card for card in (*plan.fields, plan.bid) if isinstance(card, str)}
    assert laid
    texts = [record.text for panel in scene.panels if panel.name != "log" for record in panel.layer.texts]
    assert not laid & set(texts)
    assert not laid & set(scene.board.highlights().planned)


@pytest.mark.slow
def test_the_log_tells_nothing_of_a_plan(handed_over: tuple[App, GameScene]) -> None:
    _app, scene = handed_over
    lines = [line.text for line in scene.model.log if line.seat == 0]
    assert lines[-1].endswith("has planned.")


def test_what_the_first_plans_does_not_change_a_pixel_for_the_second() -> None:
    pictures = []
    for seed in (1, 2):
        with window(SMALL) as app:
            scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
            play_by_clicks(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 0)
            scene.controls.answer(asked(scene).sample(Random(seed)))
            play_by_clicks(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 1)
            app.scene.point((-1, -1))
            app.scene.changed()
            app.step(0.0)
            pictures.append(app.window.get_buffer().raw)
    assert pictures[0] == pictures[1]


def test_between_two_persons_the_screen_is_public() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=lambda s: s.model.question is not None)
        scene.controls.answer(asked(scene).sample(Random(1)))
        app.step(0.0)
        assert scene.model.viewer is None
        assert scene.model.view.seat is None
        assert scene.model.plan is None


def test_a_single_person_keeps_his_own_plan_in_sight() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        scene.controls.answer(asked(scene).sample(Random(1)))
        app.step(0.0)
        assert scene.model.viewer == 0


def test_the_hand_over_screen_says_who_has_planned_and_never_what() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        click(app, "take-over")
        settle(app)
        plan = asked(scene).sample(Random(1))
        scene.controls.answer(plan)
        settle(app)
        assert isinstance(app.scene, HandOverScene)
        assert "has planned" in target(app, "waiting-0").tooltip
        assert "has yet to plan" in target(app, "waiting-1").tooltip
        told = [place.tooltip for place in app.scene.targets()] + [shown(app), pygame.display.get_caption()[0]]
        assert isinstance(plan, Plan)
        laid = [card for card in plan.fields if isinstance(card, str)]
        assert laid
        assert not any(card in text for card in laid for text in told)


@pytest.mark.slow
def test_neither_focus_nor_pointer_of_the_last_person_is_left(handed_over: tuple[App, GameScene]) -> None:
    _app, scene = handed_over
    assert scene.focus == ""
    assert scene.model.hovered is None


def test_the_game_s_menu_is_reached_while_the_screen_is_handed_over() -> None:
    with window(SMALL) as app:
        game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        click(app, "menu")
        assert isinstance(app.scene, PauseScene)
        click(app, "resume")
        assert isinstance(app.scene, HandOverScene)


@pytest.mark.slow
def test_what_is_public_is_answered_without_handing_the_screen_over() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,person", setup=Setup(3), seed=1))
        hidden, asked_openly = [], []
        for _answer in range(60):
            settle(app)
            if isinstance(app.scene, HandOverScene):
                hidden.append(scene.driver.persons_question())
                click(app, "take-over")
                continue
            question = asked(scene)
            if not isinstance(question, PlanQuestion):
                asked_openly.append(question.seat)
                assert scene.model.viewer is None
                assert scene.model.view == scene.driver.session.view(None)
            scene.controls.answer(question.sample(Random(1)))
        assert len(set(asked_openly)) == 3
        assert hidden
        assert all(isinstance(question, PlanQuestion) for question in hidden)


@pytest.mark.slow
def test_after_a_public_answer_the_next_plan_is_handed_over_again() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,person", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=lambda s: isinstance(s.model.question, PlanQuestion))
        play_by_clicks(app, Random(1), until=lambda s: isinstance(s.model.question, MarchQuestion))
        assert (scene.seats.at_screen, scene.model.viewer) == (None, None)
        for _answer in range(200):
            settle(app)
            if isinstance(app.scene, HandOverScene):
                break
            scene.controls.answer(asked(scene).sample(Random(1)))
        assert isinstance(app.scene, HandOverScene)
        assert isinstance(scene.driver.persons_question(), PlanQuestion)


def test_a_public_answer_can_be_taken_back_by_whoever_is_at_the_screen_and_a_plan_by_its_owner_alone() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,person", setup=Setup(3), seed=1))
        play_by_clicks(app, Random(1), until=lambda s: isinstance(s.model.question, PlanQuestion))
        scene.controls.answer(asked(scene).sample(Random(1)))
        settle(app)
        click(app, "take-over")
        settle(app)
        assert not scene.model.can_undo, "the plan before is somebody else's"
        scene.undoing.undo_all()
        assert scene.driver.session.state.plans[0] is not None
