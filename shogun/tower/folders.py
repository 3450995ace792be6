"""Where towers lie."""

from pathlib import Path

import platformdirs

from shogun.base.resources import PACKAGE, shipped

FOLDER = "tower_geometry"


def tower_folders() -> list[Path]:
    """Return where towers are looked up, in order: here, the user's data folder, the program's own."""
    mine = platformdirs.user_data_path("shogun", appauthor=False) / "towers"
    own = (shipped(FOLDER), PACKAGE / FOLDER)
    return list(dict.fromkeys((Path.cwd(), mine, *own)))
