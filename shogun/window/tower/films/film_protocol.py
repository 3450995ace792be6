"""What can be saved as a picture that moves."""

from collections.abc import Iterator
from typing import Protocol

import pygame


class Film(Protocol):
    """Something that moves."""

    def script(self, rate: int) -> Iterator[float]:
        """Begin anew; go from picture to picture, so many a second, and yield how long each stands, s."""

    def draw(self) -> pygame.Surface:
        """Return the picture that the script has come to."""
