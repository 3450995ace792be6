"""Pictures of sweeps, tunes and fronts; needs matplotlib (the extra `lab`)."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shogun.base.language import _
from shogun.lab.errors import LabError
from shogun.lab.measuring.statistics import FIGURES, names_of, statistic
from shogun.lab.reporting.plots import as_it_is, new_figure, save
from shogun.lab.searching.sweep import Axis, Point, Sweep

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 12
"""Of maps: one for each value of further axes."""
Floats = npt.NDArray[np.float64]


def check_drawable(axes: Sequence[Axis]) -> None:
    """Raise LabError if a grid has too many axes, or too many values of further ones, for a picture."""
    further = int(np.prod([len(axis.values) for axis in axes[2:]], initial=1))
    if further > MOST_ROWS:
        text = _("--plot: this would take {count} maps, {most} at most: name the two longest --vary first.")
        raise LabError(text.format(count=further, most=MOST_ROWS))


def plot_sweep(result: Sweep, path: Path) -> None:
    """Draw a curve for one axis, heat maps for two, and a row of heat maps for each value of further ones.

    Raises OSError.
    """
    names = (*FIGURES, *names_of(result.plan.statistics))
    if len(result.axes) == 1:
        figure = new_figure(4.6 * len(names), 3.8)
        for number, name in enumerate(names):
            draw_curve(figure.add_subplot(1, len(names), number + 1), result, name)
    else:
        further = list(product(*(axis.values for axis in result.axes[2:])))
        figure = new_figure(4.6 * len(names), 0.4 + 3.6 * len(further))
        for place, (values, name) in enumerate(product(further, names)):
            draw_map(figure.add_subplot(len(further), len(names), place + 1), result, name, values)
    figure.suptitle(as_it_is(result.tower))
    save(figure, path)


def draw_curve(axes: "Axes", result: Sweep, name: str) -> None:
    """Draw a figure over one axis, with standard errors; towers that can't be built or clog for good leave a gap."""
    mean, error = figure_arrays(result.points, name)
    axes.errorbar(result.axes[0].values, mean, error, fmt="o-", capsize=3)
    axes.set(title=statistic(name).words, xlabel=as_it_is(result.axes[0].name))


def draw_map(axes: "Axes", result: Sweep, name: str, further: tuple[float, ...]) -> None:
    """Draw a figure over two axes, with its number in each cell; towers without figures are left white."""
    points = [point for point in result.points if point.values[2:] == further]
    across, up = result.axes[0], result.axes[1]
    mean = figure_arrays(points, name)[0].reshape(len(across.values), len(up.values)).T
    image = axes.imshow(np.ma.masked_invalid(mean), origin="lower", aspect="auto", cmap="viridis")
    axes.figure.colorbar(image, ax=axes)
    axes.set_xticks(range(len(across.values)), [f"{value:g}" for value in across.values])
    axes.set_yticks(range(len(up.values)), [f"{value:g}" for value in up.values])
    said = ", ".join(f"{axis.name} = {value:g}" for axis, value in zip(result.axes[2:], further, strict=True))
    axes.set(title="\n".join(filter(None, (statistic(name).words, as_it_is(said)))))
    axes.set(xlabel=as_it_is(across.name), ylabel=as_it_is(up.name))
    if mean.size <= 150:
        _write_in_cells(axes, mean, 2 if statistic(name).is_chance else 1)


def _write_in_cells(axes: "Axes", mean: Floats, digits: int) -> None:
    middle = (np.nanmin(mean) + np.nanmax(mean)) / 2 if np.isfinite(mean).any() else 0.0
    for (line, column), value in np.ndenumerate(mean):
        if np.isfinite(value):
            ink = "white" if value < middle else "black"
            axes.text(column, line, f"{value:.{digits}f}", ha="center", va="center", color=ink, fontsize=8)


def figure_arrays(points: Sequence[Point], name: str) -> tuple[Floats, Floats]:
    """Return a figure of towers and its standard errors, each of shape (towers,); NaN where there is none."""
    found = [
        point.figures.of(name) if point.figures is not None and not point.figures.given_up else None for point in points
    ]
    mean = np.array([np.nan if one is None else one.mean for one in found])
    error = np.array([np.nan if one is None or not np.isfinite(one.error) else one.error for one in found])
    return mean, error
