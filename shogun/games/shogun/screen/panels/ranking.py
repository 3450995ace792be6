"""The final ranking: points by line for both years, the total, chests, and the winners marked (8.4, 9.1)."""

import pygame

from shogun.base.language import _
from shogun.games.shogun.analysis.aftermath_figures import Aftermath
from shogun.games.shogun.rules.cards import YEARS
from shogun.games.shogun.rules.events import Scored
from shogun.games.shogun.rules.references import END_RULE
from shogun.games.shogun.rules.views import Result
from shogun.window.kit.banner import SeatLook, banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.icons import Palette
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL
from shogun.window.kit.widgets.icon import put_icon

NAME_EM = 15.0
ENDS_EM = 5.2
"""Width of the columns for all points and for chests."""
HEAD_EM = 4.0
WORD_EM = 0.8
"""Size of the word below a column's icon."""
LINES = ("provinces", "buildings", "castles", "temples", "theatres", "total")
"""The lines of a year as `Scored` names them."""
ICONS = {
    "provinces": "land",
    "buildings": "houses",
    "castles": "castle",
    "temples": "temple",
    "theatres": "theatre",
    "total": "points",
}
GROUND = Palette(accent=INDIGO)


def order_of(result: Result) -> list[int]:
    """Return the seats, the best first: by points, then by chests."""
    seats = range(len(result.points))
    return sorted(seats, key=lambda seat: (-result.points[seat], -result.chests[seat], seat))


def draw_ranking(
    canvas: Canvas, box: pygame.Rect, seats: tuple[SeatLook, ...], result: Result, aftermath: Aftermath | None
) -> None:
    """Draw a row for each player, the best first; points by line as soon as they are known."""
    table = _Table(canvas, box)
    table.heads()
    order = order_of(result)
    high = min(canvas.px(2.4), (box.height - canvas.px(HEAD_EM)) // len(order))
    for place, seat in enumerate(order):
        row = pygame.Rect(box.left, box.top + canvas.px(HEAD_EM) + place * high, box.width, high - canvas.px(0.2))
        won = seat in result.winners
        canvas.plate(row, GOLD_PALE if won else PAPER_BRIGHT, INDIGO if won else PAPER_EDGE, 0.25)
        table.name(row, seats[seat], _place(result, seat))
        for scored in aftermath.scored if aftermath else ():
            if scored.seat == seat:
                table.year(row, scored)
        table.ends(row, seat, result)


def _place(result: Result, seat: int) -> str:
    """Return a player's place: who has as many points and chests shares it."""
    mine = result.points[seat], result.chests[seat]
    return f"{1 + sum(other > mine for other in zip(result.points, result.chests, strict=True))}."


class _Table:
    """Knows where each column lies."""

    def __init__(self, canvas: Canvas, box: pygame.Rect) -> None:
        self._canvas = canvas
        self._box = box
        self._left = box.left + canvas.px(NAME_EM)
        self._end = box.right - 2 * canvas.px(ENDS_EM)
        self._wide = (self._end - self._left) / (YEARS * len(LINES))

    def _cell(self, row: pygame.Rect, year: int, line: str) -> pygame.Rect:
        number = (year - 1) * len(LINES) + LINES.index(line)
        left = round(self._left + number * self._wide)
        return pygame.Rect(left, row.top, round(self._left + (number + 1) * self._wide) - left, row.height)

    def _of_ends(self, row: pygame.Rect, number: int) -> pygame.Rect:
        wide = self._canvas.px(ENDS_EM)
        return pygame.Rect(self._end + number * wide, row.top, wide, row.height)

    def heads(self) -> None:
        """Draw what stands above the columns."""
        canvas, third = self._canvas, self._canvas.px(HEAD_EM / 3)
        upper = pygame.Rect(self._box.left, self._box.top, self._box.width, third)
        lower = upper.move(0, third)
        for year in range(1, YEARS + 1):
            cell = self._cell(upper, year, LINES[0])
            cell.width = self._cell(upper, year, LINES[-1]).right - cell.left
            label = _("Winter of year {year}").format(year=year)
            canvas.small(label, cell, align="centre", weight="Bold", colour=INDIGO)
            for line in LINES:
                self._head(year, line, self._cell(lower, year, line))
        canvas.line(_("Points"), self._of_ends(lower, 0), align="centre", size=SMALL, weight="Bold", colour=INDIGO)
        self._icon("chest", _("Chests"), self._of_ends(lower, 1), Palette())
        tooltip = _("Chests left: they decide between players with equal points")
        canvas.target("ranking-chests", self._of_ends(lower, 1), None, tooltip, END_RULE)

    def _head(self, year: int, line: str, cell: pygame.Rect) -> None:
        texts = {
            "provinces": _("A point for each province"),
            "buildings": _("A point for each building"),
            "castles": _("Points for the most castles in each region"),
            "temples": _("Points for the most temples in each region"),
            "theatres": _("Points for the most Nō theatres in each region"),
            "total": _("All points of the winter"),
        }
        words = {
            "provinces": _("Provinces"),
            "buildings": _("Built"),
            "castles": _("Castles"),
            "temples": _("Temples"),
            "theatres": _("Theatres"),
            "total": _("Together"),
        }
        self._icon(ICONS[line], words[line], cell, GROUND)
        self._canvas.target(f"ranking-{line}-{year}", cell, None, texts[line], "8.4")

    def _icon(self, name: str, word: str, cell: pygame.Rect, palette: Palette) -> None:
        """Draw the icon of a column, and below it what it stands for."""
        put_icon(self._canvas, name, cell, palette)
        below = cell.move(0, cell.height).inflate(-self._canvas.px(0.3), 0)
        self._canvas.line(word, below, size=WORD_EM, align="centre", colour=INK_SOFT)

    def name(self, row: pygame.Rect, seat: SeatLook, place: str) -> None:
        """Write place and name, with the banner."""
        canvas = self._canvas
        first = pygame.Rect(row.left + canvas.px(0.5), row.top, canvas.px(1.4), row.height)
        canvas.line(place, first, weight="Bold", colour=INK_SOFT)
        flag = banner(seat.clan, row.height - 4)
        canvas.surface.blit(flag, flag.get_rect(midleft=(first.right, row.centery)))
        left = first.right + canvas.px(1.9)
        canvas.line(seat.name, pygame.Rect(left, row.top, self._left - left, row.height), weight="Bold")

    def year(self, row: pygame.Rect, scored: Scored) -> None:
        """Write the points of one winter."""
        for line in LINES:
            number, is_sum = getattr(scored, line), line == "total"
            colour = INDIGO if is_sum else INK_SOFT
            cell = self._cell(row, scored.year, line)
            self._canvas.line(str(number), cell, align="centre", weight="Bold" if is_sum else "Regular", colour=colour)

    def ends(self, row: pygame.Rect, seat: int, result: Result) -> None:
        """Write all points and chests."""
        points, chests = self._of_ends(row, 0), self._of_ends(row, 1)
        self._canvas.line(str(result.points[seat]), points, align="centre", size=1.35, weight="Bold", colour=INDIGO)
        self._canvas.line(str(result.chests[seat]), chests, align="centre")
