"""A roll that is all one can do comes without a click, once nothing can be taken back; a setting keeps the click."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from shogun.games.river_of_gold.rules.state import BuyFavor, EndTurn, ExchangeGoods, RollDie
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.rumble_nation.rules.state import Deploy, RollDice
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE

from . import tables
from .clicking import press, shown, window

ROLLS = (RollDie, EndTurn, RollDice)
GAMES_WITH_DICE = [("river-of-gold", RiverScene), ("rumble-nation", RumbleScene)]
WAIT = 2.0
FAR = 150
"""Number of the line of the journal up to which a game is played."""


def is_forced(moves: Any) -> bool:
    """Return whether a roll is the only move."""
    return len(moves) == 1 and isinstance(moves[0], ROLLS)


def asked(app: App, kind: type[GenericScene], until: Callable[[GenericScene], bool]) -> list[Any]:
    """Answer by drawn moves until a moment or the end, and return the moves of all questions but the last."""
    rng, found = Random(4), []
    while (scene := tables.rest(app, kind)).model.result is None and not until(scene):
        found.append(scene.model.question.moves)
        scene.answer(scene.model.question.sample(rng))
    return found


@pytest.mark.parametrize(("code", "kind"), GAMES_WITH_DICE)
@pytest.mark.parametrize("is_automatic", [True, False])
def test_no_such_roll_is_asked_for_unless_it_is_set_so(code: str, kind: type[GenericScene], is_automatic: bool) -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, auto_roll=is_automatic) as app:
        tables.begin(app, code, "person,random", seed=3)
        questions = asked(app, kind, lambda scene: scene.driver.session.writer.next_number > FAR)
        assert len(questions) > 10
        assert any(map(is_forced, questions)) is not is_automatic


def at_forced_roll(scene: GenericScene) -> bool:
    """Return whether a person may only roll, and may take back what they did before."""
    return is_forced(scene.model.question.moves) and scene.model.can_undo


def test_it_waits_as_long_as_the_last_answer_can_be_taken_back() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, auto_roll=True, undo_seconds=WAIT) as app:
        tables.begin(app, "river-of-gold", "person,random", seed=3)
        scene, rng = tables.rest(app, RiverScene), Random(4)
        while not at_forced_roll(scene):
            if scene.model.question is not None:
                scene.answer(scene.model.question.sample(rng))
            while scene.model.question is None:
                app.step(0.01)
        before = len(scene.driver.session.course.answers)
        app.step(WAIT / 2)
        assert 0.0 < scene.model.undo_left < 1.0
        assert "roll for your next turn" in shown(app) and "exchange if you like" not in shown(app)
        press(app, pygame.K_z)
        for _step in range(5):
            app.step(WAIT)
        assert len(scene.driver.session.course.answers) == before - 1, "taken back, and asked again"
        press(app, pygame.K_y)
        for _step in range(5):
            app.step(WAIT)
        answers = scene.driver.session.course.answers
        assert is_forced([answers[before].answer]), "made again, it is rolled after the same time"


def test_exchanges_are_offered_where_there_are_some_and_nowhere_else() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        tables.begin(app, "river-of-gold", "person,random", seed=3)
        offered = set()

        def look(scene: GenericScene) -> bool:
            moves = scene.model.question.moves
            if any(isinstance(move, ROLLS) for move in moves):
                can_exchange = any(isinstance(move, ExchangeGoods | BuyFavor) for move in moves)
                assert ("exchange if you like" in scene.model.prompt) == can_exchange
                offered.add(can_exchange)
            return offered == {True, False}

        asked(app, RiverScene, look)
        assert offered == {True, False}


def test_nobodys_roll_keeps_another_person_from_taking_back() -> None:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE, auto_roll=True) as app:
        tables.begin(app, "rumble-nation", "person,person", seed=3)
        asked(app, RumbleScene, lambda scene: isinstance(scene.model.question.moves[0], Deploy))
        scene = tables.rest(app, RumbleScene)
        seat = scene.model.question.seat
        scene.answer(next(move for move in scene.model.question.moves if isinstance(move, Deploy)))
        scene = tables.rest(app, RumbleScene)
        assert is_forced(scene.model.question.moves) and scene.model.question.seat != seat
        press(app, pygame.K_z)
        scene = tables.rest(app, RumbleScene)
        assert scene.model.question.seat == seat
