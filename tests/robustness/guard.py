"""Keeps attacks in their folder: whatever this process would write elsewhere is refused and noted.

Python tells hooks of every file that is opened, renamed or removed. A hook can't be taken away again, so it is there
from the first guarded block on and looks away outside of them.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from shogun.base.user_folders import HOME

CHANGING = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")
"""Events whose first arguments are paths that are changed."""
HOMES = ("HOME", HOME)
"""The user's folders, of which that of a case takes the place."""


class Kept:
    """What the hook knows."""

    folder: Path | None = None
    """Where may be written; None: nobody looks."""
    strayed: list[str] = []  # noqa: RUF012  there is one hook for the whole process


@cache
def _watch() -> None:
    sys.addaudithook(_look)


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if Kept.folder is None:
        return
    if event == "open":
        path, mode, flags = arguments
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        paths = (path,) if writes or any(letter in (mode or "") for letter in "wax+") else ()
    elif event in CHANGING:
        paths = arguments[:2]
    else:
        return
    for path in paths:
        if isinstance(path, str | bytes) and not _is_inside(os.fsdecode(path)):
            Kept.strayed.append(f"{event} {os.fsdecode(path)}")
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


def _is_inside(path: str) -> bool:
    assert Kept.folder is not None
    whole = os.path.abspath(path)  # noqa: PTH100  `Path.resolve` would ask the disk, and this hook
    return f"{whole}{os.sep}".startswith((f"{Kept.folder}{os.sep}", os.devnull)) or "__pycache__" in whole


@contextmanager
def kept_inside(folder: Path) -> Iterator[list[str]]:
    """Work in a folder in which the user's are too, and yield what would have been written elsewhere."""
    _watch()
    Kept.strayed = []
    before = Path.cwd()
    with patch.dict(os.environ, dict.fromkeys(HOMES, str(folder))):
        os.chdir(folder)
        Kept.folder = folder.resolve()
        try:
            yield Kept.strayed
        finally:
            Kept.folder = None
            os.chdir(before)
