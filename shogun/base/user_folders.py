"""The user's own folders: those that the system names, or all of them below the folder in SHOGUN_HOME."""

import os
from pathlib import Path

import platformdirs

from shogun.base.files import absolute

HOME = "SHOGUN_HOME"
"""Environment variable with the folder that holds all others, if it is set."""
_NAME = "shogun"


def data_folder() -> Path:
    """Return the folder of games, towers and whatever else must not be lost; it may not exist yet. Raises OSError."""
    return _own("data") or platformdirs.user_data_path(_NAME, appauthor=False)


def settings_folder() -> Path:
    """Return the folder of the settings; it may not exist yet. Raises OSError."""
    return _own("settings") or platformdirs.user_config_path(_NAME, appauthor=False)


def cache_folder() -> Path:
    """Return the folder of whatever can be computed again; it may not exist yet. Raises OSError."""
    return _own("cache") or platformdirs.user_cache_path(_NAME, appauthor=False)


def documents_folder() -> Path:
    """Return the folder where exported files go; it may not exist yet. Raises OSError."""
    return _own("documents") or platformdirs.user_documents_path()


def downloads_folder() -> Path:
    """Return the folder where browsers save files; it may not exist yet. Raises OSError."""
    return _own("downloads") or platformdirs.user_downloads_path()


def pictures_folder() -> Path:
    """Return the folder where saved animations go; it may not exist yet. Raises OSError."""
    return _own("pictures") or platformdirs.user_pictures_path()


def _own(name: str) -> Path | None:
    """Return a folder below SHOGUN_HOME; None if that isn't set."""
    home = os.environ.get(HOME)
    return absolute(Path(home)) / name if home else None
