"""Towers that come from elsewhere, and go there: drawings, pictures that carry them, and copied texts."""

import os
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace
from PIL import Image

from shogun.base.user_folders import documents_folder, pictures_folder
from shogun.cli.tower_commands.drops import open_bench
from shogun.tower import geometry_hash, load_tower
from shogun.tower.drawing.writing import save_drawing
from shogun.tower.geometry import GeometryError
from shogun.tower.physics.throw import drop
from shogun.tower.picture_metadata import tower_in
from shogun.tower.tower_code import decoded_tower, encoded_tower
from shogun.tower.tower_lookup import tower_text
from shogun.tower.vector_picture import picture
from shogun.window.kit.input import clipboard
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.play.routes import ToBench, ToMenu, ToNewTower, ToTowers
from shogun.window.scenes.menu import MenuScene
from shogun.window.tower.films import save_film
from shogun.window.workshop.bench_scene import BenchScene
from shogun.window.workshop.gallery_scene import GalleryScene
from tests.window.clicking import AtOnce, click, press, target, top


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand for the clipboard: the last text is in it."""
    texts = [""]

    def copy(text: str) -> bool:
        texts.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    monkeypatch.setattr(clipboard, "text", lambda: texts[-1])
    return texts


@pytest.fixture(autouse=True)
def prompt(app: App) -> None:
    """Have pictures saved at once."""
    app.workers = AtOnce()


def bench(app: App, name: str = "coin") -> BenchScene:
    app.go(ToTowers())
    app.go(ToBench(name))
    app.step(0.0)
    return top(app, BenchScene)


def gallery(app: App, name: str = "coin") -> GalleryScene:
    app.go(ToMenu())
    app.go(ToTowers())
    app.step(0.0)
    scene = top(app, GalleryScene)
    while not all(tower.is_read for tower in scene.towers):
        app.step(0.1)
    scene.look_at(name)
    app.step(0.0)
    return scene


def dropped(app: App, path: Path) -> None:
    app.go(ToMenu())
    app.take(pygame.Event(pygame.DROPFILE, file=str(path)))
    app.step(0.0)


# Drawings


@pytest.mark.parametrize("ending", ["svg", "DXF"])
def test_a_dropped_drawing_opens_on_the_bench(app: App, ending: str, tmp_path: Path) -> None:
    save_drawing(load_tower("coin"), tmp_path / f"sketch.{ending}")
    dropped(app, tmp_path / f"sketch.{ending}")
    desk = top(app, BenchScene).desk
    assert desk.name == "sketch" and geometry_hash(desk.geometry) == geometry_hash(load_tower("coin"))
    assert desk.message == "Imported: 0 ledges, 5 walls, 1 pin."
    assert desk.save() and load_tower("sketch").title == "Sketch"


def test_a_drawing_that_cannot_work_yet_is_drawn_on(app: App, tmp_path: Path) -> None:
    path = tmp_path / "barred.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0 H 90 V 90"/></svg>', "utf-8")
    dropped(app, path)
    desk = top(app, BenchScene).desk
    assert desk.problems and "The file has no unit of length" in desk.message


def test_a_file_that_cannot_work_yet_is_mended_on_the_bench(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = "\n[[wall]]\nfrom = [-900, 50]\nto = [-800, 60]\nthickness = 2\n"
    text = tower_text("classic")[0] + wall
    (tmp_path / "astray.toml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    app.go(ToBench("astray.toml"))
    app.step(0.0)
    assert top(app, BenchScene).desk.problems
    with pytest.raises(GeometryError, match="outside the walls"):
        open_bench("astray.toml", None, watch=True)


def test_a_hostile_drawing_is_reported_in_the_gallery(app: App, tmp_path: Path) -> None:
    path = tmp_path / "bad.dxf"
    path.write_text("noise", "utf-8")
    dropped(app, path)
    scene = top(app, GalleryScene)
    assert scene.is_complaint and scene.message == "bad.dxf can't be read as a DXF drawing."


def test_an_unusable_drawing_leaves_the_bench_as_it_is(app: App, tmp_path: Path) -> None:
    save_drawing(load_tower("coin"), tmp_path / "sketch.svg")
    dropped(app, tmp_path / "sketch.svg")
    bench = top(app, BenchScene)
    assert bench.desk.save()
    (tmp_path / "bad.dxf").write_text("noise", "utf-8")
    app.take(pygame.Event(pygame.DROPFILE, file=str(tmp_path / "bad.dxf")))
    app.step(0.0)
    assert app.scene is bench
    assert bench.desk.is_complaint and bench.desk.message == "bad.dxf can't be read as a DXF drawing."


def test_import_lists_drawings_the_newest_first(app: App) -> None:
    documents_folder().mkdir(parents=True)
    for age, name in enumerate(("new.svg", "old.dxf", "letter.txt")):
        path = documents_folder() / name
        if path.suffix == ".txt":
            path.write_text("Dear Ada", "utf-8")
        else:
            save_drawing(load_tower("steep"), path)
        os.utime(path, (10_000 - age, 10_000 - age))
    scene = bench(app)
    click(app, "import")
    assert [path.name for path in scene._import.drawings] == ["new.svg", "old.dxf"]
    click(app, "drawing-1")
    desk = top(app, BenchScene).desk
    assert desk.name == "old" and geometry_hash(desk.geometry) == geometry_hash(load_tower("steep"))


def test_the_sheet_for_imports_closes_as_the_others_do(app: App) -> None:
    scene = bench(app)
    click(app, "import")
    assert target(app, "paste").act is not None and not scene._import.drawings
    press(app, pygame.K_ESCAPE)
    assert top(app, BenchScene) is scene and target(app, "import").act is not None
    click(app, "import")
    click(app, "import-back")
    assert target(app, "import").act is not None


# Pictures


def small_picture(path: Path) -> Path:
    from shogun.tower.picture_metadata import saving_options

    tower = load_tower("coin")
    if path.suffix == ".svg":
        picture(tower).save(path)
    else:
        Image.new("RGB", (8, 8)).save(path, **saving_options(tower, path.suffix))
    return path


@pytest.mark.parametrize("suffix", [".png", ".webp", ".gif", ".svg"])
def test_a_dropped_picture_opens_its_tower(app: App, suffix: str, tmp_path: Path) -> None:
    dropped(app, small_picture(tmp_path / f"drop{suffix}"))
    desk = top(app, BenchScene).desk
    assert desk.name == "coin-2" and geometry_hash(desk.geometry) == geometry_hash(load_tower("coin"))
    assert desk.message == f"This is a copy of the tower in drop{suffix}; save it to add it to your towers."


def test_the_command_line_opens_a_picture(app: App, tmp_path: Path) -> None:
    app.options = replace(app.options, picture=small_picture(tmp_path / "drop.png"))
    app.go(ToStart())
    app.step(0.0)
    assert top(app, BenchScene).desk.name == "coin-2"
    assert [type(scene) for scene in app.scenes] == [MenuScene, GalleryScene, BenchScene]


def test_a_photo_is_reported_in_the_gallery(app: App, tmp_path: Path) -> None:
    Image.new("RGB", (8, 8)).save(tmp_path / "photo.png")
    dropped(app, tmp_path / "photo.png")
    scene = top(app, GalleryScene)
    assert scene.is_complaint and scene.message.startswith("photo.png carries no tower")


def saved_picture(app: App, kind: str) -> Path:
    app.step(1 / 60)
    [path] = pictures_folder().glob(f"*.{kind}")
    return path


def test_v_saves_the_last_throw_with_its_tower(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    films = []

    def note(film: object, path: Path, tower: object) -> int:
        films.append(film)
        return save_film(film, path, tower)  # type: ignore[arg-type]

    monkeypatch.setattr("shogun.window.tower.drop_film.save_film", note)
    scene = bench(app)
    flow = scene.desk.flow
    flow.mode, flow.thrown["red"] = "once", 2
    flow.live.advance(60)
    press(app, pygame.K_v)
    assert scene.desk.is_complaint and scene.desk.message == "Throw first: there is no drop to save yet."
    flow.throw()
    last = flow.last
    assert last is not None and sum(last.thrown.values()) == 2
    press(app, pygame.K_v)
    path = saved_picture(app, "webp")
    assert scene.desk.message.startswith(f"Saved with your pictures as {path.name} (")
    assert tower_in(path).name == scene.desk.name
    shown = films[0]._recording  # type: ignore[attr-defined]
    expected = drop(last.geometry, last.resting, last.thrown, last.seed, record=True)
    assert expected.recording is not None and shown.seconds == expected.recording.seconds


def test_the_throw_that_is_saved_is_the_one_that_was_seen(app: App) -> None:
    flow = bench(app, "hoard").desk.flow
    flow.mode, flow.thrown["red"] = "once", 24
    flow.live.advance(60)
    flow.throw()
    while not flow.live.is_at_rest:
        flow.live.advance(60)
    flow.throw()
    while not flow.live.is_at_rest:
        flow.live.advance(60)
    last = flow.last
    assert last is not None and last.resting
    again = drop(last.geometry, last.resting, last.thrown, last.seed)
    assert again.resting == flow.live.resting


@pytest.mark.parametrize(("kind", "name"), [("png", "save-png"), ("gif", "save-gif")])
def test_the_gallery_saves_pictures_of_a_throw(app: App, kind: str, name: str) -> None:
    gallery(app, "steep")
    click(app, name)
    path = saved_picture(app, kind)
    assert path.name.startswith("steep ") and tower_in(path).name == "steep"


def test_a_picture_that_cannot_be_saved_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shogun.window.tower.drop_film.save_still", refuse)
    scene = gallery(app)
    click(app, "save-png")
    for _frame in range(10):
        app.step(1 / 60)
    assert scene.message == "The picture couldn't be saved: No space left on device"


# Texts


def test_a_copied_tower_is_pasted_on_another_bench(app: App, held: list[str]) -> None:
    scene = bench(app)
    scene.add("pin")
    press(app, pygame.K_c, pygame.KMOD_CTRL)
    assert decoded_tower(held[-1]).name == "coin-2" and scene.desk.message.startswith("Copied")
    drawn = scene.desk.geometry
    scene.leave()
    app.go(ToNewTower())
    app.step(0.0)
    press(app, pygame.K_v, pygame.KMOD_CTRL)
    app.step(0.0)
    desk = top(app, BenchScene).desk
    assert geometry_hash(desk.geometry) == geometry_hash(drawn) and "pasted tower" in desk.message


def test_the_gallery_copies_and_pastes(app: App, held: list[str]) -> None:
    gallery(app, "steep")
    click(app, "copy-text")
    assert held[-1] == encoded_tower(load_tower("steep"))
    click(app, "paste")
    assert top(app, BenchScene).desk.name == "steep-2"


@pytest.mark.parametrize("text", ["", "hello", "shogun-tower-1:AAAA"])
def test_a_text_that_is_no_tower_is_told_where_it_was_pasted(app: App, held: list[str], text: str) -> None:
    held.append(text)
    scene = bench(app)
    press(app, pygame.K_v, pygame.KMOD_CTRL)
    assert top(app, BenchScene) is scene and scene.desk.is_complaint
    found = gallery(app)
    press(app, pygame.K_v, pygame.KMOD_CTRL)
    assert top(app, GalleryScene) is found and found.is_complaint


def test_without_a_clipboard_that_is_said(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda _text: False)
    scene = bench(app)
    click(app, "copy-text")
    assert scene.desk.is_complaint and scene.desk.message == "There is no clipboard."
