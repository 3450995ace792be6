"""Locations of shipped files: beside the package in a checkout, inside it in a plain install."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def shipped(folder: str) -> Path:
    """Return the folder `assets` or `tower_geometry` that belongs to the running program.

    A checkout's own folder wins, so that an edited file is the one that is used; a plain install carries a copy
    inside the package.
    """
    checkout = PACKAGE.parent / folder
    if (PACKAGE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return PACKAGE / folder


ASSETS = shipped("assets")


def assets_of(game: str) -> Path:
    """Return the folder with the assets of a game; hyphens of its code are underscores there."""
    return ASSETS / game.replace("-", "_")
