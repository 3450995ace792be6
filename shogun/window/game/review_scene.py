"""What decided a game: everybody's chance to win over it, what has changed it, and the turning points."""

from functools import partial
from typing import Protocol

import pygame

from shogun.base.language import _, ngettext
from shogun.players.review.game_review import Entry, GameReview
from shogun.players.review.review_words import causes_in, figures, headings, headline, notes
from shogun.window.kit.drawing.banner import SeatLook, banner
from shogun.window.kit.drawing.canvas import Canvas
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, Weight
from shogun.window.kit.layout import Node, between, column, part, row, share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import button
from shogun.window.panels.graph import Course, draw_course
from shogun.window.panels.victory_picture import feast
from shogun.window.play.game_story import Story
from shogun.window.play.reviewing import Reviewing, curve
from shogun.window.play.session_driver import SessionDriver

SHEET = column(
    part("head", high=4.6), part("told"), part(high=0.5),
    row(part(), part("back", wide=12.0), part(), high=2.7), part(high=0.3),
    padding=(0.6, 0.3),
)  # fmt: skip
HEAD = column(part(high=0.4), part("title", high=2.6), part("subtitle", high=1.5), padding=(0.6, 0.0))
TOLD = row(part("graph", wide=share(0.56)), part("beside", wide=share(0.44)), gap=0.6)
TOLD_UPRIGHT = column(part("graph", high=share(0.45)), part("beside", high=share(0.55)), gap=0.6)
ROW_EM, POINT_EM = 1.9, 6.0
POINTS = 3
"""Turning points that are told."""
POINT = row(
    column(part("number", high=1.3), part(), wide=1.6, padding=(0.0, 0.2)),
    column(part("words", high=1.3), part("told"), padding=(0.0, 0.2)),
    padding=(0.5, 0.1),
)  # fmt: skip


class Reviewed(Protocol):
    """The scene of a game that is over."""

    driver: SessionDriver

    def story(self) -> Story:
        """Return the game's past."""

    def look_at(self, place: int) -> None:
        """Show the game as it was at a place."""


class ReviewPanel(ScenePanel["ReviewScene"]):
    """The whole window."""

    name = "review"

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.paint(lambda surface: surface.blit(feast(self.rect.size, canvas.em), self.rect))
        scene, places = self.scene, canvas.places(SHEET, self.rect)
        head = canvas.places(HEAD, places["head"])
        canvas.line(_("What decided this game"), head["title"], size=2.2, weight="Bold", colour=GOLD_PALE)
        canvas.line(scene.subtitle(), head["subtitle"], colour=PAPER_BRIGHT)
        button(canvas, "back", places["back"], _("Back"), scene.leave, style="gold", size=1.1)
        told = canvas.places(TOLD if self.rect.width > self.rect.height else TOLD_UPRIGHT, places["told"])
        canvas.sheet(told["graph"])
        canvas.sheet(told["beside"])
        if scene.review is not None:
            draw_course(canvas, canvas.within(told["graph"], 0.5), scene.seats, scene.course(scene.review))
        if scene.review is not None and scene.reviewing.is_done:
            self._beside(canvas, canvas.within(told["beside"], 0.5), scene.review)
        else:
            canvas.line(scene.waiting(), told["beside"], align="centre", size=SMALL, colour=INK_SOFT)

    def _beside(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        parts = column(
            part("title", high=1.8), part("table", high=between(5.0, ROW_EM * (1 + review.seats))), part(high=0.6),
            part("turned", high=1.8), part("points", high=between(6.0, POINTS * POINT_EM, weight=0.5)), part(),
        )  # fmt: skip
        places = canvas.places(parts, box)
        canvas.line(_("What has changed the chance to win"), places["title"], weight="Bold", colour=INDIGO)
        self._table(canvas, places["table"], review)
        canvas.line(_("Turning points"), places["turned"], weight="Bold", colour=INDIGO)
        entries = review.turning_points(POINTS)
        for number, (entry, rect) in enumerate(
            zip(entries, canvas.rows(places["points"], POINTS, 0.2), strict=False), 1
        ):
            self._turning_point(canvas, rect, number, entry)

    def _table(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        scene, causes = self.scene, causes_in(review)
        named, noted, rows = headings(causes), notes(causes), canvas.rows(box, 1 + review.seats)
        layout = _table_row(len(named))
        places = canvas.places(layout, rows[0])
        for number, (heading, note) in enumerate(zip(named, noted, strict=True)):
            canvas.small(heading, places[str(number)], align="right", colour=INK_SOFT)
            canvas.target(f"cause-{number}", places[str(number)], None, note)
        for seat, rect in enumerate(rows[1:]):
            places, look = canvas.places(layout, rect), scene.seats[seat]
            canvas.image(banner(look.clan, canvas.within(places["flag"], 0.0, 0.2).height), places["flag"], "left")
            canvas.line(look.name, places["name"], size=SMALL)
            told = figures(review.booked(seat), review.estimates[-1].chances[seat], causes)
            for number, figure in enumerate(told):
                weight: Weight = "Bold" if number + 1 == len(told) else "Regular"
                canvas.line(figure, places[str(number)], align="right", size=SMALL, weight=weight)

    def _turning_point(self, canvas: Canvas, box: pygame.Rect, number: int, entry: Entry) -> None:
        scene = self.scene
        paper = GOLD_PALE if canvas.hovers(box) else PAPER_BRIGHT
        canvas.plate(box, paper, PAPER_EDGE, 0.25)
        places, names = canvas.places(POINT, box), [seat.name for seat in scene.seats]
        canvas.line(f"{number}.", places["number"], weight="Bold", colour=INK_SOFT)
        words = _("{moment}: {what}").format(moment=scene.moment(entry), what=headline(entry, names))
        canvas.line(words, places["words"], weight="Bold", size=SMALL)
        told = scene.sentence(entry)
        canvas.paragraph(told, places["told"], colour=INK_SOFT, size=SMALL)
        act = partial(scene.game.look_at, entry.place)
        canvas.target(f"turned-{number}", box, act, _("A click shows the game as it was then."))


def _table_row(count: int) -> Node:
    """Return the layout of a row of the table: a player, and so many figures."""
    cells = (part(str(number), wide=share(1.0, most=5.5)) for number in range(count))
    return row(part("flag", wide=1.6), part("name", wide=share(1.4)), *cells, gap=0.2)


class ReviewScene(Scene):
    """Lies upon the end of a game."""

    def __init__(self, app: Application, game: Reviewed, seats: tuple[SeatLook, ...]) -> None:
        super().__init__(app)
        self.game, self.seats = game, seats
        self.story = game.story()
        self.reviewing = Reviewing(game.driver.game, game.driver.session, app.workers)
        self.review = self.reviewing.review()
        self.panels = [ReviewPanel(self)]

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def update(self, _seconds: float) -> None:
        """Take in what workers have found."""
        if not self.reviewing.is_done and self.reviewing.go_on(self.app.keep, _("The review")):
            self.review = self.reviewing.review()
            self.changed()

    def subtitle(self) -> str:
        """Return how far the review is, or how sure its figures are."""
        if self.review is None or not self.reviewing.is_done:
            return _("The game is being played on from each of its moments: {done:.0%}").format(
                done=self.reviewing.done
            )
        error = max(self.review.booked(seat).error for seat in range(self.review.seats))
        told = ngettext(
            "Changes in points of 100, exact to about {error:.0f}: the game was played on {n} time from each moment",
            "Changes in points of 100, exact to about {error:.0f}: the game was played on {n} times from each moment",
            self.review.playouts,
        )
        return told.format(error=100 * error, n=self.review.playouts)

    def waiting(self) -> str:
        """Return why there is nothing to tell yet."""
        return _("It can't be told.") if self.reviewing.has_failed else _("The game is being looked through …")

    def course(self, review: GameReview) -> Course:
        """Return the curve as far as it is known."""
        at, rows = curve(review, self.story.last)
        turned = review.turning_points(POINTS) if self.reviewing.is_done else ()
        marks = [(entry.place / max(1, self.story.last), str(number)) for number, entry in enumerate(turned, 1)]
        parts = [chapter.place / max(1, self.story.last) for chapter in self.story.chapters]
        return Course(at, rows, parts, marks, _("Everybody's chance to win, in percent"))

    def moment(self, entry: Entry) -> str:
        """Return in a few words how far the game had come when a change came about."""
        game = self.game.driver.game
        return game.listing.moment(game.rules.view(self.story.history.state(entry.place - 1), self.story.viewer))

    def sentence(self, entry: Entry) -> str:
        """Return what happened at a change: the last that the log tells of it, and of a plan what was planned."""
        steps = self.story.history.steps
        answer = steps[entry.place - 1]
        lines = self.game.driver.game.words.move_lines(answer.answer) if answer.line.seat is not None else ()
        if len(lines) > 1:
            return ", ".join(" ".join(line.split()) for line in lines)
        first, last = steps[entry.first].line.n, steps[entry.place - 1].line.n
        told = [line.text for line in self.story.log if first <= line.n <= last and not line.heading]
        return told[-1] if told else ""

    def escape(self) -> None:
        """Go back to the end of the game."""
        self.leave()

    def leave(self) -> None:
        """Go back to the end of the game."""
        self.app.pop()

    def closing(self) -> None:
        """Want no more of the workers: what they have found is kept."""
        self.reviewing.stop()
