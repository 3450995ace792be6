"""Ways in which the fit of a quick model may go, for tests; other processes find them here by their names."""

import time

from msgspec.structs import replace

from shogun.tower import load_tower
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.quick_model import OutcomeModel, model_for


def fit_at_once(geometry: Geometry) -> OutcomeModel:
    """The model of the classic tower, called that of this one."""
    return replace(model_for(load_tower("classic")), geometry=geometry_hash(geometry))


def broken(geometry: Geometry) -> OutcomeModel:
    """A tower that clogs."""
    raise ValueError("no drop came to its end")


def endless(geometry: Geometry) -> OutcomeModel:
    """A fit that takes longer than the game."""
    time.sleep(1000)
    raise AssertionError("it should have been ended")
