"""How an experiment is carried out: with how many processes, and where its partial results are kept."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from shogun.lab.errors import ClusterGone, still_kept
from shogun.lab.measuring.accumulators import Tally
from shogun.lab.measuring.chains import Experiment, Leg, Progress, Task, holds_chains, tasks
from shogun.lab.running.checkpoints import close_folder, open_folder
from shogun.lab.running.executors import Go, chain_executor

LEG = 25
"""Battles after which a chain waits for the others, so that all are about as far whenever one stops."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: the experiments are not done. `tallies` is what the chains of each have counted so far."""

    def __init__(self, tallies: list[list[Tally]]) -> None:
        super().__init__()
        self.tallies = tallies


class Chains:
    """All chains of one experiment, and how far each has come."""

    def __init__(self, experiment: Experiment, folder: Path | None = None) -> None:
        self._todo = tasks(*experiment)
        self._folder = folder
        self._progress: dict[int, Progress] = {}
        self.turns = 0
        """How often a chain has been taken farther."""

    @property
    def size(self) -> int:
        """Return the number of chains."""
        return len(self._todo)

    @property
    def tallies(self) -> list[Tally]:
        """Return what each chain that has begun has counted so far."""
        return [self._progress[number].tally for number in sorted(self._progress)]

    @property
    def battles(self) -> int:
        """Return how many battles have been counted so far."""
        return sum(tally.battles for tally in self.tallies)

    def rounds(self) -> range:
        """Return the battles until which all chains go before the first goes farther."""
        longest = max((task.battles for task in self._todo), default=0)
        return range(LEG, longest + LEG, LEG)

    def go(self, until: int, run: Go) -> Iterator[Progress]:
        """Take all chains to that battle, and yield each that has got there."""
        due = [number for number in range(self.size) if self._is_before(number, until)]
        for number, progress in zip(due, run([self._leg(number, until) for number in due]), strict=True):
            self._progress[number] = progress
            self.turns += 1
            yield progress

    def _is_before(self, number: int, until: int) -> bool:
        progress = self._progress.get(number)
        goal = min(until, self._todo[number].battles)
        return progress is None or (progress.battle < goal and not progress.tally.given_up)

    def _leg(self, number: int, until: int) -> Leg:
        task = self._todo[number]
        return Leg(task, min(until, task.battles), self._progress.get(number), self._folder)


class RunConfig(msgspec.Struct, frozen=True):
    """What changes no result: processes, where partial results are kept, and who hears how far it has come."""

    jobs: int = 1
    scheduler: str = ""
    """Address of the scheduler of a cluster that does the work; empty: this machine."""
    mixed: bool = False
    """Whether workers of the cluster that compute otherwise than this machine help."""
    resumable: bool = False
    """Whether partial results are kept: in `folder`, or in the user's cache until the experiment is done."""
    folder: Path | None = None
    tell: Callable[[int, int], None] = lambda _done, _all: None
    """Called with the number of rounds of chains that are done, and of all."""

    def carry_out(self, task: Task, battles: int) -> list[Tally]:
        """Return what all chains of an experiment count. Raises LabError, OSError, WorkerDied and Interrupted."""
        return self.carry_out_all([Experiment(task, battles)])[0]

    def carry_out_all(self, experiments: Sequence[Experiment]) -> list[list[Tally]]:
        """Return what all chains of each experiment count, one experiment after the other; raises as `carry_out`."""
        groups = [Chains(one, self._place(one)) for one in experiments]
        rounds = [(group, until) for group in groups for until in group.rounds()]
        jobs = max(1, min(self.jobs, max(group.size for group in groups)))
        try:
            with chain_executor(jobs, self.scheduler, mixed=self.mixed) as run:
                self.tell(0, len(rounds))
                for done, (group, until) in enumerate(rounds, 1):
                    for _progress in group.go(until, run):
                        pass
                    self.tell(done, len(rounds))
        except ClusterGone as error:
            raise (ClusterGone(still_kept(error)) if self.has_kept(experiments) else error) from None
        except KeyboardInterrupt:
            raise Interrupted([group.tallies for group in groups]) from None
        return [group.tallies for group in groups]

    def has_kept(self, experiments: Sequence[Experiment]) -> bool:
        """Return whether the disk has a chain of these experiments, as far as it has come. Raises LabError, OSError."""
        return any(folder is not None and holds_chains(folder) for folder in map(self._place, experiments))

    def forget(self, task: Task, battles: int) -> None:
        """Remove the partial results of an experiment from the cache; a chosen folder is left alone."""
        if self.resumable and not self.folder:
            close_folder(open_folder(task, battles, mixed=self.mixed))

    def forget_all(self, experiments: Sequence[Experiment]) -> None:
        """Remove the partial results of several experiments; see `forget`."""
        for one in experiments:
            self.forget(*one)

    def _place(self, one: Experiment) -> Path | None:
        """Return the folder for one of several experiments: by tower, solver and seed."""
        name = f"{one.task.geometry.name}-{one.task.solver.steps_a_second}-{one.task.seed}"
        chosen = self.folder / name if self.folder else None
        return open_folder(one.task, one.battles, chosen, mixed=self.mixed) if self.resumable else None


ALONE = RunConfig()
"""In this process, and nothing kept."""
