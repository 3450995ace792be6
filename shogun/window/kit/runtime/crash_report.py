"""Crash reports, which help to find a program error and say nothing about the user; and error texts for players."""

import platform
import re
import sys
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from traceback import TracebackException

import pygame

from shogun import __version__
from shogun.base.files import at_free_path, make_folder, write_new
from shogun.base.resources import PACKAGE
from shogun.base.user_folders import data_folder
from shogun.table.report_file import report_of
from shogun.window.kit.runtime.settings import login_name

EVENTS = 50
"""Number of last events in a report."""
_EVENT_ATTRIBUTES = ("pos", "button", "buttons", "key", "mod", "y", "size")
"""Reported attributes of an event: neither typed text nor names of files."""


class LastEvents:
    """The last events of the window; of consecutive pointer movements only the last one."""

    def __init__(self) -> None:
        self._events: deque[pygame.Event] = deque(maxlen=EVENTS)

    def note(self, event: pygame.Event) -> None:
        """Keep one."""
        if event.type == pygame.MOUSEMOTION and self._events and self._events[-1].type == pygame.MOUSEMOTION:
            self._events.pop()
        self._events.append(event)

    def told(self) -> str:
        """Return the events, one a line, the oldest first."""
        return "\n".join(map(_event_line, self._events))


def _event_line(event: pygame.Event) -> str:
    told = " ".join(f"{name}={event.dict[name]}" for name in _EVENT_ATTRIBUTES if name in event.dict)
    return f"{pygame.event.event_name(event.type)} {told}".strip()


def reports_folder() -> Path:
    """Return the folder of the reports, which may not exist yet."""
    return data_folder() / "reports"


def write_report(error: BaseException, events: LastEvents, scenes: Sequence[str], journal: bytes) -> Path | None:
    """Write a report on an error and return its file; None if that isn't possible."""
    path = reports_folder() / f"{datetime.now():%Y-%m-%d %H-%M-%S}.txt"
    report = report_of(_report_text(error, events, scenes, journal), journal)
    try:
        make_folder(path.parent)
        return at_free_path(path, lambda free: write_new(free, report, is_private=True))
    except OSError:
        return None


def _report_text(error: BaseException, events: LastEvents, scenes: Sequence[str], journal: bytes) -> str:
    seed = re.search(rb'"seed":(\d{1,20})', journal[:100_000])
    facts = (
        f"shogun {__version__}, Python {platform.python_version()}, pygame {pygame.version.ver}, SDL "
        f"{'.'.join(map(str, pygame.get_sdl_version()))}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        f"seed {seed[1].decode() if seed else 'none'}",
        f"scenes, the last one on top: {', '.join(scenes) or 'none'}",
    )
    parts = ("\n".join(facts), _without_paths(error), "The last events:\n" + events.told())
    return _without_user("\n\n".join(parts))


def _without_paths(error: BaseException) -> str:
    """Return the traceback, with paths cut to their part within a package."""
    traceback = TracebackException.from_exception(error, limit=-40)
    waiting = [traceback]
    while waiting:
        one = waiting.pop()
        for frame in one.stack:
            frame.filename = _cut(frame.filename)
        waiting.extend(before for before in (one.__cause__, one.__context__) if before is not None)
    return "".join(traceback.format())


def _cut(filename: str) -> str:
    """Return a file's path from its package on."""
    path = Path(filename)
    for root in (PACKAGE.parent, *sorted(map(Path, sys.path), key=lambda root: -len(root.parts))):
        if root.is_absolute() and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name


def _without_user(text: str) -> str:
    """Return a text without the user's name and home folder, which errors about files quote."""
    home = str(Path.home())
    if len(home) > 1:
        text = text.replace(home, "~")
    name = login_name()
    if not name:
        return text
    return re.sub(rf"(?<=[/\\]){re.escape(name)}(?=[/\\]|\b)", "user", text)


# Error texts for players: files by name, without their folders

FOLDERS = re.compile(r"(?<![\w.:/\\])(?:[A-Za-z]:|~)?[/\\](?:[^/\\\n:*?\"<>|]+[/\\])+")
"""The folders of an absolute path, up to the name of its file."""


def error_text(error: object) -> str:
    """Return an error's message for a player."""
    return without_folders(str(error))


def without_folders(sentence: str) -> str:
    """Return a sentence with files by name only."""
    return FOLDERS.sub("", sentence)
