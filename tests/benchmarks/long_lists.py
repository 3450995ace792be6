"""How fast the lists are that grow: 10,000 games and 400 towers, from the first picture to the end of scrolling.

    python tests/benchmarks/long_lists.py [--games 10000] [--towers 400] [--size 1920x1080] [--frames 600] [--load 2]

Each list is opened in a process of its own and scrolled by the wheel, by PageDown held down, and by its bar. Told are
the time to the first picture, the median and the 99.9 % quantile of what a picture takes, in wall time and in processor
time of the window's process, how long it takes until all files are read, and by how much memory has grown (RSS), after
the first picture and after all. `--load` keeps so many other processes busy meanwhile. Wanted: a first picture within
0.5 s and 99.9 % of the pictures within 1/60 s, `--load 2` on two processors included for the median.
"""

import argparse
import gc
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

if TYPE_CHECKING:
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.panel import Panel

FRAME = 1 / 60
LOAD = "while True: pass"
SHORT, MIDDLE = 5, 60
"""How many answers short and middle games have; one in ten is whole."""


def main() -> None:
    """Make the files, and measure each list in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--towers", type=int, default=400)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--frames", type=int, default=600)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--list", choices=("games", "towers"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    if asked.list:
        measure(asked)
        return
    with tempfile.TemporaryDirectory() as folder, loaded(asked.load):
        os.environ["SHOGUN_HOME"] = folder
        make_games(asked.games)
        make_towers(asked.towers)
        for name in ("games", "towers"):
            subprocess.run([sys.executable, __file__, *sys.argv[1:], "--list", name], check=True)


@contextmanager
def loaded(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    busy = [subprocess.Popen([sys.executable, "-c", LOAD]) for _number in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()


def make_games(count: int) -> None:
    """Write so many games: short ones, some longer, and one in ten played to its end, with names of all kinds."""
    from shogun.games.shogun.rules.state import Setup
    from shogun.table.saved_games import games_folder
    from tests.window.clicking import session

    folder = games_folder()
    rng, made = Random(1), []
    for number, answers in enumerate((SHORT, MIDDLE, 10**6)):
        path = folder / f"{number}.journal"
        played = session("person,greedy,greedy", setup=Setup(3), seed=number, path=path)
        for _answer in range(answers):
            if played.is_over:
                break
            if played.chance:
                played.advance()
            else:
                played.answer(played.questions[0].seat, played.questions[0].sample(rng))
        played.close()
        made.append(path)
    for number in range(count - len(made)):
        name = f"mine-{number}" if number % 3 else f"2026-01-02 03-04-05 {number + 2}"
        new = folder / f"{name}.journal"
        shutil.copyfile(made[2 if number % 10 == 0 else number % 2], new)
        os.utime(new, (1_700_000_000 + number, 1_700_000_000 + number))


def make_towers(count: int) -> None:
    """Write so many towers, copies of the shipped ones."""
    from shogun.tower.tower_lookup import find_towers, own_folder

    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    shipped = [Path(tower.path) for tower in find_towers()]
    for number in range(count):
        shutil.copyfile(shipped[number % len(shipped)], folder / f"mine-{number}.toml")


def measure(asked: argparse.Namespace) -> None:
    """Open a list, scroll through it, and print what that takes."""
    from shogun.games import GAMES
    from shogun.window.kit.runtime.app import App
    from shogun.window.kit.runtime.settings import Settings
    from shogun.window.kit.runtime.start_options import PlayOptions
    from shogun.window.play.routes import ToGames, ToTowers
    from shogun.window.router import follow
    from shogun.window.scenes.menu import MenuScene

    width, _x, height = asked.size.partition("x")
    app = App(PlayOptions(entries=GAMES, size=(int(width), int(height))), follow, Settings(sound=False))
    app.open()
    try:
        print(f"{asked.list}, {asked.size}, load {asked.load}")
        first("menu", app, lambda: app.push(MenuScene(app)))
        before = memory()
        first("first picture", app, lambda: app.go(ToGames() if asked.list == "games" else ToTowers()))
        print(f"  {memory() - before:.0f} MB more")
        scroll(app, asked.frames)
        start = time.perf_counter()
        while app.scene.is_moving() and time.perf_counter() - start < 60:
            app.step(FRAME)
        print(f"  all is read {time.perf_counter() - start:.1f} s later; {memory() - before:.0f} MB more than before")
        scroll(app, asked.frames)
        print(f"  {memory() - before:.0f} MB more after scrolling again")
    finally:
        app.close()


def first(name: str, app: "App", show: Callable[[], None]) -> None:
    """Print after what time something is seen."""
    start, busy = time.perf_counter(), time.process_time()
    show()
    app.step(0.0)
    print(f"  {name} after {time.perf_counter() - start:.2f} s, {time.process_time() - busy:.2f} s of the processor")


def scroll(app: "App", frames: int) -> None:
    """Print what pictures take while the list is scrolled in each way."""
    panel = app.scene.main_list()
    assert panel is not None
    for name, act in (("wheel", by_wheel), ("PageDown", by_page), ("bar", by_bar)):
        wall, own = [], []
        assert panel.scrolling is not None
        panel.scrolling.restart()
        app.step(FRAME)
        for number in range(frames):
            start, busy = time.perf_counter(), time.process_time()
            act(app, panel, number / frames)
            app.step(FRAME)
            wall.append(time.perf_counter() - start)
            own.append(time.process_time() - busy)
        slow = sum(one > FRAME for one in wall)
        print(f"  {name:9} wall {told(wall)}, processor {told(own)}; {slow} of {frames} longer than 1/60 s")


def by_wheel(app: "App", panel: "Panel", _share: float) -> None:
    """Turn the wheel by a notch."""
    import pygame

    app.scene.pointer = panel.rect.center
    app.take(pygame.Event(pygame.MOUSEWHEEL, y=-1, x=0))


def by_page(app: "App", _panel: "Panel", share: float) -> None:
    """Press PageDown, as a key that is held does."""
    import pygame

    if not share:
        app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_HOME, mod=0, unicode=""))
    app.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, mod=0, unicode=""))


def by_bar(app: "App", panel: "Panel", share: float) -> None:
    """Draw the bar along."""
    import pygame

    (rect, _drag), *_others = panel.layer.held
    at = rect.centerx, round(rect.top + share * rect.height)
    if not share:
        app.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    app.take(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 1), buttons=(1, 0, 0)))
    if share > 0.999:
        app.take(pygame.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def told(seconds: list[float]) -> str:
    """Return median and 99.9 % quantile."""
    most = statistics.quantiles(seconds, n=1000, method="inclusive")[-1]
    return f"{1000 * statistics.median(seconds):.1f} ms (99.9 %: {1000 * most:.1f} ms)"


def memory() -> float:
    """Return how much memory the process has now, MB; where the system doesn't say, the most that it has had."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 1e6


if __name__ == "__main__":
    main()
