"""A map of towers over two figures: the best tower of each cell, by MAP-Elites (library `ribs`).

MAP-Elites (Mouret and Clune, "Illuminating search spaces by mapping elites", 2015) keeps the best tower of each cell
and makes new ones of pairs of these (Vassiliades and Mouret, "Discovering the elite hypervolume by leveraging
interspecies correlation", 2018). Each candidate is measured in a second or two, so what is kept may be a lucky draw:
in the end those that were kept are measured anew, longer and by other throws, and stand where these figures put them.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError, check_libraries
from shogun.lab.measuring.measurement import check_battles
from shogun.lab.measuring.metrics import FIGURE_COLUMNS, FIGURES, Metrics, figure_cells
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import Work
from shogun.lab.searching.evaluation_cache import EvaluationCache, Watch
from shogun.lab.searching.feasible_range import scattered
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, parse_parameters, place_of, start_of
from shogun.lab.searching.sweep import encoded
from shogun.lab.searching.targets import Targets, distance, parse_targets
from shogun.lab.searching.tune import Aim
from shogun.lab.searching.tune import about as about_tune
from shogun.tower.file.design import Design
from shogun.tower.file.reader import parse_design
from shogun.tower.file.toml_values import retitled, with_values, without

if TYPE_CHECKING:
    from ribs.archives import GridArchive

LIBRARIES = ("ribs",)
USUAL = {"p_out_thrown": (0.3, 1.0), "p_out_resting": (0.0, 0.7), "stock": (0.0, 40.0), "start_kept": (0.0, 40.0)}
"""Ranges of figures that have none."""
CELLS, MOST_CELLS = 8, 40
"""Of one axis."""
CHECK = 1000
"""Battles by which a tower that was kept is measured anew."""
BATCH = 16
"""Candidates that are made of pairs of towers at a time."""
ISO, LINE = 0.06, 0.35
"""Standard deviations of a new candidate, in shares of the ranges: round about a tower, and along the way from it to
another one, in lengths of that way."""
CLOGGING = 10.0
"""What a tower loses that clogs at all throws, where cells are won by standing in their middle: so many cells."""
TRIES = 3
"""Candidates of a cell that are measured anew at most, until one of them stays in it."""


class MapAxis(msgspec.Struct, frozen=True):
    """A figure, one of FIGURES, and the cells into which a part of its range is cut."""

    figure: str
    low: float
    high: float
    cells: int = CELLS

    @property
    def width(self) -> float:
        """Return the width of a cell."""
        return (self.high - self.low) / self.cells

    def cell(self, value: float) -> int | None:
        """Return the number of the cell in which a value lies; None if it lies in none."""
        if not self.low <= value <= self.high:  # nor NaN
            return None
        return min(self.cells - 1, int((value - self.low) / self.width))

    def edges(self, cell: int) -> tuple[float, float]:
        """Return between which values a cell lies."""
        return self.low + cell * self.width, self.low + (cell + 1) * self.width


Axes = tuple[MapAxis, MapAxis]
Place = tuple[int, int]
"""The numbers of a cell along both axes, from 0."""


class Elite(msgspec.Struct, frozen=True):
    """The tower of a cell."""

    cell: Place
    values: dict[str, float]
    """Of the parameters."""
    figures: Metrics
    """By fresh throws: nothing was chosen by them."""
    found: Metrics
    """As it was found, by the throws of all candidates."""


class TowerMap(Tabular, msgspec.Struct, frozen=True):
    """Towers over two figures, the best of each cell, by cells."""

    tower: str
    axes: Axes
    parameters: tuple[Parameter, ...]
    best: Targets
    """What made a tower the best of its cell; empty: standing in its middle, and clogging seldom."""
    elites: tuple[Elite, ...]
    candidates: int
    checked: int
    """Candidates that were measured anew."""
    stayed: int
    """Of these, those that the fresh figures left in their cell."""
    text: str
    """The file of the tower with which the search began."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each cell that has a tower: its numbers, figures with errors."""
        return {"towers": self._towers}

    def _towers(self) -> Table:
        cells = tuple(f"{axis.figure}_cell" for axis in self.axes)
        names = (*cells, *(one.name for one in self.parameters), *FIGURE_COLUMNS)
        rows = [(*one.cell, *one.values.values(), *figure_cells(one.figures)) for one in self.elites]
        return transposed(names, rows)

    def name(self, elite: Elite) -> str:
        """Return the name of a tower of the map: where it stands, from 1."""
        return f"{self.tower}-{elite.cell[0] + 1}-{elite.cell[1] + 1}"

    def file(self, elite: Elite) -> str:
        """Return the file of a tower of the map, as text: the first tower's with other numbers and another title.

        What is said of that one is left out: its description and its bounds.
        """
        changed = with_values(self.text, parse_design(self.text, self.tower), elite.values)
        figures = ", ".join(f"{axis.figure} {elite.figures.of(axis.figure).mean:.3g}" for axis in self.axes)
        return retitled(without(changed, "bounds"), f"{self.tower}: {figures}")

    def design(self, elite: Elite) -> Design:
        """Return a tower of the map."""
        return parse_design(self.file(elite), self.name(elite))


def parse_axes(text: str) -> Axes:
    """Return the axes of `stock=0:40:8,p_out_thrown`: two figures, each alone or with a range and a number of cells.

    Raises LabError.
    """
    found = tuple(_axis(part, text) for part in text.split(","))
    if len(found) != 2 or found[0].figure == found[1].figure:
        sentence = _("--over {text}: expected two different figures, like stock,p_out_thrown.")
        raise LabError(sentence.format(text=shown(text)))
    return found[0], found[1]


def _axis(part: str, text: str) -> MapAxis:
    name, equals, said = (word.strip() for word in part.partition("="))
    axis = MapAxis(name, *USUAL[name]) if name in USUAL else None
    if axis and equals:
        axis = _ranged(name, said.split(":"))
    if axis is None:
        sentence = _("--over {text}: expected two of {names}, each alone or with a range and cells, like stock=0:40:8.")
        raise LabError(sentence.format(text=shown(text), names=", ".join(FIGURES)))
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
    """Where a search begins."""

    design: Design
    text: str
    """The file of the design."""


def aim_of(design: Design, parameters: str, best: str | None, candidates: int, battles: int = CHECK) -> Aim:
    """Return what is searched for. Raises LabError, and GeometryError for a parameter that the tower hasn't."""
    if not 20 <= candidates <= 100_000:
        raise LabError(_("--candidates {count}: expected 20 to 100000").format(count=candidates))
    check_battles(battles)
    targets = parse_targets(best, "--best") if best else ()
    return Aim(targets, parse_parameters(parameters, design), most=candidates, check=battles)


def about(design: Design, aim: Aim, axes: Axes) -> dict[str, str]:
    """Return what decides a map, for its file of results."""
    return about_tune(design, aim, "explore") | {"targets": encoded((aim.targets, axes))}


def explore(origin: Origin, aim: Aim, axes: Axes, work: Work, watch: Watch = lambda _all: None) -> TowerMap:
    """Return the best tower of each cell that a search reaches.

    `watch` is called after each generation; what it raises ends the search, which can be gone on with by the same
    `work.results`. Raises LabError, also if no candidate stands on the map, KeyboardInterrupt and WorkerDied.
    """
    check_libraries("explore", *LIBRARIES, extra="explore")
    design, text = origin
    trials = EvaluationCache(design, aim.parameters, work)
    _search(trials, aim, axes, start_of(design, aim.parameters), watch)
    count = len(trials.candidates)
    ranked = rank(trials.candidates, axes, aim.targets)
    if not ranked:
        raise LabError(_("no tower that was tried stands on the map; expected other ranges of figures or parameters."))
    checked = _measured_anew(trials, aim, axes, ranked)
    elites = _settled(checked, axes)
    stayed = sum(place_on(axes, again.figures) == cell for cell, _one, again in checked)
    return TowerMap(design.name, axes, aim.parameters, aim.targets, tuple(elites), count, len(checked), stayed, text)


def _search(trials: EvaluationCache, aim: Aim, axes: Axes, start: Floats, watch: Watch) -> None:
    """Have candidates measured: the first tower, some all over the ranges, then what is made of the towers kept."""
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


def _add(archive: "GridArchive", found: Sequence[Candidate], aim: Aim, axes: Axes) -> None:
    """Add candidates to an archive, those that stand on the map."""
    on_map = [(one, one.figures, cell) for one in found if (cell := place_on(axes, one.figures)) and one.figures]
    if on_map:
        archive.add(
            np.array([place_of(aim.parameters, one.values) for one, _figures, _cell in on_map]),
            [-loss(figures, cell, axes, aim.targets) for _one, figures, cell in on_map],
            [[figures.of(axis.figure).mean for axis in axes] for _one, figures, _cell in on_map],
        )


def place_on(axes: Axes, figures: Metrics | None) -> Place | None:
    """Return in which cell a tower stands; None if in none, if it can't be built, and if it clogs for good."""
    if figures is None or figures.given_up:
        return None
    first, second = (axis.cell(figures.of(axis.figure).mean) for axis in axes)
    return None if first is None or second is None else (first, second)


def loss(figures: Metrics, cell: Place, axes: Axes, best: Targets) -> float:
    """Return what the best tower of a cell has least of: distance from targets, else from the middle of the cell.

    A tower in the middle stands for its cell, and is less likely to be there by chance.
    """
    if best:
        return distance(figures, best)
    middles = (fmean(axis.edges(at)) for axis, at in zip(axes, cell, strict=True))
    pairs = zip(axes, middles, strict=True)
    sides = ((figures.of(axis.figure).mean - middle) / axis.width for axis, middle in pairs)
    return math.hypot(*sides) + CLOGGING * figures.clogged / max(1, figures.throws)


def rank(candidates: Sequence[Candidate], axes: Axes, best: Targets) -> dict[Place, list[Candidate]]:
    """Return the candidates of each cell that has some, the best first."""
    found: dict[Place, list[tuple[float, int, Candidate]]] = {}
    for number, one in enumerate(candidates):
        if one.figures and (cell := place_on(axes, one.figures)):
            found.setdefault(cell, []).append((loss(one.figures, cell, axes, best), number, one))
    return {cell: [one for *_rank, one in sorted(some, key=lambda it: it[:2])] for cell, some in sorted(found.items())}


Checked = tuple[Place, Candidate, Candidate]
"""A cell, a candidate that was found in it, and the same measured anew."""


def _measured_anew(
    trials: EvaluationCache, aim: Aim, axes: Axes, ranked: Mapping[Place, Sequence[Candidate]]
) -> list[Checked]:
    """Return the best of each cell, each measured anew; where it doesn't stay the next best one too."""
    checked: list[Checked] = []
    for turn in range(TRIES):
        settled = {cell for cell, _one, again in checked if place_on(axes, again.figures) == cell}
        due = [(cell, some[turn]) for cell, some in ranked.items() if cell not in settled and turn < len(some)]
        places = [place_of(aim.parameters, one.values) for _cell, one in due]
        again = trials.measure(places, aim.longer("fresh"))
        checked += [(cell, one, found) for (cell, one), found in zip(due, again, strict=True)]
    return checked


def _settled(checked: Sequence[Checked], axes: Axes) -> Iterator[Elite]:
    """Yield a tower for each cell in which one stands by its fresh figures, by cells.

    One that was found there comes before one that has come from another cell, and an earlier one before a later: what
    is chosen doesn't depend on how high the fresh figures happen to be.
    """
    chosen: dict[Place, Elite] = {}
    for is_at_home in (True, False):
        for cell, one, again in checked:
            now = place_on(axes, again.figures)
            if now and again.figures and one.figures and (now == cell) == is_at_home and now not in chosen:
                chosen[now] = Elite(now, one.values, again.figures, one.figures)
    return (chosen[cell] for cell in sorted(chosen))
