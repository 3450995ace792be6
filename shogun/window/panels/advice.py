"""What the adviser says, in the place of the log: a move in words, why, and the way to take it."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame
from msgspec import Struct

from shogun.base.language import _
from shogun.window.kit.canvas import Act, Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import GOLD, INDIGO, INK_SOFT, PAPER_BRIGHT
from shogun.window.kit.widgets.button import button
from shogun.window.play.model import GameModel

HEAD_EM, BUTTON_EM = 2.0, 2.3


class AdviceActs(Struct, frozen=True, eq=False):
    """What can be done with a hint."""

    take: Act
    close: Act
    lines: Callable[[Any], Sequence[str]]
    """Returns a move in words, some lines."""


class AdvicePanel(Panel):
    """A slip; hidden while nothing is advised."""

    name = "advice"

    def __init__(self, model: GameModel, acts: AdviceActs) -> None:
        super().__init__()
        self.model = model
        self.acts = acts
        self.is_hidden = True

    def shows(self) -> tuple[object, ...]:
        """Return what is advised."""
        return (self.model.hint,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the slip."""
        hint = self.model.hint
        if hint is None:
            return
        canvas.plate(self.rect, PAPER_BRIGHT, GOLD, 0.3, 0.18)
        inner = self.rect.inflate(-canvas.px(1.4), -canvas.px(1.0))
        self._head(canvas, pygame.Rect(inner.left, inner.top, inner.width, canvas.px(HEAD_EM)))
        foot = pygame.Rect(inner.left, inner.bottom - canvas.px(BUTTON_EM), inner.width, canvas.px(BUTTON_EM))
        top = inner.top + canvas.px(HEAD_EM + 0.3)
        if hint.move is not None:
            button(
                canvas, "take-hint", foot, _("Do it"), self.acts.take, style="primary",
                tooltip=_("Take the advice; what moves pieces can still be changed before it is confirmed"),
            )  # fmt: skip
            lines = pygame.Rect(inner.left, top, inner.width, (foot.top - top) // 2)
            words = "\n".join(self.acts.lines(hint.move))
            top += canvas.paragraph(words, lines, weight="Bold", colour=INDIGO) + canvas.px(0.4)
        rest = pygame.Rect(inner.left, top, inner.width, foot.top - canvas.px(0.2) - top)
        canvas.paragraph("\n".join(hint.reasons) or _("It is being thought about …"), rest, colour=INK_SOFT)

    def _head(self, canvas: Canvas, box: pygame.Rect) -> None:
        close = pygame.Rect(box.right - canvas.px(2), box.top, canvas.px(2), canvas.px(2))
        button(canvas, "close-hint", close, "×", self.acts.close, tooltip=_("Put the hint away"))
        canvas.line(_("Advice"), box, size=1.2, weight="Bold", colour=INDIGO)
