"""Puzzles in the window: they are listed, solved on the game's own screen, and their stars are kept."""

from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pygame
import pytest

from shogun.games import GAMES
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.puzzle import Listed
from shogun.players.puzzles.solved_puzzles import load_progress
from shogun.window.game.puzzles.puzzle_play import PuzzlePlay
from shogun.window.game.puzzles.puzzles_scene import PuzzlesScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToFile
from shogun.window.play.routes import ToMenu, ToPuzzle, ToPuzzles
from shogun.window.scenes.menu import MenuScene
from tests.players.puzzles.test_proving import fallen
from tests.window.clicking import USUAL, click, names, press, settle, shown, target, top, window

SHIPPED = shipped_puzzles(GAMES)
KINDS = list({(one.game, one.theme): one for one in SHIPPED}.values())
ONE_OF_A_GAME = list({one.game: one for one in SHIPPED}.values())
FIRST = next(one for one in SHIPPED if one.theme == "war")


def playing(app: App) -> PuzzlePlay:
    """Return the puzzle on top."""
    assert isinstance(app.scene, PuzzlePlay)
    return app.scene


def solved(app: App, answer: tuple[Any, ...]) -> PuzzlePlay:
    """Give an answer as a person does, and return the scene when it was judged."""
    scene, left = playing(app), iter(answer)
    for _step in islice(iter(int, 1), 5000):
        scene.update(30.0)
        if scene.puzzle_verdict is not None:
            break
        if scene.model.question is not None and (move := next(left, None)) is not None:
            scene.answer(move)
    app.step(0.0)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("one", KINDS, ids=lambda one: f"{one.game}-{one.theme}")
def test_a_puzzle_of_each_kind_is_solved(one: Listed) -> None:
    with window() as app:
        app.go(ToPuzzle(one.path, "2026-11-26"))
        scene = playing(app)
        scene = solved(app, scene.opened.best)
        assert scene.stars == 3
        settle(app)
        assert scene.model.question is None, "a solved puzzle asks for nothing more"
        assert scene.driver.session.is_over or scene.model.prompt == "You have answered this puzzle."
        assert scene.puzzle_verdict is not None
        assert scene.puzzle_verdict.value == pytest.approx(scene.opened.puzzle.value, abs=1e-5)
        assert load_progress().stars == {one.id: 3}
        assert load_progress().days == {"2026-11-26": 3}


@pytest.mark.slow
def test_from_the_menu_to_the_next_puzzle() -> None:
    with window() as app:
        app.go(ToMenu())
        app.step(0.0)
        click(app, "puzzles")
        scene = top(app, PuzzlesScene)
        scene.choose(FIRST.game)
        app.step(0.0)
        listed = scene.listed
        click(app, "puzzle-0")
        first = playing(app)
        assert first.opened.puzzle.id == listed[0].id
        app.step(0.0)
        assert "leave" in names(app)
        solved(app, first.opened.usual)
        assert first.stars is not None and first.stars < 3
        click(app, "retry")
        again = playing(app)
        assert again is not first and again.reached == first.stars
        solved(app, again.opened.best)
        assert again.is_solved and again.stars == 2, "a retry costs a star"
        click(app, "go-on")
        assert playing(app).opened.puzzle.id == listed[1].id
        app.step(0.0)
        assert not playing(app).model.is_answer_begun
        click(app, "leave")
        assert top(app, PuzzlesScene).progress.of(listed[0].id) == 2
        assert top(app, PuzzlesScene).upcoming == listed[1]
        top(app, PuzzlesScene).escape()
        assert isinstance(app.scene, MenuScene)


@pytest.mark.slow
@pytest.mark.parametrize("one", ONE_OF_A_GAME, ids=lambda one: one.game)
def test_a_wrong_answer_leads_to_a_hint_to_the_answer_and_to_a_retry_without_stars(one: Listed) -> None:
    with window() as app:
        app.go(ToPuzzle(one.path))
        scene = solved(app, playing(app).opened.usual)
        best = scene.opened.judge.told(scene.opened.start, one.theme, scene.opened.best)
        assert scene.is_wrong and best not in shown(app)
        assert {"leave", "retry", "clue", "answer", "go-on"} <= set(names(app))
        click(app, "clue")
        assert scene.opened.hint() in " ".join(scene.words)
        assert best not in shown(app)
        assert load_progress().help(one.id, scene.calendar()).most == 1
        click(app, "retry")
        scene = playing(app)
        assert scene.opened.hint() in " ".join(scene.words), "a hint is kept"
        scene = solved(app, scene.opened.usual)
        click(app, "answer")
        assert best in " ".join(scene.words)
        assert not {"clue", "answer"} & set(names(app))
        earned = load_progress().of(one.id)
        click(app, "retry")
        scene = solved(app, playing(app).opened.best)
        assert scene.is_solved and scene.stars == 0
        assert load_progress().of(one.id) == earned
        app.go(ToMenu())
        app.go(ToPuzzles(one.game))
        app.step(0.0)
        assert top(app, PuzzlesScene).left_text(one) == "answer shown"


@pytest.mark.slow
@pytest.mark.parametrize("one", ONE_OF_A_GAME, ids=lambda one: one.game)
def test_the_keyboard_reaches_all_that_follows_a_wrong_answer(one: Listed) -> None:
    with window() as app:
        app.go(ToMenu())
        app.go(ToPuzzle(one.path))
        scene = solved(app, playing(app).opened.usual)
        press(app, pygame.K_n)
        assert app.scene.focus in names(app)
        reached = {app.scene.focus}
        for _step in range(4):
            press(app, pygame.K_n)
            reached.add(app.scene.focus)
        assert {"retry", "clue", "answer"} <= reached
        press(app, pygame.K_a)
        assert scene.is_hinted
        press(app, pygame.K_RETURN, pygame.KMOD_CTRL)
        retried = playing(app)
        assert retried is not scene, "the blue button is Retry"
        scene = solved(app, retried.opened.usual)
        press(app, pygame.K_RETURN)
        assert playing(app) is not scene
        solved(app, playing(app).opened.usual)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, PuzzlesScene)


@pytest.mark.slow
def test_a_file_that_is_dropped_is_opened_or_told_of(tmp_path: Path) -> None:
    mine, odd = tmp_path / "mine.puzzle", tmp_path / "odd.puzzle"
    mine.write_bytes(FIRST.path.read_bytes())
    odd.write_bytes(b"?")
    with window() as app:
        app.go(ToMenu())
        app.go(ToFile(odd))
        assert "isn't a puzzle" in top(app, PuzzlesScene).message
        app.go(ToFile(mine))
        assert playing(app).opened.puzzle.id == FIRST.id
        settle(app)


@pytest.mark.slow
def test_the_days_of_a_month_can_be_looked_at() -> None:
    with window() as app:
        app.go(ToMenu())
        app.go(ToPuzzles())
        app.step(0.0)
        scene = top(app, PuzzlesScene)
        click(app, "month-before")
        click(app, "day-3")
        assert scene.day.day == 3 and scene.day < scene.today
        of_day = scene.of_day
        assert of_day is not None
        click(app, "day")
        assert playing(app).opened.proved.puzzle.id == of_day.id


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["majority", "deliver"])
def test_a_relative_is_solved_as_the_puzzle_itself(theme: str) -> None:
    one = next(one for one in SHIPPED if one.theme == theme)
    with window() as app:
        app.go(ToPuzzle(one.path, "2026-11-26", 7))
        opened = playing(app).opened
        assert opened.puzzle.id != one.id
        scene = solved(app, opened.best)
        assert scene.stars == 3
        assert load_progress().stars == {opened.puzzle.id: 3}


def test_a_puzzle_without_an_answer_is_left_at_once() -> None:
    with window() as app:
        app.go(ToMenu())
        app.go(ToPuzzle(FIRST.path))
        playing(app).escape()
        assert isinstance(app.scene, PuzzlesScene)


@pytest.mark.parametrize("one", ONE_OF_A_GAME, ids=lambda one: one.game)
def test_help_is_grey_until_the_first_try(one: Listed) -> None:
    with window(USUAL) as app:
        app.go(ToPuzzle(one.path))
        app.step(0.0)
        scene = playing(app)
        assert not (target(app, "clue").enabled or target(app, "answer").enabled)
        assert target(app, "clue").tooltip == "You can get a hint after your first complete try."
        press(app, pygame.K_a)
        assert scene.model.refusal == "You can get a hint after your first complete try."


def test_an_answer_begun_is_left_when_that_was_asked_for_twice() -> None:
    with window() as app:
        app.go(ToMenu())
        app.go(ToPuzzle(FIRST.path))
        scene = playing(app)
        settle(app)
        scene.answer(scene.opened.best[0])
        scene.escape()
        assert app.scene is scene and "Press Leave again" in scene.model.refusal
        scene.answer(scene.opened.best[0])
        scene.escape()
        assert app.scene is scene
        scene.escape()
        assert isinstance(app.scene, PuzzlesScene)


@pytest.mark.parametrize("theme", ["attack", "majority", "rice"])
def test_the_board_shows_what_a_task_of_shogun_is_about(theme: str) -> None:
    one = next((one for one in SHIPPED if (one.game, one.theme) == ("shogun", theme)), None)
    with window() as app:
        app.go(ToPuzzle((one or fallen(theme)).path))
        scene: Any = app.scene
        puzzle, board = scene.opened.puzzle, scene.model.board
        lit = scene.board.highlights().shown
    expected = {"attack": {puzzle.aim}, "majority": set(board.regions.get(puzzle.aim.partition("/")[0], ()))}
    assert set(lit) == expected.get(theme, set())


def test_after_midnight_the_new_day_is_today() -> None:
    now = [date(2026, 11, 30)]
    with window() as app:
        app.go(ToMenu())
        app.push(scene := PuzzlesScene(app, calendar=lambda: now[0]))
        app.step(0.0)
        assert "Puzzle of the day" in shown(app)
        assert "day-30" in names(app)
        now[0] = date(2026, 12, 1)
        app.step(0.0)
        assert (scene.today, scene.day, scene.month) == (date(2026, 12, 1),) * 3
        assert "Puzzle of the day" in shown(app)
        assert names(app, "day-") == ["day-1"]
        click(app, "month-before")
        click(app, "day-3")
        now[0] = date(2026, 12, 2)
        app.step(0.0)
        assert scene.today == date(2026, 12, 2)
        assert (scene.day, scene.month) == (date(2026, 11, 3), date(2026, 11, 1)), "who looks back goes on doing so"
