"""*What decided it* is reached from wherever games are looked at; of games that still run nothing is told."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from shogun.games import GAMES, game_of
from shogun.players.ratings import load, ratings_path
from shogun.table.branch import branch, save_branch
from shogun.table.journal import read_journal
from shogun.table.journal_files import review_path
from shogun.table.replay import resume
from shogun.table.saved_games import games_folder
from shogun.table.session import Session
from shogun.window.game.past_scene import PastScene
from shogun.window.game.review_scene import ReviewScene
from shogun.window.kit.runtime.app import App
from shogun.window.panels.history_bar import HistoryBar
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.routes import ToGames, ToMenu, ToReplay, ToReview
from shogun.window.scenes.games import GamesScene
from tests.table import toy
from tests.table.test_branch import SETUPS, go_on, told
from tests.window.clicking import click, names, press, shown, target, top, window
from tests.window.test_generic import toys

pytest.importorskip("numpy")

pytestmark = pytest.mark.slow
__all__ = ["toys"]
QUICK = "rumble-nation"
ALL = [pytest.param(code, marks=[] if code == QUICK else [pytest.mark.slow]) for code in GAMES]


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A window in which reviews are quick."""
    for entry in GAMES.values():
        if entry.is_judged:
            monkeypatch.setattr(entry.judge, "PLAYOUTS", 1)
    with window() as opened:
        opened.go(ToMenu())
        yield opened


def saved(code: str, answers: int | None = None, people: tuple[int, ...] = (0,)) -> Path:
    """A game in the folder of games, whole or of so many answers; it is closed."""
    games_folder().mkdir(parents=True, exist_ok=True)
    path, rules = games_folder() / "Kai.journal", GAMES[code].rules if code in GAMES else toy
    go_on(Session.start(rules, told(rules, SETUPS[code], 5, people=people), path), Random(5), answers).close()
    return path


def listed(app: App) -> GamesScene:
    """The list of games, with all that is told of the chosen one."""
    app.go(ToGames())
    scene = top(app, GamesScene)
    for _step in range(50):
        app.step(0.1)
    return scene


def reviewed(app: App) -> ReviewScene:
    """The review on top, once it is whole."""
    scene = top(app, ReviewScene)
    while not scene.reviewing.is_done or (scene.first is not None and not scene.first.is_done):
        app.step(0.1)
    app.step(0.0)
    return scene


@pytest.mark.parametrize("code", ALL)
def test_a_finished_game_is_reviewed_from_the_list_and_from_its_past(app: App, code: str) -> None:
    path = saved(code)
    games = listed(app)
    click(app, "review")
    scene = reviewed(app)
    assert review_path(path).exists() and "Turning points" in shown(app)
    click(app, "turned-1")
    past = top(app, PastScene)  # type: ignore[type-abstract]
    assert scene.review is not None
    assert past.place == scene.review.turning_points()[0].place
    assert past.story.kept_curve() is not None, "its curve lies over the line of time"
    press(app, pygame.K_w)
    assert app.scene is scene, "the same review, not another one upon it"
    click(app, "back")
    assert top(app, GamesScene) is games
    app.go(ToReplay(path))
    app.step(0.0)
    past = top(app, PastScene)  # type: ignore[type-abstract]
    click(app, "review")
    reviewed(app)
    click(app, "turned-2")
    again = app.scenes[-1]
    assert again is past and isinstance(again, PastScene)
    assert again.place == scene.review.turning_points()[1].place


@pytest.mark.parametrize("code", ALL)
def test_of_a_game_that_still_runs_nothing_is_reviewed_unless_it_is_given_up(app: App, code: str) -> None:
    path = saved(code, 12)
    app.go(ToReplay(path))
    app.step(0.0)
    assert target(app, "review").act is None
    press(app, pygame.K_w)
    assert "once the game is over" in top(app, PastScene).sentence  # type: ignore[type-abstract]
    app.go(ToMenu())
    games = listed(app)
    click(app, "review")
    assert app.scenes[-1] is games and not review_path(path).exists(), "it is asked first"
    assert "hidden from you" in shown(app)
    click(app, "keep")
    assert "give-up" not in names(app) and "hidden from you" not in shown(app)
    click(app, "review")
    click(app, "give-up")
    reviewed(app)
    assert load(ratings_path()).unrated, "it counts for no rating from then on"


def test_a_game_of_several_persons_is_reviewed_only_when_it_is_over(app: App) -> None:
    saved(QUICK, 12, people=(0, 1))
    listed(app)
    assert target(app, "review").act is None and "several people" in target(app, "review").tooltip


def test_a_game_of_several_persons_that_is_over_is_reviewed(app: App) -> None:
    saved(QUICK, people=(0, 1))
    listed(app)
    click(app, "review")
    assert reviewed(app).review is not None


def test_a_game_that_is_being_played_is_not_reviewed(app: App) -> None:
    path = saved(QUICK, 12)
    session = resume(read_journal(game_of, path))
    try:
        listed(app)
        assert target(app, "review").act is None and "being played" in target(app, "review").tooltip
    finally:
        session.close()


def test_a_game_that_nobody_judges_offers_no_review(app: App) -> None:
    saved("toy")
    listed(app)
    assert "review" not in names(app)


def test_a_branch_shows_the_course_of_the_game_that_it_comes_from(app: App) -> None:
    path = saved(QUICK)
    contents = read_journal(game_of, path)
    found = save_branch(branch(contents, 60, seed=9), path)
    session = resume(read_journal(game_of, found))
    go_on(session, Random(6)).close()
    for is_there in (True, False):
        story = story_of_journal(GAMES[QUICK], found)
        app.go(ToReview(story, lambda _place, _shown=None, /: None))
        scene = reviewed(app)
        assert scene.review is not None
        course = scene.course(scene.review, 3)
        assert bool(course.first_at) is is_there
        assert ("thin lines" in scene.subtitle()) is is_there and "from step 60" in scene.subtitle()
        assert is_there or "isn't in the same folder" in scene.subtitle()
        scene.leave()
        path.unlink(missing_ok=True)


def test_the_line_of_time_shows_the_curve_as_soon_as_it_is_known(app: App) -> None:
    app.go(ToReplay(saved(QUICK)))
    app.step(0.0)
    past = top(app, PastScene)  # type: ignore[type-abstract]
    bar = next(panel for panel in past.panels if isinstance(panel, HistoryBar))
    before = app.window.subsurface(bar.rect).copy()
    assert bar.curve() is None
    press(app, pygame.K_w)
    scene = reviewed(app)
    assert scene.review is not None
    scene.leave()
    app.step(0.0)
    found = bar.curve()
    assert found is not None and tuple(found.places) == scene.review.places
    assert app.window.subsurface(bar.rect).get_buffer().raw != before.get_buffer().raw
