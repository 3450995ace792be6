"""Files and folders shown by other programs: the system's browser and its file manager."""

import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path
from threading import Thread

LOOKS_FOR = 10.0
"""Seconds within which a command that looks for a browser has found none."""


class Opening:
    """Opens a file or a folder next to the window, for another program may take seconds to start."""

    def __init__(self) -> None:
        self.sentence = ""
        """Message to show: the path, since a program that has started may still show nothing."""
        self._thread: Thread | None = None

    def begin(self, path: Path, opened: str, not_opened: str) -> None:
        """Open a path, and have a message about it: one of both, with the {path}."""
        if not self.is_busy:
            self._thread = Thread(target=self._open, args=(path, opened, not_opened), daemon=True)
            self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Return whether it is being opened now."""
        return self._thread is not None and self._thread.is_alive()

    def take_sentence(self) -> str:
        """Return the message to show, once."""
        sentence, self.sentence = self.sentence, ""
        return sentence

    def _open(self, path: Path, opened: str, not_opened: str) -> None:
        self.sentence = (opened if shown_outside(path) else not_opened).format(path=path)


def shown_outside(path: Path) -> bool:
    """Return whether a browser with a window of its own has been given a file, or a file manager a folder."""
    _forget_own_libraries()
    try:
        browser = _file_manager() if path.is_dir() else webbrowser.get()
        in_terminal = type(browser) is webbrowser.GenericBrowser  # it would wait there for keys, unseen
        return path.exists() and not in_terminal and _has_taken(browser, path.as_uri())
    except (webbrowser.Error, OSError):
        return False


def _file_manager() -> webbrowser.BaseBrowser:
    """Return what opens folders: the desktop's own command where there is one, else what opens addresses."""
    return webbrowser.BackgroundBrowser("xdg-open") if shutil.which("xdg-open") else webbrowser.get()


def _has_taken(browser: webbrowser.BaseBrowser, url: str) -> bool:
    """Return whether a browser takes an address; `webbrowser` says so of any command that doesn't end at once.

    `xdg-open` and the like look for a browser first, and say by their exit code that there is none.
    """
    if not isinstance(browser, webbrowser.BackgroundBrowser):
        return browser.open(url)
    command = [browser.name, *(part.replace("%s", url) for part in browser.args)]
    nothing = subprocess.DEVNULL
    opening = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    try:
        return opening.wait(LOOKS_FOR) == 0
    except subprocess.TimeoutExpired:
        return True  # it is the browser itself, which stays


def _forget_own_libraries() -> None:
    """Let a browser find the system's libraries, not those that a program without Python carries along."""
    if getattr(sys, "frozen", False):
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before:
            os.environ["LD_LIBRARY_PATH"] = before
