"""Somebody presses whatever can be pressed: nothing breaks, and the journals that are left are valid.

The long form, ten thousand clicks in each of several games, takes about a quarter of an hour:

    python -m pytest -m study tests/window/test_pressing_anything.py
"""

from random import Random

import pygame
import pytest

from shogun.games import game_of
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.table.saved_games import games_folder, new_game_path
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToSavedGame
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.pause import HandOverScene
from tests.table.finding import last_unfinished

from .clicking import A_LONG_TIME, click_at, game, press, session, window

GAMES = {
    "three on the sun side": ("person,random,greedy", Setup(3, side="sun")),
    "three drafted on the moon side": ("person,greedy,random", Setup(3, side="moon", line_up="draft")),
    "four": ("greedy,person,random,random", Setup(4)),
    "five drafted": ("random,random,person,random,random", Setup(5, line_up="draft")),
    "two persons and two opponents": ("person,random,person,random", Setup(4, side="moon", line_up="draft")),
    "nobody but opponents": ("random,greedy,random", Setup(3)),
}
PAUSES = (0.0, 0.02, 0.3, A_LONG_TIME)
"""Seconds that pass between two clicks."""
KEYS = (
    *[pygame.K_TAB, pygame.K_RETURN] * 4,
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_F1, pygame.K_F6),
    *range(pygame.K_0, pygame.K_9 + 1),
    *range(pygame.K_a, pygame.K_z + 1),
    *(pygame.K_SLASH, pygame.K_COMMA, pygame.K_PERIOD, pygame.K_MINUS, pygame.K_PLUS, pygame.K_F11),
    *(pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_KP_PLUS, pygame.K_KP_MINUS),
)
SIGNS = {pygame.K_SLASH: "?", pygame.K_COMMA: ",", pygame.K_PERIOD: ".", pygame.K_MINUS: "-", pygame.K_PLUS: "+"}


def begin(app: App, players: str, setup: Setup, seed: int) -> None:
    """Begin a game that is saved as every game is."""
    game(app, session(players, setup=setup, seed=seed, path=new_game_path()))


def return_to_the_game(app: App, players: str, setup: Setup, seed: int) -> None:
    """Whoever has quit comes back; whoever is in the menu goes on with the last game, or begins another one."""
    app.is_running = True
    if isinstance(app.scene, MenuScene):
        unfinished = last_unfinished(game_of)
        if unfinished is None:
            begin(app, players, setup, seed)
        else:
            app.go(ToSavedGame(unfinished.path))
        app.step(0.0)


def check_journals() -> int:
    """Return how many lines all journals have that were left; each is replayed and checked."""
    lines = 0
    for path in games_folder().glob("*.journal"):
        contents = read_journal(game_of, path)
        Replay(contents).run()
        lines += len(contents.lines)
    return lines


def press_something(app: App, rng: Random) -> None:
    """Click something that is enabled, a province or, now and then, anywhere."""
    targets = [target.rect.center for target in app.scene.targets() if target.enabled]
    if isinstance(app.scene, GameScene):
        lit = [place.rect.center for place in app.scene.board.choosable()]
        targets += [place for place in lit if app.scene.board.rect.collidepoint(place)] * 2
    if not targets or rng.random() < 0.03:
        targets = [(rng.randrange(app.window.get_width()), rng.randrange(app.window.get_height()))]
    click_at(app, rng.choice(targets))


def go_on(app: App, rng: Random) -> None:
    """Answer the open question somehow, so that games come to their end."""
    if isinstance(app.scene, HandOverScene):
        app.scene.act()
    elif isinstance(app.scene, GameScene) and app.scene.model.question is not None:
        app.scene.controls.answer(app.scene.model.question.sample(rng))
    else:
        app.scene.escape()


def click_around(players: str, setup: Setup, clicks: int, seed: int = 1) -> int:
    """Click so many times; return how many lines the checked journals have in the end."""
    rng = Random(seed)
    with window() as app:
        begin(app, players, setup, seed)
        for number in range(clicks):
            app.step(rng.choice(PAUSES))
            press_something(app, rng)
            if number % 10 == 0 and app.scenes:
                go_on(app, rng)
            return_to_the_game(app, players, setup, seed + number)
    return check_journals()


def type_around(players: str, setup: Setup, keys: int, seed: int = 1) -> int:
    """Press so many keys; return how many lines the checked journals have in the end."""
    rng = Random(seed)
    with window() as app:
        begin(app, players, setup, seed)
        for number in range(keys):
            app.step(rng.choice(PAUSES))
            key = rng.choice(KEYS)
            press(app, key, pygame.KMOD_SHIFT if rng.random() < 0.1 else 0, SIGNS.get(key, ""))
            if number % 20 == 0 and app.scenes:
                go_on(app, rng)
            return_to_the_game(app, players, setup, seed + number)
    return check_journals()


@pytest.mark.slow
def test_a_hundred_clicks_and_keys_break_nothing() -> None:
    assert click_around(*GAMES["two persons and two opponents"], clicks=100) > 5
    assert type_around(*GAMES["three drafted on the moon side"], keys=100) > 5


@pytest.mark.slow
def test_a_thousand_clicks_break_nothing() -> None:
    assert click_around(*GAMES["two persons and two opponents"], clicks=1000) > 10


@pytest.mark.slow
def test_a_thousand_keys_break_nothing() -> None:
    assert type_around(*GAMES["three drafted on the moon side"], keys=1000) > 10


@pytest.mark.study
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_clicks_break_nothing(name: str) -> None:
    assert click_around(*GAMES[name], clicks=10000) > 100


@pytest.mark.study
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_keys_break_nothing(name: str) -> None:
    assert type_around(*GAMES[name], keys=10000) > 100
