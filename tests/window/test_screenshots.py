"""Every scene looks as it is remembered, to the pixel where that is possible (`screenshots/remembered.py`)."""

import pkgutil
from functools import partial
from importlib import import_module
from pathlib import Path

import pygame
import pytest

from shogun.base.language import PSEUDO
from shogun.base.worker_pool import Workers
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.rumble_nation.screen.end_of_game import RumbleEnd
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.shogun import screen
from shogun.games.shogun.screen.scenes.board_scene import BoardScene
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window import scenes, workshop
from shogun.window.game import lessons, puzzles
from shogun.window.game.end_of_game import EndScene
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.game.past_scene import PastScene
from shogun.window.game.played import PlayedScene
from shogun.window.game.puzzles.puzzle_play import PuzzlePlay
from shogun.window.game.slip import SlipScene
from shogun.window.generic.scene import GenericLesson, GenericPast, GenericScene, TableScene
from shogun.window.kit.runtime.list_panel import ListScene
from shogun.window.kit.runtime.scene import Scene
from tests.window.clicking import top

from .screenshots import remembered
from .screenshots.comparing import difference
from .screenshots.moments import MOMENTS, SIZES, SMALL, Moment, Size, plan_half_laid
from .screenshots.remembered import MARK, changed_squares, checksum, complaint, expected, leave, picture_of, why_inexact
from .screenshots.remembered import remembered as kept
from .screenshots.taking import rest, take, window_apart

TAKEN = [(moment, size) for size in SIZES for moment in MOMENTS.values() if size in moment.sizes]
QUICK = (
    "games_list", "key_help", "ladder_of_strengths", "mistake", "new_game", "pause", "plan_in_high_contrast",
    "rules_searched", "seat_menu", "settings",
)  # fmt: skip
"""Moments that show most of what scenes are made of, quick to come to."""
MARKED = [
    pytest.param(*taken, marks=[] if taken[1] == SMALL and taken[0].name in QUICK else [pytest.mark.slow])
    for taken in TAKEN
]
ADVICE = "Look at the pictures in {folder}. If that is how it shall look: python -m tests.window.screenshots --renew"


def name_of(part: Moment | Size) -> str:
    """Return how a moment or a size is called in the tests' names."""
    return part.name if isinstance(part, Moment) else f"{part[0]}x{part[1]}"


@pytest.mark.parametrize(("moment", "size"), MARKED, ids=name_of)
def test_a_scene_looks_as_remembered(moment: Moment, size: Size, tmp_path: Path) -> None:
    folder = tmp_path / f"{moment.name}-{name_of(size)}"
    compare = partial(difference, moment.name, size, folder)
    if size == SIZES[-1]:  # takes so much memory that a process of its own has to
        with Workers(1) as workers:
            found = workers.submit(compare).result()
    else:
        found = compare()
    assert not found, f"{found} {ADVICE.format(folder=folder)}"


def test_a_wrong_picture_leaves_three_that_show_what_is_wrong(tmp_path: Path) -> None:
    moment, wrong = MOMENTS["pause"], pygame.Rect(100, 60, 3, 2)
    picture, _anew = take(moment, SMALL)
    picture.fill((255, 0, 255), wrong)
    leave(tmp_path / "left", expected(moment, SMALL), picture, changed_squares(picture, moment))
    left = {path.stem: pygame.image.load(path) for path in (tmp_path / "left").iterdir()}
    assert {name: one.get_size() for name, one in left.items()} == dict.fromkeys(
        ("expected", "drawn", "difference"), SMALL
    )
    assert left["drawn"].get_at(wrong.topleft)[:3] == (255, 0, 255)
    assert max(left["difference"].get_at(wrong.topleft)[:3]) > 200
    if not why_inexact(SMALL):
        square = pygame.Rect(80, 40, 40, 40)
        assert pygame.mask.from_threshold(left["difference"], (0, 0, 0), (1, 1, 1, 255)).count() >= 1280 * 720 - 40 * 40
        assert left["difference"].get_at(square.topleft)[:3] == MARK


def test_pixels_are_compared_here() -> None:
    """Tells, where they are not, why."""
    for size in SIZES:
        if why := why_inexact(size):
            pytest.skip(why)


def test_each_scene_has_its_picture_and_each_picture_its_scene() -> None:
    found = [
        module
        for package in (scenes, lessons, puzzles, workshop, screen)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    modules = [import_module(module.name) for module in found]
    known = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
    shared = {
        Scene, ListScene, TableScene, BoardScene, PlayedScene, GenericScene, PastScene, GenericPast, EndScene, Lesson,
        GenericLesson, PuzzlePlay, SlipScene,
    }  # fmt: skip
    of_all = {scene for scene in known if issubclass(scene, Scene)} - shared
    of_shorter_games = {RumbleScene, RumbleEnd, RiverScene, RiverEnd}
    assert {moment.scene for moment in MOMENTS.values()} == of_all | of_shorter_games
    for size in SIZES:
        assert set(kept(size).pictures) == {moment.name for moment, at in TAKEN if at == size}
        assert set(kept(size).squares) == set(kept(size).pictures)
    files = {picture_of(moment) for moment in MOMENTS.values()}
    assert set(remembered.PICTURES.iterdir()) == files
    assert sum(file.stat().st_size for file in files) < 3_000_000


def test_one_changed_pixel_is_noticed() -> None:
    moment = MOMENTS["pause"]
    if why := why_inexact(SMALL):
        pytest.skip(why)
    picture, _anew = take(moment, SMALL)
    picture.set_at((640, 360), (*picture.get_at((640, 360))[:2], 7))
    assert "pixels" in complaint(picture, moment, SMALL)


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.slow)], ids=name_of)
def test_elsewhere_another_shade_passes_but_no_other_scene(size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "why_inexact", lambda _size: "an unknown system")
    moment = MOMENTS["pause"]
    picture, _anew = take(moment, size)
    picture.fill((1, 1, 1), special_flags=pygame.BLEND_RGB_SUB)
    assert complaint(picture, moment, size) == ""
    assert "away" in complaint(picture, MOMENTS["seat_menu"], size)


@pytest.mark.slow
@pytest.mark.parametrize("changed", [{"palette": "contrast"}, {"interface_scale": 0.9}, {"language": PSEUDO}], ids=str)
def test_changed_settings_leave_nothing_of_before(changed: dict[str, object]) -> None:
    pictures = []
    for begun, then in ((changed, {}), ({}, changed)):
        with window_apart(SMALL, **begun) as app:
            plan_half_laid(app)
            for name, value in then.items():
                setattr(app.settings, name, value)
            app.follow_settings()
            rest(app)
            if "language" in changed:  # what was said stays in the language of then
                app.window.fill("black", top(app, GameScene).log.rect)
            pictures.append(checksum(app.window))
    assert pictures[0] == pictures[1]
