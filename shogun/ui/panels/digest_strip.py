"""The strip at the lower edge of the map: what has happened since the player's last turn, and the way to see it."""

from typing import Protocol

import pygame

from shogun.language import _
from shogun.ui.canvas import Canvas
from shogun.ui.digest import Digest
from shogun.ui.theme import GOLD, PAPER, SMALL
from shogun.ui.widgets.button import button

HIGH_EM = 2.6
BUTTON_EM = 2.0
SHOW_EM = 6.5


class Messenger(Protocol):
    """The scene as this strip knows it."""

    def replay_digest(self) -> None:
        """Show what has happened since the last turn once more."""

    def close_digest(self) -> None:
        """Take the strip away."""


def draw_digest(canvas: Canvas, board: pygame.Rect, digest: Digest, messenger: Messenger) -> None:
    """Draw the strip into the lower edge of the map's rectangle."""
    box = pygame.Rect(board.left + canvas.px(0.4), 0, board.width - canvas.px(0.8), canvas.px(HIGH_EM))
    box.bottom = board.bottom - canvas.px(0.4)
    canvas.plate(box, PAPER, GOLD, 0.3, 0.14)
    high = canvas.px(BUTTON_EM)
    close = pygame.Rect(box.right - canvas.px(0.3) - high, box.centery - high // 2, high, high)
    button(canvas, "close-digest", close, "×", messenger.close_digest, tooltip=_("Close this; it goes by itself"))
    show = pygame.Rect(close.left - canvas.px(0.3) - canvas.px(SHOW_EM), close.top, canvas.px(SHOW_EM), high)
    why = _("Look back at it, step by step")
    button(canvas, "replay-digest", show, _("Show me"), messenger.replay_digest, tooltip=why, style="primary")
    room = pygame.Rect(box.left + canvas.px(0.7), box.top + canvas.px(0.15), 0, box.height - canvas.px(0.3))
    room.width = show.left - canvas.px(0.6) - room.left
    canvas.paragraph(digest.sentence, room, size=SMALL)
