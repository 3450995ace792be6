"""The window's own fixtures."""

from tests.window.conftest import english, fonts, own_folders, slim

__all__ = ["english", "fonts", "own_folders", "slim"]
