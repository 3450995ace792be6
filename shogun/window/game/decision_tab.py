"""Decisions of human players in a replayed game, next to its curve, with better alternatives."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

import pygame
from msgspec.structs import replace

from shogun.base.confidence_intervals import percent
from shogun.base.language import _, ngettext
from shogun.players.review.decision_verdicts import GOOD_FINDS_SHOWN, MISTAKES_SHOWN, Decision, JudgedSeat
from shogun.players.review.decision_work import AnswerTried
from shogun.players.review.game_review import GameReview
from shogun.players.review.words import summary, verdict_name, worth
from shogun.table.session import Session
from shogun.window.game.second_try import Mistakes
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import SeatLook, banner
from shogun.window.kit.drawing.theme import (
    INDIGO,
    INK_SOFT,
    PAPER_EDGE,
    SMALL,
    VERMILION,
    paper_of,
)
from shogun.window.kit.layout import Node, Places, column, part, row, share
from shogun.window.kit.widgets.button import Style, button
from shogun.window.kit.widgets.scrolling import Scrolling
from shogun.window.play.judged_decisions import ShownDecision

HIGH_EM, GAP_EM = 7.1, 0.35
SEATS = part("seats", high=2.0)
BELOW = row(
    part(), part("all", wide=share(most=14.0)), part("answers", wide=share(most=14.0)), part(), gap=0.4, high=2.0
)
LIST = (part("summary", high=2.6), part("rows"), BELOW)
BUTTONS = row(part("try", wide=share(most=11.0)), part("answer", wide=share(most=13.0)), part(), gap=0.4, high=2.0)


def _row(*, has_buttons: bool) -> Node:
    """Return the layout of a decision, with or without buttons below its words."""
    words = row(part("words"), part("worth", wide=6.0), name="head", high=1.4)
    buttons = (BUTTONS,) if has_buttons else ()
    told = column(words, part("told"), *buttons, gap=0.1, wide=share())
    return row(column(part("flag", high=1.4), part(), wide=1.4), told, gap=0.5, padding=(0.4, 0.25))


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

    def session(self, decision: Decision, substitute: str) -> Session:
        """Return a copy of the game at a decision; `substitute` is the opponent that gets other people's seats."""

    def task(self, decision: Decision, move: Any) -> AnswerTried:
        """Return the task that judges another answer to a decision."""


class DecisionActs(Protocol):
    """Requests of this list to the scene."""

    seats: tuple[SeatLook, ...]

    def part_of(self, place: int) -> str:
        """Return briefly how far the game has come at a place."""

    def show_decision(self, shown: ShownDecision) -> Act:
        """Return the act that shows a decision on the game's screen."""

    def try_again(self, mistakes: Mistakes, decision: Decision) -> Act:
        """Return the act that asks for another answer to a decision."""

    def changed(self) -> None:
        """Redraw everything."""


class Decisions:
    """List of the biggest mistakes, followed by good finds; for one player or for all.

    The better answer to a mistake stays hidden until it is asked for or found, so that one can try again before.
    """

    name = "decisions"

    def __init__(self, scene: DecisionActs, judging: Judged) -> None:
        self.scene, self.judging = scene, judging
        self.scrolling: Scrolling = Scrolling("decision-", _names)
        self.seat: int | None = None
        """Seat whose decisions are listed; None for all."""
        self.is_whole = False
        """True if all decisions are listed, not only the biggest."""
        self.shows_answers = False
        """True if all better answers are shown."""
        self._revealed: set[int] = set()
        """Places of decisions whose better answer is shown."""
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
        rows = self._rows()
        for number, rect in self.scrolling.lay(canvas, places["rows"], len(rows), HIGH_EM, GAP_EM):
            self._draw_one(canvas, rect, number, rows[number])
        whole = len(mistakes) + len(well_seen)
        if whole > len(rows) or self.is_whole:
            more = ngettext("Show all {n}", "Show all {n}", whole).format(n=whole)
            label = _("Only the biggest") if self.is_whole else more
            button(canvas, "all-decisions", places["all"], label, self._switch)
        if mistakes:
            label = _("Hide the answers") if self.shows_answers else _("Show the answers")
            tooltip = _("Shows the better choice for every mistake, or hides it so that you can look for it")
            button(canvas, "answers", places["answers"], label, self._switch_answers, tooltip=tooltip)

    def _rows(self) -> list[Decision]:
        """Return the decisions that are listed."""
        mistakes, well_seen = self._told(is_mistake=True), self._told(is_mistake=False)
        if self.is_whole:
            return [*mistakes, *well_seen]
        return [*mistakes[:MISTAKES_SHOWN], *well_seen[:GOOD_FINDS_SHOWN]]

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

    def _switch_answers(self) -> None:
        self.shows_answers = not self.shows_answers
        self._revealed.clear()
        self.scene.changed()

    def _draw_one(self, canvas: Canvas, box: pygame.Rect, number: int, decision: Decision) -> None:
        scene, shown = self.scene, self.shown(decision)
        canvas.plate(box, paper_of(lit=canvas.hovers(box)), PAPER_EDGE, 0.25)
        is_mistake = not shown.is_found
        places = canvas.places(_row(has_buttons=is_mistake), box)
        flag = banner(scene.seats[decision.seat].clan, canvas.within(places["flag"], 0.0, 0.2).height)
        canvas.image(flag, places["flag"], "left")
        canvas.line(self.heading(decision), places["words"], weight="Bold", size=SMALL)
        colour = VERMILION if is_mistake else INDIGO
        canvas.line(worth(decision), places["worth"], align="right", weight="Bold", size=SMALL, colour=colour)
        canvas.paragraph(shown.told(), places["told"], colour=INK_SOFT, size=SMALL)
        tooltip = _("Click to see it on the board, with the better choice.")
        if shown.hides_answer:
            tooltip = _("Click to see it on the board.")
        above = places["head"].union(places["told"]) if is_mistake else box
        canvas.target(f"decision-{number}", above, scene.show_decision(shown), tooltip)
        if is_mistake:
            self._buttons(canvas, places, number, decision)

    def _buttons(self, canvas: Canvas, places: Places, number: int, decision: Decision) -> None:
        tooltip = _("Answer this question again on the board; your answer is judged like the one in the game")
        act = self.try_again(decision)
        button(canvas, f"try-{number}", places["try"], _("Try again"), act, tooltip=tooltip, size=SMALL)
        if self.shown(decision).hides_answer:
            tooltip = _("Show the better choice and the reasons for it")
            act = partial(self.reveal, decision)
            button(canvas, f"answer-{number}", places["answer"], _("Show the answer"), act, tooltip=tooltip, size=SMALL)

    # The decisions, one by one

    def heading(self, decision: Decision) -> str:
        """Return the moment of a decision and its verdict."""
        moment, what = self.scene.part_of(decision.place), verdict_name(decision)
        return _("{moment}: {what}").format(moment=moment, what=what)

    def shown(self, decision: Decision) -> ShownDecision:
        """Return a decision as the game's screen shows it; the better answer to a mistake is hidden at first."""
        if decision.place not in self._shown:
            self._shown[decision.place] = self.judging.shown(decision)
        shown = self._shown[decision.place]
        is_open = shown.is_found or self.shows_answers or decision.place in self._revealed
        return shown if is_open else replace(shown, hides_answer=True)

    def reveal(self, decision: Decision) -> None:
        """Show the better answer of a decision from now on."""
        self._revealed.add(decision.place)
        self.scene.changed()

    def next_mistake(self, decision: Decision) -> Decision | None:
        """Return the next mistake in the list whose better answer is hidden; None if there is none."""
        rows = [one for one in self._rows() if not self.shown(one).is_found]
        places = [one.place for one in rows]
        begin = places.index(decision.place) + 1 if decision.place in places else 0
        in_order = [*rows[begin:], *rows[:begin]]
        return next((one for one in in_order if one.place != decision.place and self.shown(one).hides_answer), None)

    def session(self, decision: Decision, substitute: str) -> Session:
        """Return a copy of the game at a decision; `substitute` is the opponent that gets other people's seats."""
        return self.judging.session(decision, substitute)

    def task(self, decision: Decision, move: Any) -> AnswerTried:
        """Return the task that judges another answer to a decision."""
        return self.judging.task(decision, move)

    def try_again(self, decision: Decision) -> Act:
        """Return the act that asks for another answer to a decision."""
        return self.scene.try_again(self, decision)

    def show_decision(self, decision: Decision) -> Act:
        """Return the act that shows a decision on the game's screen."""
        return self.scene.show_decision(self.shown(decision))


def _names(number: int) -> Sequence[str]:
    """Return the names of the places in a row, from left to right."""
    return f"decision-{number}", f"try-{number}", f"answer-{number}"
