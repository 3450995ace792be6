"""Cubes that fall in the drawn tower, with throws, the pace of time and trails; and figures that grow in a worker."""

import contextlib
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Future
from itertools import count
from typing import Any, Literal

from msgspec import Struct

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.lab.measuring.live_summary import (
    Key,
    Laboratory,
    LiveMeasurement,
    LiveStatistics,
    RunningSearch,
    SearchRequest,
)
from shogun.lab.measuring.tally import OddDrop
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.physics.interactive_simulation import LiveCube, LiveTower
from shogun.tower.resting_cubes import RestingCube
from shogun.window.kit.drawing.theme import CUBES
from shogun.window.kit.sound import Knock
from shogun.window.tower.playback import TAP_SPEED

Mode = Literal["once", "repeat", "drip", "pour"]
MODES: tuple[Mode, ...] = ("once", "repeat", "drip", "pour")
SPEEDS = (1.0, 0.25, 0.1)
"""Paces of time: real, and slow motion."""
COLOURS = tuple(CUBES)
MOST_THROWN = 60
BUDGET = 0.008
"""Seconds of a frame for the simulation; beyond that time passes slower."""
STRIDE = 7
"""Steps between two looks at the clock."""
BREATH = 0.7
"""Seconds from rest to the next throw, when throws repeat."""
DRIP, POUR = 0.25, 0.2
"""Seconds from cube to cube, and from row to row, in a stream."""
FULL = 100
"""Cubes inside at which automatic throws stop."""
MOST_CONTACTS = 600
"""Most first contacts shown."""
TRAIL = 90
"""Frames of each cube's trail."""


class LastDrop(Struct, frozen=True):
    """A throw into a tower at rest, by which the same drop can be simulated again."""

    geometry: Geometry
    resting: tuple[RestingCube, ...]
    thrown: dict[str, int]
    seed: int


class Flow:
    """A tower at work, and what its player wants of it."""

    def __init__(self, geometry: Geometry, resting: Sequence[RestingCube] = ()) -> None:
        self.live = LiveTower(geometry, resting)
        self.thrown: Counter[str] = Counter({"red": 8})
        """Cubes of a throw, by color."""
        self.mode: Mode = "repeat"
        self.speed = 1.0
        self.is_paused = False
        self.shows_trails = False
        self.shows_forces = False
        self.shows_contacts = False
        self.frame = 0
        """Number that grows with every visible change."""
        self.last: LastDrop | None = None
        """The last throw into the tower at rest; None: there was none."""
        self._seeds = count(1)
        self._due = 0.0
        self._waited = 0.0
        self._trails: dict[int, deque[tuple[float, float]]] = {}
        self._stream = 0
        self._contacts: deque[Point] = deque(maxlen=MOST_CONTACTS)
        self._noted: tuple[object, int] = (None, 0)
        self._knocks: list[Knock] = []

    # The player's actions

    def throw(self, seed: int | None = None) -> None:
        """Throw once: the tray is emptied if all was at rest."""
        wanted = {colour: number for colour, number in self.thrown.items() if number}
        if wanted and self.live.has_room(sum(wanted.values())):
            number = next(self._seeds) if seed is None else seed
            if self.live.is_at_rest:
                self.live.empty_tray()
                self._trails.clear()
                self.last = LastDrop(self.live.geometry, self.live.inside_walls(), wanted, number)
            self.live.throw(wanted, number)
            self._waited = 0.0
            self.frame += 1

    def repeat_drop(self, geometry: Geometry, resting: Sequence[RestingCube], thrown: int, seed: int) -> None:
        """Show a measured drop: the cubes that rested, and as many thrown ones, by the same seed."""
        self.live = LiveTower(geometry, resting)
        self._trails.clear()
        self.mode, self.is_paused = "once", False
        before, self.thrown = self.thrown, Counter({"red": thrown})
        self.throw(seed)
        self.thrown = before

    def tap(self) -> None:
        """Tap the tower."""
        self.live.tap()
        self._knocks = [Knock(TAP_SPEED, 0.0, is_tap=True)]
        self.frame += 1

    def clear(self) -> None:
        """Take all cubes out of tower and tray."""
        self.live = LiveTower(self.live.geometry)
        self._trails.clear()
        self._waited = 0.0
        self.frame += 1

    def change(self, geometry: Geometry) -> None:
        """Replace the tower around the cubes."""
        self.live.change(geometry)
        self._contacts.clear()
        self.frame += 1

    def next_frame(self) -> None:
        """Advance by a sixtieth of a second, and pause."""
        self.is_paused = True
        self._pass(self.live.steps_a_second // 60)

    # Over time

    @property
    def is_moving(self) -> bool:
        """Return whether anything visible will happen."""
        return not self.is_paused and (self.mode != "once" or not self.live.is_still)

    def update(self, seconds: float) -> None:
        """Advance by `seconds` of the player's clock, as far as there is time to compute it."""
        if self.is_paused:
            return
        self._throw_if_due(seconds * self.speed)
        if self.live.is_still:
            return
        self._due += seconds * self.speed * self.live.steps_a_second
        whole = int(self._due)
        self._due -= whole
        end = time.perf_counter() + BUDGET
        while whole > 0 and time.perf_counter() < end:
            self._pass(min(STRIDE, whole))
            whole -= STRIDE

    def _pass(self, steps: int) -> None:
        self.live.advance(steps)
        self._note_contacts()
        self.frame += 1
        if self.shows_trails:
            self._note_trails()

    def _throw_if_due(self, seconds: float) -> None:
        self._waited += seconds
        if self.mode == "repeat" and self.live.is_at_rest and self._waited >= BREATH and not self.is_full:
            self.throw()
        elif self.mode == "repeat" and not self.live.is_at_rest:
            self._waited = 0.0
        elif self.mode in ("drip", "pour") and self._waited >= (DRIP if self.mode == "drip" else POUR):
            self._let_some_in(1 if self.mode == "drip" else 8)

    @property
    def is_full(self) -> bool:
        """Return whether the tower is too full for automatic throws."""
        return self.live.inside >= FULL

    def _let_some_in(self, number: int) -> None:
        """Let the next cubes of a stream in, with colors in the proportions of a throw."""
        self._waited = 0.0
        colours = sorted(self.thrown.elements())
        if colours and not self.is_full and self.live.has_room(number):
            some = [colours[(self._stream + place) * 7919 % len(colours)] for place in range(number)]
            self._stream += number
            self.live.throw(Counter(some), next(self._seeds))

    # Sounds and sights

    def knocks(self) -> list[Knock]:
        """Return the sounds since the last call: taps first, then blows on cubes."""
        middle = max(1.0, self.live.geometry.funnel.mouth / 2)
        taps, self._knocks = self._knocks, []
        return [*taps, *(Knock(blow.speed, max(-1.0, min(1.0, blow.x / middle))) for blow in self.live.blows())]

    def cubes(self) -> list[LiveCube]:
        """Return all cubes as they are now."""
        return self.live.cubes()

    def contacts(self) -> list[Point]:
        """Return the first contacts of the last thrown cubes with the tower, mm; empty if they aren't shown."""
        return list(self._contacts) if self.shows_contacts else []

    def _note_contacts(self) -> None:
        contacts = self.live.first_contacts
        known = self._noted[1] if self._noted[0] is contacts else 0
        self._contacts.extend(contacts[known:])
        self._noted = contacts, len(contacts)

    def trails(self) -> list[tuple[str, list[tuple[float, float]]]]:
        """Return the trails of cubes, each with its color; empty if trails are off."""
        if not self.shows_trails:
            return []
        colours = {cube.number: cube.colour for cube in self.live.cubes()}
        return [(colours[n], list(way)) for n, way in self._trails.items() if n in colours and len(way) > 1]

    def _note_trails(self) -> None:
        for cube in self.live.cubes():
            way = self._trails.setdefault(cube.number, deque(maxlen=TRAIL))
            if not way or abs(way[-1][0] - cube.x) + abs(way[-1][1] - cube.y) > 0.5:
                way.append((cube.x, cube.y))


# Figures that grow: one of the window's workers throws into the drawn tower, and nothing waits for it

REDRAW = 0.25
"""Seconds between two looks at the figures."""
FIRST, LATER = 2, 1
"""Pieces of work at once: for a tower without figures, and later."""


class PendingMeasurement(Struct):
    """The worker's present task."""

    measurement: LiveMeasurement
    key: Key
    future: "Future[Any]"


class BackgroundMeasurement:
    """Has towers measured by one of the window's workers: each time the one with fewest drops."""

    def __init__(self, workers: Workers, laboratory: Laboratory | None) -> None:
        self._workers = workers
        self._laboratory = laboratory
        self._queue: list[LiveMeasurement] = []
        self._under: list[PendingMeasurement] = []
        self._shown = -REDRAW
        self._is_closed = False

    def new_measurement(self, geometry: Geometry) -> LiveMeasurement:
        """Return a measurement of a tower that is about to begin; without a laboratory it never does."""
        return self._laboratory.new_measurement(geometry) if self._laboratory else Unmeasured(geometry)

    def cached_statistics(self, geometry: Geometry) -> LiveStatistics | None:
        """Return the figures of a tower that were kept."""
        return self._laboratory.cached_statistics(geometry) if self._laboratory else None

    def keep_odd(self, geometry: Geometry, odd: OddDrop) -> bool:
        """Save an odd drop, so that it can be opened by its ID, and return whether that was possible."""
        return self._laboratory is not None and self._laboratory.keep_odd(geometry, odd)

    def refusal(self, geometry: Geometry, wish: SearchRequest) -> str:
        """Return in a sentence why no search is possible; empty if one is."""
        return self._laboratory.refusal(geometry, wish) if self._laboratory else _("Towers can't be measured here.")

    def start_search(self, geometry: Geometry, wish: SearchRequest) -> RunningSearch | None:
        """Return a search for a better tower that has begun, in the same workers; without a laboratory none does."""
        return self._laboratory.start_search(geometry, wish, self._workers) if self._laboratory else None

    def unfinished_search(self, geometry: Geometry) -> SearchRequest | None:
        """Return the targets of this tower's interrupted search, if there is one."""
        return self._laboratory.unfinished_search(geometry) if self._laboratory else None

    def warm(self) -> None:
        """Start a worker before it is needed."""
        self._workers.submit(make_ready)

    def want(self, *measurements: LiveMeasurement) -> None:
        """Measure these from now on and nothing else; in this order if equally much is known of them."""
        self._queue = list(measurements)

    @property
    def wanted(self) -> list[LiveMeasurement]:
        """The requested measurements."""
        return list(self._queue)

    @property
    def is_busy(self) -> bool:
        """Return whether figures are growing."""
        return not self._is_closed and bool(self._under or self._queue)

    def attend(self, now: float) -> bool:
        """Take what is done, give out what is next, and return whether there are new figures. It never waits.

        `now` is any clock's time, s.
        """
        took = self._take()
        self._give()
        fresh = [measurement for measurement in took if measurement.statistics is None or now - self._shown >= REDRAW]
        for measurement in fresh:
            self._shown = now
            measurement.evaluate()
        return any(measurement.statistics is not None for measurement in fresh)

    def _take(self) -> list[LiveMeasurement]:
        """Take in all finished pieces of work, and return the measurements that they belong to."""
        done = [under for under in self._under if under.future.done()]
        self._under = [under for under in self._under if under not in done]
        return [under.measurement for under in done if self._is_taken(under)]

    def _is_taken(self, under: PendingMeasurement) -> bool:
        """Take note of a piece, and return whether that could be done."""
        with contextlib.suppress(Exception):  # a tower that can't be thrown into has no figures
            under.measurement.take(under.key, under.future.result())
            return True
        if under.measurement in self._queue:
            self._queue.remove(under.measurement)
        return False

    def _give(self) -> None:
        """Hand out the next work: a tower without figures doesn't wait for others."""
        while self._queue and not self._is_closed:
            measurement = min(self._queue, key=self._pieces_of)
            if len(self._under) >= (FIRST if measurement.statistics is None else LATER):
                return
            piece = measurement.next_piece()
            if piece is None:
                measurement.evaluate()
                self._queue.remove(measurement)
                continue
            self._under.append(PendingMeasurement(measurement, piece[0], self._workers.submit(piece[1])))

    def _pieces_of(self, measurement: LiveMeasurement) -> int:
        """Return how many pieces of a tower are done or being done."""
        return measurement.pieces + sum(under.measurement is measurement for under in self._under)

    def close(self) -> None:
        """Take no more results, and give nothing out any more."""
        self._is_closed = True
        self._queue.clear()


class Unmeasured:
    """A tower that nobody measures."""

    def __init__(self, geometry: Geometry, statistics: LiveStatistics | None = None) -> None:
        self.geometry, self.statistics = geometry, statistics
        self.pieces = 0

    def next_piece(self) -> None:
        """Return None: there is nothing to do."""
        return

    def take(self, _key: Key, _result: object) -> None:
        """Take note of nothing."""

    def evaluate(self) -> None:
        """Leave the figures as they are."""


def make_ready() -> None:
    """Load what drops need: a task for a worker."""
    import shogun.tower.physics.throw  # noqa: F401
