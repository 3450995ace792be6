"""A tower's long-run behavior, measured by many battles: chances, stock, times, places, each with its interval."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.base.language import _, ngettext
from shogun.lab.errors import LabError
from shogun.lab.measuring.chains import HASTY, STANDARD_PROTOCOL, Experiment, Protocol, Task, discarding
from shogun.lab.measuring.estimates import (
    CHANCE,
    CONFIDENCE,
    CUBES,
    Estimate,
    Interval,
    quantile,
    ratio,
)
from shogun.lab.measuring.residence import Survival, survival
from shogun.lab.measuring.stationarity import Stationarity, long_run_intervals, stationarity_of
from shogun.lab.measuring.statistics import (
    MEASURED,
    RequestedStatistic,
    asked_for,
    estimate,
    given,
    recording,
    statistic,
)
from shogun.lab.measuring.tally import BIN, GAME, OVERFULL, SECONDS_A_BIN, Clogs, OddDrop, Tally, total_clogs
from shogun.lab.measuring.throw_distribution import Throws
from shogun.lab.measuring.throw_sizes import BySize, by_size, counts_alone, counts_onto_stock, single_size_experiments
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import Interrupted, RunConfig
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.drop_simulation import column_x
from shogun.tower.physics.solver import Physics, Solver
from shogun.tower.physics.time_step import solver_for

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]
BATTLES_A_CHAIN = 100
"""Battles per chain; if fewer would be counted than discarded, chains are left out until each counts this many."""
SPREAD = 0.15
"""Standard error of a thrown cube's chance after one battle of `classic`: it falls with the square root of battles."""
CHAINS_ALONE = 12
"""Chains for each single size; most of their throws are their warm-up."""
DISCARDED_ALONE = 30
"""Battles of 4-12 cubes whose discarding is matched, where few throws of each size are counted: chances forget the
start sooner than the number of resting cubes does."""
GAME_INTERVALS = 3
"""Intervals of a game's figures."""
MOST_BATTLES = 10_000_000
Headline = dict[str, Estimate]
"""The statistics that distinguish towers, by name: those always measured, then those requested."""


class GameFigures(msgspec.Struct, frozen=True):
    """Figures of a single game, which begins with a start throw and has some 70 battles: those battles of each chain.

    Shorter chains give figures of fewer battles. The three intervals hold at once.
    """

    p_out_thrown: Interval
    p_out_resting: Interval
    stock: Interval
    """Mean number of cubes in the tower after a battle."""
    battles: int = GAME
    """Battles examined in the longest chain: 70, or as many as it has."""


class Spread(msgspec.Struct, frozen=True):
    """A distribution in four numbers; all are NaN if nothing was counted."""

    mean: float
    median: float
    most: float
    """95th percentile."""
    longest: float


NO_SPREAD = Spread(math.nan, math.nan, math.nan, math.nan)


class StartPlace(msgspec.Struct, frozen=True):
    """A place above the funnel where cubes start."""

    row: int
    """Rows are counted as they come in, from 0."""
    x: float
    """mm right of the middle."""
    thrown: int
    out: Interval
    """Chance of coming out in the same battle."""


class Incidents(msgspec.Struct, frozen=True):
    """Counts of things that should not happen, over all throws, including discarded ones and those of single sizes."""

    drops: int
    cut_off: int
    """Drops that hadn't come to rest after 6 s."""
    dry_spells: int
    """Runs of 5 throws (of 20 cubes or more together) without any cube out."""
    longest_dry: int
    """The most battles in a row, by the protocol, without any cube out."""
    above_rim: int
    """Cubes that came to rest above the rim."""
    not_conserved: int
    """Drops that changed the set of cubes."""
    chains_given_up: int
    """Chains that were ended early, because nothing came out any more or the tower was overfull."""
    clogs: Clogs
    """Clogs in battles by the protocol: throws after which more than 30 cubes were inside at rest."""
    start_clogs: Clogs
    """Clogs in start throws into the empty tower."""


class Density(msgspec.Struct, frozen=True):
    """A histogram of resting cubes in two dimensions."""

    cubes: Floats
    """Mean number of cubes in a cell after a battle, shape (lines from the exit upwards, columns from the left)."""
    x_edges: Floats
    """Borders of the columns, mm right of the middle, shape (columns + 1,)."""
    y_edges: Floats
    """Borders of the lines, mm above the exit plane, shape (lines + 1,)."""


class Measurement(Tabular, frozen=True):
    """Figures of a tower; all intervals hold at once with `confidence` (start places and sizes separately)."""

    tower: str
    geometry: str
    """The hash of the tower's geometry."""
    seed: int
    throws: str
    mean_throw: float
    battles: int
    chains: int
    solver: Solver
    confidence: float
    p_out_thrown: Interval
    p_out_resting: Interval
    stock: Interval
    stock_sd: float
    stock_drift: Interval
    """Second half of the chains minus the first half, cubes."""
    out_minus_in: Interval
    """Cubes a battle."""
    stationarity: Stationarity
    """State of the long run. Until it is reached, the intervals are wider by what may be missing."""
    in_a_game: GameFigures
    start_kept: Interval
    """Cubes that stay from start throws of 31-45 cubes."""
    seconds_to_rest: Spread
    stay: Survival
    """Battles that a cube of the counted battles stays in the tower; 0 means out at once."""
    incidents: Incidents
    by_start_place: tuple[StartPlace, ...]
    stock_counts: Counts
    """Number of battles by the cubes in the tower after them, shape (401,)."""
    stay_counts: Counts
    """Cubes of counted battles by the number of battles inside, shape (201,); the last cell has all longer stays."""
    inside_counts: Counts
    """The same for cubes in the tower at the end of their chain."""
    density: Density
    odd: tuple[OddDrop, ...]
    """Drops to look at again, each with its seed and what lay in the tower."""
    headline: Headline
    by_size: BySize = BySize()
    """Empty unless sizes were requested."""
    interrupted: bool = False
    """True if it was ended before all battles were fought."""
    notes: tuple[str, ...] = ()
    """Notes for the reader, such as results that couldn't be saved."""
    statistics: tuple[RequestedStatistic, ...] | msgspec.UnsetType = msgspec.UNSET
    """The further statistics requested ..."""
    further: dict[str, Interval] | msgspec.UnsetType = msgspec.UNSET
    """... and their intervals, which hold at once among themselves."""

    def of(self, name: str) -> Interval:
        """Return a statistic by its name. Raises LabError if it wasn't measured."""
        known: Interval | None = getattr(self, name) if name in MEASURED else given(self.further).get(name)
        if known is None:
            statistic(name)
            raise LabError(_("{name} wasn't measured; ask for it.").format(name=name))
        return known

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the tables: figures, stock, stay, start_places, density."""
        return {
            "figures": self._figures,
            "stock": lambda: {"stock": range(len(self.stock_counts)), "battles": self.stock_counts.tolist()},
            "stay": self._stays,
            "start_places": self._places,
            "density": self._cells,
        }

    def _figures(self) -> Table:
        rows = [
            (name, one.mean, one.low, one.high, self.headline[name].error)
            for name in (*MEASURED, *given(self.further))
            for one in [self.of(name)]
        ]
        return transposed(("figure", "mean", "low", "high", "standard_error"), rows)

    def _stays(self) -> Table:
        out, inside = self.stay_counts.tolist(), self.inside_counts.tolist()
        return {"battles": range(len(out)), "came_out": out, "still_inside": inside}

    def _places(self) -> Table:
        rows = [(one.row, one.x, one.thrown, one.out.mean, one.out.low, one.out.high) for one in self.by_start_place]
        return transposed(("row", "x_mm", "thrown", "p_out", "p_out_low", "p_out_high"), rows)

    def _cells(self) -> Table:
        x, y = ((edges[:-1] + edges[1:]) / 2 for edges in (self.density.x_edges, self.density.y_edges))
        across, up = np.meshgrid(x, y)
        return {
            "x_mm": across.ravel().tolist(),
            "y_mm": up.ravel().tolist(),
            "cubes": self.density.cubes.ravel().tolist(),
        }


def experiment(  # noqa: PLR0913, PLR0917
    geometry: Geometry,
    seed: int,
    throws: Throws,
    protocol: Protocol = STANDARD_PROTOCOL,
    asked: Sequence[str] = (),
    physics: Physics | msgspec.UnsetType = msgspec.UNSET,
) -> Task:
    """Return the settings that all chains of an experiment share; `asked` are further statistics."""
    solver = solver_for(geometry, physics)
    return Task(geometry, seed, 0, 0, throws=throws, protocol=protocol, solver=solver, recording=recording(asked))


def with_fewer_chains(task: Task, battles: int) -> Task:
    """Return a task that doesn't discard nearly all of its battles: fewer chains if few battles are counted."""
    protocol = task.protocol
    if battles >= protocol.chains * protocol.discarded:
        return task
    chains = min(protocol.chains, max(HASTY.chains, battles // BATTLES_A_CHAIN))
    return msgspec.structs.replace(task, protocol=msgspec.structs.replace(protocol, chains=chains))


def advised(task: Task, tallies: Sequence[Tally]) -> Stationarity:
    """Return whether chains have forgotten their start, and how many more battles may do.

    `with_fewer_chains` distributes them. With few battles there are fewer chains than in `task`, and some of any
    additional battles make more chains.
    """
    known = stationarity_of(tallies)
    if not known.battles_more or len(tallies) >= task.protocol.chains:
        return known
    counted = sum(tally.battles for tally in tallies)
    length = (sum(tally.length for tally in tallies) + known.battles_more) / len(tallies)
    step = 10 ** max(1, math.floor(math.log10(known.battles_more)))
    more = next(more for more in count(step, step) if _length(task, counted + more) >= length)
    return msgspec.structs.replace(known, battles_more=more)


def _length(task: Task, battles: int) -> float:
    """Return the length of chains, including discarded battles, for a total of counted battles."""
    protocol = with_fewer_chains(task, battles).protocol
    return protocol.discarded + battles / protocol.chains


def forecast(task: Task, battles: int) -> str:
    """Return a sentence on the precision of so few battles; empty if there are enough for the whole protocol."""
    spared = with_fewer_chains(task, battles)
    if spared is task:
        return ""
    chains = min(battles, spared.protocol.chains)
    confidence = each(CONFIDENCE, len(MEASURED))
    reach = Estimate(0.5, SPREAD / math.sqrt(battles), max(1, chains - 1)).interval(confidence, CHANCE).high - 0.5
    text = ngettext(
        "{count} battle {chains}, after {discarded} discarded in each: the precision of chances will "
        "be about ± {reach:.2f}.",
        "{count} battles {chains}, after {discarded} discarded in each: the precision of chances will "
        "be about ± {reach:.2f}.",
        battles,
    )
    return text.format(count=battles, chains=in_chains(chains), discarded=spared.protocol.discarded, reach=reach)


def in_chains(count: int) -> str:
    """Return the number of chains in words, for a sentence on a measurement."""
    return ngettext("in {count} chain", "in {count} chains", count).format(count=count)


def measured(task: Task, battles: int, run_config: RunConfig, asked: Sequence[str] = ()) -> Measurement:
    """Return the measurement of a task in `battles` battles; `asked` are further statistics."""
    check_battles(battles)
    check_jobs(run_config.jobs)
    return evaluate(task, run_config.carry_out(with_fewer_chains(task, battles), battles), asked=asked)


def experiments(task: Task, battles: int, *, has_sizes: bool, spares: bool = True) -> list[Experiment]:
    """Return the experiments of a task: itself; with sizes it also probes single sizes, and each size alone follows.

    The experiments of each size alone throw half as many cubes. `spares`: few battles make fewer chains.
    """
    spared = with_fewer_chains(task, battles) if spares else task
    if not has_sizes:
        return [Experiment(spared, battles)]
    probing = msgspec.structs.replace(spared, probe_every=1)
    sized = spared
    if spared is not task:
        discarded = min(spared.protocol.discarded, DISCARDED_ALONE)
        sized = msgspec.structs.replace(spared, protocol=discarding(spared.protocol, discarded))
    return [
        Experiment(probing, battles),
        *single_size_experiments(sized, battles // 2, min(CHAINS_ALONE, spared.protocol.chains)),
    ]


def measured_or_interrupted(  # noqa: PLR0913
    task: Task,
    battles: int,
    run_config: RunConfig,
    *,
    has_sizes: bool = False,
    asked: Sequence[str] = (),
    spares: bool = True,
) -> Measurement:
    """Return the measurement of a task, with throws of single sizes; if interrupted, the results so far.

    Raises KeyboardInterrupt if there is nothing yet.
    """
    check_battles(battles)
    check_jobs(run_config.jobs)
    todo = experiments(task, battles, has_sizes=has_sizes, spares=spares)
    is_interrupted = False
    try:
        tallies, *groups = run_config.carry_out_all(todo)
    except Interrupted as stop:
        tallies, *groups = stop.tallies
        is_interrupted = True
    if is_interrupted and not any(tally.battles for tally in tallies):
        raise KeyboardInterrupt
    return msgspec.structs.replace(
        evaluate(task, tallies, [tally for group in groups for tally in group], asked),
        by_size=by_size(counts_onto_stock(tallies), counts_alone(groups)) if has_sizes else BySize(),
        interrupted=is_interrupted,
    )


def check_battles(battles: int) -> None:
    """Raise LabError for an impossible number of battles."""
    if not 1 <= battles <= MOST_BATTLES:
        raise LabError(_("--battles {count} must be from 1 to {most}.").format(count=battles, most=MOST_BATTLES))


def check_jobs(jobs: int) -> int:
    """Return the number of processes. Raises LabError for an impossible one."""
    if jobs < 1:
        raise LabError(_("--jobs {count} must be at least 1.").format(count=jobs))
    return jobs


def evaluate(
    task: Task, tallies: Sequence[Tally], others: Sequence[Tally] = (), asked: Sequence[str] = ()
) -> Measurement:
    """Return the combined figures of all chains; `others` only contribute defects, which should occur in no throw."""
    headline = headline_of(tallies, asked)
    stationarity = advised(task, tallies)
    intervals: dict[str, Any] = {}
    intervals |= long_run_intervals(
        {name: headline[name] for name in MEASURED}, stationarity, each(CONFIDENCE, len(MEASURED))
    )
    further = long_run_intervals({name: headline[name] for name in asked}, stationarity, each(CONFIDENCE, len(asked)))
    stock_counts = _total(tally.stock for tally in tallies)
    return Measurement(
        tower=task.geometry.name,
        geometry=geometry_hash(task.geometry),
        seed=task.seed,
        throws=task.throws.name,
        mean_throw=task.throws.mean,
        battles=sum(tally.battles for tally in tallies),
        chains=len(tallies),
        solver=task.solver,
        confidence=CONFIDENCE,
        stock_sd=_deviation(stock_counts),
        stationarity=stationarity,
        in_a_game=in_a_game(tallies),
        seconds_to_rest=_times(tallies),
        stay=survival([tally.stays for tally in tallies], [tally.inside for tally in tallies]),
        incidents=incidents_of(tallies, others),
        by_start_place=_start_places(task.room, tallies),
        stock_counts=stock_counts,
        stay_counts=_total(tally.stays for tally in tallies),
        inside_counts=_total(tally.inside for tally in tallies),
        density=_density(tallies),
        odd=tuple(odd for tally in (*tallies, *others) for odd in tally.odd),
        headline=headline,
        notes=tuple(notes_of([*tallies, *others])),
        statistics=asked_for(asked),
        further=further or msgspec.UNSET,
        **intervals,
    )


def headline_of(tallies: Sequence[Tally], asked: Sequence[str] = ()) -> Headline:
    """Return the main statistics with their errors from the spread between chains."""
    return {name: estimate(name, tallies) for name in (*MEASURED, *asked)}


def in_a_game(tallies: Sequence[Tally]) -> GameFigures:
    """Return a game's figures of a tower, from the first battles of all chains."""
    games = [tally.game for tally in tallies]
    confidence = each(CONFIDENCE, GAME_INTERVALS)
    throws, rested = [game.throws for game in games], [game.rested for game in games]
    return GameFigures(
        ratio([game.thrown_out for game in games], [game.thrown for game in games]).interval(confidence, CHANCE),
        ratio([game.rested_out for game in games], rested).interval(confidence, CHANCE),
        ratio([game.left for game in games], throws).interval(confidence, CUBES),
        max(throws, default=0),
    )


def _total(histograms: Iterable[Sequence[int]]) -> Counts:
    total: Counts = np.sum([np.asarray(histogram, dtype=np.int64) for histogram in histograms], axis=0)
    return total


def _deviation(counts: Counts) -> float:
    """Return the standard deviation of a histogram's index; NaN if it is empty."""
    total = int(counts.sum())
    if not total:
        return math.nan
    index = np.arange(len(counts))
    mean = float(counts @ index) / total
    return math.sqrt(max(0.0, float(counts @ (index - mean) ** 2) / total))


def _times(tallies: Sequence[Tally]) -> Spread:
    """Return the distribution of the times to rest, s; all but the mean are rounded to the histogram's 0.05 s."""
    counts = [int(count) for count in _total(tally.rest_times for tally in tallies)]
    if not any(counts):
        return NO_SPREAD
    mean = math.fsum(tally.seconds for tally in tallies) / max(1, sum(counts))
    median, most, longest = (SECONDS_A_BIN * (quantile(counts, share) + 1) for share in (0.5, 0.95, 1.0))
    return Spread(mean, median, most, longest)


def incidents_of(tallies: Sequence[Tally], others: Sequence[Tally] = ()) -> Incidents:
    """Return the defects of all chains; `others` have throws that don't follow the protocol."""
    every = (*tallies, *others)
    return Incidents(
        drops=sum(tally.drops for tally in every),
        cut_off=sum(tally.cut_off for tally in every),
        dry_spells=sum(tally.dry_spells for tally in every),
        longest_dry=max(tally.longest_dry for tally in tallies),
        above_rim=sum(tally.above_rim for tally in every),
        not_conserved=sum(tally.not_conserved for tally in every),
        chains_given_up=sum(tally.given_up for tally in every),
        clogs=total_clogs(tally.clogs for tally in tallies),
        start_clogs=total_clogs(tally.start_clogs for tally in tallies),
    )


def _start_places(geometry: Geometry, tallies: Sequence[Tally]) -> tuple[StartPlace, ...]:
    """Return the chances of all start places that were used in enough chains for an interval."""
    thrown = np.array([tally.place_thrown for tally in tallies])
    out = np.array([tally.place_out for tally in tallies])
    used = [(int(row), int(column)) for row, column in np.argwhere((thrown > 0).sum(axis=0) > 1)]
    confidence = each(CONFIDENCE, len(used))
    return tuple(
        StartPlace(
            row=row,
            x=column_x(geometry, column),
            thrown=int(thrown[:, row, column].sum()),
            out=ratio(out[:, row, column].tolist(), thrown[:, row, column].tolist()).interval(confidence, CHANCE),
        )
        for row, column in used
    )


def _density(tallies: Sequence[Tally]) -> Density:
    cubes = np.sum([tally.density for tally in tallies], axis=0) / max(1, sum(tally.battles for tally in tallies))
    lines, columns = cubes.shape
    return Density(cubes, (np.arange(columns + 1) - columns / 2) * BIN, np.arange(lines + 1) * BIN)


def notes_of(tallies: Sequence[Tally]) -> Iterator[str]:
    """Yield sentences that the reader of a report must know."""
    if problems := list(dict.fromkeys(tally.not_kept for tally in tallies if tally.not_kept)):
        yield _("Partial results couldn't be saved ({error}): this run is complete, but can't be resumed.").format(
            error=problems[0]
        )
    if given_up := sum(tally.given_up for tally in tallies):
        sentence = ngettext(
            "{count} of {chains} chains was abandoned: nothing was coming out anymore, or there were "
            "{most} cubes in the tower.",
            "{count} of {chains} chains were abandoned: nothing was coming out anymore, or there were "
            "{most} cubes in the tower.",
            given_up,
        )
        yield sentence.format(count=given_up, chains=len(tallies), most=OVERFULL)
