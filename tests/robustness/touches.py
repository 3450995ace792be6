"""Kills the program at every touch of the disk, and has the disk refuse each of them, and every byte from the n-th on.

    python -m tests.robustness.touches [--deed DEED] [--bytes 64] [--seed 1] [--rounds 1]

A touch is whatever a program asks the system to do to a file: open it for writing, write, cut off, sync, rename, link,
remove, make a folder. Each deed of `deeds.py` is done once for each of its touches: killed (SIGKILL) before it, and
over half of a write; refused at it, once and from there on; and on a disk that has room for n bytes, for the n at all
borders of its writes, beside them, and `--bytes` others drawn by lot. What is there afterwards, as the program reads
it, is what was there before or what was to be; the latter if the deed was told as done; what couldn't be read is found
whole in some file; no lock has stayed; and the same deed, done again, is done. It ends with code 1 at the first flaw.
"""

import argparse
import errno
import io
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from shogun.base import files
from shogun.base.shared_file import LOCK, locked
from tests.robustness.deeds import DEEDS, REFUSALS, Deed, holds, user_folders

TOUCHES = ("fsync", "link", "rename", "replace", "unlink", "mkdir", "ftruncate", "truncate", "write")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Loss(Exception):
    """Something is there that was neither there before nor was to be."""


class _Raw(io.FileIO):
    """An open file whose writes go the way of all others."""

    def write(self, data: Any, /) -> int:
        return os.write(self.fileno(), bytes(data))


class Disk:
    """Counts what is asked of the system, and decides over each: `strike` is asked with its number and its kind.

    It may raise, or end the process; of a write it returns how many bytes are written.
    """

    def __init__(self, strike: Callable[[int, str, int], int | None]) -> None:
        self._strike = strike
        self.touches: list[tuple[str, int]] = []
        """Kind, and bytes of a write."""

    def _touched(self, kind: str, size: int = 0) -> int | None:
        self.touches.append((kind, size))
        return self._strike(len(self.touches) - 1, kind, size)

    @contextmanager
    def mounted(self) -> Iterator["Disk"]:
        """Let all that is done to files in this process be asked first."""
        with ExitStack() as stack:
            for name in TOUCHES:
                stack.enter_context(patch.object(os, name, self._asked(name, getattr(os, name))))
            stack.enter_context(patch.object(os, "open", self._opening(os.open)))
            stack.enter_context(patch.object(os, "fdopen", self._fdopen))
            yield self

    def _asked(self, kind: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any, **named: Any) -> Any:
            if kind != "write":
                self._touched(kind)
                return act(*arguments, **named)
            file, data = arguments
            least = self._touched(kind, len(data))
            return act(file, data if least is None else data[:least])

        return asked

    def _opening(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def asked(path: Any, flags: int, *arguments: Any, **named: Any) -> Any:
            if flags & WRITING:
                self._touched("open")
            return act(path, flags, *arguments, **named)

        return asked

    @staticmethod
    def _fdopen(handle: int, mode: str = "r") -> Any:
        raw = _Raw(handle, mode.replace("b", ""))
        if "+" in mode:
            return io.BufferedRandom(raw)
        return io.BufferedWriter(raw) if "w" in mode else io.BufferedReader(raw)


class Tally(Struct):
    """What was tried."""

    deeds: int = 0
    kills: int = 0
    torn: int = 0
    """Kills over half of a write."""
    refusals: int = 0
    """Touches that the disk has refused."""
    full: int = 0
    """Disks that were full after so many bytes."""

    def __str__(self) -> str:
        tried = f"{self.kills} kills ({self.torn} over half a write), {self.refusals} refused touches, {self.full} full"
        return f"{self.deeds} deeds: {tried} disks: nothing lost, nothing half done, no lock left"


class Trial:
    """Does one deed again and again, each time in a folder of its own."""

    def __init__(self, name: str, tally: Tally) -> None:
        self._name = name
        self._deed: Deed = DEEDS[name]
        self._tally = tally
        with self._folder() as folder:
            self._before = self._state()
            disk = Disk(lambda *_touch: None)
            with disk.mounted():
                done = self._deed.do()
            self.touches = disk.touches
            self._after = self._state()
            if done is False or not self.touches or (self._deed.kept and not holds(self._deed.kept, folder)):
                raise Loss(f"{name}: it isn't even done on a good disk")

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            with user_folders(folder):
                self._deed.prepare()
                files._sweep.cache_clear()
                yield folder

    def _state(self) -> Any:
        return self._deed.state()

    def kill(self, number: int, *, torn: bool) -> None:
        """Kill over a touch: before it, or when half of a write is done."""
        with self._folder() as folder:
            child = os.fork()
            if not child:
                self._live(number, torn=torn)
            _child, status = os.waitpid(child, 0)
            if not (os.WIFSIGNALED(status) or torn):
                raise Loss(f"{self._name}: the child ended by itself with {status} at touch {number}")
            self._tally.kills += 1
            self._tally.torn += torn
            self._look(folder, f"killed at touch {number} ({self.touches[number][0]})", is_done=False)

    def _live(self, number: int, *, torn: bool) -> None:
        """Do the deed, and die over it."""

        def strike(touch: int, _kind: str, size: int) -> int | None:
            if torn and touch == number:
                return size // 2
            if touch >= number:
                os.kill(os.getpid(), signal.SIGKILL)
            return None

        try:
            with Disk(strike).mounted():
                self._deed.do()
        finally:
            os._exit(3)

    def refuse(self, number: int, *, for_good: bool) -> None:
        """Have the disk refuse a touch, and all later ones if it does so for good."""

        def strike(touch: int, _kind: str, _size: int) -> None:
            if touch == number or (for_good and touch > number):
                raise OSError(errno.EIO, "Input/output error")

        self._tally.refusals += 1
        self._try(strike, f"touch {number} ({self.touches[number][0]}) refused{' for good' if for_good else ''}")

    def fill(self, room: int) -> None:
        """Have the disk hold so many more bytes."""
        left = [room]

        def strike(_touch: int, kind: str, size: int) -> int | None:
            if kind != "write":
                return None
            if left[0] <= 0 < size:
                raise OSError(errno.ENOSPC, "No space left on device")
            written = min(size, left[0])
            left[0] -= written
            return written

        self._tally.full += 1
        self._try(strike, f"full after {room} bytes")

    def _try(self, strike: Callable[[int, str, int], int | None], how: str) -> None:
        with self._folder() as folder:
            is_done = False
            with Disk(strike).mounted(), suppress(*REFUSALS):
                is_done = self._deed.do() is not False and self._deed.tells
            self._look(folder, how, is_done=is_done)

    def _look(self, folder: Path, how: str, *, is_done: bool) -> None:
        """Hold what is there against what was and what was to be. Raises Loss."""
        if self._deed.kept and not holds(self._deed.kept, folder):
            raise Loss(f"{self._name}, {how}: what couldn't be read was written over")
        found = self._state()
        if found != self._after and (is_done or found != self._before):
            raise Loss(f"{self._name}, {how}: {found}, expected {self._after}, or {self._before} before")
        for lock in list(folder.rglob(LOCK)):
            with locked(lock.parent):
                pass
        if self._deed.repeats:
            self._deed.do()
            if self._state() != self._after:
                raise Loss(f"{self._name}, {how}, done again: {self._state()}, expected {self._after}")


def borders(touches: list[tuple[str, int]], more: int, rng: Random) -> list[int]:
    """Return after how many bytes the disk shall be full: at and beside the ends of all writes, and at others."""
    ends, total = {0}, 0
    for _kind, size in touches:
        total += size
        ends.add(total)
    near = {end + aside for end in ends for aside in (-1, 0, 1)}
    others = {rng.randrange(total) for _draw in range(more if total else 0)}
    return sorted(room for room in near | others if 0 <= room < total)


def try_all(name: str, more: int, rng: Random, tally: Tally) -> None:
    """Try one deed at all its touches and bytes. Raises Loss."""
    trial = Trial(name, tally)
    tally.deeds += 1
    for number, (kind, _size) in enumerate(trial.touches):
        trial.kill(number, torn=False)
        if kind == "write":
            trial.kill(number, torn=True)
        trial.refuse(number, for_good=False)
        trial.refuse(number, for_good=True)
    for room in borders(trial.touches, more, rng):
        trial.fill(room)


def main() -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deed", choices=list(DEEDS))
    parser.add_argument("--bytes", type=int, default=64, help="full disks random, for each deed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    tally, rng = Tally(), Random(options.seed)
    try:
        for _round in range(options.rounds):
            for name in [options.deed] if options.deed else DEEDS:
                try_all(name, options.bytes, rng, tally)
    except Loss as loss:
        print(loss)
        return 1
    print(tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
