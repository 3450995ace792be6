"""The slip in a corner of the map: what has happened since the player's last turn, and the way to see it."""

import pygame

from shogun.base.language import _
from shogun.games.shogun.screen.panels.controls import Controls
from shogun.games.shogun.screen.play.model import Digest
from shogun.window.kit.canvas import Canvas
from shogun.window.kit.theme import GOLD, PAPER, SMALL
from shogun.window.kit.widgets.button import button

WIDE_EM, HIGH_EM = 19.0, 4.9
BUTTON_EM = 2.0
SHOW_EM = 7.0


def draw_digest(canvas: Canvas, board: pygame.Rect, digest: Digest, controls: Controls) -> None:
    """Draw the slip into the lower right corner of the map's rectangle, where usually sea is."""
    gap, high = canvas.px(0.4), canvas.px(BUTTON_EM)
    box = pygame.Rect(0, 0, min(canvas.px(WIDE_EM), board.width - 2 * gap), canvas.px(HIGH_EM))
    box.bottomright = board.right - gap, board.bottom - gap
    canvas.plate(box, PAPER, GOLD, 0.3, 0.14)
    inner = box.inflate(-2 * gap, -gap)
    close = pygame.Rect(inner.right - high, inner.bottom - high, high, high)
    button(canvas, "close-digest", close, "×", controls.close_digest, tooltip=_("Close this; it goes by itself"))
    show = pygame.Rect(close.left - gap - canvas.px(SHOW_EM), close.top, canvas.px(SHOW_EM), high)
    why = _("Look back at it, step by step")
    button(canvas, "replay-digest", show, _("Show me"), controls.replay_digest, tooltip=why, style="primary")
    room = pygame.Rect(inner.left, inner.top, inner.width, show.top - inner.top)
    canvas.paragraph(digest.sentence, room, size=SMALL)
