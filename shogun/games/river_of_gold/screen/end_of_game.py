"""The end of River of Gold: the final scoring line by line (12), the game as a graph, and where to go from here."""

from collections.abc import Sequence
from typing import Literal

import pygame
from msgspec import Struct

from shogun.base.language import _, ngettext, together
from shogun.games.river_of_gold.analysis.review import SCORING_KINDS, FinalLines, Reading, final_lines, readings
from shogun.games.river_of_gold.rules.components import REGIONS, values_of
from shogun.games.river_of_gold.rules.scoring import Result
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.cards import places_text
from shogun.games.river_of_gold.words.printed_names import region_name
from shogun.table.history import History
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, FigureOffer
from shogun.window.kit.banner import banner
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.scene import Application
from shogun.window.kit.theme import GOLD_PALE, INDIGO, INK, INK_SOFT, PAPER, PAPER_BRIGHT, PAPER_SHADE, SMALL, mix
from shogun.window.panels.graph import Column, Curves, draw_graph

Figure = Literal["points", "influence", "koku", "buildings"]
FIGURES: tuple[Figure, ...] = ("points", "influence", "koku", "buildings")
TABLE_SHARE = 0.52
"""Of the width that is shared with the graph."""
LABEL_SHARE = 0.4
HEAD_EM = 2.3
EVERY = 2
"""So many rounds lie between two that are named where there is little room."""
MANY_ROUNDS = 14


class ScoreLine(Struct, frozen=True):
    """A line of the scoring: its icon, its name, everybody's points, what it is, and its rule."""

    icon: str
    label: str
    points: tuple[int, ...]
    told: str
    rule: str
    is_total: bool = False


def figure_name(figure: Figure) -> str:
    """Return what a figure is called on its button."""
    names: dict[Figure, str] = {
        "points": _("Points"), "influence": _("Influence"), "koku": _("Koku"), "buildings": _("Buildings"),
    }  # fmt: skip
    return names[figure]


def figure_note(figure: Figure) -> str:
    """Return what exactly a figure counts."""
    notes: dict[Figure, str] = {
        "points": _("Points when each round began; at last with the final scoring"),
        "influence": _("Influence in all regions together when each round began"),
        "koku": _("Koku when each round began"),
        "buildings": _("Own buildings when each round began"),
    }
    return notes[figure]


def curves(told: Sequence[Reading], figure: Figure) -> Curves:
    """Return a figure over the rounds; the end stands out."""
    every = EVERY if len(told) > MANY_ROUNDS else 1
    return Curves(
        [_column(reading, every) for reading in told], [getattr(one, figure) for one in told], figure_note(figure)
    )


def _column(reading: Reading, every: int) -> Column:
    if reading.is_over:
        return Column(_("End"), is_lit=True)
    return Column(str(reading.round) if reading.round % every == 1 % every else "")


class RiverEndSheet(EndSheet):
    """The scoring as a table, beside the graph."""

    scene: "RiverEnd"

    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw table and graph."""
        gap = canvas.px(0.6)
        table = pygame.Rect(box.left, box.top, round(box.width * TABLE_SHARE), box.height)
        self._table(canvas, table)
        left = table.right + gap
        self._graph(canvas, pygame.Rect(left, box.top, box.right - left, box.height))

    def _table(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        inner = box.inflate(-canvas.px(1), -canvas.px(0.8))
        lines, head = self.scene.lines, pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM))
        self._names(canvas, head)
        high = (inner.bottom - head.bottom) / len(lines)
        for number, line in enumerate(lines):
            row = pygame.Rect(inner.left, round(head.bottom + number * high), inner.width, round(high) - 1)
            self._line(canvas, number, line, row)

    def _column(self, row: pygame.Rect, seat: int) -> pygame.Rect:
        """Return where a player's number stands in a row."""
        left = row.left + round(row.width * LABEL_SHARE)
        wide = (row.right - left) / len(self.scene.seats)
        return pygame.Rect(round(left + seat * wide), row.top, round(wide), row.height)

    def _names(self, canvas: Canvas, head: pygame.Rect) -> None:
        for seat, look in enumerate(self.scene.seats):
            box = self._column(head, seat)
            flag = banner(look.clan, canvas.px(1.9))
            canvas.surface.blit(flag, flag.get_rect(midleft=(box.left + 2, box.centery)))
            left = box.left + flag.get_width() + 4
            canvas.line(look.name, pygame.Rect(left, box.top, box.right - left - 2, box.height), weight="Bold")

    def _line(self, canvas: Canvas, number: int, line: ScoreLine, row: pygame.Rect) -> None:
        paper = GOLD_PALE if line.is_total else PAPER_BRIGHT if number % 2 else mix(PAPER, PAPER_SHADE, 0.35)
        canvas.fill(row, paper, 0.2)
        size = min(canvas.px(1.3), row.height - 2)
        if line.icon:
            sign = symbol(line.icon, size)
            canvas.surface.blit(sign, sign.get_rect(midleft=(row.left + canvas.px(0.2), row.centery)))
        left = row.left + size + canvas.px(0.5)
        label = pygame.Rect(left, row.top, row.left + round(row.width * LABEL_SHARE) - left, row.height)
        canvas.line(
            line.label, label, weight="Bold" if line.is_total else "Regular", size=1.1 if line.is_total else SMALL
        )
        best = max(line.points)
        for seat, points in enumerate(line.points):
            box = self._column(row, seat).inflate(-canvas.px(0.8), 0)
            ink = INDIGO if points == best and best else INK if points else INK_SOFT
            canvas.line(
                str(points), box, align="centre", weight="Bold" if points == best and best else "Regular",
                size=1.35 if line.is_total else 1.0, colour=ink,
            )  # fmt: skip
        canvas.target(f"line-{number}", row, None, line.told, line.rule, group="lines")

    def _graph(self, canvas: Canvas, box: pygame.Rect) -> None:
        scene = self.scene
        figures = [FigureOffer(code, figure_name(code), figure_note(code), code == scene.figure) for code in FIGURES]
        plot = self.draw_figures(canvas, box, figures, scene.show_figure)
        draw_graph(canvas, plot, scene.seats, curves(scene.readings, scene.figure))


class RiverEnd(EndScene):
    """Lies upon the scene of a game that is over."""

    result: Result

    def __init__(self, app: Application, game: Ended) -> None:
        super().__init__(app, game)
        session = game.director.session
        self.state = session.state
        self.lines = score_lines(final_lines(self.state), self.state.scoring, self.result)
        history = History(session.course.game, session.header)
        history.follow(session.course.answers)
        self.readings = readings(history.state(place) for place in range(len(history) + 1))
        self.figure: Figure = "points"
        self.panels = [RiverEndSheet(self)]

    def title(self) -> str:
        """Return who won."""
        names = [self.seats[seat].name for seat in self.result.winners]
        if len(names) == 1:
            return _("{name} wins the Emperor's favor").format(name=names[0])
        return _("{names} share the victory").format(names=together(names))

    def subtitle(self) -> str:
        """Return by how much, and in what game."""
        best = max(self.result.points)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        tied = sum(one == best for one in self.result.points) > len(self.result.winners)
        if tied:
            points = _("{points}, by more favor left").format(points=points)
        turns, seed = self.state.turn + 1, self.game.director.session.header.seed
        told = ngettext("{points} · {turns} turn · seed {seed}", "{points} · {turns} turns · seed {seed}", turns)
        return told.format(points=points, turns=turns, seed=seed)

    def show_figure(self, figure: Figure) -> None:
        """Draw another figure over the rounds."""
        self.figure = figure
        self.changed()


def score_lines(lines: FinalLines, scoring: Sequence[int], result: Result) -> list[ScoreLine]:
    """Return the lines of the scoring in words, in the order of chapter 12."""
    kinds = {
        "artisan": (_("Artisans"), _("1 point for every 3 goods held, for each artisan")),
        "merchant": (_("Merchants"), _("1 point for every 5 koku held, for each merchant")),
        "noble": (_("Nobles"), _("1 point for each of what a noble counts")),
    }
    return [
        ScoreLine("points", _("In play"), lines.play, _("Points gained while playing, masteries included"), "12"),
        *(_region_line(region, lines.regions[region - 1], scoring) for region in REGIONS),
        ScoreLine("customer", _("Deliveries"), lines.delivered, _("For the number of customers delivered to"), "12.5"),
        *(
            ScoreLine(kind, kinds[kind][0], points, kinds[kind][1], "12.6")
            for kind, points in zip(SCORING_KINDS, lines.kinds, strict=True)
        ),
        ScoreLine(
            "", _("Total"), lines.total, _("Most points win; of equal ones, more favor left"), "12.7", is_total=True
        ),
        ScoreLine("favor", _("Favor left"), result.favor, _("Breaks ties"), "12.7"),
    ]


def _region_line(region: int, points: tuple[int, ...], scoring: Sequence[int]) -> ScoreLine:
    values = places_text(values_of(scoring[region - 1], len(points)))
    told = _("{values}; doubled for who has the region's elder").format(values=values)
    return ScoreLine(region_icon(region), region_name(region), points, told, "12.1")
