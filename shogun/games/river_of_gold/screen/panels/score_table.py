"""Points as a table: a line for each source and a column for each player, whoever is ahead in bold."""

from collections.abc import Mapping, Sequence

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.games.river_of_gold.analysis.standing import IN_PLAY, KINDS, Points, Standing, ahead
from shogun.games.river_of_gold.rules.box.components import REGIONS, values_of
from shogun.games.river_of_gold.rules.events import PointsFrom
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.card_texts import places_text
from shogun.games.river_of_gold.words.printed_names import region_name
from shogun.window.kit.drawing.banner import SeatLook, banner
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_EDGE,
    PAPER_SHADE,
    SMALL,
    Weight,
    mix,
)
from shogun.window.kit.layout import Node, Part, column, part, row, share

TABLE = column(part("names", high=2.3), part("lines"), padding=(0.5, 0.4))
IN_EM = 1.4
"""How far a line that is a part of another stands in."""


def _line_of(*before: Part) -> Node:
    """Return what each line of the table tells, above it the names."""
    label = row(*before, part("sign", wide=1.3), part("label"), wide=share(0.4), gap=0.25, padding=(0.15, 0.0))
    return row(label, part("points", wide=share(0.6)))


LINE, PART_LINE = _line_of(), _line_of(part(wide=IN_EM))


class ScoreLine(Struct, frozen=True):
    """A line: its icon, its name, everybody's points, what it is, and its rule."""

    icon: str
    label: str
    points: Points
    told: str
    rule: str
    is_total: bool = False
    is_part: bool = False
    """Whether it is a part of the line above."""
    act: Act | None = None


def play_lines(gained: Mapping[PointsFrom, Points]) -> list[ScoreLine]:
    """Return a line for each source that has brought points in play."""
    said = _sources()
    lines = [ScoreLine(*said[source][:2], gained[source], *said[source][2:], is_part=True) for source in IN_PLAY]
    return [line for line in lines if any(line.points)]


def _sources() -> dict[PointsFrom, tuple[str, str, str, str]]:
    """Return of each source its icon, its name, what it is, and its rule."""
    return {
        "building": ("shrine", _("Buildings"), _("Rewards of buildings that were visited, and of own ones"), "6.4"),
        "mastery": ("courts", _("Masteries"), _("Awards of masteries that were claimed"), "10.1"),
        "track": ("fan", _("Tracks"), _("Spaces of the tracks that bring points"), "9.1"),
        "customer": ("noble", _("Noble ships"), _("Of noble ships, and of merchants at journeys"), "8.10"),
        "patron": ("favor_limit", _("Patron"), _("What the clan's patron brings"), "13.5"),
        "last_tile": ("ship", _("Last tile"), _("For letting the last tile come into the row"), "11.4"),
    }  # fmt: skip


def final_lines(lines: Standing, scoring: Sequence[int]) -> list[ScoreLine]:
    """Return the lines of the final scoring in words, in the order of chapter 12."""
    kinds = {
        "artisan": (_("Artisans"), _("1 point for every 3 goods held, for each artisan")),
        "merchant": (_("Merchants"), _("1 point for every 5 koku held, for each merchant")),
        "noble": (_("Nobles"), _("1 point for each of what a noble counts")),
    }
    told = _("For the number of customers delivered to")
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
    told = _("{values}; doubled for who has the region's elder").format(values=values)
    return ScoreLine(region_icon(region), region_name(region), points, told, "12.1")


def draw_scores(canvas: Canvas, seats: Sequence[SeatLook], lines: Sequence[ScoreLine], box: pygame.Rect) -> None:
    """Draw the table on a sheet."""
    canvas.sheet(box)
    places = canvas.places(TABLE, box)
    _names(canvas, seats, places["names"])
    for number, (line, room) in enumerate(zip(lines, canvas.rows(places["lines"], len(lines), 0.06), strict=True)):
        _line(canvas, number, line, room)


def _names(canvas: Canvas, seats: Sequence[SeatLook], head: pygame.Rect) -> None:
    for look, box in zip(seats, canvas.columns(canvas.places(LINE, head)["points"], len(seats)), strict=True):
        name = canvas.put(banner(look.clan, canvas.px(1.9)), canvas.within(box, 0.12, 0), gap=0.12)
        canvas.line(look.name, name, weight="Bold")


def _line(canvas: Canvas, number: int, line: ScoreLine, box: pygame.Rect) -> None:
    paper = GOLD_PALE if line.is_total else PAPER_BRIGHT if number % 2 else mix(PAPER, PAPER_SHADE, 0.35)
    canvas.fill(box, paper, 0.2)
    if line.act is not None:
        canvas.frame(box, INDIGO if canvas.hovers(box) else PAPER_EDGE, 0.2)
    places = canvas.places(PART_LINE if line.is_part else LINE, box)
    if line.icon:
        canvas.image(symbol(line.icon, min(places["sign"].size)), places["sign"])
    weight: Weight = "Bold" if line.is_total else "Regular"
    canvas.line(line.label, places["label"], weight=weight, size=1.1 if line.is_total else SMALL)
    _points(canvas, line, places["points"])
    canvas.target(f"line-{number}", box, line.act, line.told, line.rule, group="lines")


def _points(canvas: Canvas, line: ScoreLine, box: pygame.Rect) -> None:
    first, size = ahead(line.points), 1.35 if line.is_total else 0.95 if line.is_part else 1.0
    for seat, (points, cell) in enumerate(zip(line.points, canvas.columns(box, len(line.points)), strict=True)):
        ink = INDIGO if seat in first else INK if points else INK_SOFT
        weight: Weight = "Bold" if seat in first else "Regular"
        room = canvas.within(cell, 0.4, 0)
        canvas.line(str(points), room, align="centre", weight=weight, size=size, colour=ink)
