"""Plays through what players expect, point by point, in a real window, and leaves a numbered picture of each.

    python -m tests.window.real.tour PICTURES [--size 1280x720] [--only 5,13]

The window opens on an Xvfb of its own; xdotool moves the pointer and presses buttons and keys, so each event comes
through X as a player's would. The tour runs inside of the program's own loop: it finds controls by their names, waits
until what it expects is on the screen, and fails if that takes longer than a minute. `tour_points.py`,
`tour_battle.py`, `tour_words.py` and `tour_games.py` assert what each point shows; whether it is beautiful is for the
eyes of whoever looks at the pictures.
"""

import argparse
import os
import subprocess
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pygame

from shogun.games import GAMES
from shogun.window import router
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.routes import ToStart
from shogun.window.kit.runtime.settings import Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from tests.window.real.real_window import missing, screen

Condition = Callable[[], bool]
Steps = Generator[Condition, None, Any]
"""What a point of the tour does; it yields what it waits for."""

PATIENCE = 60.0
"""Seconds after which a condition is taken for never coming true."""
KEYSTROKE = 40
"""Milliseconds between two typed letters."""


class Tourist(App):
    """The program's window with somebody in front of it who follows a plan."""

    def __init__(self, size: tuple[int, int], pictures: Path) -> None:
        super().__init__(
            PlayOptions(entries=GAMES, size=size),
            router.follow,
            Settings(size=size, knocks=0.0, signals=0.0, clicks=0.0),
        )
        self.pictures = pictures
        self._steps: Steps = iter(())  # type: ignore[assignment]
        self._waits_for: Condition = lambda: True
        self._since = time.monotonic()
        self.point = 0

    def follow(self, steps: Steps) -> None:
        """Run the window until the steps are done."""
        self._steps = steps
        self._waits_for, self._since = (lambda: True), time.monotonic()
        self.is_running = True
        self.run()

    def attempt(self, act: Callable[[], None]) -> None:
        """Do something; who tells of a mistake is the tour."""
        act()

    def step(self, seconds: float) -> None:
        """Go on as the window does, and let the tourist act as soon as what it waits for is so."""
        super().step(seconds)
        if self._waits_for():
            self._waits_for, self._since = next(self._steps, self._leave), time.monotonic()
        elif time.monotonic() > self._since + PATIENCE:
            self.picture("stuck")
            raise AssertionError(f"point {self.point}: in vain waited {PATIENCE:g} s; see the picture 'stuck'")

    def _leave(self) -> bool:
        self.is_running = False
        return False

    def replace_all(self) -> None:
        """Leave all scenes, as whoever closes the program does, without their last words."""
        self.scenes.clear()

    # What is there

    def targets(self, name: str) -> list[HitRegion]:
        """Return the controls of a name; of all whose names begin so if it ends in a star."""
        start = name.removesuffix("*")
        return [
            found
            for found in self.scene.targets()
            if found.name == name or (start != name and found.name.startswith(start))
        ]

    def target(self, name: str) -> HitRegion:
        """Return a control by its name, the first one that reacts if there are several."""
        found = sorted(self.targets(name), key=lambda target: not target.enabled)
        assert found, f"there is no control {name}"
        return found[0]

    def has(self, name: str) -> bool:
        """Return whether there is a control of a name that reacts."""
        return any(target.enabled for target in self.targets(name))

    def shown(self) -> str:
        """Return all text on the screen."""
        return "\n".join(text.text for text in self.scene.texts())

    # What a player does

    def point_at(self, position: tuple[int, int]) -> None:
        """Move the pointer."""
        _xdotool("mousemove", *position)

    def hover(self, name: str) -> None:
        """Move the pointer over a control."""
        self.point_at(self.target(name).rect.center)

    def click_at(self, position: tuple[int, int]) -> None:
        """Move the pointer and click."""
        _xdotool("mousemove", *position, "click", 1)

    def click(self, name: str) -> Steps:
        """Wait for a control and click it."""
        yield lambda: self.has(name)
        self.click_at(self.target(name).rect.center)
        yield after(0.15)

    def press(self, *keys: str) -> Steps:
        """Press keys by their X names."""
        _xdotool("key", "--delay", KEYSTROKE, *keys)
        yield after(0.1 * len(keys))

    def type(self, text: str) -> Steps:
        """Type a text."""
        _xdotool("type", "--delay", KEYSTROKE, text)
        yield after(0.1 + 2 * len(text) * KEYSTROKE / 1000)

    def wheel(self, notches: int) -> Steps:
        """Turn the wheel upwards where the pointer is."""
        _xdotool("click", "--repeat", notches, "--delay", KEYSTROKE, 4)
        yield after(0.1 * notches)

    def drag(self, start: tuple[int, int], by: tuple[int, int]) -> Steps:
        """Drag with the left button held down."""
        _xdotool("mousemove", *start, "mousedown", 1)
        for part in range(1, 6):
            _xdotool("mousemove", start[0] + by[0] * part // 5, start[1] + by[1] * part // 5)
            yield after(0.05)
        _xdotool("mouseup", 1)

    def resize(self, size: tuple[int, int]) -> None:
        """Change the window's size, as a window manager would."""
        _xdotool("windowsize", pygame.display.get_wm_info()["window"], *size)

    def picture(self, title: str) -> None:
        """Keep what the window shows."""
        pygame.image.save(self.window, self.pictures / f"{self.point:02}-{title}.png")


def after(seconds: float) -> Condition:
    """Return what comes true in so many seconds."""
    ends = time.monotonic() + seconds
    return lambda: time.monotonic() > ends


def _xdotool(*words: object) -> None:
    subprocess.run(["xdotool", *map(str, words)], check=True)


def tour(size: tuple[int, int], pictures: Path, only: Sequence[int] = ()) -> bool:
    """Visit the points, each with a window of its own, say how each went, and return whether all went well."""
    from tests.window.real.tour_battle import BATTLE_POINTS
    from tests.window.real.tour_games import GAME_POINTS
    from tests.window.real.tour_points import POINTS
    from tests.window.real.tour_words import WORD_POINTS

    went_well = True
    for number, (title, visit) in {**POINTS, **BATTLE_POINTS, **WORD_POINTS, **GAME_POINTS}.items():
        if only and number not in only:
            continue
        tourist = Tourist(size, pictures)
        tourist.point = number
        tourist.open()
        tourist.go(ToStart())
        try:
            tourist.follow(visit(tourist))
            print(f"{number:2} {title}", flush=True)
        except Exception as failure:  # the other points are worth seeing all the same
            tourist.picture("failed")
            print(f"{number:2} {title}: FAILED", flush=True)
            traceback.print_exception(failure)
            went_well = False
        finally:
            tourist.close()
    return went_well


def main() -> None:
    """Go on tour."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--only", default="", help="numbers of points")
    wishes = parser.parse_args()
    if missing():
        raise SystemExit(missing())
    width, height = map(int, wishes.size.split("x"))
    wishes.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, screen((width, height), Path(folder)) as display:
        os.environ.update(DISPLAY=display.name, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy", SHOGUN_HOME=folder)
        numbers = [int(number) for number in wishes.only.split(",") if number]
        went_well = tour((width, height), wishes.pictures, numbers)
    raise SystemExit(0 if went_well else 1)


if __name__ == "__main__":
    main()
