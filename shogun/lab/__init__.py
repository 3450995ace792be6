"""Experiments on towers: what a tower does, whether it does what it should, and how towers differ.

From Python (see `shogun/lab/example.py`):

    from shogun.lab import measure
    from shogun.tower import load_tower

    result = measure(load_tower("classic"), battles=2000, seed=1)
    print(result.p_out_thrown.mean, result.density.shape)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shogun.lab.errors import LabError
    from shogun.lab.measuring.chains import Protocol
    from shogun.lab.measuring.measurement import Measurement, measure, measure_with_sizes
    from shogun.lab.measuring.statistics import Interval
    from shogun.lab.measuring.steady_state import Looking, Looks, look

__all__ = [
    "Interval",
    "LabError",
    "Looking",
    "Looks",
    "Measurement",
    "Protocol",
    "look",
    "measure",
    "measure_with_sizes",
]

_ROOMS = {
    "measuring.chains": ("Protocol",),
    "errors": ("LabError",),
    "measuring.steady_state": ("Looking", "Looks", "look"),
    "measuring.measurement": ("Measurement", "measure", "measure_with_sizes"),
    "measuring.statistics": ("Interval",),
}


def __getattr__(name: str) -> Any:
    """Return a public name from the module that defines it; NumPy is loaded with the first experiment."""
    for module, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
