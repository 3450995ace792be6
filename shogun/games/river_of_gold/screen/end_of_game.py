"""The end of River of Gold: the final scoring line by line (12), the game as a graph, and where to go from here."""

from collections.abc import Sequence
from typing import Literal

import pygame
from msgspec import Struct

from shogun.base.language import _, ngettext, together
from shogun.games.river_of_gold.analysis.review import SCORING_KINDS, FinalLines, Reading, final_lines, readings
from shogun.games.river_of_gold.rules.box.components import REGIONS, values_of
from shogun.games.river_of_gold.rules.scoring import Result
from shogun.games.river_of_gold.screen.symbols import region_icon, symbol
from shogun.games.river_of_gold.words.card_texts import places_text
from shogun.games.river_of_gold.words.printed_names import region_name
from shogun.table.past.history import History
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, FigureOffer
from shogun.window.kit.drawing.banner import banner
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK,
    INK_SOFT,
    PAPER,
    PAPER_BRIGHT,
    PAPER_SHADE,
    SMALL,
    Weight,
    mix,
)
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.runtime.scene import Application
from shogun.window.panels.graph import Column, Curves, draw_graph

Figure = Literal["points", "influence", "koku", "buildings"]
FIGURES: tuple[Figure, ...] = ("points", "influence", "koku", "buildings")
TOLD = row(part("table", wide=share(0.52)), part("graph", wide=share(0.48)), gap=0.6)
TABLE = column(part("names", high=2.3), part("lines"), padding=(0.5, 0.4))
LINE = row(
    row(part("sign", wide=1.3), part("label"), wide=share(0.4), gap=0.25, padding=(0.15, 0.0)),
    part("points", wide=share(0.6)),
)  # fmt: skip
"""What each line of the table tells, above it the names."""
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
        places = canvas.places(TOLD, box)
        self._table(canvas, places["table"])
        self._graph(canvas, places["graph"])

    def _table(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        places, lines = canvas.places(TABLE, box), self.scene.lines
        self._names(canvas, places["names"])
        for number, (line, room) in enumerate(zip(lines, canvas.rows(places["lines"], len(lines), 0.06), strict=True)):
            self._line(canvas, number, line, room)

    def _names(self, canvas: Canvas, head: pygame.Rect) -> None:
        seats = self.scene.seats
        for look, box in zip(seats, canvas.columns(canvas.places(LINE, head)["points"], len(seats)), strict=True):
            name = canvas.put(banner(look.clan, canvas.px(1.9)), canvas.within(box, 0.12, 0), gap=0.12)
            canvas.line(look.name, name, weight="Bold")

    def _line(self, canvas: Canvas, number: int, line: ScoreLine, box: pygame.Rect) -> None:
        paper = GOLD_PALE if line.is_total else PAPER_BRIGHT if number % 2 else mix(PAPER, PAPER_SHADE, 0.35)
        canvas.fill(box, paper, 0.2)
        places = canvas.places(LINE, box)
        if line.icon:
            canvas.image(symbol(line.icon, min(places["sign"].size)), places["sign"])
        weight: Weight = "Bold" if line.is_total else "Regular"
        canvas.line(line.label, places["label"], weight=weight, size=1.1 if line.is_total else SMALL)
        best, size = max(line.points), 1.35 if line.is_total else 1.0
        for points, cell in zip(line.points, canvas.columns(places["points"], len(line.points)), strict=True):
            is_best = points == best > 0
            ink, weight = INDIGO if is_best else INK if points else INK_SOFT, "Bold" if is_best else "Regular"
            canvas.line(
                str(points), canvas.within(cell, 0.4, 0), align="centre", weight=weight, size=size, colour=ink
            )  # fmt: skip
        canvas.target(f"line-{number}", box, None, line.told, line.rule, group="lines")

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
