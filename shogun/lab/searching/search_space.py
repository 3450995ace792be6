"""The parameters that a search for towers may change, with their ranges, and the cache of candidates tried.

Within a search every parameter runs from 0 to 1. Candidates are rounded as they will be written to a file, so the
measured tower is the one that is built.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.language import _, shown
from shogun.lab.errors import LabError
from shogun.lab.measuring.metrics import Metrics, metrics_of
from shogun.lab.running.batch_evaluation import BatchPlan, Work, measure_many
from shogun.tower.file.design import Design
from shogun.tower.file.parameters import (
    Together,
    is_whole,
    mean_of,
    paths_of,
    plain,
    together,
    values_of,
    vary_parameters,
)
from shogun.tower.geometry import GeometryError

Floats = npt.NDArray[np.float64]
MOST_PARAMETERS = 20
MOST_LISTED = 8
WIDE = 0.25
"""Share of itself by which a parameter without a range may grow and shrink."""
DEGREES, COEFFICIENT = 4.0, 0.15
"""The same for tilts and coefficients, in absolute terms."""


class Parameter(msgspec.Struct, frozen=True):
    """A parameter to be searched for, and its range."""

    name: str
    low: float
    high: float
    is_whole: bool = False
    """True for a number of rows or pieces."""
    together: Together = ""
    """How differing pieces keep their differences; the values are then their mean."""


class Candidate(msgspec.Struct, frozen=True):
    """A tower that was tried."""

    number: int
    values: dict[str, float]
    figures: Metrics | None
    """None if it can't be built."""


def parse_parameters(text: str, design: Design) -> tuple[Parameter, ...]:
    """Return the parameters of `ledges.tilt=14:22,ledges.length`: with their ranges or usual ones.

    Raises LabError, and GeometryError for a name that the tower doesn't have.
    """
    parameters = tuple(_parameter(part.strip(), design, text) for part in text.split(","))
    if len({parameter.name for parameter in parameters}) < len(parameters) or len(parameters) > MOST_PARAMETERS:
        sentence = _("--parameters {text}: name each parameter once, at most {most}.")
        raise LabError(sentence.format(text=shown(text), most=MOST_PARAMETERS))
    return parameters


def parameters_of_each(text: str, designs: Sequence[Design]) -> list[tuple[Parameter, ...]]:
    """Return the parameters of each of several towers: those that it has, with ranges of its own.

    Raises LabError, also for a tower that has none of them, and GeometryError for a name that no tower has.
    """
    if len(designs) == 1:
        return [parse_parameters(text, designs[0])]
    owned = [[part for part in text.split(",") if _is_of(design, part)] for design in designs]
    for part in text.split(","):
        if not any(part in own for own in owned):
            parse_parameters(part, designs[0])
    for design, own in zip(designs, owned, strict=True):
        if not own:
            sentence = _("{tower} has none of the parameters {text}.")
            raise LabError(sentence.format(tower=design.name, text=shown(text)))
    return [parse_parameters(",".join(own), design) for design, own in zip(designs, owned, strict=True)]


def _is_of(design: Design, part: str) -> bool:
    """Return whether a tower has the parameter of a part of the text."""
    try:
        return bool(paths_of(design, part.partition("=")[0].strip()))
    except GeometryError:
        return False


def _parameter(part: str, design: Design, text: str) -> Parameter:
    name, equals, said = (word.strip() for word in part.partition("="))
    now, whole, how = mean_of(design, name), is_whole(design, name), together(design, name)
    if not equals:
        low, high = _usual(name, now)
        return Parameter(name, plain(low), plain(high), whole, how)
    try:
        low, high = (float(word) for word in said.split(":"))
    except ValueError:
        low = high = math.nan
    if low >= high:
        sentence = _(
            "--parameters {text}: a range goes from the smaller number to the larger one, like {name}={range}."
        )
        turned = f"{high:g}:{low:g}" if low > high else f"{low:g}:{low + 1:g}"
        raise LabError(sentence.format(text=shown(text), name=name, range=turned))
    if not -1e6 <= low < high <= 1e6:
        sentence = _("--parameters {text}: give names, with or without a range, like ledges.tilt=14:22.")
        raise LabError(sentence.format(text=shown(text)))
    return Parameter(name, low, high, whole, how)


def _usual(name: str, now: float) -> tuple[float, float]:
    """Return the range of a parameter given without one."""
    field = name.rpartition(".")[2]
    if field == "tilt":
        return now - DEGREES, now + DEGREES
    if field in ("friction", "restitution"):
        return max(0.0, now - COEFFICIENT), now + COEFFICIENT
    reach = WIDE * abs(now) or 10.0
    return now - reach, now + reach


def start_of(design: Design, parameters: Sequence[Parameter]) -> Floats:
    """Return a tower's place in the ranges of its parameters, each 0 to 1, shape (parameters,)."""
    now = [
        (mean_of(design, parameter.name) - parameter.low) / (parameter.high - parameter.low) for parameter in parameters
    ]
    return np.clip(now, 0.0, 1.0)


def values_at(parameters: Sequence[Parameter], place: Floats) -> dict[str, float]:
    """Return the values of a place, each 0 to 1, rounded as they are written to a file."""
    far = [
        parameter.low + float(share) * (parameter.high - parameter.low)
        for parameter, share in zip(parameters, place, strict=True)
    ]
    return {
        parameter.name: float(round(x)) if parameter.is_whole else plain(x)
        for parameter, x in zip(parameters, far, strict=True)
    }


def place_of(parameters: Sequence[Parameter], values: Mapping[str, float]) -> Floats:
    """Return the place of values, shape (parameters,)."""
    return np.array(
        [(values[parameter.name] - parameter.low) / (parameter.high - parameter.low) for parameter in parameters]
    )


def in_sentences(design: Design, names: Iterable[str]) -> list[str]:
    """Return a sentence for each parameter whose pieces differ, on how they keep their differences."""
    said = {
        "shift": _("{name}: its pieces differ ({values}) and are shifted together; the value given is their mean."),
        "scale": _("{name}: its pieces differ ({values}) and are scaled together; the value given is their mean."),
    }
    ways = ((name, together(design, name)) for name in names)
    return [said[how].format(name=name, values=_listed(values_of(design, name))) for name, how in ways if how]


def _listed(values: Sequence[float]) -> str:
    """Return values in words, the first few of many."""
    listed = ", ".join(f"{value:g}" for value in values[:MOST_LISTED])
    return listed if len(values) <= MOST_LISTED else f"{listed}, ..."


# Candidates of a search: measured once, saved, and found again when the search is resumed


class EvaluationCache:
    """Candidates of one search: each is measured once, or not at all if the results file knows it."""

    def __init__(self, design: Design, parameters: Sequence[Parameter], work: Work) -> None:
        self.candidates: list[Candidate] = []
        self.parameters = parameters
        self._design = design
        self._work = work

    def measure(self, places: Sequence[Floats], plan: BatchPlan) -> list[Candidate]:
        """Return the candidates at these places, measured by a plan. Raises as `measure_many`."""
        first = len(self.candidates)
        values = {first + at: values_at(self.parameters, place) for at, place in enumerate(places)}
        towers = {number: tower for number, one in values.items() if (tower := self._built(one))}
        for number, tower in towers.items():
            self._work.results.name(plan.key(tower), msgspec.json.encode(values[number]).decode())
        chains = measure_many(towers, plan, self._work)
        made = [
            Candidate(number, one, metrics_of(chains[number]) if number in chains else None)
            for number, one in values.items()
        ]
        self.candidates += made
        return made

    def _built(self, values: Mapping[str, float]) -> Design | None:
        try:
            return vary_parameters(self._design, values)
        except GeometryError:
            return None


Watch = Callable[[Sequence[Candidate]], None]
"""Called with the candidates of a search so far whenever some have been measured."""
