"""Times the window: `python tests/benchmarks/window.py [--rounds 5] [--json] [--size 1600x1000]`.

- first frame: from the start of a fresh process to its first `flip`, of the menu and of a game: s on the clock and s
  of CPU, of the best round (a busy machine only adds). Wanted: at most 1.0 s.
- frame: everything on the game's screen drawn anew, in mid-game, without flip; the board alone, as it is and zoomed;
  what a change of two provinces, a capture, other colours of all grounds and all lights cost; and one frame of a drop
  while its cubes fall, beside the board and in the large tower, there with the x-ray too, and of a battle
  over the map: the median of the process's CPU time. Wanted: at most 6 ms at 1600x1000, 16 ms at 3840x2160.
- painting: the board and the tower painted for a new size: ms of CPU. The board shows a rough map at once and is
  painted between the frames in slices, of which the longest are told. Wanted: slices of at most 12 ms.
- idle: CPU time of the whole process while a person is asked and does nothing, in % of a core, and the same while the
  season is heard (SDL's dummy driver takes the samples as a sound card would). Wanted: below 3 %.
- memory: the largest resident set of a window with a running game, zoomed in once, workers not counted, each size in a
  process of its own. Wanted: below 350 MB at 3840x2160.

It draws into SDL's dummy driver unless SDL_VIDEODRIVER is set: `SDL_VIDEODRIVER=x11` measures a real window.
"""

import argparse
import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.systems import own_home

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from msgspec.structs import replace

from shogun.games import GAMES
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.map.board_view import BoardHighlights
from shogun.games.shogun.screen.panels.board_panel import SLICE
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.tower.tower_lookup import load_tower
from shogun.window.tower.pouring_cup import LEAD

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game_scene import GameScene
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.panel import Panel

SIZES = ((1280, 720), (1600, 1000), (3840, 2160))
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


def at_size(size: tuple[int, int]) -> dict[str, float]:
    """Return the ms of frames and of painting and the MB of a process that shows a game at one size."""
    from shogun.games.shogun.screen.scenes.game_scene import GameScene
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.settings import Settings
    from shogun.window.kit.runtime.start_options import PlayOptions
    from shogun.window.router import follow
    from tests.window.clicking import show_game

    app = App(PlayOptions(entries=GAMES, size=size), follow, Settings(sound=False))
    app.open()
    show_game(app, game_in_progress(), [])
    app.scene.update(0.0)
    app.scene.draw(app.window)
    assert isinstance(app.scene, GameScene)
    found: dict[str, float] = {}
    for study in (painting, frame_times, falling, over_the_map, zooming):
        found |= study(app, app.scene)
    app.close()
    return found | {"megabytes": _megabytes()}


def painting(app: "App", scene: "GameScene") -> dict[str, float]:
    """Return the ms in which the board is painted: its rough map, all slices together, and the longest ones."""
    view = scene.board.view
    rect, view.rect = view.rect, pygame.Rect(0, 0, 0, 0)
    rough = _ms(lambda: view.resize(rect))
    scene.board.dirty = True
    scene.draw(app.window)
    slices = []
    while view.is_working:
        slices.append(_ms(lambda: view.work(SLICE)))
    slices.sort()
    return {
        "rough_ms": rough,
        "painting_ms": sum(slices),
        "slice_95_percent_ms": slices[len(slices) * 95 // 100],
        "longest_slice_ms": slices[-1],
    }


def frame_times(app: "App", scene: "GameScene") -> dict[str, float]:
    """Return the median ms of a whole frame, of the board alone, and of its changes."""
    board, model = scene.board, scene.model
    scene.point((app.window.get_width() // 3, app.window.get_height() // 2))
    names = list(model.board.lands)

    def draw_all() -> None:
        scene.changed()
        scene.draw(app.window)

    def draw(panel: "Panel") -> None:
        panel.refresh(app.window, scene.em, scene.pointer, scene.focus)

    def change() -> None:
        """Let two provinces have other armies than before."""
        more = {name: replace(model.view.provinces[name], armies=next(armies) % 9 + 1) for name in names[:2]}
        model.view = replace(model.view, provinces={**model.view.provinces, **more})
        draw(board)

    def capture() -> None:
        """Let a province have another owner than before."""
        taken = replace(model.view.provinces[names[2]], owner=next(armies) % 2, armies=3)
        model.view = replace(model.view, provinces={**model.view.provinces, names[2]: taken})
        draw(board)

    def recolour() -> None:
        """Show the regions, or the owners again."""
        model.by_owner = not model.by_owner
        draw(board)

    def light() -> None:
        """Light ten provinces and veil the others, or show them all as they are."""
        lit = frozenset(names[:10]) if next(armies) % 2 else frozenset()
        board.view.draw(app.window, model.view, BoardHighlights(selectable=lit, manner=board.highlights().manner))

    armies = itertools.count()
    found = {"whole": _median_ms(draw_all), "board": _median_ms(lambda: draw(board))}
    found |= {"capture": _median_ms(capture), "owners_or_regions": _median_ms(recolour)}
    return found | {"two_provinces": _median_ms(change), "all_lights": _median_ms(light)}


def falling(app: "App", scene: "GameScene") -> dict[str, float]:
    """Return the median ms of a frame in which cubes fall: beside the board, in the large tower, and in its x-ray."""
    from shogun.tower import drop
    from shogun.tower.resting_cubes import TowerState

    inside = scene.driver.session.inside
    assert isinstance(inside, TowerState)
    fallen = drop(inside.geometry, inside.resting, {"red": 6, "blue": 4, "peasant": 2}, 5, record=True)
    recording = fallen.recording
    assert recording is not None

    def fall() -> None:
        scene.stand.update(1 / 60)
        scene.tower.dirty = True
        app.scene.update(0.0)
        app.scene.draw(app.window)

    def from_its_start() -> float:
        scene.stand.play(recording)
        scene.stand.update(LEAD)
        return _median_ms(fall)

    beside = from_its_start()
    scene.around_tower.open_theatre()
    large = from_its_start()
    scene.around_tower.toggle_xray()
    xray = from_its_start()
    scene.around_tower.toggle_xray()
    app.scene.escape()
    app.scene.update(0.0)
    app.scene.draw(app.window)
    return {"falling": beside, "falling_large": large, "falling_xray": xray}


def over_the_map(app: "App", scene: "GameScene") -> dict[str, float]:
    """Return the median ms of a frame of a battle over the map, and of the slowest twentieth of them."""
    from shogun.games.shogun.rules.events import BattleSettled
    from shogun.tower import drop
    from shogun.tower.resting_cubes import TowerState

    inside = scene.driver.session.inside
    assert isinstance(inside, TowerState)
    recording = drop(inside.geometry, inside.resting, {"red": 6, "blue": 4, "peasant": 2}, 5, record=True).recording
    assert recording is not None
    scene.large_battles.enlarge(BattleSettled("Kai", 0, 1, 1, 1, 0, None, 0, "players", True), is_persons=True)
    scene.stand.play(recording)
    frames = []

    def fall() -> None:
        scene.stand.update(1 / 60)
        scene.large_battles.update(1 / 60)
        scene.draw(app.window)

    while not scene.stand.done:
        frames.append(_ms(fall))
    scene.large_battles.stop()
    scene.draw(app.window)
    return {
        "over_the_map": statistics.median(frames),
        "over_the_map_95_percent": statistics.quantiles(frames, n=20)[-1],
    }


def zooming(app: "App", scene: "GameScene") -> dict[str, float]:
    """Return the median ms of a frame of the board while it is zoomed and when it has been painted for that."""
    board = scene.board

    def draw() -> None:
        board.dirty = True
        scene.draw(app.window)

    board.view.zoom(2.0, board.rect.center)
    stretched = _median_ms(draw)
    board.view.settle()
    board.view.finish()
    return {"stretched": stretched, "zoomed": _median_ms(draw)}


def _ms(paint: Callable[[], object]) -> float:
    began = time.process_time()
    paint()
    return (time.process_time() - began) * 1000


def _megabytes() -> float:
    """Return the largest resident set that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _median_ms(draw: Callable[[], object]) -> float:
    return statistics.median(_ms(draw) for _frame in range(FRAMES))


def idle(sound: bool = False) -> dict[str, float]:
    """Return the CPU of a window that waits for a person, in % of a core, and its largest resident set in MB."""
    from shogun.games.shogun.screen.scenes.game_scene import GameScene
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.settings import Settings
    from shogun.window.kit.runtime.start_options import PlayOptions
    from shogun.window.router import follow
    from tests.window.clicking import show_game

    app = App(PlayOptions(entries=GAMES, size=(1600, 1000)), follow, Settings(sound=sound))
    app.open()
    show_game(app, game_in_progress(), [])
    scene = app.scene
    assert isinstance(scene, GameScene)
    while scene.is_moving() or scene.model.question is None or scene.board.view.is_working:
        app.step(1.0)
    app.options = PlayOptions(entries=GAMES, after=time.monotonic() - app.started + IDLE_SECONDS)
    began = time.process_time()
    app.run()
    percent = 100 * (time.process_time() - began) / IDLE_SECONDS
    app.close()
    return {"percent": percent, "megabytes": _megabytes()}


def measure(rounds: int) -> dict[str, object]:
    """Return all figures; the idle window first, so that the memory is its own."""
    waiting, heard = idle(), idle(sound=True)
    firsts = {
        name: min(first_frame(arguments) for _round in range(rounds))
        for name, arguments in {
            "menu": ["play", "--size", "1600x1000"],
            "game": ["play", "--autoplay", "--seed", "7", "--size", "1600x1000"],
        }.items()
    }
    sizes = {"x".join(map(str, size)): apart(size) for size in SIZES}
    return {"idle": waiting, "idle_heard": heard, "first_frame_s": firsts, "sizes": sizes}


def apart(size: tuple[int, int]) -> dict[str, float]:
    """Return the figures of a size, measured by a process that has shown no other."""
    command = [sys.executable, __file__, "--size", "x".join(map(str, size))]
    return dict(json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]))


@own_home()
def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--size", help="only the frames and the painting at this size, e.g. 1600x1000")
    options = parser.parse_args()
    if options.size:
        width, height = map(int, options.size.split("x"))
        print(json.dumps(at_size((width, height))))
        return
    print(json.dumps(measure(options.rounds), indent=None if options.json else 2))


if __name__ == "__main__":
    main()
