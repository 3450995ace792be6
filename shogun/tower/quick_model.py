"""Quick outcome models instead of the physics: what comes out of a tower, in a few microseconds and plain Python.

`quick_drop` is the fixed one: each cube for itself, thrown ones out with 2/3, resting ones with 1/3. These are the
chances that online versions of the game used for years.

An `OutcomeModel` can be fitted to drops of one tower (`shogun.tower.model_fit`). Of `n` thrown and `r`
resting cubes `x` and `y` come out with a chance proportional to

    C(n, x)^v C(r, y)^w exp(x a(n, r) + y b(n, r) + c (x - 2n/3) (y - r/3) / sqrt(n r)):

a logistic regression for either kind of cube, with `v` and `w` for the dispersion (Conway-Maxwell-binomial: 1 is
binomial, less is wider, more is narrower) and `c` for the dependence of both kinds within a drop. How many are thrown
decides how they meet, and so enters as a curve with knots. It is an exponential family, so its likelihood has one
maximum.

Which owner's cubes the `x` are is a lot among all thrown ones, as in the tower itself, whose seed shuffles owners onto
places; which of the resting ones the `y` are is taken as a lot too.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from math import comb, exp, fsum, lgamma, log1p, sqrt
from pathlib import Path

import msgspec
import platformdirs

from shogun.base.files import UNDECODABLE, make_folder, read_bounded, write_whole
from shogun.base.language import _
from shogun.base.notices import notice
from shogun.base.shared_file import discard, seal, unseal
from shogun.tower.geometry import Geometry, geometry_hash
from shogun.tower.physics.constants import MOST_CUBES
from shogun.tower.tower_lookup import tower_folders

OUT_THROWN = 2 / 3
"""Chance that a cube which is thrown comes out."""
OUT_RESTING = 1 / 3
"""Chance that a cube which lay in the tower comes out."""
KNOTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 26, 45)
"""Numbers of thrown cubes between which log-odds run straight; beyond the last they stay as there.

They lie closer than the curve needs since cubes are poured; saved games hold models with one weight for each."""
FEATURES = len(KNOTS) + 2
"""How many numbers a cube's log-odds are a weighted sum of (see `features`)."""

LARGEST_WEIGHT = 1000.0
MOST_DROPS = 10**12
LARGEST_COUPLING = 3.5
"""With more the chances of MOST_CUBES thrown onto as many would be numbers beyond all floats."""

Weights = tuple[float, ...]
"""One for each feature."""
Table = tuple[float, ...]


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A number that depends on how many cubes there are."""

    at_none: float
    per_ten: float

    def at(self, cubes: int) -> float:
        """Return its value for so many cubes."""
        return self.at_none + self.per_ten * cubes / 10


class Coefficients(msgspec.Struct, frozen=True):
    """What a fit has found."""

    thrown: Weights
    """Weights of the features in the log-odds of a thrown cube."""
    resting: Weights
    """Weights of the features in the log-odds of a resting cube."""
    thrown_width: Line
    """Exponent of the number of ways in which so many thrown cubes can come out: 1 is binomial, less is wider."""
    resting_width: Line
    """The same for resting cubes, whose number it depends on."""
    coupling: Line
    """Above 0: the more thrown cubes come out, the more resting ones come with them; depends on the resting ones."""


class Compared(msgspec.Struct, frozen=True):
    """A figure of real drops beside what the model foretells of them."""

    real: float
    model: float
    error: float
    """Standard error of the real figure."""


class Agreement(msgspec.Struct, frozen=True):
    """How well a model foretells drops that it was not fitted to, given how many cubes fell and lay in each."""

    drops: int
    p_out_thrown: Compared
    """Share of the thrown cubes that came out."""
    p_out_resting: Compared
    """Share of the resting cubes that came out."""
    thrown_variance: Compared
    """Mean square by which the thrown cubes that came out differed from the number foretold."""
    resting_variance: Compared
    dependence: Compared
    """Correlation of thrown and resting cubes that came out, within a drop onto resting cubes."""
    log_score: float
    """Mean log chance of what came out."""
    log_score_binomial: float
    """The same for one chance a kind and each cube for itself, both chances fitted."""
    log_score_fixed: float
    """The same for 2/3 and 1/3."""


class Fit(msgspec.Struct, frozen=True, cache_hash=True):
    """Where a fitted model comes from and how good it is."""

    seed: int
    drops: int
    """To which it was fitted."""
    most_resting: int
    """The most cubes on which any of those fell: on more, log-odds stay as on so many."""
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
        """Return whether this model knows its tower."""
        return self.fit is not None

    @property
    def label(self) -> str:
        """Return in words what kind of model answers."""
        if self.fit is None:
            return _("fixed model: 2/3 of thrown cubes come out, 1/3 of resting ones")
        return _("model fitted to {drops} drops into tower {tower}").format(drops=self.fit.drops, tower=self.tower)

    def drop(
        self, resting_counts: Mapping[str, int], thrown: Mapping[str, int], seed: int, dice: random.Random | None = None
    ) -> dict[str, int]:
        """Return how many cubes came out by colour, in alphabetic order and without zeros; like `drop(...).out`.

        `dice` are used, seeded with `seed`, in place of new ones: whoever drops often is quicker with the same.
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

    def chances(self, thrown: int, resting: int) -> tuple[tuple[float, ...], ...]:
        """Return the chance that so many come out: of `thrown` cubes by row, of `resting` ones by column."""
        if self.fit is None:
            one = _binomial(thrown, OUT_THROWN)
            other = _binomial(resting, OUT_RESTING)
            return tuple(tuple(p * q for q in other) for p in one)
        columns = resting + 1
        cells = _cells(self.fit, thrown, resting)
        total = fsum(cells)
        return tuple(
            tuple(cell / total for cell in cells[row * columns : (row + 1) * columns]) for row in range(thrown + 1)
        )


def is_usable(model: OutcomeModel) -> bool:
    """Return whether a model's numbers are such as a fit comes to, so that chances follow from any cubes."""
    if model.fit is None:
        return True
    found, most = model.fit.coefficients, model.fit.most_resting
    widths = (found.thrown_width, found.resting_width)
    numbers = [*found.thrown, *found.resting, *(number for line in widths for number in (line.at_none, line.per_ten))]
    return (
        len(found.thrown) == len(found.resting) == FEATURES
        and 0 <= most <= MOST_CUBES
        and 0 <= model.fit.drops <= MOST_DROPS
        and all(abs(number) <= LARGEST_WEIGHT for number in numbers)
        and all(abs(found.coupling.at(cubes)) <= LARGEST_COUPLING for cubes in (0, most))
    )


FIXED = OutcomeModel()
"""The model that stands in for a tower to which none has been fitted yet."""


def features(thrown: int, resting: int) -> Weights:
    """Return the numbers on which a cube's log-odds depend when `thrown` cubes fall onto `resting` ones.

    The first belong to the knots: all 0 but for the neighbours of `thrown`, which share 1.
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
    """Return how many cubes came out by colour, colours in alphabetic order and without zeros; like `drop(...).out`."""
    draw = _seeded(dice, seed).random
    out: dict[str, int] = {}
    for colour in sorted({**resting_counts, **thrown}):
        count = bisect_right(_chances(thrown.get(colour, 0), OUT_THROWN), draw())
        count += bisect_right(_chances(resting_counts.get(colour, 0), OUT_RESTING), draw())
        if count:
            out[colour] = count
    return out


@lru_cache(maxsize=1024)
def _chances(cubes: int, chance: float) -> Table:
    """Return the chances that at most 0, 1, ... cubes - 1 of so many come out."""
    return tuple(accumulate(_binomial(cubes, chance)[:-1]))


def _binomial(cubes: int, chance: float) -> Table:
    return tuple(comb(cubes, k) * chance**k * (1 - chance) ** (cubes - k) for k in range(cubes + 1))


@lru_cache(maxsize=2048)
def _cumulated(fit: Fit, thrown: int, resting: int) -> Table:
    """Return the chances of all outcomes up to 0, 1, ... all but the last, in the order of `_cells`."""
    sums = list(accumulate(_cells(fit, thrown, resting)))
    return tuple(part / sums[-1] for part in sums[:-1])


def _cells(fit: Fit, thrown: int, resting: int) -> list[float]:
    """Return numbers proportional to the chances of all outcomes: thrown cubes out by row, resting ones by column."""
    found = fit.coefficients
    falling, lying = min(thrown, KNOTS[-1]), min(resting, fit.most_resting)
    numbers = features(falling, lying)
    rows = _kind(thrown, found.thrown, found.thrown_width.at(falling), numbers)
    columns = _kind(resting, found.resting, found.resting_width.at(lying), numbers)
    scale = found.coupling.at(lying) / sqrt(thrown * resting) if thrown and resting else 0.0
    top = max(rows) + max(columns)
    return [
        exp(row + column - top + scale * (x - OUT_THROWN * thrown) * (y - OUT_RESTING * resting))
        for x, row in enumerate(rows)
        for y, column in enumerate(columns)
    ]


def _kind(cubes: int, weights: Weights, width: float, numbers: Weights) -> list[float]:
    """Return the part of the log chance that one kind of cube contributes when 0, 1, ... all of them come out."""
    odds = fsum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return [width * log_ways(cubes, count) + odds * count for count in range(cubes + 1)]


def log_ways(cubes: int, count: int) -> float:
    """Return the logarithm of the number of ways to choose `count` of so many cubes."""
    return lgamma(cubes + 1) - lgamma(count + 1) - lgamma(cubes - count + 1)


def _deal(out: dict[str, int], counts: Mapping[str, int], total: int, drawn: int, draw: Callable[[], float]) -> None:
    """Add `drawn` of `total` cubes to `out`, whose they are by lot: `counts` are the cubes of each owner."""
    for colour in sorted(counts):
        own = counts[colour]
        share = bisect_right(_dealt(own, total, drawn), draw()) if own < total and drawn else drawn
        if share:
            out[colour] = out.get(colour, 0) + share
        total -= own
        drawn -= share


@lru_cache(maxsize=16384)
def _dealt(own: int, total: int, drawn: int) -> Table:
    """Return the chances that at most 0, 1, ... of an owner's cubes are among `drawn` of `total` (hypergeometric)."""
    ways = comb(total, drawn)
    most = min(own, drawn)
    return tuple(accumulate(comb(own, k) * comb(total - own, drawn - k) / ways for k in range(most)))


# Fitted outcome models by tower: shipped beside its file, or fitted here once and kept in the user's cache.
#
# A model belongs to one geometry, whose hash it holds: a tower that has changed has no model until one is fitted to
# it.

MODEL_FORMAT = 2
"""Grows when the kind of model or the physics change: what was fitted before is stale then. 2: PHYSICS is 2."""
SUFFIX = ".model.json"
LARGEST_FILE = 100_000
"""A longer file, bytes, is no model: a fitted one takes five thousand."""

_found: dict[str, OutcomeModel] = {}
"""Fitted models by the hash of their geometry, so that each file is read once."""


class ModelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a fitted model holds, besides its checksum."""

    format: int
    tower: str
    geometry: str
    """The hash of the geometry to which it was fitted."""
    fit: Fit


def model_for(geometry: Geometry) -> OutcomeModel:
    """Return the model fitted to this very tower, or the fixed one as long as there is none (see `is_fitted`)."""
    key = _hash_of(geometry)
    if key not in _found:
        model = next((model for path in _paths(geometry) if (model := read_model(path, geometry))), None)
        if model is None:
            return FIXED
        _found[key] = model
    return _found[key]


def remember(model: OutcomeModel) -> None:
    """Use a fitted model in this process from now on: one that another process has fitted, or that has no file."""
    assert model.geometry is not None, "the fixed model belongs to no tower"
    _found[model.geometry] = model


def read_model(path: Path, geometry: Geometry) -> OutcomeModel | None:
    """Return the model in a file; None if there is none, or none that fits this tower and program.

    A damaged one is noted, and one of the cache put aside, to be fitted anew.
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
    is_of_it = content.format == MODEL_FORMAT and content.geometry == _hash_of(geometry)
    return model if is_of_it and is_usable(model) else None


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
    """Return where the model that was fitted to a tower on this computer is kept."""
    return platformdirs.user_cache_path("shogun", appauthor=False) / "models" / (_hash_of(geometry) + SUFFIX)


def _paths(geometry: Geometry) -> Iterator[Path]:
    """Yield where the model of a tower may lie: beside towers of its name, then in the cache."""
    for folder in tower_folders():
        yield folder / (geometry.name + SUFFIX)
    yield cached_path(geometry)


@lru_cache(maxsize=64)
def _hash_of(geometry: Geometry) -> str:
    return geometry_hash(geometry)
