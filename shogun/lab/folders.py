"""Where the lab keeps what it may lose."""

from pathlib import Path

import platformdirs


def cache_folder() -> Path:
    """Return the lab's folder in the user's cache."""
    return platformdirs.user_cache_path("shogun", appauthor=False) / "lab"
