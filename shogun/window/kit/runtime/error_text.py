"""Errors in sentences for players: files by their names, without the folders in which they lie."""

import re

FOLDERS = re.compile(r"(?<![\w.:/\\])(?:[A-Za-z]:|~)?[/\\](?:[^/\\\n:*?\"<>|]+[/\\])+")
"""The folders of an absolute path, up to the name of its file."""


def error_text(error: object) -> str:
    """Return what an error says, as a player wants to read it."""
    return without_folders(str(error))


def without_folders(sentence: str) -> str:
    """Return a sentence in which files are called by their names alone."""
    return FOLDERS.sub("", sentence)
