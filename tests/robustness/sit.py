"""Lets the window play by itself for a long time: `python -m tests.robustness.sit --minutes 45`.

Opponents play game after game as fast as the window can show them; each is looked back on at its end, and now and then
somebody looks at the list of all games. Memory must not grow with the games, nor the computing for a frame, nor the
number of open files, threads and children, and nothing may go wrong. A real clock, real worker processes; no screen is
needed.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from msgspec import Struct
from msgspec.structs import replace

from shogun.games import DEFAULT, GAMES
from shogun.games.shogun.screen.scenes.end_of_game import EndOfGameScene
from shogun.window.game.past_scene import PastScene
from shogun.window.kit.runtime.app import LONGEST_STEP, App
from shogun.window.kit.runtime.settings import AT_ONCE, Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.routes import ToBegunGame, ToGames
from shogun.window.play.start import agreed_header, autoplay
from shogun.window.router import follow
from shogun.window.scenes.crash import CrashScene
from tests.conftest import used_now
from tests.robustness.guard import kept_inside

OPPONENTS = cycle(("greedy", "random", "greedy", "greedy", "random"))
LOOKS = 20
"""After so many games somebody looks at the list of all."""
IDLE = 0.002
"""Seconds of rest after a frame in which nothing was drawn."""
LINGERS = 0.3
"""Seconds for which whatever is looked at stays."""
LAST = 2 / 3
"""Of the time: what comes before is for getting warm."""
MOST_GROWTH = 1.0
"""MB a hundred games."""
MOST_SLOWER = 1.25
"""So many times as much computing a frame may take at the end as at the beginning."""


MOST_MORE = 2
"""So many more descriptors, threads or children there may be at the end than at the beginning: some come and go."""


class Held(Struct, frozen=True):
    """What a process has of the system's; nothing where there is no telling."""

    descriptors: int = 0
    threads: int = 0
    children: int = 0

    def __str__(self) -> str:
        return f"{self.descriptors} descriptors, {self.threads} threads, {self.children} children"


def held_now() -> Held:
    """Return what this process has of the system's by now."""
    own = Path("/proc/self")
    if not own.exists():
        return Held()
    tasks = list((own / "task").iterdir())
    children = {child for task in tasks for child in (task / "children").read_text("ascii").split()}
    return Held(len(list((own / "fd").iterdir())), len(tasks), len(children))


def most(held: Sequence[Held]) -> Held:
    """Return the most of each."""
    return Held(*(max(getattr(one, name) for one in held) for name in Held.__struct_fields__))


class Played(Struct, frozen=True):
    """One game that was shown."""

    minute: float
    """At which it ended."""
    megabytes: float
    """Of memory in use then."""
    frames: int
    milliseconds: float
    """Of computing for a frame, the median."""
    held: Held = Held()


class Flips:
    """Counts the pictures that are shown, and remembers none of them."""

    def __init__(self) -> None:
        self.count = 0
        self._flip = pygame.display.flip

    def __call__(self) -> None:
        """Show a picture."""
        self.count += 1
        self._flip()


class Sitting(App):
    """The window, and somebody who lets it play."""

    def __init__(self, seed: int, flips: Flips, tell: Callable[[Played], object]) -> None:
        settings = Settings(speed=AT_ONCE, computers_speed=AT_ONCE, undo_seconds=0.0)
        super().__init__(PlayOptions(entries=GAMES, size=(1280, 720)), follow, settings)
        self.seed, self.tell = seed, tell
        self.games: list[Played] = []
        self._flips = flips
        self._frames: list[float] = []
        self._began = time.monotonic()
        self._before = self._began

    @property
    def minutes(self) -> float:
        """Since the window was opened."""
        return (time.monotonic() - self._began) / 60

    def sit(self, minutes: float, games: int) -> None:
        """Let game after game be played, for so long or until so many are over."""
        while self.minutes < minutes and len(self.games) < games:
            self._begin()
            while not isinstance(self.scene, EndOfGameScene):
                self._frame()
                if self.minutes >= minutes:
                    return
            self._note()
            self._linger()
            self._look_back(self.scene)
            if len(self.games) % LOOKS == 0:
                self.go(ToGames())
                self._linger()

    def _begin(self) -> None:
        game = GAMES[DEFAULT]
        agreed = autoplay(game, self.seed + len(self.games), {})
        seats = [replace(seat, kind=kind) for seat, kind in zip(agreed.seats, OPPONENTS, strict=False)]
        self.go(ToBegunGame(agreed_header(game, replace(agreed, seats=seats))))

    def _look_back(self, scene: EndOfGameScene) -> None:
        """Open the past from the board of a game that is over, and go through it."""
        scene.look_at_board()
        self._frame()
        self.scene.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_h, mod=0, unicode="h", scancode=0))
        self._frame()
        past = self.scene
        if not isinstance(past, PastScene):
            raise AssertionError(f"no past is shown but {type(past).__name__}")
        for place in (0, past.story.last // 2, past.story.last):
            past.go_to(place)
            self._frame()

    def _linger(self) -> None:
        until = time.monotonic() + LINGERS
        while time.monotonic() < until:
            self._frame()

    def _frame(self) -> None:
        """Do what the window's loop does once, without a rest."""
        for event in pygame.event.get():
            self.take(event)
        now, began, flips = time.monotonic(), time.thread_time(), self._flips.count
        self.step(min(now - self._before, LONGEST_STEP))
        self._before = now
        if self._flips.count > flips:
            self._frames.append(time.thread_time() - began)
        else:
            time.sleep(IDLE)
        if isinstance(self.scene, CrashScene):
            raise AssertionError("a mistake of the program is told")

    def _note(self) -> None:
        """Write down how a game went."""
        used, frames = used_now() / 1e6, self._frames
        game = Played(self.minutes, used, len(frames), 1000 * statistics.median(frames), held_now())
        self.games.append(game)
        self._frames = []
        self.tell(game)


class Verdict(Struct, frozen=True):
    """What a long sitting came to."""

    games: int
    frames: int
    minutes: float
    megabytes: float
    """At the end."""
    growth: float | None
    """MB a hundred games, over the last two thirds of the time."""
    slower: float | None
    """So many times as much computing as in its first third a frame took in its last third."""
    before: Held = Held()
    """The most in the first third of these games ..."""
    after: Held = Held()
    """... and in the last."""

    @property
    def is_good(self) -> bool:
        """Whether neither memory nor the computing for a frame grew, nor what is held of the system's."""
        grew = (getattr(self.after, name) - getattr(self.before, name) for name in Held.__struct_fields__)
        return (self.growth or 0.0) < MOST_GROWTH and (self.slower or 1.0) < MOST_SLOWER and max(grew) <= MOST_MORE

    def __str__(self) -> str:
        told = f"{self.games} games in {self.minutes:.0f} minutes, {self.frames} frames, no error"
        if self.growth is None or self.slower is None:
            return f"{told}; {self.megabytes:.0f} MB"
        return (
            f"{told}; {self.megabytes:.0f} MB at the end, {self.growth:+.2f} MB a hundred games over the last two "
            f"thirds; at their end a frame took {self.slower:.2f} times the computing; at most {self.before}, and "
            f"{self.after} at the end"
        )


def judged(games: Sequence[Played], minutes: float) -> Verdict:
    """Return what the games of a sitting say."""
    late = [game for game in games if game.minute > minutes * (1 - LAST)]
    growth, slower, before, after = None, None, Held(), Held()
    if len(late) >= 9:
        numbers = range(len(late))
        growth = 100 * statistics.linear_regression(numbers, [game.megabytes for game in late]).slope
        third = len(late) // 3
        first, last = (statistics.median(game.milliseconds for game in part) for part in (late[:third], late[-third:]))
        slower = last / first
        before, after = (most([game.held for game in part]) for part in (late[:third], late[-third:]))
    frames = sum(game.frames for game in games)
    return Verdict(len(games), frames, minutes, games[-1].megabytes if games else 0.0, growth, slower, before, after)


def sitting(minutes: float, games: int, seed: int, tell: Callable[[Played], object]) -> list[Played]:
    """Let the window play, telling of each game as it ends, and return them all."""
    with tempfile.TemporaryDirectory(prefix="shogun-sit-") as folder, kept_inside(Path(folder).resolve()) as strayed:
        flips = Flips()
        with patch.object(pygame.display, "flip", flips):
            app = Sitting(seed, flips, tell)
            app.open()
            try:
                with suppress(KeyboardInterrupt):
                    app.sit(minutes, games)
            finally:
                app.close()
        if strayed:
            raise AssertionError(f"the window would have written elsewhere: {strayed}")
    return app.games


def tell_of(game: Played) -> None:
    """Print a line about a game."""
    line = f"{game.minute:6.2f} min {game.megabytes:6.1f} MB {game.frames:5} frames {game.milliseconds:6.3f} ms"
    print(f"{line}, {game.held}", flush=True)


def main() -> int:
    """Let the window play and tell how it went; return 1 if memory or the computing for a frame has grown."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--minutes", type=float, default=45.0)
    ask.add_argument("--games", type=int, default=100_000, help="at most")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--list", action="store_true", help="tell of each game")
    options = ask.parse_args()
    tell = tell_of if options.list else (lambda _game: None)
    games = sitting(options.minutes, options.games, options.seed, tell)
    verdict = judged(games, games[-1].minute if games else 0.0)
    print(verdict)
    return 0 if verdict.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
