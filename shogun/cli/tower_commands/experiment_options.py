"""What the commands that measure towers have in common: who works, what is thrown, where results are kept."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from cyclopts import Parameter

from shogun.base.files import absolute, write_whole
from shogun.base.language import _, shown
from shogun.cli.errors import Stopped, WrongInput, tell_notes
from shogun.cli.game_options import Seed, Whole, jobs_of
from shogun.cli.progress import Progress
from shogun.tower.unsaved_towers import UserTowerError
from shogun.tower.user_towers import SUFFIX, fit_name

if TYPE_CHECKING:
    from shogun.lab.measuring.chains import Protocol
    from shogun.lab.measuring.throw_distribution import Throws
    from shogun.lab.running.batch_evaluation import BatchPlan, Work

BACKENDS = ("processes", "dask")


class Workers(NamedTuple):
    """Who works: so many processes of this machine, or a cluster."""

    jobs: int
    scheduler: str
    """Its address; empty: this machine."""
    mixed: bool = False
    """Whether workers of the cluster that compute otherwise than this machine help."""


@Parameter(name="*")
@dataclass(frozen=True)
class ExecutorOptions:
    """Options of all commands that several processes can carry out.

    Parameters
    ----------
    jobs
        Number of processes; default: one for each processor.
    backend
        Where to compute: processes of this machine, or dask, a cluster.
    scheduler
        Address of the dask scheduler, such as tcp://10.0.0.5:8786.
    mixed
        With --backend dask: also use machines that compute the physics slightly differently; the same seed then gives
        other figures, equal only statistically. Without it they are left out.
    """

    jobs: Whole | None = None
    backend: str = "processes"
    scheduler: str | None = None
    mixed: Annotated[bool, Parameter(negative="")] = False

    @property
    def workers(self) -> Workers:
        """Return who works. Raises WrongInput for options that make no sense together."""
        if self.backend not in BACKENDS:
            text = _("--backend {name}: choose processes or dask")
            raise WrongInput(text.format(name=shown(self.backend)))
        if (self.backend == "dask") != bool(self.scheduler):
            raise WrongInput(_("use --backend dask together with --scheduler and the address of a dask scheduler"))
        if self.scheduler and self.jobs is not None:
            raise WrongInput(_("use --jobs or --backend dask, not both: a cluster brings its own workers"))
        if self.mixed and not self.scheduler:
            raise WrongInput(
                _("--mixed only makes sense with --backend dask: on one machine all processes give the same results")
            )
        return Workers(jobs_of(self.jobs), self.scheduler or "", self.mixed)


@Parameter(name="*")
@dataclass(frozen=True)
class Sampling:
    """Options of all commands that throw into towers in the long run.

    Parameters
    ----------
    seed
        Seed of all throws, the same for all towers; the same seed gives the same figures on all machines that compute
        identically.
    throws
        Sizes of the throws: 4-12 (all equally likely), game (as counted in simulated games), or a file of sizes.
    discard
        Battles discarded at the beginning of each chain; default: 100, and 60 for candidates of a search.
    """

    seed: Seed = 1
    throws: str = "4-12"
    discard: Whole | None = None

    @property
    def sizes(self) -> "Throws":
        """Return the sizes of the throws. Raises LabError."""
        from shogun.lab.measuring.throw_distribution import find_throws

        return find_throws(self.throws)

    @property
    def protocol(self) -> "Protocol":
        """Return how battles are made into chains where one tower is measured. Raises LabError."""
        from shogun.lab.measuring.chains import STANDARD_PROTOCOL, discarding

        return discarding(STANDARD_PROTOCOL, self.discard)

    def plan(self, battles: int) -> "BatchPlan":
        """Return how each of many towers is measured. Raises LabError."""
        from shogun.lab.measuring.chains import HASTY, discarding
        from shogun.lab.running.batch_evaluation import BatchPlan

        return BatchPlan(battles, self.sizes, discarding(HASTY, self.discard), self.seed)


@Parameter(name="*")
@dataclass(frozen=True)
class FurtherStatistics:
    """Options of all commands that report statistics of towers.

    Parameters
    ----------
    statistics
        Additional statistics to measure, by name: pieces_touched.
    """

    statistics: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return their names. Raises LabError."""
        from shogun.lab.measuring.statistics import further

        return further([name.strip() for name in self.statistics.split(",")] if self.statistics else None)


USUAL_EXECUTORS, USUAL_SAMPLING, NO_FURTHER = ExecutorOptions(), Sampling(), FurtherStatistics()


@Parameter(name="*")
@dataclass(frozen=True)
class Study:
    """Options of all commands that measure many towers alike.

    Parameters
    ----------
    results
        SQLite file for the measurements. Default: in the user's cache until everything is done.
    json
        Print one JSON object.
    """

    results: Path | None = None
    sampling: Sampling = USUAL_SAMPLING
    executors: ExecutorOptions = USUAL_EXECUTORS
    further: FurtherStatistics = NO_FURTHER
    json: Annotated[bool, Parameter(negative="")] = False

    def plan(self, battles: int, names: Iterable[str] = ()) -> "BatchPlan":
        """Return how each tower is measured; `names` are of statistics that are needed. Raises LabError."""
        return self.sampling.plan(battles).asking([*names, *self.further.names])

    def at_work(self, about: Mapping[str, str]) -> AbstractContextManager["Work"]:
        """Return the same as `at_work`, with these options."""
        return at_work(self.executors.workers, self.results, about)


USUAL_STUDY = Study()


def check_output(path: Path | None) -> None:
    """Raise WrongInput unless a tower can be written to a new file of this name."""
    if path is None:
        return
    if path.suffix != SUFFIX:
        raise WrongInput(_("--output {file}: the name must end in .toml").format(file=path))
    try:
        fit_name(path.stem)
    except UserTowerError as error:
        raise WrongInput(f"--output {path}: {error}".removesuffix(".")) from None
    if not absolute(path).parent.is_dir():
        raise WrongInput(_("--output {file}: there is no such folder").format(file=path))
    if path.exists():
        raise WrongInput(_("--output {file} exists already and was left unchanged").format(file=path))


def write_tower(tower: str, values: Mapping[str, float], path: Path) -> None:
    """Write the file of a tower with other numbers: its title and comments, not its description. Raises OSError."""
    from shogun.tower.file.reader import parse_design
    from shogun.tower.file.toml_editing import with_values, without, without_schema
    from shogun.tower.tower_lookup import tower_text

    text, source = tower_text(tower)
    changed = without(without_schema(with_values(text, parse_design(text, source), values)), "description")
    write_whole(path, changed.encode())


@contextmanager
def at_work(workers: Workers, file: Path | None, about: Mapping[str, str]) -> Iterator["Work"]:
    """Yield results and hands; without a file results are kept in the user's cache until the command has done its work.

    Raises LabError.
    """
    from shogun.lab.running.batch_evaluation import Work
    from shogun.lab.running.executors import executor
    from shogun.lab.running.results_file import cached_file, open_results

    jobs, scheduler, mixed = workers
    path = file or cached_file(about, mixed=mixed)
    progress = Progress()
    kept = open_results(path, about, is_cached=not file, mixed=mixed)
    with kept as results, executor(jobs, scheduler, mixed=mixed) as some:
        tell_notes()
        try:
            yield Work(results, some, progress)
        except KeyboardInterrupt:
            told = _("interrupted; run the same command to resume") if results.is_kept else _("interrupted")
            raise Stopped(told) from None
        finally:
            progress.end()
    if not file and path:
        path.unlink(missing_ok=True)
