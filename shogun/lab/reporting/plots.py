"""Plots of measurements, searches and the influence of parameters as PNG or SVG; needs matplotlib (the extra `lab`)."""

from collections.abc import Sequence
from io import BytesIO
from itertools import product
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.lab.errors import LabError, library_missing
from shogun.lab.measuring.measurement import Measurement
from shogun.lab.measuring.statistics import FIGURES, names_of, statistic
from shogun.lab.measuring.throw_sizes import BySize
from shogun.lab.searching.sensitivity import SearchImportance, Sensitivity
from shogun.lab.searching.sweep import Axis, Point, Sweep
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Capsule, Disc, build_world

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch


KINDS = (".png", ".svg")
WOOD, INK, CUBES = "#c9b38c", "#33302a", "magma_r"


def check_picture(path: Path) -> None:
    """Raise LabError if a picture of that name can't be drawn here or its folder doesn't exist."""
    if path.suffix.lower() not in KINDS:
        raise LabError(_("--plot {file}: the name must end in .png or .svg.").format(file=path))
    if not absolute(path).parent.is_dir():
        raise LabError(_("--plot {file}: there is no such folder.").format(file=path))
    try:
        import matplotlib as _matplotlib  # noqa: F401  only whether it is there
    except ImportError:
        raise library_missing("--plot", "matplotlib") from None


def plot_measurement(result: Measurement, geometry: Geometry, path: Path) -> None:
    """Draw where cubes rest, how many, how long, the chances by start place, and the figures of single sizes.

    Raises OSError.
    """
    rows = 4 if result.by_size.onto_stock else 3
    figure = new_figure(11, 2.5 * rows)
    grid = figure.add_gridspec(rows, 2, width_ratios=(1, 1.4))
    draw_tower(figure.add_subplot(grid[:, 0]), result, geometry, most=float(result.density.cubes.max()))
    draw_places(figure.add_subplot(grid[0, 1]), result)
    draw_stock(figure.add_subplot(grid[1, 1]), [result])
    draw_stays(figure.add_subplot(grid[2, 1]), [result])
    if result.by_size.onto_stock:
        draw_sizes(figure.add_subplot(grid[3, 1]), result.by_size)
    save(figure, path)


def plot_comparison(results: Sequence[Measurement], geometries: Sequence[Geometry], path: Path) -> None:
    """Draw towers side by side: where cubes rest, how many and how long. Raises OSError."""
    figure = new_figure(4.2 * max(2, len(results)), 9)
    rows = figure.add_gridspec(2, 1, height_ratios=(2, 1))
    towers = rows[0].subgridspec(1, len(results))
    most = max(float(result.density.cubes.max()) for result in results)
    for number, (result, geometry) in enumerate(zip(results, geometries, strict=True)):
        draw_tower(figure.add_subplot(towers[number]), result, geometry, most=most)
    curves = rows[1].subgridspec(1, 2)
    draw_stock(figure.add_subplot(curves[0]), results)
    draw_stays(figure.add_subplot(curves[1]), results)
    save(figure, path)


def draw_tower(axes: "Axes", result: Measurement, geometry: Geometry, *, most: float) -> None:
    """Draw the tower's outline over the density of resting places; the darkest color means `most` cubes a cell."""
    density = np.ma.masked_equal(result.density.cubes, 0)
    mesh = axes.pcolormesh(result.density.x_edges, result.density.y_edges, density, cmap=CUBES, vmin=0, vmax=most)
    axes.figure.colorbar(mesh, ax=axes, label=_("resting cubes per 4 x 4 mm cell"))
    draw_outline(axes, geometry)
    axes.set(aspect="equal", title=as_it_is(result.tower), xlabel="mm", ylabel=_("mm above the exit"))
    axes.autoscale_view()


def draw_outline(axes: "Axes", geometry: Geometry) -> None:
    """Draw a tower's walls and pieces."""
    world = build_world(geometry)
    outlines: list[Capsule | Disc] = [*world.walls, *world.baffles, *world.pieces, *world.pins]
    for outline in outlines:
        axes.add_patch(_patch(outline))


def draw_places(axes: "Axes", result: Measurement) -> None:
    """Draw the chance to come out by place above the funnel."""
    for row in sorted({place.row for place in result.by_start_place}):
        places = [place for place in result.by_start_place if place.row == row]
        x, mean = [place.x for place in places], [place.out.mean for place in places]
        low = [place.out.mean - place.out.low for place in places]
        high = [place.out.high - place.out.mean for place in places]
        axes.errorbar(x, mean, (low, high), fmt="o", capsize=2, label=_("row {number}").format(number=row + 1))
    axes.set(ylim=(0, 1.05), xlabel=_("start place, mm right of the middle"), ylabel=_("chance to come out"))
    if result.by_start_place:
        axes.legend(frameon=False, loc="lower center", ncols=4)


def draw_sizes(axes: "Axes", sizes: BySize) -> None:
    """Draw the chances of thrown and of resting cubes by the size of the throw, measured in both ways."""
    for figures, marker, way in ((sizes.onto_stock, "o", _("usual stock")), (sizes.alone, "s", _("alone"))):
        for name, pick in ((_("thrown"), attrgetter("p_out_thrown")), (_("resting"), attrgetter("p_out_resting"))):
            chances = [pick(figure) for figure in figures]
            reach = [
                [chance.mean - chance.low for chance in chances],
                [chance.high - chance.mean for chance in chances],
            ]
            label = f"{name}, {way}"
            at = [figure.size for figure in figures]
            axes.errorbar(at, [chance.mean for chance in chances], reach, fmt=marker, capsize=2, ms=4, label=label)
    ticks = [one.size for one in sizes.onto_stock]
    axes.set(xscale="log", ylim=(0, 1.05), xlabel=_("cubes thrown"), ylabel=_("chance to come out"))
    axes.set_xticks(ticks, [str(size) for size in ticks], minor=False)
    axes.minorticks_off()
    axes.legend(frameon=False, ncols=2)


def draw_stock(axes: "Axes", results: Sequence[Measurement]) -> None:
    """Draw the frequency of each number of resting cubes in each tower."""
    most = 1 + max(int(np.flatnonzero(result.stock_counts).max(initial=0)) for result in results)
    for result in results:
        share = result.stock_counts[: most + 1] / max(1, result.battles)
        axes.stairs(share, np.arange(most + 2) - 0.5, label=as_it_is(result.tower))
    axes.set(xlabel=_("cubes in the tower after a battle"), ylabel=_("share of battles"))
    axes.legend(frameon=False)


def draw_stays(axes: "Axes", results: Sequence[Measurement]) -> None:
    """Draw the share of cubes still in the tower by battles (Kaplan and Meier), with its band."""
    for result in results:
        shares = result.stay.stays_longer
        [curve] = axes.step(
            range(len(shares)), [one.mean for one in shares], where="post", label=as_it_is(result.tower)
        )
        low, high = [one.low for one in shares], [one.high for one in shares]
        axes.fill_between(range(len(shares)), low, high, step="post", alpha=0.2, color=curve.get_color(), lw=0)
    longest = max((result.stay.horizon for result in results), default=0)
    axes.set(yscale="log", xlim=(0, min(60, max(1, longest))), xlabel=_("battles"), ylabel=_("share that stays longer"))
    axes.set_ylim(bottom=1e-4, top=1.05)
    axes.legend(frameon=False)


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure that no window will ever show."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def as_it_is(name: str) -> str:
    """Escape a name for matplotlib, which takes text between dollars for formulas and hides labels beginning with _."""
    return (" " if name.startswith("_") else "") + name.replace("$", r"\$")


def save(figure: "Figure", path: Path) -> None:
    """Write a picture, the same for the same figures, whole or not at all. Raises OSError."""
    kind, data = path.suffix.lower().removeprefix("."), BytesIO()
    figure.savefig(data, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else None)
    write_whole(path, data.getvalue())


def _patch(outline: Capsule | Disc) -> "Patch":
    """Return matplotlib's shape for an outline."""
    from matplotlib.patches import Circle, Polygon

    if isinstance(outline, Disc):
        return Circle(outline.centre, outline.radius, color=WOOD, ec=INK, lw=0.5)
    start, end = np.array(outline.start), np.array(outline.end)
    along = np.arctan2(*(end - start)[::-1])
    turn = np.linspace(-np.pi / 2, np.pi / 2, 13)
    tips = [(end, along + turn), (start, along + np.pi + turn)]
    points = [middle + outline.radius * np.column_stack((np.cos(way), np.sin(way))) for middle, way in tips]
    return Polygon(np.concatenate(points), fc=WOOD, ec=INK, lw=0.5)


# Sweeps, tunes and fronts

MOST_ROWS = 12
"""Rows of maps: one for each value of further axes."""
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
    """Draw a figure over two axes, with its value in each cell; towers without figures are left white."""
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
    estimates = [
        point.figures.of(name) if point.figures is not None and not point.figures.given_up else None for point in points
    ]
    mean = np.array([np.nan if one is None else one.mean for one in estimates])
    error = np.array([np.nan if one is None or not np.isfinite(one.error) else one.error for one in estimates])
    return mean, error


# Influence of a tower's parameters on its figures

MAIN, TOTAL = "#b5533c", "#3b6ea8"


def plot_influences(result: Sensitivity, path: Path) -> None:
    """Draw the effect of each parameter on each figure, with intervals. Raises OSError."""
    lines = -(-len(result.figures) // 2)
    figure = new_figure(11, lines / 2 * (1.6 + 1.1 * len(result.parameters)))
    for number, name in enumerate(result.figures):
        draw_influences(figure.add_subplot(lines, 2, number + 1), result, name)
    figure.suptitle(as_it_is(result.tower))
    save(figure, path)


def draw_influences(axes: "Axes", result: Sensitivity, name: str) -> None:
    """Draw each parameter's effect on a figure, the strongest on top; an interval across the line at 0 says nothing."""
    some = result.of(name)[::-1]
    is_morris = result.method == "morris"
    kinds = (
        (_("typical change") if is_morris else _("total"), TOTAL, 0.13, [one.total for one in some]),
        (_("mean change") if is_morris else _("first order"), MAIN, -0.13, [one.main for one in some]),
    )
    for label, colour, offset, intervals in kinds:
        mean = np.array([interval.mean for interval in intervals])
        reach = [
            [interval.mean - interval.low for interval in intervals],
            [interval.high - interval.mean for interval in intervals],
        ]
        at = np.arange(len(some)) + offset
        axes.errorbar(mean, at, xerr=reach, fmt="o", ms=4, capsize=3, color=colour, label=label)
    axes.axvline(0, color="0.5", lw=0.8)
    axes.set_yticks(range(len(some)), [as_it_is(one.parameter) for one in some])
    axes.set(title=statistic(name).words, ylim=(-0.6, len(some) - 0.4))
    axes.legend(frameon=False, fontsize=8)


def plot_importance(result: SearchImportance, path: Path) -> None:
    """Draw the importance of each parameter for each figure, with intervals. Raises OSError."""
    lines = -(-len(result.explained) // 2)
    figure = new_figure(11, lines / 2 * (1.6 + 1.0 * len(result.parameters)))
    for number, name in enumerate(result.explained):
        axes = figure.add_subplot(lines, 2, number + 1)
        some = result.of(name)[::-1]
        mean = [one.share.mean for one in some]
        reach = [[one.share.mean - one.share.low for one in some], [one.share.high - one.share.mean for one in some]]
        axes.barh(range(len(some)), mean, xerr=reach, color=TOTAL, alpha=0.75, capsize=3)
        axes.set_yticks(range(len(some)), [as_it_is(one.parameter) for one in some])
        axes.set(title=statistic(name).words, xlabel=_("importance"))
        axes.axvline(0, color="0.5", lw=0.8)
    save(figure, path)
