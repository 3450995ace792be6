"""A disk without room never ends a game of Shogun: nothing counts that isn't written, and it goes on once there is."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.questions import Plan
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.window.game import showing
from shogun.window.kit.runtime.app import App
from shogun.window.scenes.pause import HandOverScene, PauseScene
from tests.layout.readable import flaws
from tests.window.clicking import (
    A_LONG_TIME,
    asked,
    click,
    draft,
    game,
    names,
    play_unseen,
    press,
    session,
    settle,
    shown,
    window,
)
from tests.window.disk import full_disk


@pytest.fixture
def app() -> Iterator[App]:
    with window() as opened:
        yield opened


def planning(app: App, path: Path, players: str = "person,greedy,greedy") -> GameScene:
    """Return a game in which a person has laid a whole plan."""
    scene = game(app, session(players, setup=Setup(3), seed=1, path=path))
    play_unseen(app, Random(1), until=lambda s: s.model.plan is not None and asked(s).seat == 0)
    settle(app)
    plan = asked(scene).sample(Random(1))
    assert isinstance(plan, Plan)
    draft(scene).lay_all((*plan.fields, plan.bid))
    scene.changed()
    app.step(0.0)
    return scene


def whole(path: Path) -> int:
    """Return how many answers stand in a journal, which is a game."""
    return len(Replay(read_journal(game_of, path)).run().answers)


def test_an_answer_that_can_not_be_written_is_refused_and_can_be_given_again(app: App, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    scene = planning(app, path)
    before, laid = whole(path), list(draft(scene).fields)
    with full_disk():
        for _time in range(2):
            click(app, "commit")
            assert "No space left on device" in scene.model.refusal
            assert "No space left on device" in shown(app)
            assert draft(scene).fields == laid
    assert whole(path) == before
    click(app, "commit")
    assert whole(path) > before
    assert scene.model.refusal == ""


def test_what_can_not_be_written_is_neither_taken_back_nor_given_again(app: App, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    played = session("person,person,person", setup=Setup(3, line_up="draft"), seed=5, path=path)
    scene = game(app, played)
    play_unseen(app, Random(2), until=lambda s: s.model.can_undo)
    for name, after in (("undo", -1), ("redo", 1), ("undo-all", -1)):
        settle(app)
        before = whole(path)
        with full_disk():
            click(app, name)
            assert "No space left on device" in scene.model.refusal
        assert whole(path) == before
        click(app, name)
        assert whole(path) == before + after


def test_a_seat_keeps_its_player_while_that_can_not_be_written(app: App, tmp_path: Path) -> None:
    scene = planning(app, tmp_path / "game.journal")
    with full_disk():
        click(app, "seat-1")
        click(app, "play-beginner")
        assert "No space left on device" in scene.model.refusal
    assert scene.driver.session.players[1] == "greedy"
    click(app, "seat-1")
    click(app, "play-beginner")
    assert scene.driver.session.players[1] == "beginner"


def test_the_large_tower_says_why_the_game_stands_still(app: App, tmp_path: Path) -> None:
    scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, path=tmp_path / "game.journal"))
    for _step in range(30):
        scene.update(A_LONG_TIME)
    app.push(TheatreScene(app, scene))
    with full_disk():
        for _step in range(20):
            app.step(A_LONG_TIME)
        assert isinstance(app.scene, TheatreScene)
        assert "No space left on device. The game waits." in shown(app).replace("\n", " ")
        assert flaws(app.scene) == []


def test_the_closed_screen_says_why_the_game_stands_still(app: App, tmp_path: Path) -> None:
    scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1, path=tmp_path / "game.journal"))
    play_unseen(app, Random(1), until=lambda s: s.model.plan is not None)
    scene.seats.at_screen = None
    scene.seats.hand_over(1, app.pop)
    scene.model.trouble = "/game.journal can't be written: No space left on device. The game waits."
    app.step(0.0)
    assert isinstance(app.scene, HandOverScene)
    assert "No space left on device. The game waits." in shown(app).replace("\n", " ")
    assert flaws(app.scene) == []


@pytest.mark.slow
def test_chance_and_opponents_wait_for_room_with_the_menu_at_hand(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.journal"
    scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, path=path))
    for _step in range(30):
        scene.update(A_LONG_TIME)
    with full_disk():
        for _step in range(20):
            app.step(A_LONG_TIME)
        assert app.scene is scene
        assert "No space left on device. The game waits." in shown(app)
        before = whole(path)
        click(app, "try-again")
        app.step(A_LONG_TIME)
        assert flaws(scene) == []
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, PauseScene)
        press(app, pygame.K_ESCAPE)
    assert whole(path) == before
    app.step(A_LONG_TIME)
    assert whole(path) == before, "it isn't tried without end"
    monkeypatch.setattr(showing, "PATIENCE", 0.0)
    click(app, "try-again")
    app.step(A_LONG_TIME)
    assert scene.model.trouble == ""
    assert names(app, "try-again") == []
    settle(app, most=20000)
    assert whole(path) > before


def test_what_was_chosen_before_the_disk_was_full_stands(app: App, tmp_path: Path) -> None:
    """The same game with and without a failing disk is the same to its last answer."""
    hashes = []
    for name in ("with", "without"):
        scene = game(app, session("greedy,random,greedy", setup=Setup(3), seed=3, path=tmp_path / f"{name}.journal"))
        for step in range(2000):
            if name == "with" and step % 5 == 0:
                with full_disk():
                    scene.update(A_LONG_TIME)
                scene.showing.try_again()
            scene.update(A_LONG_TIME)
            if scene.driver.session.is_over:
                break
        assert scene.driver.session.is_over
        hashes.append(scene.driver.session.hash())
    assert hashes[0] == hashes[1]
