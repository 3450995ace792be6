"""The figures that rank towers in a search, computed from a few sums of each chain.

What `measure` counts has histograms of some 50 kB a chain; of thousands of towers only these sums are kept.
"""

from collections.abc import Iterable, Sequence
from math import fsum, nan
from typing import Annotated

import msgspec
from msgspec import Meta

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.estimates import Estimate, ratio
from shogun.lab.measuring.stationarity import UNKNOWN, Stationarity, stationarity_of
from shogun.lab.measuring.statistics import FIGURES, estimate, given, parts_of, statistic
from shogun.lab.measuring.tally import BattleCounts, Tally

MOST = 10**15
"""Largest count of a study; sums of so many such numbers are still exact."""
Count = Annotated[int, Meta(ge=0, le=MOST)]


class Sums(msgspec.Struct, frozen=True):
    """One chain's counts, as far as figures need them."""

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
    """Cubes in the tower after a battle, summed over the battles of each half."""
    old: Count
    """Sum over the second half of the cubes that had lain there for half of the time since the start throw."""
    start_throws: Count
    start_kept: Count
    throws: Count
    """Throws that could clog the tower, including discarded ones and start throws."""
    clogged: Count
    cut_off: Count
    given_up: bool
    """True if nothing came out any more or the tower was overfull."""
    seconds: float = 0.0
    """Processor time, s: the only value here that differs every time."""
    further: dict[str, tuple[float, float] | None] | msgspec.UnsetType = msgspec.UNSET
    """Numerator and denominator of each further statistic requested; None: unknown for this chain."""

    @property
    def length(self) -> int:
        """Return the number of battles since the start throw, including discarded ones."""
        return self.throws - self.start_throws

    @property
    def battles(self) -> int:
        """Return the number of counted battles."""
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


SUMMED = tuple(name for name in Sums.__struct_fields__ if name != "further")
"""Fields kept for every chain."""


def sums_of(tally: Tally, seconds: float = 0.0) -> Sums:
    """Return a chain's sums from its tally."""
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
    """Figures of a tower, with standard errors from the spread between chains; NaN if nothing was counted."""

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
    """True if these are the figures of the long run."""
    further: dict[str, Estimate] | msgspec.UnsetType = msgspec.UNSET
    """The further statistics requested, by name."""

    @property
    def drifts(self) -> bool:
        """True if the tower still filled, or emptied, when it was measured: no search calls such a tower the best."""
        return self.stationarity.state == "drifting"

    def of(self, name: str) -> Estimate:
        """Return the statistic of this name: one of FIGURES or a requested one. Raises LabError."""
        known: Estimate | None = getattr(self, name) if name in FIGURES else given(self.further).get(name)
        if known is None:
            statistic(name)
            raise LabError(_("{name} wasn't measured; ask for it.").format(name=name))
        return known

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all known statistics."""
        return (*FIGURES, *given(self.further))


def metrics_of(chains: Sequence[Sums]) -> Metrics:
    """Return the figures of all chains of a tower."""
    return Metrics(
        **{name: estimate(name, chains) for name in FIGURES},
        battles=sum(chain.battles for chain in chains),
        throws=sum(chain.throws for chain in chains),
        clogged=sum(chain.clogged for chain in chains),
        given_up=sum(chain.given_up for chain in chains),
        stationarity=stationarity_of(chains),
        further=_further(chains),
    )


def _further(chains: Sequence[Sums]) -> dict[str, Estimate] | msgspec.UnsetType:
    names = dict.fromkeys(name for chain in chains for name in given(chain.further))
    return {name: estimate(name, chains) for name in names} or msgspec.UNSET


def by_chain(chains: Sequence[Sums], name: str) -> list[float]:
    """Return a figure for each chain, so that their mean is the figure of all (linearized, like its error).

    NaN if nothing was counted.
    """
    parts = [parts_of(name, chain) or (0.0, 0.0) for chain in chains]
    mean, bottom = ratio(*zip(*parts, strict=True)).mean, fsum(below for _top, below in parts) / max(1, len(chains))
    return [mean + (top - mean * below) / bottom if bottom else nan for top, below in parts]


class FigureColumns(msgspec.Struct, frozen=True):
    """The columns with the known figures of each of many towers."""

    asked: tuple[str, ...] = ()
    """The further statistics requested."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        every = (*FIGURES, *self.asked)
        return (*(column for name in every for column in (name, f"{name}_error")), "stationarity")

    def cells(self, figures: Metrics | None) -> list[float | str]:
        """Return mean and standard error of each statistic, then whether they are those of the long run.

        NaN, and an empty word, for a tower that couldn't be built.
        """
        every = (*FIGURES, *self.asked)
        if figures is None:
            return [*[nan] * (2 * len(every)), ""]
        means = (cell for name in every for cell in (figures.of(name).mean, figures.of(name).error))
        return [*means, figures.stationarity.state]


def columns_of(measured: Iterable[Metrics | None]) -> FigureColumns:
    """Return the columns for some towers."""
    names = dict.fromkeys(name for figures in measured if figures for name in given(figures.further))
    return FigureColumns(tuple(names))


class Done(msgspec.Struct, frozen=True):
    """The result of a piece of work."""

    number: int
    chain: int
    sums: Sums
    records: list[BattleCounts] | msgspec.UnsetType = msgspec.UNSET
    """Its battles one by one, where a further statistic needs them."""
