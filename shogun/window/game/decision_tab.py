"""Decisions of human players in a replayed game, next to its curve, with better alternatives."""

from collections.abc import Sequence
from typing import Protocol

import pygame

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.players.review.decision_verdicts import GOOD_FINDS_SHOWN, MISTAKES_SHOWN, Decision, JudgedSeat
from shogun.players.review.game_review import GameReview
from shogun.players.review.words import summary, verdict_name, worth
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import GOLD_PALE, INDIGO, INK_SOFT, PAPER_BRIGHT, PAPER_EDGE, SMALL, VERMILION
from shogun.window.kit.layout import column, part, row, share
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.play.judged_decisions import ShownDecision

HIGH_EM, GAP_EM = 5.6, 0.35
SEATS = part("seats", high=2.0)
LIST = (part("summary", high=2.6), part("rows"), row(part(), part("all", wide=14.0), part(), high=2.0))
ONE = row(
    column(part("flag", high=1.4), part(), wide=1.4),
    column(row(part("words"), part("worth", wide=6.0), high=1.4), part("told"), wide=share()),
    gap=0.5, padding=(0.4, 0.25),
)  # fmt: skip


class Judged(Protocol):
    """Review of some seats' decisions in progress: `window.play.review.judged_decisions.Judging`."""

    has_failed: bool

    @property
    def is_done(self) -> bool:
        """True if everything has been judged."""

    @property
    def done(self) -> float:
        """Part that has been judged, 0 to 1."""

    @property
    def judged_seats(self) -> Sequence[int]:
        """Seats whose decisions are judged."""

    def seats(self) -> Sequence[JudgedSeat]:
        """Return the judged decisions by seat."""

    def shown(self, decision: Decision) -> ShownDecision:
        """Return a decision as the game's screen shows it."""


class DecisionActs(Protocol):
    """Requests of this list to the scene."""

    seats: tuple[SeatLook, ...]

    def part_of(self, place: int) -> str:
        """Return briefly how far the game has come at a place."""

    def show_decision(self, shown: ShownDecision) -> Act:
        """Return the act that shows a decision on the game's screen."""

    def changed(self) -> None:
        """Redraw everything."""


class Decisions:
    """List of the biggest mistakes, followed by good finds; for one player or for all."""

    name = "decisions"

    def __init__(self, scene: DecisionActs, judging: Judged) -> None:
        self.scene, self.judging = scene, judging
        self.scrolling: Scrolling = Scrolling("decision-")
        self.seat: int | None = None
        """Seat whose decisions are listed; None for all."""
        self.is_whole = False
        """True if all decisions are listed, not only the biggest."""
        self._shown: dict[int, ShownDecision] = {}

    def label(self) -> str:
        """Return the label of the button."""
        return _("Your decisions")

    def draw(self, canvas: Canvas, box: pygame.Rect, _review: GameReview) -> None:
        """Draw the list, or the progress of the judging."""
        seats = self.judging.judged_seats
        places = canvas.places(column(*((SEATS,) if len(seats) > 1 else ()), *LIST, gap=0.3), box)
        if not self.judging.is_done:
            canvas.line(self._waiting(), box, align="centre", size=SMALL, colour=INK_SOFT)
            return
        if len(seats) > 1:
            self._choice(canvas, places["seats"])
        mistakes, well_seen = self._told(is_mistake=True), self._told(is_mistake=False)
        canvas.paragraph(summary(mistakes), places["summary"], size=SMALL, colour=INK_SOFT)
        whole = [*mistakes, *well_seen]
        first = [*mistakes[:MISTAKES_SHOWN], *well_seen[:GOOD_FINDS_SHOWN]]
        rows = whole if self.is_whole else first
        for number, rect in self.scrolling.lay(canvas, places["rows"], len(rows), HIGH_EM, GAP_EM):
            self._draw_one(canvas, rect, number, rows[number])
        if len(whole) > len(first):
            more = ngettext("Show all {n}", "Show all {n}", len(whole)).format(n=len(whole))
            label = _("Only the biggest") if self.is_whole else more
            button(canvas, "all-decisions", places["all"], label, self._switch)

    def _waiting(self) -> str:
        if self.judging.has_failed:
            return _("The analysis failed.")
        return _("Judging your decisions: {done}").format(done=percent(self.judging.done))

    def _told(self, *, is_mistake: bool) -> list[Decision]:
        found = [seat for seat in self.judging.seats() if self.seat in {None, seat.seat}]
        several = [one for seat in found for one in (seat.mistakes() if is_mistake else seat.well_seen())]
        return sorted(several, key=lambda one: (-one.weight, one.place))

    def _choice(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a button for everybody and one for each player."""
        seats: Sequence[int | None] = (None, *self.judging.judged_seats)
        for seat, rect in zip(seats, canvas.columns(box, len(seats), 0.3), strict=True):
            style: Style = "chosen" if seat == self.seat else "plain"
            label = _("All") if seat is None else self.scene.seats[seat].name
            name = "decisions-all" if seat is None else f"decisions-of-{seat}"

            def choose(wanted: int | None = seat) -> None:
                self.seat = wanted
                self.scrolling.restart()
                self.scene.changed()

            button(canvas, name, rect, label, choose, style=style)

    def _switch(self) -> None:
        self.is_whole = not self.is_whole
        self.scrolling.restart()
        self.scene.changed()

    def _draw_one(self, canvas: Canvas, box: pygame.Rect, number: int, decision: Decision) -> None:
        scene = self.scene
        if decision.place not in self._shown:
            self._shown[decision.place] = self.judging.shown(decision)
        shown = self._shown[decision.place]
        canvas.plate(box, GOLD_PALE if canvas.hovers(box) else PAPER_BRIGHT, PAPER_EDGE, 0.25)
        places = canvas.places(ONE, box)
        flag = banner(scene.seats[decision.seat].clan, canvas.within(places["flag"], 0.0, 0.2).height)
        canvas.image(flag, places["flag"], "left")
        words = _("{moment}: {what}").format(moment=scene.part_of(decision.place), what=verdict_name(decision))
        canvas.line(words, places["words"], weight="Bold", size=SMALL)
        colour = INDIGO if decision.verdict == "well seen" else VERMILION
        canvas.line(worth(decision), places["worth"], align="right", weight="Bold", size=SMALL, colour=colour)
        canvas.paragraph(shown.told(), places["told"], colour=INK_SOFT, size=SMALL)
        tooltip = _("Click to see it on the board, with the better choice.")
        canvas.target(f"decision-{number}", box, scene.show_decision(shown), tooltip)
