"""Recordings of past throws: those that were kept, and those that a worker simulates again."""

from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING

from msgspec import Struct

from shogun.game.questions import Thrown
from shogun.table.recordings import recorded_again
from shogun.table.towers import SimulatedTower, ThrowJob
from shogun.window.play.game_story import Story

if TYPE_CHECKING:  # it loads NumPy
    from shogun.base.worker_pool import Workers
    from shogun.tower.recording import Recording


class RecordedAgain(Struct, frozen=True):
    """The task of a worker: a throw made once more, for its recording."""

    job: ThrowJob
    out: dict[str, int]

    def __call__(self) -> "Recording | None":
        """Return the recording, None if the throw doesn't come to the same on this computer."""
        return recorded_again(self.job, self.out)


class Recorder:
    """Finds the recordings of a story's throws without ever waiting."""

    def __init__(self, story: Story, workers: "Workers") -> None:
        self._story = story
        self._workers = workers
        self._asked: dict[int, Future[Recording | None]] = {}

    def is_ready(self, place: int) -> bool:
        """Return whether it is known if a place has a recording; else a worker is finding out."""
        if place in self._asked:
            return self._asked[place].done()
        job = self._story.history.throw_job(place)
        if job is None or not isinstance(job.tower, SimulatedTower) or self._story.recording(place) is not None:
            return True
        answer = self._story.history.steps[place - 1].line.answer
        assert isinstance(answer, Thrown), "a throw is answered by what came out"
        self._asked[place] = self._workers.submit(RecordedAgain(job, dict(answer.out)))
        return self._asked[place].done()

    def get(self, place: int) -> "Recording | None":
        """Return the recording of the throw that led to a place, None if there is none; ask only when it is ready."""
        if place not in self._asked:
            return self._story.recording(place)
        try:
            return self._asked[place].result()
        except (CancelledError, RuntimeError, OSError):  # a worker died: the counted tray is shown
            return None
