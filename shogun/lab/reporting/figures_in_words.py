"""Figures of towers in words, for tables and pages."""

import math
from collections.abc import Iterable

import msgspec

from shogun.base.language import _
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.metrics import Metrics, columns_of
from shogun.lab.measuring.stationarity import in_a_word
from shogun.lab.measuring.statistics import FIGURES, statistic


class FigureCells(msgspec.Struct, frozen=True):
    """The columns of a table with a row for each of many towers."""

    asked: tuple[str, ...] = ()
    """The further statistics requested."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all statistics in the table."""
        return (*FIGURES, *self.asked)

    def headings(self) -> list[str]:
        """Return what the columns are called."""
        return [*(statistic(name).column for name in self.names), _("clogs"), _("long run")]

    def cells(self, figures: Metrics | None) -> list[str]:
        """Return a tower's figures as cells, or that it can't be built or clogs for good."""
        if figures is None:
            return [_("can't be built"), *[""] * (len(self.names) + 1)]
        if figures.given_up:
            return [_("clogs for good"), *[""] * (len(self.names) - 1), clogs(figures), ""]
        means = (estimate_text(figures.of(name), statistic(name).digits) for name in self.names)
        return [*means, clogs(figures), in_a_word(figures.stationarity)]


def cells_of(measured: Iterable[Metrics | None]) -> FigureCells:
    """Return the columns of a table of some towers."""
    return FigureCells(columns_of(measured).asked)


def estimate_text(estimate: Estimate, digits: int) -> str:
    """Return "0.702 ± 0.004": a figure with its standard error."""
    if math.isnan(estimate.mean):
        return _("none")
    if not math.isfinite(estimate.error):
        return f"{estimate.mean:.{digits}f}"
    return f"{estimate.mean:.{digits}f} ± {estimate.error:.{digits}f}"


def clogs(figures: Metrics) -> str:
    """Return how many throws clogged the tower, of all."""
    return f"{figures.clogged} / {figures.throws}"
