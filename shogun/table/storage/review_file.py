"""Where what was found out in looking back at a game is kept: files beside its journal, which never changes."""

from pathlib import Path


def review_path(journal: Path) -> Path:
    """Return the file of the review of a game."""
    return journal.with_suffix(".review")


def decisions_path(journal: Path) -> Path:
    """Return the file of what was found of a game's decisions."""
    return journal.with_suffix(".decisions")
