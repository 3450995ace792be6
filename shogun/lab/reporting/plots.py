"""Pictures of what towers do, as PNG or SVG; needs matplotlib (the extra `lab`)."""

from collections.abc import Sequence
from io import BytesIO
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from shogun.base.files import absolute, write_whole
from shogun.base.language import _
from shogun.lab.errors import LabError, library_missing
from shogun.lab.measuring.measurement import Measurement
from shogun.lab.measuring.throw_sizes import BySize
from shogun.tower.geometry import Geometry
from shogun.tower.physics.collision_geometry import Capsule, Disc, build_world

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

KINDS = (".png", ".svg")
WOOD, INK, CUBES = "#c9b38c", "#33302a", "magma_r"


def check_picture(path: Path) -> None:
    """Raise LabError if a picture of that name can't be drawn here or its folder is not there."""
    if path.suffix.lower() not in KINDS:
        raise LabError(_("--plot {file}: the name must end in .png or .svg.").format(file=path))
    if not absolute(path).parent.is_dir():
        raise LabError(_("--plot {file}: there is no such folder.").format(file=path))
    try:
        import matplotlib as _matplotlib  # noqa: F401  only whether it is there
    except ImportError:
        raise library_missing("--plot", "matplotlib") from None


def plot_measurement(result: Measurement, geometry: Geometry, path: Path) -> None:
    """Draw where cubes rest, how many, how long, which start places let them through, and what single sizes do.

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
    """Draw the tower's outline over the density of resting places; the darkest colour means `most` cubes a cell."""
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
            chances = [pick(one) for one in figures]
            reach = [[one.mean - one.low for one in chances], [one.high - one.mean for one in chances]]
            label = f"{name}, {way}"
            at = [one.size for one in figures]
            axes.errorbar(at, [one.mean for one in chances], reach, fmt=marker, capsize=2, ms=4, label=label)
    ticks = [one.size for one in sizes.onto_stock]
    axes.set(xscale="log", ylim=(0, 1.05), xlabel=_("cubes thrown"), ylabel=_("chance to come out"))
    axes.set_xticks(ticks, [str(size) for size in ticks], minor=False)
    axes.minorticks_off()
    axes.legend(frameon=False, ncols=2)


def draw_stock(axes: "Axes", results: Sequence[Measurement]) -> None:
    """Draw how often so many cubes rest in each tower."""
    most = 1 + max(int(np.flatnonzero(result.stock_counts).max(initial=0)) for result in results)
    for result in results:
        share = result.stock_counts[: most + 1] / max(1, result.battles)
        axes.stairs(share, np.arange(most + 2) - 0.5, label=as_it_is(result.tower))
    axes.set(xlabel=_("cubes in the tower after a battle"), ylabel=_("share of battles"))
    axes.legend(frameon=False)


def draw_stays(axes: "Axes", results: Sequence[Measurement]) -> None:
    """Draw which share of all cubes stays longer than so many battles (Kaplan and Meier), with its band."""
    for result in results:
        told = result.stay.stays_longer
        [curve] = axes.step(range(len(told)), [one.mean for one in told], where="post", label=as_it_is(result.tower))
        low, high = [one.low for one in told], [one.high for one in told]
        axes.fill_between(range(len(told)), low, high, step="post", alpha=0.2, color=curve.get_color(), lw=0)
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
    """Return a name as matplotlib shows it: between dollars stand formulas, and labels that begin with _ are hidden."""
    return (" " if name.startswith("_") else "") + name.replace("$", r"\$")


def save(figure: "Figure", path: Path) -> None:
    """Write a picture, the same for the same figures, whole or not at all. Raises OSError."""
    kind, data = path.suffix.lower().removeprefix("."), BytesIO()
    figure.savefig(data, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else None)
    write_whole(path, data.getvalue())


def _patch(outline: Capsule | Disc) -> "Patch":
    """Return the shape that matplotlib draws for an outline."""
    from matplotlib.patches import Circle, Polygon

    if isinstance(outline, Disc):
        return Circle(outline.centre, outline.radius, color=WOOD, ec=INK, lw=0.5)
    start, end = np.array(outline.start), np.array(outline.end)
    along = np.arctan2(*(end - start)[::-1])
    turn = np.linspace(-np.pi / 2, np.pi / 2, 13)
    tips = [(end, along + turn), (start, along + np.pi + turn)]
    points = [middle + outline.radius * np.column_stack((np.cos(way), np.sin(way))) for middle, way in tips]
    return Polygon(np.concatenate(points), fc=WOOD, ec=INK, lw=0.5)
