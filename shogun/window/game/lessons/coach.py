"""The coach of a lesson: what there is to know and to do now, and how far the chapter is."""

from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.window.game.lessons.chapter import Chapter, LessonStep
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import GOLD, GOLD_PALE, INK_SOFT, PAPER_BRIGHT, PAPER_SHADE, VERMILION
from shogun.window.kit.layout import Node, Places, column, part, row, share
from shogun.window.kit.runtime.panel import Panel
from shogun.window.kit.widgets.button import button

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
