"""The manual in the player's browser: the one file of the installed program, in their language if there is one."""

import os
import subprocess
import sys
import webbrowser
from pathlib import Path
from threading import Thread

from shogun.base.language import ENGLISH, _, current
from shogun.base.resources import ASSETS

LOOKS_FOR = 10.0
"""Seconds within which a command that looks for a browser has found none."""


def manual_path() -> Path:
    """Return where the manual in the player's language lies, else the English one."""
    names = ([] if current() == ENGLISH else [f"manual.{current()}.html"]) + ["manual.html"]
    paths = [ASSETS / "manual" / name for name in names]
    return next((path for path in paths if path.is_file()), paths[-1])


class ManualOpening:
    """Opens the manual beside the window, for a browser may take seconds to start."""

    def __init__(self) -> None:
        self.sentence = ""
        """What has to be said: where the manual lies, since a browser that has started may still show nothing."""
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Have the manual opened."""
        if not self.is_busy:
            self._thread = Thread(target=self._open, args=(manual_path(),), daemon=True)
            self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it is being opened now."""
        return self._thread is not None and self._thread.is_alive()

    def take_sentence(self) -> str:
        """Return what has to be said, once."""
        told, self.sentence = self.sentence, ""
        return told

    def _open(self, path: Path) -> None:
        if shown_in_browser(path):
            sentence = _("The manual is in your browser. If you don't see it, open this file: {path}")
        else:
            sentence = _("No browser could be opened. The manual is here: {path}")
        self.sentence = sentence.format(path=path)


def shown_in_browser(path: Path) -> bool:
    """Return whether a browser with a window of its own has been given the file."""
    _forget_own_libraries()
    try:
        browser = webbrowser.get()
        in_terminal = type(browser) is webbrowser.GenericBrowser  # it would wait there for keys, unseen
        return path.is_file() and not in_terminal and _has_taken(browser, path.as_uri())
    except (webbrowser.Error, OSError):
        return False


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
