"""The lab from Python: what the commands of `shogun tower` do, as functions of the same names and defaults.

Each takes a tower by name, by file or as a geometry, and returns a result that is data first: `to_columns()` (NumPy
arrays), `to_frame()` (pandas), `to_csv()`, `to_parquet()`, and a table in notebooks. Errors speak of the arguments.

What they have in common: `jobs` are processes (with more than one a script needs `if __name__ == "__main__":`),
`scheduler` is the address of a dask scheduler, whose cluster works instead, `progress` is called with how much is done
and of how much, or True for a bar by tqdm. Results depend on none of them. `discard` says how many battles at the
beginning of each chain don't count, `protocol` how battles are made into chains; only `verify`, whose verdict rests on
its own, and `match`, which throws as somebody has thrown, take neither. `metrics` are further statistics: the
name of one, a `Statistic` of your own, or several; they can be targets and axes of searches too.

Ctrl-C keeps what is there: `measure` and `residence` return it (`interrupted`, `is_interrupted`), and what measures
many towers goes on from there when it is called again with the same arguments.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from operator import index
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from shogun.base.language import _, shown
from shogun.lab.arguments import Kinds, check_arguments
from shogun.lab.errors import LabError
from shogun.lab.measuring import residence as residences
from shogun.lab.measuring import sample_size as sizes_of_samples
from shogun.lab.measuring.battle_counting import Tally
from shogun.lab.measuring.battle_records import BattleRecords, record
from shogun.lab.measuring.chains import HASTY, STANDARD_PROTOCOL, Protocol, Task, discarding
from shogun.lab.measuring.measurement import (
    Measurement,
    check_battles,
    check_jobs,
    evaluate,
    experiment,
    measured_or_interrupted,
    sparing,
)
from shogun.lab.measuring.statistics import Requested, asked_for, further
from shogun.lab.measuring.throw_distribution import Throws, find_throws
from shogun.lab.running.batch_evaluation import BatchPlan, Interrupted, RunConfig, Work
from shogun.lab.running.executors import executor
from shogun.lab.running.results_file import cached_file, open_results
from shogun.lab.searching import contest as contests
from shogun.lab.searching import explore as maps
from shogun.lab.searching import pareto_front as fronts
from shogun.lab.searching import sensitivity as importances
from shogun.lab.searching import sensitivity as influences
from shogun.lab.searching import sweep as sweeps
from shogun.lab.searching import tune as searches
from shogun.lab.searching.search_space import parse_parameters
from shogun.lab.searching.targets import check_balance, parse_targets
from shogun.lab.validation import calibration, comparison, verification
from shogun.lab.validation.calibration import read_counts
from shogun.tower.file.design import Design, as_design
from shogun.tower.file.made_in_code import checked
from shogun.tower.file.toml_editing import written
from shogun.tower.geometry import Geometry
from shogun.tower.tower_lookup import load_bounds, load_design, load_tower, tower_text

P = ParamSpec("P")
R = TypeVar("R")
Tower = Geometry | str | Path
"""A tower: a geometry, a name, or the path of a file ending in .toml."""
Progress = Callable[[int, int], None] | bool
Sizes = str | int | tuple[int, int]
"""Sizes of throws: `4-12`, `game` or a file, as the commands say them; one size; or the least and the most."""
Wanted = str | Mapping[str, float]
"""Figures by name, each with a number: "p_out_thrown=0.67,stock=12", or a dictionary."""
Numbers = str | Sequence[str] | Mapping[str, tuple[float, float] | None]
"""Numbers of a tower, each with its range or the usual one: "ledges.tilt=14:22,ledges.length", names, or a dictionary
of ranges (None: the usual one)."""
Grid = str | Sequence[str] | Mapping[str, Iterable[float]]
"""Numbers of a tower with their values: "ledges.tilt=14:22:1", several such, or a dictionary of values."""
_OPTION = re.compile(r"--([a-z]+(?:-[a-z]+)*)")


class Running(msgspec.Struct, frozen=True):
    """How an experiment is carried out; it changes no result."""

    jobs: int = 1
    scheduler: str = ""
    mixed: bool = False
    """With a scheduler: machines help that compute otherwise; then the figures are equal in distribution only."""
    progress: Progress = False


USUAL = Running()


def _in_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Have errors speak of arguments, not of options of the command line."""

    @wraps(function)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        plainly: Any = function
        values, named = [*map(_scalar, args)], {name: _scalar(value) for name, value in kwargs.items()}
        check_arguments(function, (values, named), _kinds(), (Protocol, Running))
        try:
            return cast(R, plainly(*values, **named))
        except LabError as error:
            plain = _OPTION.sub(lambda found: found[1].replace("-", "_"), str(error))
            raise type(error)(plain) from None

    return told


def _kinds() -> Kinds:
    """Return in words what parameters take, by their hints."""
    return (
        (Tower, _("a tower's name, file or geometry")),
        (Tower | Sequence[Tower], _("a tower's name, file or geometry, or several")),
        (str | Path, _("the name of a file or folder")),
        (Sizes, _("sizes of throws, like 4-12, game, a file, 8 or (4, 12)")),
        (Wanted, _('statistics with values, like "stock=12" or {"stock": 12}')),
        (tuple[Wanted, Wanted], _('two targets, like ("stock=12", "p_out_thrown=0.8")')),
        (Numbers, _('parameters of a tower, like "ledges.tilt=14:22" or {"ledges.tilt": (14, 22)}')),
        (Grid, _('parameters of a tower with values, like "ledges.tilt=14:22:1" or {"ledges.tilt": [14, 18]}')),
        (Requested, _("a Statistic, the name of one, or several")),
        (Protocol, _("a Protocol")),
        (Running, _("a Running")),
        (tuple[int, int], _("two whole numbers, like (31, 45)")),
        (Progress, _("a function of two numbers, or True or False")),
        (bool, _("True or False")),
        (int, _("a whole number")),
        (str, _("a text")),
    )


def _scalar(value: Any) -> Any:
    """Return a number of NumPy as a plain one."""
    return value.item() if getattr(value, "shape", None) == () else value


@_in_arguments
def measure(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    sizes: bool = False,
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    resume: str | Path | None = None,
    running: Running = USUAL,
) -> Measurement:
    """Return what a tower does over so many battles: chances, stock, times, each with its interval.

    `throws` is `4-12` (sizes, each as likely), `game` (as counted in simulated games) or a file of sizes; `sizes`: what
    throws of single sizes do too, which takes four times as long; `resume`: a folder for partial results. Ctrl-C ends
    it with what there is (`interrupted`).
    Raises LabError, GeometryError, WorkerDied.

    >>> from shogun.lab import measure
    >>> result = measure("classic", battles=24, seed=1)
    >>> result.battles, result.density.cubes.shape
    (24, (70, 28))
    >>> list(result.to_columns())
    ['figure', 'mean', 'low', 'high', 'standard_error']
    """
    check_battles(battles)
    check_jobs(jobs)
    asked = further(metrics)
    task = experiment(_tower(tower), seed, _throws(throws), _protocol(protocol, discard), asked)
    config = _config(msgspec.structs.replace(running, jobs=jobs), resume)
    if sizes:
        return measured_or_interrupted(task, battles, config, has_sizes=True, asked=asked)
    chains = task if protocol else sparing(task, battles)
    return _measured(task, asked, lambda: config.carry_out(chains, battles))


def _measured(task: Task, asked: Sequence[str], carried_out: Callable[[], Sequence[Tally]]) -> Measurement:
    """Return what the chains measure; if interrupted, what there is."""
    try:
        return evaluate(task, carried_out(), asked=asked)
    except Interrupted as stop:
        [tallies] = stop.tallies
        if not any(tally.battles for tally in tallies):
            raise KeyboardInterrupt from None
        return msgspec.structs.replace(evaluate(task, tallies, asked=asked), interrupted=True)


def measure_with_sizes(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    protocol: Protocol | None = None,
    discard: int | None = None,
) -> Measurement:
    """Return the same as `measure`, and what throws of single sizes do (`by_size`); it takes four times as long."""
    return measure(tower, battles, seed, throws, jobs, sizes=True, protocol=protocol, discard=discard)


@_in_arguments
def battles(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    jobs: int = 1,
    *,
    protocol: Protocol | None = None,
    discard: int | None = None,
) -> BattleRecords:
    """Return the raw data of `measure`: each battle, the discarded ones too, and each cube.

    The same arguments give the battles behind the figures of `measure`. Raises LabError, GeometryError, WorkerDied.

    >>> from shogun.lab import battles
    >>> found = battles("classic", battles=12, seed=1).to_columns("cubes")
    >>> sorted(found)
    ['chain', 'colour', 'out', 'stay', 'still_inside', 'thrown']
    """
    check_battles(battles)
    task = experiment(_tower(tower), seed, _throws(throws), _protocol(protocol, discard))
    return record(task if protocol else sparing(task, battles), battles, check_jobs(jobs))


@_in_arguments
def sample_size(
    tower: Tower,
    other: Tower | None = None,
    *,
    within: Wanted,
    pilot: int = 800,
    seed: int = 1,
    throws: Sizes = "4-12",
    protocol: Protocol | None = None,
    discard: int | None = None,
    running: Running = USUAL,
) -> sizes_of_samples.SampleSize:
    """Return how many battles `measure` needs, or `compare` of two towers, for figures "p_out_thrown=0.01,stock=0.3".

    `within`: how far their intervals may reach to each side. Raises as `measure`.

    >>> from shogun.lab import sample_size
    >>> [needed] = sample_size("classic", within="stock=2", pilot=160).needed
    >>> needed.figure, needed.battles < needed.battles_to_be_sure
    ('stock', True)
    """
    asked, sizes = sizes_of_samples.parse_within(_wanted(within)), _throws(throws)
    chains = _protocol(protocol, discard)
    tasks = [experiment(_tower(one), seed, sizes, chains) for one in (tower, other) if one is not None]
    return sizes_of_samples.sample_size(tasks, asked, _config(running), pilot)


@_in_arguments
def residence(
    tower: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    *,
    bands: int = 0,
    protocol: Protocol | None = None,
    discard: int | None = None,
    running: Running = USUAL,
) -> residences.Residence:
    """Return how long cubes stay, by the place at which they came to rest, as `tower residence` does.

    `bands`: heights that are told apart instead of pieces. Ctrl-C ends it with what there is. Raises as `measure`.

    >>> from shogun.lab import residence
    >>> found = residence("classic", battles=60, bands=2)
    >>> [place.place for place in found.places], found.stay.share(0).mean < 0.5
    (['140-280 mm', '0-140 mm'], True)
    """
    check_battles(battles)
    task = experiment(_tower(tower), seed, _throws(throws), _protocol(protocol, discard))
    with executor(check_jobs(running.jobs), running.scheduler, mixed=running.mixed) as some:
        tell = _teller(running.progress)
        return residences.residence(task if protocol else sparing(task, battles), battles, some, bands, tell)


@_in_arguments
def compare(
    *towers: Tower,
    battles: int = 2000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    running: Running = USUAL,
) -> comparison.Comparison:
    """Return two or more towers side by side, with intervals of their differences to the first. Raises as `measure`."""
    check_battles(battles)
    if len(towers) < 2:
        raise LabError(_("name at least two towers."))
    sizes, chains, asked = _throws(throws), _protocol(protocol, discard), further(metrics)
    tasks = [experiment(_tower(one), seed, sizes, chains, asked) for one in towers]
    return comparison.compare(tasks, battles, _config(running), asked)


@_in_arguments
def verify(
    tower: Tower, *, full: bool = False, resume: str | Path | None = None, running: Running = USUAL
) -> verification.Verification:
    """Return whether a tower does what a battle tower should; `full` takes 30,000 battles. Raises as `measure`."""
    bounds = load_bounds(str(tower)) if not isinstance(tower, Geometry) else load_bounds(tower.name)
    plan = verification.FULL if full else verification.QUICK
    return verification.verify(_tower(tower), bounds, plan, _config(running, resume))


@_in_arguments
def sweep(
    tower: Tower,
    vary: Grid,
    *,
    battles: int = 500,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> sweeps.Sweep:
    """Return what a tower does over a grid of its numbers, `vary` being "ledges.tilt=14:22:1" or several such.

    `results` is a file of SQLite in which chains are kept and found again. Raises as `measure`.
    """
    check_battles(battles)
    design, plan = _design(tower), _plan(battles, throws, seed, protocol, discard).asking(further(metrics))
    axes = _axes(vary)
    sweeps.check_axes(design, axes)
    with _at_work(running, results, sweeps.about(design, axes, plan)) as work:
        return sweeps.sweep(design, axes, plan, work)


@_in_arguments
def tune(
    tower: Tower,
    target: Wanted,
    parameters: Numbers,
    *,
    candidates: int = 300,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> searches.Tuned:
    """Return numbers with which a tower does what is wanted: "p_out_thrown=0.67,stock=12". Raises as `measure`."""
    asked = further(metrics)
    design, aim = _aim(tower, target, parameters, candidates=candidates, seed=seed, throws=throws, discard=discard)
    aim = msgspec.structs.replace(aim, metrics=asked, protocol=protocol)
    with _at_work(running, results, searches.about(design, aim)) as work:
        return searches.tune(design, aim, work)


@_in_arguments
def search(tower: Tower, parameters: Numbers, *, seed: int = 1) -> searches.Search:
    """Return the search of `tune` for a custom loss function: `ask()`, then `tell(losses)`.

    Raises LabError.
    """
    design = _design(tower)
    return searches.Search(design, parse_parameters(_numbers(parameters), design), seed)


@_in_arguments
def front(
    tower: Tower,
    targets: tuple[Wanted, Wanted],
    parameters: Numbers,
    *,
    candidates: int = 300,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> fronts.ParetoFront:
    """Return towers between two wishes, as `tower tune` does with --target twice. Raises as `measure`."""
    asked = further(metrics)
    design, aim = _aim(tower, targets[0], parameters, candidates=candidates, seed=seed, throws=throws, discard=discard)
    aim = msgspec.structs.replace(aim, metrics=asked, protocol=protocol)
    other = parse_targets(_wanted(targets[1]))
    check_balance(other, aim.throws)
    with _at_work(running, results, fronts.about(design, aim, other)) as work:
        return fronts.front(design, aim, other, work)


@_in_arguments
def explore(
    tower: Tower | Sequence[Tower],
    parameters: Numbers,
    *,
    over: str = "stock,p_out_thrown",
    best: str | None = None,
    candidates: int = 500,
    battles: int = 1000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> maps.TowerMap:
    """Return a map of towers over two figures, the best of each cell, as `tower explore` does.

    With several towers the search begins with each of them, with those of the numbers that it has. `design(elite)` and
    `file(elite)` of the result are a tower of it; `save_page` writes it as a page. Raises as `measure`.
    """
    towers = [tower] if isinstance(tower, Geometry | str | Path) else tower
    asked = further(metrics)
    axes, aim = maps.parse_axes(over), maps.aim_of(best, candidates, battles)
    aim = msgspec.structs.replace(aim, seed=seed, throws=_throws(throws), discarded=discard)
    aim = msgspec.structs.replace(aim, metrics=asked, protocol=protocol)
    starts = maps.starts_of([_origin(one) for one in towers], _numbers(parameters), aim)
    with _at_work(running, results, maps.about(starts, axes)) as work:
        return maps.explore(starts, axes, work)


@_in_arguments
def sensitivity(
    tower: Tower,
    parameters: Numbers,
    *,
    method: str = "morris",
    samples: int | None = None,
    battles: int = 240,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> influences.Sensitivity:
    """Return which numbers of a tower matter for which figure, as `tower sensitivity` does. Raises as `measure`."""
    design = _design(tower)
    plan = influences.sensitivity_plan(design, _numbers(parameters), method, samples, battles)
    asked, chains = asked_for(further(metrics)), protocol or msgspec.UNSET
    plan = msgspec.structs.replace(plan, seed=seed, throws=_throws(throws), discarded=discard)
    plan = msgspec.structs.replace(plan, statistics=asked, protocol=chains)
    with _at_work(running, results, influences.about(design, plan)) as work:
        return influences.sensitivity(design, plan, work)


@_in_arguments
def importance(results: str | Path, *, seed: int = 1) -> importances.SearchImportance:
    """Return which numbers mattered in a search, from its file of results, as `tower importance` does.

    Raises LabError.
    """
    return importances.importance(Path(results), seed)


def _aim(
    tower: Tower, target: Wanted, parameters: Numbers, *, candidates: int, seed: int, throws: Sizes, discard: int | None
) -> tuple[Design, searches.Aim]:
    """Return what is searched for. Raises LabError."""
    if not 20 <= candidates <= 100_000:
        raise LabError(_("--candidates {count} must be from 20 to 100000").format(count=candidates))
    design, sizes, wish = _design(tower), _throws(throws), parse_targets(_wanted(target))
    check_balance(wish, sizes)
    named = parse_parameters(_numbers(parameters), design)
    return design, searches.Aim(wish, named, seed, sizes, candidates, discarded=discard)


@_in_arguments
def match(
    tower: Tower, counts: str | Path, *, parameter: str = "grain.friction", seed: int = 1, running: Running = USUAL
) -> calibration.Match:
    """Return how hand-counted throws (a CSV file with thrown, out, resting) go with a tower, and which friction fits.

    Raises as `measure`, and OSError.
    """
    design = _design(tower)
    named = parse_parameters(parameter, design)
    if len(named) != 1:
        raise LabError(_("--parameter: name one parameter, like grain.friction=0.4:0.7"))
    with executor(running.jobs, running.scheduler, mixed=running.mixed) as some:
        helped = calibration.Help(some, _teller(running.progress))
        return calibration.match(design, named[0], read_counts(Path(counts)), helped, seed)


@_in_arguments
def contest(
    folder: str | Path,
    target: Wanted,
    *,
    battles: int = 1000,
    seed: int = 1,
    throws: Sizes = "4-12",
    metrics: Requested | None = None,
    protocol: Protocol | None = None,
    discard: int | None = None,
    results: str | Path | None = None,
    running: Running = USUAL,
) -> contests.Contest:
    """Return the towers of a folder, ranked by how near they come to targets. Raises as `measure`, and OSError."""
    check_battles(battles)
    asked = further(metrics)
    targets, plan = parse_targets(_wanted(target)), _plan(battles, throws, seed, protocol, discard)
    plan = plan.asking([*(one.name for one in targets), *asked])
    check_balance(targets, plan.throws)
    towers, refused = contests.entrants(Path(folder))
    with _at_work(running, results, contests.about(towers, plan)) as work:
        return contests.contest(towers, refused, targets, plan, work)


def _throws(sizes: Sizes) -> Throws:
    """Return the sizes of throws. Raises LabError."""
    if isinstance(sizes, str):
        return find_throws(sizes)
    low, high = sizes if isinstance(sizes, tuple) else (sizes, sizes)
    return find_throws(f"{index(low)}-{index(high)}")


def _wanted(figures: Wanted) -> str:
    """Return figures with their numbers as the commands say them."""
    if isinstance(figures, str):
        return figures
    return ",".join(f"{name}={float(value):.17g}" for name, value in figures.items())


def _numbers(numbers: Numbers) -> str:
    """Return numbers of a tower with their ranges as the commands say them."""
    if isinstance(numbers, str):
        return numbers
    if not isinstance(numbers, Mapping):
        return ",".join(numbers)
    ranges = {name: ends and f"={float(ends[0]):.17g}:{float(ends[1]):.17g}" for name, ends in numbers.items()}
    return ",".join(f"{name}{said or ''}" for name, said in ranges.items())


def _axes(grid: Grid) -> list[sweeps.Axis]:
    """Return the axes of a grid. Raises LabError."""
    if isinstance(grid, Mapping):
        return [sweeps.Axis(name, tuple(_number(name, value) for value in values)) for name, values in grid.items()]
    return [sweeps.parse_axis(text) for text in ([grid] if isinstance(grid, str) else grid)]


def _number(name: str, value: Any) -> float:
    """Return a value of a grid. Raises LabError."""
    try:
        return float(value)
    except (TypeError, ValueError):
        text = _("{argument} {value} must be {kind}.")
        raise LabError(text.format(argument=f"vary {name}", value=shown(repr(value)), kind=_("numbers"))) from None


def _protocol(protocol: Protocol | None, discard: int | None) -> Protocol:
    """Return how battles are made into chains. Raises LabError."""
    return discarding(protocol or STANDARD_PROTOCOL, discard)


def _plan(battles: int, throws: Sizes, seed: int, protocol: Protocol | None, discard: int | None) -> BatchPlan:
    """Return how each of many towers is measured. Raises LabError."""
    return BatchPlan(battles, _throws(throws), discarding(protocol or HASTY, discard), seed)


def _tower(tower: Tower) -> Geometry:
    return checked(tower) if isinstance(tower, Geometry) else load_tower(tower)


def _design(tower: Tower) -> Design:
    if isinstance(tower, Design):
        return checked(tower)
    return as_design(checked(tower)) if isinstance(tower, Geometry) else load_design(str(tower))


def _origin(tower: Tower) -> maps.Origin:
    """Return a tower as a design, and the text of its file: of a geometry that is made."""
    design = _design(tower)
    return maps.Origin(design, written(design) if isinstance(tower, Geometry) else tower_text(tower)[0])


def _config(running: Running, folder: str | Path | None = None) -> RunConfig:
    """Return how an experiment is carried out, with partial results in a folder if one is named."""
    return RunConfig(
        check_jobs(running.jobs), running.scheduler, running.mixed,
        resumable=folder is not None, folder=None if folder is None else Path(folder), tell=_teller(running.progress),
    )  # fmt: skip


@contextmanager
def _at_work(running: Running, results: str | Path | None, about: Mapping[str, str]) -> Iterator[Work]:
    """Yield with what many towers are measured. Raises LabError.

    Without a file results are in the user's cache until all is done, as those of the commands: after Ctrl-C or a kill
    the same call goes on from there.
    """
    path = cached_file(about, mixed=running.mixed) if results is None else Path(results)
    hands = executor(check_jobs(running.jobs), running.scheduler, mixed=running.mixed)
    with open_results(path, about, is_cached=results is None, mixed=running.mixed) as kept, hands as some:
        yield Work(kept, some, _teller(running.progress))
    if results is None and path:
        path.unlink(missing_ok=True)


def _teller(progress: Progress) -> Callable[[int, int], None]:
    """Return who is told how far it has come. Raises LabError if a bar is wanted and tqdm isn't installed."""
    if not isinstance(progress, bool):
        return progress
    return _Bar() if progress else lambda _done, _all: None


class _Bar:
    """A bar by tqdm, as it draws it in a terminal and in a notebook."""

    def __init__(self) -> None:
        try:
            self._bar: Any = import_module("tqdm.auto").tqdm(total=0)
        except ImportError:
            text = _("{command} needs the library {library}, which isn't installed.")
            raise LabError(text.format(command="progress", library="tqdm")) from None

    def __call__(self, done: int, total: int) -> None:
        """Show how far it has come."""
        self._bar.total = total
        self._bar.update(done - self._bar.n)
