"""The final ranking: points by line for both years, the total, chests, and the winners (8.4, 9.1)."""

import pygame

from shogun.base.language import _, ngettext
from shogun.games.shogun.analysis.review import Aftermath
from shogun.games.shogun.rules.cards import YEARS
from shogun.games.shogun.rules.events import Scored
from shogun.games.shogun.rules.references import END_RULE
from shogun.games.shogun.rules.views import Result
from shogun.games.shogun.screen.play.model import Model
from shogun.games.shogun.words import chests
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import Palette, SeatLook, banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, Weight
from shogun.window.kit.layout import Places, column, part, row, share
from shogun.window.kit.widgets.button import button, put_icon

HEAD_EM, ROW_EM = 4.0, 2.2
WORD_EM = 0.8
"""Size of the word below a column's icon."""
LINES = ("provinces", "buildings", "castles", "temples", "theatres", "total")
"""The lines of a year, named as in `Scored`."""
ICONS = {
    "provinces": "land",
    "buildings": "houses",
    "castles": "castle",
    "temples": "temple",
    "theatres": "theatre",
    "total": "points",
}
GROUND = Palette(accent=INDIGO)
WINTERS = [
    row(*(part(f"{line}-{year}") for line in LINES), name=f"year-{year}", wide=share()) for year in range(1, YEARS + 1)
]
LINE = row(
    row(part("place", wide=1.4), part("flag", wide=1.9), part("name"), padding=(0.5, 0.0), wide=15.0),
    *WINTERS,
    part("points", wide=5.2), part("chests", wide=5.2),
)  # fmt: skip
"""A player's line, and the heads of the table."""


def order_of(result: Result) -> list[int]:
    """Return the seats, the best first: by points, then by chests."""
    seats = range(len(result.points))
    return sorted(seats, key=lambda seat: (-result.points[seat], -result.chests[seat], seat))


def draw_ranking(
    canvas: Canvas, box: pygame.Rect, seats: tuple[SeatLook, ...], result: Result, aftermath: Aftermath | None
) -> None:
    """Draw a row for each player, the best first, with points by line as soon as they are known."""
    heads, *lines = canvas.down(box, HEAD_EM, *(share(most=ROW_EM),) * len(seats), gap=0.2)
    _heads(canvas, heads)
    for seat, line in zip(order_of(result), lines, strict=True):
        won, places = seat in result.winners, canvas.places(LINE, line)
        canvas.plate(line, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.25)
        _name(canvas, places, seats[seat], _place(result, seat))
        for scored in aftermath.scored if aftermath else ():
            if scored.seat == seat:
                _year(canvas, places, scored)
        points, chests = str(result.points[seat]), str(result.chests[seat])
        canvas.line(points, places["points"], align="centre", size=1.35, weight="Bold", colour=INDIGO)
        canvas.line(chests, places["chests"], align="centre")


def _place(result: Result, seat: int) -> str:
    """Return a player's rank; players with equal points and chests share it."""
    mine = result.points[seat], result.chests[seat]
    return f"{1 + sum(other > mine for other in zip(result.points, result.chests, strict=True))}."


def _heads(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw the heads of the columns: the winters, the icons, and their labels."""
    upper, icons, words = (canvas.places(LINE, line) for line in canvas.rows(box, 3))
    for year in range(1, YEARS + 1):
        label = _("Winter of year {year}").format(year=year)
        canvas.small(label, upper[f"year-{year}"], align="centre", weight="Bold", colour=INDIGO)
        for line, (word, told) in _columns().items():
            name = f"{line}-{year}"
            _head(canvas, icons[name], words[name], (ICONS[line], word, GROUND))
            canvas.target(f"ranking-{name}", icons[name], None, told, "8.4")
    canvas.line(_("Points"), icons["points"], align="centre", size=SMALL, weight="Bold", colour=INDIGO)
    _head(canvas, icons["chests"], words["chests"], ("chest", _("Chests"), Palette()))
    tooltip = _("Chests left: they break ties")
    canvas.target("ranking-chests", icons["chests"], None, tooltip, END_RULE)


def _columns() -> dict[str, tuple[str, str]]:
    """Return the label and the tooltip for each line of a winter."""
    return {
        "provinces": (_("Provinces"), _("A point for each province")),
        "buildings": (_("Built"), _("A point for each building")),
        "castles": (_("Castles"), _("Points for the most castles in each region")),
        "temples": (_("Temples"), _("Points for the most temples in each region")),
        "theatres": (_("Theaters"), _("Points for the most Nō theaters in each region")),
        "total": (_("Total"), _("All points scored this winter")),
    }


def _head(canvas: Canvas, icon: pygame.Rect, below: pygame.Rect, look: tuple[str, str, Palette]) -> None:
    """Draw the icon of a column with its label below; a long label appears only in the tooltip."""
    name, word, palette = look
    put_icon(canvas, name, icon, palette)
    room = canvas.within(below, 0.15, 0.0)
    if canvas.least_wide(word, size=WORD_EM) * canvas.em <= room.width:
        canvas.line(word, room, size=WORD_EM, align="centre", colour=INK_SOFT)


def _name(canvas: Canvas, places: Places, seat: SeatLook, place: str) -> None:
    """Write place and name, with the banner."""
    canvas.line(place, places["place"], weight="Bold", colour=INK_SOFT)
    canvas.image(banner(seat.clan, places["flag"].height - 4), places["flag"], "left")
    canvas.line(seat.name, places["name"], weight="Bold")


def _year(canvas: Canvas, places: Places, scored: Scored) -> None:
    """Write the points of one winter."""
    for line in LINES:
        is_sum, cell = line == "total", places[f"{line}-{scored.year}"]
        weight: Weight = "Bold" if is_sum else "Regular"
        colour = INDIGO if is_sum else INK_SOFT
        canvas.line(str(getattr(scored, line)), cell, align="centre", weight=weight, colour=colour)


# The end: all players by their points, with the winners marked (9.1)

RESULT = row(part("rows"), column(part("more", high=2.4), wide=11.5), gap=0.6)
ROW = row(
    part("flag", wide=1.6), part("name"), part("points"), part("chests"), part("winner"),
    padding=(0.4, 0.0),
)  # fmt: skip


def draw_result(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, tell: Act) -> None:
    """Draw a row for each player, the best first, and a button that opens the statistics."""
    places = canvas.places(RESULT, box)
    tooltip = _("Points by source, a graph of the seasons, the luck of the tower, and a rematch")
    button(canvas, "show-end", places["more"], _("How it happened"), tell, style="primary", tooltip=tooltip)
    order = order_of(result)
    lines = canvas.down(places["rows"], *(share(most=2.0),) * len(order), gap=0.15)
    for seat, line in zip(order, lines, strict=True):
        _row(canvas, line, model, result, seat)


def _row(canvas: Canvas, box: pygame.Rect, model: Model, result: Result, seat: int) -> None:
    won = seat in result.winners
    canvas.plate(box, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.2)
    places = canvas.places(ROW, box)
    canvas.image(banner(model.seats[seat].clan, box.height - 4), places["flag"], "left")
    canvas.line(model.seats[seat].name, places["name"], weight="Bold")
    points = ngettext("{n} point", "{n} points", result.points[seat]).format(n=result.points[seat])
    canvas.line(points, places["points"], weight="Bold")
    canvas.line(chests(result.chests[seat]), places["chests"])
    if won:
        text = _("Winner") if len(result.winners) == 1 else _("Shares the victory")
        canvas.line(text, places["winner"], weight="Bold", colour=INDIGO, align="right")
