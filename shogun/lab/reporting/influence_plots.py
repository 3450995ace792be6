"""Pictures of what numbers of a tower do to its figures; needs matplotlib (the extra `lab`)."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from shogun.base.language import _
from shogun.lab.measuring.statistics import statistic
from shogun.lab.reporting.plots import as_it_is, new_figure, save
from shogun.lab.searching.importance import SearchImportance
from shogun.lab.searching.sensitivity import Sensitivity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAIN, TOTAL = "#b5533c", "#3b6ea8"


def plot_influences(found: Sensitivity, path: Path) -> None:
    """Draw for each figure what each number does to it, with intervals. Raises OSError."""
    lines = -(-len(found.figures) // 2)
    figure = new_figure(11, lines / 2 * (1.6 + 1.1 * len(found.parameters)))
    for number, name in enumerate(found.figures):
        draw_influences(figure.add_subplot(lines, 2, number + 1), found, name)
    figure.suptitle(as_it_is(found.tower))
    save(figure, path)


def draw_influences(axes: "Axes", found: Sensitivity, name: str) -> None:
    """Draw what each number does to a figure, the strongest on top; an interval over the line at 0 says nothing."""
    some = found.of(name)[::-1]
    is_morris = found.method == "morris"
    kinds = (
        (_("typical change") if is_morris else _("total"), TOTAL, 0.13, [one.total for one in some]),
        (_("mean change") if is_morris else _("first order"), MAIN, -0.13, [one.main for one in some]),
    )
    for label, colour, offset, intervals in kinds:
        mean = np.array([one.mean for one in intervals])
        reach = [[one.mean - one.low for one in intervals], [one.high - one.mean for one in intervals]]
        at = np.arange(len(some)) + offset
        axes.errorbar(mean, at, xerr=reach, fmt="o", ms=4, capsize=3, color=colour, label=label)
    axes.axvline(0, color="0.5", lw=0.8)
    axes.set_yticks(range(len(some)), [as_it_is(one.parameter) for one in some])
    axes.set(title=statistic(name).words, ylim=(-0.6, len(some) - 0.4))
    axes.legend(frameon=False, fontsize=8)


def plot_importance(found: SearchImportance, path: Path) -> None:
    """Draw how much each number mattered for each figure, with intervals. Raises OSError."""
    lines = -(-len(found.explained) // 2)
    figure = new_figure(11, lines / 2 * (1.6 + 1.0 * len(found.parameters)))
    for number, name in enumerate(found.explained):
        axes = figure.add_subplot(lines, 2, number + 1)
        some = found.of(name)[::-1]
        mean = [one.share.mean for one in some]
        reach = [[one.share.mean - one.share.low for one in some], [one.share.high - one.share.mean for one in some]]
        axes.barh(range(len(some)), mean, xerr=reach, color=TOTAL, alpha=0.75, capsize=3)
        axes.set_yticks(range(len(some)), [as_it_is(one.parameter) for one in some])
        axes.set(title=statistic(name).words, xlabel=_("importance"))
        axes.axvline(0, color="0.5", lw=0.8)
    save(figure, path)
