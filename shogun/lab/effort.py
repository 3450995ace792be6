"""How an experiment is carried out: with how many processes, and where its partial results are kept."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from shogun.lab.chains import Task, run_chains, tasks
from shogun.lab.store import close_folder, open_folder
from shogun.lab.tally import Tally


class Effort(msgspec.Struct, frozen=True):
    """What changes no result: processes, where partial results are kept, and who hears how far it has come."""

    jobs: int = 1
    resumable: bool = False
    """Whether partial results are kept: in `folder`, or in the user's cache until the experiment is done."""
    folder: Path | None = None
    tell: Callable[[int, int], None] = lambda _done, _all: None
    """Called with the number of chains that are done, and of all."""

    def carry_out(self, task: Task, battles: int) -> list[Tally]:
        """Return what all chains of an experiment count. Raises LabError, OSError and WorkerDied."""
        todo = tasks(task, battles)
        place = open_folder(task, battles, self._part(task)) if self.resumable else None
        tallies: list[Tally] = []
        for tally in run_chains(todo, self.jobs, place):
            tallies.append(tally)
            self.tell(len(tallies), len(todo))
        return tallies

    def forget(self, task: Task, battles: int) -> None:
        """Remove the partial results of an experiment from the cache; a chosen folder is left alone."""
        if self.resumable and not self.folder:
            close_folder(open_folder(task, battles))

    def _part(self, task: Task) -> Path | None:
        """Return the folder for one of several experiments: by tower, solver and seed."""
        name = f"{task.geometry.name}-{task.solver.steps_a_second}-{task.seed}"
        return self.folder / name if self.folder else None


ALONE = Effort()
"""In this process, and nothing kept."""
