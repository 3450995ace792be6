"""Try a program as its users have it: a battle, games by two workers, a sweep of two towers, and its window."""

import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from running import BuildFailed

LONGEST = 600.0
"""Seconds after which a command, or the window, is taken for stuck."""
SIZE = (1280, 720)
"""Pixels of the screen."""
XWD_HEADER, XWD_COLOR_BYTES = struct.Struct(">25I"), 12
"""XWDFileHeader of X11/XWDFile.h, and the size of each color after it."""
MENU_COLORS = 40
"""The menu has more colors than this, and a window in which nothing is drawn yet has fewer."""
SAMPLE_EVERY = 7
"""One pixel in this many is looked at."""


@dataclass(frozen=True)
class Program:
    """Commands that start a program."""

    command: tuple[str, ...]
    variables: Mapping[str, str]
    path: Callable[[Path], str] = str
    """Converts a path to what the program calls it."""
    windowed: tuple[str, ...] = ()
    """Command that opens its window; empty if `command` does."""


@dataclass
class Trial:
    """The result of trying a package: the steps in words, the time until the menu, and its picture."""

    done: list[str] = field(default_factory=list)
    menu: float | None = None
    """Seconds from the start to the menu on the screen; None where no screen can be made."""
    picture: "Picture | None" = None


@dataclass(frozen=True)
class Picture:
    """Picture of a screen: rows of pixels, four bytes each (blue, green, red, none)."""

    size: tuple[int, int]
    pixels: bytes

    def colors(self) -> int:
        """Return how many colors there are, in a sample."""
        return len({self.pixels[at : at + 4] for at in range(0, len(self.pixels), 4 * SAMPLE_EVERY)})


def try_out(program: Program) -> Trial:
    """Return how a program did. Raises BuildFailed if anything goes wrong."""
    trial = Trial()
    with tempfile.TemporaryDirectory(prefix="shogun-trial-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _battle(program)
        trial.done.append("battle")
        _games(program, folder)
        trial.done.append("workers")
        _sweep(program)
        trial.done.append("sweep")
        if shutil.which("Xvfb"):
            trial.menu, trial.picture = _window(program, folder)
            trial.done.append("window")
    return trial


def _battle(program: Program) -> None:
    drop = json.loads(_said(program, "tower", "drop", "classic", "--cubes", "red=5,blue=3", "--seed", "3", "--json"))
    if not drop["out"]:
        raise BuildFailed("no cube comes out of the tower")


def _games(program: Program, folder: Path) -> None:
    seats = ("--players", "3", "--opponents", "greedy,greedy,planner")
    where = ("--journals", program.path(folder))
    _said(program, "simulate", "--games", "2", *seats, "--seed", "3", "--jobs", "2", *where)
    journals = sorted(folder.glob("*.journal"))
    if len(journals) != 2:
        raise BuildFailed(f"{len(journals)} games were saved in place of 2")
    for journal in journals:
        _said(program, "replay", program.path(journal), "--check")


def _sweep(program: Program) -> None:
    size = ("--battles", "24", "--discard", "5", "--jobs", "2")
    said = _said(program, "tower", "sweep", "classic", "--vary", "ledges.tilt=14,18", *size, "--json")
    if not json.loads(said):
        raise BuildFailed("a sweep measures no tower")


def _said(program: Program, *words: str) -> str:
    """Return what a command prints."""
    command = [*program.command, *words]
    try:
        done = subprocess.run(
            command, env=dict(program.variables), input=b"", capture_output=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise BuildFailed(f"shogun {' '.join(words)}: no end after {LONGEST:g} s") from error
    if done.returncode:
        last = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()[-1:]
        raise BuildFailed(f"shogun {' '.join(words)}: {' '.join(last) or done.returncode}")
    return done.stdout.decode("utf-8")


# The window


def _window(program: Program, folder: Path) -> tuple[float, Picture]:
    """Return after how many seconds the menu is on the screen, and what it looks like."""
    with _screen(folder) as display:
        began = time.perf_counter()
        command = program.windowed or program.command
        shown = dict(program.variables) | {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy"}
        running = subprocess.Popen(
            command, env=shown, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            while (picture := _shown(folder)).colors() <= MENU_COLORS:
                if running.poll() is not None or time.perf_counter() - began > LONGEST:
                    raise BuildFailed("the window doesn't open")
                time.sleep(0.05)
            return time.perf_counter() - began, picture
        finally:
            running.kill()
            running.wait()


@contextmanager
def _screen(folder: Path) -> Iterator[str]:
    """Yield the name of a display of its own, whose pixels are in a file in the folder."""
    reading, writing = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-fbdir", str(folder), "-nolisten", "tcp"]
    server = subprocess.Popen([*command, "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def _shown(folder: Path) -> Picture:
    data = (folder / "Xvfb_screen0").read_bytes()
    header = XWD_HEADER.unpack_from(data)
    begin = header[0] + header[19] * XWD_COLOR_BYTES
    width, height = header[4], header[5]
    return Picture((width, height), data[begin : begin + width * height * 4])
