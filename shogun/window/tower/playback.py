"""A tower's cubes over time: at rest, or played from the recording of a drop; nothing is simulated here."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import WALL_RADIUS, Point, build_world
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.sound import Knock
from shogun.window.tower.pouring_cup import (
    DOWN,
    GATHER,
    LEAD,
    LYING,
    CupState,
    Rows,
    Tempo,
    descent,
    moment,
    on_way,
    rows_of,
    standing,
    tempo_of,
)

if TYPE_CHECKING:  # it would load NumPy, which takes as long as half of the window's start
    from shogun.tower.recording import Recording

SLOWEST, FASTEST = 0.05, 16.0
STILL_SECONDS = 0.1
STILL_MM = 0.4
"""Distance and seconds: a cube that moves less in this time is stuck."""
SWAY_MM, SWAY_HERTZ, SWAY_FADES = 4.5, 8.0, 0.1
"""Width (mm) and frequency (Hz) of the tower's swing after a tap, and the seconds in which it fades to 1/e."""
SWAYING = 0.6
"""Seconds after which it stops swinging."""
BENT_STEP = 1 / 120
"""Seconds in which the speed of a bent clock is taken for steady."""
TAP_SPEED = 1200.0
"""Speed for the sound of a tap, mm/s."""
PUFF_SECONDS = 0.32
"""Recorded seconds in which the dust of a blow settles."""
DUSTY, DUSTIEST = 320.0, 1500.0
"""Speeds of a blow below which it raises no dust, and above which no more; mm/s."""


class ShownCube(Struct, frozen=True):
    """A cube as it is shown: x and y in mm, angle in rad."""

    colour: str
    x: float
    y: float
    angle: float
    stuck: bool = False
    """True if it rests inside the tower."""


class Puff(Struct, frozen=True):
    """Dust where a cube has struck: x and y in mm, how old it is, 0 to 1, and how hard the blow was, 0 to 1."""

    x: float
    y: float
    age: float
    strength: float


class Playback:
    """The visible cubes of one tower, and the drop that is played in it."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.speed = 1.0
        self.slows = False
        """True if the clock is bent, so that the last cubes come out slowly."""
        self.origins: Mapping[str, Point] = {}
        """Places where cubes of each color gather for the next drop, mm; {}: the cup brings them."""
        self.rim = geometry.shaft.height + geometry.funnel.height
        """Height of the funnel's rim, below the cup; mm."""
        self._recording: Recording | None = None
        self._rows = Rows((), (), (), 0.0)
        self._tempo = Tempo(0.0, ())
        self._standing: list[Point] = []
        """Places of the gathering cubes; []: the cup brings them."""
        self._taps: list[float] = []
        """Times when the tower is tapped, s."""
        self._seconds = 0.0
        self._resting: list[ShownCube] = []
        self._tray: list[ShownCube] = []
        self._last_tray: list[ShownCube] = []
        """Final places in the tray of the last recording's cubes."""

    def show_resting(self, resting: Sequence[RestingCube], tray: Mapping[str, int]) -> None:
        """Show a tower at rest: its cubes, and the number of each color in the tray.

        Cubes of the tray are where the last recording left them; others are placed in a row.
        """
        self._recording = None
        self._resting = [ShownCube(cube.colour, cube.x, cube.y, cube.angle, stuck=True) for cube in resting]
        self._tray = self._lying(tray)

    def play(self, recording: "Recording", speed: float = 1.0) -> None:
        """Play a drop at `speed` times the real speed; first a cup brings the cubes, for `LEAD` seconds.

        With `origins` they gather in the cup, which takes `GATHER` seconds more.
        """
        self._recording = recording
        self._rows = rows_of(recording, self.geometry)
        self._tempo = tempo_of(recording, self._rows)
        self._taps = [step / recording.steps_a_second for step in recording.taps]
        thrown = recording.colours[recording.lying :]
        self._standing = standing(thrown, self.origins, self.geometry.grain.size) if self.origins else []
        self._seconds = -LEAD - GATHER if self._standing else -LEAD
        self.speed = speed

    def update(self, seconds: float) -> list[Knock]:
        """Let time pass (s on the player's clock) and return the knocks that fell into it, those of taps first."""
        if self._recording is None or self.done:
            return []
        start = self._seconds
        self._seconds = min(self._later(seconds), self._recording.seconds)
        if self.done:
            self._settle(self._recording)
        contacts = self._recording.contacts()
        times = contacts[:, 0]
        first, last = times.searchsorted([start, self._seconds], side="right").tolist()
        middle = max(1.0, self.geometry.funnel.mouth / 2)
        return [*self._tapping(start), *(Knock(speed, x / middle) for _, x, _, speed in contacts[first:last].tolist())]

    def _later(self, seconds: float) -> float:
        """Return the moment of the recording `seconds` later on the player's clock."""
        speed = min(max(self.speed, SLOWEST), FASTEST)
        if not self.slows:
            return self._seconds + seconds * speed
        later, end = self._seconds, self._recording.seconds if self._recording else 0.0
        while seconds > 0 and later < end:
            later += min(seconds, BENT_STEP) * speed * self._tempo.rate(later)
            seconds -= BENT_STEP
        return later

    def _tapping(self, start: float) -> list[Knock]:
        """Return the knocks of the taps since a moment; a tap to the right is heard from the left."""
        first, last = bisect_right(self._taps, start), bisect_right(self._taps, self._seconds)
        return [Knock(TAP_SPEED, -_side(number), is_tap=True) for number in range(first, last)]

    def puffs(self) -> list[Puff]:
        """Return the dust that blows of the last moment have raised, as it hangs in the air now."""
        if self._recording is None or self.done:
            return []
        contacts = self._recording.contacts()
        first, last = contacts[:, 0].searchsorted([self._seconds - PUFF_SECONDS, self._seconds]).tolist()
        return [
            Puff(x, y, (self._seconds - at) / PUFF_SECONDS, min(1.0, speed / DUSTIEST))
            for at, x, y, speed in contacts[first:last].tolist()
            if speed >= DUSTY
        ]

    def skip(self) -> None:
        """Go to the end of the drop at once."""
        if self._recording is not None:
            self._seconds = self._recording.seconds
            self._settle(self._recording)

    @property
    def done(self) -> bool:
        """Return whether no drop is under way."""
        return self._recording is None or self._seconds >= self._recording.seconds

    @property
    def seconds(self) -> float | None:
        """Seconds since the cubes of the drop were released (negative: not yet); None if there is no drop."""
        return self._seconds if self._recording else None

    @property
    def progress(self) -> float:
        """Share of the drop that has been shown, 0 to 1."""
        if self._recording is None or self._recording.seconds <= 0:
            return 1.0
        return max(0.0, self._seconds) / self._recording.seconds

    @property
    def taps_so_far(self) -> int:
        """Number of taps so far in the drop under way; 0 once it is done."""
        return 0 if self.done else bisect_right(self._taps, self._seconds)

    @property
    def sway(self) -> float:
        """Present swing of the tower to the right (negative: to the left) after the last tap, mm."""
        taps = self.taps_so_far
        since = self._seconds - self._taps[taps - 1] if taps else SWAYING
        if since >= SWAYING:
            return 0.0
        swing = math.sin(math.tau * SWAY_HERTZ * since) * math.exp(-since / SWAY_FADES)
        return _side(taps - 1) * SWAY_MM * swing

    @property
    def out_so_far(self) -> dict[str, int]:
        """Cubes of each color that have come out so far in the drop; {} if there is none."""
        if self._recording is None:
            return {}
        come_out = zip(self._recording.colours, self._out(self._recording), strict=True)
        return dict(sorted(Counter(colour for colour, is_out in come_out if is_out).items()))

    @property
    def inside_so_far(self) -> dict[str, int]:
        """Cubes of each color in the tower: all that were released, until they come out."""
        if self._recording is None:
            return dict(sorted(Counter(cube.colour for cube in self._resting).items()))
        waiting = self._rows.next(self._seconds)
        cubes = zip(self._recording.colours, self._rows.of, self._out(self._recording), strict=True)
        return dict(sorted(Counter(colour for colour, row, is_out in cubes if row < waiting and not is_out).items()))

    def cubes(self) -> list[ShownCube]:
        """Return all cubes in tower, tray and cup; those waiting in the cup are above the next row."""
        if self._recording is None:
            return [*self._resting, *self._tray]
        posed, waiting = _posed(self._recording, max(0.0, self._seconds), self.rim), self._rows.next(self._seconds)
        above, coming = self._rows.above(self._seconds), descent(self._cups_seconds)
        cubes = [
            cube if row == LYING or row < waiting else _raised(cube, above[row] + coming)
            for cube, row in zip(posed, self._rows.of, strict=True)
        ]
        return self._gathering(cubes, self._recording.lying) if self._seconds < -LEAD else cubes

    def _gathering(self, cubes: list[ShownCube], lying: int) -> list[ShownCube]:
        """Return the cubes with those that were thrown still on their way into the cup."""
        count, since = len(self._standing), self._seconds + LEAD + GATHER
        thrown = zip(cubes[lying:], self._standing, strict=True)
        coming = [
            ShownCube(cube.colour, *on_way(start, (cube.x, cube.y), number, count, since), 0.0)
            for number, (cube, start) in enumerate(thrown)
        ]
        return [*cubes[:lying], *coming]

    @property
    def _cups_seconds(self) -> float:
        """The cup's own time: a cup in which cubes gather is in its place from the beginning."""
        return max(self._seconds, DOWN - LEAD) if self._standing else self._seconds

    @property
    def is_close(self) -> bool:
        """Return whether the last cubes of the drop are about to come out, or have done so."""
        return self._recording is not None and self._tempo.is_close(self._seconds)

    @property
    def cup(self) -> CupState | None:
        """The cup that brings the cubes; None if it isn't visible."""
        return None if self._recording is None else moment(self._rows, self._cups_seconds)

    def tray_places(self, colour: str) -> list[tuple[float, float]]:
        """Return the places of a color's cubes in the tray, mm, the topmost first."""
        lying = [(cube.x, cube.y) for cube in self.cubes() if cube.colour == colour and cube.y <= 0]
        return sorted(lying, key=lambda place: -place[1])

    def _out(self, recording: "Recording") -> list[bool]:
        come_out: list[bool] = recording.in_tray(self._seconds).tolist()
        return come_out

    def _settle(self, recording: "Recording") -> None:
        """Remember where the cubes came to rest in the tray."""
        shown = zip(_posed(recording, recording.seconds, self.rim), self._out(recording), strict=True)
        self._last_tray = [cube for cube, is_out in shown if is_out]

    def _lying(self, tray: Mapping[str, int]) -> list[ShownCube]:
        """Return places for the cubes of a counted tray."""
        wanted = Counter(dict(tray))
        lying = []
        for cube in self._last_tray:
            if wanted[cube.colour] > 0:
                wanted[cube.colour] -= 1
                lying.append(cube)
        if wanted.total():
            return self._set_out(sorted(Counter(dict(tray)).elements()))
        return lying

    def _set_out(self, colours: Sequence[str]) -> list[ShownCube]:
        """Return cubes side by side on the tray's floor, row upon row."""
        size = self.geometry.grain.size
        a_row = max(1, int(self.geometry.tray.width / (size * 1.15)))
        world = build_world(self.geometry)
        left = world.tray[0].start[0] + WALL_RADIUS + size * 0.6
        floor = world.floor_y + size / 2
        return [
            ShownCube(colour, left + number % a_row * size * 1.15, floor + number // a_row * size, 0.0)
            for number, colour in enumerate(colours)
        ]


def _side(tap: int) -> int:
    """Return the side of a tap: the first (0) to the right (1), then to the left (-1), and so on."""
    return -1 if tap % 2 else 1


def _raised(cube: ShownCube, height: float) -> ShownCube:
    return ShownCube(cube.colour, cube.x, cube.y + height, cube.angle)


def _posed(recording: "Recording", seconds: float, rim: float) -> list[ShownCube]:
    """Return all cubes of a recording at a moment."""
    now, before = (recording.poses_at(moment) for moment in (seconds, seconds - STILL_SECONDS))
    still = (abs(now - before)[:, :2].max(axis=1) < STILL_MM) & (now[:, 1] > 0) & (now[:, 1] < rim)
    rows = zip(recording.colours, now.tolist(), still.tolist(), strict=True)
    return [ShownCube(colour, x, y, angle, stuck) for colour, (x, y, angle), stuck in rows]
