"""A tower is exported from the bench and the gallery, in each format, and its folder is opened."""

import pickle
import sys
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from shogun.tower import load_tower
from shogun.tower.printing.print_options import PrintOptions
from shogun.window.kit.runtime import outside
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToBench, ToTowers
from shogun.window.workshop.bench_scene import BenchScene
from shogun.window.workshop.export_scene import ExportScene
from shogun.window.workshop.gallery_scene import GalleryScene
from shogun.window.workshop.model.exporting import EXPORTS, TowerExport
from tests.window.clicking import AtOnce, click, names, press, shown, target, top, window
from tests.window.disk import no_room

TEXT = "# classic, as drawn\n"


@pytest.fixture
def asked() -> Iterator[App]:
    """A window that asks how classic is exported, and whose workers answer at once."""
    with window() as app:
        app.push(ExportScene(app, "classic", TEXT, load_tower("classic")))
        app.step(0.0)
        yield app


def exported(app: App, kind: str) -> ExportScene:
    """Choose a format, export, and return the scene with the result."""
    scene = top(app, ExportScene)
    click(app, f"format-{EXPORTS.index(kind)}")
    click(app, "do-export")
    app.step(0.0)
    return scene


def test_a_tower_is_exported_as_it_is_drawn(app: App, tmp_path: Path) -> None:
    app.go(ToBench("classic"))
    app.step(0.0)
    drawn = top(app, BenchScene)
    press(app, pygame.K_2)
    click(app, "export")
    scene = top(app, ExportScene)
    app.workers = AtOnce()
    exported(app, "toml")
    path = tmp_path / "documents" / "classic-2.toml"
    assert load_tower(path).pins == drawn.desk.geometry.pins != ()
    assert "schema" not in path.read_text("utf-8") and str(path) in scene.message
    press(app, pygame.K_ESCAPE)
    assert app.scene is drawn and not drawn.desk.is_saved


def test_a_drawing_that_cannot_work_is_not_exported(app: App) -> None:
    app.go(ToBench("classic"))
    scene = top(app, BenchScene)
    scene.desk.alter(scene.desk.plan.with_values([("baffle", 0)], height=900.0))
    app.step(0.0)
    assert scene.desk.problems and target(app, "export").act is None


def test_the_gallery_asks_how_to_export(app: App) -> None:
    app.go(ToTowers())
    scene = top(app, GalleryScene)
    while not any(tower.name == "pins" and tower.geometry is not None for tower in scene.towers):
        app.step(0.0)  # towers are read in the time that a frame has
    scene.look_at("pins")
    app.step(0.0)
    click(app, "export")
    asked = top(app, ExportScene)
    assert asked.name == "pins" and asked.geometry.pins
    press(app, pygame.K_ESCAPE)
    assert app.scene is scene


def unbroken(text: str) -> str:
    """Return a text without its spaces and line ends: a long path is broken anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize(
    ("kind", "count", "place"),
    [
        ("toml", 1, "classic.toml"),
        ("dxf", 1, "classic.dxf"),
        ("stl", 5, "classic stl"),
        ("3mf", 2, "classic 3mf"),
        pytest.param("pdf", 1, "classic.pdf", marks=pytest.mark.slow),
        pytest.param("svg", 4, "classic svg", marks=pytest.mark.slow),
    ],
)
def test_each_format_comes_to_the_documents(asked: App, tmp_path: Path, kind: str, count: int, place: str) -> None:
    scene = exported(asked, kind)
    path = tmp_path / "documents" / place
    assert not scene.is_complaint
    assert unbroken(str(path)) in unbroken(shown(asked))
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    assert len(files) == count and all(file.stat().st_size for file in files)
    again = exported(asked, kind)
    assert again.exported is not None and again.exported.path.stem.endswith(" 2"), "nothing is overwritten"


def test_the_options_are_those_of_the_format(asked: App) -> None:
    scene = top(asked, ExportScene)
    assert not names(asked, "export-")
    click(asked, f"format-{EXPORTS.index('pdf')}")
    assert {"export-depth", "export-thickness", "export-kerf"} <= set(names(asked, "export-"))
    assert "export-clearance" not in names(asked, "export-")
    click(asked, f"format-{EXPORTS.index('3mf')}")
    click(asked, "export-clearance-more")
    click(asked, "export-bed-0-less")
    click(asked, "export-front-1")
    assert scene.solids == PrintOptions(clearance=0.25, bed=(210.0, 220.0, 250.0), front="open")
    exported(asked, "3mf")
    assert scene.exported is not None and scene.exported.files == 1


def test_what_cannot_be_printed_is_told_without_the_dashes_of_a_command(asked: App, tmp_path: Path) -> None:
    top(asked, ExportScene).change_solids(depth=40.0, bed=(220.0, 220.0, 40.0))
    scene = exported(asked, "stl")
    assert scene.is_complaint and scene.message == "bed 220x220x40 is too small: tower 1 of 2 is 43 mm high"
    assert not list((tmp_path / "documents").iterdir())
    assert target(asked, "open-folder").act is None


@pytest.mark.parametrize("kind", ["toml", "stl"])
def test_a_full_disk_is_told_and_leaves_nothing(asked: App, tmp_path: Path, kind: str) -> None:
    with no_room():
        scene = exported(asked, kind)
    assert scene.is_complaint and "can't be written: No space left on device." in scene.message
    assert not list((tmp_path / "documents").iterdir())


def test_a_missing_library_is_told(asked: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    assert exported(asked, "stl").message.startswith("Building needs the library manifold3d. Install it:")


@pytest.mark.parametrize("kind", ["toml", "3mf"])
def test_the_folder_is_opened(asked: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    opened: list[Path] = []

    def shows(path: Path) -> bool:
        opened.append(path)
        return True

    monkeypatch.setattr(outside, "shown_outside", shows)
    scene = exported(asked, kind)
    click(asked, "open-folder")
    ends = time.monotonic() + 60
    while not scene.message.startswith("The folder is open") and time.monotonic() < ends:
        asked.step(0.01)
    folder = tmp_path / "documents"
    assert opened == [folder if kind == "toml" else folder / "classic 3mf"]
    assert str(opened[0]) in scene.message


@pytest.mark.parametrize("works", [True, False])
def test_a_folder_is_given_to_the_file_manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: bool) -> None:
    given: list[str] = []

    class Manager(webbrowser.BaseBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            given.append(url)
            return works

    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(webbrowser, "get", Manager)
    assert outside.shown_outside(tmp_path) is works
    assert given == [tmp_path.as_uri()]
    assert not outside.shown_outside(tmp_path / "gone")


def test_an_export_can_go_to_a_worker(tmp_path: Path) -> None:
    task = TowerExport("classic", TEXT, load_tower("classic"), tmp_path / "new", "toml")
    assert pickle.loads(pickle.dumps(task))().path.read_text("utf-8") == TEXT
