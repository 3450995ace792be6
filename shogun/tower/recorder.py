"""Recording a drop while it is simulated, without slowing it down: whole frames by one call into C.

Reading positions body by body would double the cost of a step. `pymunk.batch` copies all of them at once; its rows
change their order once cubes sleep and hold the static body too, so each is put in its place by the body's id, all
frames together at the end.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pymunk
from pymunk import batch

from shogun.tower.constants import STEP
from shogun.tower.geometry import Grain
from shogun.tower.recording import STAYS, STEPS_A_FRAME, Floats, Recording, pack_contacts, pack_poses
from shogun.tower.scene import GRAIN, SOLID
from shogun.tower.stage import TowerStage, TrayStage
from shogun.tower.world import World

QUIET = 150.0
"""Contacts with a lower closing speed, mm/s, make no sound and are not kept."""
_FIELDS = batch.BodyFields.BODY_ID | batch.BodyFields.POSITION | batch.BodyFields.ANGLE


class Frames:
    """A watcher that takes a frame of one stage every 1/60 s, and the contacts that can be heard."""

    def __init__(self) -> None:
        self.contacts: list[tuple[float, float, float, float]] = []
        self._numbers: list[int] = []
        self._ids: list[bytes] = []
        self._values: list[bytes] = []
        self._buffer = batch.Buffer()
        self._step = 0

    def attach(self, space: pymunk.Space, cubes: dict[pymunk.Body, int]) -> None:
        """Watch a stage from now on; `cubes` numbers its bodies and may grow."""
        self._space, self._cubes = space, cubes
        space.on_collision(GRAIN, GRAIN, begin=self._note_contact)
        space.on_collision(GRAIN, SOLID, begin=self._note_contact)

    def after(self, step: int) -> None:
        """Take a frame if this step is one's."""
        self._step = step
        if step % STEPS_A_FRAME == 0:
            self.take(step // STEPS_A_FRAME)

    def take(self, frame: int) -> None:
        """Take the cubes' poses as they are now for frame number `frame`."""
        self._buffer.clear()
        batch.get_space_bodies(self._space, _FIELDS, self._buffer)
        self._numbers.append(frame)
        self._ids.append(bytes(self._buffer.int_buf()))
        self._values.append(bytes(self._buffer.float_buf()))

    def put_into(self, poses: Floats) -> None:
        """Write all frames that were taken into `poses`, shape (frames, cubes, 3)."""
        known, cubes = self._sorted_ids()
        ids = np.frombuffer(b"".join(self._ids), dtype=np.uint64)
        frames = np.repeat(self._numbers, [len(part) // ids.itemsize for part in self._ids])
        values = np.frombuffer(b"".join(self._values)).reshape(-1, 3)
        rows = np.searchsorted(known, ids).clip(max=max(len(known) - 1, 0))
        ours = known[rows] == ids
        poses[frames[ours], cubes[rows[ours]]] = values[ours]

    def _sorted_ids(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.intp]]:
        """Return the ids of the stage's bodies in ascending order, and the cubes that they belong to."""
        ids = np.array([body.id for body in self._cubes], dtype=np.uint64)
        order = np.argsort(ids)
        return ids[order], np.array(list(self._cubes.values()), dtype=np.intp)[order]

    def _note_contact(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, _data: Any) -> None:
        first, second = arbiter.bodies
        speed = abs((first.velocity - second.velocity).dot(arbiter.normal))
        if speed >= QUIET:
            x, y = first.position
            self.contacts.append((self._step * STEP, x, y, speed))


def record_drop(world: World, grain: Grain, stage: TowerStage, colours: Sequence[str], lying: int) -> Recording:
    """Run the tower stage and then the tray, and return the recording of both."""
    tower, tray = Frames(), Frames()
    stage.run(tower)
    after = TrayStage(world, grain, stage.crossings)
    after.run(tray)
    last = -(-max(stage.steps, after.steps) // STEPS_A_FRAME)
    tower.take(last)
    tray.take(last)
    poses = np.full((last + 1, len(colours), 3), np.nan)
    tower.put_into(poses)
    tray.put_into(poses)
    exits = {crossing.cube: crossing.step for crossing in stage.crossings}
    return Recording(
        colours=tuple(colours),
        lying=lying,
        exit_steps=tuple(exits.get(number, STAYS) for number in range(len(colours))),
        frames=last + 1,
        packed_poses=pack_poses(_filled(poses)),
        packed_contacts=pack_contacts(sorted(tower.contacts + tray.contacts)),
    )


def _filled(poses: Floats) -> Floats:
    """Return poses without gaps: where a cube was not seen it is where it was last."""
    seen = ~np.isnan(poses[:, :, 0])
    frames = np.where(seen, np.arange(len(poses))[:, None], 0)
    latest = np.maximum.accumulate(frames, axis=0)
    return np.take_along_axis(poses, latest[:, :, None], axis=0)
