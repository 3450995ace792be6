"""The rows of a drop, the cup that pours them, and the clock of a drop that is shown large.

The cup shows what the simulation assumes: cubes poured in rows (`shogun/tower/physics`). It brings the thrown cubes,
releases them row by row, and rises out of sight. Its floor slides open for each row, and closes below the others,
which sink onto it.
"""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING

import pygame
from msgspec import Struct
from pygame import Rect, Surface

from shogun.tower.geometry import Geometry, pitch
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.physics.drop_simulation import row_line
from shogun.window.kit.drawing.theme import INK, Colour, mix
from shogun.window.tower.painting import FINENESS, Camera

if TYPE_CHECKING:
    from shogun.tower.recording import Recording


# The rows in which a recording's cubes are poured, and where waiting cubes are shown
#
# A recording keeps a waiting cube at the place from which it will fall. All rows start on the same line, so they are
# shown stacked above the next row, and sink by one row whenever one has been released. Before that each army gathers
# beside its crest and hops into the cup.

LYING = -1
"""The row of a cube that was already in the tower."""
SINKS_FROM, SINKS_TO = 0.4, 0.95
"""Shares of the time between two rows in which the waiting ones sink: once the first has passed the floor."""
SLACK = 1.0
"""Height by which a row may start above the usual line without having been lifted by a heap, mm."""


class Rows(Struct, frozen=True):
    """The rows of one recording."""

    of: tuple[int, ...]
    """For each cube the number of its row; LYING for those that were not thrown."""
    times: tuple[float, ...]
    """Time when each row is released, s."""
    lifts: tuple[float, ...]
    """Height by which each row starts above its place because of a heap above the rim, mm."""
    pitch: float
    """The distance of rows, mm."""

    def next(self, seconds: float) -> int:
        """Return the number of the row that is let go next; that of all rows if none is left."""
        return bisect_right(self.times, seconds)

    def since(self, seconds: float) -> float:
        """Return the share of the time from the last row to the next that has passed; 1 before the first."""
        row = self.next(seconds)
        if not 0 < row < len(self.times):
            return 1.0
        return (seconds - self.times[row - 1]) / (self.times[row] - self.times[row - 1])

    def lift(self, seconds: float) -> float:
        """Return the height by which the floor below the next row is lifted, mm."""
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
    """Return the rows of a recording; the first physics has a single row, as all cubes fell at the same moment."""
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
"""Height of the arch in a cube's way, as a share of its length."""
A_ROW = 4
"""Cubes side by side before they go."""
SPACING = 1.2
"""The distance of their middles, in sizes of a cube."""


def standing(colours: Sequence[str], origins: Mapping[str, Point], size: float) -> list[Point]:
    """Return the place of each cube before it goes, mm: beside others of its color, around its origin."""
    number: Counter[str] = Counter()
    places = []
    for colour in colours:
        column, row = number[colour] % A_ROW, number[colour] // A_ROW
        number[colour] += 1
        x, y = origins[colour]
        places.append((x + (column - (A_ROW - 1) / 2) * SPACING * size, y + row * SPACING * size))
    return places


def on_way(start: Point, end: Point, number: int, count: int, seconds: float) -> Point:
    """Return the place of cube `number` of `count`, `seconds` after the first has gone."""
    lag = (GATHER - FLIGHT) * number / max(1, count - 1)
    share = min(1.0, max(0.0, (seconds - lag) / FLIGHT))
    gentle = share * share * (3 - 2 * share)
    arch = ARCH * math.dist(start, end) * 4 * gentle * (1 - gentle)
    return start[0] + (end[0] - start[0]) * gentle, start[1] + (end[1] - start[1]) * gentle + arch


# The cup

LEAD = 0.6
"""Seconds before the cubes fall in which the cup comes down and waits."""
DOWN = 0.35
"""Seconds in which it comes down."""
OPENING = 0.07
"""Seconds in which its floor slides open."""
OPEN_UNTIL, CLOSED_FROM = 0.4, 0.7
"""Shares of the time between two rows at which the floor begins to close, and has closed."""
QUICK = 0.12
"""Seconds within which a following row finds the floor open."""
AWAY = 0.5
"""Seconds in which it rises out of sight, after the last row."""
HEIGHT = 30.0
FLOOR = 3.0
WALL = 4.0
TRAVEL = 44.0
"""Height of the cup, thickness of floor and walls, and how far it comes down; mm."""
HELD = 2
"""Rows that fit in a cup of that height; one more ends above the picture."""

WOOD: Colour = (176, 128, 78)
INSIDE: Colour = (112, 80, 52)


class CupState(Struct, frozen=True):
    """The cup: mm above its place over the funnel, the opening of its floor, 0 to 1, and its height."""

    lift: float
    opened: float
    high: float = HEIGHT


def moment(rows: Rows, seconds: float) -> CupState | None:
    """Return the cup at a time after the first row was released (negative: before); None if it is out of sight."""
    if not rows.times or seconds >= rows.times[-1] + AWAY:
        return None
    high = HEIGHT if len(rows.times) <= HELD else HEIGHT + TRAVEL
    return CupState(rows.lift(seconds) + descent(seconds) + _rise(rows, seconds), _opened(rows, seconds), high)


def descent(seconds: float) -> float:
    """Return how far the cup has still to come down before the first row is let go, mm."""
    left = max(0.0, -seconds - (LEAD - DOWN)) / DOWN
    return TRAVEL * min(1.0, left) ** 2


def _rise(rows: Rows, seconds: float) -> float:
    """Return how far the empty cup has gone up again, mm."""
    rising = max(0.0, seconds - rows.times[-1] - OPENING) / (AWAY - OPENING)
    return TRAVEL * rising**2


def _opened(rows: Rows, seconds: float) -> float:
    """Return how far the floor is open, 0 to 1."""
    row = rows.next(seconds)
    if not row:
        return 0.0
    opened = min(1.0, (seconds - rows.times[row - 1]) / OPENING)
    if row == len(rows.times):
        return opened
    if rows.times[row] - rows.times[row - 1] < QUICK:
        return opened if row == 1 else 1.0
    closed = (rows.since(seconds) - OPEN_UNTIL) / (CLOSED_FROM - OPEN_UNTIL)
    return min(opened, 1.0 - min(max(closed, 0.0), 1.0))


class Cup:
    """The cup of one tower in one size."""

    def __init__(self, geometry: Geometry, camera: Camera) -> None:
        self._camera = camera
        self._mouth = geometry.shaft.height + geometry.funnel.height
        self._half = geometry.funnel.mouth / 2
        self._bodies: dict[float, Surface] = {}

    def draw(self, surface: Surface, corner: tuple[int, int], at: CupState) -> None:
        """Draw the cup behind its cubes; `corner` is that of the tower's picture."""
        if at.high not in self._bodies:
            self._bodies[at.high] = self._painted_body(at.high)
        body = self._bodies[at.high]
        left, floor = self._pixel(corner, -self._half - WALL, self._mouth + at.lift)
        surface.blit(body, (left, floor - body.get_height()))
        for side in (-1, 1):
            self._draw_floor(surface, corner, at, side)

    def _pixel(self, corner: tuple[int, int], x: float, y: float) -> tuple[int, int]:
        across, down = self._camera.point((x, y))
        return round(corner[0] + across), round(corner[1] + down)

    def _draw_floor(self, surface: Surface, corner: tuple[int, int], at: CupState, side: int) -> None:
        """Draw one half of the floor, which slides outwards under the wall."""
        inner, outer = side * self._half * at.opened, side * (self._half + WALL)
        start = self._pixel(corner, min(inner, outer), self._mouth + at.lift)
        end = self._pixel(corner, max(inner, outer), self._mouth + at.lift - FLOOR)
        board = Rect(start, (max(1, end[0] - start[0]), max(2, end[1] - start[1])))
        pygame.draw.rect(surface, WOOD, board)
        pygame.draw.rect(surface, mix(WOOD, INK, 0.7), board, 1)

    def _painted_body(self, height: float) -> Surface:
        """Return back and walls of a cup so high, mm."""
        scale = self._camera.scale * FINENESS
        wide, high, wall = (round(part * scale) for part in (2 * (self._half + WALL), height, WALL))
        big = Surface((wide, high), pygame.SRCALPHA)
        big.fill((*INK, 0))
        pygame.draw.rect(big, INSIDE, (0, round(high * 0.08), wide, high))
        for share in (0.36, 0.66):
            pygame.draw.line(big, mix(INSIDE, INK, 0.4), (0, high * share), (wide, high * share), FINENESS)
        for left in (0, wide - wall):
            side = Rect(left, 0, wall, high)
            pygame.draw.rect(big, WOOD, side, border_top_left_radius=wall // 3, border_top_right_radius=wall // 3)
            pygame.draw.rect(big, mix(WOOD, INK, 0.7), side, FINENESS)
        return pygame.transform.smoothscale(big, (max(1, wide // FINENESS), max(1, high // FINENESS)))


# The clock of a drop that is shown large: rows are poured in about a second, and the last cubes come out slowly
#
# It only changes how fast the recording is played, never its contents, and so never the result of a drop.

SLOWED = 2
"""Number of cubes, the last ones to come out, that are slowed ..."""
SLOWEST = 0.25
"""... to this share of the usual speed ..."""
BEFORE, AFTER = 0.3, 0.15
"""... from this many recorded seconds before each passes the exit to as many after it, when it is on the tray ..."""
RAMP = 0.1
"""... and seconds that the clock takes to slow down, and to speed up again."""
POURING = 1.0
"""Seconds in which all rows are poured, if they are slowed by no more than ..."""
GENTLEST = 0.6
"""... this share of the usual speed."""
COMES_CLOSER = 0.55
"""Recorded seconds before the first slowed exit at which the view begins to zoom to the tray."""


class Tempo(Struct, frozen=True):
    """The speed of one recording at each of its moments."""

    poured: float
    """Time when the last row is released, s."""
    exits: tuple[float, ...]
    """Times when the slowed cubes come out, s."""

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
    """Return the share of the usual speed at a time after an exit (s; negative: before it)."""
    outside = max(-BEFORE - since, since - AFTER, 0.0)
    return min(1.0, SLOWEST + (1.0 - SLOWEST) * outside / RAMP)


def tempo_of(recording: "Recording", rows: Rows) -> Tempo:
    """Return how a recording is played."""
    poured = rows.times[-1] if rows.times else 0.0
    exits = [seconds for seconds, _cube in recording.exits()]
    return Tempo(poured, tuple(exits[-SLOWED:]))
