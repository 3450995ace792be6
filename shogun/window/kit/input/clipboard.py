"""The system's clipboard, for what a player may want to give to somebody else."""

import pygame


def copy(text: str) -> bool:
    """Put a text into the clipboard and return whether there is one that took it."""
    try:
        pygame.scrap.put_text(text)
        return pygame.scrap.get_text() == text
    except (pygame.error, NotImplementedError, AttributeError):
        return False
