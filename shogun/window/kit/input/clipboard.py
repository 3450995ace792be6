"""The system's clipboard, for sharing texts and for lines being typed."""

import pygame


def copy(text: str) -> bool:
    """Copy a text to the clipboard and return whether that was possible."""
    try:
        pygame.scrap.put_text(text)
        return pygame.scrap.get_text() == text
    except (pygame.error, NotImplementedError, AttributeError):
        return False


def text() -> str:
    """Return the text in the clipboard; empty if there is none, or no clipboard."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError, AttributeError):
        return ""
