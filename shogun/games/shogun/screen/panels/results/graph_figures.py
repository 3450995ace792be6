"""The figures whose graph over the seasons is drawn at the end of a game."""

from collections.abc import Sequence
from typing import Literal

from shogun.base.language import _
from shogun.games.shogun.analysis.review_figures import Reading
from shogun.games.shogun.words.wording import SEASON_NAMES
from shogun.window.panels.graph import Column, Curves

Figure = Literal["points", "provinces", "armies", "chests", "rice"]
FIGURES: tuple[Figure, ...] = ("points", "provinces", "armies", "chests", "rice")


def figure_name(figure: Figure) -> str:
    """Return what a figure is called on its button."""
    names: dict[Figure, str] = {
        "points": _("Points"),
        "provinces": _("Provinces"),
        "armies": _("Armies"),
        "chests": _("Chests"),
        "rice": _("Rice"),
    }
    return names[figure]


def figure_note(figure: Figure) -> str:
    """Return what exactly a figure counts."""
    if figure == "points":
        return _("Points if the year had ended then; in winter as they were scored")
    return _("On the board at the end of each season") if figure == "armies" else _("At the end of each season")


def curves(readings: Sequence[Reading], figure: Figure) -> Curves:
    """Return a figure over the seasons; the winters, in which points are scored, stand out."""
    rows = [getattr(reading, figure) for reading in readings]
    return Curves([_column(reading) for reading in readings], rows, figure_note(figure))


def _column(reading: Reading) -> Column:
    label = _(SEASON_NAMES[reading.season]) if reading.season else _("Start")
    year = _("Year {year}").format(year=reading.year) if reading.season == "summer" else ""
    return Column(label, year, is_lit=reading.season == "winter")
