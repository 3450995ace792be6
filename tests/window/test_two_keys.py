"""N and Enter alone play every game: N goes to what is asked, Enter chooses it, and Enter again does it."""

import pygame
import pytest

from shogun.games import GAMES
from shogun.games.shogun.rules.state import Setup
from shogun.window.game.played import PlayedScene
from shogun.window.kit.runtime.app import App

from . import tables
from .clicking import A_LONG_TIME, game, press, session, window

WANTED, MOST = 12, 400
"""Answers of the person, and rounds of the keys within which they are given."""

pytestmark = pytest.mark.slow


def wait(app: App) -> None:
    """Let the game continue until the person has a choice."""
    for _step in range(MOST):
        app.step(A_LONG_TIME)
        if any(place.enabled for place in app.scene.choosable()) and not app.scene.is_laying():
            return
    raise AssertionError("nobody is asked")


def begin(app: App, code: str) -> None:
    """Show a new game against opponents who draw their moves."""
    players = "person,random,random"
    if code == "shogun":
        game(app, session(players, setup=Setup(3)))
    else:
        tables.begin(app, code, players)


def answered(app: App) -> int:
    """Return how many answers the person has given."""
    assert isinstance(app.scene, PlayedScene)
    return sum(answer.seat == 0 for answer in app.scene.driver.session.course.answers)


@pytest.mark.parametrize("code", list(GAMES))
def test_two_keys_play_a_game(code: str) -> None:
    with window() as app:
        begin(app, code)
        for _round in range(MOST):
            wait(app)
            if answered(app) >= WANTED:
                break
            press(app, pygame.K_n)
            assert app.scene.focus, "there is always something to choose"
            before = answered(app)
            press(app, pygame.K_RETURN)
            if answered(app) == before and (place := app.scene.keyboard.place()) is not None and place.chosen:
                press(app, pygame.K_RETURN)
        else:
            raise AssertionError("the keys lead nowhere")
