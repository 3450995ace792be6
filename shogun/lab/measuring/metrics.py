"""The figures by which towers are searched for and ranked, from few numbers a chain.

What `measure` counts has histograms of some 50 kB a chain; of thousands of towers only these sums are kept.
"""

from collections.abc import Sequence
from math import fsum, nan
from typing import Annotated

import msgspec
from msgspec import Meta

from shogun.lab.measuring.accumulators import Tally
from shogun.lab.measuring.estimates import Estimate, ratio
from shogun.lab.measuring.stationarity import UNKNOWN, Stationarity, stationarity_of

FIGURES = ("p_out_thrown", "p_out_resting", "stock", "start_kept")
"""Chance of a thrown cube and of a resting cube to come out of a battle; cubes that rest after a battle; cubes that
stay of a start throw of 31-45."""

PARTS = {
    "p_out_thrown": ("thrown_out", "thrown"),
    "p_out_resting": ("rested_out", "rested"),
    "stock": ("stock", "battles"),
    "start_kept": ("start_kept", "start_throws"),
}
"""What is divided by what."""


MOST = 10**15
"""No study counts farther; sums of so many such numbers are still exact."""
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Sums(msgspec.Struct, frozen=True):
    """What one chain has counted, as far as figures need it."""

    early_battles: Count
    late_battles: Count
    """Battles in the first and in the second half of the chain."""
    thrown: Count
    thrown_out: Count
    rested: Count
    """Cubes that lay in the tower before a battle, summed over all battles."""
    rested_out: Count
    early_stock: Count
    late_stock: Count
    """Cubes that lay there after a battle, summed over the battles of each half."""
    old: Count
    """Sum over the second half of the cubes that had lain there for half of the time since the start throw."""
    start_throws: Count
    start_kept: Count
    throws: Count
    """Those that could clog the tower, discarded ones and start throws included."""
    clogged: Count
    cut_off: Count
    given_up: bool
    """True if nothing came out any more or the tower was overfull."""
    seconds: float = 0.0
    """Processor time, s: the one thing here that is never the same twice."""

    @property
    def length(self) -> int:
        """Return the number of battles since the start throw, those that were discarded included."""
        return self.throws - self.start_throws

    @property
    def battles(self) -> int:
        """Return the number of battles that were counted."""
        return self.early_battles + self.late_battles

    @property
    def stock(self) -> int:
        """Return the cubes that lay there after a battle, summed over all battles."""
        return self.early_stock + self.late_stock

    @property
    def battles_in_halves(self) -> tuple[int, int]:
        """Return the number of battles in each half of the chain."""
        return self.early_battles, self.late_battles

    @property
    def old_in_halves(self) -> tuple[int, int]:
        """Return the old cubes of each half; those of the first are not kept."""
        return 0, self.old

    @property
    def stock_in_halves(self) -> tuple[int, int]:
        """Return the cubes that lay there after a battle, summed over the battles of each half."""
        return self.early_stock, self.late_stock


def sums_of(tally: Tally, seconds: float = 0.0) -> Sums:
    """Return what figures need of a chain's tally."""
    return Sums(
        early_battles=tally.battles_in_halves[0],
        late_battles=tally.battles_in_halves[1],
        thrown=tally.thrown,
        thrown_out=tally.thrown_out,
        rested=tally.rested,
        rested_out=tally.rested_out,
        early_stock=tally.stock_in_halves[0],
        late_stock=tally.stock_in_halves[1],
        old=tally.old_in_halves[1],
        start_throws=tally.start_throws,
        start_kept=tally.start_kept,
        throws=tally.clogs.throws + tally.start_clogs.throws,
        clogged=tally.clogs.clogged + tally.start_clogs.clogged,
        cut_off=tally.cut_off,
        given_up=tally.given_up,
        seconds=seconds,
    )


class Metrics(msgspec.Struct, frozen=True):
    """What a tower did, with standard errors from the spread between chains; NaN where nothing was counted."""

    p_out_thrown: Estimate
    p_out_resting: Estimate
    stock: Estimate
    start_kept: Estimate
    battles: int
    throws: int
    clogged: int
    """Throws that clogged the tower, of `throws`."""
    given_up: int
    """Chains that were ended early: such a tower clogs for good."""
    stationarity: Stationarity = UNKNOWN
    """Whether these are the figures of the long run."""

    @property
    def drifts(self) -> bool:
        """Whether the tower still filled, or emptied, when it was measured: no search calls such a one the best."""
        return self.stationarity.state == "drifting"

    def of(self, name: str) -> Estimate:
        """Return the figure of this name, one of FIGURES."""
        found: Estimate = getattr(self, name)
        return found


def metrics_of(chains: Sequence[Sums]) -> Metrics:
    """Return the figures of all chains of a tower."""
    return Metrics(
        **{name: ratio(*_parts(chains, name)) for name in FIGURES},
        battles=sum(one.battles for one in chains),
        throws=sum(one.throws for one in chains),
        clogged=sum(one.clogged for one in chains),
        given_up=sum(one.given_up for one in chains),
        stationarity=stationarity_of(chains),
    )


def _parts(chains: Sequence[Sums], name: str) -> tuple[list[float], list[float]]:
    """Return the tops and the bottoms of which a figure is the ratio, by chain."""
    top, bottom = PARTS[name]
    return [getattr(one, top) for one in chains], [getattr(one, bottom) for one in chains]


def by_chain(chains: Sequence[Sums], name: str) -> list[float]:
    """Return a figure as each chain has it, so that their mean is the figure of all (linearised, as its error is).

    NaN if nothing was counted.
    """
    tops, bottoms = _parts(chains, name)
    mean, bottom = ratio(tops, bottoms).mean, fsum(bottoms) / max(1, len(chains))
    return [mean + (top - mean * below) / bottom if bottom else nan for top, below in zip(tops, bottoms, strict=True)]


def figure_cells(figures: Metrics | None) -> list[float | str]:
    """Return mean and standard error of each figure, one after the other, then whether they are those of the long run.

    NaN, and no word, for what could not be built.
    """
    if figures is None:
        return [*[nan] * (2 * len(FIGURES)), ""]
    means = (cell for name in FIGURES for cell in (figures.of(name).mean, figures.of(name).error))
    return [*means, figures.stationarity.state]


FIGURE_COLUMNS = (*(column for name in FIGURES for column in (name, f"{name}_error")), "stationarity")
"""What these numbers are called as columns."""


class Done(msgspec.Struct, frozen=True):
    """What came of a piece of work."""

    number: int
    chain: int
    sums: Sums
