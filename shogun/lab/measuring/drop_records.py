"""Raw data of many drops: each drop, each cube, where it came out and where it lies, trajectories and contacts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from shogun.base.random_streams import seed_for
from shogun.lab.result_columns import Table, Tabular
from shogun.lab.running.executors import executor, in_turn
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import Solver
from shogun.tower.physics.throw import Drop, traced_drop
from shogun.tower.physics.trace import Columns
from shogun.tower.resting_cubes import RestingCube


class DropTask(msgspec.Struct, frozen=True):
    """One drop to be traced."""

    geometry: Geometry
    resting: tuple[RestingCube, ...]
    thrown: dict[str, int]
    seed: int
    number: int
    trace: float
    """Samples a second; 0: none."""
    solver: Solver


class DropRecords(Tabular, frozen=True, eq=False):
    """Many drops into one tower, as tables of arrays; cubes and drops are numbered from 0.

    The columns of cubes, trajectories and contacts are those of `shogun.tower.Trace`, after the number of the drop.
    """

    tower: str
    drops: Columns
    cubes: Columns
    trajectories: Columns
    """Empty unless samples were requested, and so are the contacts."""
    contacts: Columns

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: cubes, drops, trajectories, contacts."""
        return {
            "cubes": lambda: self.cubes,
            "drops": lambda: self.drops,
            "trajectories": lambda: self.trajectories,
            "contacts": lambda: self.contacts,
        }


def record_drops(first: DropTask, count: int, jobs: int = 1, *, keep: bool = False) -> DropRecords:
    """Return so many drops like the first one, each with a seed of its own.

    `keep`: each falls onto what the one before left, so only one process can work. Raises DropError and WorkerDied.
    """
    rows = list(_one_after_the_other(first, count) if keep else _each_alone(first, count, jobs))
    drops = {name: np.array([row[0][name] for row in rows]) for name in rows[0][0]}
    cubes, trajectories, contacts = (_joined([row[table] for row in rows]) for table in (1, 2, 3))
    return DropRecords(first.geometry.name, drops, cubes, trajectories, contacts)


Row = tuple[dict[str, Any], Columns, Columns, Columns]
"""One drop: its row in the table of drops, and its parts of the other tables."""


def _each_alone(first: DropTask, count: int, jobs: int) -> Iterator[Row]:
    with executor(min(jobs, count)) as some:
        yield from in_turn(some, _row_of, [_numbered(first, number) for number in range(count)])


def _one_after_the_other(first: DropTask, count: int) -> Iterator[Row]:
    resting = first.resting
    for number in range(count):
        task = msgspec.structs.replace(_numbered(first, number), resting=resting)
        fallen = _fallen(task)
        resting = fallen.resting
        yield _row(task, fallen)


def _numbered(first: DropTask, number: int) -> DropTask:
    return msgspec.structs.replace(first, number=number, seed=seed_for(first.seed, "drop", number))


def _fallen(task: DropTask) -> Drop:
    return traced_drop(task.geometry, task.resting, task.thrown, task.seed, task.trace, task.solver)


def _row_of(task: DropTask) -> Row:
    return _row(task, _fallen(task))


def _row(task: DropTask, fallen: Drop) -> Row:
    row = {
        "drop": task.number,
        "seed": task.seed,
        "thrown": sum(task.thrown.values()),
        "inside_before": len(task.resting),
        "out": sum(fallen.out.values()),
        "inside_after": len(fallen.resting),
        "rest_s": fallen.seconds,
        "cut_off": fallen.cut_off,
        "taps": fallen.taps,
    }
    trace = fallen.trace
    assert trace is not None, "a traced drop has a trace"
    cubes, trajectories, contacts = trace.cubes(), trace.trajectories(), trace.contacts()
    number = task.number
    return row, _of_drop(number, cubes), _of_drop(number, trajectories), _of_drop(number, contacts)


def _of_drop(number: int, columns: Columns) -> Columns:
    length = len(columns["cube"])
    return {"drop": np.full(length, number), **columns}


def _joined(parts: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
