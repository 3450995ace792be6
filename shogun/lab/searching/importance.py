"""What mattered in a search: which numbers explain the figures of the towers that were measured for it.

Surfaces of second order are laid through the towers. The importance of a number is the share of a figure's variance
that goes when all towers are dealt its values anew: the total index of Sobol' over the values that were tried
(Breiman's permutation, Hutter's functional analysis of variance). Each product of differences is taken from two
surfaces through two halves of the towers, whose errors are independent, so that a number which does nothing has no
importance on average. Intervals by the jackknife over groups of towers.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.confidence_intervals import each
from shogun.base.language import _, ngettext
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError
from shogun.lab.measuring.estimates import CHANCE, Estimate, Interval
from shogun.lab.measuring.metrics import metrics_of
from shogun.lab.measuring.residence_time import NOTHING
from shogun.lab.measuring.statistics import FIGURES, given
from shogun.lab.result_columns import Table, Tabular, transposed
from shogun.lab.running.results_file import MeasuredTower, measured_towers
from shogun.lab.searching.feasible_range import second_order_surface
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, place_of

CONFIDENCE = 0.95
"""That the intervals of all numbers of a figure hold at once."""
GROUPS = 20
"""Of towers, one of which is left out at a time."""
SPLITS = 10
"""Ways to cut the towers into halves, whose results are averaged."""
DEALT = 8
"""Times that each number is dealt anew."""
LEAST = 3
"""Towers for each term of a surface with which anything is told."""


LEAST_EXPLAINED = 0.1
"""Of a figure's variance: where a surface tells less, nothing is told."""
Order = npt.NDArray[np.int64]


class Importance(msgspec.Struct, frozen=True):
    """What one number has mattered for one figure."""

    figure: str
    parameter: str
    share: Interval
    """Of the variance that the surface explains, 0 to 1; by chance less than 0. NaN if it explains next to nothing."""


class SearchImportance(Tabular, msgspec.Struct, frozen=True):
    """What mattered in a search; of each figure the strongest number first."""

    towers: int
    """Those by which it is told."""
    left_out: int
    """Towers that clog for good."""
    parameters: tuple[Parameter, ...]
    """With the ranges that were tried."""
    explained: dict[str, float]
    """By figure: the share of its variance that a surface through one half of the towers tells of the other half."""
    importances: tuple[Importance, ...]

    def tables(self) -> Mapping[str, Callable[[], Table]]:
        """Return the one table, a row for each figure and number."""
        return {"importances": self._importances}

    def of(self, figure: str) -> list[Importance]:
        """Return what mattered for a figure, the strongest number first."""
        return [one for one in self.importances if one.figure == figure]

    def _importances(self) -> Table:
        rows = [
            (one.figure, one.parameter, one.share.mean, one.share.low, one.share.high, self.explained[one.figure])
            for one in self.importances
        ]
        return transposed(("figure", "parameter", "importance", "low", "high", "explained"), rows)


def importance(path: Path, seed: int = 1) -> SearchImportance:
    """Return what mattered in the searches whose results a file holds. Raises LabError."""
    towers = measured_towers(path)
    names = dict.fromkeys(name for one in towers for name in one.values)
    alike = [one for one in towers if set(one.values) == set(names)]
    if not towers or len(alike) < len(towers):
        raise LabError(_("{file}: it must hold the results of one search.").format(file=path))
    return importance_of(towers, seed)


def importance_of(towers: Sequence[MeasuredTower], seed: int = 1) -> SearchImportance:
    """Return what mattered among towers of the same numbers. Raises LabError if they are too few."""
    able = [one for one in towers if not metrics_of(one.chains).given_up]
    parameters = _parameters([one.values for one in able])
    terms = (len(parameters) + 1) * (len(parameters) + 2) // 2
    if not parameters or len(able) < LEAST * terms:
        text = ngettext(
            "{count} tower lets cubes through; at least {least} are needed to tell what mattered.",
            "{count} towers let cubes through; at least {least} are needed to tell what mattered.",
            len(able),
        )
        raise LabError(text.format(count=len(able), least=max(1, LEAST * terms)))
    candidates = [Candidate(number, one.values, metrics_of(one.chains)) for number, one in enumerate(able)]
    names = [*FIGURES, *_known_of_all(candidates)]
    found = {name: _Told(candidates, parameters, name, seed) for name in names}
    importances = [one for name in names for one in found[name].ranked()]
    explained = {name: one.explained for name, one in found.items()}
    return SearchImportance(len(able), len(towers) - len(able), parameters, explained, tuple(importances))


def _known_of_all(candidates: Sequence[Candidate]) -> list[str]:
    """Return the further statistics that are known of all towers."""
    known = [given(candidate.figures.further) for candidate in candidates if candidate.figures]
    return [name for name in known[0] if all(name in figures for figures in known)]


def _parameters(values: Sequence[Mapping[str, float]]) -> tuple[Parameter, ...]:
    """Return the numbers that differ between towers, with their ranges."""
    names = values[0] if values else ()
    ranges = {name: [one[name] for one in values] for name in names}
    return tuple(Parameter(name, min(some), max(some)) for name, some in ranges.items() if min(some) < max(some))


class _Told:
    """What mattered for one figure."""

    def __init__(self, candidates: Sequence[Candidate], parameters: Sequence[Parameter], name: str, seed: int) -> None:
        self._candidates, self._parameters, self._name = candidates, parameters, name
        self._seed = seed_for(seed, "importance", name)
        whole, self.explained = self._shares(list(candidates))
        if not self.explained >= LEAST_EXPLAINED:
            self._found = [NOTHING] * len(parameters)
            return
        order = np.random.default_rng(self._seed).permutation(len(candidates))
        groups = [set(order[group::GROUPS].tolist()) for group in range(GROUPS)]
        without = np.array(
            [self._shares([one for one in candidates if one.number not in group])[0] for group in groups]
        )
        spread = ((without - without.mean(axis=0)) ** 2).sum(axis=0) * (GROUPS - 1) / GROUPS
        confidence = each(CONFIDENCE, len(parameters))
        self._found = [
            Estimate(float(share), float(error), GROUPS - 1).interval(confidence, CHANCE)
            for share, error in zip(whole, np.sqrt(spread), strict=True)
        ]

    def ranked(self) -> list[Importance]:
        """Return the importance of each number, the strongest first."""
        pairs = zip(self._parameters, self._found, strict=True)
        found = [Importance(self._name, one.name, share) for one, share in pairs]
        return sorted(found, key=lambda one: -math.inf if math.isnan(one.share.mean) else one.share.mean, reverse=True)

    def _shares(self, candidates: list[Candidate]) -> tuple[Floats, float]:
        """Return the share of each number, shape (numbers,), and the share of the variance that is explained."""
        rng = np.random.default_rng(self._seed)
        places = np.array([place_of(self._parameters, one.values) for one in candidates])
        parts, wholes, explained = np.zeros(len(self._parameters)), 0.0, []
        for _split in range(SPLITS):
            order = rng.permutation(len(candidates))
            halves = [[candidates[at] for at in half.tolist()] for half in np.array_split(order, 2)]
            dealt = [places, *(_dealt(places, number, rng) for number in range(places.shape[1]))]
            first, second = (self._levels(half, dealt) for half in halves)
            parts += np.mean((first[0] - first[1:]) * (second[0] - second[1:]), axis=(1, 2)) / 2
            wholes += float(np.cov(first[0, 0], second[0, 0])[0, 1])
            explained.append(self._explained(candidates, order, first[0, 0], second[0, 0]))
        shares: Floats = parts / wholes if wholes > 0 else np.full(len(parts), np.nan)
        return shares, math.fsum(explained) / SPLITS

    def _levels(self, half: Sequence[Candidate], dealt: Sequence[Floats]) -> Floats:
        """Return the surface through a half of the towers, shape (as they are and each number dealt, times, towers)."""
        every = np.concatenate([np.broadcast_to(one, (DEALT, *one.shape[-2:])) for one in dealt])
        flat = second_order_surface(half, self._parameters, self._name, every.reshape(-1, every.shape[-1]))
        return flat.reshape(len(dealt), DEALT, -1)

    def _explained(self, candidates: Sequence[Candidate], order: Order, first: Floats, second: Floats) -> float:
        """Return which share of the figure's variance each half's surface tells of the other half."""
        level = np.array([one.figures.of(self._name).mean for one in candidates if one.figures])
        cut = len(np.array_split(order, 2)[0])
        told = np.where(np.argsort(order) < cut, second, first)
        spread = float(np.var(level))
        return 1 - float(np.mean((level - told) ** 2)) / spread if spread else math.nan


def _dealt(places: Floats, number: int, rng: np.random.Generator) -> Floats:
    """Return the places with one of their numbers dealt anew several times, shape (times, towers, numbers)."""
    found = np.repeat(places[None], DEALT, axis=0)
    for one in found:
        one[:, number] = rng.permutation(places[:, number])
    return found
