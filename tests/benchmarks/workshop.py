"""How fast the workshop is: frames on the bench while a worker measures, and how soon a changed ledge has figures.

    python tests/benchmarks/workshop.py --cubes 60 --frames 600 --changes 5

Frames are drawn as the window draws them, on a display that is not there; `--driver x11` takes the one of DISPLAY.
Besides wall time, in which all that the computer does counts, processor time of the window's process is told.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shogun.window.kit.runtime.app import App
    from shogun.window.workshop.bench_scene import BenchScene

FRAME = 1 / 60


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Times the bench.")
    parser.add_argument("--size", default="1600x1000")
    parser.add_argument("--cubes", type=int, default=60)
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--changes", type=int, default=5)
    parser.add_argument("--driver", default="dummy")
    asked = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER=asked.driver, SDL_AUDIODRIVER="dummy")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHOGUN_HOME"] = folder
        width, _x, height = asked.size.partition("x")
        run((int(width), int(height)), asked)
        first_pieces()


def run(size: tuple[int, int], asked: argparse.Namespace) -> None:
    """Open the bench and print what it takes."""
    from shogun.cli.window_start import LazyLaboratory
    from shogun.games import GAMES
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.settings import Settings
    from shogun.window.kit.runtime.start_options import PlayOptions
    from shogun.window.play.routes import ToBench
    from shogun.window.router import follow
    from shogun.window.workshop.bench_scene import BenchScene

    app = App(PlayOptions(entries=GAMES, size=size, laboratory=LazyLaboratory()), follow, Settings())
    app.open()
    try:
        app.go(ToBench("classic"))
        scene = app.scene
        assert isinstance(scene, BenchScene)
        until_figures(app, scene)
        frames(app, scene, asked)
        changes(app, scene, asked.changes)
    finally:
        app.close()


def frames(app: "App", scene: "BenchScene", asked: argparse.Namespace) -> None:
    """Print what a frame takes while so many cubes are in tower and tray and one worker measures."""
    flow = scene.desk.flow
    flow.clear()
    flow.thrown.clear()
    flow.thrown["red"] = asked.cubes
    flow.throw()
    wall: list[float] = []
    own: list[float] = []
    for _frame in range(asked.frames):
        start, busy = time.perf_counter(), time.process_time()
        app.step(FRAME)
        wall.append(time.perf_counter() - start)
        own.append(time.process_time() - busy)
    assert scene.desk.measuring.is_busy
    slow = sum(one > FRAME for one in wall)
    print(
        f"{asked.size}, {asked.cubes} cubes: a frame takes {told(wall)} of wall time, {told(own)} of processor "
        f"time; {slow} of {len(wall)} take longer than 1/60 s"
    )


def told(seconds: list[float]) -> str:
    """Return median and 99 % of times in ms."""
    ordered = sorted(1000 * one for one in seconds)
    return f"{statistics.median(ordered):.1f} ms (99 %: {ordered[int(0.99 * len(ordered))]:.1f})"


def until_figures(app: "App", scene: "BenchScene") -> float:
    """Return after how many seconds there are figures of the tower as it is drawn."""
    start = time.perf_counter()
    while scene.desk.measurement.statistics is None or scene.desk.measurement.geometry != scene.desk.geometry:
        before = time.perf_counter()
        app.step(FRAME)
        time.sleep(max(0.0, FRAME - (time.perf_counter() - before)))
    return time.perf_counter() - start


def first_pieces() -> None:
    """Print what the first figures of a tower cost a worker."""
    from shogun.lab.measuring.live_measurement import IncrementalMeasurement
    from shogun.tower import load_tower

    measurement = IncrementalMeasurement(load_tower("classic"))
    start = time.process_time()
    battles: list[int] = []
    while not battles or battles[-1] < 72:
        key, task = measurement.next_piece() or sys.exit("nothing to do")
        measurement.take(key, task())
        measurement.evaluate()
        battles.append(measurement.statistics.battles if measurement.statistics else 0)
        if battles[-1] in (8, 72):
            busy = time.process_time() - start
            print(f"figures of {battles[-1]} battles take a worker {busy:.2f} s of processor time")


def changes(app: "App", scene: "BenchScene", count: int) -> None:
    """Print how soon a changed ledge has its first figures, and how many battles they are made of."""
    waits, battles = [], []
    for number in range(count):
        scene.desk.choose([("baffle", number % 5)])
        scene.desk.turn(0, 1)
        waits.append(until_figures(app, scene))
        statistics = scene.desk.measurement.statistics
        assert statistics is not None
        battles.append(statistics.battles)
    waited = ", ".join(f"{wait:.2f}" for wait in waits)
    print(f"a changed ledge shows its first figures after {waited} s, of {min(battles)} battles or more")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main()
