"""Conversion of experiments' arguments for the rooms of the lab; errors name options, such as --jobs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from operator import index
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from shogun.base.language import _, shown
from shogun.base.notices import all_notices
from shogun.lab.errors import LabError
from shogun.lab.experiments.declaration import Grid, Numbers, Place, Progress, Resumable, Running, Sizes, Tower, Wanted
from shogun.lab.experiments.provenance import settle, settle_tower
from shogun.lab.measuring.chains import HASTY, STANDARD_PROTOCOL, Protocol, Task, discarding
from shogun.lab.measuring.measurement import check_jobs, experiment
from shogun.lab.measuring.statistics import Requested, further
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.running.batch_evaluation import BatchPlan, RunConfig, Work
from shogun.lab.running.executors import Executor, executor
from shogun.lab.running.results_file import cached_file, open_results
from shogun.lab.searching.explore import Origin
from shogun.lab.searching.search_space import Candidate, parse_parameters
from shogun.lab.searching.sweep import Axis, parse_axis
from shogun.lab.searching.targets import check_balance, parse_targets
from shogun.lab.searching.tune import Aim
from shogun.tower.file.design import Design, as_design
from shogun.tower.file.made_in_code import checked
from shogun.tower.file.toml_editing import written
from shogun.tower.geometry import Geometry
from shogun.tower.physics.solver import Physics
from shogun.tower.tower_lookup import load_design, load_tower, tower_text

Tell = Callable[[int, int], None]
Watch = Callable[[Sequence[Candidate]], None]


def throws_of(sizes: Sizes) -> Throws:
    """Return the sizes of throws. Raises LabError."""
    if isinstance(sizes, str):
        return find_throws(sizes)
    low, high = sizes if isinstance(sizes, tuple) else (sizes, sizes)
    return find_throws(f"{index(low)}-{index(high)}")


def wanted_text(figures: Wanted) -> str:
    """Return statistics and their numbers as the text that the commands take."""
    if isinstance(figures, str):
        return figures
    return ",".join(f"{name}={float(value):.17g}" for name, value in figures.items())


def numbers_text(numbers: Numbers) -> str:
    """Return parameters and their ranges as the text that the commands take."""
    if isinstance(numbers, str):
        return numbers
    if not isinstance(numbers, Mapping):
        return ",".join(numbers)
    ranges = {name: ends and f"={float(ends[0]):.17g}:{float(ends[1]):.17g}" for name, ends in numbers.items()}
    return ",".join(f"{name}{said or ''}" for name, said in ranges.items())


def axes_of(grid: Grid) -> list[Axis]:
    """Return the axes of a grid. Raises LabError."""
    if isinstance(grid, Mapping):
        return [Axis(name, tuple(_number(name, value) for value in values)) for name, values in grid.items()]
    return [parse_axis(text) for text in ([grid] if isinstance(grid, str) else grid)]


def _number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        text = _("{argument} {value} must be {kind}.")
        raise LabError(text.format(argument=f"vary {name}", value=shown(repr(value)), kind=_("numbers"))) from None


def geometry_of(tower: Tower) -> Geometry:
    """Return a tower. Raises GeometryError."""
    geometry = checked(tower) if isinstance(tower, Geometry) else load_tower(tower)
    settle_tower(geometry)
    return geometry


def design_of(tower: Tower) -> Design:
    """Return a tower with the pieces of its file. Raises GeometryError."""
    if isinstance(tower, Design):
        design = checked(tower)
    else:
        design = as_design(checked(tower)) if isinstance(tower, Geometry) else load_design(str(tower))
    settle_tower(design)
    return design


def origin_of(tower: Tower) -> Origin:
    """Return a tower's design and the text of its file, which is made for a geometry. Raises GeometryError."""
    design = design_of(tower)
    return Origin(design, written(design) if isinstance(tower, Geometry) else tower_text(tower)[0])


def task_of(
    tower: Tower,
    *,
    seed: int,
    throws: Sizes,
    protocol: Protocol | None = None,
    discard: int | None = None,
    metrics: Requested | None = None,
    physics: Physics | None = None,
) -> Task:
    """Return the task shared by all chains of a tower. Raises LabError and GeometryError."""
    asked, sizes, chains = further(metrics), throws_of(throws), discarding(protocol or STANDARD_PROTOCOL, discard)
    task = experiment(geometry_of(tower), seed, sizes, chains, asked, of_run(physics))
    settle(protocol=task.protocol)
    return task


def of_run(physics: Physics | None) -> Physics | UnsetType:
    """Return the physics of a run as plans hold it: unset if it is the game's own."""
    return UNSET if physics is None or physics == Physics() else physics


def plan_of(  # noqa: PLR0917  what all experiments with many towers take
    battles: int,
    throws: Sizes,
    seed: int,
    protocol: Protocol | None,
    discard: int | None,
    physics: Physics | None,
) -> BatchPlan:
    """Return the measuring plan for each of many towers. Raises LabError."""
    chains = discarding(protocol or HASTY, discard)
    plan = BatchPlan(battles, throws_of(throws), chains, seed, physics=of_run(physics))
    settle(protocol=plan.protocol)
    return plan


def aim_of(
    design: Design, target: Wanted, parameters: Numbers, *, candidates: int, seed: int, throws: Sizes, **more: Any
) -> Aim:
    """Return the aim of `tune` or `front`. Raises LabError."""
    if not 20 <= candidates <= 100_000:
        raise LabError(_("--candidates {count} must be from 20 to 100000").format(count=candidates))
    sizes, targets = throws_of(throws), parse_targets(wanted_text(target))
    check_balance(targets, sizes)
    named = parse_parameters(numbers_text(parameters), design)
    aim = Aim(targets, named, seed, sizes, candidates, **more)
    settle(protocol=aim.plan.protocol)
    return aim


def config_of(running: Running, folder: Place | None = None) -> RunConfig:
    """Return the settings of an experiment, with partial results in a folder if one is named. Raises LabError."""
    resumable = running.is_cached or folder is not None
    return RunConfig(
        check_jobs(running.jobs), running.scheduler, running.mixed,
        resumable=resumable, folder=None if folder is None else Path(folder), tell=teller(running.progress),
    )  # fmt: skip


def hands(running: Running) -> AbstractContextManager[Executor]:
    """Return the executor: processes of this machine, or a cluster. Raises LabError."""
    return executor(check_jobs(running.jobs), running.scheduler, mixed=running.mixed)


@contextmanager
def at_work(running: Running, results: Place | None, about: Mapping[str, str]) -> Iterator[Work]:
    """Yield the results and the executor for measuring many towers.

    Without a file, results are in the user's cache until everything is done: after Ctrl-C or a kill the same call
    resumes. Raises LabError, and Resumable after Ctrl-C if the disk has them.
    """
    path = cached_file(about, mixed=running.mixed) if results is None else Path(results)
    tell = teller(False if running.watch else running.progress)
    with open_results(path, about, is_cached=results is None, mixed=running.mixed) as kept, hands(running) as some:
        for sentence in all_notices() if running.note else ():
            note(running, sentence)
        try:
            yield Work(kept, some, tell)
        except KeyboardInterrupt:
            raise (Resumable if kept.is_kept else KeyboardInterrupt) from None
    if results is None and path:
        path.unlink(missing_ok=True)


def note(running: Running, sentence: str) -> None:
    """Report a sentence before the work begins, if there is one."""
    if running.note and sentence:
        running.note(sentence)


def watcher(running: Running) -> Watch:
    """Return the callback for the candidates of a search."""
    return running.watch or (lambda _candidates: None)


def teller(progress: Progress) -> Tell:
    """Return the callback for the progress. Raises LabError if a bar is wanted and tqdm isn't installed."""
    if not isinstance(progress, bool):
        return progress
    return _Bar() if progress else lambda _done, _all: None


class _Bar:
    """Progress bar by tqdm, in a terminal or a notebook."""

    def __init__(self) -> None:
        try:
            self._bar: Any = import_module("tqdm.auto").tqdm(total=0)
        except ImportError:
            text = _("{command} needs the library {library}, which isn't installed.")
            raise LabError(text.format(command="progress", library="tqdm")) from None

    def __call__(self, done: int, total: int) -> None:
        """Show the progress."""
        self._bar.total = total
        self._bar.update(done - self._bar.n)
