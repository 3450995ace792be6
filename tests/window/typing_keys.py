"""Plays by KEYDOWN events alone, as a person without a mouse does."""

from collections import deque
from collections.abc import Callable

import pygame

from shogun.games.shogun.rules.questions import Choice, March, Move, Plan, Stay
from shogun.games.shogun.screen.panels.planning_board import field_order
from shogun.games.shogun.screen.play.half_made_answers import BID
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.input.focus import DIRECTIONS
from shogun.window.kit.runtime.app import App

from .clicking import draft, press

KEY_OF = {direction: key for key, direction in DIRECTIONS.items()}
MOST_STOPS = 200


def digit(number: int) -> int:
    """Return the key of a number from 1 to 10."""
    return pygame.K_0 if number == 10 else pygame.K_0 + number


def go_to(app: App, name: str, press: Callable[..., None] = press) -> None:
    """Bring the focus to a place: by Tab to its group, with Ctrl to what only explains itself, then by arrow keys."""
    wanted = next(place for place in places(app) if place.name == name)
    for _stop in range(MOST_STOPS):
        here = app.scene.keyboard.place()
        if here is not None and (here.group or here.name) == (wanted.group or wanted.name):
            break
        if wanted.is_stop:
            press(app, pygame.K_TAB)
        else:
            press(app, pygame.K_TAB, pygame.KMOD_LCTRL)
    else:
        raise AssertionError(f"the Tab key never comes to {name}")
    for key in way(app, name):
        press(app, key)
    assert app.scene.focus == name, (app.scene.focus, name)


def places(app: App) -> list[HitRegion]:
    return [place for panel in app.scene.panels for place in panel.places()]


def way(app: App, name: str) -> list[int]:
    """Return the arrow keys that lead to a place of the panel in which the focus is."""
    here = app.scene.keyboard.place()
    assert here
    panel = next(panel for panel in app.scene.panels if here.name in [place.name for place in panel.places()])
    waiting: deque[tuple[HitRegion, list[int]]] = deque([(here, [])])
    seen = {here.name}
    while waiting:
        place, keys = waiting.popleft()
        if place.name == name:
            return keys
        for direction, key in KEY_OF.items():
            beside = panel.neighbour(place, direction)
            if beside is not None and beside.name not in seen:
                seen.add(beside.name)
                waiting.append((beside, [*keys, key]))
    raise AssertionError(f"no arrow key leads to {name}")


def answer_by_keys(app: App, scene: GameScene, move: Move) -> None:
    """Give an answer to the open question."""
    question = scene.model.question
    if isinstance(move, Plan):
        _plan(app, scene, move)
    elif isinstance(move, March):
        _march(app, scene, move)
    elif isinstance(move, Stay):
        go_to(app, "stay")
        press(app, pygame.K_RETURN)
    else:
        assert isinstance(question, Choice)
        press(app, digit(question.moves.index(move) + 1))


def _plan(app: App, scene: GameScene, plan: Plan) -> None:
    laid = draft(scene)
    order = [number for number, _place in field_order(scene.model) if number != BID]
    for number, card in enumerate((*plan.fields, plan.bid)):
        if card is None:
            continue
        place = laid.digit_of(card)
        if place is not None:
            press(app, digit(place + 1))
        else:
            go_to(app, f"card-{card}")
            press(app, pygame.K_RETURN)
        press(app, pygame.K_b if number == BID else digit(order.index(number) + 1))
    assert laid.plan() == plan
    go_to(app, "commit")
    press(app, pygame.K_RETURN)


def _march(app: App, scene: GameScene, march: March) -> None:
    aimed = scene.model.march
    assert aimed
    if aimed.target != march.target:
        go_to(app, f"province-{march.target}")
        press(app, pygame.K_RETURN)
    while aimed.armies != march.armies:
        press(app, pygame.K_KP_MINUS if aimed.armies > march.armies else pygame.K_KP_PLUS)
    go_to(app, "march")
    press(app, pygame.K_RETURN)
