"""Where towers lie."""

from pathlib import Path

import platformdirs

from shogun.base.resources import PACKAGE, shipped

FOLDER = "tower_geometry"


def own_folder() -> Path:
    """Return where the user's own towers lie; it may not exist yet."""
    return platformdirs.user_data_path("shogun", appauthor=False) / "towers"


def tower_folders() -> list[Path]:
    """Return where towers are looked up, in order: here, the user's data folder, the program's own."""
    own = (shipped(FOLDER), PACKAGE / FOLDER)
    return list(dict.fromkeys((Path.cwd(), own_folder(), *own)))
