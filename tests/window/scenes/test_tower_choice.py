"""Which tower a game is played with is chosen among pictures."""

from collections.abc import Iterator

import pygame
import pytest

from shogun.games import GAMES
from shogun.tower.tower_lookup import load_tower, own_folder, tower_text
from shogun.window.kit.runtime.app import App
from shogun.window.scenes.new_game import NewGameScene, TowerChoiceScene
from tests.layout.readable import flaws
from tests.shipped_towers import SHIPPED
from tests.window.clicking import click, names, press, shown, target, top, window

MANY = 30


@pytest.fixture
def app() -> Iterator[App]:
    with window() as app:
        yield app


def choice(app: App) -> TowerChoiceScene:
    """Open the sheet of a new game, and on it that of the towers, and wait for all pictures."""
    app.push(NewGameScene(app, GAMES["shogun"]))
    app.step(0.0)
    click(app, "tower")
    while app.scene.is_moving():
        app.step(0.2)
    return top(app, TowerChoiceScene)


def number_of(scene: TowerChoiceScene, name: str) -> int:
    return [tower.name for tower in scene.towers].index(name)


def test_a_tower_is_told_of_under_the_pointer_and_taken_by_a_click(app: App) -> None:
    scene = choice(app)
    number = number_of(scene, "coin")
    told = load_tower("coin").description
    assert scene.description(number) == told and told not in shown(app)
    app.scene.point(target(app, f"tower-{number}").rect.center)
    app.step(0.0)
    assert told in shown(app)
    click(app, f"tower-{number}")
    sheet = top(app, NewGameScene)
    assert sheet.towers[sheet.tower].name == "coin"


def test_the_keyboard_begins_at_the_chosen_one_and_escape_leaves_it(app: App) -> None:
    scene = choice(app)
    chosen = scene.towers[scene.chosen].name
    press(app, pygame.K_RIGHT)
    assert app.scene.focus == f"tower-{scene.chosen}"
    press(app, pygame.K_ESCAPE)
    sheet = top(app, NewGameScene)
    assert sheet.towers[sheet.tower].name == chosen


def test_all_that_came_with_the_program_are_seen_at_once_and_can_be_read(app: App) -> None:
    scene = choice(app)
    assert len(names(app, "tower-")) == len(scene.towers) == len(SHIPPED)
    assert flaws(scene) == []


def test_many_of_ones_own_scroll_and_a_broken_one_is_told_of(app: App) -> None:
    own_folder().mkdir(parents=True)
    text, _path = tower_text("steep")
    for number in range(MANY):
        (own_folder() / f"z{number:02}.toml").write_text(text, encoding="utf-8")
    (own_folder() / "a-broken.toml").write_text(text.replace("[funnel]", "[funnel]\nmouth = 1"), encoding="utf-8")
    scene = choice(app)
    assert len(scene.towers) == len(SHIPPED) + MANY + 1
    assert "a-broken.toml" in scene.description(number_of(scene, "a-broken"))
    press(app, pygame.K_END)
    while app.scene.is_moving():
        app.step(0.2)
    assert f"tower-{len(scene.towers) - 1}" in names(app, "tower-")
    assert flaws(scene) == []
