"""Calibration: hand-counted throws of a real tower, and the friction of the simulated one that fits them best.

Each throw has three counts: cubes thrown, all cubes out, and cubes resting before. For some values of a
friction the quick outcome model (`shogun.tower.quick_model`) is fitted to simulated drops; it gives the
chance of each count. The likelihood of all counts is a parabola near its maximum, whose place and width are the
estimate and its error.

    python -m shogun.lab.validation.calibration classic grain.friction=0.57 60 7 > tower_geometry/counts.csv

makes the sample: 60 throws of a simulated `classic` with that friction, seed 7.
"""

import csv
import math
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from shogun.base.files import read_bounded
from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.estimates import Interval
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import Tell
from shogun.lab.running.executors import Executor
from shogun.lab.searching.search_space import Floats, Parameter
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import mean_of, plain, set_parameters, vary_parameters
from shogun.tower.geometry import Geometry, GeometryError, geometry_hash
from shogun.tower.model_fit import FitPlan, fall, fitted
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.quick_model import Fit, OutcomeModel

# Hand-counted throws: a CSV file with a row for each throw
#
# The columns are `thrown`, `out` (all that came out) and `resting` (cubes in the tower before), in any order.

COLUMNS = ("thrown", "out", "resting")
MOST_BYTES = 2_000_000
MOST_THROWN = 120


class Throw(msgspec.Struct, frozen=True):
    """A hand-counted throw."""

    thrown: int
    out: int
    resting: int
    """Cubes in the tower before."""


def read_counts(path: Path) -> list[Throw]:
    """Return the throws of a file. Raises LabError, naming the line, and OSError."""
    try:
        text = read_bounded(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LabError(_("{file}: must be text in UTF-8.").format(file=path)) from None
    return list(parse_counts(text, str(path)))


def parse_counts(text: str, source: str) -> Iterator[Throw]:
    """Yield the throws of a CSV text, with commas, semicolons or tabs; `#` starts a comment. Raises LabError."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if _says_something(line)]
    head = lines[0][1] if lines else ""
    separator = next((mark for mark in ";\t" if mark in head), ",")
    names = [name.strip().lower() for name in _cells(head, separator)]
    if not set(COLUMNS) <= set(names) or len(lines) < 2:
        sentence = _("{file}: the first line must name the columns {columns}, followed by a line for each throw.")
        raise LabError(sentence.format(file=source, columns=", ".join(COLUMNS)))
    for number, line in lines[1:]:
        cells = dict(zip(names, _cells(line, separator), strict=False))
        yield _throw(cells, f"{source}: " + _("line {number}").format(number=number))


def _cells(line: str, separator: str) -> list[str]:
    """Return the cells of a line; none if it isn't CSV, such as a cell of more than 131,072 characters."""
    try:
        return next(csv.reader(StringIO(line), delimiter=separator), [])
    except csv.Error:
        return []


def _says_something(line: str) -> bool:
    return bool(line.strip(" ,;\t")) and not line.lstrip().startswith("#")


def _throw(cells: dict[str, str], where: str) -> Throw:
    words = [cells.get(name, "").strip() for name in COLUMNS]
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise LabError(_("{where}: must have whole numbers of cubes thrown, out and resting.").format(where=where))
    thrown, out, resting = map(int, words)
    if not 1 <= thrown <= MOST_THROWN or resting + thrown > MOST_CUBES:
        text = _("{where}: must have 1 to {most} cubes thrown and at most {all} in the tower.")
        raise LabError(text.format(where=where, most=MOST_THROWN, all=MOST_CUBES))
    if out > thrown + resting:
        text = _("{where}: {out} cubes can't come out of {there}.")
        raise LabError(text.format(where=where, out=out, there=thrown + resting))
    return Throw(thrown, out, resting)


def breaks(throws: Sequence[Throw]) -> list[int]:
    """Return the throws, from 1, after which the next one's resting cubes aren't those that must have stayed."""
    pairs = enumerate(pairwise(throws), 1)
    return [number for number, (before, after) in pairs if before.resting + before.thrown - before.out != after.resting]


GRID = 7
"""Values of the friction that are simulated: first over its whole range, then as many around the best of these."""
CHAINS = (15, 50)
"""Chains of 25 battles, for each value: at first, and in the second round."""
NEAR = 15.0
"""Largest deficit in log likelihood of values that shape the parabola."""
NORMAL95 = 1.959964
LEAST = 1e-12
"""Floor for chances: a model's smaller ones aren't credible."""


class Agreement(msgspec.Struct, frozen=True):
    """Agreement of the counts with the simulated tower."""

    value: float
    """Value of the friction."""
    log_likelihood: float
    out: int
    """Cubes that came out, counted."""
    expected: float
    """The same, simulated."""
    deviation: float
    """Its standard deviation."""
    chance: float
    """Probability that counts of this very tower would deviate as much from the expected ones (chi squared)."""


class _FittedModel(NamedTuple):
    """The model of a tower and the number of drops behind it."""

    model: OutcomeModel
    drops: int


class Help(NamedTuple):
    """The workers for simulations, and the receiver of progress reports."""

    executor: Executor
    tell: Tell = lambda _done, _all: None


class Match(Tabular, frozen=True):
    """Counts compared with the simulated tower."""

    tower: str
    parameter: Parameter
    throws: int
    cubes: int
    present: Agreement
    """Agreement with the tower's own friction."""
    best: Agreement
    """Agreement with the best-fitting friction."""
    interval: Interval
    """95 % interval of that friction: from the spread of the counts and of the simulation."""
    at_edge: bool
    """True if it fits best at an end of the range: then the interval means nothing."""
    simulated: int
    """Number of drops."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table: agreement with the present value, and with the best-fitting one."""
        return {"agreement": self._rows}

    def _rows(self) -> Table:
        names = ("value", "log_likelihood", "out", "expected", "deviation", "chance")
        pairs = (("present", self.present), ("best", self.best))
        return transposed(("of", *names), [(of, *(getattr(one, name) for name in names)) for of, one in pairs])


def match(design: Design, parameter: Parameter, throws: Sequence[Throw], help_: Help, seed: int = 1) -> Match:
    """Return the agreement of counts with a simulated tower, and the value of a friction that fits them best.

    Raises LabError if no value makes a working tower, KeyboardInterrupt and WorkerDied.
    """
    now = plain(mean_of(design, parameter.name))
    family = _Family(design, parameter.name, help_, seed)
    rough = _rough(family, parameter, throws)
    values = sorted({plain(value) for value in (*np.linspace(*rough, GRID), now)})
    models = _models(family, values, CHAINS[1])
    if now not in models or len(models) < 4:
        raise LabError(_no_tower(parameter))
    found = {value: agreement(value, known.model, throws) for value, known in models.items()}
    drops = sum(known.drops for known in models.values())
    interval, at_edge = _peak(found, len(throws), drops / len(models))
    best = plain(interval.mean)
    again = _models(family._replace(seed=seed + 1), [best], CHAINS[1])
    return Match(
        tower=design.name,
        parameter=parameter,
        throws=len(throws),
        cubes=sum(throw.thrown for throw in throws),
        present=found[now],
        best=agreement(best, again[best].model, throws),
        interval=interval,
        at_edge=at_edge,
        simulated=drops + again[best].drops,
    )


class _Fall(msgspec.Struct, frozen=True):
    """A chain of drops to be simulated."""

    value: float
    chain: int
    geometry: Geometry
    plan: FitPlan


class _Fallen(msgspec.Struct, frozen=True):
    """Simulated drops, each as thrown, resting, thrown ones out, resting ones out."""

    value: float
    chain: int
    drops: list[list[int]]


def _fall(task: _Fall) -> _Fallen:
    """Return a chain of drops: a task for a worker, here or on a cluster."""
    return _Fallen(task.value, task.chain, fall(task.geometry, task.plan, task.chain).tolist())


class _Family(NamedTuple):
    """Towers that differ in one parameter."""

    design: Design
    name: str
    help: Help
    seed: int

    def tower(self, value: float) -> Geometry | None:
        """Return the tower with that value; None if it can't work."""
        try:
            return vary_parameters(self.design, {self.name: value}).built
        except GeometryError:
            return None


def _rough(family: _Family, parameter: Parameter, throws: Sequence[Throw]) -> tuple[float, float]:
    """Return the range of values that fit best, from few drops of each. Raises LabError if no tower works."""
    values = [plain(value) for value in np.linspace(parameter.low, parameter.high, GRID)]
    models = _models(family, values, CHAINS[0])
    if not models:
        raise LabError(_no_tower(parameter))
    heights = {value: agreement(value, known.model, throws).log_likelihood for value, known in models.items()}
    able = sorted(heights)
    best = able.index(max(able, key=heights.__getitem__))
    return able[max(0, best - 1)], able[min(len(able) - 1, best + 1)]


def _no_tower(parameter: Parameter) -> str:
    return _("{name}: hardly any value in its range makes a working tower.").format(name=parameter.name)


def _models(family: _Family, values: Sequence[float], chains: int) -> dict[float, _FittedModel]:
    """Return the models of a family's towers, for each value that makes a working one."""
    plan = FitPlan(seed=family.seed % 2**32, chains=chains)
    towers = {value: tower for value in values if (tower := family.tower(value))}
    todo = [_Fall(value, chain, tower, plan) for value, tower in towers.items() for chain in range(chains)]
    drops: dict[float, dict[int, list[list[int]]]] = {value: {} for value in towers}
    family.help.tell(0, len(todo))
    for done, one in enumerate(family.help.executor.as_done(_fall, todo), 1):
        drops[one.value][one.chain] = one.drops
        family.help.tell(done, len(todo))
    return {value: _fitted_model(towers[value], fallen) for value, fallen in drops.items()}


def _fitted_model(tower: Geometry, chains: dict[int, list[list[int]]]) -> _FittedModel:
    """Return the model of a tower, fitted to drops in the order of their chains."""
    drops = np.array([drop for chain in sorted(chains) for drop in chains[chain]], dtype=np.int64)
    fit = Fit(0, len(drops), int(drops[:, 1].max()), fitted(drops))
    return _FittedModel(OutcomeModel(tower.name, geometry_hash(tower), fit), len(drops))


def agreement(value: float, model: OutcomeModel, throws: Sequence[Throw]) -> Agreement:
    """Return the agreement of the counts with a model of the tower with this value of the friction."""
    from scipy.stats import chi2  # of the extra `lab`, while tables of any command know what a match is

    tables = {(throw.thrown, throw.resting): _outcome_chances(model, throw.thrown, throw.resting) for throw in throws}
    found = [(throw.out, tables[throw.thrown, throw.resting]) for throw in throws]
    means = [float(chances @ np.arange(len(chances))) for _outcome_chances, chances in found]
    spreads = [
        float(chances @ (np.arange(len(chances)) - mean) ** 2)
        for (_outcome_chances, chances), mean in zip(found, means, strict=True)
    ]
    squares = math.fsum(
        (out - mean) ** 2 / max(spread, 1e-6)
        for (out, _chances), mean, spread in zip(found, means, spreads, strict=True)
    )
    return Agreement(
        value=value,
        log_likelihood=math.fsum(math.log(max(float(chances[out]), LEAST)) for out, chances in found),
        out=sum(throw.out for throw in throws),
        expected=math.fsum(means),
        deviation=math.sqrt(math.fsum(spreads)),
        chance=float(chi2.sf(squares, len(throws))),
    )


def _outcome_chances(model: OutcomeModel, thrown: int, resting: int) -> Floats:
    """Return the chance that 0, 1, ... cubes come out, thrown and resting ones together."""
    table = np.array(model.chances(thrown, resting))
    total = np.zeros(thrown + resting + 1)
    for row, chances in enumerate(table):
        total[row : row + resting + 1] += chances
    return total


def _peak(found: dict[float, Agreement], throws: int, drops: float) -> tuple[Interval, bool]:
    """Return the value with the largest likelihood, its 95 % interval, and whether it is an end of the range.

    The parabola goes through the values near the best one, at least three of them. Chance in the simulation widens the
    interval: it acts as if so many drops had been counted too.
    """
    values = sorted(found)
    heights = np.array([found[value].log_likelihood for value in values])
    top = int(heights.argmax())
    first, last = max(0, min(top - 1, len(values) - 3)), min(len(values), max(top + 2, 3))
    while first > 0 and heights[first - 1] > heights[top] - NEAR:
        first -= 1
    while last < len(values) and heights[last] > heights[top] - NEAR:
        last += 1
    x = np.array(values[first:last])
    bend, slope, _level = np.polyfit(x - values[top], heights[first:last], 2)
    at_edge = top in (0, len(values) - 1) or bend >= 0
    if at_edge:
        return Interval(values[top], values[0], values[-1]), True
    middle = float(np.clip(values[top] - slope / (2 * bend), values[0], values[-1]))
    reach = NORMAL95 * math.sqrt(-1 / (2 * bend) * (1 + throws / (drops * len(x))))
    return Interval(middle, middle - reach, middle + reach), False


def sample(design: Design, count: int, seed: int) -> list[Throw]:
    """Return throws of a simulated tower: of 4-12 cubes each, after an uncounted start throw."""
    from shogun.tower.physics.throw import drop

    rng = random.Random(seed)
    resting = drop(design.built, (), {"cube": 38}, rng.getrandbits(62)).resting
    throws = []
    for _throw in range(count):
        size = rng.randint(4, 12)
        fallen = drop(design.built, resting, {"cube": size}, rng.getrandbits(62))
        throws.append(Throw(size, sum(fallen.out.values()), len(resting)))
        resting = fallen.resting
    return throws


def main(tower: str, value: str, count: str, seed: str) -> None:
    """Print a sample as a file of counts."""
    from shogun.tower.tower_lookup import load_design

    name, _equals, number = value.partition("=")
    sys.stdout.write(f"# Throws of the simulated tower {tower} with {value}, seed {seed}; yours are counted by hand.\n")
    sys.stdout.write(",".join(COLUMNS) + "\n")
    for throw in sample(set_parameters(load_design(tower), {name: float(number)}), int(count), int(seed)):
        sys.stdout.write(f"{throw.thrown},{throw.out},{throw.resting}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
