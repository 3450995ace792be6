"""What is to be written and can't be now, as on a full disk: told once, and tried again until it is done."""

import time
from collections.abc import Callable

from shogun.base.notices import notice_lost, notice_unkept

PAUSE = 3.0
"""Seconds between two attempts."""


class Keeping:
    """What waits to be written, by name; what was to be written under a name before is not wanted any more."""

    def __init__(self) -> None:
        self._waiting: dict[str, tuple[str, Callable[[], object]]] = {}
        self._next_try = 0.0

    def keep(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something; if `write` raises OSError it is told once that `what` can't be kept, and tried again."""
        self._waiting.pop(name, None)
        try:
            write()
        except OSError as error:
            self._waiting[name] = what, write
            self._next_try = time.monotonic() + PAUSE
            notice_unkept(what, error)

    def go_on(self) -> None:
        """Try again what waits, if it is time for that."""
        if self._waiting and time.monotonic() >= self._next_try:
            self.try_again()

    def try_again(self) -> None:
        """Try again now to write all that waits."""
        self._next_try = time.monotonic() + PAUSE
        for name, (_what, write) in list(self._waiting.items()):
            try:
                write()
            except OSError:
                continue
            del self._waiting[name]

    def end_with(self, name: str, what: str, write: Callable[[], object]) -> None:
        """Write something, and all that waits, for the last time; what can't be written is told to be lost."""
        self._waiting[name] = what, write
        for what_waits, write_it in self._waiting.values():
            try:
                write_it()
            except OSError as error:
                notice_lost(what_waits, error)
