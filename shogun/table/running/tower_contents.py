"""What a tower holds: every resting cube with its place, or only their number."""

from collections.abc import Mapping

from msgspec import Struct

from shogun.tower.quick_model.model_files import model_for
from shogun.tower.quick_model.outcome_model import FIXED, OutcomeModel
from shogun.tower.record.resting_cubes import TowerState


class Counted(Struct, frozen=True):
    """A tower of which only the number of cubes by colour is known."""

    cubes: Mapping[str, int] = {}
    model: OutcomeModel = FIXED
    """What the chances are."""

    def counts(self) -> dict[str, int]:
        """Return the number of cubes inside by colour, zeros left out."""
        return dict(self.cubes)


Inside = TowerState | Counted
"""What the tower holds, and all may know it: every resting cube with its place, or their number."""


def outcome_model(inside: Inside) -> OutcomeModel:
    """Return the quick model of the tower that these cubes are in: the fitted one, or the fixed one without a fit."""
    return model_for(inside.geometry) if isinstance(inside, TowerState) else inside.model
