"""Times Rumble Nation's screen: the first frame of a game, a whole frame, one that weighs an answer, and the war.

    python tests/benchmarks/rumble_screen.py [--size 1280x720]

Processor time; drawn into SDL's dummy driver. A whole frame draws every panel anew.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).parents[2]))

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.opponents import opponent
from shogun.games.rumble_nation.rules.state import Deploy
from shogun.games.rumble_nation.screen.map_picture import map_picture
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import UNLIMITED, Session
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE
from tests.benchmarks.river_screen import seconds
from tests.systems import own_home
from tests.window.clicking import A_LONG_TIME, show_game, top, window

FRAMES = 200
TURNS = 12
STEP = 1 / 60


def begun() -> Session:
    """Return a new advanced game of a person among three opponents."""
    players = ("person", "solid", "solid", "solid")
    seats = tuple(SeatInfo(f"Player {n}", "", player) for n, player in enumerate(players, 1))
    return Session.start(rules, Header(game=rules.code, seed=3, setup=rules.Setup(4, True), seats=seats))


def play(app: App, scene: RumbleScene, *, until_weighed: bool) -> None:
    """Answer as `solid` would: to the end, or until after some turns a split is to be chosen."""
    choose, turns = opponent("solid"), 0
    while scene.model.result is None:
        app.step(A_LONG_TIME)
        question = scene.model.question
        if question is None:
            continue
        turns += isinstance(question.moves[0], Deploy)
        if until_weighed and turns == TURNS // 2:
            return
        view = scene.driver.session.view(question.seat)
        scene.controls.answer(choose(view, scene.driver.session.inside, question, Random(1), UNLIMITED))


def weighing(app: App, scene: RumbleScene) -> Iterator[float]:
    """Yield the times of frames in each of which another answer is weighed."""
    splits = [move for move in scene.model.moves if isinstance(move, Deploy)]
    for number in range(FRAMES):
        scene.controls.choose(splits[number % len(splits)])
        yield seconds(lambda: app.step(0.0))


def war(app: App, scene: RumbleScene) -> Iterator[float]:
    """Yield the times of the frames of the war, shown once more, in which anything is drawn."""
    scene.pace.set_speed(1.0)
    scene.show_war_again()
    app.step(0.0)
    while scene.model.war is not None:
        share = scene.model.share
        taken = seconds(lambda: app.step(STEP))
        if scene.model.share != share:
            yield taken


def told(what: str, times: list[float]) -> None:
    print(f"{what}: {statistics.median(times) * 1000:.2f} ms, at most {max(times) * 1000:.2f}")


@own_home()
def main() -> None:
    """Print the figures."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--size", default="1280x720")
    wide, high = map(int, ask.parse_args().size.split("x"))
    with window((wide, high), speed=AT_ONCE, computers_speed=AT_ONCE) as app:
        map_picture.cache_clear()

        def first() -> None:
            show_game(app, begun(), [])
            app.step(0.0)

        print(f"first frame: {seconds(first) * 1000:.0f} ms")
        scene = top(app, RumbleScene)
        play(app, scene, until_weighed=True)
        app.step(0.0)
        whole = []
        for _frame in range(FRAMES):
            scene.changed()
            whole.append(seconds(lambda: app.step(0.0)))
        told("whole frame", whole)
        told("frame that weighs another answer", list(weighing(app, scene)))
        play(app, scene, until_weighed=False)
        app.step(0.0)
        told("frame of the war", list(war(app, scene)))


if __name__ == "__main__":
    main()
