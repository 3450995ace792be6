"""Sweeps: a tower over a grid of its parameters, with figures and errors at each point."""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import product
from math import prod

import msgspec

from shogun.base.language import _, shown
from shogun.lab.errors import LabError
from shogun.lab.measuring.metrics import FigureColumns, Metrics, metrics_of
from shogun.lab.measuring.statistics import names_of
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.lab.searching.search_space import in_sentences
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import paths_of, vary_parameters
from shogun.tower.geometry import GeometryError

MOST_POINTS = 10_000
"""Points of a grid."""
_RANGE = re.compile(r"([^:]+):([^:]+):([^:]+)")


class Axis(msgspec.Struct, frozen=True):
    """A parameter of a tower and its values on a grid."""

    name: str
    values: tuple[float, ...]


class Point(msgspec.Struct, frozen=True):
    """One tower of a grid."""

    values: tuple[float, ...]
    """Values in the order of the axes."""
    figures: Metrics | None
    """None if such a tower can't be built."""
    problem: str = ""
    """The reason why it can't be built, as a sentence; otherwise empty."""


class Sweep(Tabular, frozen=True):
    """All towers of a grid, the last axis running fastest."""

    tower: str
    axes: tuple[Axis, ...]
    plan: BatchPlan
    points: tuple[Point, ...]
    notes: tuple[str, ...] = ()
    """Sentences on how differing pieces of a group were varied."""

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each tower of the grid: its parameters, figures with errors, problem."""
        return {"points": self._points}

    def _points(self) -> Table:
        columns = FigureColumns(names_of(self.plan.statistics))
        names = (*(axis.name for axis in self.axes), *columns.names, "problem")
        return transposed(
            names, [(*point.values, *columns.cells(point.figures), point.problem) for point in self.points]
        )


def parse_axis(text: str) -> Axis:
    """Return the axis of `ledges.tilt=14:22:1` (from, to, step) or `grain.friction=0.5,0.6`. Raises LabError."""
    name, equals, said = (part.strip() for part in text.partition("="))
    try:
        values = _values(said, text) if name and equals else ()
    except LabError:
        raise
    except (InvalidOperation, ValueError):
        values = ()
    if not values:
        sentence = _("--vary {text}: give a parameter's name and its values, like ledges.tilt=14:22:1 or 14,16,18.")
        raise LabError(sentence.format(text=shown(text)))
    return Axis(name, tuple(dict.fromkeys(values)))


def _values(said: str, text: str) -> tuple[float, ...]:
    """Return the values given by words; decimals are counted as they are written.

    `text` is the whole argument, for messages. Raises ValueError, InvalidOperation, and LabError for a bad range.
    """
    if not (match := _RANGE.fullmatch(said)):
        return tuple(_number(word) for word in said.split(","))
    first, last, step = (Decimal(str(_number(word))) for word in match.groups())
    _check_range(first, last, step, text)
    return tuple(float(first + number * step) for number in range(int((last - first) / step) + 1))


def _check_range(first: Decimal, last: Decimal, step: Decimal, text: str) -> None:
    """Raise LabError, in a sentence, for a range that goes nowhere, backward or too far."""
    option = f"--vary {shown(text)}"
    if not step:
        raise LabError(_("{option}: the step is 0; write from:to:step, like 14:22:1.").format(option=option))
    if (last - first) / step < 0:
        sentence = _("{option}: with this step the range never reaches {last}; write {first}:{last}:{step}.")
        said = {"first": f"{float(first):g}", "last": f"{float(last):g}", "step": f"{-float(step):g}"}
        raise LabError(sentence.format(option=option, **said))
    if (count := int((last - first) / step) + 1) > MOST_POINTS:
        sentence = _("{option}: {count} values are too many (at most {most}): use a larger step or a narrower range.")
        raise LabError(sentence.format(option=option, count=count, most=MOST_POINTS))


def _number(word: str) -> float:
    number = float(word)
    if not abs(number) <= 1e6:  # nor NaN
        raise ValueError
    return number


def check_axes(design: Design, axes: Sequence[Axis]) -> None:
    """Raise LabError or GeometryError if a grid makes no sense for a tower."""
    names = [axis.name for axis in axes]
    if len(set(names)) < len(names) or not names:
        raise LabError(_("name each parameter once with --vary."))
    if (count := prod(len(axis.values) for axis in axes)) > MOST_POINTS:
        raise LabError(
            _("--vary: {count} towers are too many; the maximum is {most}.").format(count=count, most=MOST_POINTS)
        )
    for name in names:
        paths_of(design, name)


def about(design: Design, axes: Sequence[Axis], plan: BatchPlan) -> dict[str, str]:
    """Return the description of a sweep, for its results file."""
    return {"kind": "sweep", "axes": encoded(axes), **said_of(design, plan)}


def said_of(design: Design, plan: BatchPlan) -> dict[str, str]:
    """Return the description of how a design's variants are measured, for a results file."""
    said = {
        "tower": encoded(msgspec.structs.replace(design, name="", title="", description="")),
        "throws": encoded(plan.throws),
        "seed": str(plan.seed),
        "plan": encoded((plan.battles, plan.protocol)),
    }
    said |= {"statistics": encoded(plan.statistics)} if names_of(plan.statistics) else {}
    return said | ({} if plan.physics is msgspec.UNSET else {"physics_settings": encoded(plan.physics)})


def encoded(value: object) -> str:
    """Return a value as JSON."""
    return msgspec.json.encode(value).decode()


def sweep(design: Design, axes: Sequence[Axis], plan: BatchPlan, work: Work) -> Sweep:
    """Return a tower's figures at all points of a grid. A tower that can't be built has a reason instead.

    Raises LabError if none can be built, and as `measure_many`.
    """
    check_axes(design, axes)
    grid = list(product(*(axis.values for axis in axes)))
    names = [axis.name for axis in axes]
    towers, problems = _built(design, [dict(zip(names, values, strict=True)) for values in grid])
    if not towers:
        raise LabError(
            _("none of the {count} towers can be built; the first: {why}").format(count=len(grid), why=problems[0])
        )
    for number, tower in towers.items():
        work.results.name(plan.key(tower), encoded(dict(zip(names, grid[number], strict=True))))
    chains = measure_many(towers, plan, work)
    points = (
        Point(values, metrics_of(chains[number]) if number in chains else None, problems.get(number, ""))
        for number, values in enumerate(grid)
    )
    return Sweep(design.name, tuple(axes), plan, tuple(points), tuple(in_sentences(design, names)))


def _built(design: Design, settings: Sequence[Mapping[str, float]]) -> tuple[dict[int, Design], dict[int, str]]:
    """Return the towers that can be built by number, and the problems of the others."""
    towers, problems = {}, {}
    for number, values in enumerate(settings):
        try:
            towers[number] = vary_parameters(design, values)
        except GeometryError as error:
            problems[number] = str(error)
    return towers, problems
