"""The rows in which the cubes of a recording are poured, and where those that wait for their turn are shown.

A recording keeps a cube that waits at the place from which it will fall. All rows start on the same line, so they are
shown stacked above the row that is next, and sink by one row whenever one has been let go.
Before that each army gathers beside its crest and hops into the cup.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING

from msgspec import Struct

from shogun.tower.geometry import Geometry, pitch
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.physics.pouring import row_line

if TYPE_CHECKING:  # it would load NumPy, which takes as long as half of the window's start
    from shogun.tower.record.recording import Recording

LYING = -1
"""The row of a cube that lay in the tower before."""
SINKS_FROM, SINKS_TO = 0.4, 0.95
"""Shares of the time between two rows in which the waiting ones sink: once the first has passed the floor."""
SLACK = 1.0
"""By so much a row may start higher than the usual line without having been lifted by a heap, mm."""


class Rows(Struct, frozen=True):
    """The rows of one recording."""

    of: tuple[int, ...]
    """For each cube the number of its row; LYING for those that were not thrown."""
    times: tuple[float, ...]
    """When each row is let go, s."""
    lifts: tuple[float, ...]
    """By how much each starts higher than it would without a heap above the rim, mm."""
    pitch: float
    """The distance of rows, mm."""

    def next(self, seconds: float) -> int:
        """Return the number of the row that is let go next; that of all rows if none is left."""
        return bisect_right(self.times, seconds)

    def since(self, seconds: float) -> float:
        """Return which share of the time from the last row to the next has passed; 1 before the first."""
        row = self.next(seconds)
        if not 0 < row < len(self.times):
            return 1.0
        return (seconds - self.times[row - 1]) / (self.times[row] - self.times[row - 1])

    def lift(self, seconds: float) -> float:
        """Return by how much the floor on which the next row lies is lifted, mm."""
        row = min(self.next(seconds), len(self.times) - 1)
        before = self.lifts[max(0, row - 1)]
        return before + (self.lifts[row] - before) * self._sunk(seconds)

    def above(self, seconds: float) -> list[float]:
        """Return for each row by how much it is shown above its place in the recording, mm; 0 once it was let go."""
        first, lift, sunk = self.next(seconds), self.lift(seconds), self._sunk(seconds)
        waiting = range(first, len(self.times))
        return [0.0] * first + [self.pitch * (row - first + 1 - sunk) + lift - self.lifts[row] for row in waiting]

    def _sunk(self, seconds: float) -> float:
        """Return how far the waiting rows have come on their way to the next places, 0 to 1, beginning gently."""
        share = min(max((self.since(seconds) - SINKS_FROM) / (SINKS_TO - SINKS_FROM), 0.0), 1.0)
        return share * share * (3 - 2 * share)


def rows_of(recording: "Recording", geometry: Geometry) -> Rows:
    """Return the rows of a recording; one of the first physics has a single one, for all fell at the same moment."""
    steps = recording.start_steps or (0,) * len(recording.colours)
    starts = sorted(set(steps[recording.lying :]))
    number = {step: row for row, step in enumerate(starts)}
    of = (LYING,) * recording.lying + tuple(number[step] for step in steps[recording.lying :])
    lifts = _lifts(recording, of, row_line(geometry) + SLACK) if len(starts) > 1 else [0.0] * len(starts)
    return Rows(of, tuple(step / recording.steps_a_second for step in starts), tuple(lifts), pitch(geometry))


def _lifts(recording: "Recording", of: Sequence[int], line: float) -> list[float]:
    """Return how much higher than a line the middle of each row starts, mm."""
    heights: dict[int, list[float]] = {}
    for row, (_x, y, _angle) in zip(of, recording.poses_at(0.0).tolist(), strict=True):
        heights.setdefault(row, []).append(y)
    heights.pop(LYING, None)
    return [max(0.0, fsum(ys) / len(ys) - line) for _row, ys in sorted(heights.items())]


GATHER = 0.8
"""Seconds that all take together, before the cup waits for a moment."""
FLIGHT = 0.45
"""Seconds that each is on its way."""
ARCH = 0.25
"""How far the way bends upwards, as a share of its length."""
A_ROW = 4
"""Cubes that stand side by side before they go."""
SPACING = 1.2
"""The distance of their middles, in sizes of a cube."""


def standing(colours: Sequence[str], origins: Mapping[str, Point], size: float) -> list[Point]:
    """Return where each cube stands before it goes, mm: beside the others of its colour, around that one's origin."""
    number: Counter[str] = Counter()
    places = []
    for colour in colours:
        column, row = number[colour] % A_ROW, number[colour] // A_ROW
        number[colour] += 1
        x, y = origins[colour]
        places.append((x + (column - (A_ROW - 1) / 2) * SPACING * size, y + row * SPACING * size))
    return places


def on_way(start: Point, end: Point, number: int, count: int, seconds: float) -> Point:
    """Return where cube `number` of `count` is, so many seconds after the first has gone."""
    lag = (GATHER - FLIGHT) * number / max(1, count - 1)
    share = min(1.0, max(0.0, (seconds - lag) / FLIGHT))
    gentle = share * share * (3 - 2 * share)
    arch = ARCH * math.dist(start, end) * 4 * gentle * (1 - gentle)
    return start[0] + (end[0] - start[0]) * gentle, start[1] + (end[1] - start[1]) * gentle + arch
