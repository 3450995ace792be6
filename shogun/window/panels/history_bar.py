"""The bar above a replay: the last event, the timeline of the whole game, and the way back."""

from typing import TYPE_CHECKING, Protocol

import pygame

from shogun.base.language import _
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.icons import Palette
from shogun.window.kit.drawing.text import width
from shogun.window.kit.drawing.theme import CUBES, GOLD, GOLD_PALE, INK, PAPER_BRIGHT, VERMILION, mix
from shogun.window.kit.layout import Node, Places, between, column, overlay, part, point, row, shaped, share, shares
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import face, put_icon
from shogun.window.play.game_story import Story
from shogun.window.play.judged_decisions import ShownDecision

if TYPE_CHECKING:  # it loads NumPy
    from shogun.players.review.game_review import Curve

GROUND = mix(VERMILION, INK, 0.62)
"""A color other than the bar's in a game: nobody should mistake the past for the present."""
TICK = mix(GROUND, PAPER_BRIGHT, 0.6)
ON_BAR = Palette(PAPER_BRIGHT, GROUND, GOLD)
BUTTONS = ("season-back", "step-back", "play", "step-on", "season-on")
LINE = overlay(
    column(part("curve"), part(high=1.25), padding=(0.45, 0.15)),
    column(
        part(),
        part("icons", high=1.25),
        part(high=0.05),
        column(part(high=0.25), part("rail", high=0.3), name="ticks"),
        part(high=0.7),
        padding=(0.45, 0.0),
    ),
    column(part(), part("knob", high=1.3), part(high=0.2), padding=(0.1, 0.0)),
)
KNOB_EM = 0.7
"""Largest size of the mark: it extends past the rail by half of that at most."""
LONGEST_WAY_EM = 11.0
SENTENCE_EM = 14.0
"""Width of the last event's sentence: the timeline gives way first."""
WIDE_EM = 90.0
"""Narrower bars have a shorter word on the button that begins a new game from here."""


def _bar(review: float, try_it: float, way_back: float, *, is_long: bool) -> Node:
    """Return the layout of the bar; `review`, `try_it` and `way_back` are the widths of its last buttons, em.

    `is_long`: the timeline has its usual length; else there is more text.
    """
    title = column(part("moment", high=1.55), part("step", high=1.2), wide=12.2, justify="middle")
    sentence = column(part("told"), padding=(0.0, 0.2), wide=share(least=SENTENCE_EM))
    buttons = row(*(part(name, wide=2.2, high=2.2) for name in BUTTONS), gap=0.35, align="middle")
    named = (("review", review), ("branch", try_it), ("leave", way_back))
    ways = [node for name, wide in named for node in (part(wide=0.35), part(name, wide=wide, high=2.2))]
    line = between(12.0, 25.0) if is_long else between(6.0, 10.0)
    return row(
        title, part(wide=0.4), sentence, part(wide=1.0), part("line", wide=line), part(wide=1.25), buttons,
        part(wide=0.45), *ways,
        padding=(0.7, 0.0), align="middle",
    )  # fmt: skip


class PastReader(Protocol):
    """The history's scene as this bar knows it."""

    story: Story
    place: int
    is_playing: bool
    moment: str
    """Year and season at this place."""
    sentence: str
    """The last event at this place."""
    back_label: str
    """Label of the button that leads back."""
    notice: str
    """Note on the game; usually empty."""
    shown: ShownDecision | None
    """The selected decision ..."""
    is_better: bool
    """... and true while the alternative is on the screen."""

    def go_to(self, place: int) -> None:
        """Show the game as it was at a place."""

    def step(self, direction: int) -> None:
        """Go to the step after this one (1) or before it (-1)."""

    def turn_chapter(self, direction: int) -> None:
        """Go to the season after this one (1) or before it (-1)."""

    def toggle_playing(self) -> None:
        """Let the game go by, or stop it."""

    def try_it(self) -> None:
        """Begin a new game from here."""

    def show_review(self) -> None:
        """Show what decided the game."""

    def toggle_answer(self) -> None:
        """Switch between the decision and its alternative."""

    def leave(self) -> None:
        """Go back to the scene before."""


class HistoryBar(Panel):
    """Stands in the place of the game's bar."""

    name = "prompt"

    def __init__(self, reader: PastReader) -> None:
        super().__init__()
        self.reader = reader
        self._room = self._rail = pygame.Rect()
        """The clickable area of the timeline, and the area where it is drawn."""
        self._pointer = (0, 0)
        self._is_held = self._is_dragged = False
        self._kept: Curve | None = None
        self._curve_of = (-1, 0)
        """Length of the game for which the curve was looked up, and the time when it was."""

    # The line of time

    def pointed(self, position: tuple[int, int]) -> None:
        """Follow the pointer while it draws the mark along."""
        self._pointer = position
        if self._is_held and self._is_dragged:
            self._seek()
        elif not self._is_dragged:
            self._is_held = False
        self._is_dragged = False

    def dragged(self, _x: int, _y: int) -> None:
        """Notice that a button is held down."""
        self._is_dragged = True

    def left(self) -> None:
        """Let the mark go."""
        self._is_held = False

    def wheel(self, notches: float) -> None:
        """Go a step back or on."""
        self.reader.step(-1 if notches > 0 else 1)

    def _press_line(self) -> None:
        """Go to the place under the pointer; by the keyboard, let the game go by or stop it."""
        if self._room.collidepoint(self._pointer):
            self._is_held = True
            self._seek()
        else:
            self.reader.toggle_playing()

    def _seek(self) -> None:
        self.reader.go_to(round(shares(self._rail, self._pointer)[0] * self.reader.story.last))

    # Drawing

    def shows(self) -> tuple[object, ...]:
        """Return the present place, and whether the replay runs."""
        reader = self.reader
        texts = reader.moment, reader.sentence, reader.notice, reader.shown, reader.is_better
        return reader.place, reader.is_playing, reader.story.last, *texts

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar."""
        canvas.fill(self.rect, GROUND)
        label, branch, review = self.reader.back_label, self._branch_label(canvas), self._review_label(canvas)
        wide = (
            min(LONGEST_WAY_EM, width(words, canvas.px(1), "Bold") / canvas.em + 1.4)
            for words in (review, branch, label)
        )
        places = canvas.places(_bar(*wide, is_long=self.reader.shown is None), self.rect)
        self._review(canvas, places["review"], review)
        self._branch(canvas, places["branch"], branch)
        self._way_back(canvas, places["leave"], label)
        self._buttons(canvas, places)
        self._draw_line(canvas, places["line"])
        self._words(canvas, places)

    def _words(self, canvas: Canvas, places: Places) -> None:
        canvas.line(self.reader.moment, places["moment"], size=1.25, weight="Bold", colour=GOLD_PALE)
        story = self.reader.story
        words = _("Replay: step {n} of {all}").format(n=self.reader.place, all=story.last)
        canvas.small(words, places["step"], colour=PAPER_BRIGHT)
        room = places["told"]
        if self.reader.notice:
            upper, room = canvas.rows(room, 2)
            canvas.small(self.reader.notice, upper, colour=GOLD_PALE)
        if width(self.reader.sentence, canvas.px(1.1)) <= room.width:
            canvas.line(self.reader.sentence, room, size=1.1, colour=PAPER_BRIGHT)
        else:
            canvas.paragraph(self.reader.sentence, room, colour=PAPER_BRIGHT)

    def _draw_line(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the seasons with their pictures, the progress, and the mark."""
        places = canvas.places(LINE, box)
        self._room, self._rail = box, places["rail"]
        story, place = self.reader.story, self.reader.place
        self._draw_curve(canvas, places["curve"])
        canvas.fill(places["rail"], TICK, 0.15)
        gone, left = share(place), share(story.last - place)
        canvas.fill(canvas.across(places["rail"], gone, left)[0], GOLD, 0.15)
        starts = [chapter.place for chapter in story.chapters]
        ends = [*starts[1:], story.last]
        lengths = [share(end - start) for start, end in zip(starts, ends, strict=True)]
        ticks, icons = canvas.across(places["ticks"], *lengths), canvas.across(places["icons"], *lengths)
        for chapter, tick, room in zip(story.chapters, ticks, icons, strict=True):
            pygame.draw.line(canvas.surface, TICK, tick.topleft, tick.bottomleft, max(1, canvas.px(0.08)))
            if chapter.icon is not None and self._kept is None and room.width >= room.height:
                put_icon(canvas, chapter.icon, shaped(room, 1.0), ON_BAR)
        canvas.plate(canvas.across(places["knob"], gone, KNOB_EM, left)[1], PAPER_BRIGHT, INK, 0.25)
        tooltip = _("Click or drag to go to any moment; the wheel and the arrow keys move step by step")
        canvas.target("timeline", box, self._press_line, tooltip, turn=self.reader.step)

    def curve(self) -> "Curve | None":
        """Return everybody's chances over the game if they have been estimated; none for a running game."""
        story = self.reader.story
        if self._curve_of != (story.last, story.reviewed_at()):
            self._curve_of, self._kept = (story.last, story.reviewed_at()), story.kept_curve()
        return self._kept

    def _draw_curve(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the known chances to win over the timeline: the viewer's, else everybody's."""
        curve, story = self.curve(), self.reader.story
        if curve is None:
            return
        canvas.fill(box, PAPER_BRIGHT, 0.15)
        if not canvas.paints:
            return
        looks = story.game.listing.seat_looks(story.header, story.people)
        seats = range(len(looks)) if story.viewer is None else (story.viewer,)
        for seat in seats:
            line = [
                point(box, place / max(1, story.last), chances[seat])
                for place, chances in zip(curve.places, curve.chances, strict=True)
            ]
            if len(line) > 1:
                pygame.draw.lines(canvas.surface, CUBES[looks[seat].colour], False, line, max(2, canvas.px(0.1)))

    def _buttons(self, canvas: Canvas, places: Places) -> None:
        reader = self.reader
        at_start, at_end = reader.place == 0, reader.place == reader.story.last
        icon, words = ("pause", _("Stop (Space)")) if reader.is_playing else ("play", _("Play (Space)"))
        rows: tuple[tuple[str, str, Act | None, str], ...] = (
            ("season-on", "»", None if at_end else lambda: reader.turn_chapter(1), _("Next part of the game")),
            ("step-on", "›", None if at_end else lambda: reader.step(1), _("One step forward")),
            ("play", icon, None if at_end and not reader.is_playing else reader.toggle_playing, words),
            ("step-back", "‹", None if at_start else lambda: reader.step(-1), _("One step back")),
            ("season-back", "«", None if at_start else lambda: reader.turn_chapter(-1), _("Previous part of the game")),
        )
        for name, sign, act, tooltip in rows:
            rect = places[name]
            ink = face(canvas, rect, act, "primary" if name == "play" else "plain")
            if name == "play":
                put_icon(canvas, sign, canvas.within(rect, 0.4))
            else:
                canvas.line(sign, rect, size=1.4, align="centre", colour=ink)
            canvas.target(name, rect, act, tooltip)

    def _branch_label(self, canvas: Canvas) -> str:
        return _("Play from here") if self.rect.width >= canvas.px(WIDE_EM) else _("Branch")

    def _branch(self, canvas: Canvas, rect: pygame.Rect, label: str) -> None:
        """Draw the button that begins a new game from here; where none can begin its tooltip says why."""
        refusal = self.reader.story.branch_refusal(self.reader.place)
        act = None if refusal else self.reader.try_it
        ink = face(canvas, rect, act, "plain")
        canvas.line(label, canvas.within(rect, 0.25, 0.0), align="centre", colour=ink, weight="Bold")
        tooltip = _("A new game continues from here, with the same players; this one isn't changed (E)")
        canvas.target("branch", rect, act, refusal or tooltip)

    def _review_label(self, canvas: Canvas) -> str:
        if self.reader.shown is not None:
            return _("What was done") if self.reader.is_better else self.reader.shown.other_name()
        return _("What decided it") if self.rect.width >= canvas.px(WIDE_EM) else _("Why?")

    def _review(self, canvas: Canvas, rect: pygame.Rect, label: str) -> None:
        """Draw the button that opens the review; if there is none, its tooltip says why.

        After coming from a decision it is the button that shows the other answer.
        """
        if self.reader.shown is not None:
            self._toggle(canvas, rect, label)
            return
        refusal = self.reader.story.review_refusal()
        act = None if refusal else self.reader.show_review
        ink = face(canvas, rect, act, "plain")
        canvas.line(label, canvas.within(rect, 0.25, 0.0), align="centre", colour=ink, weight="Bold")
        tooltip = _("Each player's chance to win over the game, what changed it, and the turning points (W)")
        canvas.target("review", rect, act, refusal or tooltip)

    def _toggle(self, canvas: Canvas, rect: pygame.Rect, label: str) -> None:
        ink = face(canvas, rect, self.reader.toggle_answer, "primary")
        canvas.line(label, canvas.within(rect, 0.25, 0.0), align="centre", colour=ink, weight="Bold")
        tooltip = _("Shows on the board what was done, or what would have been better")
        canvas.target("toggle-answer", rect, self.reader.toggle_answer, tooltip)

    def _way_back(self, canvas: Canvas, rect: pygame.Rect, label: str) -> None:
        ink = face(canvas, rect, self.reader.leave, "chosen")
        canvas.line(label, canvas.within(rect, 0.25, 0.0), align="centre", colour=ink, weight="Bold")
        canvas.target("leave", rect, self.reader.leave, _("Leave the replay (Esc)"))
