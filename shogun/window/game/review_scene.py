"""Review of a game: everybody's chance to win over time, the causes of its changes, and the turning points."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol

import pygame

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.players.review.decision_verdicts import Decision
from shogun.players.review.decision_work import seats_of_people
from shogun.players.review.game_review import Curve, Entry, GameReview
from shogun.players.review.words import causes_in, figures, headings, headline, notes
from shogun.table.branch import original
from shogun.table.saved_games import branch_words
from shogun.window.game.decision_tab import Decisions
from shogun.window.game.second_try import Mistakes
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import (
    GOLD_PALE,
    INDIGO,
    INK_SOFT,
    PAPER_BRIGHT,
    PAPER_EDGE,
    SMALL,
    Weight,
    paper_of,
)
from shogun.window.kit.layout import Node, between, column, fixed, part, row, shaped, share
from shogun.window.kit.runtime.panel import ScenePanel
from shogun.window.kit.runtime.scene import Application, Scene
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.panels.games_list import draw_picture
from shogun.window.panels.graph import Course, Span, draw_course
from shogun.window.panels.victory_picture import feast
from shogun.window.play.game_story import Story, story_of_journal
from shogun.window.play.judged_decisions import Judging, ShownDecision
from shogun.window.play.reviewing import FindingParts, Reviewing, WorkInParts, curve, happened
from shogun.window.play.routes import LookAt, ToSecondTry

# Lists next to the curve of a replayed game, chosen by the buttons above

POINTS = 5
"""Maximum number of turning points shown, if there is room."""
LEAST_EM, MOST_EM, GAP_EM = 8.4, 11.0, 0.4
"""Least and greatest height of a turning point, and the gap between two."""
PICTURE_SHAPE = 1.6
POINT = row(
    part("picture", wide=between(5.0, 13.0, weight=0.4)), part("words", wide=share(least=14.0)),
    gap=0.6, padding=(0.4, 0.3),
)  # fmt: skip


class ReviewTab(Protocol):
    """List next to the curve."""

    name: str
    """Name of its button on the screen."""
    scrolling: Scrolling | None
    """Scroll state of the list, if it scrolls."""

    def label(self) -> str:
        """Return the label of the button."""

    def draw(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        """Draw the list of a complete review."""


class PointActs(Protocol):
    """Requests of the turning points to the scene."""

    story: Story
    seats: tuple[SeatLook, ...]
    finding: FindingParts | None

    def moment(self, entry: Entry) -> str:
        """Return briefly how far the game had come at a change."""

    def show(self, place: int) -> Act:
        """Return the act that shows the game as it was at a place."""


class TurningPoints:
    """Biggest changes, each with a small picture of the game after it."""

    name = "turned"
    scrolling: Scrolling | None = None

    def __init__(self, scene: PointActs) -> None:
        self.scene = scene
        self._told: dict[int, Sequence[str]] = {}
        """Events at each turning point, by its place."""

    def label(self) -> str:
        """Return the label of the button."""
        return _("Turning points")

    def sentences(self, entry: Entry) -> Sequence[str]:
        """Return the parts of an answer that mattered, otherwise the events at a change, over all of its answers."""
        story, finding = self.scene.story, self.scene.finding
        names = [seat.name for seat in self.scene.seats]
        if finding is not None and (told := finding.sentences(entry, names)) is not None:
            return told
        if entry.place not in self._told:
            self._told[entry.place] = tuple(map(_ended, happened(story.game, story.history, entry)))
        return self._told[entry.place]

    def _fitting(self, canvas: Canvas, room: pygame.Rect, entry: Entry) -> str:
        """Return as many of the sentences as fit, but at least the first one."""
        told = self.sentences(entry)
        beginnings = [" ".join(told[:number]) for number in range(len(told), 0, -1)]
        fitting = (one for one in beginnings if canvas.paragraph_height(one, room, size=SMALL) <= room.height)
        return next(fitting, told[0] if told else "")

    def number(self, canvas: Canvas, box: pygame.Rect) -> int:
        """Return the number of turning points that fit."""
        return max(1, min(POINTS, len(canvas.lines(box, LEAST_EM, GAP_EM))))

    def draw(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        """Draw the turning points below each other."""
        count = self.number(canvas, box)
        high = between(LEAST_EM, count * (MOST_EM + GAP_EM))
        rooms = canvas.rows(canvas.down(box, high, share())[0], count, GAP_EM)
        for number, (entry, rect) in enumerate(zip(review.turning_points(count), rooms, strict=False), 1):
            self._draw_one(canvas, rect, number, entry)

    def _draw_one(self, canvas: Canvas, box: pygame.Rect, number: int, entry: Entry) -> None:
        scene, story = self.scene, self.scene.story
        canvas.plate(box, paper_of(lit=canvas.hovers(box)), PAPER_EDGE, 0.25)
        places = canvas.places(POINT, box)
        view = story.game.rules.view(story.history.state(entry.place), story.viewer)
        draw_picture(canvas, shaped(places["picture"], PICTURE_SHAPE), story.game, view)
        names = [seat.name for seat in scene.seats]
        words = _("{moment}: {what}").format(moment=scene.moment(entry), what=headline(entry, names))
        head, told = f"{number}. {words}", places["words"]
        high = canvas.paragraph_height(head, told, weight="Bold", size=SMALL) / canvas.em
        upper, lower = canvas.down(told, fixed(high), share(), gap=0.1)
        canvas.paragraph(head, upper, weight="Bold", size=SMALL)
        canvas.paragraph(self._fitting(canvas, lower, entry), lower, colour=INK_SOFT, size=SMALL)
        canvas.target(f"turned-{number}", box, scene.show(entry.place), _("Click to see the game at that moment."))


def _ended(sentence: str) -> str:
    """Return a sentence with its period."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


SHEET = column(
    part("head", high=4.6), part("told"), part(high=0.5),
    row(part(), part("back", wide=12.0), part(), high=2.7), part(high=0.3),
    padding=(0.6, 0.3),
)  # fmt: skip
HEAD = column(part(high=0.4), part("title", high=2.6), part("subtitle", high=1.5), padding=(0.6, 0.0))
ROW_EM, HEADING = 1.8, 1.5
"""Height of a row of the table, and the relative height of its headings."""


OWN = 1
"""Column with the longest heading: own decisions."""


def _told(seats: int, *, is_upright: bool) -> Node:
    """Return the layout of curve, table and lists."""
    table = between(1.5 * (2 + seats), 1.0 + ROW_EM * (2 + seats))
    if is_upright:
        return column(
            part("graph", high=share(0.4)), part("table", high=table), part("beside", high=share(0.6)), gap=0.6
        )
    left = column(part("graph"), part("table", high=table), gap=0.6, wide=share(0.56))
    return row(left, part("beside", wide=share(0.44)), gap=0.6)


BESIDE = column(part("tabs", high=2.0), part("list"), gap=0.4)
TABLE = column(part("title", high=1.6), part("rows"))


class ReviewPanel(ScenePanel["ReviewScene"]):
    """The whole window."""

    name = "review"

    def draw(self, canvas: Canvas) -> None:
        """Draw everything."""
        canvas.paint(lambda surface: surface.blit(feast(self.rect.size, canvas.em), self.rect))
        scene, places = self.scene, canvas.places(SHEET, self.rect)
        self.scrolling = scene.tab.scrolling
        head = canvas.places(HEAD, places["head"])
        canvas.line(_("What decided this game"), head["title"], size=2.2, weight="Bold", colour=GOLD_PALE)
        canvas.line(scene.subtitle(), head["subtitle"], colour=PAPER_BRIGHT)
        button(canvas, "back", places["back"], _("Back"), scene.leave, style="gold", size=1.1)
        told = canvas.places(_told(len(scene.seats), is_upright=self.rect.width <= self.rect.height), places["told"])
        for name in ("graph", "table", "beside"):
            canvas.sheet(told[name])
        beside = canvas.within(told["beside"], 0.5)
        if scene.review is not None:
            number = scene.turned.number(canvas, canvas.places(BESIDE, beside)["list"])
            draw_course(canvas, canvas.within(told["graph"], 0.5), scene.seats, scene.course(scene.review, number))
            self._table(canvas, canvas.within(told["table"], 0.5, 0.3), scene.review)
        if scene.review is not None and scene.reviewing.is_done:
            self._beside(canvas, beside, scene.review)
        else:
            canvas.line(scene.waiting(), told["beside"], align="centre", size=SMALL, colour=INK_SOFT)

    def _beside(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        """Draw the chosen list below a button for each list, or below its title if it is the only one."""
        scene, places = self.scene, canvas.places(BESIDE, box)
        if len(scene.tabs) == 1:
            canvas.line(scene.tab.label(), places["tabs"], weight="Bold", colour=INDIGO)
        else:
            for tab, rect in zip(scene.tabs, canvas.columns(places["tabs"], len(scene.tabs), 0.3), strict=True):
                style: Style = "chosen" if tab is scene.tab else "plain"
                button(canvas, f"tab-{tab.name}", rect, tab.label(), partial(scene.choose, tab), style=style)
        scene.tab.draw(canvas, places["list"], review)

    def _table(self, canvas: Canvas, box: pygame.Rect, review: GameReview) -> None:
        scene, causes, parts = self.scene, causes_in(review), canvas.places(TABLE, box)
        canvas.line(_("What moved the odds"), parts["title"], weight="Bold", colour=INDIGO)
        named, noted = headings(causes), notes(causes)
        rows = canvas.down(parts["rows"], share(HEADING), *(share() for _seat in scene.seats))
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


def _table_row(count: int) -> Node:
    """Return the layout of a row of the table: a player and this many figures."""
    cells = (part(str(number), wide=share(1.3 if number == OWN else 1.0, most=5.5)) for number in range(count))
    return row(part("flag", wide=1.6), part("name", wide=share(1.3)), *cells, gap=0.2)


class ReviewScene(Scene):
    """Scene on top of the one that opened it; `look_at` shows the game as it was at a place."""

    def __init__(self, app: Application, story: Story, look_at: LookAt) -> None:
        super().__init__(app)
        self.story, self._look_at = story, look_at
        self.seats = tuple(story.game.listing.seat_looks(story.header, story.people))
        self.reviewing = Reviewing(story, app.workers)
        self.review = self.reviewing.review()
        self.origin = ""
        """Note about the game that this one branches from."""
        self.first = self._original()
        """Review of the game that this one branches from, in progress; None if there isn't one that is over."""
        self.turned = TurningPoints(self)
        self.finding: FindingParts | None = None
        """Search for what mattered at turning points; None until the review is done."""
        self.judging = Judging(story, app.workers) if story.game.decisions and seats_of_people(story.told()) else None
        """Judging of the human players' decisions; None where there is nothing to judge or no human player."""
        decided = () if self.judging is None else (Decisions(self, self.judging),)
        self.tabs: Sequence[ReviewTab] = (self.turned, *decided)
        """Lists that can be shown next to the curve."""
        self.tab: ReviewTab = self.tabs[0]
        self.panels = [ReviewPanel(self)]

    def _original(self) -> Reviewing | None:
        found = original(self.app.options.games, self.story.header, self.story.path)
        if found is None or found.path is None:
            self.origin = _("the game it comes from isn't in the same folder")
            return None
        if not found.is_finished:
            self.origin = _("the game it comes from isn't over")
            return None
        self.origin = _("thin lines: the original game")
        return Reviewing(story_of_journal(self.story.game, found.path), self.app.workers)

    def is_of(self, story: Story) -> bool:
        """Return whether this is a review of the same game."""
        return story.path is not None and story.path == self.story.path

    def layout(self, area: pygame.Rect) -> None:
        """Take the whole window."""
        self.panels[0].place(area)

    def update(self, _seconds: float) -> None:
        """Take in the results of workers."""
        work = next((work for work in self._works() if not work.is_over), None)
        if work is not None and work.go_on(self.app.keep, _("The review")):
            if work is self.reviewing:
                self.review = self.reviewing.review()
            self.changed()

    def _works(self) -> Iterator[WorkInParts]:
        """Yield all work, in the order of what matters."""
        yield self.reviewing
        if self.review is not None and self.reviewing.is_done:
            if self.finding is None:
                turned = self.review.turning_points(POINTS)
                self.finding = FindingParts(self.reviewing.work, self.story.game, turned, self.app.workers)
            yield self.finding
        if self.judging is not None:
            yield self.judging
        if self.first is not None:
            yield self.first

    def choose(self, tab: ReviewTab) -> None:
        """Show another list next to the curve."""
        self.tab = tab
        self.changed()

    # Contents

    def subtitle(self) -> str:
        """Return the progress of the review or its accuracy; in a branch also its origin."""
        told = self._how_sure()
        branch = self.story.header.branch_of
        if branch is None:
            return told
        return f"{branch_words(branch)} ({self.origin}). {told}"

    def _how_sure(self) -> str:
        if self.review is None or not self.reviewing.is_done:
            return _("Analyzing every position: {done}").format(done=percent(self.reviewing.done))
        error = max(self.review.booked(seat).error for seat in range(self.review.seats))
        told = ngettext(
            "In percentage points, accurate to about ±{error:.0f}: each position was played out {n} time",
            "In percentage points, accurate to about ±{error:.0f}: each position was played out {n} times",
            self.review.playouts,
        )
        return told.format(error=100 * error, n=self.review.playouts)

    def waiting(self) -> str:
        """Return the reason why nothing can be shown yet."""
        return _("The analysis failed.") if self.reviewing.has_failed else _("Analyzing the game …")

    def course(self, review: GameReview, number: int) -> Course:
        """Return the known part of the curve with at most this many turning points."""
        own, first = curve(review), self._first_curve()
        last = max(1, self.story.last, *(first.places[-1:] if first else ()))
        turned = review.turning_points(number) if self.reviewing.is_done else ()
        return Course(
            at=[place / last for place in own.places],
            rows=own.chances,
            errors=own.errors,
            parts=[Span(one.place / last, self.part_of(one.place), one.icon) for one in self.story.chapters],
            marks=[(entry.place / last, str(number)) for number, entry in enumerate(turned, 1)],
            note=_("Each player's chance to win, in percent"),
            first_at=[place / last for place in first.places] if first else (),
            first_rows=first.chances if first else (),
        )

    def _first_curve(self) -> Curve | None:
        """Return the curve of the game that this one branches from, from the point where they differ."""
        review, branch = self.first.review() if self.first is not None else None, self.story.header.branch_of
        if review is None or branch is None:
            return None
        found = curve(review)
        begin = bisect_left(found.places, branch.step)
        return Curve(found.places[begin:], found.chances[begin:], found.errors[begin:])

    def part_of(self, place: int) -> str:
        """Return briefly how far the game has come at a place."""
        story = self.story
        return story.game.listing.moment(story.game.rules.view(story.history.state(place), story.viewer))

    def moment(self, entry: Entry) -> str:
        """Return briefly how far the game had come at a change."""
        return self.part_of(entry.began(self.story.history.steps))

    # Actions

    def show(self, place: int) -> Act:
        """Return the act that shows the game as it was at a place."""
        return partial(self._look_at, place)

    def show_decision(self, shown: ShownDecision) -> Act:
        """Return the act that shows a decision on the game's screen."""
        return partial(self._look_at, shown.place, shown)

    def try_again(self, mistakes: Mistakes, decision: Decision) -> Act:
        """Return the act that asks for another answer to a decision, on the game's own screen."""
        return partial(self.app.go, ToSecondTry(self.story.game.code, mistakes, decision))

    def escape(self) -> None:
        """Go back to the previous scene."""
        self.leave()

    def leave(self) -> None:
        """Go back to the previous scene."""
        self.app.pop()

    def closing(self) -> None:
        """Cancel the work of all workers; their results are kept."""
        self.reviewing.stop()
        if self.finding is not None:
            self.finding.stop()
        if self.judging is not None:
            self.judging.stop()
        if self.first is not None:
            self.first.stop()
