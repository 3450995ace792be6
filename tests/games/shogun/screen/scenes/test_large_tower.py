"""The tower as large as the window, x-ray, battles once more, and survivors on their way home."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.games.shogun.screen.walkers import Walkers, WalkHome
from shogun.tower.recording import Recording
from shogun.window.kit.drawing.icons import Clan
from shogun.window.kit.runtime.app import App
from shogun.window.tower.playback import Playback
from shogun.window.tower.tower_view import TowerView
from tests.layout.readable import flaws
from tests.window.clicking import (
    SMALL,
    USUAL,
    click,
    click_at,
    fallen,
    game,
    names,
    play_unseen,
    press,
    session,
    settle,
    shown,
    target,
    top,
    window,
)

pytestmark = pytest.mark.slow


def recorded_out(recording: Recording) -> dict[str, int]:
    """Return what came out at the end of a recording."""
    out = recording.in_tray(recording.seconds).tolist()
    return dict(sorted(Counter(c for c, o in zip(recording.colours, out, strict=True) if o).items()))


def until_a_battle_falls(app: App, scene: GameScene, after: int = 0) -> None:
    for _step in range(20000):
        app.step(0.05)
        if scene.model.is_watching and scene.model.battle and len(scene.around_tower.drops.all()) >= after:
            return
    raise AssertionError("no cube ever fell")


@pytest.fixture
def theatre() -> Iterator[tuple[App, GameScene]]:
    """The large tower during the third battle of a game of opponents."""
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy,greedy", setup=Setup(4), seed=3, tower="classic"))
        until_a_battle_falls(app, scene, after=2)
        click(app, "tower")
        assert isinstance(app.scene, TheatreScene)
        yield app, scene


def test_the_game_goes_on_under_the_large_tower(theatre: tuple[App, GameScene]) -> None:
    app, scene = theatre
    before = scene.stand.progress
    for _step in range(20):
        app.step(0.05)
    assert scene.stand.progress > before
    for _step in range(2000):
        app.step(0.05)
        if scene.model.battle and scene.model.battle.result:
            break
    assert scene.model.battle and scene.model.battle.result in shown(app)
    press(app, pygame.K_t)
    assert app.scene is scene


def test_a_click_on_the_tower_shows_it_large() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        settle(app)
        click_at(app, scene.around_tower.picture.rect.center)
        assert isinstance(app.scene, TheatreScene)
        click(app, "back")
        assert top(app, GameScene) is scene


def test_an_old_battle_is_played_again_without_any_effect_on_the_game(theatre: tuple[App, GameScene]) -> None:
    app, scene = theatre
    state, seconds, lines = scene.driver.session.state, fallen(scene.stand), len(scene.model.log)
    drop = scene.around_tower.drops.all()[0]
    click(app, "battle-0")
    assert drop.battle.result not in shown(app).replace(drop.battle.result, "", 1), "told only in the list"
    large, seen = top(app, TheatreScene), []
    for _step in range(400):
        app.step(0.05)
        seen.append(large.contents.tray)
        if not large.is_moving():
            break
    assert seen[0] == {}
    assert drop.recording and seen[-1] == recorded_out(drop.recording)
    assert shown(app).count(drop.battle.result) == 2, "in the list and counted out"
    assert (fallen(scene.stand), len(scene.model.log)) == (seconds, lines)
    assert scene.driver.session.state == state or scene.driver.turns, "the game only thinks ahead"
    click(app, "live")
    app.step(0.1)
    assert fallen(scene.stand) > seconds


def test_a_replay_is_slow_stops_and_begins_again(theatre: tuple[App, GameScene]) -> None:
    app, _scene = theatre
    click(app, "battle-1")
    playback = top(app, TheatreScene)._playback
    before = fallen(playback)
    app.step(0.08)
    assert fallen(playback) - before == pytest.approx(0.02)
    click(app, "replay-speed-1")
    app.step(0.08)
    assert fallen(playback) - before == pytest.approx(0.1)
    click(app, "pause")
    app.step(0.5)
    assert fallen(playback) - before == pytest.approx(0.1)
    assert not app.scene.is_moving()
    press(app, pygame.K_r)
    assert fallen(playback) == before


def test_the_pause_of_before_comes_back_after_a_replay(theatre: tuple[App, GameScene]) -> None:
    app, scene = theatre
    press(app, pygame.K_p)
    assert scene.model.is_paused
    click(app, "battle-0")
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene
    assert scene.model.is_paused


def test_battles_can_be_watched_while_one_is_asked() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        play_unseen(
            app, Random(2), until=lambda s: s.model.question is not None and len(s.around_tower.drops.all()) > 3
        )
        app.step(0.0)
        question = scene.model.question
        press(app, pygame.K_t)
        click(app, "battle-0")
        for _step in range(50):
            app.step(0.05)
        press(app, pygame.K_ESCAPE)
        assert app.scene is scene
        assert scene.model.question == question


def test_battles_of_a_resumed_game_are_recorded_again(tmp_path: Path) -> None:
    from shogun.window.play.routes import ToSavedGame

    path = tmp_path / "game.journal"
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic", path=path))
        until_a_battle_falls(app, scene, after=3)
        seen = {drop.key: drop for drop in scene.around_tower.drops.all()}
    with window(SMALL) as app:
        app.go(ToSavedGame(path))
        assert isinstance(app.scene, GameScene)
        game_scene = app.scene
        app.step(0.0)
        press(app, pygame.K_t)
        app.step(0.0)
        found = {drop.key: drop for drop in game_scene.around_tower.drops.all()}
        assert seen.keys() <= found.keys()
        for key, drop in seen.items():
            assert found[key].battle == drop.battle
            assert found[key].recording == drop.recording
        assert names(app, "battle-")


@pytest.mark.parametrize("size", [SMALL, pytest.param(USUAL, marks=pytest.mark.slow)], ids=str)
def test_the_theatre_is_readable_live_and_again(size: tuple[int, int]) -> None:
    with window(size) as app:
        scene = game(app, session("greedy,greedy,greedy,greedy", setup=Setup(4), seed=3, tower="classic"))
        press(app, pygame.K_t)
        assert flaws(app.scene) == []
        press(app, pygame.K_t)
        until_a_battle_falls(app, scene, after=8)
        press(app, pygame.K_x)
        press(app, pygame.K_t)
        assert flaws(app.scene) == []
        click(app, "battle-7")
        assert flaws(app.scene) == []
        press(app, pygame.K_SPACE)
        assert flaws(app.scene) == []


def test_the_xray_counts_what_is_inside_and_lights_what_is_stuck() -> None:
    with window(SMALL) as app:
        scene = game(app, session("person,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        settle(app)
        assert "stuck" not in [t.name for t in scene.targets()]
        before = app.window.copy()
        click(app, "xray")
        picture = scene.around_tower.picture
        plate = target(app, "stuck").rect
        counted = [t.text for t in scene.tower.layer.texts if plate.contains(t.rect)]
        inside = scene.driver.session.inside.counts()
        assert sorted(map(int, counted)) == sorted(inside.values())
        assert isinstance(scene.stand, Playback) and isinstance(picture, TowerView)
        stuck = [cube for cube in scene.stand.cubes() if cube.stuck]
        assert len(stuck) == sum(inside.values()) > 5
        middle = picture._cube
        for cube in stuck:
            x, y = picture.place_of(cube.x, cube.y)
            spot = (x - middle, y)
            if not any(abs(o.x - cube.x) + abs(o.y - cube.y) < 14 for o in stuck if o is not cube):
                assert sum(app.window.get_at(spot)[:3]) > sum(before.get_at(spot)[:3]), "a ring of light"
        press(app, pygame.K_x)
        app.scene.point((-1, -1))
        assert "stuck" not in [t.name for t in scene.targets()]


# Survivors


def until_somebody_walks(app: App, scene: GameScene, most: int = 20000) -> bool:
    for _step in range(most):
        app.step(0.05)
        if scene.around_tower.walkers.is_walking:
            return True
    return False


def test_survivors_walk_from_the_tray_to_their_province() -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        assert until_somebody_walks(app, scene)
        walkers, province = scene.around_tower.walkers, scene.model.shown_province
        assert province
        first = walkers.places()
        armies = scene.model.view.provinces[province].armies
        assert all(scene.tower.rect.collidepoint(place) for place in first)
        last = first
        while walkers.is_walking:
            last = walkers.places() or last
            app.step(0.02)
        end = scene.board.view.anchor(province)
        assert all(abs(x - end[0]) + abs(y - end[1]) < 60 for x, y in last)
        app.step(0.1)
        assert scene.model.view.provinces[province].armies > armies


def test_nobody_leaves_a_trace_on_the_window() -> None:
    with window(SMALL) as app:
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        assert until_somebody_walks(app, scene)
        press(app, pygame.K_SPACE)
        press(app, pygame.K_p)
        app.step(0.0)
        while scene.is_laying():
            app.step(0.1)
        before = app.window.copy()
        app.redraw()
        app.step(0.0)
        assert before.get_buffer().raw == app.window.get_buffer().raw


def test_nobody_walks_with_reduced_motion() -> None:
    with window(SMALL) as app:
        app.settings.reduced_motion = True
        scene = game(app, session("greedy,greedy,greedy", setup=Setup(3), seed=1, tower="classic"))
        until_a_battle_falls(app, scene, after=1)
        assert not until_somebody_walks(app, scene, most=600)
        assert len(scene.around_tower.drops.all()) > 2


def test_a_column_starts_at_its_places_and_ends_at_one() -> None:
    walkers, march = Walkers(), WalkHome(Clan("red", "whirl"), [(100, 500), (120, 505)], (400, 80), 14, 1.0)
    assert walkers.places() == []
    walkers.start(march)
    assert walkers.places() == [(100, 500), (120, 505)]
    for _step in range(9):
        walkers.update(0.1)
        assert all(walkers.area.collidepoint(place) for place in walkers.places())
    assert len(walkers.places()) == 1, "the first is home, the last is not"
    walkers.update(0.2)
    assert not walkers.is_walking
