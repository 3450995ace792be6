"""Sources of points in words: a line for each, with its icon and everybody's points."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.river_of_gold.analysis.hint import IN_PLAY, KINDS, Points, Standing, standing
from shogun.games.river_of_gold.rules.components import BOX, REGIONS, values_of
from shogun.games.river_of_gold.rules.events import PointsFrom
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.words import places_text, region_name
from shogun.window.kit.drawing.canvas import Act


class ScoreLine(Struct, frozen=True):
    """Line: its icon, its name, everybody's points, its explanation, and its rule."""

    icon: str
    label: str
    points: Points
    told: str
    rule: str
    is_total: bool = False
    is_part: bool = False
    """True if it is part of the line above."""
    act: Act | None = None


def play_lines(gained: Mapping[PointsFrom, Points]) -> list[ScoreLine]:
    """Return a line for each source of points in play."""
    said = _sources()
    lines = [ScoreLine(*said[source][:2], gained[source], *said[source][2:], is_part=True) for source in IN_PLAY]
    return [line for line in lines if any(line.points)]


def _sources() -> dict[PointsFrom, tuple[str, str, str, str]]:
    """Return the icon, name, explanation and rule of each source."""
    return {
        "building": ("shrine", _("Buildings"), _("Rewards from visited buildings, your own included"), "6.4"),
        "mastery": ("courts", _("Masteries"), _("Claimed masteries"), "10.1"),
        "track": ("fan", _("Tracks"), _("Spaces on the tracks that give points"), "9.1"),
        "customer": ("noble", _("Noble ships"), _("From noble ships, and from merchants on journeys"), "8.10"),
        "patron": ("favor_limit", _("Patron"), _("From the clan's patron"), "13.5"),
        "last_tile": ("ship", _("Last tile"), _("For bringing the last tile into the row"), "11.4"),
    }  # fmt: skip


def final_lines(lines: Standing, scoring: Sequence[int]) -> list[ScoreLine]:
    """Return the lines of the final scoring in words, in the order of chapter 12."""
    kinds = {
        "artisan": (_("Artisans"), _("1 point for every 3 goods held, for each artisan")),
        "merchant": (_("Merchants"), _("1 point for every 5 koku held, for each merchant")),
        "noble": (_("Nobles"), _("1 point for each thing that a noble counts")),
    }
    told = _("For the number of customers served")
    return [
        *(_region_line(region, points, scoring) for region, points in zip(REGIONS, lines.regions, strict=False)),
        ScoreLine("customer", _("Deliveries"), lines.delivered, told, "12.5"),
        *(ScoreLine(kind, *_named(kinds[kind], points)) for kind, points in zip(KINDS, lines.kinds, strict=True)),
    ]


def _named(said: tuple[str, str], points: Points) -> tuple[str, Points, str, str]:
    label, told = said
    return label, points, told, "12.6"


def _region_line(region: int, points: Points, scoring: Sequence[int]) -> ScoreLine:
    values = places_text(values_of(scoring[region - 1], len(points)))
    told = _("{values}; doubled with the region's elder").format(values=values)
    return ScoreLine(BOX.region[region - 1].icon, region_name(region), points, told, "12.1")


# Final scoring, source by source, as it is counted out on the board (12)


class Count(Struct, frozen=True):
    """Step of the count: a line of the final scoring, and its region or 0."""

    line: ScoreLine
    region: int = 0


def counts(view: View) -> Iterator[Count]:
    """Yield all steps that score points at the end, from a state before its final scoring."""
    for region, line in zip((*REGIONS, 0, 0, 0, 0), final_lines(standing(view), view.scoring), strict=True):
        if any(line.points):
            yield Count(line, region)


def counted(view: View, count: Count) -> View:
    """Return the view once everybody has the points of a step."""
    players = [player.copy() for player in view.players]
    for player, points in zip(players, count.line.points, strict=True):
        player.points += points
    return replace(view, players=tuple(players))
