"""The interface of a film that can be saved as an animation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pygame

from shogun.table.journal import Contents


class Film(Protocol):
    """Something that moves."""

    def script(self, rate: int) -> Iterator[float]:
        """Start from the beginning, go from picture to picture at `rate` a second, and yield the seconds of each."""

    def draw(self) -> pygame.Surface:
        """Return the present picture of the script."""


class BattleFilms(Protocol):
    """A game's battles as animations: `Game.films`."""

    def save_battle(self, contents: Contents, journal: Path, number: int | None, into: Path, /) -> str:
        """Save a battle and return in a sentence what it shows. Raises FilmError, OSError, TableError."""
