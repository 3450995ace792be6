"""What a tower holds between two throws: public, and owned by the table."""

from collections import Counter

import msgspec

from shogun.tower.geometry import Geometry
from shogun.tower.record.resting_cubes import RestingCube


class TowerState(msgspec.Struct, frozen=True):
    """A tower and the cubes that lie in it."""

    geometry: Geometry
    resting: tuple[RestingCube, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return how many cubes of each colour lie in the tower, colours in alphabetic order."""
        return dict(sorted(Counter(cube.colour for cube in self.resting).items()))
