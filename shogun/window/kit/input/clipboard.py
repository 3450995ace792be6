"""The system's clipboard: for what a player may want to give to somebody else, and for lines that are typed."""

import pygame


def copy(text: str) -> bool:
    """Put a text into the clipboard and return whether there is one that took it."""
    try:
        pygame.scrap.put_text(text)
        return pygame.scrap.get_text() == text
    except (pygame.error, NotImplementedError, AttributeError):
        return False


def text() -> str:
    """Return the text in the clipboard, "" if it has none, or if there is no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError, AttributeError):
        return ""
