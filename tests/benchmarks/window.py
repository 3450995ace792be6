"""Times the window: `python tests/benchmarks/window.py [--rounds 5] [--json]`.

- first frame: from the start of a fresh process to its first `flip`, of the menu and of a game: s on the clock and s
  of CPU, of the best round (a busy machine only adds). Wanted: at most 1.0 s.
- frame: everything on the game's screen drawn anew, in mid-game, without flip; and one frame of a drop that is played,
  which draws the tower alone: the median of the process's CPU time. Wanted: at most 6 ms at 1600x1000, 16 ms at
  3840x2160.
- painting: the board and the tower painted for a new size, done once and never while the window is dragged: ms of CPU;
  and the largest resident set of the process up to then, MB (the sizes are measured from small to large). Wanted: below
  350 MB at 3840x2160.
- idle: CPU time of the whole process while a person is asked and does nothing, in % of a core. Wanted: below 3 %.
- memory: the largest resident set of a window with a running game, workers not counted. Wanted: below 250 MB.

It draws into SDL's dummy driver unless SDL_VIDEODRIVER is set: `SDL_VIDEODRIVER=x11` measures a real window.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from shogun import rules
from shogun.players import opponent
from shogun.rules.state import Setup
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.seats import Budget, take_turn
from shogun.table.session import Session
from shogun.tower.names import load_tower

SIZES = {(1280, 720): None, (1600, 1000): 6.0, (3840, 2160): 16.0}
"""Sizes of the window, each with the most ms that a frame may take."""
FRAMES = 60
IDLE_SECONDS = 10.0
FIRST_FRAME = """
import os, sys, time
import pygame
def flip():
    print(time.time(), time.process_time())
    sys.stdout.flush()
    os._exit(0)
pygame.display.flip = flip
from shogun.__main__ import main
main()
"""


def game_in_progress(path: Path | None = None) -> Session:
    """Return a game of one person and three opponents in the summer of its first year, the person asked to plan."""
    players = [PERSON, "greedy", "greedy", "greedy"]
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players, 1))
    header = Header(seed=3, setup=Setup(4), seats=seats, tower=TowerInfo.of(load_tower("classic")))
    session = Session.start(rules, header, path)
    choosers = [opponent("greedy")] * len(players)
    while session.view(None).season == "spring" or session.chance is not None:
        take_turn(session, choosers, Budget())
    return session


def first_frame(arguments: list[str]) -> tuple[float, float]:
    """Return the seconds from the start of a fresh process to its first flip, and the CPU seconds that it took."""
    began = time.time()
    command = [sys.executable, "-c", FIRST_FRAME, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    ended, cpu = map(float, done.stdout.split()[-2:])
    return ended - began, cpu


def frame_times(size: tuple[int, int]) -> dict[str, float]:
    """Return the median ms of a whole frame and of a frame of a drop at one size."""
    from shogun.ui.app import App
    from shogun.ui.options import PlayOptions
    from shogun.ui.scenes.start import show_game
    from shogun.ui.settings import Settings

    app = App(PlayOptions(size=size), Settings(sound=False))
    app.open()
    show_game(app, game_in_progress(), [])
    app.scene.update(0.0)
    app.scene.draw(app.window)
    app.scene.point((size[0] // 3, size[1] // 2))
    whole = _median_ms(lambda: (app.scene.changed(), app.scene.draw(app.window)))
    tower = next(panel for panel in app.scene.panels if panel.name == "tower")

    def drop_only() -> None:
        tower.dirty = True
        app.scene.draw(app.window)

    def board_only() -> None:
        board.dirty = True
        app.scene.draw(app.window)

    board = next(panel for panel in app.scene.panels if panel.name == "board")
    falling, map_only = _median_ms(drop_only), _median_ms(board_only)
    app.close()
    return {"whole": whole, "board": map_only, "drop": falling}


def painting(size: tuple[int, int]) -> dict[str, float]:
    """Return the ms of CPU in which board and tower are painted at one size, and the peak memory so far in MB."""
    from shogun.ui.app import App
    from shogun.ui.board_view import BoardView
    from shogun.ui.clans import houses
    from shogun.ui.options import PlayOptions
    from shogun.ui.pieces import Clan
    from shogun.ui.playback import Playback
    from shogun.ui.scenes.game_layout import lay_out
    from shogun.ui.settings import Settings
    from shogun.ui.theme import em_of
    from shogun.ui.tower_view import TowerView

    app = App(PlayOptions(size=size), Settings(sound=False))
    app.open()
    rooms = lay_out(app.window.get_rect(), em_of(size), 4)
    clans = [Clan(colour, house.mon) for colour, house in houses().items()]
    board, tower = BoardView(Setup(4).board, clans), TowerView(Playback(load_tower("classic")))
    times = {"board_ms": _ms(lambda: board.resize(rooms["board"]))}
    times["tower_ms"] = _ms(lambda: tower.resize(rooms["tower"]))
    app.close()
    return times | {"megabytes": _megabytes()}


def _ms(paint: Callable[[], object]) -> float:
    began = time.process_time()
    paint()
    return (time.process_time() - began) * 1000


def _megabytes() -> float:
    """Return the largest resident set that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _median_ms(draw: Callable[[], object]) -> float:
    times = []
    for _frame in range(FRAMES):
        began = time.process_time()
        draw()
        times.append(time.process_time() - began)
    return statistics.median(times) * 1000


def idle() -> dict[str, float]:
    """Return the CPU of a window that waits for a person, in % of a core, and its largest resident set in MB."""
    from shogun.ui.app import App
    from shogun.ui.options import PlayOptions
    from shogun.ui.scenes.start import show_game
    from shogun.ui.settings import Settings

    app = App(PlayOptions(size=(1600, 1000)), Settings(sound=False))
    app.open()
    show_game(app, game_in_progress(), [])
    while app.scene.is_moving() or app.scene.model.question is None:
        app.step(1.0)
    app.options = PlayOptions(after=time.monotonic() - app.started + IDLE_SECONDS)
    began = time.process_time()
    app.run()
    percent = 100 * (time.process_time() - began) / IDLE_SECONDS
    app.close()
    return {"percent": percent, "megabytes": _megabytes()}


def measure(rounds: int) -> dict[str, object]:
    """Return all figures; the idle window first, so that the memory is its own."""
    waiting = idle()
    firsts = {
        name: min(first_frame(arguments) for _round in range(rounds))
        for name, arguments in {
            "menu": ["play", "--size", "1600x1000"],
            "game": ["play", "--autoplay", "--seed", "7", "--size", "1600x1000"],
        }.items()
    }
    frames = {"x".join(map(str, size)): frame_times(size) for size in SIZES}
    paintings = {"x".join(map(str, size)): painting(size) for size in SIZES}
    return {"idle": waiting, "first_frame_s": firsts, "frame_ms": frames, "painting": paintings}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    print(json.dumps(measure(options.rounds), indent=None if options.json else 2))


if __name__ == "__main__":
    main()
