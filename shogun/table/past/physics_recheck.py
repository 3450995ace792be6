"""Throws of a journal made once more: whether they come to the same here and now."""

from collections.abc import Iterator

from msgspec import Struct

from shogun.game.chance import Thrown
from shogun.table.past.replay import Shown
from shogun.table.running.tower_kinds import Fall, SimulatedTower, ThrowJob
from shogun.table.storage.journal import AnswerLine, rows
from shogun.tower.physics.constants import PHYSICS
from shogun.tower.record.resting_cubes import TowerState


class PhysicsRecheck(Struct, frozen=True):
    """One throw of a journal, made once more."""

    n: int
    """The number of its line."""
    is_same: bool
    """Whether it came to just the same. If not, it was made elsewhere: by another version of the physics, on another
    processor, or with another library; which of them can't be told, nor is it damage."""


def again(shown: Shown) -> Iterator[PhysicsRecheck]:
    """Yield what a line of a journal comes to if it tells of a throw whose seed is known."""
    line = shown.line
    if shown.job and shown.job.seed is not None and isinstance(line, AnswerLine) and isinstance(line.answer, Thrown):
        yield PhysicsRecheck(line.n, _is_made_here(shown.job) and _is_same(line, shown.job()))


def _is_made_here(job: ThrowJob) -> bool:
    """Return whether a throw can come to the same here at all; quick models know no physics."""
    return job.physics == PHYSICS or not isinstance(job.tower, SimulatedTower)


def _is_same(line: AnswerLine, fall: Fall) -> bool:
    rest = rows(fall.inside.resting) if isinstance(fall.inside, TowerState) else None
    found = (fall.out, rest, fall.cut_off, fall.taps)
    return found == (dict(line.answer.out), line.resting, line.cut_off, line.taps)
