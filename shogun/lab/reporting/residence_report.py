"""Residence times by place: a table, and a picture (which needs matplotlib, of the extra `lab`)."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from shogun.base.language import _, ngettext
from shogun.base.tables import Output, Table, words
from shogun.lab.measuring.residence import PlaceStays, Residence, Survival
from shogun.lab.reporting.plots import as_it_is, draw_outline, new_figure, save
from shogun.lab.reporting.tables import interval_text
from shogun.tower.geometry import Geometry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = (1, 5)
"""Battles after which the table gives the share of cubes still there."""
LEAST_SHARE = 1e-3
"""Share below which no curve is shown."""


def print_residence(output: Output, result: Residence) -> None:
    """Print a row for all cubes and one for each place."""
    text = ngettext("{tower}: {count} battle", "{tower}: {count} battles", result.battles)
    heads = [
        ngettext("after {count} battle", "after {count} battles", battles).format(count=battles) for battles in SHOWN
    ]
    rows = [
        [
            place.place, str(place.stay.thrown), interval_text(place.mean, 2), median(place.stay),
            *(_share(place, battles) for battles in SHOWN),
        ]
        for place in result.places
    ]  # fmt: skip
    columns = words(_("place"), _("cubes"), _("mean stay, battles"), _("half are out"), *heads)
    output.print_table(Table(text.format(tower=result.tower, count=result.battles), columns, rows))
    whole = _("Of all {cubes} cubes thrown, {share} are still inside after their battle.")
    output.print(whole.format(cubes=result.stay.thrown, share=interval_text(result.stay.share(0), 2)))
    for sentence in sentences():
        output.print(sentence)


def _share(place: PlaceStays, battles: int) -> str:
    return interval_text(place.share(battles), 2) if battles <= place.stay.horizon else _("not known")


def sentences() -> list[str]:
    """Return an explanation of the table."""
    return [
        _(
            "Place: where a cube first came to rest, given by the closest piece or a height above the "
            "exit. After n battles: the share still in the tower."
        ),
        _("Cubes still inside at the end of a chain are counted as censored (Kaplan and Meier); 99 % intervals."),
    ]


def median(stay: Survival) -> str:
    """Return the number of battles after which half of the cubes of a place are out."""
    half = stay.quantile(0.5)
    return f"> {stay.horizon}" if math.isinf(half) else f"{1 + half:g}"


def plot_residence(result: Residence, geometry: Geometry, path: Path) -> None:
    """Draw the tower with its places, and the survival curve of each place with its band. Raises OSError."""
    figure = new_figure(11, 6)
    grid = figure.add_gridspec(1, 2, width_ratios=(1, 1.6))
    colours = _colours(len(result.places))
    draw_places(figure.add_subplot(grid[0]), result, geometry, colours)
    draw_curves(figure.add_subplot(grid[1]), result, colours)
    save(figure, path)


def _colours(count: int) -> list[tuple[float, float, float, float]]:
    from matplotlib import colormaps

    return [colormaps["viridis"](0.9 * number / max(1, count - 1)) for number in range(count)]


def draw_places(
    axes: "Axes", result: Residence, geometry: Geometry, colours: list[tuple[float, float, float, float]]
) -> None:
    """Draw a tower with a dot at the mean resting place of each place's cubes, colored by length of stay."""
    draw_outline(axes, geometry)
    for place, colour in zip(result.places, colours, strict=True):
        axes.plot(place.x, place.y, "o", color=colour, ms=9, mec="white")
        axes.annotate(f"{place.mean.mean:.1f}", (place.x, place.y), (7, 4), textcoords="offset points", fontsize=9)
    axes.set(aspect="equal", title=as_it_is(result.tower), xlabel="mm", ylabel=_("mm above the exit"))
    axes.autoscale_view()


def draw_curves(axes: "Axes", result: Residence, colours: list[tuple[float, float, float, float]]) -> None:
    """Draw the share of the cubes of each place still there by battles."""
    for place, colour in zip(result.places, colours, strict=True):
        _draw_curve(axes, place, colour)
    axes.set(yscale="log", xlabel=_("battles"), ylabel=_("share still inside"))
    least = min((place.stay.stays_longer[-1].low for place in result.places), default=LEAST_SHARE)
    axes.set_ylim(bottom=max(LEAST_SHARE, 0.7 * least), top=1.05)
    axes.legend(frameon=False, fontsize=8)


def _draw_curve(axes: "Axes", place: PlaceStays, colour: tuple[float, float, float, float]) -> None:
    shares = [place.share(battles) for battles in range(place.stay.horizon + 1)]
    label = f"{place.place} ({place.stay.thrown})"
    axes.step(range(len(shares)), [each.mean for each in shares], where="post", color=colour, label=as_it_is(label))
    low, high = [each.low for each in shares], [each.high for each in shares]
    axes.fill_between(range(len(shares)), low, high, step="post", alpha=0.15, color=colour, lw=0)
