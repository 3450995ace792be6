"""The drawings that can be imported: those in the folders where people keep such files, the newest first."""

import contextlib
from itertools import islice
from pathlib import Path

from shogun.base.user_folders import documents_folder, downloads_folder
from shogun.tower.drawing import SUFFIXES

MOST_LISTED, MOST_SEEN = 60, 5_000
"""Drawings in the list, and entries of a folder that are looked at."""


def found_drawings() -> list[Path]:
    """Return the drawings in the documents, the downloads and the current folder, the newest first."""
    dated: dict[Path, float] = {}
    for folder in _folders():
        with contextlib.suppress(OSError):
            for path in islice(folder.iterdir(), MOST_SEEN):
                if path.suffix.lower() in SUFFIXES and path.is_file():
                    dated[path] = path.stat().st_mtime
    return sorted(dated, key=lambda path: (-dated[path], path.name))[:MOST_LISTED]


def _folders() -> list[Path]:
    folders = []
    for found in (documents_folder, downloads_folder, Path.cwd):
        with contextlib.suppress(OSError):
            folders.append(found().resolve())
    return list(dict.fromkeys(folders))
