"""Figures that grow: one of the window's workers throws into the tower that is drawn, and nothing waits for it."""

import contextlib
from concurrent.futures import Future
from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.base.worker_pool import Workers
from shogun.lab.measuring.accumulators import OddDrop
from shogun.lab.measuring.live_summary import Grown, Grows, Key, Laboratory, Seeks, Wish
from shogun.tower.geometry import Geometry

REDRAW = 0.25
"""Seconds between two looks at the figures."""
FIRST, LATER = 2, 1
"""Pieces of work at once: of a tower of which nothing is known yet, and then."""


class Under(Struct):
    """What the worker does now."""

    growing: Grows
    key: Key
    future: "Future[Any]"


class BackgroundMeasurement:
    """Has towers measured by one of the window's workers: each time the one of which least is known."""

    def __init__(self, workers: Workers, laboratory: Laboratory | None) -> None:
        self._workers = workers
        self._laboratory = laboratory
        self._queue: list[Grows] = []
        self._under: list[Under] = []
        self._shown = -REDRAW
        self._is_closed = False

    def grow(self, geometry: Geometry) -> Grows:
        """Return a measurement of a tower that is about to begin; without a laboratory it never does."""
        return self._laboratory.grow(geometry) if self._laboratory else Unmeasured(geometry)

    def known(self, geometry: Geometry) -> Grown | None:
        """Return the figures of a tower that were kept."""
        return self._laboratory.known(geometry) if self._laboratory else None

    def keep_odd(self, geometry: Geometry, odd: OddDrop) -> bool:
        """Keep an odd drop, so that it can be opened by its ID, and return whether that was possible."""
        return self._laboratory is not None and self._laboratory.keep_odd(geometry, odd)

    def refusal(self, geometry: Geometry, wish: Wish) -> str:
        """Return in a sentence why nothing can be searched for; empty if it can."""
        return self._laboratory.refusal(geometry, wish) if self._laboratory else _("Towers can't be measured here.")

    def seek(self, geometry: Geometry, wish: Wish) -> Seeks | None:
        """Return a search for a better tower that has begun, in the same workers; without a laboratory none does."""
        return self._laboratory.seek(geometry, wish, self._workers) if self._laboratory else None

    def left(self, geometry: Geometry) -> Wish | None:
        """Return what was searched for with this tower when a search was ended too early, if one was."""
        return self._laboratory.left(geometry) if self._laboratory else None

    def warm(self) -> None:
        """Start a worker before it is needed."""
        self._workers.submit(make_ready)

    def want(self, *growing: Grows) -> None:
        """Measure these from now on and nothing else; of several of which as much is known the first."""
        self._queue = list(growing)

    @property
    def wanted(self) -> list[Grows]:
        """What is being measured."""
        return list(self._queue)

    @property
    def is_busy(self) -> bool:
        """Whether figures grow."""
        return not self._is_closed and bool(self._under or self._queue)

    def attend(self, now: float) -> bool:
        """Take what is done, give out what is next, and return whether there are new figures. It never waits.

        `now` is any clock's time, s.
        """
        took = self._take()
        self._give()
        fresh = [one for one in took if one.grown is None or now - self._shown >= REDRAW]
        for growing in fresh:
            self._shown = now
            growing.evaluate()
        return any(growing.grown is not None for growing in fresh)

    def _take(self) -> list[Grows]:
        """Take note of all pieces that are done, and return what they are of."""
        done = [under for under in self._under if under.future.done()]
        self._under = [under for under in self._under if under not in done]
        return [under.growing for under in done if self._is_taken(under)]

    def _is_taken(self, under: Under) -> bool:
        """Take note of a piece, and return whether that could be done."""
        with contextlib.suppress(Exception):  # a tower that can't be thrown into has no figures
            under.growing.take(under.key, under.future.result())
            return True
        if under.growing in self._queue:
            self._queue.remove(under.growing)
        return False

    def _give(self) -> None:
        """Give out what is next: a tower of which nothing is known yet waits for no piece of another one."""
        while self._queue and not self._is_closed:
            growing = min(self._queue, key=self._known_of)
            if len(self._under) >= (FIRST if growing.grown is None else LATER):
                return
            found = growing.next_piece()
            if found is None:
                growing.evaluate()
                self._queue.remove(growing)
                continue
            self._under.append(Under(growing, found[0], self._workers.submit(found[1])))

    def _known_of(self, growing: Grows) -> int:
        """Return how many pieces of a tower are done or being done."""
        return growing.pieces + sum(under.growing is growing for under in self._under)

    def close(self) -> None:
        """Take no more results, and give nothing out any more."""
        self._is_closed = True
        self._queue.clear()


class Unmeasured:
    """A tower that nobody measures."""

    def __init__(self, geometry: Geometry, grown: Grown | None = None) -> None:
        self.geometry, self.grown = geometry, grown
        self.pieces = 0

    def next_piece(self) -> None:
        """Return that nothing is to be done."""
        return

    def take(self, _key: Key, _result: object) -> None:
        """Take note of nothing."""

    def evaluate(self) -> None:
        """Leave the figures as they are."""


def make_ready() -> None:
    """Load what drops need: a task for a worker."""
    import shogun.tower.physics.throw  # noqa: F401
