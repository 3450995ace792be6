"""Figures of towers in words, for tables and pages."""

import math

from shogun.base.language import _
from shogun.lab.measuring.estimates import Estimate
from shogun.lab.measuring.metrics import FIGURES, Metrics
from shogun.lab.measuring.stationarity import in_a_word

DIGITS = {"p_out_thrown": 3, "p_out_resting": 3, "stock": 2, "start_kept": 2}


def headings() -> list[str]:
    """Return what the columns of figures are called."""
    return [_("thrown out"), _("resting out"), _("rest"), _("stay of a start"), _("clogs"), _("long run")]


def figure_cells(figures: Metrics | None) -> list[str]:
    """Return a tower's figures as cells of a table, or that it can't be built or clogs for good."""
    if figures is None:
        return [_("can't be built"), *[""] * (len(FIGURES) + 1)]
    if figures.given_up:
        return [_("clogs for good"), *[""] * (len(FIGURES) - 1), clogs(figures), ""]
    means = (estimate_text(figures.of(name), DIGITS[name]) for name in FIGURES)
    return [*means, clogs(figures), in_a_word(figures.stationarity)]


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


def titles() -> dict[str, str]:
    """Return what figures are called above a picture."""
    return {
        "p_out_thrown": _("chance that a thrown cube comes out"),
        "p_out_resting": _("chance that a resting cube comes out"),
        "stock": _("cubes that rest in the tower"),
        "start_kept": _("cubes that stay of a start throw"),
    }
