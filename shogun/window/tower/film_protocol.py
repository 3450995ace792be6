"""What can be saved as an animation, and what a game brings for that."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pygame

from shogun.table.journal import Contents


class Film(Protocol):
    """Something that moves."""

    def script(self, rate: int) -> Iterator[float]:
        """Begin anew; go from picture to picture, so many a second, and yield how long each stands, s."""

    def draw(self) -> pygame.Surface:
        """Return the picture that the script has come to."""


class BattleFilms(Protocol):
    """A game's battles as animations: `Game.films`."""

    def save_battle(self, contents: Contents, journal: Path, number: int | None, into: Path, /) -> str:
        """Save a battle and return in a sentence what it shows. Raises FilmError, OSError, TableError."""
