"""Running experiments: many towers measured alike, and single experiments with partial results that can be resumed.

Known results are reused, and each chain is saved when it is done. A tower that clogs takes many times as long as
others, and nobody wants it: its first chains alone decide its figures.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from shogun.lab.errors import ClusterGone, still_kept
from shogun.lab.measuring.chains import HASTY, Experiment, Leg, Progress, Protocol, Task, holds_chains, run_chain, tasks
from shogun.lab.measuring.metrics import Done, Sums, sums_of
from shogun.lab.measuring.statistics import (
    RequestedStatistic,
    Statistic,
    among,
    asked_for,
    names_of,
    recording,
    statistic,
)
from shogun.lab.measuring.tally import Tally
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.running.checkpoints import close_folder, open_folder
from shogun.lab.running.executors import Executor, Go, chain_executor
from shogun.lab.running.results_file import Results, key_of
from shogun.tower.file.design import built
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.solver import Physics
from shogun.tower.physics.time_step import solver_for

SCOUTS = 2
"""Chains of each tower that run before all others: towers that clog are measured by these alone."""
Known = Mapping[int, dict[int, Sums]]
"""Known results, by tower and chain."""
Tell = Callable[[int, int], None]
"""Called with the number of finished chains, and of all."""


class BatchPlan(msgspec.Struct, frozen=True):
    """The measurement that each of many towers gets."""

    battles: int = 500
    """Counted battles of a tower, over all chains."""
    throws: Throws = find_throws("4-12")
    protocol: Protocol = HASTY
    seed: int = 1
    """The same for all towers."""
    statistics: tuple[RequestedStatistic, ...] | msgspec.UnsetType = msgspec.UNSET
    """Further statistics that are measured."""
    physics: Physics | msgspec.UnsetType = msgspec.UNSET
    """Unset for the game's own."""

    def asking(self, names: Iterable[str]) -> "BatchPlan":
        """Return a plan that also measures those of these statistics that are only measured on request."""
        every = dict.fromkeys([*names_of(self.statistics), *among(names)])
        return msgspec.structs.replace(self, statistics=asked_for(every))

    def key(self, tower: Geometry) -> str:
        """Return the key under which the chains of a tower are found again, in whatever study they were measured.

        Further statistics don't belong to it, so a chain's other results remain known.
        """
        geometry = built(tower)
        sizes = (self.throws.sizes, self.throws.counts)
        solver = solver_for(geometry, self.physics)
        return key_of(geometry_hash(geometry), solver, self.battles, sizes, self.protocol, self.seed)

    def tasks(self, tower: Geometry) -> list[Task]:
        """Return the chains of a tower, with or without patterns."""
        geometry = built(tower)
        noted = recording(names_of(self.statistics))
        solver = solver_for(geometry, self.physics)
        first = Task(geometry, self.seed, 0, 0, self.throws, self.protocol, solver, recording=noted)
        return tasks(first, self.battles)


class Work(NamedTuple):
    """The means of measuring many towers; they don't change any result."""

    results: Results
    executor: Executor
    tell: Tell = lambda _done, _all: None


class Piece(msgspec.Struct, frozen=True):
    """A piece of work: one chain of one of many towers."""

    number: int
    """The tower's number among all."""
    task: Task


def count(piece: Piece) -> Done:
    """Return the counts of one chain of a tower: a task for a worker, here or on a cluster."""
    start = time.process_time()
    tally = run_chain(piece.task)
    return Done(piece.number, piece.task.chain, sums_of(tally, time.process_time() - start), tally.records)


def measure_many(towers: Mapping[int, Geometry], plan: BatchPlan, work: Work) -> dict[int, list[Sums]]:
    """Return the counts of all chains of each tower, towers by their numbers.

    Raises LabError, also if results can't be saved or a cluster has gone, KeyboardInterrupt and WorkerDied.
    """
    keys = {number: plan.key(tower) for number, tower in towers.items()}
    firsts = {key: number for number, key in reversed(keys.items())}  # two towers may be the same one
    pieces = [Piece(number, task) for number in sorted(firsts.values()) for task in plan.tasks(towers[number])]
    asked = [statistic(name) for name in names_of(plan.statistics)]
    known = {number: work.results.found(key, asked) for key, number in firsts.items()}
    missing = [piece for piece in pieces if piece.task.chain not in known[piece.number]]
    left, total = len(missing), len(pieces)
    work.tell(total - left, total)
    for is_scout in (True, False):
        due = [one for one in missing if _is_scout(one) == is_scout and (is_scout or not _clogs(one, known))]
        for done in _done(work, due):
            sums = _with_further(done, asked)
            work.results.keep(keys[done.number], done.chain, sums)
            known[done.number][done.chain] = sums
            left -= 1
            work.tell(total - left, total)
    counted = {piece.number: _counted(piece, known) for piece in pieces}
    return {number: counted[firsts[key]] for number, key in keys.items()}


def _with_further(done: Done, asked: Sequence[Statistic]) -> Sums:
    """Return a chain's counts with the further statistics requested.

    They are computed here, not where the chain was measured, so that a user's function need not travel there.
    """
    if not asked:
        return done.sums
    records = [] if done.records is msgspec.UNSET else done.records
    return msgspec.structs.replace(done.sums, further={declared.name: declared.parts(records) for declared in asked})


def _done(work: Work, due: Sequence[Piece]) -> Iterator[Done]:
    """Yield each piece's result; a lost cluster is reported along with what is saved. Raises as `measure_many`."""
    try:
        yield from work.executor.as_done(count, due)
    except ClusterGone as error:
        raise (ClusterGone(still_kept(error)) if work.results.holds_chains else error) from None


def _is_scout(piece: Piece) -> bool:
    return piece.task.chain < SCOUTS


def _clogs(piece: Piece, known: Known) -> bool:
    """Return whether the first chains of a tower show that it clogs: permanently, or in more than half of all throws.

    A tower that may not be tapped can be meant to hold more cubes than count as a clog.
    """
    chains = known.get(piece.number, {})
    scouts = [chains[chain] for chain in range(SCOUTS) if chain in chains]
    throws, clogged = sum(scout.throws for scout in scouts), sum(scout.clogged for scout in scouts)
    return any(scout.given_up for scout in scouts) or (piece.task.geometry.tap.allowed and 2 * clogged > throws)


def _counted(piece: Piece, known: Known) -> list[Sums]:
    """Return the chains that count for a tower: all in their order, or the first ones if it clogs."""
    chains = known[piece.number]
    most = SCOUTS if _clogs(piece, known) else len(chains)
    return [chains[chain] for chain in sorted(chains)[:most]]


# A single experiment: its processes, and the place of its partial results

LEG = 25
"""Battles after which a chain waits for the others, so that all are about equally far whenever one stops."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: the experiments are unfinished. `tallies` are the counts of each one's chains so far."""

    def __init__(self, tallies: list[list[Tally]]) -> None:
        super().__init__()
        self.tallies = tallies


class Chains:
    """All chains of one experiment, with their progress."""

    def __init__(self, experiment: Experiment, folder: Path | None = None) -> None:
        self._todo = tasks(*experiment)
        self._folder = folder
        self._progress: dict[int, Progress] = {}
        self.turns = 0
        """Number of times a chain has been advanced."""

    @property
    def size(self) -> int:
        """Return the number of chains."""
        return len(self._todo)

    @property
    def tallies(self) -> list[Tally]:
        """Return the counts so far of each chain that has begun."""
        return [self._progress[number].tally for number in sorted(self._progress)]

    @property
    def battles(self) -> int:
        """Return the number of battles counted so far."""
        return sum(tally.battles for tally in self.tallies)

    def rounds(self) -> range:
        """Return the battles to which all chains advance before the first goes further."""
        longest = max((task.battles for task in self._todo), default=0)
        return range(LEG, longest + LEG, LEG)

    def go(self, until: int, run: Go) -> Iterator[Progress]:
        """Advance all chains to that battle, and yield each as it gets there."""
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
    """Settings that change no result: processes, place of partial results, and progress reports."""

    jobs: int = 1
    scheduler: str = ""
    """Address of the scheduler of a cluster that does the work; empty: this machine."""
    mixed: bool = False
    """True if cluster workers whose physics differs from this machine's take part."""
    resumable: bool = False
    """True if partial results are kept: in `folder`, or in the user's cache until the experiment is done."""
    folder: Path | None = None
    tell: Callable[[int, int], None] = lambda _done, _all: None
    """Called with the number of finished rounds of chains, and of all."""

    def carry_out(self, task: Task, battles: int) -> list[Tally]:
        """Return the counts of all chains of an experiment. Raises LabError, OSError, WorkerDied and Interrupted."""
        return self.carry_out_all([Experiment(task, battles)])[0]

    def carry_out_all(self, experiments: Sequence[Experiment]) -> list[list[Tally]]:
        """Return the counts of all chains of each experiment, one experiment after the other; raises as `carry_out`."""
        groups = [Chains(experiment, self._place(experiment)) for experiment in experiments]
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
        """Return whether the disk has progress of a chain of these experiments. Raises LabError, OSError."""
        return any(folder is not None and holds_chains(folder) for folder in map(self._place, experiments))

    def forget(self, task: Task, battles: int) -> None:
        """Remove the partial results of an experiment from the cache; a chosen folder is left alone."""
        if self.resumable and not self.folder:
            close_folder(open_folder(task, battles, mixed=self.mixed))

    def forget_all(self, experiments: Sequence[Experiment]) -> None:
        """Remove the partial results of several experiments; see `forget`."""
        for experiment in experiments:
            self.forget(*experiment)

    def _place(self, experiment: Experiment) -> Path | None:
        """Return the folder for one of several experiments: by tower, solver and seed."""
        name = f"{experiment.task.geometry.name}-{experiment.task.solver.steps_a_second}-{experiment.task.seed}"
        chosen = self.folder / name if self.folder else None
        return open_folder(experiment.task, experiment.battles, chosen, mixed=self.mixed) if self.resumable else None


IN_THIS_PROCESS = RunConfig()
"""In this process, without saving anything."""
