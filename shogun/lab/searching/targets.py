"""Targets for a tower in the long run, whether they are feasible, and the parameters that would meet them."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

import msgspec
import numpy as np

from shogun.base.language import _, shown
from shogun.base.random_streams import seed_for
from shogun.lab.errors import LabError
from shogun.lab.measuring.metrics import Metrics
from shogun.lab.measuring.statistics import statistic, target_names
from shogun.lab.measuring.throw_distribution import Throws
from shogun.lab.searching.search_space import Candidate, Floats, Parameter, place_of

SLACK = 0.03
"""Share of itself by which a stock may differ from the value implied by both chances without contradicting them."""
CLOGGED_DISTANCE = 1e6
"""The distance of a tower that clogs permanently, beyond all others."""


class Target(msgspec.Struct, frozen=True):
    """A statistic by its name, and its target value."""

    name: str
    value: float


Targets = tuple[Target, ...]


def parse_targets(text: str, option: str = "--target") -> Targets:
    """Return the targets of `p_out_thrown=0.67,stock=12`. Raises LabError, which names the option."""
    targets = tuple(_target(part, text, option) for part in text.split(","))
    if len({target.name for target in targets}) < len(targets):
        raise LabError(_("{option} {text}: name each figure once.").format(option=option, text=shown(text)))
    return targets


def _target(part: str, text: str, option: str) -> Target:
    name, _equals, said = (word.strip() for word in part.partition("="))
    try:
        value = float(said)
    except ValueError:
        value = math.nan
    most = statistic(name).scale.most if name in target_names() else math.nan
    if most >= 0 and (value < 0 or value > most):
        sentence = _("{option} {text}: {name} must be from 0 to {most:g}.")
        raise LabError(sentence.format(option=option, text=shown(text), name=name, most=most))
    if math.isnan(most) or math.isnan(value):
        sentence = _("{option} {text}: name any of {names}, each with a value, like p_out_thrown=0.67.")
        raise LabError(sentence.format(option=option, text=shown(text), names=", ".join(target_names())))
    return Target(name, value)


def check_balance(targets: Targets, throws: Throws) -> None:
    """Raise LabError if no tower can meet the targets together.

    In the long run as many cubes come out as are thrown in: stock x p_out_resting = mean throw x (1 - p_out_thrown).
    """
    wanted = {target.name: target.value for target in targets}
    thrown, resting, stock = (wanted.get(name) for name in ("p_out_thrown", "p_out_resting", "stock"))
    stays = None if thrown is None else throws.mean * (1 - thrown)
    if stays is not None and resting is not None and stock is not None:
        if abs(stock * resting - stays) > SLACK * max(stays, stock * resting):
            raise LabError(_contradiction(stays, resting, stock))
    elif stays is not None and resting == 0 and stays > 0:
        raise LabError(_never_out(stays))
    elif stays is not None and stock is not None and stays > stock * (1 + SLACK):
        text = _(
            "these targets contradict each other: {stays:.2f} cubes per throw stay, and in the long run as "
            "many must come out again; with only {stock:g} in the tower that is impossible."
        )
        raise LabError(text.format(stays=stays, stock=stock))


def _contradiction(stays: float, resting: float, stock: float) -> str:
    if resting == 0:
        return _never_out(stays)
    text = _(
        "these targets contradict each other: {stays:.2f} cubes per throw stay, and in the long run as "
        "many come out again: p_out_resting={resting:g} needs stock={fits:.1f}, and stock={stock:g} "
        "needs p_out_resting={other:.3f}."
    )
    return text.format(stays=stays, resting=resting, stock=stock, fits=stays / resting, other=stays / max(stock, 1e-9))


def _never_out(stays: float) -> str:
    text = _(
        "these targets contradict each other: {stays:.2f} cubes per throw stay, and none would ever come out again."
    )
    return text.format(stays=stays)


def distance(figures: Metrics, targets: Targets) -> float:
    """Return a tower's distance from targets: root of the mean square in steps; FAR if it clogs permanently."""
    away = [(figures.of(target.name).mean - target.value) / statistic(target.name).scale.step for target in targets]
    squares = math.fsum(one * one for one in away)
    return CLOGGED_DISTANCE if figures.given_up or math.isnan(squares) else math.sqrt(squares / len(targets))


def errors_away(figures: Metrics, target: Target) -> float:
    """Return the difference of a figure from its target in standard errors; infinite if there is none."""
    estimate = figures.of(target.name)
    is_known = math.isfinite(estimate.mean) and math.isfinite(estimate.error) and not figures.given_up
    return abs(estimate.mean - target.value) / estimate.error if is_known and estimate.error else math.inf


def in_words(targets: Sequence[Target]) -> str:
    """Return targets in the form of the command line."""
    return ",".join(f"{target.name}={target.value:g}" for target in targets)


# Feasible ranges, reported when a search has missed its targets
#
# Towers all over the ranges get the throws of all candidates. A surface of second order through all measured towers,
# with each chance on an unbounded scale, shows which figures go together.

FEW = 3
"""Most parameters for trying all combinations of ends."""
PLACES = 2**12
"""Places at which the surface is evaluated."""
ABOUT = 1.5
"""Distance from its targets, in units, within which a tower counts as meeting them approximately."""
LEAST = 0.01
"""Smallest distance kept from 0 (chances and numbers of cubes) and from 1 (chances), where logarithms fail."""
RIDGE = 1e-3
"""Weight that pulls all coefficients but the level to zero, relative to one measured candidate's."""


class FeasibleRange(msgspec.Struct, frozen=True):
    """The observed range of one figure."""

    name: str
    low: float
    high: float
    beside: tuple[float, float] | None = None
    """Range while all other targets are met approximately, by the surface; None: nowhere, or no other targets."""


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
    """Return each target's range among all towers, and its range where the other targets are met approximately.

    Empty if hardly any tower lets cubes through.
    """
    able = [candidate for candidate in candidates if candidate.figures is not None and not candidate.figures.given_up]
    if len(able) < 2 * (1 + len(parameters)):
        return ()
    found = {target: _spread(able, target.name) for target in targets}
    tried = np.array([place_of(parameters, candidate.values) for candidate in candidates])
    places = np.random.default_rng(seed_for(seed, "surface")).random((PLACES, len(parameters)))
    lets_through = np.array([candidate in able for candidate in candidates])
    places = places[lets_through[_nearest(places, tried)]]
    level = {target: second_order_surface(able, parameters, target.name, places) for target in targets}
    return tuple(FeasibleRange(one.name, *found[one], _feasible_range(one, level)) for one in targets)


def _spread(able: Sequence[Candidate], name: str) -> tuple[float, float]:
    means = [_figures(one).of(name).mean for one in able]
    return min(means), max(means)


def _figures(candidate: Candidate) -> Metrics:
    assert candidate.figures is not None
    return candidate.figures


def _nearest(places: Floats, tried: Floats) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Return the nearest of the tried places for each place."""
    from scipy.spatial import cKDTree

    return np.asarray(cKDTree(tried).query(places)[1], dtype=np.int64)


def second_order_surface(
    able: Sequence[Candidate], parameters: Sequence[Parameter], name: str, places: Floats
) -> Floats:
    """Return a figure at some places, from a surface of second order through all candidates."""
    at = np.array([place_of(parameters, candidate.values) for candidate in able])
    root = np.sqrt([_figures(candidate).battles for candidate in able])
    mean = np.array([_figures(candidate).of(name).mean for candidate in able])
    is_chance, can_be_less = statistic(name).is_chance, statistic(name).bounds[0] < 0
    kept = mean if can_be_less else np.clip(mean, LEAST, 1 - LEAST if is_chance else None)
    scaled = kept if can_be_less else np.log(kept / (1 - kept)) if is_chance else np.log(kept)
    matrix = _terms(at, len(able)) * root[:, None]
    ridge = np.sqrt(RIDGE) * np.eye(matrix.shape[1])[1:] * root.max()
    solved = np.linalg.lstsq(np.vstack((matrix, ridge)), np.append(scaled * root, np.zeros(len(ridge))), rcond=None)
    logits: Floats = _terms(places, len(able)) @ solved[0]
    if can_be_less:
        return logits
    levels: Floats = 1 / (1 + np.exp(-logits)) if is_chance else np.exp(logits)
    return levels


def _terms(places: Floats, known: int) -> Floats:
    """Return the terms of the surface, shape (places, terms): up to second order if enough towers are known."""
    size = places.shape[1]
    straight = [np.ones(len(places)), *(places.T - 0.5)]
    pairs = [(first, other) for first in range(size) for other in range(first, size)]
    if known >= 2 * (len(straight) + len(pairs)):
        straight += [(places[:, first] - 0.5) * (places[:, other] - 0.5) for first, other in pairs]
    return np.column_stack(straight)


def _feasible_range(target: Target, level: dict[Target, Floats]) -> tuple[float, float] | None:
    """Return the range of a figure where all other targets are met approximately."""
    others = [
        abs(level[other] - other.value) <= ABOUT * statistic(other.name).scale.step
        for other in level
        if other != target
    ]
    if not others:
        return None
    values = level[target][np.all(others, axis=0)]
    return (float(values.min()), float(values.max())) if len(values) else None


def in_sentences(reaches: Sequence[FeasibleRange], targets: Targets) -> Iterator[str]:
    """Yield a sentence for each range: of each figure, and of each with the others met."""
    spans = ", ".join(_span(reach.name, (reach.low, reach.high)) for reach in reaches)
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


# Better values from a response surface through all candidates of a search
#
# Near the best ones each figure is nearly linear in the parameters. A weighted regression over many
# candidates is far more precise than any single one, measured in a second or two. All of these get the same throws,
# and so the same luck: if some places were measured longer, those alone determine the level of a figure.

REACH = 0.2
"""Reach around a place, in shares of the ranges; the weight of candidates falls like a normal distribution."""
PULL = 0.1
"""Cost of going as far as REACH, in the targets' units: of all places that meet them the nearest wins."""


def better_place(
    candidates: Sequence[Candidate],
    parameters: Sequence[Parameter],
    targets: Targets,
    place: Floats,
    farthest: float = REACH,
) -> Floats:
    """Return the place near `place`, each parameter 0 to 1, that meets the targets best according to the candidates.

    No parameter changes by more than `farthest`, in shares of its range.
    """
    from scipy.optimize import lsq_linear  # it takes half a second to load, for which no window shall wait

    used = [candidate for candidate in candidates if _has_all(candidate, targets)]
    if not used:
        return place
    offsets = np.array([place_of(parameters, one.values) - place for one in used])
    slopes, residues = [], []
    for target in targets:
        level, slope = _plane(used, offsets, target.name)
        step = statistic(target.name).scale.step
        slopes.append(slope / step)
        residues.append((target.value - level) / step)
    held = PULL / REACH * np.eye(len(parameters))
    matrix, wanted = np.vstack([*slopes, held]), np.concatenate([residues, np.zeros(len(parameters))])
    bounds = (np.maximum(-farthest, -place), np.minimum(farthest, 1 - place))
    return np.clip(place + lsq_linear(matrix, wanted, bounds).x, 0.0, 1.0)


def _has_all(candidate: Candidate, targets: Targets) -> bool:
    """Return whether all target figures of a candidate are known; one that no cube stays in has no `p_out_resting`."""
    figures = candidate.figures
    if figures is None or figures.given_up:
        return False
    return all(math.isfinite(figures.of(target.name).mean) for target in targets)


def _plane(used: Sequence[Candidate], offsets: Floats, name: str) -> tuple[float, Floats]:
    """Return a figure at the middle of some candidates and its slopes, by weighted regression, shape (parameters,)."""
    found = [one.figures.of(name) for one in used if one.figures is not None]
    mean = np.array([one.mean for one in found])
    battles = np.array([one.figures.battles for one in used if one.figures is not None])
    root = np.exp(-0.25 * (offsets**2).sum(axis=1) / REACH**2) * np.sqrt(battles)
    matrix = np.column_stack((np.ones(len(used)), offsets, battles < battles.max())) * root[:, None]
    ridge = np.sqrt(RIDGE) * np.eye(matrix.shape[1])[1:] * root.max()
    solved = np.linalg.lstsq(
        np.vstack((matrix, ridge)), np.concatenate((mean * root, np.zeros(len(ridge)))), rcond=None
    )
    level, *slope, _luck = solved[0]
    return float(level), np.array(slope)
