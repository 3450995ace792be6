"""The coach of a lesson: what there is to know and to do now, and how far the chapter is."""

from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.window.game.lessons.chapter import Chapter, LessonStep
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import GOLD, GOLD_PALE, INK_SOFT, PAPER_BRIGHT, PAPER_SHADE, VERMILION
from shogun.window.kit.widgets.button import button

HEAD_EM, DOTS_EM, BUTTON_EM, HINT_EM = 1.6, 0.7, 2.1, 2.4


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
        inner = self.rect.inflate(-canvas.px(1.4), -canvas.px(1.0))
        self._head(canvas, pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM)))
        top = inner.top + canvas.px(HEAD_EM)
        self._progress(canvas, pygame.Rect(inner.left, top, inner.width, canvas.px(DOTS_EM)))
        buttons = pygame.Rect(inner.left, inner.bottom - canvas.px(BUTTON_EM), inner.width, canvas.px(BUTTON_EM))
        self._buttons(canvas, buttons)
        top += canvas.px(DOTS_EM + 0.4)
        correction = self._correction()
        hint = canvas.px(HINT_EM) if correction else 0
        text = pygame.Rect(inner.left, top, inner.width, buttons.top - canvas.px(0.3) - hint - top)
        canvas.paragraph(self.lesson.text, text, size=1.1)
        if hint:
            below = pygame.Rect(inner.left, text.bottom, inner.width, hint)
            canvas.paragraph(correction, below, size=0.94, colour=VERMILION, weight="Bold")

    def _correction(self) -> str:
        """Return what is to be done now, where that is not what the step says."""
        return self._asked() or self.lesson.correction

    def _asked(self) -> str:
        """Return where to answer what is asked on the way, if anything is."""
        return _("You are asked something: answer it in the bar on top.") if self.lesson.has_to_answer else ""

    def _head(self, canvas: Canvas, box: pygame.Rect) -> None:
        lesson = self.lesson
        count = _("{n} of {count}").format(n=lesson.number + 1, count=len(lesson.chapter.steps))
        right = pygame.Rect(box.right - canvas.px(4), box.top, canvas.px(4), box.height)
        canvas.small(count, right, align="right", colour=INK_SOFT)
        title = pygame.Rect(box.left, box.top, box.width - canvas.px(4.3), box.height)
        canvas.line(_(lesson.chapter.title), title, size=1.1, weight="Bold", colour=VERMILION)

    def _progress(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw a stroke for each step, the ones that are done in gold."""
        count, gap = len(self.lesson.chapter.steps), canvas.px(0.2)
        wide = (box.width - gap * (count - 1)) // count
        for number in range(count):
            stroke = pygame.Rect(box.left + number * (wide + gap), box.centery - canvas.px(0.15), wide, canvas.px(0.3))
            canvas.fill(stroke, GOLD if number <= self.lesson.number else PAPER_SHADE, 0.15)

    def _buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        lesson, gap = self.lesson, canvas.px(0.4)
        side = (box.width - 2 * gap) * 3 // 10
        leave = pygame.Rect(box.left, box.top, side, box.height)
        button(canvas, "leave", leave, _("Leave"), lesson.leave, tooltip=_("Return to the list of chapters"))
        again = leave.move(side + gap, 0)
        button(canvas, "again", again, _("Again"), lesson.start_again, tooltip=_("Begin this chapter anew"))
        left = again.right + gap
        rect = pygame.Rect(left, box.top, box.right - left, box.height)
        reads = lesson.has_to_read
        act: Act | None = lesson.go_on if reads else None
        label = _("Finish") if lesson.is_last else _("Go on")
        why = "" if reads else self._asked() or lesson.hint
        button(canvas, "go-on", rect, label, act, style="primary" if reads else "plain", tooltip=why)
        if not reads:
            canvas.frame(rect, GOLD_PALE, 0.3)
