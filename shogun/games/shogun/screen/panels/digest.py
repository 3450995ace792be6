"""What has happened since the player's last turn, above the log, and the way to see it."""

import pygame

from shogun.base.language import _
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Model
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.panel import Panel
from shogun.window.kit.theme import GOLD, PAPER, SMALL
from shogun.window.kit.widgets.button import button

BUTTON_EM = 2.0
SHOW_EM = 7.0


class DigestPanel(Panel):
    """A sentence and two buttons; without any room while there is nothing to tell."""

    name = "digest"

    def __init__(self, model: Model, controls: Controls) -> None:
        super().__init__()
        self.model = model
        self.controls = controls

    def shows(self) -> tuple[object, ...]:
        """Return what is told."""
        return (self.model.digest,)

    def draw(self, canvas: Canvas) -> None:
        """Draw the sentence, and below it the buttons."""
        digest = self.model.digest
        if digest is None or not self.rect:
            return
        gap, high = canvas.px(0.4), canvas.px(BUTTON_EM)
        canvas.plate(self.rect, PAPER, GOLD, 0.3, 0.14)
        inner = self.rect.inflate(-2 * gap, -gap)
        close = pygame.Rect(inner.right - high, inner.bottom - high, high, high)
        button(
            canvas, "close-digest", close, "×", self.controls.close_digest, tooltip=_("Close this; it goes by itself")
        )
        show = pygame.Rect(close.left - gap - canvas.px(SHOW_EM), close.top, canvas.px(SHOW_EM), high)
        why = _("Look back at it, step by step")
        button(canvas, "replay-digest", show, _("Show me"), self.controls.replay_digest, tooltip=why, style="primary")
        room = pygame.Rect(inner.left, inner.top, inner.width, show.top - inner.top)
        canvas.paragraph(digest.sentence, room, size=SMALL)
