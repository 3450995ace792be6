"""Notices of the program: a bar at the lower edge of the window, over any scene."""

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
"""Seconds that a sentence stays, unless it is clicked away."""
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
        """Rectangle of the last drawing."""

    def update(self, scene: Scene) -> None:
        """Remove a sentence that has been there long enough, and show the next one."""
        if self.sentence and time.perf_counter() < self._until:
            return
        self.close(scene)
        self.sentence = without_folders(self._next())
        if self.sentence:
            self._until, self._is_new = time.perf_counter() + STAYS, True

    def close(self, scene: Scene) -> None:
        """Remove the sentence, and have the covered area redrawn."""
        if self.sentence:
            self.sentence = ""
            scene.damaged(self._rect)

    def is_at(self, place: tuple[int, int]) -> bool:
        """Return whether a sentence lies there."""
        return bool(self.sentence) and self._rect.collidepoint(place)

    def draw(self, window: Surface, em: int, *, is_other: bool) -> bool:
        """Draw the sentence if it is new, or if the area below it was redrawn, and return whether it was."""
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
