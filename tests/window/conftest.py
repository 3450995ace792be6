import os
from collections.abc import Iterator
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
import pytest

from shogun.base import language
from shogun.window.kit.drawing import theme

from . import sparing


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's games and settings."""
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))


@pytest.fixture(autouse=True)
def fonts() -> None:
    """A window that a test before has closed took all fonts with it."""
    pygame.font.init()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A test that changes language or colours leaves them as they were."""
    yield
    language.use(language.ENGLISH)
    theme.use_contrast("washi")


@pytest.fixture(autouse=True)
def slim() -> Iterator[None]:
    """The process of the tests doesn't become large by what windows have drawn."""
    yield
    if sparing.is_large():
        sparing.forget()
