"""Who plays a seat can change in mid-game, and a game of computers only can be watched."""

from concurrent.futures import Future
from pathlib import Path
from random import Random

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.opponents import codes
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.players.session_driver import Thought
from shogun.table.journal import PERSON, SeatLine, read_journal
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToReplay, ToSavedGame
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from shogun.window.scenes.pause import HandOverScene, SeatScene
from tests.layout.readable import flaws
from tests.window.clicking import (
    SMALL,
    USUAL,
    asked,
    click,
    click_at,
    draft,
    game,
    names,
    open_form,
    play_unseen,
    press,
    session,
    settle,
    shown,
    target,
    top,
    window,
)


def planning(app: App, players: str, path: Path | None = None, seat: int = 0) -> GameScene:
    """Return a game in which a person is asked for a plan."""
    scene = game(app, session(players, setup=Setup(3), seed=1, path=path))
    play_unseen(app, Random(1), until=lambda s: s.model.plan is not None and asked(s).seat == seat)
    app.step(0.0)
    return scene


def hand(app: App, seat: int, player: str) -> None:
    """Have another play a seat, by clicks."""
    click(app, f"seat-{seat}")
    click(app, f"play-{player}")


@pytest.mark.parametrize("size", [SMALL, USUAL, pytest.param((3840, 2160), marks=pytest.mark.slow)], ids=str)
def test_the_menu_of_a_seat_offers_everybody_and_can_be_read(size: tuple[int, int]) -> None:
    with window(size) as app:
        planning(app, "person,greedy,random")
        click(app, "seat-1")
        assert isinstance(app.scene, SeatScene)
        assert names(app, "play-") == [f"play-{code}" for code in (PERSON, *codes())]
        assert "Plays this seat now" in target(app, "play-greedy").tooltip
        assert flaws(app.scene) == []
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, GameScene)


def test_the_row_of_a_player_lights_his_provinces() -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy")
        scene.point(target(app, "chest-1").rect.center)
        assert set(scene.board.highlights().shown) == set(scene.model.view.owned(1))
        scene.point((1, 1))
        assert scene.board.highlights().shown == ()


@pytest.mark.slow
def test_a_computer_plays_on_for_a_person(tmp_path: Path) -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy", tmp_path / "game.journal")
        hand(app, 0, "beginner")
        settle(app, most=20000)
        if app.scene is not scene:
            app.pop()
        assert scene.model.result is not None
        assert "Novice" in "".join(line.text for line in scene.model.log)
        changes = [
            line for line in read_journal(game_of, tmp_path / "game.journal").lines if isinstance(line, SeatLine)
        ]
        assert [(line.seat, line.player) for line in changes] == [(0, "beginner")]


def test_a_click_on_a_name_changes_the_seat_too_and_one_on_goods_does_not() -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy")
        name = next(text for text in scene.players.layer.texts if text.text == "Player 2")
        click_at(app, target(app, "chest-1").rect.center)
        assert app.scene is scene
        click_at(app, name.rect.center)
        assert isinstance(app.scene, SeatScene)


@pytest.mark.slow
def test_the_only_person_who_takes_a_seat_back_hides_it_from_nobody_and_does_not_think() -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy")
        scene.seats.change(0, "beginner")
        scene.driver._choices[0] = Thought(Future(), app.workers, 1e9, 1e9)
        scene.seats.change(0, PERSON)
        scene.driver._choices[0] = Thought(Future(), app.workers, 1e9, 1e9)
        scene.questions.ask()
        assert 0 not in scene.model.thinking, "whoever is a person again has nothing of an opponent's"
        scene.driver._choices.clear()
        settle(app)
        told = shown(app)
        assert isinstance(app.scene, HandOverScene)
        assert "look away" not in told
        assert "The seat is yours again." in told
        assert flaws(app.scene) == []


def test_several_persons_are_still_asked_to_look_away() -> None:
    with window() as app:
        game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        settle(app)
        assert "Everyone else, please look away" in shown(app)


@pytest.mark.slow
def test_a_person_takes_over_from_a_computer_and_is_asked() -> None:
    with window() as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        for _frame in range(40):
            app.step(0.3)
        hand(app, 2, PERSON)
        settle(app)
        click(app, "take-over")
        settle(app)
        assert app.scene is scene
        assert asked(scene).seat == 2
        assert scene.model.viewer == 2
        assert scene.model.seats[2].person


def test_a_half_laid_plan_stays_when_another_seat_changes() -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy")
        draft(scene).take_card(draft(scene).hand()[0])
        draft(scene).take_field(0)
        before = list(draft(scene).fields)
        assert any(before)
        hand(app, 1, "beginner")
        settle(app)
        assert draft(scene).fields == before


def test_who_leaves_while_he_has_the_screen_takes_his_secrets_along() -> None:
    with window() as app:
        scene = planning(app, "person,person,greedy")
        hand(app, 0, "greedy")
        assert (scene.model.viewer, scene.model.plan) == (None, None)
        settle(app)
        assert isinstance(app.scene, HandOverScene), "the other person does not find their plan open"
        click(app, "take-over")
        settle(app)
        assert scene.model.viewer == 1
        assert scene.seats.only_person == 1


def committed(app: App, path: Path | None = None) -> GameScene:
    """A game of two persons in which the second has committed a plan, and the first has the screen to lay theirs."""
    scene = planning(app, "person,person,greedy", path)
    played = scene.driver.session
    question = next(question for question in played.questions if question.seat == 1)
    scene.driver.answer(1, question.sample(Random(1)))
    settle(app)
    assert scene.seats.at_screen == 0
    return scene


def assert_no_plan_is_seen(app: App, scene: GameScene) -> None:
    """Whatever is asked is hidden or public: no plan is in sight, nor can one be taken back."""
    if app.scene is scene:
        assert (scene.seats.at_screen, scene.model.viewer, scene.model.view.plan) == (None, None, None)
        scene.undoing.undo_all()
        assert scene.model.plan is None
    else:
        assert isinstance(app.scene, HandOverScene)


@pytest.mark.slow
def test_nobody_sees_a_plan_of_another_by_changing_seats_to_and_fro() -> None:
    with window() as app:
        scene = committed(app)
        for seat, player in ((0, "greedy"), (1, "greedy"), (1, PERSON), (0, PERSON)):
            hand(app, seat, player)
            assert scene.model.viewer is None
            assert scene.model.view.plan is None
        settle(app)
        assert_no_plan_is_seen(app, scene)


@pytest.mark.slow
def test_nobody_sees_a_plan_of_another_who_is_left_alone_in_a_game_that_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with window() as app:
        committed(app, path)
        hand(app, 0, "greedy")
        app.replace(MenuScene(app))
        app.go(ToReplay(path))
        assert top(app, HistoryScene).story.viewer is None
        app.go(ToSavedGame(path))
        app.step(0.0)
        scene = next(scene for scene in app.scenes if isinstance(scene, GameScene))
        assert (scene.seats.at_screen, scene.model.viewer, scene.model.view.plan) == (None, None, None)
        settle(app)
        assert_no_plan_is_seen(app, scene)


@pytest.mark.slow
def test_a_second_person_ends_what_the_only_one_saw_all_the_time() -> None:
    with window() as app:
        scene = planning(app, "person,greedy,greedy")
        hand(app, 1, PERSON)
        scene.controls.answer(asked(scene).sample(Random(1)))
        app.step(0.0)
        assert scene.model.view.plan is None
        settle(app)
        assert_no_plan_is_seen(app, scene)


def test_a_game_goes_on_with_who_played_last(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    with window() as app:
        planning(app, "person,greedy,greedy", path)
        hand(app, 1, PERSON)
        app.replace(MenuScene(app))
        app.go(ToSavedGame(path))
        settle(app)
        players = list(app.scene.driver.session.players) if isinstance(app.scene, GameScene) else None
        assert players is None or players == [PERSON, PERSON, "greedy"]
        assert isinstance(app.scene, HandOverScene)


@pytest.mark.slow
def test_after_the_end_nobody_takes_over() -> None:
    with window() as app:
        scene = game(app, session("random,random,random", setup=Setup(3), seed=2))
        settle(app, most=20000)
        while app.scene is not scene:
            app.pop()
        app.step(0.0)
        click(app, "seat-0")
        assert app.scene is scene
        assert "Click" not in target(app, "seat-0").tooltip


@pytest.mark.slow
def test_a_game_of_computers_only_is_set_up_and_watched() -> None:
    with window() as app:
        app.push(MenuScene(app))
        app.step(0.0)
        open_form(app)
        click(app, "kind-0-next")
        sheet = top(app, NewGameScene)
        assert PERSON not in [seat.kind for seat in sheet.seats[: sheet.count]]
        assert flaws(sheet) == []
        click(app, "begin")
        scene = app.scene
        assert isinstance(scene, GameScene)
        for _frame in range(40):
            app.step(0.5)
        press(app, pygame.K_p)
        told = len(scene.model.log)
        assert told
        for _frame in range(20):
            app.step(1.0)
        assert len(scene.model.log) == told, "it stands still"
        lines = [told]
        for _step in range(6):
            press(app, pygame.K_SPACE)
            app.step(0.1)
            lines.append(len(scene.model.log))
        assert lines == sorted(lines)
        assert lines[-1] > told, "Space goes on step by step"
        told = lines[-1]
        for _frame in range(20):
            app.step(1.0)
        assert len(scene.model.log) == told, "and it stands still again"
        press(app, pygame.K_p)
        for _frame in range(20):
            app.step(1.0)
        assert len(scene.model.log) > told


def test_a_seat_of_an_opponent_that_is_offered_no_longer_shows_who_plays_it() -> None:
    with window() as app:
        planning(app, "person,greedy,random")
        click(app, "seat-2")
        assert isinstance(app.scene, SeatScene)
        assert names(app, "play-") == [f"play-{code}" for code in (PERSON, *codes(), "random")]
        assert "Plays this seat now" in target(app, "play-random").tooltip
        assert flaws(app.scene) == []
