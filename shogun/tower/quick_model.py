"""Quick models of a tower's outcomes, in a few microseconds and plain Python, and the files of fitted ones.

`quick_drop` is the fixed model: each cube is independent, thrown ones come out with 2/3, resting ones with 1/3. Online
versions of the game used these chances for years.

An `OutcomeModel` can be fitted to drops of one tower (`shogun.tower.model_fit`). Of `n` thrown and `r` resting cubes,
`x` and `y` come out with a chance proportional to

    C(n, x)^v C(r, y)^w exp(x a(n, r) + y b(n, r) + c (x - 2n/3) (y - r/3) / sqrt(n r)):

a logistic regression for either kind of cube, with `v` and `w` for the dispersion (Conway-Maxwell-binomial: 1 is
binomial, less is wider, more is narrower) and `c` for the dependence of both kinds within a drop. The number of thrown
cubes decides how they meet, and enters as a curve with knots. The model is an exponential family, so its likelihood has
one maximum.

The owners of the `x` cubes are drawn among all thrown ones, as in the tower itself, whose seed shuffles owners onto
places; those of the `y` cubes are drawn among the resting ones.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from math import comb, exp, fsum, lgamma, log1p, sqrt
from pathlib import Path

import msgspec

from shogun.base.files import UNDECODABLE, make_folder, read_bounded, write_whole
from shogun.base.language import _
from shogun.base.notices import notice
from shogun.base.shared_file import discard, seal, unseal
from shogun.base.user_folders import cache_folder
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.tower_lookup import tower_folders

OUT_THROWN = 2 / 3
"""Chance that a thrown cube comes out."""
OUT_RESTING = 1 / 3
"""Chance that a cube which lay in the tower comes out."""
KNOTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 26, 45)
"""Numbers of thrown cubes between which log-odds are linear; they are constant beyond the last.

There are more than the curve needs now that cubes are poured, but saved games hold models with one weight for each."""
FEATURES = len(KNOTS) + 2
"""Length of the weighted sum that gives a cube's log-odds (see `features`)."""

LARGEST_WEIGHT = 1000.0
MOST_DROPS = 10**12
LARGEST_COUPLING = 3.5
"""Largest coupling; with more, the chances of MOST_CUBES thrown onto as many would overflow."""

Weights = tuple[float, ...]
"""One weight for each feature."""
Table = tuple[float, ...]


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A linear function of a number of cubes."""

    at_none: float
    per_ten: float

    def at(self, cubes: int) -> float:
        """Return its value for a number of cubes."""
        return self.at_none + self.per_ten * cubes / 10


class Coefficients(msgspec.Struct, frozen=True):
    """Coefficients found by a fit."""

    thrown: Weights
    """Weights of the features in the log-odds of a thrown cube."""
    resting: Weights
    """Weights of the features in the log-odds of a resting cube."""
    thrown_width: Line
    """Exponent of the number of ways in which thrown cubes can come out: 1 is binomial, less is wider."""
    resting_width: Line
    """The same for resting cubes, depending on their number."""
    coupling: Line
    """Above 0: the more thrown cubes come out, the more resting ones do; depends on the number of resting ones."""


class Compared(msgspec.Struct, frozen=True):
    """A figure of real drops, and the model's prediction."""

    real: float
    model: float
    error: float
    """Standard error of the real figure."""


class Agreement(msgspec.Struct, frozen=True):
    """Agreement of a model with drops that it wasn't fitted to, given the numbers of thrown and resting cubes."""

    drops: int
    p_out_thrown: Compared
    """Share of the thrown cubes that came out."""
    p_out_resting: Compared
    """Share of the resting cubes that came out."""
    thrown_variance: Compared
    """Mean squared deviation of the thrown cubes out from the number predicted."""
    resting_variance: Compared
    dependence: Compared
    """Correlation of thrown and resting cubes that came out, within a drop onto resting cubes."""
    log_score: float
    """Mean log chance of the outcomes."""
    log_score_binomial: float
    """The same for independent cubes with one fitted chance for each kind."""
    log_score_fixed: float
    """The same for the fixed model."""


class Fit(msgspec.Struct, frozen=True, cache_hash=True):
    """Origin of a fitted model, and its quality."""

    seed: int
    drops: int
    """Number of drops to which it was fitted."""
    most_resting: int
    """Most resting cubes in any of these drops; beyond, log-odds are constant."""
    coefficients: Coefficients
    held_out: Agreement | None = None


class OutcomeModel(msgspec.Struct, frozen=True):
    """A quick model of one tower: fitted to its drops, or the fixed one."""

    tower: str = "model"
    """The tower's name."""
    geometry: str | None = None
    """The hash of the tower's geometry; None for the fixed model, which belongs to no tower."""
    fit: Fit | None = None
    """None for the fixed model."""

    @property
    def is_fitted(self) -> bool:
        """True if this model was fitted to its tower."""
        return self.fit is not None

    @property
    def label(self) -> str:
        """The kind of the model in words."""
        if self.fit is None:
            return _("fixed model: 2/3 of thrown cubes come out, 1/3 of resting ones")
        return _("model fitted to {drops} drops into tower {tower}").format(drops=self.fit.drops, tower=self.tower)

    def drop(
        self, resting_counts: Mapping[str, int], thrown: Mapping[str, int], seed: int, dice: random.Random | None = None
    ) -> dict[str, int]:
        """Return the number of cubes out by color, in alphabetic order and without zeros, like `drop(...).out`.

        `dice` are seeded with `seed` and used instead of a new generator, which saves time in many drops.
        """
        if self.fit is None:
            return quick_drop(resting_counts, thrown, seed, dice)
        draw = _seeded(dice, seed).random
        falling, lying = sum(thrown.values()), sum(resting_counts.values())
        outcome = bisect_right(_cumulated(self.fit, falling, lying), draw())
        thrown_out, resting_out = divmod(outcome, lying + 1)
        out: dict[str, int] = {}
        _deal(out, thrown, falling, thrown_out, draw)
        _deal(out, resting_counts, lying, resting_out, draw)
        return dict(sorted(out.items()))

    def cumulated(self, thrown: int, resting: int) -> Table:
        """Return the cumulated chances of a fitted model's outcomes without the last, in the order of `chances`."""
        assert self.fit is not None, "the fixed model drops each color on its own"
        return _cumulated(self.fit, thrown, resting)

    def chances(self, thrown: int, resting: int) -> tuple[tuple[float, ...], ...]:
        """Return the chances of all outcomes: `thrown` cubes out by row, `resting` ones by column."""
        if self.fit is None:
            of_thrown = _binomial(thrown, OUT_THROWN)
            of_resting = _binomial(resting, OUT_RESTING)
            return tuple(tuple(p * q for q in of_resting) for p in of_thrown)
        columns = resting + 1
        cells = _cells(self.fit, thrown, resting)
        total = fsum(cells)
        return tuple(
            tuple(cell / total for cell in cells[row * columns : (row + 1) * columns]) for row in range(thrown + 1)
        )


def is_usable(model: OutcomeModel) -> bool:
    """Return whether a model's numbers are plausible results of a fit, so that its chances can be computed."""
    if model.fit is None:
        return True
    fitted, most = model.fit.coefficients, model.fit.most_resting
    widths = (fitted.thrown_width, fitted.resting_width)
    numbers = [*fitted.thrown, *fitted.resting, *(number for line in widths for number in (line.at_none, line.per_ten))]
    return (
        len(fitted.thrown) == len(fitted.resting) == FEATURES
        and 0 <= most <= MOST_CUBES
        and 0 <= model.fit.drops <= MOST_DROPS
        and all(abs(number) <= LARGEST_WEIGHT for number in numbers)
        and all(abs(fitted.coupling.at(cubes)) <= LARGEST_COUPLING for cubes in (0, most))
    )


FIXED = OutcomeModel()
"""The fixed model, for towers to which none has been fitted."""


def features(thrown: int, resting: int) -> Weights:
    """Return the numbers on which a cube's log-odds depend when `thrown` cubes fall onto `resting` ones.

    The first belong to the knots: all are 0 except those of the neighbors of `thrown`, which add up to 1.
    """
    place = min(max(thrown, KNOTS[0]), KNOTS[-1])
    shares = [0.0] * len(KNOTS)
    right = max(1, bisect_left(KNOTS, place))
    shares[right] = (place - KNOTS[right - 1]) / (KNOTS[right] - KNOTS[right - 1])
    shares[right - 1] = 1 - shares[right]
    return *shares, log1p(resting), resting / 10


def _seeded(dice: random.Random | None, seed: int) -> random.Random:
    if dice is None:
        return random.Random(seed)
    dice.seed(seed)
    return dice


def quick_drop(
    resting_counts: Mapping[str, int], thrown: Mapping[str, int], seed: int, dice: random.Random | None = None
) -> dict[str, int]:
    """Return the number of cubes out by color, in alphabetic order and without zeros, like `drop(...).out`."""
    draw = _seeded(dice, seed).random
    out: dict[str, int] = {}
    for colour in sorted({**resting_counts, **thrown}):
        count = bisect_right(cumulated_binomial(thrown.get(colour, 0), OUT_THROWN), draw())
        count += bisect_right(cumulated_binomial(resting_counts.get(colour, 0), OUT_RESTING), draw())
        if count:
            out[colour] = count
    return out


@lru_cache(maxsize=1024)
def cumulated_binomial(cubes: int, chance: float) -> Table:
    """Return the chances that at most 0, 1, ... `cubes` - 1 cubes come out."""
    return tuple(accumulate(_binomial(cubes, chance)[:-1]))


def _binomial(cubes: int, chance: float) -> Table:
    return tuple(comb(cubes, k) * chance**k * (1 - chance) ** (cubes - k) for k in range(cubes + 1))


@lru_cache(maxsize=2048)
def _cumulated(fit: Fit, thrown: int, resting: int) -> Table:
    """Return the cumulated chances of the outcomes, in the order of `_cells`, without the last."""
    sums = list(accumulate(_cells(fit, thrown, resting)))
    return tuple(part / sums[-1] for part in sums[:-1])


def _cells(fit: Fit, thrown: int, resting: int) -> list[float]:
    """Return numbers proportional to the chances of all outcomes: thrown cubes out by row, resting ones by column."""
    fitted = fit.coefficients
    falling, lying = min(thrown, KNOTS[-1]), min(resting, fit.most_resting)
    numbers = features(falling, lying)
    rows = _kind(thrown, fitted.thrown, fitted.thrown_width.at(falling), numbers)
    columns = _kind(resting, fitted.resting, fitted.resting_width.at(lying), numbers)
    scale = fitted.coupling.at(lying) / sqrt(thrown * resting) if thrown and resting else 0.0
    top = max(rows) + max(columns)
    return [
        exp(row + column - top + scale * (x - OUT_THROWN * thrown) * (y - OUT_RESTING * resting))
        for x, row in enumerate(rows)
        for y, column in enumerate(columns)
    ]


def _kind(cubes: int, weights: Weights, width: float, numbers: Weights) -> list[float]:
    """Return one kind of cube's part of the log chance, for 0, 1, ... all of them out."""
    odds = fsum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return [width * log_ways(cubes, count) + odds * count for count in range(cubes + 1)]


def log_ways(cubes: int, count: int) -> float:
    """Return the logarithm of the number of ways to choose `count` of `cubes` cubes."""
    return lgamma(cubes + 1) - lgamma(count + 1) - lgamma(cubes - count + 1)


def _deal(out: dict[str, int], counts: Mapping[str, int], total: int, drawn: int, draw: Callable[[], float]) -> None:
    """Add `drawn` of `total` cubes to `out`, drawing their owners; `counts` are the cubes of each owner."""
    for colour in sorted(counts):
        own = counts[colour]
        share = bisect_right(cumulated_owners(own, total, drawn), draw()) if own < total and drawn else drawn
        if share:
            out[colour] = out.get(colour, 0) + share
        total -= own
        drawn -= share


@lru_cache(maxsize=16384)
def cumulated_owners(own: int, total: int, drawn: int) -> Table:
    """Return the chances that at most 0, 1, ... of an owner's cubes are among `drawn` of `total` (hypergeometric)."""
    ways = comb(total, drawn)
    most = min(own, drawn)
    return tuple(accumulate(comb(own, k) * comb(total - own, drawn - k) / ways for k in range(most)))


# Files of fitted models, shipped beside a tower's file, or fitted once and kept in the user's cache
#
# A model belongs to one geometry, whose hash it holds: a tower that has changed has no model until one is fitted to
# it.

MODEL_FORMAT = 2
"""Version of the files, raised when the kind of model or the physics change, so that old fits are stale."""
SUFFIX = ".model.json"
LARGEST_FILE = 100_000
"""Largest size of a model's file in bytes: a fitted one takes five thousand."""

_models_by_hash: dict[str, OutcomeModel] = {}
"""Fitted models by the hash of their geometry, so that each file is read once."""


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of a fitted model's file, besides its checksum."""

    format: int
    tower: str
    geometry: str
    """Hash of the geometry to which it was fitted."""
    fit: Fit


def model_for(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to exactly this tower, or the fixed one if there is none (see `is_fitted`)."""
    key = _hash_of(geometry)
    if key not in _models_by_hash:
        model = next((model for path in _paths(geometry) if (model := read_model(path, geometry))), None)
        if model is None:
            return FIXED
        _models_by_hash[key] = model
    return _models_by_hash[key]


def remember(model: OutcomeModel) -> None:
    """Use a model in this process from now on that another process has fitted, or that has no file."""
    assert model.geometry is not None, "the fixed model belongs to no tower"
    _models_by_hash[model.geometry] = model


def read_model(path: Path, geometry: Geometry) -> OutcomeModel | None:
    """Return the model in a file; None if there is none for this tower and this version.

    For a damaged file there is a notice; one in the cache is put aside, so that the model is fitted again.
    """
    try:
        compact = msgspec.json.format(read_bounded(path, LARGEST_FILE), indent=-1)
        content = msgspec.json.decode(unseal(compact), type=ModelFile)
    except OSError:
        return None
    except UNDECODABLE:
        _note_damaged(path, geometry)
        return None
    model = OutcomeModel(geometry.name, content.geometry, content.fit)
    is_current = content.format == MODEL_FORMAT and content.geometry == _hash_of(geometry)
    return model if is_current and is_usable(model) else None


def _note_damaged(path: Path, geometry: Geometry) -> None:
    if path == cached_path(geometry):
        discard(path)
    else:
        notice(_("{file} is damaged and isn't a model; it was left unchanged.").format(file=path))


def write_model(path: Path, model: OutcomeModel) -> None:
    """Write a fitted model to a file, whole or not at all. Raises OSError."""
    assert model.fit is not None and model.geometry is not None
    content = ModelFile(MODEL_FORMAT, model.tower, model.geometry, model.fit)
    make_folder(path.parent)
    write_whole(path, msgspec.json.format(seal(msgspec.json.encode(content)), indent=1) + b"\n")


def cached_path(geometry: Geometry) -> Path:
    """Return the path in the cache of the model fitted to a tower on this computer."""
    return cache_folder() / "models" / (_hash_of(geometry) + SUFFIX)


def _paths(geometry: Geometry) -> Iterator[Path]:
    """Yield the possible paths of a tower's model: beside towers of its name, then in the cache."""
    for folder in tower_folders():
        yield folder / (geometry.name + SUFFIX)
    yield cached_path(geometry)


@lru_cache(maxsize=64)
def _hash_of(geometry: Geometry) -> str:
    return geometry_hash(geometry)
