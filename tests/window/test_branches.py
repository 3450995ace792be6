"""*Try it from here*: a new game goes on from any moment that can be looked back at, in every game."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from shogun.games import GAMES, game_of
from shogun.table.branch import branch, save_branch
from shogun.table.journal import read_journal
from shogun.table.replay import resume
from shogun.table.saved_games import SavedGame, all_games, games_folder
from shogun.table.session import Session
from shogun.table.visible_past import excerpt
from shogun.window.game.end_of_game import EndScene
from shogun.window.game.past_scene import PastScene
from shogun.window.game.played import PlayedScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from shogun.window.play.routes import ToGames, ToMenu, ToReplay, ToSavedGame
from shogun.window.scenes.branch import BranchScene
from shogun.window.scenes.games import GamesScene
from shogun.window.scenes.menu import MenuScene
from tests.table import toy
from tests.table.test_branch import SETUPS, go_on, told
from tests.window.clicking import A_LONG_TIME, click, names, press, settle, shown, target, top, window
from tests.window.test_generic import toys

pytestmark = pytest.mark.slow

__all__ = ["toys"]


def slowly(codes: Iterable[str]) -> list[Any]:
    """Return games that are tried in the slow tests only."""
    return [pytest.param(code, marks=pytest.mark.slow) for code in codes]


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        opened.go(ToMenu())
        opened.step(0.0)
        yield opened


def saved(code: str, answers: int | None = None, name: str = "Kai in spring") -> Path:
    """A game of a person against computers, in the folder of games; it is closed."""
    games_folder().mkdir(parents=True, exist_ok=True)
    path, rules = games_folder() / f"{name}.journal", GAMES[code].rules
    go_on(Session.start(rules, told(rules, SETUPS[code], 5, people=(0,)), path), Random(5), answers).close()
    return path


def past(app: App, path: Path, place: int) -> PastScene:
    """The past of a game at a place."""
    app.go(ToMenu())
    app.go(ToReplay(path))
    app.step(0.0)
    scene = app.scene
    assert isinstance(scene, PastScene)
    scene.go_to(place)
    app.step(0.0)
    return scene


def words(app: App) -> str:
    """All that is written, in one line."""
    return " ".join(shown(app).split())


def begun(app: App) -> Session:
    """The session of the game that is played now."""
    assert isinstance(app.scene, PlayedScene)
    return app.scene.driver.session


@pytest.mark.parametrize("code", SETUPS)
def test_a_finished_game_is_tried_otherwise(app: App, code: str) -> None:
    path = saved(code)
    before = path.read_bytes()
    state = past(app, path, 9).story.history.state(9)
    click(app, "branch")
    assert "from step 9" in words(app)
    click(app, "as-it-came")
    session = begun(app)
    original = read_journal(toy.game_of, path)
    given = [step.answer for step in toy.history_of(original).steps]
    assert [line.answer for line in session.course.answers[:9]] == given[:9]
    assert session.header.seats == original.header.seats
    assert session.path is not None
    assert session.path != path
    if len(session.course.answers) == 9:
        assert session.state == state
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "code", ["dice", *(pytest.param(code, marks=pytest.mark.slow) for code in SETUPS if code != "dice")]
)
def test_by_the_keyboard_with_chance_anew(app: App, code: str) -> None:
    path = saved(code)
    past(app, path, 6)
    press(app, pygame.K_e)
    assert isinstance(app.scene, BranchScene)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, PastScene)
    press(app, pygame.K_e)
    press(app, pygame.K_RETURN)
    assert begun(app).header.seed != read_journal(toy.game_of, path).header.seed


def test_what_is_hidden_in_a_game_that_runs_is_not_tried(app: App) -> None:
    path = saved("shogun", 70)
    scene = past(app, path, 70)
    assert "branch" not in names(app)
    assert "still hidden" in str(target(app, "branch").tooltip)
    press(app, pygame.K_e)
    assert "still hidden" in words(app)
    assert app.scene is scene
    scene.go_to(30)
    app.step(0.0)
    click(app, "branch")
    assert "as-it-came" not in names(app)
    assert "would reveal what is to come" in words(app)
    click(app, "anew")
    assert len(begun(app).course.answers) >= 30


def test_while_a_game_is_played(app: App) -> None:
    app.go(ToSavedGame(saved("rumble-nation", 40)))
    for _step in range(3):
        app.step(A_LONG_TIME)
    old = begun(app).path
    press(app, pygame.K_h)
    press(app, pygame.K_e)
    click(app, "anew")
    assert begun(app).path != old
    assert begun(app).header.branch_of is not None


def test_a_past_without_its_seed_is_tried_anew_only(app: App) -> None:
    path = saved("river-of-gold", 80)
    path.write_bytes(excerpt(read_journal(game_of, path))[0])
    past(app, path, 40)
    click(app, "branch")
    assert "luck can only be new" in words(app)
    click(app, "anew")
    assert not begun(app).header.is_excerpt


def test_a_game_that_another_window_plays(app: App) -> None:
    path = saved("rumble-nation", 40)
    other = resume(read_journal(game_of, path))
    app.go(ToSavedGame(path))
    app.step(0.0)
    assert isinstance(app.scene, PastScene)
    click(app, "branch")
    click(app, "anew")
    assert begun(app).path != path
    go_on(other, Random(1), 45)
    other.close()


def test_the_list_tells_of_which_game_it_is_a_branch(app: App) -> None:
    past(app, saved("dice"), 4)
    click(app, "branch")
    click(app, "anew")
    app.go(ToMenu())
    app.go(ToGames())
    app.step(0.0)
    assert words(app).count("Branch of Kai in spring, from step 4") > 1, "in the list, and beside it"
    scene = top(app, GamesScene)
    settle(app)
    for searched, found in (("branch", 1), ("BRANCH kai", 1), ("kai", 2)):
        scene.search(searched)
        assert len(scene.rows) == found, searched
    app.step(0.0)
    click(app, "back")
    assert isinstance(app.scene, MenuScene), "what is searched doesn't hold anybody back"
    assert len(all_games(toy.game_of)) == 2
    assert all(isinstance(game, SavedGame) for game in all_games(toy.game_of))


@pytest.mark.parametrize(
    "code",
    ["rumble-nation", "dice", *(pytest.param(code, marks=pytest.mark.slow) for code in ("shogun", "river-of-gold"))],
)
def test_its_end_says_so_and_tells_the_points_of_the_other(app: App, code: str) -> None:
    path = saved(code)
    contents = read_journal(toy.game_of, path)
    new = save_branch(branch(contents, 10, seed=3), path)
    go_on(resume(read_journal(toy.game_of, new)), Random(2)).close()
    for found in (True, False):
        app.go(ToMenu())
        app.go(ToSavedGame(new))
        for _step in range(40):
            if isinstance(app.scene, EndScene):
                break
            app.step(A_LONG_TIME)
        app.step(0.0)
        assert "Branch of Kai in spring, from step 10: it isn't rated." in words(app)
        points = contents.lines[-1].result.points  # type: ignore[union-attr]
        assert (f"In the original: Seat 0 {points[0]}, Seat 1 {points[1]}" in words(app)) == found
        path.unlink(missing_ok=True)


def test_a_full_disk_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> Path:
        raise OSError(28, "No space left on device", "here")

    monkeypatch.setattr("shogun.table.saved_games.write_new", refuse)
    past(app, saved("dice"), 4)
    click(app, "branch")
    click(app, "anew")
    assert isinstance(app.scene, BranchScene)
    assert "No space left" in words(app)


@pytest.mark.parametrize("code", SETUPS)
def test_a_branch_says_on_its_screen_of_which_game_and_moment_it_is_one(app: App, code: str) -> None:
    path = saved(code)
    app.go(ToSavedGame(save_branch(branch(read_journal(toy.game_of, path), 6, seed=3), path)))
    settle(app)
    app.step(0.0)
    assert "Branch of Kai in spring, from step 6" in words(app)
    assert "isn't rated" in str(target(app, "branch-of").tooltip)


@pytest.mark.parametrize(
    ("code", "hidden"), [("shogun", "plans"), ("river-of-gold", "tiles and customers"), ("rumble-nation", "")]
)
def test_what_is_drawn_anew_is_told_in_the_games_own_words(app: App, code: str, hidden: str) -> None:
    past(app, saved(code), 6)
    press(app, pygame.K_e)
    told = words(app)
    assert hidden in told
    assert code == "shogun" or "plans" not in told
    assert bool(hidden) == ("again. So" in told)


def test_at_the_end_of_a_game_its_key_looks_back(app: App) -> None:
    app.go(ToSavedGame(saved("rumble-nation")))
    for _step in range(40):
        if isinstance(app.scene, EndScene):
            break
        app.step(A_LONG_TIME)
    assert isinstance(app.scene, EndScene)
    press(app, pygame.K_h)
    assert isinstance(app.scene, PastScene)
    assert app.scene.place == app.scene.story.last
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, EndScene)
