"""Chapter in progress: a game's scene with a coach in place of the log.

A game's lesson inherits this and its own scene, and begins by `begin` when that scene is made.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import pygame
from msgspec.structs import replace

from shogun.base.language import _, marked
from shogun.window.game.lessons.chapter import JUST_WATCH, Chapter, LessonStep, Situation
from shogun.window.game.played import PlayedScene
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INK, INK_SOFT, PAPER_BRIGHT, PAPER_SHADE, VERMILION
from shogun.window.kit.layout import Node, Places, column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.runtime.scene import Application
from shogun.window.kit.widgets.button import button
from shogun.window.panels.log_panel import LogPanel
from shogun.window.play.model import GameModel
from shogun.window.play.routes import ToLessons, ToMenu

# Coach of a lesson: explanations, the current task, and the progress of the chapter

BUTTONS = row(part("leave", wide=share(3)), part("again", wide=share(3)), part("go on", wide=share(4)), gap=0.4)


def _slip_layout(*, has_correction: bool) -> Node:
    """Return the layout of the slip."""
    correction = (part("correction", high=2.4),) if has_correction else ()
    return column(
        row(part("title"), part("count", wide=4.0), high=1.6, gap=0.3),
        part(high=0.2),
        part("progress", high=0.3),
        part(high=0.6),
        part("text"),
        *correction,
        part(high=0.3),
        part("buttons", high=2.1),
        padding=(0.7, 0.5),
    )


class CoachedScene(Protocol):
    """Scene, as seen by the coach."""

    chapter: Chapter
    number: int
    correction: str

    @property
    def step(self) -> LessonStep:
        """Current step."""

    @property
    def text(self) -> str:
        """Current text."""

    @property
    def hint(self) -> str:
        """Current task."""

    @property
    def is_last(self) -> bool:
        """True if it is the last step of the chapter."""

    @property
    def has_to_read(self) -> bool:
        """True if reading is all that is left to do in this step."""

    @property
    def has_to_answer(self) -> bool:
        """True if a question is open that the step doesn't mention."""

    def go_on(self) -> None:
        """Continue after reading the step."""

    def start_again(self) -> None:
        """Restart the chapter."""

    def leave(self) -> None:
        """Return to the list of chapters."""


class CoachPanel(Panel):
    """Slip with the step's text, a correction after a wrong move, and the buttons."""

    name = "coach"

    def __init__(self, lesson: CoachedScene) -> None:
        super().__init__()
        self.lesson = lesson

    def shows(self) -> tuple[object, ...]:
        """Return the step and the correction."""
        lesson = self.lesson
        return lesson.number, lesson.text, lesson.correction, lesson.has_to_read, lesson.has_to_answer

    def draw(self, canvas: Canvas) -> None:
        """Draw the slip."""
        canvas.plate(self.rect, PAPER_BRIGHT, GOLD, 0.3, 0.18)
        correction = self._correction()
        places = canvas.places(_slip_layout(has_correction=bool(correction)), self.rect)
        self._head(canvas, places)
        self._progress(canvas, places["progress"])
        self._buttons(canvas, canvas.places(BUTTONS, places["buttons"]))
        canvas.paragraph(self.lesson.text, places["text"], size=1.1)
        if correction:
            canvas.paragraph(correction, places["correction"], size=0.94, colour=VERMILION, weight="Bold")

    def _correction(self) -> str:
        """Return the current task, unless the step's text already says it."""
        return self._where_to_answer() or self.lesson.correction

    def _where_to_answer(self) -> str:
        """Return where to answer the open question, if there is one."""
        return _("You have a decision to make: answer in the top bar.") if self.lesson.has_to_answer else ""

    def _head(self, canvas: Canvas, places: Places) -> None:
        lesson = self.lesson
        count = _("{n} of {count}").format(n=lesson.number + 1, count=len(lesson.chapter.steps))
        canvas.small(count, places["count"], align="right", colour=INK_SOFT)
        canvas.line(_(lesson.chapter.title), places["title"], size=1.1, weight="Bold", colour=VERMILION)

    def _progress(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a stroke for each step, completed ones in gold."""
        for number, stroke in enumerate(canvas.columns(box, len(self.lesson.chapter.steps), 0.2)):
            canvas.fill(stroke, GOLD if number <= self.lesson.number else PAPER_SHADE, 0.15)

    def _buttons(self, canvas: Canvas, places: Places) -> None:
        lesson = self.lesson
        tooltip = _("Return to the list of chapters")
        button(canvas, "leave", places["leave"], _("Leave"), lesson.leave, tooltip=tooltip)
        tooltip = _("Restart this chapter")
        button(canvas, "again", places["again"], _("Restart"), lesson.start_again, tooltip=tooltip)
        reads = lesson.has_to_read
        act: Act | None = lesson.go_on if reads else None
        label = _("Finish") if lesson.is_last else _("Continue")
        why = "" if reads else self._where_to_answer() or lesson.hint
        button(canvas, "go-on", places["go on"], label, act, style="primary" if reads else "plain", tooltip=why)
        if not reads:
            canvas.frame(places["go on"], GOLD_PALE, 0.3)


LONGEST = 0.1
"""Maximum seconds between two checks of the game, so that a step can stop it at once."""
AIR_EM = 0.2
"""Margin of a frame around the framed control."""
ONLY_FORWARD = marked("You can't undo in a lesson; press Restart to start the chapter over.")


class Lesson(PlayedScene):
    """Game in a lesson; only answers that a step asks for have an effect."""

    chapter: Chapter
    number = 0
    correction = ""
    """Correction shown after a wrong move, until a right one."""
    _corrected: tuple[object, ...] = ()
    """Progress of the step when the correction appeared."""
    log: LogPanel
    only_forward = ONLY_FORWARD
    _was_ready = True
    """True if the step could be done at the last check."""
    _is_leaving = False
    """True if leaving the chapter has been requested once."""

    def begin(self) -> None:
        """Start with the first step, once the game's scene exists."""
        self.situation = Situation(self.model)
        self._seen = len(self._game_model().log)
        """Number of lines of the log already checked."""
        self.pace.set_speeds(1.0, 1.0)
        self.coach = CoachPanel(self)
        self._all: list[Panel] = list(self.panels)
        self.enter_step()

    def make_controls(self) -> Any:
        """Return the player's controls; a lesson has no undo, and the menu leaves it."""
        back = self.refuse_to_go_back
        return replace(
            super().make_controls(), undo=back, undo_all=back, redo=back, look_back=back,
            open_menu=self.leave_if_asked_twice,
        )  # fmt: skip

    @property
    def seats_to_change(self) -> None:
        """Return None: nobody else can play a seat."""

    def is_held(self) -> bool:
        """Return whether there is something to read; the end of the game is shown all the same."""
        return self.step.task.waits and not self.is_told_to_end()

    def settings_changed(self) -> None:
        """Repeat everything in the current language; speeds stay the same, whatever the settings say."""
        speeds = self._game_model().speed, self._game_model().computers_speed
        super().settings_changed()
        self.pace.set_speeds(*speeds)

    def _game_model(self) -> GameModel:
        model: GameModel = self.model
        return model

    def layout(self, area: pygame.Rect) -> None:
        """Give the coach the log's place."""
        self.panels = list(self._all)
        super().layout(area)
        self.coach.place(self.log.rect)
        self.panels = [*(panel for panel in self._all if panel is not self.log), self.coach]

    # Steps

    @property
    def step(self) -> LessonStep:
        """Current step."""
        return self.chapter.steps[self.number]

    @property
    def is_ready(self) -> bool:
        """True if the step can be done now."""
        return self.step.task.is_ready(self.situation)

    @property
    def text(self) -> str:
        """Text of the step, or its text until it can be done."""
        return _(self.step.text if self.is_ready else self.step.meanwhile)

    @property
    def hint(self) -> str:
        """Current task."""
        if self.is_last and self.has_to_read:
            return _("First read this, then press Finish.")
        return self.step.task.hint() if self.is_ready else _(JUST_WATCH)

    @property
    def is_last(self) -> bool:
        """True if it is the last step of the chapter."""
        return self.number == len(self.chapter.steps) - 1

    def update(self, seconds: float) -> None:
        """Advance the game, then check whether the step is complete."""
        super().update(min(seconds, LONGEST))
        self.look()

    def is_moving(self) -> bool:
        """Return whether something is being shown; while the learner reads, only the end of the game is."""
        return not self.is_held() and super().is_moving()

    def is_told_to_end(self) -> bool:
        """Return whether the log has reported the end of the game, after which nothing is held back any more."""
        return False

    def look(self) -> None:
        """Take note of what has happened, and continue when the step is complete."""
        self.situation.pointed.update(self.pointed_places())
        if self.correction and self.done_so_far() != self._corrected:
            self.correct("")
        self._go_on_if_done()
        self._look_whether_ready()
        log = self._game_model().log
        while self._seen < len(log):
            event = log[self._seen].event
            self._seen += 1
            if event is not None:
                self.situation.told.append(event)
                self._go_on_if_done()

    def _look_whether_ready(self) -> None:
        """Frame the places of the step as soon as it can be done."""
        if self._was_ready != self.is_ready:
            self._was_ready = self.is_ready
            self.changed()
            self.bare()

    @abstractmethod
    def pointed_places(self) -> Sequence[str]:
        """Return the names of the places that the learner points at or has chosen."""

    def _go_on_if_done(self) -> None:
        if self.step.task.is_done(self.situation):
            self._next()

    def _next(self) -> None:
        if self.is_last:
            self._finish()
            return
        self.number += 1
        self.situation = Situation(self.model)
        self.enter_step()
        self.correct("")
        self.model.refusal = ""  # it was about the step before

    def enter_step(self) -> None:
        """Show what the step is about; the game's lesson says how."""

    def done_so_far(self) -> tuple[object, ...]:
        """Return the progress of the step; games add the answer in progress."""
        return len(self.situation.given), self.has_to_read, self.has_to_answer

    def correct(self, sentence: str) -> None:
        """Show a correction; empty for none."""
        self.correction, self._corrected = sentence, self.done_so_far()
        self._is_leaving = False
        self.changed()
        self.bare()  # frames may lie between panels

    # Actions of the learner

    def answer(self, move: Any) -> None:
        """Give the answer if the step asks for it."""
        if not self.step.task.takes(move):
            self.correct(self.hint)
            return
        self.situation.given.append(move)
        super().answer(move)
        self.look()  # before anything of what follows is shown

    def confirm(self) -> None:
        """Continue by Enter where there is only text to read."""
        if self.has_to_read:
            self.go_on()
        else:
            super().confirm()

    @property
    def has_to_read(self) -> bool:
        """True if reading is all that is left to do in this step."""
        return self.step.task.to_read(self.situation)

    @property
    def has_to_answer(self) -> bool:
        """True if a question is open that the step doesn't mention."""
        return self.step.task.asks(self.situation)

    def go_on(self) -> None:
        """Continue after reading the step."""
        self.situation.has_read = True
        self.look()

    def refuse_to_go_back(self, *_asked: object) -> None:
        """Show that nothing can be undone."""
        self.correct(_(ONLY_FORWARD))

    # Exit

    def _finish(self) -> None:
        finished = self.app.settings.lessons
        if self.chapter.name not in finished:
            finished.append(self.chapter.name)
        self.app.remember()
        self.leave()

    @abstractmethod
    def start_again(self) -> None:
        """Restart the chapter."""

    def leave(self) -> None:
        """Return to the list of chapters; completed ones are stored."""
        back_to_lessons(self.app, self.game_code)

    def leave_if_asked_twice(self) -> None:
        """Leave at the second request: progress in a chapter isn't saved."""
        if self._is_leaving:
            self.leave()
        else:
            self.correct(_("Press Leave again to leave this chapter. You can restart it at any time."))
            self._is_leaving = True

    # Framed places

    def draw_over(self, surface: pygame.Surface) -> None:
        """Frame the places of the step."""
        super().draw_over(surface)
        thick = max(3, round(0.22 * self.em))
        for rect in self.pointed_at():
            for box, colour, wide in ((rect.inflate(2, 2), INK, thick + 2), (rect, GOLD, thick)):
                pygame.draw.rect(surface, colour, box, wide, border_radius=round(0.5 * self.em))

    def pointed_at(self) -> Iterator[pygame.Rect]:
        """Yield the rectangles of the panels and controls that the step frames, once it can be done."""
        if not self.is_ready:
            return
        places = {target.name: target.rect for target in self.targets()}
        places |= {panel.name: panel.rect for panel in self.open_panels()}
        air = round(AIR_EM * self.em)
        asked = [name for name in places if self.is_answer(name)] if self.has_to_answer else []
        for name in (*self.step.at, *self.step.task.places(self.situation), *asked):
            if name in places:
                yield places[name].inflate(air, air).clip(pygame.Rect((0, 0), self.size))

    def is_answer(self, _name: str) -> bool:
        """Return whether a control of this name gives an answer."""
        return False


def back_to_lessons(app: Application, game: str) -> None:
    """Leave a lesson for the list of the game's chapters, on top of the menu."""
    app.go(ToMenu())
    app.go(ToLessons(game))
