"""The display is asked for as the system needs it, and never prints what concerns nobody."""

import os
import subprocess
import sys
from unittest.mock import patch

import pygame
import pytest

from shogun.window.kit.runtime.display import init_display, silenced


def test_windows_is_told_that_the_window_looks_to_the_screen_s_dots() -> None:
    """What a screen with 150 % shows of it only Windows itself can tell."""
    seen: list[str | None] = []
    with (
        patch.dict(os.environ),
        patch.object(pygame.display, "init", lambda: seen.append(os.environ.get("SDL_WINDOWS_DPI_AWARENESS"))),
    ):
        os.environ.pop("SDL_WINDOWS_DPI_AWARENESS", None)
        init_display()
        os.environ["SDL_WINDOWS_DPI_AWARENESS"] = "unaware"
        init_display()
    assert seen == ["permonitorv2", "unaware"]


def test_without_a_stream_for_errors_nothing_needs_to_be_silenced(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_handle: int) -> int:
        raise OSError("Bad file descriptor")

    monkeypatch.setattr(os, "dup", closed)
    with silenced():
        shown = True
    assert shown


def test_what_libraries_print_is_silenced() -> None:
    code = (
        "import os; from shogun.window.kit.runtime.display import silenced\n"
        "with silenced(): os.write(2, b'noise')\nos.write(2, b'heard')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stderr == b"heard"
