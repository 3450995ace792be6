"""The battle tower: geometry and cubes in, what came out, what rests and a recording out; knows no game.

Names are loaded when they are first asked for: reading a geometry loads neither NumPy nor pymunk, and only `drop`
loads pymunk.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shogun.tower.design import Design
    from shogun.tower.drawing import Picture, picture
    from shogun.tower.folders import tower_folders
    from shogun.tower.geometry import Geometry, GeometryError, geometry_hash
    from shogun.tower.model import OutcomeModel, quick_drop
    from shogun.tower.models import model_for
    from shogun.tower.names import FoundTower, find_towers, load_design, load_tower, tower_names
    from shogun.tower.parameters import get_parameter, parameter_names, set_parameter, set_parameters
    from shogun.tower.reader import parse_geometry
    from shogun.tower.recording import Recording, RecordingError
    from shogun.tower.resting import RestingCube, RestingError, load_resting, save_resting
    from shogun.tower.simulation import Drop, DropError, drop
    from shogun.tower.state import TowerState
    from shogun.tower.world import World, build_world

__all__ = [
    "Design",
    "Drop",
    "DropError",
    "FoundTower",
    "Geometry",
    "GeometryError",
    "OutcomeModel",
    "Picture",
    "Recording",
    "RecordingError",
    "RestingCube",
    "RestingError",
    "TowerState",
    "World",
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
]

_ROOMS = {
    "drawing": ("Picture", "picture"),
    "simulation": ("Drop", "DropError", "drop"),
    "geometry": ("Geometry", "GeometryError", "geometry_hash"),
    "reader": ("parse_geometry",),
    "model": ("OutcomeModel", "quick_drop"),
    "models": ("model_for",),
    "design": ("Design",),
    "folders": ("tower_folders",),
    "names": ("FoundTower", "find_towers", "load_design", "load_tower", "tower_names"),
    "recording": ("Recording", "RecordingError"),
    "parameters": ("get_parameter", "parameter_names", "set_parameter", "set_parameters"),
    "resting": ("RestingCube", "RestingError", "load_resting", "save_resting"),
    "state": ("TowerState",),
    "world": ("World", "build_world"),
}


def __getattr__(name: str) -> Any:
    """Return a public name from the module that defines it."""
    for module, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
