"""A jammed game of an earlier program in the window: what is told of its taps, and of throws that can't be shown."""

import lzma
from collections.abc import Sequence
from pathlib import Path

import pygame
import pytest

from shogun.games import GAMES
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.tower.physics.constants import PHYSICS
from shogun.window.kit.runtime.app import App
from shogun.window.kit.sound import Sounds
from shogun.window.play.game_story import story_of_journal
from shogun.window.play.model import LogLine
from shogun.window.play.routes import ToReplay, ToSavedGame
from shogun.window.tower.tower_view import TowerView
from tests.layout.readable import flaws
from tests.window.clicking import press, shown, window

PAST = Path(__file__).parents[2] / "table" / "past" / "jammed.journal.xz"
CHANGED = f"From here on cubes fall with version {PHYSICS} of the program's physics."
COUNTED = "Only counted: there is no recording of this throw"
FRAME = 1 / 30


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "jammed.journal"
    path.write_bytes(lzma.decompress(PAST.read_bytes()))
    return path


def said(app: App) -> str:
    """Return all text on the screen, in one line."""
    return " ".join(shown(app).split())


def gone_on(app: App, journal: Path) -> GameScene:
    """Return the game, gone on with to the end of the first battle by the present physics."""
    app.go(ToSavedGame(journal))
    scene = app.scene
    assert isinstance(scene, GameScene)
    for _frame in range(100_000):
        scene.update(FRAME)
        if scene.around_tower.drops.all():
            return scene
    raise AssertionError("there never was such a battle")


def test_the_log_tells_of_taps_and_of_another_physics_now_later_and_looking_back(journal: Path) -> None:
    with window(speed=4.0, computers_speed=4.0) as app:
        scene = gone_on(app, journal)
        n = next(line.n for line in scene.model.log if line.text == CHANGED)
        lines = [line for line in scene.model.log if line.n == n]
    assert lines[1].text.startswith("The tower was clogged and was tapped")
    with window() as app:
        app.go(ToSavedGame(journal))
        assert isinstance(app.scene, GameScene)
        while not app.scene.showing.is_over:  # the last battle was not yet shown to its end
            app.scene.showing.next()
        assert told(app.scene.model.log, n)[: len(lines)] == told(lines, n)
    story = story_of_journal(GAMES["shogun"], journal)
    assert told(story.log, n)[: len(lines)] == told(lines, n)
    place = story.place_of(lines[0])
    assert story.turn(place).taps == scene_taps(lines[1].text)


def told(log: Sequence[LogLine], n: int) -> list[tuple[str, int | None]]:
    """What the log says of a line of the journal, and of whom."""
    return [(line.text, line.seat) for line in log if line.n == n]


def scene_taps(text: str) -> int:
    words = ["once", "twice", "three times", "four times"]
    return 1 + next(number for number, word in enumerate(words) if text.endswith(f"{word}."))


def test_a_throw_of_another_physics_is_shown_as_counted_looking_back(journal: Path) -> None:
    with window() as app:
        app.go(ToReplay(journal))
        scene = app.scene
        assert isinstance(scene, HistoryScene)
        place = next(n for n, step in enumerate(scene.story.history.steps, 1) if step.line.key.startswith("throw/year"))
        scene.go_to(place - 1)
        scene.toggle_playing()
        for _frame in range(1000):
            app.step(FRAME)
            if scene.model.is_counted:
                break
        app.step(FRAME)
        assert COUNTED in said(app)
        assert not scene.model.is_watching
        for _frame in range(1000):
            app.step(FRAME)
            if scene.place > place:
                break
        assert scene.model.tray == {c: n for c, n in scene.model.view.tray.items() if n}
        assert COUNTED not in said(app)


def test_old_battles_in_the_large_tower_say_why_they_can_t_be_watched(journal: Path) -> None:
    with window() as app:
        app.go(ToSavedGame(journal))
        app.step(0.0)
        press(app, pygame.K_t)
        app.step(0.0)
        rows = [place for place in app.scene.targets() if place.name.startswith("battle-")]
        assert rows
        assert not any(row.enabled for row in rows)
        assert {row.tooltip for row in rows} == {
            "There is nothing to show: it fell with another version of the physics, and its recording is missing."
        }
        assert flaws(app.scene) == []


@pytest.mark.slow
@pytest.mark.parametrize("reduced_motion", [False, True])
def test_a_tap_is_seen_heard_and_told_in_words(
    journal: Path, monkeypatch: pytest.MonkeyPatch, reduced_motion: bool
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Sounds, "play", lambda _self, effect, loudness=1.0: heard.append(effect))
    with window(reduced_motion=reduced_motion) as app:
        app.go(ToSavedGame(journal))
        scene = app.scene
        assert isinstance(scene, GameScene)
        for _frame in range(100_000):
            scene.update(FRAME)
            if scene.model.is_watching and scene.model.taps:
                break
        app.step(0.02)
        assert "Clogged: the tower is tapped" in said(app)
        assert heard.count("tap") == 1
        picture = scene.around_tower.picture
        assert isinstance(picture, TowerView)
        assert picture.playback.sway > 0.5
        left = picture.place_of(0.0, 0.0)[0] - picture.rect.centerx
        assert (left > 0) != reduced_motion
        press(app, pygame.K_t)
        assert said(app).startswith("Clogged: the tower is tapped"), "it is the heading"
        assert flaws(app.scene) == []
        while scene.model.is_watching:
            app.step(FRAME)
        app.step(FRAME)
        assert "Clogged: the tower is tapped" not in said(app)
        told = next(line.text for line in reversed(scene.model.log) if "was tapped" in line.text)
        assert heard.count("tap") == scene_taps(told)
