"""Making a recording during the simulation, with whole frames by one call into C.

Reading positions body by body would double the cost of a step. `pymunk.batch` appends all of them to one buffer. Its
rows change their order once cubes sleep, and include the static body, so each is put in its place by the body's id,
all frames together at the end.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pymunk
from pymunk import batch

from shogun.tower.geometry import Geometry
from shogun.tower.physics.constants import FRAMES_A_SECOND, QUIET
from shogun.tower.physics.drop_simulation import TowerSimulation, TraySimulation
from shogun.tower.recording import STAYS, Floats, Recording, pack_contacts, pack_poses

_POSES = batch.BodyFields.BODY_ID | batch.BodyFields.POSITION | batch.BodyFields.ANGLE
VELOCITIES = _POSES | batch.BodyFields.VELOCITY
"""Five floats of a body: x, y, angle, and the velocity's x and y."""
MOTION = VELOCITIES | batch.BodyFields.ANGULAR_VELOCITY
"""The same and the spin: six floats."""
_VALUES = {VELOCITIES: 5, MOTION: 6}


_free_buffers: list[batch.Buffer] = []
"""Buffers for reuse, since pymunk never frees one."""


class Frames:
    """An observer that takes a frame of one simulation every 1/60 s, or whenever `take` is called."""

    def __init__(self, steps_a_frame: int, fields: batch.BodyFields = VELOCITIES) -> None:
        self._steps_a_frame, self._fields = steps_a_frame, fields
        self._numbers: list[int] = []
        self._ends: list[int] = [0]
        self._buffer = _free_buffers.pop() if _free_buffers else batch.Buffer()
        self._buffer.clear()

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Observe a simulation from now on; `cubes` numbers its bodies and may grow."""
        self._space, self._cubes = space, cubes

    def after(self, step: int) -> None:
        """Take a frame if one is due at this step."""
        if step % self._steps_a_frame == 0:
            self.take(step // self._steps_a_frame)

    def take(self, frame: int) -> None:
        """Take the cubes as they are now for frame number `frame`."""
        batch.get_space_bodies(self._space, self._fields, self._buffer)
        self._numbers.append(frame)
        self._ends.append(len(self._buffer.int_buf()))

    def put_into(self, table: Floats) -> None:
        """Write all frames into `table`, shape (frames, cubes, floats), and give the buffer back; call it once only."""
        if self._cubes:
            self._put_rows_into(table)
        _free_buffers.append(self._buffer)

    def _put_rows_into(self, table: Floats) -> None:
        known, cubes = self._sorted_ids()
        ids = np.frombuffer(self._buffer.int_buf(), dtype=np.uint64)
        frames = np.repeat(self._numbers, np.diff(self._ends) // ids.itemsize)
        values = np.frombuffer(self._buffer.float_buf()).reshape(-1, _VALUES[self._fields])
        rows = np.searchsorted(known, ids).clip(max=len(known) - 1)
        ours = known[rows] == ids
        table[frames[ours], cubes[rows[ours]]] = values[ours]

    def _sorted_ids(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.intp]]:
        """Return the ids of the simulation's bodies in ascending order, and their cubes."""
        ids = np.array([body.id for body in self._cubes], dtype=np.uint64)
        order = np.argsort(ids)
        return ids[order], np.array(list(self._cubes.values()), dtype=np.intp)[order]


def record_drop(geometry: Geometry, simulation: TowerSimulation, colours: Sequence[str], lying: int) -> Recording:
    """Run the tower simulation and then the tray, and return the recording of both."""
    a_frame = simulation.solver.steps_a_frame
    tower, tray = Frames(a_frame), Frames(a_frame)
    simulation.run(tower)
    after = TraySimulation(geometry, simulation.crossings, simulation.solver, simulation.grains)
    after.run(tray)
    last = -(-max(simulation.steps, after.steps) // a_frame)
    table = _table((tower, tray), last, len(colours))
    exits = {crossing.cube: crossing.step for crossing in simulation.crossings}
    return Recording(
        colours=tuple(colours),
        lying=lying,
        exit_steps=tuple(exits.get(number, STAYS) for number in range(len(colours))),
        frames=last + 1,
        packed_poses=pack_poses(table[:, :, :3]),
        packed_contacts=pack_contacts(_impacts(table, simulation.solver.gravity)),
        steps_a_second=simulation.solver.steps_a_second,
        start_steps=tuple(simulation.starts),
        taps=tuple(simulation.taps),
    )


def _table(simulations: Sequence[Frames], last: int, cubes: int) -> Floats:
    """Return the frames of all simulations, shape (last + 1, cubes, 5), with their end states in the last one."""
    table = np.full((last + 1, cubes, _VALUES[VELOCITIES]), np.nan)
    for simulation in simulations:
        simulation.take(last)
        simulation.put_into(table)
    return _filled(table)


def _filled(table: Floats) -> Floats:
    """Return a table without gaps: a missing cube is at its last place, or at its first one before that."""
    seen = ~np.isnan(table[:, :, 0])
    frames = np.where(seen, np.arange(len(table))[:, None], seen.argmax(axis=0))
    latest = np.maximum.accumulate(frames, axis=0)
    return table[latest, np.arange(table.shape[1])]


def _impacts(table: Floats, gravity: float) -> npt.NDArray[np.float64]:
    """Return the impacts between frames, shape (impacts, 4): time s, x mm, y mm, speed mm/s.

    A cube was hit if its velocity has changed by more than gravity explains. Cubes that lie or slide are pushed with
    less than their weight, which is subtracted. Unlike a callback for each contact, this doesn't slow the drop down.
    """
    weight = gravity / FRAMES_A_SECOND
    change = np.diff(table[:, :, 3:], axis=0) + np.array([0.0, weight])
    speed = np.hypot(change[:, :, 0], change[:, :, 1]) - weight
    frames, cubes = np.nonzero(speed >= QUIET)
    places = table[frames + 1, cubes, :2]
    return np.column_stack(((frames + 0.5) / FRAMES_A_SECOND, places, speed[frames, cubes]))
