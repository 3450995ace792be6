"""Since your last turn: a sentence for who is asked, and the way to see it once more."""

from random import Random

import pygame
import pytest

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.turn_digest import digest, last_answer
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table.replay import History
from shogun.table.session import take_turn
from shogun.window.kit.runtime.app import App
from tests.layout.readable import flaws
from tests.window.clicking import (
    SMALL,
    USUAL,
    asked,
    click,
    game,
    play_unseen,
    press,
    session,
    settle,
    shown,
    top,
    window,
)


@pytest.fixture(scope="module")
def history() -> History:
    """A whole game of opponents."""
    played = session("greedy,greedy,greedy", setup=Setup(3), seed=3)
    seats = [opponent("greedy")] * 3
    while not played.is_over:
        take_turn(played, seats)
    past = History(rules, played.header)
    past.follow(played.course.answers)
    return past


def until(history: History, place: int) -> History:
    """Return the past as it was at a place."""
    past = History(rules, history.header)
    past.follow([step.line for step in history.steps[:place]])
    return past


def watched(past: History, answered: int, seat: int) -> int:
    """Return the place up to which a seat has watched its own doing: an attack that it began ends after its answer."""
    for place, step in enumerate(past.steps[answered:], answered + 1):
        for event in step.events:
            if isinstance(event, ev.BattleSettled):
                return place if event.attacker == seat else answered
            if isinstance(event, ev.BattleBegan | ev.RevoltBroke):
                return answered
    return answered


def test_the_own_battle_that_was_just_watched_is_no_news(history: History) -> None:
    """An attack is the attacker's answer; the throw that decides it comes after that."""
    won = 0
    for place, step in enumerate(history.steps, 1):
        settled = [event for event in step.events if isinstance(event, ev.BattleSettled) and event.kind != "revolt"]
        for event in settled:
            if event.attacker is not None and event.winner == event.attacker:
                found = digest(until(history, place), event.attacker)
                assert found is None or event.province not in found.sentence
                won += 1
    assert won > 5


def test_it_tells_what_was_lost_and_won_since_the_last_answer(history: History) -> None:
    told = lost = 0
    for place in range(20, len(history)):
        past = until(history, place)
        for seat in range(3):
            found = digest(past, seat)
            begin = watched(past, last_answer(past, seat), seat)
            before, now = set(past.state(begin).owned(seat)), set(past.state(place).owned(seat))
            events = [event for step in past.steps[begin:] for event in step.events]
            fought = any(isinstance(event, ev.BattleBegan) for event in events)
            if begin and (before != now or fought):
                told += 1
                lost += len(before - now) > 1
                assert found
                assert found.place == begin
                for province in before ^ now:
                    assert province in found.sentence
            elif found is not None:
                assert not fought
    assert told > 30
    assert lost > 0, "several were lost after the same answer"


def test_who_has_just_answered_is_told_nothing(history: History) -> None:
    for place in range(20, len(history), 5):
        past = until(history, place)
        seat = past.steps[-1].line.seat
        if seat is not None and not any(isinstance(e, ev.BattleBegan | ev.Scored) for e in past.steps[-1].events):
            assert digest(past, seat) is None or last_answer(past, seat) < place


def asked_with_digest(app: App, size_seed: int = 1) -> GameScene:
    scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=size_seed))
    play_unseen(app, Random(1), until=lambda s: s.model.digest is not None and s.model.question is not None)
    settle(app)
    return scene


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, USUAL, pytest.param((3840, 2160), marks=pytest.mark.slow)], ids=str)
def test_the_slip_can_be_read_and_goes_with_the_next_answer(size: tuple[int, int]) -> None:
    with window(size) as app:
        scene = asked_with_digest(app)
        assert "Since your last turn" in shown(app)
        assert flaws(scene) == []
        scene.controls.answer(asked(scene).sample(Random(1)))
        app.step(0.0)
        assert scene.model.digest is None


@pytest.mark.slow
def test_the_slip_can_be_closed() -> None:
    with window() as app:
        scene = asked_with_digest(app)
        click(app, "close-digest")
        assert "Since your last turn" not in shown(app)
        assert scene.model.question is not None


def test_a_click_shows_what_happened_once_more_and_leads_back() -> None:
    with window() as app:
        scene = asked_with_digest(app)
        assert scene.model.digest
        place = scene.model.digest.place
        click(app, "replay-digest")
        past = top(app, HistoryScene)
        assert (past.place, past.is_playing) == (place, True)
        settle(app)
        assert past.place == past.story.last
        press(app, pygame.K_ESCAPE)
        assert top(app, GameScene) is scene
        assert scene.model.question is not None


def test_the_past_is_opened_by_key_and_by_button() -> None:
    with window() as app:
        scene = asked_with_digest(app)
        press(app, pygame.K_h)
        assert isinstance(app.scene, HistoryScene)
        press(app, pygame.K_ESCAPE)
        app.step(0.0)
        click(app, "history")
        past = top(app, HistoryScene)
        assert past.place == past.story.last
        click(app, "leave")
        assert top(app, GameScene) is scene


def test_a_throw_without_a_kept_recording_is_made_again() -> None:
    with window() as app:
        played = session("greedy,greedy,greedy", setup=Setup(3), seed=3, tower="classic")
        seats = [opponent("greedy")] * 3
        while not any(isinstance(event, ev.TowerFilled) for event in take_turn(played, seats).events):
            pass
        scene = game(app, played)
        scene.controls.look_back()
        past = top(app, HistoryScene)
        steps = past.story.history.steps
        past.go_to(next(n for n, step in enumerate(steps) if any(isinstance(e, ev.TowerFilled) for e in step.events)))
        past.toggle_playing()
        watched = False
        for _frame in range(50):
            app.step(0.05)
            watched = watched or past.model.is_watching
        assert watched
