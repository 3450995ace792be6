"""Cubes that fall in the tower that is drawn: when they are thrown, how fast time passes, and where they have been."""

import time
from collections import Counter, deque
from collections.abc import Sequence
from itertools import count
from typing import Literal

from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Point
from shogun.tower.physics.interactive_simulation import LiveCube, LiveTower
from shogun.tower.record.resting_cubes import RestingCube
from shogun.window.kit.audio.sound import Knock
from shogun.window.kit.drawing.theme import CUBES
from shogun.window.tower.playback import TAP_SPEED

Mode = Literal["once", "repeat", "drip", "pour"]
MODES: tuple[Mode, ...] = ("once", "repeat", "drip", "pour")
SPEEDS = (1.0, 0.25, 0.1)
"""How fast time passes: as it is, and in slow motion."""
COLOURS = tuple(CUBES)
MOST_THROWN = 60
BUDGET = 0.008
"""Seconds of a frame that may be spent on the simulation; what is due beyond is left out, so time passes slower."""
STRIDE = 7
"""Steps between two looks at the clock."""
BREATH = 0.7
"""Seconds from rest to the next throw, when throws repeat."""
DRIP, POUR = 0.25, 0.2
"""Seconds from cube to cube, and from row to row, in a stream."""
FULL = 100
"""With so many cubes inside nothing is thrown by itself any more."""
MOST_CONTACTS = 600
"""So many first contacts are shown."""
TRAIL = 90
"""Frames for which it is known where a cube has been."""


class Flow:
    """A tower at work, and what its player wants of it."""

    def __init__(self, geometry: Geometry, resting: Sequence[RestingCube] = ()) -> None:
        self.live = LiveTower(geometry, resting)
        self.thrown: Counter[str] = Counter({"red": 8})
        """What a throw is made of, by colour."""
        self.mode: Mode = "repeat"
        self.speed = 1.0
        self.is_paused = False
        self.shows_trails = False
        self.shows_forces = False
        self.shows_contacts = False
        self.frame = 0
        """Grows whenever something else is to be seen."""
        self._seeds = count(1)
        self._due = 0.0
        self._waited = 0.0
        self._trails: dict[int, deque[tuple[float, float]]] = {}
        self._stream = 0
        self._contacts: deque[Point] = deque(maxlen=MOST_CONTACTS)
        self._noted: tuple[object, int] = (None, 0)
        self._knocks: list[Knock] = []

    # What the player does

    def throw(self, seed: int | None = None) -> None:
        """Throw once: the tray is emptied if all was at rest."""
        wanted = {colour: number for colour, number in self.thrown.items() if number}
        if wanted and self.live.has_room(sum(wanted.values())):
            if self.live.is_at_rest:
                self.live.empty_tray()
                self._trails.clear()
            self.live.throw(wanted, next(self._seeds) if seed is None else seed)
            self._waited = 0.0
            self.frame += 1

    def repeat_drop(self, geometry: Geometry, resting: Sequence[RestingCube], thrown: int, seed: int) -> None:
        """Show a drop that was measured: what lay there, and as many cubes as were thrown, by the same seed."""
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
        """Have another tower around the cubes from now on."""
        self.live.change(geometry)
        self._contacts.clear()
        self.frame += 1

    def next_frame(self) -> None:
        """Let a sixtieth of a second pass, and stand still."""
        self.is_paused = True
        self._pass(self.live.steps_a_second // 60)

    # As time goes on

    @property
    def is_moving(self) -> bool:
        """Whether something will be to be seen."""
        return not self.is_paused and (self.mode != "once" or not self.live.is_still)

    def update(self, seconds: float) -> None:
        """Go on by so many seconds of the player's clock, as far as there is time to compute it."""
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
        """Whether so many cubes are inside that nothing more is thrown by itself."""
        return self.live.inside >= FULL

    def _let_some_in(self, number: int) -> None:
        """Let the next cubes of a stream in, colours by turns in the shares of a throw."""
        self._waited = 0.0
        colours = sorted(self.thrown.elements())
        if colours and not self.is_full and self.live.has_room(number):
            some = [colours[(self._stream + place) * 7919 % len(colours)] for place in range(number)]
            self._stream += number
            self.live.throw(Counter(some), next(self._seeds))

    # What is to be heard and seen

    def knocks(self) -> list[Knock]:
        """Return what was to be heard since this was asked last: taps first, then what has struck cubes."""
        middle = max(1.0, self.live.geometry.funnel.mouth / 2)
        taps, self._knocks = self._knocks, []
        return [*taps, *(Knock(blow.speed, max(-1.0, min(1.0, blow.x / middle))) for blow in self.live.blows())]

    def cubes(self) -> list[LiveCube]:
        """Return all cubes as they are now."""
        return self.live.cubes()

    def contacts(self) -> list[Point]:
        """Return where the last thrown cubes touched the tower first, mm; empty if that isn't to be shown."""
        return list(self._contacts) if self.shows_contacts else []

    def _note_contacts(self) -> None:
        found = self.live.first_contacts
        known = self._noted[1] if self._noted[0] is found else 0
        self._contacts.extend(found[known:])
        self._noted = found, len(found)

    def trails(self) -> list[tuple[str, list[tuple[float, float]]]]:
        """Return where cubes have been, each with its colour; empty if that isn't to be shown."""
        if not self.shows_trails:
            return []
        colours = {cube.number: cube.colour for cube in self.live.cubes()}
        return [(colours[n], list(way)) for n, way in self._trails.items() if n in colours and len(way) > 1]

    def _note_trails(self) -> None:
        for cube in self.live.cubes():
            way = self._trails.setdefault(cube.number, deque(maxlen=TRAIL))
            if not way or abs(way[-1][0] - cube.x) + abs(way[-1][1] - cube.y) > 0.5:
                way.append((cube.x, cube.y))
