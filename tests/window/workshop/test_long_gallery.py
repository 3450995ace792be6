"""Many towers in the gallery: scrolled, searched, sorted by what they show, and several at once."""

from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from shogun.lab.measuring.estimates import Interval
from shogun.lab.measuring.live_summary import LiveStatistics
from shogun.tower import tower_names, user_towers
from shogun.tower import user_towers as deleted_towers
from shogun.tower.tower_lookup import load_tower, own_folder, tower_text
from shogun.window.kit.runtime.app import App
from shogun.window.workshop.gallery_scene import LOOK_EVERY, GalleryScene
from shogun.window.workshop.model.listed_towers import TowerQuery
from tests.layout.readable import flaws
from tests.shipped_towers import SHIPPED
from tests.window.clicking import click, names, press, shown

from .test_bench_scene import gallery

SHARE = Interval(0.5, 0.4, 0.6)


@pytest.fixture
def many() -> list[str]:
    """Eleven towers of one's own, one of them broken and one with a name of 200 letters, beside the shipped ones."""
    made = [f"mine-{number}" for number in range(1, 10)]
    text, _path = tower_text("classic")
    own_folder().mkdir(parents=True, exist_ok=True)
    for name in (*made, "n" * 200):
        (own_folder() / f"{name}.toml").write_text(text.replace("height = 170", f"height = {100 + len(made)}"), "utf-8")
    (own_folder() / "broken.toml").write_text(text.replace("height = 240", "height = 1"), "utf-8")
    (own_folder() / "mine-10.toml").write_text(text, "utf-8")
    return [*made, "mine-10"]


def listed(app: App) -> GalleryScene:
    scene = gallery(app)
    for _step in range(100):
        app.step(0.2)
    return scene


def own(scene: GalleryScene) -> list[str]:
    return [tower.name for tower in scene.towers]


def test_every_tower_is_reached_and_found(app: App, many: list[str]) -> None:
    scene = listed(app)
    assert own(scene) == ["broken", *many, "n" * 200, *SHIPPED] and flaws(scene) == []
    press(app, pygame.K_END)
    assert scene.tower and scene.tower.name == SHIPPED[-1] and f"tower-{scene.chosen}" in names(app)
    press(app, pygame.K_HOME)
    assert scene.chosen == 0 and flaws(scene) == []
    last = len(scene.towers) - 1
    if f"tower-{last}" not in names(app):
        app.scene.point(next(t for t in scene.targets() if t.name == "tower-0").rect.center)
        app.take(pygame.Event(pygame.MOUSEWHEEL, y=-50, x=0))
        app.step(0.0)
        assert f"tower-{last}" in names(app)
    press(app, pygame.K_1, sign="1")
    app.take(pygame.Event(pygame.TEXTINPUT, text="mine-1"))
    app.step(0.0)
    assert own(scene) == ["mine-1", "mine-10"]
    press(app, pygame.K_ESCAPE)
    click(app, "origin-next")
    click(app, "origin-next")
    assert own(scene) == SHIPPED


def test_towers_are_sorted_by_figures_and_those_without_come_last(app: App, many: list[str]) -> None:
    scene = listed(app)
    stock = {"classic": 3.0, "hoard": 30.0, "steep": 1.0}
    for name, value in stock.items():
        known = LiveStatistics(5000, SHARE, SHARE, Interval(value, value, value), SHARE)
        scene._figures[load_tower(name)] = known
    scene.want(TowerQuery(origin="shipped", order="stock"))
    assert own(scene)[:3] == ["hoard", "classic", "steep"]
    scene.want(replace(scene.query, origin="all", is_reversed=True))
    assert own(scene)[:3] == ["steep", "classic", "hoard"] or "mine-10" in own(scene)[:4]
    assert set(own(scene)[-8:]) <= {*many, *SHIPPED, "broken", "n" * 200} - {*stock}


def test_several_towers_are_compared_exported_deleted_and_brought_back(
    app: App, many: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = listed(app)
    scene.want(TowerQuery(words="mine"))
    press(app, pygame.K_a, pygame.KMOD_CTRL)
    assert "10 towers selected" in shown(app) and flaws(scene) == []
    click(app, "compare")
    app.step(0.0)
    assert "Resting: out" in shown(app) and "mine-7" in shown(app) and flaws(scene) == []
    press(app, pygame.K_ESCAPE)
    assert not scene.is_comparing and len(scene.selection.several) == 10
    click(app, "export")
    finish(app)
    assert len(list((tmp_path / "documents").iterdir())) == 10
    press(app, pygame.K_DELETE)
    told = shown(app).replace("\n", " ")
    assert "Delete 10 towers?" in told and "under Deleted for 30 days" in told and flaws(scene) == []
    click(app, "delete-for-good")
    finish(app)
    assert not set(many) & set(tower_names()) and "10 towers were deleted." in shown(app)
    assert len(deleted_towers.binned()) == 10, "each of them is there"
    click(app, "bring-back")
    finish(app)
    assert set(many) <= set(tower_names()) and deleted_towers.binned() == []


def finish(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, GalleryScene)
    while scene.batch is not None:
        app.step(0.1)
    app.step(0.0)


def test_what_came_with_the_program_stays_when_several_are_deleted(app: App, many: list[str]) -> None:
    scene = listed(app)
    scene.choose_all()
    scene.ask_delete()
    app.step(0.0)
    assert "Towers that came with the program can't be deleted." in shown(app).replace("\n", " ")
    click(app, "delete-for-good")
    finish(app)
    assert tower_names() == SHIPPED and "12 towers were deleted." in shown(app)


def test_a_tower_that_another_window_deletes_is_told_of(app: App, many: list[str]) -> None:
    scene = listed(app)
    scene.look_at("mine-3")
    deleted_towers.delete("mine-3", own_folder() / "mine-3.toml")
    user_towers.duplicate("hoard")
    scene.update(2 * LOOK_EVERY)
    app.step(0.0)
    assert "mine-3 is gone" in shown(app) and "mine-3" not in own(scene) and "hoard-2" in own(scene)
