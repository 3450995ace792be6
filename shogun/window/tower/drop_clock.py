"""The clock of a drop that is shown large: rows are poured in about a second, and the last cubes come out slowly.

It bends only how fast the recording is played; what it holds, and so what a drop comes to, stays as it fell.
"""

from typing import TYPE_CHECKING

from msgspec import Struct

from shogun.window.tower.poured_rows import Rows

if TYPE_CHECKING:  # it loads NumPy
    from shogun.tower.record.recording import Recording

SLOWED = 2
"""So many cubes, the last ones that come out, are slowed ..."""
SLOWEST = 0.25
"""... to this share of the usual speed ..."""
BEFORE, AFTER = 0.3, 0.15
"""... from so many recorded seconds before each passes the exit until so many after it, when it lies on the tray ..."""
RAMP = 0.1
"""... and the clock takes so many to slow down, and to go on."""
POURING = 1.0
"""Seconds in which all rows are poured, if they are slowed by no more than ..."""
GENTLEST = 0.6
"""... this share of the usual speed."""
COMES_CLOSER = 0.55
"""Recorded seconds before the first slowed exit from which the view is drawn to the tray."""


class Tempo(Struct, frozen=True):
    """How fast one recording is played at each of its moments."""

    poured: float
    """When the last row is let go, s."""
    exits: tuple[float, ...]
    """When the slowed cubes come out, s."""

    def rate(self, seconds: float) -> float:
        """Return the share of the usual speed at a moment of the recording (s; negative: before the first row)."""
        if seconds < 0:
            return 1.0
        pouring = max(GENTLEST, min(1.0, self.poured / POURING)) if seconds < self.poured else 1.0
        return min([pouring, *(_slowed(seconds - exit_at) for exit_at in self.exits)])

    def is_close(self, seconds: float) -> bool:
        """Return whether the last cubes are about to come out, or have done so: the view belongs to the tray."""
        return bool(self.exits) and seconds >= max(self.poured, self.exits[0] - COMES_CLOSER)


def _slowed(since: float) -> float:
    """Return the share of the usual speed so long after an exit (s; negative: before it)."""
    outside = max(-BEFORE - since, since - AFTER, 0.0)
    return min(1.0, SLOWEST + (1.0 - SLOWEST) * outside / RAMP)


def tempo_of(recording: "Recording", rows: Rows) -> Tempo:
    """Return how a recording is played."""
    poured = rows.times[-1] if rows.times else 0.0
    exits = [seconds for seconds, _cube in recording.exits()]
    return Tempo(poured, tuple(exits[-SLOWED:]))
