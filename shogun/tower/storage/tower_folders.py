"""Where towers lie."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from shogun.base.resources import PACKAGE, shipped

FOLDER = "tower_geometry"


def own_folder() -> Path:
    """Return where the user's own towers lie; it may not exist yet."""
    return platformdirs.user_data_path("shogun", appauthor=False) / "towers"


def tower_folders() -> list[Path]:
    """Return where towers are looked up, in order: here, the user's data folder, the program's own."""
    return list(dict.fromkeys((*_here(), own_folder(), shipped(FOLDER), PACKAGE / FOLDER)))


def _here() -> Iterator[Path]:
    """Yield the current folder, unless somebody has removed it meanwhile."""
    with suppress(OSError):
        yield Path.cwd()
