"""Where the lab keeps what it may lose."""

import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import platformdirs

LONG = 30 * 24 * 3600.0
"""Seconds after which nobody goes on with what was left."""


def cache_folder() -> Path:
    """Return the lab's folder in the user's cache."""
    return platformdirs.user_cache_path("shogun", appauthor=False) / "lab"


def changed(path: Path) -> float:
    """Return when a file or folder was changed, in seconds since 1970; 0 if it has gone."""
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def remove_old(paths: Iterable[Path]) -> None:
    """Remove those files and folders that were not changed for long; what can't be removed stays."""
    latest = time.time() - LONG
    for path in paths:
        if changed(path) >= latest:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with suppress(OSError):
                path.unlink()
