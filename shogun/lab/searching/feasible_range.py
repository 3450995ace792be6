"""What can be reached with some numbers of a tower: told when a search has missed its targets.

Towers all over the ranges get the throws of all candidates. A surface of second order through all that were measured,
each chance on a scale on which it has no ends, says which figures go together.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
import numpy as np

from shogun.base.language import _
from shogun.base.random_streams import seed_for
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.measuring.statistics import statistic
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, place_of
from shogun.lab.searching.targets import Target, Targets, in_words

FEW = 3
"""Parameters of which all ends together are tried."""
PLACES = 2**12
"""Of the surface that are looked at."""
ABOUT = 1.5
"""Units of its targets within which a tower counts as one that meets them about."""
LEAST = 0.01
"""What chances and numbers of cubes are kept from 0, and chances from 1: none has a logarithm there."""
RIDGE = 1e-3
"""How strongly all but the level is held to nothing, beside the weight of one measured candidate."""


class FeasibleRange(msgspec.Struct, frozen=True):
    """Between which values one figure was found."""

    name: str
    low: float
    high: float
    beside: tuple[float, float] | None = None
    """Where all other targets are met about, by the surface; None: nowhere, or there is no other target."""


def scattered(seed: int, parameters: Sequence[Parameter]) -> list[Floats]:
    """Return places all over the ranges, each parameter 0 to 1: a Latin hypercube, and the corners if they are few."""
    size = len(parameters)
    corners = [np.array(corner) for corner in product((0.0, 1.0), repeat=size)] if size <= FEW else []
    count = 12 + 4 * size
    rng = np.random.default_rng(seed_for(seed, "scattered"))
    steps = np.tile((np.arange(count) + 0.5) / count, (size, 1))
    return [*rng.permuted(steps, axis=1).T, *corners]


def reach_of(
    candidates: Sequence[Candidate], parameters: Sequence[Parameter], targets: Targets, seed: int
) -> tuple[FeasibleRange, ...]:
    """Return what each target's figure was among all towers, and what it is where the other targets are met about.

    Empty if hardly any tower lets cubes through.
    """
    able = [one for one in candidates if one.figures is not None and not one.figures.given_up]
    if len(able) < 2 * (1 + len(parameters)):
        return ()
    found = {target: _spread(able, target.name) for target in targets}
    tried = np.array([place_of(parameters, one.values) for one in candidates])
    places = np.random.default_rng(seed_for(seed, "surface")).random((PLACES, len(parameters)))
    lets_through = np.array([one in able for one in candidates])
    places = places[lets_through[_nearest(places, tried)]]
    level = {target: second_order_surface(able, parameters, target.name, places) for target in targets}
    return tuple(FeasibleRange(one.name, *found[one], _beside(one, level)) for one in targets)


def _spread(able: Sequence[Candidate], name: str) -> tuple[float, float]:
    means = [_figures(one).of(name).mean for one in able]
    return min(means), max(means)


def _figures(candidate: Candidate) -> Metrics:
    assert candidate.figures is not None
    return candidate.figures


def _nearest(places: Floats, tried: Floats) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return which of the tried places is nearest to each place."""
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(tried).query(places)[1], dtype=np.int64)


def second_order_surface(
    able: Sequence[Candidate], parameters: Sequence[Parameter], name: str, places: Floats
) -> Floats:
    """Return what a figure is at some places by a surface of second order through all candidates."""
    at = np.array([place_of(parameters, one.values) for one in able])
    root = np.sqrt([_figures(one).battles for one in able])
    mean = np.array([_figures(one).of(name).mean for one in able])
    is_chance, can_be_less = statistic(name).is_chance, statistic(name).bounds[0] < 0
    kept = mean if can_be_less else np.clip(mean, LEAST, 1 - LEAST if is_chance else None)
    scaled = kept if can_be_less else np.log(kept / (1 - kept)) if is_chance else np.log(kept)
    matrix = _terms(at, len(able)) * root[:, None]
    ridge = np.sqrt(RIDGE) * np.eye(matrix.shape[1])[1:] * root.max()
    solved = np.linalg.lstsq(np.vstack((matrix, ridge)), np.append(scaled * root, np.zeros(len(ridge))), rcond=None)
    told: Floats = _terms(places, len(able)) @ solved[0]
    if can_be_less:
        return told
    found: Floats = 1 / (1 + np.exp(-told)) if is_chance else np.exp(told)
    return found


def _terms(places: Floats, known: int) -> Floats:
    """Return the terms of the surface, shape (places, terms): those of second order if enough towers are known."""
    size = places.shape[1]
    straight = [np.ones(len(places)), *(places.T - 0.5)]
    pairs = [(one, other) for one in range(size) for other in range(one, size)]
    if known >= 2 * (len(straight) + len(pairs)):
        straight += [(places[:, one] - 0.5) * (places[:, other] - 0.5) for one, other in pairs]
    return np.column_stack(straight)


def _beside(target: Target, level: dict[Target, Floats]) -> tuple[float, float] | None:
    """Return between which values a figure lies where all other targets are met about."""
    others = [
        abs(level[other] - other.value) <= ABOUT * statistic(other.name).scale.step
        for other in level
        if other != target
    ]
    if not others:
        return None
    found = level[target][np.all(others, axis=0)]
    return (float(found.min()), float(found.max())) if len(found) else None


def in_sentences(reaches: Sequence[FeasibleRange], targets: Targets) -> Iterator[str]:
    """Yield what can be reached, a sentence each: of each figure, and of each beside the others."""
    spans = ", ".join(_span(one.name, (one.low, one.high)) for one in reaches)
    if spans:
        yield _("Towers were measured throughout these ranges: {spans}.").format(spans=spans)
    for one in reaches if len(targets) > 1 else ():
        others = in_words([target for target in targets if target.name != one.name])
        if one.beside is None:
            yield _("None had about {others}.").format(others=others)
        else:
            yield _("With about {others}, {span} is possible.").format(others=others, span=_span(one.name, one.beside))


def _span(name: str, span: tuple[float, float]) -> str:
    digits = 2 if statistic(name).is_chance else 1
    low, high = span
    text = _("{name} from {low:.{digits}f} to {high:.{digits}f}")
    return text.format(name=name, low=low, high=high, digits=digits)
