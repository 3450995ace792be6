"""What has just happened is shown once more: R in the games whose turns are told one after the other."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pygame
import pytest

from shogun.base.by_identity import IdentityKey
from shogun.games import GAMES, game_of
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.window.clicking import A_LONG_TIME, click, names, press, show_game, top, window

CODES = ("river-of-gold", "rumble-nation")
MOMENT = 0.05


@pytest.fixture
def app() -> Iterator[App]:
    with window(speed=AT_ONCE, computers_speed=AT_ONCE) as opened:
        yield opened


def begin(app: App, code: str, players: str) -> GenericScene:
    rules: Any = game_of(code)
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players.split(","), 1))
    setup = rules.Setup(len(seats), first_seat=0)
    show_game(app, Session.start(rules, Header(game=code, seed=5, setup=setup, seats=seats)), [])
    return rest(app)


def rest(app: App) -> GenericScene:
    """Let the game go on until somebody is asked or it is over."""
    for _step in range(600):
        app.step(A_LONG_TIME)
        if not isinstance(app.scene, GenericScene):
            app.pop()
        scene = top(app, GenericScene)
        if not scene.is_moving() and (scene.model.question is not None or scene.model.result is not None):
            app.step(0.0)
            return scene
    raise AssertionError("nobody is asked")


def play(app: App, scene: GenericScene, answers: int) -> GenericScene:
    """Give so many answers by lot, or all that are asked for."""
    rng = Random(2)
    while answers and scene.model.question is not None:
        scene.controls.answer(rng.choice(scene.model.question.moves))
        scene = rest(app)
        answers -= 1
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_what_the_others_did_is_seen_again_and_then_the_same_is_asked(app: App, code: str) -> None:
    scene = play(app, begin(app, code, "person,random,random"), 6)
    while not {turn.seat for turn in scene.presenter.recent} >= {0, 1, 2}:
        scene = play(app, scene, 1)
    model, recent = scene.model, list(scene.presenter.recent)
    asked = model.view, model.question, list(model.log), model.prompt
    assert "play" in names(app)
    press(app, pygame.K_r)
    assert model.question is None
    app.step(MOMENT)
    assert model.view != asked[0]
    seen, in_short = {model.prompt}, []
    while not scene.showing.is_over:
        app.step(MOMENT)
        seen.add(model.prompt)
        if (short := getattr(model, "shown", None)) is not None:
            assert short.matters in model.prompt, "it is told in a line of what matters"
            in_short.append(short.event)
    events = [(event, turn.n) for turn in recent for event in turn.events if event not in in_short]
    told = [scene.game.telling.log_line(event, model.names, n).text for event, n in events]
    assert set(told) <= seen | {asked[-1]}
    scene = rest(app)
    assert (model.view, model.question, model.log, model.prompt) == asked
    click(app, "play")
    assert scene.model.question is None


@pytest.mark.parametrize("code", CODES)
def test_skipped_it_comes_to_its_end_and_the_game_is_played_on(app: App, code: str) -> None:
    scene = play(app, begin(app, code, "person,random"), 8)
    lines = len(scene.driver.session.writer.lines)
    for _time in range(3):
        press(app, pygame.K_r)
        scene.showing.finish()
        scene = rest(app)
    assert len(scene.driver.session.writer.lines) == lines
    assert play(app, scene, 3).driver.session.course.answers[-1].n > lines


def test_who_takes_the_last_answer_back_meanwhile_sees_the_game_as_it_is(app: App) -> None:
    scene = begin(app, "rumble-nation", "person,person")
    while not scene.model.can_undo:
        scene = play(app, scene, 1)
    press(app, pygame.K_r)
    app.step(MOMENT)
    press(app, pygame.K_z)
    scene = rest(app)
    session = scene.driver.session
    assert scene.model.view == scene.game.rules.view(session.state, scene.model.viewer)
    assert scene.model.question == session.questions[0]
    kept = [turn.n for turn in scene.presenter.recent]
    assert kept == [line.n for line in session.course.answers][-len(kept) :], "what stands can be seen again"
    press(app, pygame.K_r)
    scene = rest(app)
    assert scene.model.question == session.questions[0]


def test_at_a_screen_that_several_share_nobodys_hand_is_seen_again(app: App) -> None:
    scene = play(app, begin(app, "river-of-gold", "person,person"), 12)
    recent = list(scene.presenter.recent)
    press(app, pygame.K_r)
    assert scene.model.viewer is None
    while not scene.showing.is_over:
        app.step(MOMENT)
        assert not scene.model.view.hand
    assert len({turn.seat for turn in recent} - {None}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_a_game_that_is_over_tells_its_end_once_more_and_says_the_same_as_before(app: App, code: str) -> None:
    scene = play(app, begin(app, code, "person,random"), 2000)
    assert scene.model.result is not None
    said, view = scene.model.prompt, scene.model.view
    press(app, pygame.K_r)
    assert not scene.showing.is_over
    scene.showing.finish()
    scene = rest(app)
    assert (scene.model.prompt, scene.model.view) == (said, view)


def test_every_game_of_the_house_is_tried_or_has_an_again_of_its_own() -> None:
    assert {*CODES, "shogun"} == set(GAMES)


def test_a_view_that_takes_anothers_place_in_memory_is_another() -> None:
    addresses = set()
    for _time in range(50):
        thing = IdentityKey(object())
        assert thing == IdentityKey(thing.thing)
        assert thing != IdentityKey(object())
        addresses.add(thing)
    assert len(addresses) == 50
