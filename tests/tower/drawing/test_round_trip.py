"""A tower that is written as a drawing and read again is the same tower, with the same drops."""

from pathlib import Path

import msgspec
import pytest

from shogun.tower import Baffle, Exit, Funnel, Geometry, Grain, Pin, Tap, Tray, Wall, build_tower, drop, geometry_hash
from shogun.tower.drawing.importing import import_drawing
from shogun.tower.drawing.writing import save_drawing
from shogun.tower.geometry import Accuracy
from shogun.tower.tower_lookup import FOLDER, load_tower

SHIPPED = sorted(Path(FOLDER).glob("*.toml"))
EVERYTHING = build_tower(
    120,
    190,
    [
        Baffle("left", 150, 33.5, 17.8, 3, friction=0.5, group="ledges"),
        Baffle("right", 62.25, 20, -10, 2),
        Pin(-12.5, 90, 6, restitution=0.2),
        Pin(10, 95.0625, 5, group="pins"),
        Wall((-60, 100), (-40, 90.123), 2.5),
        Wall((0, 60), (20, 50), 4, 0.3, 0.1, "slide"),
    ],
    funnel=Funnel(190, 40),
    exit=Exit(70, 25),
    tray=Tray(230, 60, 12, 20, 0.7, 0.2),
    grain=Grain(size=10, friction=0.5),
    tap=Tap(allowed=False),
    friction=0.55,
)


def again(tower: Geometry, path: Path) -> Geometry:
    save_drawing(tower, path)
    return import_drawing(path, tower.name).geometry


@pytest.mark.parametrize("ending", ["svg", "dxf"])
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.stem))
def test_a_shipped_tower_survives_its_drawing(path: Path, ending: str, tmp_path: Path) -> None:
    tower = load_tower(path)
    read = again(tower, tmp_path / f"{tower.name}.{ending}")
    assert msgspec.structs.replace(read, title="", description="") == msgspec.structs.replace(
        tower, title="", description=""
    )
    assert geometry_hash(read) == geometry_hash(tower)


@pytest.mark.parametrize("ending", ["svg", "dxf"])
@pytest.mark.parametrize("name", ["classic", "coin", "spiral"])
def test_cubes_fall_the_same_way_in_it(name: str, ending: str, tmp_path: Path) -> None:
    tower = load_tower(name)
    read = again(tower, tmp_path / f"{name}.{ending}")
    for seed in (1, 2):
        before, after = (drop(one, (), {"red": 6, "blue": 5}, seed) for one in (tower, read))
        assert after.out == before.out and after.resting == before.resting


@pytest.mark.parametrize("ending", ["svg", "dxf"])
@pytest.mark.parametrize("accuracy", [None, Accuracy(steps_a_second=1680, iterations=30)])
def test_what_a_line_cannot_show_is_kept(accuracy: Accuracy | None, ending: str, tmp_path: Path) -> None:
    tower = EVERYTHING if accuracy is None else msgspec.structs.replace(EVERYTHING, solver=accuracy)
    read = again(tower, tmp_path / f"everything.{ending}")
    assert geometry_hash(read) == geometry_hash(tower)


@pytest.mark.parametrize("exit", [Exit(90), Exit(60, 240), Exit(60, 0), Exit(120, 30)])
@pytest.mark.parametrize("mouth", [90, 110])
def test_every_shape_of_frame_is_found(exit: Exit, mouth: float, tmp_path: Path) -> None:
    tower = msgspec.structs.replace(load_tower("classic"), baffles=(), exit=exit, funnel=Funnel(mouth, 40))
    assert geometry_hash(again(tower, tmp_path / "frame.svg")) == geometry_hash(tower)
