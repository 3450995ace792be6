"""Task of a puzzle and its input; after an answer, its stars and the better answer."""

from typing import Protocol

import pygame

from shogun.base.language import _
from shogun.players.puzzles.puzzle import stars_text
from shogun.players.puzzles.solved_puzzles import FRESH_AFTER
from shogun.window.game.slip import BUTTON_GAP_EM, OnSlip, SlipPanel
from shogun.window.kit.drawing.canvas import Act, Canvas
from shogun.window.kit.drawing.theme import INDIGO, INK_SOFT
from shogun.window.kit.layout import Places, part, row, share
from shogun.window.kit.widgets.button import Style, button

BUTTONS = row(part("leave", wide=share(3)), part("retry", wide=share(3)), part("next", wide=share(4)), gap=0.4)
HELPS = row(part("retry", wide=share(3)), part("hint", wide=share(3)), part("answer", wide=share(5)), gap=0.4)
WRONG_BUTTONS = row(part("leave", wide=share()), part("next", wide=share()), gap=0.4)
GAP_EM = 0.4
VERDICT_STARS = 1.8
HELPS_EM = 14.0
"""Least height at which the help buttons are shown before an answer too, in gray."""


class Asked(OnSlip, Protocol):
    """Scene, as seen by the panel."""

    @property
    def stars(self) -> int | None:
        """Stars of the answer; None until there is one and it has been judged."""

    @property
    def is_wrong(self) -> bool:
        """True if the answer isn't a best one, and the best one is still to be found."""

    @property
    def is_solved(self) -> bool:
        """True if the answer is a best one."""

    @property
    def hint_refusal(self) -> str:
        """Reason why the hint can't be shown now; empty if it can."""

    @property
    def answer_refusal(self) -> str:
        """Reason why the best answer can't be shown now; empty if it can."""

    @property
    def has_next(self) -> bool:
        """True if there is another unsolved puzzle."""

    def leave_if_asked_twice(self) -> None:
        """Return to the list of puzzles."""

    def show_hint(self) -> None:
        """Show part of the best answer."""

    def show_answer(self) -> None:
        """Show the best answer."""

    def start_again(self) -> None:
        """Restart the puzzle."""

    def go_on(self) -> None:
        """Go to the next puzzle."""


class TaskPanel(SlipPanel):
    """Slip with the task of a puzzle."""

    name = "puzzle"
    scene: Asked

    def __init__(self, scene: Asked) -> None:
        super().__init__()
        self.scene = scene

    def shows(self) -> tuple[object, ...]:
        """Return everything that changes on the slip."""
        scene = self.scene
        verdict = scene.stars, scene.has_next, scene.is_wrong, scene.is_solved
        return *super().shows(), *verdict, scene.hint_refusal, scene.answer_refusal

    def has_two_rows(self, canvas: Canvas) -> bool:
        """Return whether the help buttons are shown: until the best answer is, if there is room."""
        scene = self.scene
        if scene.is_wrong or scene.stars is not None:
            return scene.is_wrong
        return not scene.is_folded and self.rect.height >= canvas.px(HELPS_EM)

    def draw_words(self, canvas: Canvas, room: pygame.Rect) -> None:
        """Write the paragraphs below each other, and above them the stars of a best answer."""
        scene = self.scene
        if scene.stars is not None and scene.is_solved:
            stars, room = canvas.down(room, VERDICT_STARS, share())
            colour = INDIGO if scene.stars else INK_SOFT
            canvas.line(stars_text(scene.stars), stars, size=1.7, align="centre", colour=colour)
        super().draw_words(canvas, room)

    def draw_buttons(self, canvas: Canvas, box: pygame.Rect) -> None:
        """Draw the exit buttons; above them those for a better answer, gray until there is an answer."""
        scene, is_judged = self.scene, self.scene.stars is not None
        has_helps = self.has_two_rows(canvas)
        if has_helps:
            help_box, box = canvas.rows(box, 2, BUTTON_GAP_EM)
            self._helps(canvas, canvas.places(HELPS, help_box))
        places = canvas.places(WRONG_BUTTONS if has_helps else BUTTONS, box)
        leave = _("Return to the list of puzzles")
        button(canvas, "leave", places["leave"], _("Leave"), scene.leave_if_asked_twice, tooltip=leave)
        if not has_helps:
            self._retry(canvas, places["retry"], "primary" if is_judged and not scene.has_next else "plain")
        if scene.is_folded and not is_judged:
            button(canvas, "task", places["next"], _("The task"), scene.read, tooltip="\n".join(scene.words))
            return
        if scene.is_in_the_way:
            button(canvas, "solve", places["next"], _("Play"), scene.solve, style="primary")
            return
        onward: Style = "primary" if is_judged and not scene.is_wrong and scene.has_next else "plain"
        act: Act | None = scene.go_on if scene.has_next else None
        why = "" if scene.has_next else _("You have solved all the other puzzles.")
        button(canvas, "go-on", places["next"], _("Next"), act, style=onward, tooltip=why)

    def _helps(self, canvas: Canvas, places: Places) -> None:
        """Draw the help buttons for a wrong answer."""
        scene = self.scene
        self._retry(canvas, places["retry"], "primary" if scene.is_wrong else "plain")
        act: Act | None = None if scene.hint_refusal else scene.show_hint
        told = scene.hint_refusal or _("Show part of the best answer; this costs a star")
        button(canvas, "clue", places["hint"], _("Hint"), act, tooltip=told)
        act = None if scene.answer_refusal else scene.show_answer
        told = scene.answer_refusal or _("Show the best answer; then this puzzle earns no stars for {n} days").format(
            n=FRESH_AFTER
        )
        button(canvas, "answer", places["answer"], _("Show the answer"), act, tooltip=told)

    def _retry(self, canvas: Canvas, box: pygame.Rect, style: Style) -> None:
        tooltip = _("Restart this puzzle")
        button(canvas, "retry", box, _("Retry"), self.scene.start_again, style=style, tooltip=tooltip)
