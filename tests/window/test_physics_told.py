"""A jammed game of an earlier program in the window: what is told of its taps, and of throws that can't be shown."""

import lzma
from pathlib import Path

import pytest

from shogun.games.shogun.screen.play.story import story_of_journal
from shogun.games.shogun.screen.scenes.game.scene import GameScene
from shogun.tower.constants import PHYSICS
from shogun.window.kit.app import App
from shogun.window.scenes.start import open_game

from .clicking import window

PAST = Path(__file__).parents[1] / "table" / "past" / "jammed.journal.xz"
CHANGED = f"From here on cubes fall by the program's physics of version {PHYSICS}."
FRAME = 1 / 30


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "jammed.journal"
    path.write_bytes(lzma.decompress(PAST.read_bytes()))
    return path


def gone_on(app: App, journal: Path) -> GameScene:
    """Return the game, gone on with to the end of the first battle by the present physics."""
    open_game(app, journal)
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
        open_game(app, journal)
        assert isinstance(app.scene, GameScene)
        assert [line for line in app.scene.model.log if line.n == n][: len(lines)] == lines
    story = story_of_journal(journal)
    assert [line for line in story.log if line.n == n][: len(lines)] == lines
    place = story.place_of(lines[0])
    assert story.turn(place).taps == scene_taps(lines[1].text)


def scene_taps(text: str) -> int:
    words = ["once", "twice", "three times", "four times"]
    return 1 + next(number for number, word in enumerate(words) if text.endswith(f"{word}."))
