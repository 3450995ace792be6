"""How fast things are shown: speeds, pause, slow motion, a held key; and nothing too short to be read."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pygame
import pytest

from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.play.presenter import GLANCING, event_seconds, is_read, result_seconds
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.session import Turn
from shogun.window.kit.input.keys import KEYS
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, SPEEDS, Settings
from shogun.window.play.pace import HELD_SECONDS, HURRY, SLOW, Pace
from tests.window.clicking import (
    A_LONG_TIME,
    SMALL,
    asked,
    click,
    fallen,
    game,
    play_unseen,
    press,
    session,
    settle,
    target,
    window,
)
from tests.window.tables import begin

pytestmark = pytest.mark.slow

SENTENCE = "Player 3 attacks Suruga (neutral) from Kai with 4 armies."


@pytest.fixture
def watched() -> Iterator[tuple[App, GameScene]]:
    """A game of opponents, a drop of a battle under way."""
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        _until_a_battle_falls(app, scene)
        yield app, scene


def _until_a_battle_falls(app: App, scene: GameScene, after: int = 0) -> None:
    for _step in range(20000):
        app.step(0.05)
        if scene.model.is_watching and scene.model.battle and len(scene.around_tower.drops.all()) >= after:
            return
    raise AssertionError("no cube ever fell")


def test_a_pause_stops_everything_and_nothing_moves(watched: tuple[App, GameScene]) -> None:
    app, scene = watched
    click(app, "pause")
    before, lines = fallen(scene.stand), len(scene.model.log)
    for _step in range(50):
        app.step(1.0)
    assert (fallen(scene.stand), len(scene.model.log)) == (before, lines)
    assert not scene.is_moving()
    assert not scene.is_dirty()
    press(app, pygame.K_p)
    app.step(0.1)
    assert fallen(scene.stand) > before


def test_slow_motion_lets_cubes_fall_at_a_quarter_of_their_speed(watched: tuple[App, GameScene]) -> None:
    app, scene = watched
    before = fallen(scene.stand)
    press(app, pygame.K_s)
    app.step(0.08)
    assert fallen(scene.stand) - before == pytest.approx(0.08 * SLOW)
    click(app, "slow")
    before = fallen(scene.stand)
    app.step(0.08)
    assert fallen(scene.stand) - before == pytest.approx(0.08)


def test_a_held_key_skips_once_and_then_goes_on_fast() -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1))
        pace = scene.around_tower.pace
        event = pygame.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0)
        app.take(event)
        assert not scene.model.is_hurried
        assert pace.passing(HELD_SECONDS + 0.01) == pytest.approx(HURRY * (HELD_SECONDS + 0.01))
        app.take(event)  # the keyboard repeats it as long as it is held
        assert scene.model.is_hurried
        app.take(pygame.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0, scancode=0))
        assert not scene.model.is_hurried
        assert pace.passing(0.1) == 0.1


def test_a_held_button_goes_on_fast_too(watched: tuple[App, GameScene]) -> None:
    app, scene = watched
    place = target(app, "skip").rect.center
    app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    assert scene.stand.done, "the drop is skipped at once"
    app.step(HELD_SECONDS + 0.05)
    assert scene.model.is_hurried
    app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=place, button=1))
    assert not scene.model.is_hurried


def press_only(app: App, key: int, sign: str, times: int = 1) -> None:
    """Press a key and hold it: the keyboard repeats it."""
    for _time in range(times):
        app.take(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=sign, scancode=0))


def let_go(app: App, key: int) -> None:
    app.take(pygame.Event(pygame.KEYUP, key=key, mod=0, scancode=0))


def test_both_speeds_are_chosen_by_clicks_for_this_game_alone() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        settle(app)
        chosen = []
        for _click in range(len(SPEEDS) + 1):
            click(app, "computers-speed")
            chosen.append(scene.model.computers_speed)
        assert sorted(chosen) == sorted((*SPEEDS, AT_ONCE))
        click(app, "speed")
        assert (scene.model.speed, scene.model.computers_speed) == (2.0, 1.0)
        assert (app.settings.speed, app.settings.computers_speed) == (1.0, 1.0)
        app.settings.language = "pl"
        app.follow_settings()
        assert scene.model.speed == 2.0, "only new speeds of the settings end those of the game"
        app.settings.speed = 4.0
        app.follow_settings()
        assert scene.model.speed == 4.0


TABLES: Mapping[str, Any] = {"shogun": Setup(3), "rumble-nation": None, "river-of-gold": None}


@pytest.mark.parametrize("code", TABLES)
def test_keys_change_the_speed_until_somebody_is_asked_and_no_setting(code: str) -> None:
    with window(SMALL) as app:
        if code == "shogun":
            game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
        else:
            begin(app, code, "person,random")
        scene: Any = app.scene
        model, before = scene.model, settings_of(app)
        for _press in range(3):
            press(app, pygame.K_PERIOD, sign=".")
        assert (model.speed, model.computers_speed) == (SPEEDS[-1], SPEEDS[-1]), "at once nothing would be seen"
        for _press in range(9):
            press(app, pygame.K_COMMA, sign=",")
        assert (model.speed, model.computers_speed) == (SPEEDS[0], SPEEDS[0])
        press_only(app, pygame.K_PERIOD, ".", times=20)
        assert model.speed == SPEEDS[1], "a key that is held acts once"
        scene.pace.passing(HELD_SECONDS + 0.01)
        assert model.is_hurried
        let_go(app, pygame.K_PERIOD)
        assert not model.is_hurried
        for _step in range(2000):
            app.scene.update(A_LONG_TIME)
            if model.question is not None:
                break
        assert (model.speed, model.computers_speed) == (1.0, 1.0)
        assert settings_of(app) == before


def settings_of(app: App) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(app.settings)
    return found


@pytest.mark.parametrize("code", TABLES)
def test_no_key_that_is_held_changes_a_setting_to_and_fro(code: str) -> None:
    """Each key, held for a second, does what it does when it is pressed once."""
    keys = [(row.codes[0], "") for row in KEYS if row.codes] + [(ord(sign), sign) for row in KEYS for sign in row.signs]
    for key, sign in dict.fromkeys(keys):
        found = []
        for times in (1, 15):
            with window(SMALL) as app:
                if code == "shogun":
                    game(app, session("person,greedy,greedy", setup=Setup(3), seed=1))
                else:
                    begin(app, code, "person,random")
                press_only(app, key, sign, times)
                found.append(settings_of(app))
        assert found[0] == found[1], (key, sign)


def test_a_speed_of_the_settings_at_once_can_be_slowed_down_for_a_moment() -> None:
    from shogun.games.shogun.screen.play.model import Model

    settings = Settings(speed=AT_ONCE, computers_speed=AT_ONCE)
    model = Model(seats=(), view=None)  # type: ignore[arg-type]
    pace = Pace(model, settings, lambda: None)
    pace.hurry()
    assert model.speed == AT_ONCE
    pace.release()
    pace.calm()
    assert model.speed == SPEEDS[-1]
    pace.end_moment()
    assert model.speed == settings.speed == AT_ONCE


def test_nothing_is_too_short_to_be_seen_at_any_speed_but_at_once() -> None:
    event = ev.BattleBegan(0, None, "Kai", "Suruga", 4)
    for speed in SPEEDS:
        for is_own in (False, True):
            shown = event_seconds(event, SENTENCE, speed, is_own=is_own)
            assert shown >= 0.5 * len(SENTENCE) / GLANCING
            assert shown <= event_seconds(event, SENTENCE, speed / 2, is_own=is_own)
            assert result_seconds(SENTENCE, speed, is_own=is_own) >= len(SENTENCE) / GLANCING
        assert is_read(event, speed)
    assert result_seconds(SENTENCE, 1.0, is_own=True) == 4.0
    assert event_seconds(event, SENTENCE, AT_ONCE, is_own=False) == 0
    assert result_seconds(SENTENCE, AT_ONCE, is_own=True) == 0
    assert not is_read(event, AT_ONCE)
    assert not is_read(ev.PlanLaid(0), 1.0), "what comes by the dozen is only in the log"


def test_a_longer_sentence_is_shown_longer() -> None:
    event = ev.BattleBegan(0, None, "Kai", "Suruga", 4)
    long, short = (event_seconds(event, SENTENCE * times, 1.0, is_own=False) for times in (3, 1))
    assert long > short


def test_at_once_no_sentence_flashes_over_the_bar() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        for _click in range(3):
            scene.around_tower.pace.next_computers_speed()
        assert scene.model.computers_speed == AT_ONCE
        settle(app)
        scene.around_tower.pace.set_speed(AT_ONCE)
        scene.controls.answer(asked(scene).sample(Random(3)))
        prompts = set()
        for _step in range(400):
            app.step(0.01)
            prompts.add(scene.model.prompt)
            if scene.model.question is not None:
                break
        logged = {line.text for line in scene.model.log}
        assert not prompts & logged
        assert len(logged) > 20


def test_battles_of_computers_have_their_speed_and_those_of_persons_another() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        scene.around_tower.pace.set_computers_speed(4.0)
        speeds: dict[bool, set[float]] = {True: set(), False: set()}

        def look(scene: GameScene) -> bool:
            battle = scene.model.battle
            if battle and battle.sides:
                has_person = any(side.seat == 0 for side in battle.sides)
                speeds[has_person].add(scene.presenter.speed)
            return scene.model.view.year == 2

        play_unseen(app, Random(4), until=look)
        assert speeds == {True: {1.0}, False: {4.0}}


def test_taking_all_back_ends_while_an_opponent_has_begun_to_think() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,person,greedy", setup=Setup(3), seed=1))
        play_unseen(app, Random(1), until=lambda s: s.model.question is not None and s.model.question.seat == 1)
        scene.model.can_undo = True  # as it was before the opponent began
        scene.driver.turns.append(Turn(0, asked(scene), None, (), None, None, 0))
        scene.controls.undo_all()
        scene.driver.turns.clear()
        assert not scene.model.can_undo
