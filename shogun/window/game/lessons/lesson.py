"""A chapter that is being played: what a game's scene becomes when a coach takes the place of the log.

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

# The coach of a lesson: what there is to know and to do now, and how far the chapter is.

BUTTONS = row(part("leave", wide=share(3)), part("again", wide=share(3)), part("go on", wide=share(4)), gap=0.4)


def _slip(*, has_correction: bool) -> Node:
    """Return how the slip is divided."""
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


class Coached(Protocol):
    """The scene as the coach knows it."""

    chapter: Chapter
    number: int
    correction: str

    @property
    def step(self) -> LessonStep:
        """The present step."""

    @property
    def text(self) -> str:
        """What is said now."""

    @property
    def hint(self) -> str:
        """What is to be done now."""

    @property
    def is_last(self) -> bool:
        """Whether it is the chapter's last one."""

    @property
    def has_to_read(self) -> bool:
        """Whether there is nothing left to do in this step but to read and go on."""

    @property
    def has_to_answer(self) -> bool:
        """Whether something is asked on the way that the step itself doesn't speak of."""

    def go_on(self) -> None:
        """The step was read."""

    def start_again(self) -> None:
        """Begin the chapter anew."""

    def leave(self) -> None:
        """Return to the list of chapters."""


class CoachPanel(Panel):
    """A slip with the step's text, a correction if something else was done, and the buttons."""

    name = "coach"

    def __init__(self, lesson: Coached) -> None:
        super().__init__()
        self.lesson = lesson

    def shows(self) -> tuple[object, ...]:
        """Return the step, and what is to be done instead of something else."""
        lesson = self.lesson
        return lesson.number, lesson.text, lesson.correction, lesson.has_to_read, lesson.has_to_answer

    def draw(self, canvas: Canvas) -> None:
        """Draw the slip."""
        canvas.plate(self.rect, PAPER_BRIGHT, GOLD, 0.3, 0.18)
        correction = self._correction()
        places = canvas.places(_slip(has_correction=bool(correction)), self.rect)
        self._head(canvas, places)
        self._progress(canvas, places["progress"])
        self._buttons(canvas, canvas.places(BUTTONS, places["buttons"]))
        canvas.paragraph(self.lesson.text, places["text"], size=1.1)
        if correction:
            canvas.paragraph(correction, places["correction"], size=0.94, colour=VERMILION, weight="Bold")

    def _correction(self) -> str:
        """Return what is to be done now, where that is not what the step says."""
        return self._asked() or self.lesson.correction

    def _asked(self) -> str:
        """Return where to answer what is asked on the way, if anything is."""
        return _("You have a decision to make: answer in the top bar.") if self.lesson.has_to_answer else ""

    def _head(self, canvas: Canvas, places: Places) -> None:
        lesson = self.lesson
        count = _("{n} of {count}").format(n=lesson.number + 1, count=len(lesson.chapter.steps))
        canvas.small(count, places["count"], align="right", colour=INK_SOFT)
        canvas.line(_(lesson.chapter.title), places["title"], size=1.1, weight="Bold", colour=VERMILION)

    def _progress(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a stroke for each step, the ones that are done in gold."""
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
        why = "" if reads else self._asked() or lesson.hint
        button(canvas, "go-on", places["go on"], label, act, style="primary" if reads else "plain", tooltip=why)
        if not reads:
            canvas.frame(places["go on"], GOLD_PALE, 0.3)


LONGEST = 0.1
"""Seconds that pass at most between two looks at what has happened, so that a step can stop the game at once."""
AIR_EM = 0.2
"""How much larger a frame is than what it is drawn about."""
ONLY_FORWARD = marked("You can't undo in a lesson; press Restart to start the chapter over.")


class Lesson(PlayedScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect."""

    chapter: Chapter
    number = 0
    correction = ""
    """What to do instead, after something else was done; until something right is done."""
    _corrected: tuple[object, ...] = ()
    """What was done of the step when that was said."""
    log: LogPanel
    only_forward = ONLY_FORWARD
    _was_ready = True
    """Whether the step could be done when it was last looked."""
    _is_leaving = False
    """Whether it was asked once to leave the chapter."""

    def begin(self) -> None:
        """Begin with the first step, now that the game's scene is there."""
        self.situation = Situation(self.model)
        self._seen = len(self._told().log)
        """How many lines of the log were looked at."""
        self.pace.set_speeds(1.0, 1.0)
        self.coach = CoachPanel(self)
        self._all: list[Panel] = list(self.panels)
        self.enter_step()

    def make_controls(self) -> Any:
        """Return what a player can do; in a lesson nothing is taken back, and the menu leads out of it."""
        back = self.refuse_to_go_back
        return replace(
            super().make_controls(), undo=back, undo_all=back, redo=back, look_back=back,
            open_menu=self.leave_if_asked_twice,
        )  # fmt: skip

    @property
    def seats_to_change(self) -> None:
        """None: nobody else can play a seat."""

    def is_held(self) -> bool:
        """Return whether there is something to read; what ends the game is shown all the same."""
        return self.step.task.waits and not self.is_told_to_end()

    def settings_changed(self) -> None:
        """Say everything in the language of now; speeds stay, whatever the settings say: a lesson is to be seen."""
        speeds = self._told().speed, self._told().computers_speed
        super().settings_changed()
        self.pace.set_speeds(*speeds)

    def _told(self) -> GameModel:
        model: GameModel = self.model
        return model

    def layout(self, area: pygame.Rect) -> None:
        """Give the coach the log's room."""
        self.panels = list(self._all)
        super().layout(area)
        self.coach.place(self.log.rect)
        self.panels = [*(panel for panel in self._all if panel is not self.log), self.coach]

    # Steps

    @property
    def step(self) -> LessonStep:
        """The present step."""
        return self.chapter.steps[self.number]

    @property
    def is_ready(self) -> bool:
        """Whether what the step says can be done, or seen, by now."""
        return self.step.task.is_ready(self.situation)

    @property
    def text(self) -> str:
        """What is said now: of the step, or of what comes before it can be done."""
        return _(self.step.text if self.is_ready else self.step.meanwhile)

    @property
    def hint(self) -> str:
        """What is to be done now."""
        if self.is_last and self.has_to_read:
            return _("First read this, then press Finish.")
        return self.step.task.hint() if self.is_ready else _(JUST_WATCH)

    @property
    def is_last(self) -> bool:
        """Whether it is the chapter's last one."""
        return self.number == len(self.chapter.steps) - 1

    def update(self, seconds: float) -> None:
        """Let the game go on, then see whether the step is done."""
        super().update(min(seconds, LONGEST))
        self.look()

    def is_moving(self) -> bool:
        """Return whether something is being shown; nothing is while the person reads, but for what ends the game."""
        return not self.is_held() and super().is_moving()

    def is_told_to_end(self) -> bool:
        """Return whether the end of the game was told: then nothing is held back any more, and its end is shown."""
        return False

    def look(self) -> None:
        """Take note of what happened, and go on when the step is done."""
        self.situation.pointed.update(self.pointed_places())
        if self.correction and self.done_so_far() != self._corrected:
            self.correct("")
        self._go_on_if_done()
        self._look_whether_ready()
        log = self._told().log
        while self._seen < len(log):
            event = log[self._seen].event
            self._seen += 1
            if event is not None:
                self.situation.told.append(event)
                self._go_on_if_done()

    def _look_whether_ready(self) -> None:
        """Have what the step points at framed as soon as it can be done."""
        if self._was_ready != self.is_ready:
            self._was_ready = self.is_ready
            self.changed()
            self.bare()

    @abstractmethod
    def pointed_places(self) -> Sequence[str]:
        """Return the names of the places that the person points at, or has chosen."""

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
        """Have the screen show what the step speaks of; a game's lesson says how."""

    def done_so_far(self) -> tuple[object, ...]:
        """Return what has been done of the step; a game adds what an answer is made of."""
        return len(self.situation.given), self.has_to_read, self.has_to_answer

    def correct(self, sentence: str) -> None:
        """Say what to do instead; empty: nothing."""
        self.correction, self._corrected = sentence, self.done_so_far()
        self._is_leaving = False
        self.changed()
        self.bare()  # frames may lie between panels

    # What the person does

    def answer(self, move: Any) -> None:
        """Give the answer if the step asks for it."""
        if not self.step.task.takes(move):
            self.correct(self.hint)
            return
        self.situation.given.append(move)
        super().answer(move)
        self.look()  # before anything of what follows is shown

    def confirm(self) -> None:
        """Enter goes on where there is only something to read."""
        if self.has_to_read:
            self.go_on()
        else:
            super().confirm()

    @property
    def has_to_read(self) -> bool:
        """Whether there is nothing left to do in this step but to read and go on."""
        return self.step.task.to_read(self.situation)

    @property
    def has_to_answer(self) -> bool:
        """Whether something is asked on the way that the step itself doesn't speak of."""
        return self.step.task.asks(self.situation)

    def go_on(self) -> None:
        """The step was read."""
        self.situation.has_read = True
        self.look()

    def refuse_to_go_back(self, *_asked: object) -> None:
        """Say that nothing is taken back."""
        self.correct(_(ONLY_FORWARD))

    # The way out

    def _finish(self) -> None:
        finished = self.app.settings.lessons
        if self.chapter.name not in finished:
            finished.append(self.chapter.name)
        self.app.remember()
        self.leave()

    @abstractmethod
    def start_again(self) -> None:
        """Begin the chapter anew."""

    def leave(self) -> None:
        """Return to the list of chapters; what was finished is remembered."""
        back_to_lessons(self.app, self.game_code)

    def leave_if_asked_twice(self) -> None:
        """Leave when it was asked for twice: what was done in a chapter is not saved."""
        if self._is_leaving:
            self.leave()
        else:
            self.correct(_("Press Leave again to leave this chapter. You can restart it at any time."))
            self._is_leaving = True

    # What the step points at

    def draw_over(self, surface: pygame.Surface) -> None:
        """Frame what the step speaks of."""
        super().draw_over(surface)
        thick = max(3, round(0.22 * self.em))
        for rect in self.pointed_at():
            for box, colour, wide in ((rect.inflate(2, 2), INK, thick + 2), (rect, GOLD, thick)):
                pygame.draw.rect(surface, colour, box, wide, border_radius=round(0.5 * self.em))

    def pointed_at(self) -> Iterator[pygame.Rect]:
        """Yield the rectangles of the panels and controls that the step points at, once it can be done."""
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
    """Leave a lesson for the list of a game's chapters, which lies upon the menu."""
    app.go(ToMenu())
    app.go(ToLessons(game))
