"""Tests of the long run: have chains forgotten their start, or is the tower still filling?

A cube that has lain in the tower for half of the time since the start throw shows that the chain remembers. The share
of such old cubes falls as the start is forgotten: with a chance of 1 in 5 to come out of a battle it
halves in some battles, but towers have corners from which a cube comes out once in a hundred. Those fill slowly, and
nothing but the cubes' ages shows it early: the drift between the halves of the chains is seen only when it is large.

The constants were chosen by chains of up to 1,000 battles; what they lead to is measured by
`python -m tests.benchmarks.interval_coverage`.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.lab.measuring.estimates import CUBES, CUBES_DIFFERENCE, Estimate, Interval, average
from shogun.lab.measuring.statistics import Drift, Halves, drift_between_halves, statistic

CONFIDENCE = 0.99
"""Confidence of the drift's interval."""
FORGOTTEN = 0.2
"""Share of old cubes below which a start counts as forgotten: then less than 5 % of the cubes are still missing."""
LONG_FORGOTTEN = 0.1
"""The same if no drift is known yet, so that only the ages of cubes count."""
LEVEL = 0.05
"""Small drift, as a share of the stock. If the whole interval of the drift is as small, old cubes only mean that some
never come out: the tower has filled."""
LITTLE = 0.25
"""Small drift in cubes."""
BLIND, MOST_LITTLE = 0.5, 1.5
"""Uninformative interval of the drift: its reach to both sides as a share of the stock, and in cubes."""
MISSING = 1.2
"""Factor on the share of old cubes that bounds the error of the number of cubes until a start is forgotten ..."""
MOST_MISSING = 0.95
OCTAVES = 3.0
"""... or, if less, factor on the change of the number while the time since the start doubles."""
HARDLY = 0.1
"""Factor on that share that bounds the error of the number of thrown cubes that stay."""
LONGEST = 8.0
"""Most battles recommended at once, as a multiple of the present ones."""

State = Literal["stationary", "drifting", "unknown"]


class AgedHalves(Halves, Protocol):
    """A chain's counts in the two halves of its battles, with the ages of cubes."""

    @property
    def old_in_halves(self) -> Sequence[int]:
        """Return the sum after those battles of the cubes that had been there for half of the time since the start."""

    @property
    def length(self) -> int:
        """Return the number of battles since the start throw, including discarded ones."""


class Stationarity(msgspec.Struct, frozen=True):
    """State of the long run."""

    state: State
    """`unknown`: too few battles to tell."""
    drift: Interval
    """Mean number of cubes in the second half of the chains minus that in the first, with 99 %."""
    old: float
    """Share of the resting cubes that have been there for half of the time since the start throw; 1 if unknown."""
    battles_more: int
    """Additional counted battles, in all chains, after which the start may be forgotten; 0 if it is, or if unknown."""
    stock: float
    """Cubes in the tower in the second half."""
    may_fall: float
    may_rise: float
    """Cubes by which the number may still fall or rise in the long run."""

    @property
    def is_reached(self) -> bool:
        """True if the figures are those of the long run."""
        return self.state == "stationary"

    def in_long_run(self, drift: Drift, measured: Interval) -> Interval:
        """Return a statistic's interval in the long run, by its kind of drift."""
        widened = {
            "thrown": self.thrown_in_long_run,
            "resting": self.resting_in_long_run,
            "stock": self.stock_in_long_run,
        }
        return widened[drift](measured) if drift else measured

    def stock_in_long_run(self, measured: Interval) -> Interval:
        """Return the long-run interval of the number of resting cubes: wider if the tower drifts."""
        if math.isnan(measured.mean):
            return measured
        low, high = measured.low - self.may_fall, measured.high + self.may_rise
        return Interval(measured.mean, max(CUBES[0], low), min(CUBES[1], high))

    def resting_in_long_run(self, measured: Interval) -> Interval:
        """Return the long-run interval of a resting cube's chance, which falls as their number grows."""
        if math.isnan(measured.mean) or not self.stock:
            return measured
        low = measured.low * self.stock / (self.stock + self.may_rise)
        high = measured.high * self.stock / max(self.stock - self.may_fall, (1 - MOST_MISSING) * self.stock)
        return Interval(measured.mean, low, min(1.0, high))

    def thrown_in_long_run(self, measured: Interval) -> Interval:
        """Return the long-run interval of a thrown cube's chance, which hardly depends on the number inside."""
        if math.isnan(measured.mean) or not self.stock:
            return measured
        far = HARDLY * min(1.0, max(self.may_fall, self.may_rise) / self.stock) * (1 - measured.mean)
        return Interval(measured.mean, max(0.0, measured.low - far), min(1.0, measured.high + far))


UNKNOWN = Stationarity("unknown", Interval(0.0, *CUBES_DIFFERENCE), 1.0, 0, 0.0, 0.0, 0.0)


def long_run_intervals(
    estimates: Mapping[str, Estimate], stationarity: Stationarity, confidence: float
) -> dict[str, Interval]:
    """Return the interval of each statistic, wider by what may still be missing in the long run."""
    return {
        name: stationarity.in_long_run(declared.drifts, one.interval(confidence, declared.bounds))
        for name, one in estimates.items()
        for declared in [statistic(name)]
    }


def stationarity_of(chains: Sequence[AgedHalves]) -> Stationarity:
    """Return whether chains have forgotten their start."""
    whole = [chain for chain in chains if all(chain.battles_in_halves)]
    if len(whole) < 2:
        return _of_first_halves([chain for chain in chains if chain.battles_in_halves[0]])
    late = sum(one.stock_in_halves[1] for one in whole)
    stock = late / sum(one.battles_in_halves[1] for one in whole)
    old = sum(one.old_in_halves[1] for one in whole) / late if late else 0.0
    drift = drift_of(whole).interval(CONFIDENCE, CUBES_DIFFERENCE)
    little = max(LEVEL * stock, LITTLE)
    stands = drift.low <= 0 <= drift.high or abs(drift.mean) <= little
    if old < FORGOTTEN and drift.high - drift.low > 2 * max(BLIND * stock, MOST_LITTLE):
        return Stationarity("unknown", drift, old, 0, stock, 0.0, 0.0)
    if stands and (old < FORGOTTEN or (-little <= drift.low and drift.high <= little)):
        return Stationarity("stationary", drift, old, 0, stock, 0.0, 0.0)
    missing = min(MOST_MISSING, MISSING * old)
    doublings = _doublings(whole)
    fall = min(stock * missing, OCTAVES * max(0.0, -drift.low) / doublings)
    rise = min(stock * missing / (1 - missing), OCTAVES * max(0.0, drift.high) / doublings)
    return Stationarity("drifting", drift, old, _battles_more(whole, old), stock, fall, rise)


def _of_first_halves(chains: Sequence[AgedHalves]) -> Stationarity:
    """Return the verdict of the cubes' ages alone, for chains before their second half, whose drift is unknown.

    This happens if a time limit ends them, or during a live measurement.
    """
    battles = sum(chain.battles_in_halves[0] for chain in chains)
    cubes = sum(chain.stock_in_halves[0] for chain in chains)
    if len(chains) < 2 or not cubes:
        return UNKNOWN
    old, stock = sum(chain.old_in_halves[0] for chain in chains) / cubes, cubes / battles
    if old < FORGOTTEN:
        state: State = "stationary" if old < LONG_FORGOTTEN else "unknown"
        return msgspec.structs.replace(UNKNOWN, state=state, old=old, stock=stock)
    missing = min(MOST_MISSING, MISSING * old)
    return Stationarity(
        "drifting", UNKNOWN.drift, old, _battles_more(chains, old), stock, stock * missing,
        stock * missing / (1 - missing),
    )  # fmt: skip


def _doublings(chains: Sequence[AgedHalves]) -> float:
    """Return how often the time since the start doubles from the middle of the first half to that of the second."""
    length, counted = (
        sum(values) / len(chains)
        for values in ([chain.length for chain in chains], [sum(chain.battles_in_halves) for chain in chains])
    )
    return math.log2((length - 0.25 * counted) / (length - 0.75 * counted))


def drift_of(chains: Sequence[Halves]) -> Estimate:
    """Return the mean stock in the second half of the chains minus that in the first, cubes; NaN if there is none."""
    return average([parts[0] for chain in chains if (parts := drift_between_halves(chain))])


def _battles_more(chains: Sequence[AgedHalves], old: float) -> int:
    """Return the battles after which few cubes may be old, assuming that their share falls exponentially with time."""
    times = LONGEST if old >= 1 else min(LONGEST, math.log(FORGOTTEN) / math.log(max(old, FORGOTTEN / 2)))
    more = max(0.25, times - 1) * sum(chain.length for chain in chains)
    step = 10.0 ** max(1, math.floor(math.log10(more)))
    return round(math.ceil(more / step) * step)


def in_a_word(stationarity: Stationarity) -> str:
    """Return in a word or two whether the figures are those of the long run."""
    words: dict[State, str] = {"stationary": _("reached"), "drifting": _("STILL DRIFTS"), "unknown": _("not known")}
    return words[stationarity.state]


def in_words(stationarity: Stationarity) -> str:
    """Return in a sentence whether the figures are those of the long run."""
    if stationarity.is_reached:
        return _("These are the figures of the long run.")
    if stationarity.state == "unknown":
        return _("Too few battles to tell whether these are the figures of the long run.")
    drift = stationarity.drift
    if drift.low <= 0 <= drift.high:
        still = ngettext(
            "The tower still remembers its start: {old} of the resting cubes have been there for half "
            "of the time. {count} more battle may be enough.",
            "The tower still remembers its start: {old} of the resting cubes have been there for half "
            "of the time. {count} more battles may be enough.",
            stationarity.battles_more,
        )
        return still.format(old=percent(stationarity.old), count=stationarity.battles_more)
    mean, low, high = (f"{value:+.1f}" for value in (drift.mean, drift.low, drift.high))
    text = ngettext(
        "Still drifting: {mean} cubes between the halves of the chains ({low} to {high}; on its own a "
        "{share} interval), and {old} of the resting cubes have been there for half of the "
        "time. {count} more battle may be enough.",
        "Still drifting: {mean} cubes between the halves of the chains ({low} to {high}; on its own a "
        "{share} interval), and {old} of the resting cubes have been there for half of the "
        "time. {count} more battles may be enough.",
        stationarity.battles_more,
    )
    return text.format(
        mean=mean,
        low=low,
        high=high,
        share=percent(CONFIDENCE),
        old=percent(stationarity.old),
        count=stationarity.battles_more,
    )
