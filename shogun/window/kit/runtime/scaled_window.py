"""The picture that everything is drawn into: the display's own, or a larger one that is scaled down.

No window is laid out for less than `SMALLEST`; a smaller one shows everything, only smaller. While a window is
being resized its old picture is stretched; painting waits until it stops.
"""

import pygame
from pygame import Surface

from shogun.window.kit.runtime.start_options import SMALLEST

POINTING = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class ScaledWindow:
    """The picture, and its transfer to the display."""

    def __init__(self, display: Surface) -> None:
        self._display = display
        wide, high = display.get_size()
        self._share = min(1.0, wide / SMALLEST[0], high / SMALLEST[1])
        self.surface = display
        if self.is_scaled and wide and high:
            size = max(SMALLEST[0], round(wide / self._share)), max(SMALLEST[1], round(high / self._share))
            self.surface = Surface(size).convert(display)

    @property
    def is_scaled(self) -> bool:
        """True if the window is too small, so that the picture is scaled down."""
        return self._share < 1.0

    def show(self) -> None:
        """Copy the picture to the display."""
        if self.surface is not self._display:
            pygame.transform.smoothscale(self.surface, self._display.get_size(), self._display)
        pygame.display.flip()

    def meant(self, event: pygame.Event) -> pygame.Event:
        """Return an event with the pointer's position in the picture."""
        if self.surface is self._display or event.type not in POINTING:
            return event
        attributes = dict(event.dict)
        for name in ("pos", "rel"):
            if name in attributes:
                attributes[name] = round(attributes[name][0] / self._share), round(attributes[name][1] / self._share)
        return pygame.Event(event.type, attributes)


REST = 0.15
"""Seconds without a resize after which everything is laid out and painted again."""


class Resizing:
    """The old picture, and the time until which it is shown."""

    def __init__(self, picture: Surface) -> None:
        self._picture = picture
        self._until = 0.0
        self._drawn = (0, 0)

    def go_on(self, now: float) -> None:
        """Wait from `now` on (s), after a resize."""
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
