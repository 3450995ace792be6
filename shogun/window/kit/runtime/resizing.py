"""What the window shows while it is dragged to another size: its old picture, stretched; painting waits for rest."""

import pygame
from pygame import Surface

REST = 0.15
"""Seconds without another size after which everything is laid out and painted anew."""


class Resizing:
    """The old picture, and until when it is shown."""

    def __init__(self, picture: Surface) -> None:
        self._picture = picture
        self._until = 0.0
        self._drawn = (0, 0)

    def go_on(self, now: float) -> None:
        """Wait from `now` on (s), because the window has got another size."""
        self._until = now + REST

    def is_over(self, now: float) -> bool:
        """Return whether the window has kept its size for long enough."""
        return now >= self._until

    def draw(self, window: Surface) -> bool:
        """Stretch the picture over the window and return whether that was due."""
        if window.get_size() == self._drawn:
            return False
        pygame.transform.scale(self._picture, window.get_size(), window)
        self._drawn = window.get_size()
        return True
