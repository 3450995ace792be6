"""The statistics of a tower, each declared once with its name, label, unit and estimator.

Everything that measures or shows towers reads these declarations: measurements and comparisons, sweeps and searches,
tables, data frames and plots, the bench and the gallery, and the manual. To add a statistic, add a declaration; that is
all for one that is measured on request. One that is always known also needs a field of its name in the results
(`Metrics`, `Measurement`, `Difference`, `LiveStatistics`), and one that searches can aim at a word in their help
(`SHARED`, `explore`, the command `tune`). `tests/lab/measuring/test_statistics.py` names what is missing.

Most statistics come from the counts of every chain. Others need the battles one by one, or the pieces that cubes
touch; those are measured only on request. `Statistic` also defines custom metrics:

>>> from shogun.lab import Statistic, measure
>>> def fullest(battles):
...     return battles.inside_after.max()
>>> result = measure("classic", battles=24, metrics=Statistic("fullest", of_battles=fullest, unit="cubes"))
>>> 0 < result.of("fullest").mean < 40
True
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

import msgspec

from shogun.base.language import _, marked, shown
from shogun.lab.errors import LabError
from shogun.lab.measuring.estimates import (
    ANYTHING,
    CHANCE,
    CHANCE_DIFFERENCE,
    CUBES,
    CUBES_DIFFERENCE,
    Bounds,
    Estimate,
    ratio,
)
from shogun.lab.measuring.tally import BattleCounts, RecordKind, Tally

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Counts = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]

T = TypeVar("T")
Parts = tuple[float, float]
"""Numerator and denominator of one chain; the statistic is the ratio of their sums over all chains."""
LARGEST = 1e100
"""From here on a metric's value counts as infinite: the squares that make its error would overflow."""
Drift = Literal["", "thrown", "resting", "stock"]
"""How a statistic can drift while a tower fills: not at all, or like one of these three."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Halves(Protocol):
    """The number of cubes inside in the two halves of a chain."""

    @property
    def battles_in_halves(self) -> Sequence[int]:
        """Battles in the first and in the second half of the chain."""

    @property
    def stock_in_halves(self) -> Sequence[int]:
        """Cubes in the tower after a battle, summed over the battles of each half."""


class ChainCounts(Halves, Protocol):
    """The counts of every chain."""

    @property
    def battles(self) -> int:
        """Battles that were counted."""

    @property
    def thrown(self) -> int:
        """Cubes that were thrown in them."""

    @property
    def thrown_out(self) -> int:
        """Thrown cubes that came out in the same battle."""

    @property
    def rested(self) -> int:
        """Cubes in the tower before a battle, summed over all battles."""

    @property
    def rested_out(self) -> int:
        """Number of them that came out."""

    @property
    def start_throws(self) -> int:
        """Throws into the empty tower."""

    @property
    def start_kept(self) -> int:
        """Cubes that stayed in the tower after them."""


class Battles:
    """The counted battles of one chain, as arrays of shape (battles,)."""

    def __init__(self, records: Sequence[BattleCounts]) -> None:
        self._records = records

    def __len__(self) -> int:
        """Return the number of battles."""
        return len(self._records)

    @property
    def thrown(self) -> "Counts":
        """Cubes that were thrown."""
        return self._counts("thrown")

    @property
    def thrown_out(self) -> "Counts":
        """Thrown cubes that came out in the same battle."""
        return self._counts("thrown_out")

    @property
    def inside_before(self) -> "Counts":
        """Cubes in the tower before the battle."""
        return self._counts("inside_before")

    @property
    def resting_out(self) -> "Counts":
        """Number of them that came out."""
        return self._counts("resting_out")

    @property
    def inside_after(self) -> "Counts":
        """Cubes in the tower after the battle."""
        return self._counts("inside_after")

    @property
    def taps(self) -> "Counts":
        """Number of taps on the tower."""
        return self._counts("taps")

    @property
    def rest_s(self) -> "Floats":
        """Seconds until all cubes were at rest."""
        return self._array("rest_s").astype("float64")

    @property
    def pieces_touched(self) -> "Counts":
        """Ledges, pins and walls that the thrown cubes touched, each counted once for each cube.

        Only for statistics with `contacts=True`; otherwise -1.
        """
        return self._counts("pieces_touched")

    def _counts(self, name: str) -> "Counts":
        return self._array(name).astype("int64")

    def _array(self, name: str) -> "np.ndarray[Any, Any]":
        import numpy as np

        return np.array([getattr(record, name) for record in self._records])


class TargetScale(msgspec.Struct, frozen=True):
    """Settings of a statistic as a search target."""

    step: float
    """A difference that matters as much as one step of any other statistic; distances are counted in steps."""
    most: float
    """The largest target value; the smallest is 0."""
    axis: tuple[float, float]
    """The usual range of a map's axis."""
    usual: float
    """The bench's initial target."""


class BenchWords(msgspec.Struct, frozen=True):
    """Labels of a statistic where people watch it being measured. All texts are marked for translation."""

    label: str
    """On the bench and in the gallery."""
    page: str
    """On the gallery's page."""
    column: str
    """Above a column of the gallery's comparison."""
    order: str
    """In the list of sort orders."""
    digits: int
    most: float = 1.0
    """The right end of its scale; a growing scale extends to the value if that is larger."""
    is_growing: bool = False
    """Whether the scale grows with the figure."""


class Statistic(msgspec.Struct, frozen=True):
    """A property of a tower's behavior, as a number with its error.

    A statistic of your own needs a name, and a function of a chain's battles that returns a number, of which the mean
    over all chains is taken (so a maximum becomes the mean of the chains' maxima, which grows with their length), or a
    numerator and a denominator that are summed over all chains:

        Statistic("fullest", of_battles=lambda battles: battles.inside_after.max(), unit="cubes")

    With `contacts=True` the battles also have `pieces_touched`, which takes some more time.
    """

    name: str
    """Its name on the command line, in JSON and above columns: lowercase letters, digits and _."""
    of_battles: Callable[[Battles], Any] | None = None
    """A function of one chain's counted battles, whose arrays are those of `BattleCounts`; None: it comes from
    `of_counts`."""
    unit: str = ""
    """Its unit; empty: a probability."""
    label: str = ""
    """Its label in tables and above pictures, marked for translation; empty: its name."""
    contacts: bool = False
    """Whether `of_battles` needs `pieces_touched`."""
    bounds: Bounds = ANYTHING
    """Its smallest and largest possible values."""
    digits: int = 2
    """Decimal places in tables."""
    target: TargetScale | None = None
    """Its treatment by searches; None: it can't be a target."""
    of_counts: Callable[[ChainCounts], Parts | None] | None = None
    """A function of every chain's counts; None where a chain doesn't have it."""
    heading: str = ""
    """Its heading in tables of many towers, marked; empty: its name."""
    meaning: str = ""
    """Its definition in a phrase, marked for translation."""
    explanation: str = ""
    """Explanation of how to count and read it: a paragraph of the English manual."""
    wanted: str = ""
    """Its label as a target on the bench, marked."""
    drifts: Drift = ""
    narrows: bool = True
    """True if more battles narrow its interval; the number of start throws is fixed."""
    is_measured: bool = True
    """Whether `measure` reports it with an interval of its family."""
    bench: BenchWords | None = None
    """Its labels where it is shown live; None: it isn't."""
    version: int = 0
    """Raised when its estimate changes; 0: a custom metric, identified by its function's code."""

    @property
    def is_further(self) -> bool:
        """True if it is measured only on request."""
        return self.of_battles is not None

    @property
    def is_chance(self) -> bool:
        """True if it lies between 0 and 1."""
        return self.bounds == CHANCE

    @property
    def difference_bounds(self) -> Bounds:
        """Return the bounds of a difference between two towers."""
        known = {CHANCE: CHANCE_DIFFERENCE, CUBES: CUBES_DIFFERENCE}
        low, high = self.bounds
        return known.get(self.bounds, (low - high, high - low))

    @property
    def words(self) -> str:
        """Return its label in tables and above pictures."""
        return _(self.label) if self.label else self.name

    @property
    def column(self) -> str:
        """Return its heading in a table of many towers."""
        return _(self.heading) if self.heading else self.name

    @property
    def scale(self) -> TargetScale:
        """Return how a search treats it; a custom metric in steps of 1, from 0 to 1000."""
        return self.target or TargetScale(step=1.0, most=1e6, axis=(0.0, 10.0), usual=1.0)

    @property
    def digest(self) -> str:
        """Return the key of its values in a results file: its name, and its version or its code."""
        if self.version:
            return f"{self.name}-{self.version}"
        return f"{self.name}-{sha256(_in_text(self.of_battles).encode()).hexdigest()[:12]}"

    def parts(self, records: Sequence[BattleCounts]) -> Parts | None:
        """Return its function's result for a chain's battles; None without battles, for NaN, and from LARGEST on.

        Raises LabError if the function fails or doesn't return a number.
        """
        assert self.of_battles is not None
        if not records:
            return None
        try:
            result = self.of_battles(Battles(records))
            top, bottom = result if isinstance(result, tuple) else (result, 1.0)
            parts = float(top), float(bottom)
        except Exception as error:
            text = _("metric {name}: its function failed ({error}).")
            raise LabError(text.format(name=self.name, error=shown(f"{type(error).__name__}: {error}"))) from error
        return parts if max(map(abs, parts)) < LARGEST and not any(map(math.isnan, parts)) else None


def _in_text(function: Any) -> str:
    """Return a text that identifies a function: its code with the constants, defaults and closure values it uses."""
    if isinstance(function, partial):
        return repr((_in_text(function.func), function.args, function.keywords))
    code = getattr(function, "__code__", None)
    if code is None:
        return f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__qualname__)}"
    enclosed = [cell.cell_contents for cell in function.__closure__ or ()]
    constants = [getattr(constant, "co_code", constant) for constant in code.co_consts]
    return repr((code.co_code, constants, code.co_names, function.__defaults__, enclosed))


class RequestedStatistic(msgspec.Struct, frozen=True):
    """A further statistic requested, as results hold it."""

    name: str
    unit: str
    digest: str


def _stock(chain: ChainCounts) -> Parts:
    return sum(chain.stock_in_halves), chain.battles


def drift_between_halves(chain: Halves) -> Parts | None:
    """Return the mean stock in a chain's second half less that in its first; None if it hasn't both."""
    if not all(chain.battles_in_halves):
        return None
    pairs = zip(chain.stock_in_halves, chain.battles_in_halves, strict=True)
    early, late = (cubes / battles for cubes, battles in pairs)
    return late - early, 1.0


def _out_minus_in(chain: ChainCounts) -> Parts:
    return -(chain.thrown - chain.thrown_out - chain.rested_out), chain.battles


def _pieces_touched(battles: Battles) -> Parts:
    return float(battles.pieces_touched.sum()), float(battles.thrown.sum())


STATISTICS = (
    Statistic(
        "p_out_thrown",
        label=marked("chance that a thrown cube comes out"),
        heading=marked("thrown: out"),
        meaning=marked("Chance that a cube comes out in the battle in which it is thrown"),
        explanation=(
            "Thrown cubes that come out in the same battle, divided by all thrown cubes, over all counted "
            "battles of all chains. High: numbers decide. Low: a throw leaves much behind, and luck decides."
        ),
        wanted=marked("Thrown: out"),
        of_counts=lambda chain: (chain.thrown_out, chain.thrown),
        bounds=CHANCE,
        digits=3,
        target=TargetScale(step=0.01, most=1.0, axis=(0.3, 1.0), usual=0.67),
        drifts="thrown",
        bench=BenchWords(
            marked("A thrown cube comes out"), marked("a thrown cube comes out"), marked("Thrown: out"),
            marked("By thrown cubes"), digits=2,
        ),
    ),
    Statistic(
        "p_out_resting",
        label=marked("chance that a resting cube comes out"),
        heading=marked("resting: out"),
        meaning=marked("Chance that a cube in the tower comes out in a battle"),
        explanation=(
            "At each battle, the cubes that were in the tower before count once each: those that come out, "
            "divided by all of them. Its inverse is about how many battles a cube stays: 0.2 means five. "
            "High: what stays comes out soon. Low: cubes from long ago come back."
        ),
        wanted=marked("Resting: out"),
        of_counts=lambda chain: (chain.rested_out, chain.rested),
        bounds=CHANCE,
        digits=3,
        target=TargetScale(step=0.01, most=1.0, axis=(0.0, 0.7), usual=0.22),
        drifts="resting",
        bench=BenchWords(
            marked("A resting cube comes out"), marked("a resting cube comes out in a battle"), marked("Resting: out"),
            marked("By resting cubes"), digits=2,
        ),
    ),
    Statistic(
        "stock",
        unit="cubes",
        label=marked("cubes in the tower"),
        heading=marked("in the tower"),
        meaning=marked("Average number of cubes in the tower after a battle"),
        explanation=(
            "The cubes in the tower are counted after each battle, and averaged. In the long run as many come "
            "out as go in, so it follows from the two chances: *stock x p_out_resting = mean throw x (1 - "
            "p_out_thrown)*."
        ),
        wanted=marked("Cubes in the tower"),
        of_counts=_stock,
        bounds=CUBES,
        target=TargetScale(step=0.5, most=100.0, axis=(0.0, 40.0), usual=12.0),
        drifts="stock",
        bench=BenchWords(
            marked("Cubes in the tower"), marked("cubes in the tower"), marked("Stock"), marked("By stock"),
            digits=1, most=20.0, is_growing=True,
        ),
    ),
    Statistic(
        "stock_drift",
        unit="cubes",
        label=marked("  second half less first half"),
        meaning=marked("Cubes in the tower in the second half of the chains, less those in the first half"),
        explanation=(
            "Not a property of the tower but of the measurement: near 0, the tower has forgotten its start. "
            "If its interval doesn't contain 0, the tower was still filling (or emptying), and `stock` would "
            "change with more battles."
        ),
        of_counts=drift_between_halves,
        bounds=CUBES_DIFFERENCE,
    ),
    Statistic(
        "out_minus_in",
        unit="cubes",
        label=marked("cubes out less cubes in, per battle"),
        meaning=marked("Average number of cubes that come out of a battle, less those thrown"),
        explanation=(
            "A check like the drift, for each battle: in the long run it is 0. Negative: the tower is still "
            "filling."
        ),
        of_counts=_out_minus_in,
        bounds=CUBES_DIFFERENCE,
        digits=3,
    ),
    Statistic(
        "start_kept",
        unit="cubes",
        label=marked("cubes left of a start throw"),
        heading=marked("left of start"),
        meaning=marked("Cubes left of a start throw of 31-45 into the empty tower"),
        explanation=(
            "Each chain begins with one throw of 31 to 45 cubes into the empty tower, as a game does; this is "
            "how many of them stay. There is only one for each chain, so its interval doesn't narrow with "
            "more battles, only with more chains."
        ),
        wanted=marked("Left of start"),
        of_counts=lambda chain: (chain.start_kept, chain.start_throws),
        bounds=CUBES,
        target=TargetScale(step=0.5, most=45.0, axis=(0.0, 40.0), usual=9.0),
        narrows=False,
    ),
    Statistic(
        "p_clog",
        label=marked("chance that a throw clogs the tower"),
        meaning=marked("Throws after which more than 30 cubes are stuck inside; the tower is then tapped"),
        explanation=(
            "On the bench and in the gallery. `measure` reports clogs for each size of a throw instead, with "
            "a Wilson interval."
        ),
        bounds=CHANCE,
        digits=3,
        is_measured=False,
        bench=BenchWords(
            marked("Throws that clog"), marked("a throw clogs it"), marked("Clogs"), marked("By clogs"), digits=3
        ),
    ),
    Statistic(
        "pieces_touched",
        of_battles=_pieces_touched,
        unit="pieces",
        label=marked("pieces touched by a thrown cube"),
        heading=marked("touches"),
        meaning=marked("Average number of ledges, pins and walls that a thrown cube touches before all are at rest, "
"each counted once"),
        explanation=(
            "How much a cube bounces around. A piece that a cube touches twice counts once; walls of the "
            "frame don't count. It takes a percent or two longer, and is measured only if you name it."
        ),
        wanted=marked("Pieces touched"),
        contacts=True,
        version=1,
        bounds=(0.0, math.inf),
        target=TargetScale(step=0.1, most=100.0, axis=(0.0, 8.0), usual=3.0),
        bench=BenchWords(
            marked("Pieces touched per cube"), marked("pieces touched by a thrown cube"), marked("Touches"),
            marked("By touches"), digits=2, most=6.0, is_growing=True,
        ),
    ),
)  # fmt: skip
"""The lab's built-in statistics, in reporting order."""
_DECLARED = {statistic.name: statistic for statistic in STATISTICS}
_own: dict[str, Statistic] = {}
"""The custom metrics requested in this process."""
MEASURED = tuple(declared.name for declared in STATISTICS if declared.is_measured and not declared.is_further)
"""Reported by every measurement."""
FIGURES = tuple(declared.name for declared in STATISTICS if declared.target and not declared.is_further)
"""Used to rank towers, and known for every measured tower."""
FURTHER = tuple(declared.name for declared in STATISTICS if declared.is_further)
"""Measured only on request."""
PLANNED = tuple(name for name in FIGURES if _DECLARED[name].narrows)
"""Their intervals narrow as battles are added."""
ON_BENCH = tuple(declared.name for declared in STATISTICS if declared.bench)
"""Shown live on the bench and in the gallery."""


def statistic(name: str) -> Statistic:
    """Return a statistic by its name. Raises LabError if there is none."""
    if (known := _DECLARED.get(name) or _own.get(name)) is None:
        text = _("there is no statistic {name}; choose one of {names}.")
        raise LabError(text.format(name=shown(name), names=", ".join([*_DECLARED, *_own])))
    return known


def by_digest(digest: str) -> Statistic | None:
    """Return the further statistic that values in a results file belong to; None if this process has none."""
    known = (_DECLARED | _own).get(digest.rpartition("-")[0])
    return known if known and known.is_further and known.digest == digest else None


def bench_words(name: str) -> BenchWords:
    """Return the label of a statistic where it is shown live."""
    words = statistic(name).bench
    assert words is not None
    return words


def planned_names() -> list[str]:
    """Return the names of all statistics for which a sample size can be computed."""
    return [*PLANNED, *FURTHER, *_own]


def target_names() -> list[str]:
    """Return the names of all statistics that can be search targets."""
    return [*FIGURES, *(name for name in FURTHER if _DECLARED[name].target), *_own]


Requested = Statistic | str | Sequence[Statistic | str]
"""Further statistics: custom ones or names; one or several."""


def further(asked: Requested | None) -> tuple[str, ...]:
    """Return the names of the further statistics requested, without repeats, and register the custom ones.

    Raises LabError.
    """
    every = [asked] if isinstance(asked, Statistic | str) else asked or ()
    names = (_introduced(wish) if isinstance(wish, Statistic) else _named(wish) for wish in every)
    return tuple(dict.fromkeys(names))


def _named(name: str) -> str:
    if not statistic(name).is_further:
        text = _("metrics {name}: give a Statistic, or one of {names}.")
        raise LabError(text.format(name=shown(name), names=", ".join([*FURTHER, *_own])))
    return name


def _introduced(own: Statistic) -> str:
    """Register a custom metric under its name."""
    if own in STATISTICS:
        return _named(own.name)
    if own.name in _DECLARED or not _NAME.fullmatch(own.name):
        text = _("metric {name}: use a name of lowercase letters, digits and _ that isn't taken.")
        raise LabError(text.format(name=shown(own.name)))
    if own.of_battles is None:
        raise LabError(_("metric {name} needs of_battles, a function of battles.").format(name=own.name))
    _own[own.name] = own
    return own.name


def among(names: Iterable[str]) -> tuple[str, ...]:
    """Return those of these statistics that are measured only on request, without repeats."""
    return tuple(dict.fromkeys(name for name in names if statistic(name).is_further))


def recording(names: Iterable[str]) -> RecordKind | msgspec.UnsetType:
    """Return what chains must record of each battle for these statistics."""
    needed = [declared for declared in map(statistic, names) if declared.is_further]
    if any(declared.contacts for declared in needed):
        return "contacts"
    return "battles" if needed else msgspec.UNSET


def asked_for(names: Iterable[str]) -> tuple[RequestedStatistic, ...] | msgspec.UnsetType:
    """Return further statistics as results hold them."""
    every = [declared for declared in map(statistic, names) if declared.is_further]
    return (
        tuple(RequestedStatistic(declared.name, declared.unit, declared.digest) for declared in every) or msgspec.UNSET
    )


class SummedChain(ChainCounts, Protocol):
    """A chain reduced to its sums."""

    @property
    def further(self) -> Mapping[str, Parts | None] | msgspec.UnsetType:
        """Numerators and denominators of the further statistics requested."""


def estimate(name: str, chains: Iterable[Tally | SummedChain]) -> Estimate:
    """Return a statistic with its error, from the spread between chains; NaN if no chain knows it."""
    known = [parts for chain in chains if (parts := parts_of(name, chain)) is not None]
    return ratio([top for top, _bottom in known], [bottom for _top, bottom in known])


def parts_of(name: str, chain: Tally | SummedChain) -> Parts | None:
    """Return the numerator and denominator of a chain's statistic; None if unknown."""
    declared = statistic(name)
    if declared.of_counts is not None:
        return declared.of_counts(chain)
    if isinstance(chain, Tally):
        return None if chain.records is msgspec.UNSET else declared.parts(chain.records)
    return given(chain.further).get(name)


def given(kept: Mapping[str, T] | msgspec.UnsetType) -> Mapping[str, T]:
    """Return the further statistics of a result; empty if none was requested."""
    return {} if kept is msgspec.UNSET else kept


def names_of(asked: Sequence[RequestedStatistic] | msgspec.UnsetType) -> tuple[str, ...]:
    """Return the names of the further statistics that a result holds."""
    return () if asked is msgspec.UNSET else tuple(wish.name for wish in asked)
