"""What the program has to say unasked: a slip at the lower edge of the window, upon whatever scene is shown."""

import time
from collections.abc import Callable

import pygame
from pygame import Surface

from shogun.base.notices import next_notice
from shogun.window.kit.drawing.canvas import Canvas, Layer
from shogun.window.kit.drawing.text import line_height, width, wrapped
from shogun.window.kit.drawing.theme import INK, PAPER_BRIGHT, SMALL
from shogun.window.kit.runtime.crash_report import without_folders
from shogun.window.kit.runtime.scene import Scene

STAYS = 12.0
"""Seconds for which a sentence can be read, unless it is clicked away."""
WIDE_EM = 60
MARGIN_EM = 0.6


class NoticeBar:
    """Shows one sentence after the other."""

    def __init__(self, next_sentence: Callable[[], str] = next_notice) -> None:
        self._next = next_sentence
        self.sentence = ""
        self._until = 0.0
        self._is_new = False
        self._rect = pygame.Rect()
        """Where it was drawn."""

    def update(self, scene: Scene) -> None:
        """Take a sentence away that has been there for long enough, and the next one up."""
        if self.sentence and time.monotonic() < self._until:
            return
        self.close(scene)
        self.sentence = without_folders(self._next())
        if self.sentence:
            self._until, self._is_new = time.monotonic() + STAYS, True

    def close(self, scene: Scene) -> None:
        """Take the sentence away, and have what it has covered drawn anew."""
        if self.sentence:
            self.sentence = ""
            scene.damaged(self._rect)

    def is_at(self, place: tuple[int, int]) -> bool:
        """Return whether a sentence lies there."""
        return bool(self.sentence) and self._rect.collidepoint(place)

    def draw(self, window: Surface, em: int, *, is_other: bool) -> bool:
        """Draw the sentence if it is new, or if what lies below it was drawn anew, and return whether that was so."""
        if not self.sentence or not (self._is_new or is_other):
            return False
        canvas = Canvas(window, em, Layer(), (-1, -1), "")
        pixels, margin, area = canvas.px(SMALL), canvas.px(MARGIN_EM), window.get_rect()
        wide = min(canvas.px(WIDE_EM), area.width - 4 * margin)
        lines = wrapped(self.sentence, pixels, wide)
        inner = pygame.Rect(0, 0, max(width(line, pixels) for line in lines), len(lines) * line_height(pixels))
        inner.midbottom = area.centerx, area.bottom - 2 * margin
        self._rect = inner.inflate(2 * margin, 2 * margin)
        canvas.fill(self._rect, INK, 0.3)
        canvas.paragraph(self.sentence, inner, size=SMALL, colour=PAPER_BRIGHT)
        self._is_new = False
        return True
