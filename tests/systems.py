"""What tests need of the system they run on, and the reasons why they skip without it."""

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from shogun.base.user_folders import HOME

WINDOWS = os.name == "nt"
IS_WINE = sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version")


def _has_links() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "link")
        try:
            link.symlink_to("nowhere")
        except (OSError, NotImplementedError):
            return False
        return link.is_symlink()


needs_links = pytest.mark.skipif(not _has_links(), reason="there are no links here, or only administrators make them")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
needs_movable_open_files = pytest.mark.skipif(WINDOWS, reason="Windows neither moves, replaces nor deletes open files")
needs_free_names = pytest.mark.skipif(WINDOWS, reason="Windows has no such names of files")
needs_signals = pytest.mark.skipif(WINDOWS, reason="there are no such signals to send on Windows")
not_wine = pytest.mark.skipif(IS_WINE, reason="Wine does this otherwise than Windows")


@contextmanager
def own_home() -> Iterator[Path]:
    """Keep what belongs to a user in a temporary folder, as a block or a decorator; for all programs started, too."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, patch.dict(os.environ, {HOME: folder}):
        yield Path(folder)


def is_running(process: int) -> bool:
    """Return whether there is a process with this number."""
    if sys.platform == "win32":  # to send it no signal would be to end it
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, process)
        if not handle:
            return False
        try:
            return bool(kernel.WaitForSingleObject(handle, 0) == _STILL_THERE)
        finally:
            kernel.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text("ascii").rpartition(")")[2].split()[0] == "Z")


_SYNCHRONIZE, _STILL_THERE = 0x100000, 0x102
