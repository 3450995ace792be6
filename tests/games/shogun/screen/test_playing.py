"""Whole games by clicks, as a person plays them; the journal that they leave is checked."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, Literal

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.questions import Choice, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.prompt_panel import ANSWER
from shogun.games.shogun.screen.play.model import DRAFT
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.players.session_driver import OpponentTask
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.window.kit.drawing.theme import GOLD
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import (
    A_LONG_TIME,
    SMALL,
    USUAL,
    AtOnce,
    T,
    asked,
    click,
    click_at,
    draft,
    game,
    names,
    play_by_clicks,
    play_unseen,
    press,
    session,
    settle,
    shown,
    target,
    top,
    window,
)

CONFIRMING = ("commit", "march", ANSWER)

NEAR = 40
"""How far a colour may be from gold, all three parts together: edges are softened."""


def checked(path: Path) -> int:
    """Return the number of a journal's lines, all of which the rules agree with."""
    contents = read_journal(game_of, path)
    Replay(contents).run()
    return len(contents.lines)


@pytest.mark.slow
def test_what_confirms_has_one_place_and_marks_go_with_their_actions() -> None:
    places, acted, rng = Counter[str](), 0, Random(1)
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("person,random,random", setup=Setup(3), seed=1))
        while acted < 5:
            settle(app)
            question, view = asked(scene), scene.model.view
            acted += bool(view.action)
            assert not set(scene.model.planned().values()) & set(view.actions[: view.action or 0])
            confirming = [target for target in scene.targets() if target.name.startswith(CONFIRMING)]
            if confirming:
                places[str(max(target.rect.right for target in confirming))] += 1
            scene.controls.answer(question.sample(rng))
    assert len(places) == 1 and places.total() > 2


@pytest.mark.slow
def test_a_whole_drafted_game_of_three_by_clicks(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with window() as app:
        setup = Setup(3, side="moon", line_up="draft")
        game(app, session("person,random,random", setup=setup, seed=5, path=path))
        play_by_clicks(app, Random(2), until=lambda scene: scene.model.result is not None)
        scene = top(app, GameScene)
        assert scene.model.result == scene.driver.session.result
        assert "wins" in scene.model.prompt or "share" in scene.model.prompt
    assert read_journal(game_of, path).is_finished
    assert checked(path) > 100


@pytest.mark.slow
def test_a_season_of_the_printed_line_up_in_the_simulated_tower(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with window(USUAL) as app:
        game(app, session("person,greedy,random,greedy", setup=Setup(4), seed=3, tower="classic", path=path))
        play_by_clicks(app, Random(4), until=lambda scene: scene.model.view.season == "summer")
    assert checked(path) > 20
    assert path.with_suffix(".drops").stat().st_size > 1000, "recordings lie beside the journal"


@pytest.fixture
def planning() -> Iterator[App]:
    """A window in which the only person plans the first season."""
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert isinstance(scene.model.question, PlanQuestion)
        yield app


def test_a_card_is_laid_card_first_or_field_first_and_taken_back(planning: App) -> None:
    plan = draft(top(planning, GameScene))
    first, second = plan.question.cards[:2]
    click(planning, f"card-{first}")
    click(planning, "field-3")
    click(planning, "field-5")
    click(planning, f"card-{second}")
    assert (plan.fields[3], plan.fields[5]) == (first, second)
    click(planning, "field-3")
    assert plan.fields[3] is None
    assert f"card-{first}" in names(planning)
    click(planning, "clear")
    assert not any(plan.fields)


def test_a_province_on_the_map_is_its_card(planning: App) -> None:
    scene = top(planning, GameScene)
    province = next(card for card in draft(scene).question.cards if isinstance(card, str))
    click_at(planning, scene.board.view.anchor(province))
    assert draft(scene).card == province
    click(planning, "field-0")
    assert draft(scene).by_province() == {province: "castle"}
    click_at(planning, scene.board.view.anchor(province))
    assert draft(scene).fields[0] is None


def test_a_plan_is_committed_only_when_it_is_legal_and_the_button_says_why_not(planning: App) -> None:
    button = target(planning, "commit")
    assert not button.enabled
    assert "filled" in button.tooltip
    click(planning, "commit")
    assert top(planning, GameScene).model.plan is not None


def test_chests_that_cannot_be_paid_cannot_be_bid() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        plan = draft(scene)
        plan.question = PlanQuestion(plan.question.seat, plan.question.key, plan.question.cards, 2)
        scene.changed()
        app.step(0.0)
        click(app, "card-4")
        assert not target(app, "field-10").enabled
        assert "4 chests" in target(app, "field-10").tooltip
        click(app, "card-4")
        click(app, "card-2")
        assert target(app, "field-10").enabled


@pytest.mark.slow
def test_a_committed_plan_can_be_taken_back_only_while_nothing_was_revealed() -> None:
    with window() as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        click(app, "take-over")
        question = asked(scene)
        scene.controls.answer(question.sample(Random(1)))
        app.step(100.0)
        assert scene.driver.session.undoable(question.seat)
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        scene.controls.answer(asked(scene).sample(Random(1)))
        settle(app)
        assert scene.driver.undoable() is None
        assert not target(app, "undo").enabled


@pytest.mark.slow
def test_only_lit_provinces_react() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_by_clicks(
            app, Random(3), until=lambda s: s.model.march is not None and len(s.model.march.question.targets) > 1
        )
        march = scene.model.march
        assert march
        others = [name for name in scene.model.board.lands if name not in march.question.targets]
        for name in others:
            click_at(app, scene.board.view.anchor(name))
            assert march.target is None, name
        lit = march.question.targets[0]
        click_at(app, scene.board.view.anchor(lit))
        assert march.target == lit
        assert scene.board.highlights().arrow == (march.question.source, lit)


@pytest.mark.slow
def test_space_skips_a_drop_and_buttons_change_the_speeds_of_this_game() -> None:
    with window() as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        for _step in range(2000):
            app.step(0.05)
            if scene.model.is_watching:
                break
        assert not scene.stand.done
        click(app, "speed")
        assert (scene.model.speed, app.settings.speed) == (2.0, 1.0)
        press(app, pygame.K_SPACE)
        assert scene.stand.done
        for _click in range(3):
            click(app, "computers-speed")
        assert (scene.model.computers_speed, app.settings.computers_speed) == (AT_ONCE, 1.0)


@pytest.mark.slow
def test_the_window_goes_on_drawing_while_an_opponent_thinks() -> None:
    with window() as app:
        waiting: list[tuple[Callable[[], Any], Future[Any]]] = []

        class Slow(AtOnce):
            def submit(self, task: Callable[[], T]) -> "Future[T]":
                future: Future[T] = Future()
                waiting.append((task, future))
                return future

        app.workers = Slow()
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        for _step in range(200):
            app.step(1.0)
        assert len(waiting) == 1, "the start throw is under way in a worker"
        task, future = waiting.pop()
        future.set_result(task())
        for _step in range(200):
            app.step(1.0)
        assert scene.driver.thinking() == [0, 1, 2], "all plan at once"


@pytest.mark.slow
@pytest.mark.parametrize("speed", [1.0, AT_ONCE])
def test_opponents_begin_to_plan_as_soon_as_the_person_is_asked_and_not_when_they_have_planned(speed: float) -> None:
    begun: list[OpponentTask] = []

    class Thinking(AtOnce):
        def submit(self, task: Callable[[], T]) -> "Future[T]":
            if not (isinstance(task, OpponentTask) and isinstance(task.question, PlanQuestion)):
                return super().submit(task)
            begun.append(task)
            return Future()

    with window(speed=speed) as app:
        app.workers = Thinking()
        scene = game(app, session("greedy,person,master,strategist", setup=Setup(4), seed=1))
        while scene.model.question is None:
            app.step(0.05)
        assert isinstance(scene.model.question, PlanQuestion)
        assert [task.question.seat for task in begun] == [0, 2, 3]
        assert scene.driver.thinking() == [0, 2, 3]
        assert scene.driver.session.view(1).planned == (False,) * 4, "nobody has planned yet"
        scene.controls.answer(scene.model.question.sample(Random(1)))
        app.step(A_LONG_TIME)
        assert len(begun) == 3, "nobody begins again when the person has planned"


def test_the_question_stays_on_the_bar_while_others_plan_at_the_same_time() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        while scene.model.question is None:
            app.step(1.0)
        asked = scene.model.prompt
        settle(app)
        assert all(scene.model.view.planned[1:]), "the others have planned by now"
        assert scene.model.prompt == asked


def test_an_answer_is_taken_back_and_given_again(tmp_path: Path) -> None:
    with window() as app:
        setup = Setup(3, line_up="draft")
        path = tmp_path / "game.journal"
        scene = game(app, session("person,person,person", setup=setup, seed=5, path=path))
        play_unseen(app, Random(2), until=lambda s: s.model.can_undo)
        settle(app)
        assert not target(app, "redo").enabled
        asked, state = scene.model.question, scene.driver.session.state
        click(app, "undo")
        settle(app)
        assert scene.model.question != asked
        press(app, pygame.K_y)
        settle(app)
        assert (scene.model.question, scene.driver.session.state) == (asked, state)
        assert not target(app, "redo").enabled
    assert checked(path) > 3


def asks_for_special_card(scene: GameScene) -> bool:
    """Return whether the person is asked which special card they take."""
    question = scene.model.question
    return isinstance(question, Choice) and question.topic == "special"


def test_special_cards_that_can_be_taken_are_lit() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        scene = game(app, session("person,random,random,random", setup=Setup(4), seed=3))
        play_unseen(
            app, Random(1), until=lambda scene: asks_for_special_card(scene) and bool(scene.model.view.specials_taken)
        )
        app.step(0.0)
        while scene.is_laying():
            app.step(0.1)
        cards = [place for place in scene.targets() if place.name.startswith("special-")]
        assert {place.enabled for place in cards} == {True, False}
        for place in cards:
            x = place.rect.right - place.rect.width // 4  # beside the picture
            edge = [app.window.get_at((x, place.rect.top + down)) for down in range(6)]
            golden = [sum(abs(a - b) for a, b in zip(colour[:3], GOLD, strict=True)) < NEAR for colour in edge]
            assert any(golden) == place.enabled


@pytest.mark.parametrize("line_up", ["printed", "draft"])
def test_the_list_and_the_axis_of_a_review_name_a_moment_as_the_bar_does(line_up: Literal["printed", "draft"]) -> None:
    with window() as app:
        played = session("random,random,random", setup=Setup(3, line_up=line_up), seed=1)
        scene, named = game(app, played), set()
        for _step in range(400):
            scene.update(A_LONG_TIME)
            if scene.showing.is_over or scene.model.view.event is not None:
                break
            app.step(0.0)
            bar = [record.text for record in scene.prompt.layer.texts]
            moment = scene.game.listing.moment(scene.model.view)
            named.add(moment)
            assert any(text in moment for text in bar[:1]), (bar, moment)
        assert ("Draft" in named) == (line_up == "draft")
        assert any(name.startswith("Year 1") for name in named)


def test_a_printed_line_up_is_set_up_without_a_table_for_the_draft() -> None:
    """It holds no card then: 'Deck: 0 cards' would be the first that somebody new reads."""
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        assert isinstance(scene.model.view.stage, DRAFT)
        app.step(0.0)
        assert "Deck" not in shown(app)
        assert "Draft" not in shown(app)
        room = scene.board.rect.copy()
        settle(app)
        assert isinstance(scene.model.question, PlanQuestion)
        assert scene.board.rect == room, "the map stays as it is when the first plan is laid"
    with window() as app:
        game(app, session("person,greedy,greedy", setup=Setup(3, line_up="draft"), seed=1))
        app.step(0.0)
        assert "Draft" in shown(app)
