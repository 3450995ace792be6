"""Experiments on towers: what a tower does, whether it does what it should, and how towers differ.

From Python (see `shogun/lab/example.py`), with functions that are called as the commands of `shogun tower`:

>>> from shogun.lab import measure
>>> result = measure("classic", battles=24, seed=1)
>>> 0 < result.p_out_thrown.mean < 1
True
>>> result.density.cubes.shape
(70, 28)
>>> sorted(result.to_columns("stock"))
['battles', 'stock']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shogun.lab.errors import LabError
    from shogun.lab.experiments.declaration import Running
    from shogun.lab.experiments.measuring import (
        battles,
        compare,
        drops,
        look,
        match,
        measure,
        measure_with_sizes,
        residence,
        sample_size,
        verify,
    )
    from shogun.lab.experiments.searching import contest, explore, front, importance, search, sensitivity, sweep, tune
    from shogun.lab.measuring.battle_records import BattleRecords
    from shogun.lab.measuring.chains import Protocol
    from shogun.lab.measuring.drop_records import DropRecords
    from shogun.lab.measuring.estimates import Interval
    from shogun.lab.measuring.measurement import Measurement
    from shogun.lab.measuring.statistics import Battles, Statistic
    from shogun.lab.measuring.steady_state import Looking, Looks
    from shogun.lab.reporting.tower_map_page import save_page
    from shogun.lab.result_columns import Provenance

__all__ = [
    "BattleRecords",
    "Battles",
    "DropRecords",
    "Interval",
    "LabError",
    "Looking",
    "Looks",
    "Measurement",
    "Protocol",
    "Provenance",
    "Running",
    "Statistic",
    "battles",
    "compare",
    "contest",
    "drops",
    "explore",
    "front",
    "importance",
    "look",
    "match",
    "measure",
    "measure_with_sizes",
    "residence",
    "sample_size",
    "save_page",
    "search",
    "sensitivity",
    "sweep",
    "tune",
    "verify",
]

_ROOMS = {
    "measuring.battle_records": ("BattleRecords",),
    "measuring.chains": ("Protocol",),
    "measuring.drop_records": ("DropRecords",),
    "result_columns": ("Provenance",),
    "errors": ("LabError",),
    "experiments.declaration": ("Running",),
    "experiments.measuring": (
        "battles", "compare", "drops", "look", "match", "measure", "measure_with_sizes", "residence", "sample_size",
        "verify",
    ),
    "experiments.searching": (
        "contest", "explore", "front", "importance", "search", "sensitivity", "sweep", "tune",
    ),
    "measuring.steady_state": ("Looking", "Looks"),
    "measuring.measurement": ("Measurement",),
    "measuring.estimates": ("Interval",),
    "measuring.statistics": ("Battles", "Statistic"),
    "reporting.tower_map_page": ("save_page",),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Return a public name from the module that defines it; NumPy is loaded with the first experiment."""
    for module, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names: what completion offers."""
    return sorted(__all__)
