"""A tower in the long run: where cubes rest and for how long, where they first hit, typical states.

`look` makes some hundred throws and returns everything; `Looking` does so battle by battle, to watch
it grow: `step()` costs a drop (5-10 ms), `looks()` some milliseconds. `shogun.lab.reporting.tower_overlays` draws the
results. Nothing is written to disk, and the same seed gives the same looks.
"""

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import fmean

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.language import _
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import STANDARD_PROTOCOL, discarding
from shogun.lab.measuring.tally import BIN, OVERFULL, density_shape
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.tower.geometry import Geometry, Tap
from shogun.tower.physics.drop_simulation import CLOGGED
from shogun.tower.physics.inspection import Contact, FirstContacts
from shogun.tower.physics.throw import drop, watched_drop
from shogun.tower.resting_cubes import RestingCube

Floats = npt.NDArray[np.float64]
START = 38
"""Cubes of the throw that fills the tower."""
DISCARDED = 100
"""Battles that aren't examined: the tower has to forget its start."""
SIZES = (4, 12)
"""The fewest and the most cubes of a battle."""
LARGE = 45
"""Cubes of a throw that probes for a clog ..."""
EVERY = 8
"""... after so many battles; the chain goes on as if it had not happened."""
MOST_BATTLES = 100_000
KEPT = 400
"""Number of last states, of which one is the most typical."""


class State(msgspec.Struct, frozen=True):
    """The cubes in the tower at one moment."""

    cubes: tuple[RestingCube, ...]
    """From the lowest up; their colors are the numbers of the battles that threw them."""
    ages: tuple[int, ...]
    """Battles that each has been there; 0: thrown in the last one."""


class Looks(Tabular, frozen=True):
    """Observations of so many battles. Cells are 4 x 4 mm."""

    battles: int
    cubes: Floats
    """Mean number of cubes that rest in a cell, shape (lines from the exit up, columns from the left)."""
    ages: Floats
    """Mean number of battles that the cubes in a cell have been there, same shape; NaN where none ever lay."""
    x_edges: Floats
    """Borders of the columns, mm right of the middle, shape (columns + 1,)."""
    y_edges: Floats
    """Borders of the lines, mm above the exit plane, shape (lines + 1,)."""
    contacts: Floats
    """First contacts of thrown cubes, shape (contacts, 2): x and y of their centers, mm."""
    first_hits: dict[str, int]
    """First contacts by the name of the piece (`baffle[0]`, `left wall`, `another cube`), the most frequent first."""
    typical: State
    """A real state with the most frequent number of cubes, at the most frequent places."""
    fullest: State
    """The fullest state after a large throw, without taps."""

    @property
    def is_clogged(self) -> bool:
        """True if the fullest state is a clog: more than 30 cubes at rest inside."""
        return len(self.fullest.cubes) > CLOGGED

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: first_hits, first_contacts, cells, typical."""
        return {
            "first_hits": lambda: {"piece": list(self.first_hits), "hits": list(self.first_hits.values())},
            "first_contacts": lambda: {"x_mm": self.contacts[:, 0].tolist(), "y_mm": self.contacts[:, 1].tolist()},
            "cells": self._cells,
            "typical": lambda: transposed(
                ("x_mm", "y_mm", "angle_rad", "age"),
                [
                    (cube.x, cube.y, cube.angle, age)
                    for cube, age in zip(self.typical.cubes, self.typical.ages, strict=True)
                ],
            ),
        }

    def _cells(self) -> Table:
        x, y = ((edges[:-1] + edges[1:]) / 2 for edges in (self.x_edges, self.y_edges))
        across, up = np.meshgrid(x, y)
        columns = {"x_mm": across, "y_mm": up, "cubes": self.cubes, "mean_age": self.ages}
        return {name: column.ravel().tolist() for name, column in columns.items()}


class Looking:
    """A chain of battles under observation."""

    def __init__(self, geometry: Geometry, seed: int = 1, discard: int = DISCARDED) -> None:
        """Fill the tower and fight the discarded battles."""
        self._geometry, self._seed = geometry, seed
        self._untapped = msgspec.structs.replace(geometry, tap=Tap(allowed=False))
        across, lines = density_shape(geometry)
        self._count, self._age = np.zeros((lines, across)), np.zeros((lines, across))
        self._x_edges = np.array([(edge - across / 2) * BIN for edge in range(across + 1)])
        self._y_edges = np.array([edge * BIN for edge in range(lines + 1)])
        self._contacts: list[Contact] = []
        self._states: list[State] = []
        self._fullest = State((), ())
        self.battles = 0
        """Counted battles."""
        self._number = -discard - 1
        self._resting: tuple[RestingCube, ...] = ()
        self._resting = self._fallen(START)
        for _battle in range(discard):
            self._fight()
        self._contacts.clear()

    def step(self) -> None:
        """Fight one more battle and record the cubes inside."""
        self._fight()
        self.battles += 1
        state = self._state(self._resting)
        self._states = [*self._states[1 - KEPT :], state]
        self._note(state)
        if self.battles % EVERY == 1:
            self._throw_many()

    def looks(self) -> Looks:
        """Return the observations so far."""
        cubes = self._count / max(1, self.battles)
        with np.errstate(invalid="ignore"):
            ages = self._age / self._count
        hits = Counter(contact.piece for contact in self._contacts)
        return Looks(
            battles=self.battles,
            cubes=cubes,
            ages=ages,
            x_edges=self._x_edges,
            y_edges=self._y_edges,
            contacts=np.array([(one.x, one.y) for one in self._contacts]).reshape(-1, 2),
            first_hits=dict(hits.most_common()),
            typical=self._typical(cubes),
            fullest=self._fullest,
        )

    def _fight(self) -> None:
        self._number += 1
        size = random.Random(seed_for(self._seed, "size", self._number)).randint(*SIZES)
        if len(self._resting) >= OVERFULL:  # permanently clogged: it is emptied, and refilled
            self._resting, size = (), START
        self._resting = self._fallen(size)

    def _fallen(self, size: int) -> tuple[RestingCube, ...]:
        """Return the resting cubes after a throw of so many cubes, named after their battle."""
        watcher = FirstContacts(self._geometry, len(self._resting))
        seed = seed_for(self._seed, "drop", self._number)
        fallen = watched_drop(self._geometry, self._resting, {str(self._number): size}, seed, watcher)
        self._contacts.extend(watcher.found)
        return fallen.resting

    def _throw_many(self) -> None:
        """Try a large throw without taps, and keep the resulting state if it is the fullest so far."""
        seed = seed_for(self._seed, "large", self._number)
        left = drop(self._untapped, self._resting, {str(self._number): LARGE}, seed).resting
        if len(left) > len(self._fullest.cubes):
            self._fullest = self._state(left)

    def _state(self, cubes: tuple[RestingCube, ...]) -> State:
        return State(cubes, tuple(self._number - int(cube.colour) for cube in cubes))

    def _note(self, state: State) -> None:
        for cube, age in zip(state.cubes, state.ages, strict=True):
            line, column = self._cell(cube)
            self._count[line, column] += 1
            self._age[line, column] += age

    def _cell(self, cube: RestingCube) -> tuple[int, int]:
        lines, across = self._count.shape
        column = int((cube.x - self._x_edges[0]) // BIN)
        return min(max(int(cube.y // BIN), 0), lines - 1), min(max(column, 0), across - 1)

    def _typical(self, cubes: Floats) -> State:
        """Return a state of the most frequent size whose cubes lie where most lie."""
        if not self._states:
            return State((), ())
        sizes = Counter(len(state.cubes) for state in self._states)
        size = max(sizes, key=lambda one: (sizes[one], -one))
        alike = [state for state in self._states if len(state.cubes) == size]
        return max(alike, key=lambda state: fmean(cubes[self._cell(cube)] for cube in state.cubes) if size else 0.0)


def look(
    geometry: Geometry, battles: int = 300, seed: int = 1, seconds: float = math.inf, discard: int = DISCARDED
) -> Looks:
    """Return the observations of so many battles of 4-12 cubes, after `discard` discarded ones. Raises LabError.

    300 battles of `classic` take about four seconds. After `seconds` no more battles begin, except the first.
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise LabError(
            _("the number of battles must be from 1 to {most}, not {count}.").format(count=battles, most=MOST_BATTLES)
        )
    end = time.perf_counter() + seconds
    discarding(STANDARD_PROTOCOL, discard)
    looking = Looking(geometry, seed, discard)
    while looking.battles < battles and (not looking.battles or time.perf_counter() < end):
        looking.step()
    return looking.looks()
