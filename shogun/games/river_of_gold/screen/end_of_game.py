"""End of River of Gold: the final scoring line by line (12), the game as a graph, and buttons to continue."""

from collections.abc import Sequence

import pygame

from shogun.base.language import _, ngettext, together
from shogun.games.river_of_gold.analysis.hint import gained_in_play, standing
from shogun.games.river_of_gold.analysis.review import Reading, readings
from shogun.games.river_of_gold.rules.scoring import Result
from shogun.games.river_of_gold.screen.panels.score_table import draw_scores
from shogun.games.river_of_gold.screen.play.score_lines import ScoreLine, final_lines, play_lines
from shogun.table.replay import History
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, Figure
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.layout import part, row, share
from shogun.window.kit.runtime.scene import Application
from shogun.window.panels.graph import Column

TOLD = row(part("table", wide=share(0.52)), part("graph", wide=share(0.48)), gap=0.6)
EVERY = 2
"""Distance between labeled rounds where there is little room."""
MANY_ROUNDS = 14


class RiverEndSheet(EndSheet):
    """Sheet with the scoring as a table next to the graph."""

    scene: "RiverEnd"

    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw table and graph."""
        places = canvas.places(TOLD, box)
        draw_scores(canvas, self.scene.seats, self.scene.lines(), places["table"])
        self.draw_figures(canvas, places["graph"])


class RiverEnd(EndScene):
    """Scene on top of a game that is over."""

    result: Result

    def __init__(self, app: Application, game: Ended) -> None:
        super().__init__(app, game)
        session = game.driver.session
        self.state = session.state
        history = History(session.course.game, session.header)
        history.follow(session.course.answers)
        self.readings = readings(history.state(place) for place in range(len(history) + 1))
        self.standing = standing(self.state)
        self.gained = gained_in_play((event for step in history.steps for event in step.events), len(self.seats))
        self.is_opened = False
        self.panels = [RiverEndSheet(self)]

    def title(self) -> str:
        """Return the title, which names the winner."""
        names = [self.seats[seat].name for seat in self.result.winners]
        if len(names) == 1:
            return _("{name} wins the Emperor's favor").format(name=names[0])
        return _("{names} share the victory").format(names=together(names))

    def subtitle(self) -> str:
        """Return the margin, and the kind of game."""
        best = max(self.result.points)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        tied = sum(one == best for one in self.result.points) > len(self.result.winners)
        if tied:
            points = _("{points}, by more favor left").format(points=points)
        turns, seed = self.state.turn + 1, self.game.driver.session.header.seed
        told = ngettext("{points} · {turns} turn · seed {seed}", "{points} · {turns} turns · seed {seed}", turns)
        return told.format(points=points, turns=turns, seed=seed)

    def lines(self) -> list[ScoreLine]:
        """Return the scoring in the order of chapter 12; points gained in play can be expanded into their sources."""
        stands = self.standing
        told = _("Points scored during the game, masteries included. Click to show or hide where they came from.")
        label = _("During the game") + (" −" if self.is_opened else " +")
        play = ScoreLine("points", label, stands.play, told, "12", act=self.toggle_sources)
        total = _("Most points win; more favor left breaks ties")
        return [
            play, *(play_lines(self.gained) if self.is_opened else ()), *final_lines(stands, self.state.scoring),
            ScoreLine("", _("Total"), stands.total, total, "12.7", is_total=True),
            ScoreLine("favor", _("Favor left"), self.result.favor, _("Breaks ties"), "12.7"),
        ]  # fmt: skip

    def toggle_sources(self) -> None:
        """Expand or collapse the sources of the points gained in play."""
        self.is_opened = not self.is_opened
        self.changed()

    def figures(self) -> Sequence[Figure]:
        """Return the figures that the graph can show by round."""
        return (
            Figure("points", _("Points"), _("Score if the game had ended at the start of each round")),
            Figure("influence", _("Influence"), _("Total influence in all regions at the start of each round")),
            Figure("koku", _("Koku"), _("Koku at the start of each round")),
            Figure("buildings", _("Buildings"), _("Own buildings at the start of each round")),
        )

    def column(self, reading: Reading) -> Column:
        """Return the round; the end is labeled separately."""
        if reading.is_over:
            return Column(_("End"), is_lit=True)
        every = EVERY if len(self.readings) > MANY_ROUNDS else 1
        return Column(str(reading.round) if reading.round % every == 1 % every else "")
