"""The battle tower: its geometry and file, throws, recordings and quick models; it knows no game.

Names are imported when they are first used: reading a geometry loads neither NumPy nor pymunk, and only `drop` loads
pymunk.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shogun.tower.animation import animate
    from shogun.tower.file.design import Design
    from shogun.tower.file.made_in_code import build_tower, walls_through
    from shogun.tower.file.parameters import get_parameter, parameter_names, set_parameter, set_parameters
    from shogun.tower.file.reader import parse_geometry
    from shogun.tower.geometry import (
        Baffle,
        Exit,
        Funnel,
        Geometry,
        GeometryError,
        Grain,
        Pin,
        Shaft,
        Tap,
        Tray,
        Wall,
        geometry_hash,
    )
    from shogun.tower.physics.collision_geometry import World, build_world
    from shogun.tower.physics.solver import Physics, PhysicsError
    from shogun.tower.physics.throw import Drop, DropError, drop
    from shogun.tower.physics.trace import Trace
    from shogun.tower.quick_model import OutcomeModel, model_for, quick_drop
    from shogun.tower.recording import Recording, RecordingError
    from shogun.tower.resting_cubes import RestingCube, RestingError, TowerState, load_resting, save_resting
    from shogun.tower.tower_lookup import FoundTower, find_towers, load_design, load_tower, tower_folders, tower_names
    from shogun.tower.vector_picture import Picture, picture

__all__ = [
    "Baffle",
    "Design",
    "Drop",
    "DropError",
    "Exit",
    "FoundTower",
    "Funnel",
    "Geometry",
    "GeometryError",
    "Grain",
    "OutcomeModel",
    "Physics",
    "PhysicsError",
    "Picture",
    "Pin",
    "Recording",
    "RecordingError",
    "RestingCube",
    "RestingError",
    "Shaft",
    "Tap",
    "TowerState",
    "Trace",
    "Tray",
    "Wall",
    "World",
    "animate",
    "build_tower",
    "build_world",
    "drop",
    "find_towers",
    "geometry_hash",
    "get_parameter",
    "load_design",
    "load_resting",
    "load_tower",
    "model_for",
    "parameter_names",
    "parse_geometry",
    "picture",
    "quick_drop",
    "save_resting",
    "set_parameter",
    "set_parameters",
    "tower_folders",
    "tower_names",
    "walls_through",
]

_ROOMS = {
    "animation": ("animate",),
    "vector_picture": ("Picture", "picture"),
    "physics.solver": ("Physics", "PhysicsError"),
    "physics.throw": ("Drop", "DropError", "drop"),
    "physics.trace": ("Trace",),
    "geometry": (
        "Baffle",
        "Exit",
        "Funnel",
        "Geometry",
        "GeometryError",
        "Grain",
        "Pin",
        "Shaft",
        "Tap",
        "Tray",
        "Wall",
        "geometry_hash",
    ),
    "file.made_in_code": ("build_tower", "walls_through"),
    "file.reader": ("parse_geometry",),
    "quick_model": ("OutcomeModel", "model_for", "quick_drop"),
    "file.design": ("Design",),
    "tower_lookup": ("FoundTower", "find_towers", "load_design", "load_tower", "tower_folders", "tower_names"),
    "recording": ("Recording", "RecordingError"),
    "file.parameters": ("get_parameter", "parameter_names", "set_parameter", "set_parameters"),
    "resting_cubes": ("RestingCube", "RestingError", "TowerState", "load_resting", "save_resting"),
    "physics.collision_geometry": ("World", "build_world"),
}


def __dir__() -> list[str]:
    """Return the public names, for completion."""
    return __all__


def __getattr__(name: str) -> Any:
    """Return a public name from the module that defines it."""
    for module, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
