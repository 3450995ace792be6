"""Times River of Gold's screen: the first frame of a game, a whole frame, and a frame while a ship sails and gains fly.

    python tests/benchmarks/river_screen.py [--size 1280x720]

Processor time; drawn into SDL's dummy driver. A whole frame draws every panel anew.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).parents[2]))

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents import opponent
from shogun.games.river_of_gold.rules.state import Sail
from shogun.games.river_of_gold.screen.map_picture import landscape
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import UNLIMITED, Session
from shogun.window.kit.runtime.app import App
from tests.systems import own_home
from tests.window.clicking import A_LONG_TIME, show_game, top, window

FRAMES = 200
QUESTIONS = 30
STEP = 1 / 60


def seconds(act: Callable[[], object]) -> float:
    """Return how much processor time a call takes."""
    start = time.process_time()
    act()
    return time.process_time() - start


def begun() -> Session:
    """Return a new game of a person among three opponents."""
    players = ("person", "solid", "solid", "solid")
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players, 1))
    return Session.start(rules, Header(game=rules.code, seed=3, setup=rules.Setup(4, "table"), seats=seats))


def play(app: App, scene: RiverScene) -> None:
    """Answer some questions, so that the board is full, up to a turn of the person."""
    choose = opponent("solid")
    for _question in range(QUESTIONS):
        while scene.model.question is None:
            app.step(A_LONG_TIME)
        question, session = scene.model.question, scene.driver.session
        view, rng = session.view(question.seat), Random(1)
        scene.controls.answer(choose(view, session.inside, question, rng, UNLIMITED))
    while not scene.model.is_turn:
        app.step(A_LONG_TIME)
        if scene.model.question is not None and not scene.model.is_turn:
            scene.controls.answer(scene.model.choices[0])


def moving_frames(app: App, scene: RiverScene) -> list[float]:
    """Return the times of the frames in which a sail and all that it brings are shown."""
    scene.controls.choose(Sail(0))
    scene.controls.confirm()
    found: list[float] = []
    while len(found) < FRAMES and (scene.model.question is None or not found):
        found.append(seconds(lambda: app.step(STEP)))
    return found


@own_home()
def main() -> None:
    """Print the figures."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--size", default="1280x720")
    wide, high = map(int, ask.parse_args().size.split("x"))
    with window((wide, high), speed=1.0, computers_speed=1.0) as app:
        landscape.cache_clear()

        def first() -> None:
            show_game(app, begun(), [])
            app.step(0.0)

        print(f"first frame: {seconds(first) * 1000:.0f} ms")
        scene = top(app, RiverScene)
        play(app, scene)
        app.step(0.0)
        whole = []
        for _frame in range(FRAMES):
            scene.changed()
            whole.append(seconds(lambda: app.step(0.0)))
        print(f"whole frame: {statistics.median(whole) * 1000:.2f} ms, at most {max(whole) * 1000:.2f}")
        moving = moving_frames(app, scene)
        print(f"frame while things move: {statistics.median(moving) * 1000:.2f} ms, at most {max(moving) * 1000:.2f}")


if __name__ == "__main__":
    main()
