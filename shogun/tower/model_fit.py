"""Fitting the quick outcome model to drops of a tower (`shogun tower fit NAME`), and judging the fit.

Drops come in chains: every other one begins with a start throw, the others with an empty tower, followed by throws of
battle sizes and larger ones, so that the model knows few and many cubes. A third of the chains is held out: the model
is judged by drops that it hasn't seen. Everything depends only on the seed, not on the number of jobs.

Newton's method finds the coefficients. The model is an exponential family (see `shogun.tower.quick_model`), so its
log-likelihood is concave, its gradient is observed less expected statistics, and its Hessian is their covariance.
"""

import random
from collections.abc import Iterable, Iterator
from functools import partial

import msgspec
import numpy as np
import numpy.typing as npt

from shogun.base.worker_pool import in_order
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.quick_model import (
    FEATURES,
    FIXED,
    OUT_RESTING,
    OUT_THROWN,
    Agreement,
    Coefficients,
    Compared,
    Fit,
    Line,
    OutcomeModel,
    cached_path,
    features,
    log_ways,
    model_for,
    remember,
    write_model,
)

Floats = npt.NDArray[np.float64]
Drops = npt.NDArray[np.int64]
"""Shape (drops, 4): cubes thrown, cubes that lay there, thrown ones that came out, resting ones that came out."""

START_SIZES = (31, 45)
BATTLE_SIZES = (1, 14)
LARGE_SIZES = (1, 45)
LARGE_SHARE = 0.3
"""Share of the throws that may be large."""
MOST_ROUNDS = 50
PRECISE = 1e-7
PULL = 0.05
"""Strength with which coefficients are pulled towards independent cubes at even odds: as by a spread of 4.5.
It decides where all drops agree, as when a single cube always comes out, and hardly anything else."""


class FitPlan(msgspec.Struct, frozen=True):
    """Number of drops for a fit."""

    seed: int = 2006
    chains: int = 180
    battles: int = 25
    """Throws in a chain, after its start throw."""
    held_out: int = 3
    """Number of chains of which one is held out."""


STANDARD_PLAN = FitPlan()


def fit_model(geometry: Geometry, jobs: int = 1, plan: FitPlan = STANDARD_PLAN) -> OutcomeModel:
    """Return the model fitted to drops of this tower, with its agreement with drops that were held out.

    Some thousand drops take half a minute to a few minutes. Raises WorkerDied.
    """
    chains = list(in_order(partial(fall, geometry, plan), range(plan.chains), jobs))
    seen = np.concatenate([drops for number, drops in enumerate(chains) if number % plan.held_out])
    unseen = np.concatenate([drops for number, drops in enumerate(chains) if number % plan.held_out == 0])
    fit = Fit(plan.seed, len(seen), int(seen[:, 1].max()), fitted(seen))
    model = OutcomeModel(geometry.name, geometry_hash(geometry), fit)
    judged = msgspec.structs.replace(fit, held_out=agreement(model, seen, unseen))
    return msgspec.structs.replace(model, fit=judged)


def fit_into_cache(geometry: Geometry) -> OutcomeModel:
    """Return the model of this tower, and fit it into the cache if there is none yet: a task for a worker.

    It takes a minute or a few. If the cache can't be written, the model is kept in memory.
    """
    if (known := model_for(geometry)).is_fitted:
        return known
    model = fit_model(geometry)
    try:
        write_model(cached_path(geometry), model)
    except OSError:
        remember(model)
    return model


def fall(geometry: Geometry, plan: FitPlan, chain: int) -> Drops:
    """Return the drops of one chain: a task for a worker."""
    from shogun.tower.physics.throw import drop
    from shogun.tower.resting_cubes import RestingCube

    rng = random.Random(f"{plan.seed}/{chain}")
    resting: tuple[RestingCube, ...] = ()
    drops = []
    for size in _sizes(rng, plan.battles, starts=chain // plan.held_out % 2 == 0):
        if len(resting) + size > MOST_CUBES:
            break  # the tower is clogged
        lying = [msgspec.structs.replace(cube, colour="resting") for cube in resting]
        fallen = drop(geometry, lying, {"thrown": size}, rng.getrandbits(62))
        drops.append((size, len(lying), fallen.out.get("thrown", 0), fallen.out.get("resting", 0)))
        resting = fallen.resting
    return np.array(drops, dtype=np.int64)


def _sizes(rng: random.Random, battles: int, *, starts: bool) -> Iterator[int]:
    if starts:
        yield rng.randint(*START_SIZES)
    for _battle in range(battles):
        yield rng.randint(*(LARGE_SIZES if rng.random() < LARGE_SHARE else BATTLE_SIZES))


# The fit


class _Kind(msgspec.Struct, frozen=True):
    """Drops with the same numbers of thrown and resting cubes."""

    statistics: Floats
    """Statistics that the coefficients weigh, for all outcomes of such a drop: shape (outcomes, coefficients)."""
    found: Drops
    """Index of the outcome of each drop, shape (drops,)."""


def fitted(drops: Drops) -> Coefficients:
    """Return the coefficients of maximum likelihood for these drops."""
    kinds = [_kind(*numbers, same) for numbers, same in _alike(drops)]
    independent = np.zeros(2 * FEATURES + 6)
    independent[[2 * FEATURES, 2 * FEATURES + 2]] = 1.0
    weights, best = independent, -np.inf
    for _round in range(MOST_ROUNDS):
        value, gradient, curvature = _likelihood(kinds, weights, independent)
        if value < best + PRECISE:
            break
        best = value
        step = np.linalg.solve(curvature, gradient)
        while _likelihood(kinds, weights + step, independent)[0] < value and np.abs(step).max() > PRECISE:
            step = step / 2
        weights = weights + step
    return _named(weights)


def _alike(drops: Drops) -> Iterator[tuple[tuple[int, int], Drops]]:
    """Yield the numbers of thrown and resting cubes, with all drops that have them."""
    for thrown, resting in np.unique(drops[:, :2], axis=0).tolist():
        yield (thrown, resting), drops[(drops[:, 0] == thrown) & (drops[:, 1] == resting)]


def _kind(thrown: int, resting: int, drops: Drops) -> _Kind:
    x, y = _outcomes(thrown, resting)
    numbers = features(thrown, resting)
    scale = 1 / np.sqrt(thrown * resting) if thrown and resting else 0.0
    coupled = scale * (x - OUT_THROWN * thrown) * (y - OUT_RESTING * resting)
    columns = [x * number for number in numbers] + [y * number for number in numbers]
    for column, cubes in ((_ways(thrown)[x], thrown), (_ways(resting)[y], resting), (coupled, resting)):
        columns += [column, column * cubes / 10]
    return _Kind(np.column_stack(columns), drops[:, 2] * (resting + 1) + drops[:, 3])


def _outcomes(thrown: int, resting: int) -> tuple[Drops, Drops]:
    """Return the numbers of thrown and of resting cubes out for all outcomes, each of shape (outcomes,)."""
    x, y = np.mgrid[0 : thrown + 1, 0 : resting + 1]
    return x.ravel(), y.ravel()


def _ways(cubes: int) -> Floats:
    """Return the logarithms of the numbers of ways in which 0, 1, ... of these cubes can come out."""
    return np.array([log_ways(cubes, count) for count in range(cubes + 1)])


def _likelihood(kinds: Iterable[_Kind], weights: Floats, independent: Floats) -> tuple[float, Floats, Floats]:
    """Return the log-likelihood, its gradient and its negative Hessian, with the pull towards independent cubes."""
    away = weights - independent
    value = -PULL / 2 * float(away @ away)
    gradient, curvature = -PULL * away, PULL * np.eye(len(weights))
    for kind in kinds:
        weighed = kind.statistics @ weights
        weighed -= weighed.max()
        log_chances = weighed - np.log(np.exp(weighed).sum())
        chances = np.exp(log_chances)
        mean = chances @ kind.statistics
        spread = (kind.statistics.T * chances) @ kind.statistics - np.outer(mean, mean)
        value += float(log_chances[kind.found].sum())
        gradient = gradient + kind.statistics[kind.found].sum(axis=0) - len(kind.found) * mean
        curvature = curvature + len(kind.found) * spread
    return value, gradient, curvature


def _named(weights: Floats) -> Coefficients:
    rounded = [round(weight, 5) for weight in weights.tolist()]
    thrown, resting = tuple(rounded[:FEATURES]), tuple(rounded[FEATURES : 2 * FEATURES])
    lines = [Line(*rounded[first : first + 2]) for first in range(2 * FEATURES, len(rounded), 2)]
    return Coefficients(thrown, resting, *lines)


# Agreement with drops that were held out


class _Foretold(msgspec.Struct, frozen=True):
    """Predictions of a model for each drop, and its deviations from the outcome: arrays of shape (drops,)."""

    thrown_off: Floats
    """Thrown cubes that came out, less the number predicted."""
    resting_off: Floats
    thrown_variance: Floats
    resting_variance: Floats
    covariance: Floats
    log_chance: Floats
    """Log chance of the outcome."""


def agreement(model: OutcomeModel, seen: Drops, unseen: Drops) -> Agreement:
    """Return how well a model predicts `unseen` drops; the binomial model to compare is fitted to the `seen` ones."""
    kinds = list(_alike(unseen))
    drops = np.concatenate([same for _numbers, same in kinds])
    foretold = _foretold(model, kinds)
    return Agreement(
        drops=len(unseen),
        p_out_thrown=_share(drops[:, 2], foretold.thrown_off, drops[:, 0]),
        p_out_resting=_share(drops[:, 3], foretold.resting_off, drops[:, 1]),
        thrown_variance=_mean(foretold.thrown_off**2, foretold.thrown_variance),
        resting_variance=_mean(foretold.resting_off**2, foretold.resting_variance),
        dependence=_dependence(foretold, drops[:, 1] > 0),
        log_score=_rounded(foretold.log_chance.mean()),
        log_score_binomial=_rounded(_binomial_score(seen, drops)),
        log_score_fixed=_rounded(_foretold(FIXED, kinds).log_chance.mean()),
    )


def _foretold(model: OutcomeModel, kinds: Iterable[tuple[tuple[int, int], Drops]]) -> _Foretold:
    """Return the model's predictions for drops, by the chances that it uses in games."""
    parts = []
    for (thrown, resting), drops in kinds:
        chances = np.array(model.chances(thrown, resting)).ravel()
        x, y = _outcomes(thrown, resting)
        mean_x, mean_y = chances @ x, chances @ y
        moments = [chances @ (x - mean_x) ** 2, chances @ (y - mean_y) ** 2, chances @ ((x - mean_x) * (y - mean_y))]
        logs = np.log(chances[drops[:, 2] * (resting + 1) + drops[:, 3]])
        same = np.broadcast_to(moments, (len(drops), 3))
        parts.append(np.column_stack([drops[:, 2] - mean_x, drops[:, 3] - mean_y, same, logs]))
    return _Foretold(*np.concatenate(parts).T)


def _share(out: Drops, off: Floats, cubes: Drops) -> Compared:
    total = max(1, int(cubes.sum()))
    real = float(out.sum()) / total
    return _compared(real, real - float(off.sum()) / total, float(np.sqrt((off**2).sum())) / total)


def _mean(real: Floats, model: Floats) -> Compared:
    return _compared(real.mean(), model.mean(), real.std() / np.sqrt(len(real)))


def _dependence(foretold: _Foretold, onto: npt.NDArray[np.bool_]) -> Compared:
    """Return the correlations over the drops onto resting cubes; 0 if all came out as predicted."""
    if not (foretold.thrown_off[onto].any() and foretold.resting_off[onto].any()):
        return Compared(0.0, 0.0, 0.0)
    product = (foretold.thrown_off * foretold.resting_off)[onto]
    squares = (foretold.thrown_off**2)[onto].mean() * (foretold.resting_off**2)[onto].mean()
    variances = foretold.thrown_variance[onto].mean() * foretold.resting_variance[onto].mean()
    error = product.std() / np.sqrt(len(product) * squares)
    return _compared(product.mean() / np.sqrt(squares), foretold.covariance[onto].mean() / np.sqrt(variances), error)


def _binomial_score(seen: Drops, drops: Drops) -> float:
    """Return the mean log chance of drops if cubes come out independently, with their kind's chance in `seen`."""
    score = 0.0
    for cubes, out in ((0, 2), (1, 3)):
        chance = (seen[:, out].sum() + 0.5) / (seen[:, cubes].sum() + 1)
        stay = drops[:, cubes] - drops[:, out]
        ways = [log_ways(number, count) for number, count in drops[:, [cubes, out]].tolist()]
        score += float((np.array(ways) + drops[:, out] * np.log(chance) + stay * np.log(1 - chance)).mean())
    return score


def _compared(real: float, model: float, error: float) -> Compared:
    return Compared(_rounded(real), _rounded(model), _rounded(error))


def _rounded(figure: float) -> float:
    return round(float(figure), 4)
