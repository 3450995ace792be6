"""Maps of towers over two figures: the best tower of each cell, by MAP-Elites (library `ribs`).

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites", 2015) keeps the best tower of each cell
and makes new ones of pairs of these (Vassiliades and Mouret, "Discovering the elite hypervolume by leveraging
interspecies correlation", 2018). Each candidate is measured in a second or two, so the best may be a lucky draw:
in the end the kept towers are measured again, longer and with other throws, and placed by these figures.

A search may begin with several towers. It runs separately from each, with those of the parameters that the tower has:
the results are those of a search from it alone. The map has the best of all in each cell.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.measurement import check_battles
from shogun.lab.measuring.metrics import Metrics, columns_of
from shogun.lab.measuring.statistics import among, statistic, target_names
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.searching.search_space import (
    Candidate,
    EvaluationCache,
    Floats,
    Parameter,
    Watch,
    parameters_of_each,
    place_of,
    start_of,
)
from shogun.lab.searching.sweep import encoded
from shogun.lab.searching.targets import Targets, distance, parse_targets, scattered
from shogun.lab.searching.tune import Aim
from shogun.lab.searching.tune import about as about_tune
from shogun.tower.file.design import Design, built
from shogun.tower.file.reader import parse_design
from shogun.tower.file.toml_editing import retitled, with_values, without
from shogun.tower.geometry import geometry_hash

if TYPE_CHECKING:
    from ribs.archives import GridArchive

LIBRARIES = ("ribs",)
CELLS, MOST_CELLS = 8, 40
"""Cells of one axis."""
CHECK_BATTLES = 1000
"""Battles of the final measurement of a kept tower."""
BATCH = 16
"""Candidates made of pairs of towers at a time."""
ISO, LINE = 0.06, 0.35
"""Standard deviations of a new candidate, in shares of the ranges: around a tower, and along the way from it to
another one, in lengths of that way."""
CLOG_PENALTY = 10.0
"""Penalty for a tower that clogs in all throws, where towers compete for the middle of a cell: in cells."""
LEAST, MOST = 20, 100_000
"""Candidates: fewest of a start, and most of all."""
MOST_REMEASURED = 3
"""Candidates of a cell that are measured again at most, until one of them stays in it."""


class MapAxis(msgspec.Struct, frozen=True):
    """A statistic's name, and a part of its range divided into cells."""

    figure: str
    low: float
    high: float
    cells: int = CELLS

    @property
    def width(self) -> float:
        """Return the width of a cell."""
        return (self.high - self.low) / self.cells

    def cell(self, value: float) -> int | None:
        """Return the number of the cell that contains a value; None if none does."""
        if not self.low <= value <= self.high:  # nor NaN
            return None
        return min(self.cells - 1, int((value - self.low) / self.width))

    def edges(self, cell: int) -> tuple[float, float]:
        """Return the bounds of a cell."""
        return self.low + cell * self.width, self.low + (cell + 1) * self.width


Axes = tuple[MapAxis, MapAxis]
Place = tuple[int, int]
"""The numbers of a cell along both axes, from 0."""


class FirstTower(msgspec.Struct, frozen=True):
    """A tower with which a search began."""

    name: str
    parameters: tuple[Parameter, ...]
    """The parameters that could change."""
    text: str
    """Its file."""


class Elite(msgspec.Struct, frozen=True):
    """The tower of a cell."""

    cell: Place
    start: int
    """Number of the first tower that it was made from, from 0."""
    values: dict[str, float]
    """Values of that tower's parameters."""
    figures: Metrics
    """Figures from fresh throws: nothing was selected by them."""
    found: Metrics
    """Figures at the time of the search, by the throws of all candidates."""


class TowerMap(Tabular, frozen=True):
    """The best tower of each cell over two figures, in the order of cells."""

    starts: tuple[FirstTower, ...]
    axes: Axes
    best: Targets
    """Targets that made a tower the best of its cell; empty: nearness to the middle, and rare clogging."""
    elites: tuple[Elite, ...]
    candidates: int
    checked: int
    """Candidates that were measured again."""
    stayed: int
    """Those among them whose fresh figures left them in their cell."""

    @property
    def began_with(self) -> str:
        """Return the names of the first towers, in words."""
        return ", ".join(start.name for start in self.starts)

    @property
    def parameters(self) -> list[str]:
        """Return the names of all parameters that could change, in any of the first towers."""
        return list(dict.fromkeys(number.name for start in self.starts for number in start.parameters))

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each occupied cell: the tower's parameters, figures with errors.

        A parameter that its first tower doesn't have is NaN.
        """
        return {"towers": self._towers}

    def _towers(self) -> Table:
        cells = tuple(f"{axis.figure}_cell" for axis in self.axes)
        columns = columns_of(elite.figures for elite in self.elites)
        names = ("began_with", *cells, *self.parameters, *columns.names)
        rows = [
            (
                self.starts[elite.start].name,
                *elite.cell,
                *(elite.values.get(name, math.nan) for name in self.parameters),
                *columns.cells(elite.figures),
            )
            for elite in self.elites
        ]
        return transposed(names, rows)

    def name(self, elite: Elite) -> str:
        """Return the name of a tower of the map: the numbers of its cell, from 1."""
        return f"{self.starts[elite.start].name}-{elite.cell[0] + 1}-{elite.cell[1] + 1}"

    def file(self, elite: Elite) -> str:
        """Return the file of a tower of the map, as text: its first tower's with other parameters and another title.

        The first tower's description and bounds are left out.
        """
        first = self.starts[elite.start]
        changed = with_values(first.text, parse_design(first.text, first.name), elite.values)
        figures = ", ".join(f"{axis.figure} {elite.figures.of(axis.figure).mean:.3g}" for axis in self.axes)
        return retitled(without(changed, "bounds"), f"{first.name}: {figures}")

    def design(self, elite: Elite) -> Design:
        """Return a tower of the map."""
        return parse_design(self.file(elite), self.name(elite))


def parse_axes(text: str) -> Axes:
    """Return the axes of `stock=0:40:8,p_out_thrown`: two figures, each alone or with a range and a number of cells.

    Raises LabError.
    """
    axes = tuple(_axis(part, text) for part in text.split(","))
    if len(axes) != 2 or axes[0].figure == axes[1].figure:
        sentence = _("--over {text}: name two different figures, like stock,p_out_thrown.")
        raise LabError(sentence.format(text=shown(text)))
    return axes[0], axes[1]


def _axis(part: str, text: str) -> MapAxis:
    name, equals, said = (word.strip() for word in part.partition("="))
    axis = MapAxis(name, *statistic(name).scale.axis) if name in target_names() else None
    if axis and equals:
        axis = _ranged(name, said.split(":"))
    if axis is None:
        sentence = _(
            "--over {text}: name two of {names}, each with or without a range and a number of cells, like stock=0:40:8."
        )
        raise LabError(sentence.format(text=shown(text), names=", ".join(target_names())))
    return axis


def _ranged(name: str, words: Sequence[str]) -> MapAxis | None:
    """Return an axis by its range and cells in words; None if they make no sense."""
    try:
        low, high, cells = (*map(float, words[:2]), int(words[2]) if len(words) == 3 else CELLS)
    except (ValueError, IndexError):
        return None
    is_right = 0 <= low < high <= 1000 and 2 <= cells <= MOST_CELLS and len(words) <= 3
    return MapAxis(name, low, high, int(cells)) if is_right else None


class Origin(NamedTuple):
    """A tower to begin a search with."""

    design: Design
    text: str
    """The file of the design."""


class Start(NamedTuple):
    """A tower to begin a search with, and the aim of that search."""

    origin: Origin
    aim: Aim


def aim_of(best: str | None, candidates: int, battles: int = CHECK_BATTLES) -> Aim:
    """Return the aim of a search with a number of candidates, before its parameters are known. Raises LabError."""
    check_battles(battles)
    return Aim(parse_targets(best, "--best") if best else (), (), most=candidates, check=battles)


def starts_of(origins: Sequence[Origin], parameters: str, aim: Aim) -> tuple[Start, ...]:
    """Return the starts of a search: each tower with those of the parameters that it has, and its part of candidates.

    Raises LabError, also for identical towers, and GeometryError for a parameter that none has.
    """
    least = LEAST * len(origins)
    if not least <= aim.most <= MOST:
        sentence = _("--candidates {count} must be from {least} to {most}")
        raise LabError(sentence.format(count=aim.most, least=least, most=MOST))
    designs = [origin.design for origin in origins]
    _check_different(designs)
    numbers = parameters_of_each(parameters, designs)
    parts = [(aim.most + at) // len(origins) for at in reversed(range(len(origins)))]
    aims = [replace(aim, parameters=own, most=part) for own, part in zip(numbers, parts, strict=True)]
    return tuple(map(Start, origins, aims))


def _check_different(designs: Sequence[Design]) -> None:
    """Raise LabError unless there are towers, no two with the same geometry."""
    if not designs:
        raise LabError(_("name at least one tower."))
    names: dict[str, str] = {}
    for design in designs:
        geometry = geometry_hash(built(design))
        if geometry in names:
            text = _("{tower} and {other} are the same tower: name each once.")
            raise LabError(text.format(tower=names[geometry], other=design.name))
        names[geometry] = design.name


def about(starts: Sequence[Start], axes: Axes) -> dict[str, str]:
    """Return the description of a map, for its results file."""
    each = [about_tune(one.origin.design, one.aim, "explore") for one in _measuring_axes(starts, axes)]
    said = {key: "\n".join(dict.fromkeys(one[key] for one in each)) for key in each[0]}
    return said | {"targets": encoded((starts[0].aim.targets, axes))}


def _measuring_axes(starts: Sequence[Start], axes: Axes) -> tuple[Start, ...]:
    """Return starts that also measure the statistics of the axes."""
    needed = among(axis.figure for axis in axes)
    return tuple(start._replace(aim=replace(start.aim, metrics=(*start.aim.metrics, *needed))) for start in starts)


def explore(starts: Sequence[Start], axes: Axes, work: Work, watch: Watch = lambda _all: None) -> TowerMap:
    """Return the best tower of each cell that a search reaches.

    `watch` is called after each generation with all candidates so far; an exception from it ends the search, which can
    be resumed with the same `work.results`. Raises LabError, also if no candidate is on the map,
    KeyboardInterrupt and WorkerDied.
    """
    check_libraries("explore", *LIBRARIES, extra="explore")
    starts = _measuring_axes(starts, axes)
    searched: list[EvaluationCache] = []
    tried: list[Sequence[Candidate]] = []
    for (design, _text), aim in starts:
        trials = EvaluationCache(design, aim.parameters, work)
        _search(trials, aim, axes, start_of(design, aim.parameters), _with_earlier(watch, tried))
        searched.append(trials)
        tried.append(tuple(trials.candidates))
    ranked = rank(tried, axes, starts[0].aim.targets)
    if not ranked:
        raise LabError(_("none of the towers tried is on the map; choose other ranges of figures or parameters."))
    checked = _remeasured(searched, starts[0].aim, axes, ranked)
    elites = _elites(checked, axes)
    stayed = sum(place_on(axes, one.again.figures) == one.cell for one in checked)
    firsts = tuple(FirstTower(start.origin.design.name, start.aim.parameters, start.origin.text) for start in starts)
    count = sum(len(some) for some in tried)
    return TowerMap(firsts, axes, starts[0].aim.targets, tuple(elites), count, len(checked), stayed)


def _with_earlier(watch: Watch, earlier: Sequence[Sequence[Candidate]]) -> Watch:
    """Return a watcher of one start's candidates that reports them after those of the starts before it."""
    before = [one for some in earlier for one in some]
    return lambda found: watch([*before, *found])


def _search(trials: EvaluationCache, aim: Aim, axes: Axes, start: Floats, watch: Watch) -> None:
    """Measure candidates: the first tower, some all over the ranges, then those made of the towers kept."""
    from ribs.archives import GridArchive
    from ribs.emitters import IsoLineEmitter

    size = len(aim.parameters)
    ranges, dims = [(axis.low, axis.high) for axis in axes], [axis.cells for axis in axes]
    archive = GridArchive(solution_dim=size, dims=dims, ranges=ranges, seed=seed_for(aim.seed, "archive") % 2**32)
    emitter = IsoLineEmitter(
        archive, iso_sigma=ISO, line_sigma=LINE, x0=start, lower_bounds=np.zeros(size), upper_bounds=np.ones(size),
        batch_size=BATCH, seed=seed_for(aim.seed, "emitter") % 2**32,
    )  # fmt: skip
    places = [start, *scattered(aim.seed, aim.parameters)][: aim.most]
    while places:
        _add(archive, trials.measure(places, aim.plan), aim, axes)
        watch(trials.candidates)
        places = list(emitter.ask())[: aim.most - len(trials.candidates)]


def _add(archive: "GridArchive", candidates: Sequence[Candidate], aim: Aim, axes: Axes) -> None:
    """Add candidates to an archive, if they are on the map."""
    on_map = [(one, one.figures, cell) for one in candidates if (cell := place_on(axes, one.figures)) and one.figures]
    if on_map:
        archive.add(
            np.array([place_of(aim.parameters, one.values) for one, _figures, _cell in on_map]),
            [-loss(figures, cell, axes, aim.targets) for _one, figures, cell in on_map],
            [[figures.of(axis.figure).mean for axis in axes] for _one, figures, _cell in on_map],
        )


def place_on(axes: Axes, figures: Metrics | None) -> Place | None:
    """Return the cell of a tower; None if it is in none, can't be built, or clogs permanently."""
    if figures is None or figures.given_up:
        return None
    first, second = (axis.cell(figures.of(axis.figure).mean) for axis in axes)
    return None if first is None or second is None else (first, second)


def loss(figures: Metrics, cell: Place, axes: Axes, best: Targets) -> float:
    """Return the loss of a tower in a cell: its distance from targets, or else from the middle of the cell.

    A tower in the middle represents its cell, and is less likely to be there by chance.
    """
    if best:
        return distance(figures, best)
    middles = (fmean(axis.edges(at)) for axis, at in zip(axes, cell, strict=True))
    pairs = zip(axes, middles, strict=True)
    sides = ((figures.of(axis.figure).mean - middle) / axis.width for axis, middle in pairs)
    return math.hypot(*sides) + CLOG_PENALTY * figures.clogged / max(1, figures.throws)


class TriedTower(NamedTuple):
    """A tower that was tried, and the number of the first tower that it was made from, from 0."""

    start: int
    candidate: Candidate


def rank(tried: Sequence[Sequence[Candidate]], axes: Axes, best: Targets) -> dict[Place, list[TriedTower]]:
    """Return the candidates of each occupied cell, the best first; they are given by their starts."""
    ranked: dict[Place, list[tuple[float, int, int, TriedTower]]] = {}
    for start, candidates in enumerate(tried):
        for number, candidate in enumerate(candidates):
            if candidate.figures and (cell := place_on(axes, candidate.figures)):
                entry = (loss(candidate.figures, cell, axes, best), start, number, TriedTower(start, candidate))
                ranked.setdefault(cell, []).append(entry)
    return {cell: [one for *_rank, one in sorted(some, key=lambda it: it[:3])] for cell, some in sorted(ranked.items())}


class RemeasuredTower(NamedTuple):
    """A candidate found in a cell, and its second measurement."""

    cell: Place
    tried: TriedTower
    again: Candidate


def _remeasured(
    searched: Sequence[EvaluationCache], aim: Aim, axes: Axes, ranked: Mapping[Place, Sequence[TriedTower]]
) -> list[RemeasuredTower]:
    """Return the best candidates of each cell, measured again; if one doesn't stay there, the next best one too.

    `searched` are the candidates of each start; `aim` gives the length of all measurements.
    """
    checked: list[RemeasuredTower] = []
    plan = aim.longer("fresh")
    for turn in range(MOST_REMEASURED):
        settled = {one.cell for one in checked if place_on(axes, one.again.figures) == one.cell}
        due = [(cell, some[turn]) for cell, some in ranked.items() if cell not in settled and turn < len(some)]
        for start, trials in enumerate(searched):
            own = [(cell, one) for cell, one in due if one.start == start]
            again = trials.measure([place_of(trials.parameters, one.candidate.values) for _cell, one in own], plan)
            checked += [RemeasuredTower(cell, one, found) for (cell, one), found in zip(own, again, strict=True)]
    return checked


def _elites(checked: Sequence[RemeasuredTower], axes: Axes) -> Iterator[Elite]:
    """Yield a tower for each cell that contains one by its fresh figures, in the order of cells.

    Towers that still drift are left out. A tower found there precedes one from another cell, and an
    earlier one a later: the choice doesn't depend on how high the fresh figures happen to be.
    """
    chosen: dict[Place, Elite] = {}
    for is_at_home in (True, False):
        for cell, (start, one), again in checked:
            now, fresh = place_on(axes, again.figures), again.figures
            if now is None or fresh is None or fresh.drifts or one.figures is None or now in chosen:
                continue
            if (now == cell) == is_at_home:
                chosen[now] = Elite(now, start, one.values, fresh, one.figures)
    return (chosen[cell] for cell in sorted(chosen))
