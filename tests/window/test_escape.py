"""Esc closes the topmost thing: it leads out of a scene, or to its menu, only where nothing lies upon that any more."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from shogun.games import GAMES, game_of
from shogun.games.rumble_nation.rules.state import RollDice
from shogun.games.shogun.rules.questions import MarchQuestion, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.model import Digest
from shogun.players.adviser import Hint
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.session import Session
from shogun.window.game.end_of_game import EndScene
from shogun.window.kit.input.keys import SEARCH
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToRules
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.pause import PauseScene

from .clicking import (
    A_LONG_TIME,
    click,
    draft,
    game,
    open_form,
    play_unseen,
    press,
    session,
    settle,
    show_game,
    window,
)
from .tables import begin


def asked(app: App, code: str) -> Any:
    """Return the scene of a game in which a person is asked for what can be chosen before it is done."""
    if code == "shogun":
        scene: Any = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        return scene
    begin(app, code, "person,random")
    scene, rng = app.scene, Random(1)
    for _step in range(400):
        app.step(A_LONG_TIME)
        question = scene.model.question
        if question is not None and (RollDice() in question.moves if code == "rumble-nation" else scene.model.is_turn):
            if code == "rumble-nation":
                scene.answer(RollDice())
                continue
            return scene
        if question is not None and code == "rumble-nation":
            return scene
        if question is not None:
            scene.answer(question.sample(rng))
    raise AssertionError("nobody is asked")


def hint(scene: Any) -> Callable[[], bool]:
    scene.model.hint = Hint()
    return lambda: scene.model.hint is None


def card_in_hand(scene: Any) -> Callable[[], bool]:
    plan = scene.model.plan
    plan.take_card(plan.hand()[0])
    return lambda: plan.card is None


def digest(scene: Any) -> Callable[[], bool]:
    scene.model.digest = Digest("Since your last turn: nothing.", 1)
    return lambda: scene.model.digest is None


def answer_chosen(scene: Any) -> Callable[[], bool]:
    scene.controls.choose(scene.model.moves[0])
    return lambda: scene.model.chosen is None


def die_changed(scene: Any) -> Callable[[], bool]:
    model = scene.model
    model.die = model.view.players[model.seat].die % 6 + 1
    return lambda: model.die == 0


def exchanges(scene: Any) -> Callable[[], bool]:
    scene.model.exchanging = True
    return lambda: not scene.model.exchanging


ON_TOP = {
    "shogun": (digest, hint, card_in_hand),
    "rumble-nation": (answer_chosen, hint),
    "river-of-gold": (die_changed, hint, exchanges),
}
"""What can lie on a game's screen, the lowest first."""


@pytest.mark.parametrize("code", GAMES)
def test_in_a_game_esc_takes_one_thing_after_the_other_away_and_then_opens_the_menu(code: str) -> None:
    with window() as app:
        scene: Any = asked(app, code)
        before = scene.driver.session.state
        gone = [lay(scene) for lay in ON_TOP[code]]
        app.step(0.0)
        for number, is_gone in reversed(list(enumerate(gone))):
            assert not is_gone()
            press(app, pygame.K_ESCAPE)
            assert app.scene is scene
            assert [is_gone() for is_gone in gone] == [False] * number + [True] * (len(gone) - number)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, PauseScene)
        press(app, pygame.K_ESCAPE)
        assert (app.scene, scene.driver.session.state) == (scene, before)


@pytest.mark.parametrize("code", GAMES)
def test_esc_leads_from_a_game_that_is_over_to_its_board_and_then_to_the_menu(code: str) -> None:
    rules: Any = game_of(code)
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate((PERSON, "random", "random"), 1))
    tower = TowerInfo() if code == "shogun" else None
    header = Header(game=code, seed=1, setup=rules.Setup(3), seats=seats, tower=tower)
    played, rng = Session.start(rules, header), Random(1)
    while not played.is_over:
        if played.chance is not None:
            played.advance()
        else:
            question: Any = played.questions[0]
            played.answer(question.seat, question.sample(rng))
    with window() as app:
        app.replace(MenuScene(app))
        show_game(app, played, [])
        for _step in range(200):
            if isinstance(app.scene, EndScene):
                break
            app.step(A_LONG_TIME)
        ended = app.scene
        assert isinstance(ended, EndScene)
        press(app, pygame.K_ESCAPE)
        shown: object = app.scene
        assert shown is ended.game
        app.step(0.0)
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, MenuScene)
        assert app.scenes == [app.scene]


def test_esc_takes_the_aim_of_a_march_back() -> None:
    with window() as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        play_unseen(
            app, Random(1), until=lambda s: isinstance(s.model.question, MarchQuestion) and s.model.march is not None
            and len(s.model.march.question.targets) > 1,
        )  # fmt: skip
        march = scene.model.march
        assert march is not None
        march.aim(march.question.targets[0])
        scene.model.digest = None
        press(app, pygame.K_ESCAPE)
        assert app.scene is scene and march.target is None
        press(app, pygame.K_ESCAPE)
        assert isinstance(app.scene, PauseScene)


def test_esc_ends_a_large_battle_before_it_opens_the_menu() -> None:
    with window(large_battles="own") as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        rng = Random(1)
        for _step in range(60_000):
            scene.update(0.2)
            if scene.model.large is not None and scene.model.is_watching:
                break
            if scene.model.question is not None:
                scene.controls.answer(scene.model.question.sample(rng))
        for _press in range(5):
            press(app, pygame.K_ESCAPE)
            assert app.scene is scene
            app.step(0.05)
            if scene.model.large is None:
                break
        assert scene.model.battle is not None and scene.model.battle.result


def test_esc_leaves_a_line_that_is_typed_before_the_sheet() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.step(0.0)
        open_form(app)
        form = app.scene
        click(app, "name-0")
        press(app, pygame.K_ESCAPE)
        assert app.scene is form and form.focus == ""
        press(app, pygame.K_ESCAPE)
        assert app.scene is not form


def test_esc_ends_a_search_before_the_rules() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.go(ToRules("", "shogun"))
        rules: Any = app.scene
        rules.search("revolt")
        rules.focus = SEARCH
        press(app, pygame.K_ESCAPE)
        assert (app.scene, rules.words) == (rules, "")
        press(app, pygame.K_ESCAPE)
        assert app.scene is not rules


def test_esc_takes_a_sentence_away_that_lies_upon_the_scene() -> None:
    with window() as app:
        app.replace(MenuScene(app))
        app.go(ToRules("", "shogun"))
        rules = app.scene
        app.bar.sentence = "Settings: can't be kept now."
        for _repeat in range(3):
            app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0))
        assert (app.scene, app.bar.sentence) == (rules, ""), "a held key closes one thing"
        app.take(pygame.Event(pygame.KEYUP, key=pygame.K_ESCAPE, mod=0, scancode=0))
        press(app, pygame.K_ESCAPE)
        assert app.scene is not rules


def test_a_plan_stays_as_it_is_laid_when_esc_puts_a_card_back() -> None:
    with window() as app:
        scene = asked(app, "shogun")
        assert isinstance(scene.model.question, PlanQuestion)
        plan = draft(scene)
        plan.take_card(plan.hand()[0])
        plan.take_field(3)
        laid = list(plan.fields)
        plan.take_card(plan.hand()[0])
        press(app, pygame.K_ESCAPE)
        assert plan.fields == laid and plan.card is None
