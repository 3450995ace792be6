"""The end of a game: the winner and the margin, a graph of the seasons, the luck of the tower, and next steps."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from typing import Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, ngettext, together
from shogun.games.shogun.analysis.review import Aftermath, Reading, Review
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.panels.course_of_game import (
    BATTLES_EM,
    COURSE_EM,
    course,
    draw_best_battles,
    draw_course,
)
from shogun.games.shogun.screen.panels.ranking import draw_ranking, order_of
from shogun.games.shogun.screen.panels.tower_luck import NOTES_EM, draw_battles, draw_luck
from shogun.games.shogun.screen.play.last_battles import PastDrop, Remembering, WatchableDrop, watchable
from shogun.games.shogun.screen.scenes.game_odds import GameOdds
from shogun.games.shogun.words import SEASON_NAMES
from shogun.table.towers import outcome_model
from shogun.tower.resting_cubes import TowerState
from shogun.window.game.end_of_game import Ended, EndScene, EndSheet, Figure, Offer
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT, SMALL
from shogun.window.kit.layout import between, column, folds, part, row, share
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.widgets.button import button
from shogun.window.panels.graph import Column

ROW_EM = 2.2
RANKING_EM = 4.4
"""Height of the ranking without its rows."""
TOLD = row(part("graph", wide=share(0.56)), part("luck", wide=share(0.44)), gap=0.6)
TOLD_UPRIGHT = column(part("graph", high=share(0.45)), part("luck", high=share(0.55)), gap=0.6)
LUCK_EM = 2.2
"""Height of a player's luck."""
LUCK = column(
    row(part("title"), part("back", wide=8.0), high=2.05),
    part("note", high=1.3),
    part("told"),
    padding=(0.5, 0.2), gap=0.1,
)  # fmt: skip


class EndedGame(Ended, Protocol):
    """The finished game: `scenes/game_scene.py`."""

    odds: GameOdds
    """Odds that were shown for its fights."""

    def watch(self, drop: WatchableDrop) -> None:
        """Show a battle again in the large tower."""


class EndPanel(EndSheet):
    """The ranking, and below it the graph next to the luck of the tower."""

    scene: "EndOfGameScene"

    def draw_told(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw ranking, graph and luck."""
        ranking, below = canvas.down(box, RANKING_EM + ROW_EM * len(self.scene.seats), share(), gap=0.6)
        self._ranking(canvas, ranking)
        places = canvas.places(TOLD if below.width > below.height else TOLD_UPRIGHT, below)
        self.draw_figures(canvas, places["graph"])
        self._luck(canvas, places["luck"])

    def _ranking(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        scene = self.scene
        draw_ranking(canvas, canvas.within(box, 0.5, 0.25), scene.seats, scene.result, scene.aftermath)

    def _luck(self, canvas: Canvas, box: pygame.Rect) -> None:
        canvas.sheet(box)
        places = canvas.places(LUCK, box)
        canvas.line(_("Tower luck"), places["title"], weight="Bold", colour=INDIGO)
        canvas.target("luck-basis", places["title"], None, self.scene.basis())
        canvas.small(self._luck_note(), places["note"], colour=INK_SOFT)
        if self.scene.lucky is not None:
            button(canvas, "luck-of-all", places["back"], _("All players"), self.scene.show_luck, size=SMALL)
        rest = places["told"]
        scene = self.scene
        if scene.aftermath is not None and scene.lucky is not None:
            draw_battles(canvas, rest, scene.seats, scene.aftermath, scene.lucky)
        elif scene.aftermath is not None:
            self._luck_of_all(canvas, rest, scene.aftermath)
        else:
            self.draw_waiting(canvas, rest)

    def _luck_of_all(self, canvas: Canvas, box: pygame.Rect, aftermath: Aftermath) -> None:
        """Draw everyone's luck, and below it the best battles and the course of the game if there is room."""
        scene = self.scene
        told = course(aftermath, scene.seats, order_of(scene.result)[0])
        high = LUCK_EM * len(scene.seats) + NOTES_EM
        parts = column(
            part("luck", high=between(0.0, high)), part("battles", high=between(BATTLES_EM, BATTLES_EM, weight=1.0)),
            part("course", high=COURSE_EM), gap=0.5, gives_way=(folds("course"), folds("battles")),
        )  # fmt: skip
        places = canvas.places(parts, box)
        draw_luck(canvas, places["luck"], scene.seats, aftermath, scene.show_battles)
        if "battles" in places:
            draw_best_battles(canvas, places["battles"], scene.seats, aftermath, scene.to_watch)
        if "course" in places:
            draw_course(canvas, places["course"], scene.seats, told)

    def _luck_note(self) -> str:
        if self.scene.lucky is None:
            return _("Battles won and cubes that came out, compared with the expectation")
        name = self.scene.seats[self.scene.lucky].name
        return _("{name}: the chance in each battle, and whether it was won").format(name=name)

    def draw_waiting(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Say that the game is being analyzed, or that it can't be."""
        text = _("Analyzing the game …") if self.scene.is_reviewing else _("The analysis failed.")
        canvas.line(text, box, align="centre", size=SMALL, colour=INK_SOFT)


class EndOfGameScene(EndScene):
    """Shown on top of the scene of a finished game."""

    game: EndedGame

    def __init__(self, app: Application, game: EndedGame) -> None:
        super().__init__(app, game)
        self.lucky: int | None = None
        """The player with visible battles, None: everyone's luck."""
        self.aftermath: Aftermath | None = None
        session = game.driver.session
        review = Review(session.header, tuple(session.course.answers), game.odds.known.told)
        self._review: Future[Aftermath] | None = app.workers.submit(review)
        self._found: Future[list[PastDrop]] | None = None
        self.panels = [EndPanel(self)]

    @property
    def is_reviewing(self) -> bool:
        """True if a worker is still analyzing the game."""
        return self._review is not None

    def update(self, _seconds: float) -> None:
        """Add the worker's results."""
        if self._review is not None and self._review.done():
            if not self._review.cancelled() and self._review.exception() is None:
                self.aftermath = self._review.result()
                self.readings = self.aftermath.readings
            self._review = None
            self.changed()
        self._show_found()

    def title(self) -> str:
        """Return a title with the winner."""
        names = [self.seats[seat].name for seat in order_of(self.result) if seat in self.result.winners]
        if len(names) == 1:
            return _("{name} is Shogun").format(name=names[0])
        return _("{names} share the victory").format(names=together(names))

    def subtitle(self) -> str:
        """Return the winning margin, and the name of the game."""
        header, best = self.game.driver.session.header, max(self.result.points)
        points = ngettext("{n} point", "{n} points", best).format(n=best)
        return _("{points} after two years · seed {seed} · tower {tower}").format(
            points=points, seed=header.seed, tower=header.tower_name
        )

    def basis(self) -> str:
        """Return the basis of the expected results."""
        label = outcome_model(self.game.driver.session.inside).label
        return _("Expected: what a quick model of the tower predicted for each throw ({label}).").format(label=label)

    def figures(self) -> Sequence[Figure]:
        """Return the figures that the graph can show over the seasons."""
        end = _("At the end of each season")
        return (
            Figure("points", _("Points"), _("Score if the year had ended here; in winter the actual score")),
            Figure("provinces", _("Provinces"), end),
            Figure("armies", _("Armies"), _("On the board at the end of each season")),
            Figure("chests", _("Chests"), end),
            Figure("rice", _("Rice"), end),
        )

    def column(self, reading: Reading) -> Column:
        """Return the season; the winters, in which points are scored, are highlighted."""
        label = _(SEASON_NAMES[reading.season]) if reading.season else _("Start")
        year = _("Year {year}").format(year=reading.year) if reading.season == "summer" else ""
        return Column(label, year, is_lit=reading.season == "winter")

    # Actions

    def show_battles(self, seat: int) -> None:
        """Show each battle of a player."""
        self.lucky = seat
        self.changed()

    def show_luck(self) -> None:
        """Show the luck of all players."""
        self.lucky = None
        self.changed()

    def own_offers(self) -> Sequence[Offer]:
        """Return the button that shows the most exciting battle."""
        told = _("Watch the most exciting battle: many cubes, a close result, an upset")
        act = self.to_watch(self.aftermath.most_exciting()) if self.aftermath else None
        return (("best-battle", _("Best battle"), act, "plain", told),)

    def to_watch(self, number: int | None) -> Act | None:
        """Return the action that shows a battle of the game again, numbered from 0; None if it can't be watched."""
        is_simulated = isinstance(self.game.driver.session.inside, TowerState)
        return partial(self.watch, number) if is_simulated and number is not None else None

    def watch(self, number: int) -> None:
        """Find a battle; it is shown in the large tower as soon as it is available."""
        if self._found is None:
            session = self.game.driver.session
            lines = tuple(session.writer.lines)
            task = Remembering(session.header, tuple(session.course.answers), lines, session.path, number)
            self._found = self.app.workers.submit(task)

    def _show_found(self) -> None:
        """Show a battle once a worker has found it."""
        if self._found is None or not self._found.done():
            return
        found, self._found = self._found, None
        if not found.cancelled() and found.exception() is None and found.result():
            self.game.watch(watchable(found.result()[0], self.seats))

    def moved_setup(self, setup: Setup) -> Setup:
        """Return the setup with everyone moved one seat on, keeping their colors."""
        return moved_setup(setup)

    def closing(self) -> None:
        """Cancel the worker's tasks."""
        if self._review is not None:
            self._review.cancel()


def moved_setup(setup: Setup) -> Setup:
    """Return the setup with the colors moved along with players who change seats by one."""
    playing, rest = setup.colours[: setup.seats], setup.colours[setup.seats :]
    return replace(setup, colours=(*playing[1:], playing[0], *rest))
