"""A window without a screen for the tests: real scenes, real clicks, and workers that answer at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pygame

from shogun.base.worker_pool import Workers
from shogun.games import GAMES
from shogun.games.shogun import rules
from shogun.games.shogun.rules.questions import PlayerQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.half_made_answers import PlanDraft
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.model import LogLine
from shogun.window.router import follow
from shogun.window.scenes.pause import HandOverScene
from shogun.window.tower.tower_display import Stand

from .sparing import sparing

T = TypeVar("T")
S = TypeVar("S", bound=Scene)
SMALL, USUAL = (1280, 720), (1920, 1080)
ANSWERS = ("answer-", "march", "stay", "armies-", "special-", "take-", "draw-deck", "exchange", "group-")
"""How the names of places begin by which a person answers anything but a plan."""
SETTINGS: dict[str, Any] = {"sound": False, "odds": False, "undo_seconds": 0.0, "auto_roll": False, "speaking": "never"}
A_LONG_TIME = 30.0
"""Seconds that end whatever is shown."""


class AtOnce(Workers):
    """Stands for the workers: every task is done in this process before `submit` returns."""

    def __init__(self) -> None:
        super().__init__(1)

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        future: Future[T] = Future()
        try:
            future.set_result(task())
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def window(size: tuple[int, int] = SMALL, **settings: Any) -> Iterator[App]:
    """Yield an open window without any scene; `settings` are those that differ from silence without odds."""
    app = App(PlayOptions(entries=GAMES, size=size), follow, Settings(**{**SETTINGS, **settings}))
    app.workers = AtOnce()
    with sparing(size):
        app.open()
        try:
            yield app
        finally:
            app.close()


def show_game(app: App, session: Session, log: list[LogLine]) -> None:
    """Bring a game up in the place of everything else."""
    app.replace(GAMES[session.header.game].opening.game(app, session, log))


def session(players: str, *, setup: Setup, seed: int = 7, tower: str = "", path: Path | None = None) -> Session:
    """Return a new game; `players` names them, e.g. "person,greedy,random"; without a tower by the quick model."""
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players.split(","), 1))
    info = TowerInfo.of(load_tower(tower)) if tower else TowerInfo()
    return Session.start(rules, Header(seed=seed, setup=setup, seats=seats, tower=info), path)


def game(app: App, played: Session) -> GameScene:
    """Return the scene of a game, drawn once."""
    show_game(app, played, [])
    app.step(0.0)
    return top(app, GameScene)


def lesson_list(app: App, code: str = "shogun") -> Scene:
    """Return the list of a game's chapters."""
    listed = GAMES[code].opening.lessons(app)
    assert listed is not None
    return listed


def top(app: App, kind: type[S]) -> S:
    """Return the scene on top, which is of this kind."""
    assert isinstance(app.scene, kind)
    return app.scene


def asked(scene: GameScene) -> PlayerQuestion:
    """Return the question that the person is asked."""
    assert scene.model.question
    return scene.model.question


def draft(scene: GameScene) -> PlanDraft:
    """Return the plan that the person is laying."""
    assert scene.model.plan
    return scene.model.plan


def fallen(stand: Stand) -> float:
    """Return for how many seconds the cubes have been falling."""
    assert stand.seconds is not None
    return stand.seconds


def settle(app: App, most: int = 5000) -> None:
    """Let the window go on until nothing moves and the map is painted."""
    for _turn in range(most):
        app.scene.update(A_LONG_TIME)
        if not app.scene.is_moving() and not see_the_year_end(app.scene):
            break
    else:
        raise AssertionError("the window never came to rest")
    if isinstance(app.scene, GameScene):
        app.step(0.0)  # the panels may need other room by now
        app.scene.board.finish()
    app.step(0.0)
    while app.scene.is_laying():
        app.step(A_LONG_TIME)


def see_the_year_end(scene: Scene) -> bool:
    """Go on from winter's sheet, which waits for a person, and return whether it was there."""
    if not isinstance(scene, GameScene) or scene.model.is_seen:
        return False
    scene.controls.go_on()
    return True


def target(app: App, name: str) -> HitRegion:
    """Return a place to click by its name."""
    return next(target for target in app.scene.targets() if target.name == name)


def names(app: App, start: str = "") -> list[str]:
    """Return the names of all places that react to a click and begin so."""
    return [t.name for t in app.scene.targets() if t.enabled and t.name.startswith(start)]


def click_at(app: App, position: tuple[int, int]) -> None:
    """Post a click as the window system does, and let the window take it."""
    pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0)))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=1))
    pygame.event.post(pygame.Event(pygame.MOUSEBUTTONUP, pos=position, button=1))
    for event in pygame.event.get():
        app.take(event)
    app.step(0.0)


def click(app: App, name: str) -> None:
    """Click a place by its name."""
    click_at(app, target(app, name).rect.center)


def open_form(app: App, code: str = "shogun") -> None:
    """Click from the menu to the sheet for a new game of this kind."""
    click(app, "new-game")
    click(app, f"game-{code}")


def press(app: App, key: int, mod: int = 0, sign: str = "") -> None:
    """Press a key; `sign` is what it types."""
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=sign, scancode=0))
    pygame.event.post(pygame.Event(pygame.KEYUP, key=key, mod=mod, scancode=0))
    for event in pygame.event.get():
        app.take(event)
    app.step(0.0)


def shown(app: App) -> str:
    """Return all text on the screen."""
    return "\n".join(text.text for text in app.scene.texts())


def play_by_clicks(app: App, rng: Random, *, until: Callable[[GameScene], bool], most: int = 20000) -> None:
    """Play all persons' seats by random legal clicks until the game's scene says so."""
    for _click in range(most):
        settle(app)
        if isinstance(app.scene, EndOfGameScene):
            click(app, "look-at-board")
        if not isinstance(app.scene, GameScene):
            click(app, "take-over")
            continue
        if until(app.scene):
            return
        _click_something(app, app.scene, rng)
    raise AssertionError("the game did not come so far")


def play_unseen(app: App, rng: Random, *, until: Callable[[GameScene], bool], most: int = 50000) -> None:
    """Answer all persons' questions at random without drawing anything, until the game's scene says so."""
    for _look in range(most):
        app.scene.update(A_LONG_TIME)
        see_the_year_end(app.scene)
        if isinstance(app.scene, EndOfGameScene):
            app.scene.look_at_board()
        if isinstance(app.scene, HandOverScene):
            app.scene.act()
        elif isinstance(app.scene, GameScene) and until(app.scene):
            return
        elif isinstance(app.scene, GameScene) and app.scene.model.question is not None:
            app.scene.controls.answer(app.scene.model.question.sample(rng))
    raise AssertionError("the game did not come so far")


def _click_something(app: App, scene: GameScene, rng: Random) -> None:
    model = scene.model
    assert model.question is not None, "a person is asked whenever the window is at rest"
    if model.plan:
        _plan_something(app, rng)
    elif model.march and model.march.target is None and ("stay" not in names(app) or rng.random() < 0.7):
        click_at(app, scene.board.view.anchor(rng.choice(model.march.question.targets)))
    else:
        answers = (name for start in ANSWERS for name in names(app, start))
        click(app, rng.choice(list(answers)))


def _plan_something(app: App, rng: Random) -> None:
    if "commit" in names(app):
        click(app, "commit")
        return
    if cards := names(app, "card-"):
        click(app, rng.choice(cards))
    if fields := names(app, "field-"):
        click(app, rng.choice(fields))
