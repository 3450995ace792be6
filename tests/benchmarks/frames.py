"""What each picture of a whole game takes in the window: `python tests/benchmarks/frames.py [--seed 7] [--json]`.

A game of four opponents on the simulated tower, in the window at 1600x1000 without a display, every battle shown over
the map, at the usual speed: the window is told that a sixtieth of a second has passed as soon as it has drawn. Only
steps that draw anything count; those apart in which another scene came, or panels were laid out anew. Milliseconds of
processor time; wanted: 99.9 % within 50 ms.
"""

import argparse
import json
import os
import statistics
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.window.kit.runtime.app import App
from tests.systems import own_home
from tests.window.clicking import game, session, window

SIZE = (1600, 1000)
PLAYERS = "greedy,greedy,random,random"
FRAME = 1 / 60
MOST = 400_000
WANTED_MS = 50.0


def frames(seed: int) -> tuple[list[float], list[float]]:
    """Return the ms of all steps that drew: usual ones, and those with another scene or layout."""
    usual: list[float] = []
    others: list[float] = []
    with window(SIZE, large_battles="all") as app:
        scene = game(app, session(PLAYERS, setup=Setup(4), seed=seed, tower="classic"))
        for _step in range(MOST):
            before = layout_of(app)
            began = time.process_time()
            has_drawn = step(app)
            took = (time.process_time() - began) * 1000
            if app.scene is not scene:
                break
            if has_drawn:
                (usual if layout_of(app) == before else others).append(took)
    return usual, others


def step(app: App) -> bool:
    """Let the window go on by one frame and return whether it drew anything."""
    app.scene.update(FRAME)
    has_drawn = app.scene.draw(app.window)
    if has_drawn:
        app._shown.show()
    return has_drawn


def layout_of(app: App) -> tuple[object, ...]:
    """Return what a step may change so that everything is drawn anew: the scene, and the rooms of its panels."""
    scene = app.scene
    rooms = tuple(tuple(panel.rect) for panel in scene.panels if panel.name != "battle")
    return id(scene), rooms, isinstance(scene, GameScene) and scene.model.large is None


def figures(seed: int) -> dict[str, float]:
    """Return count, median, 99 %, 99.9 % and longest of the usual frames, and the longest of the others."""
    usual, others = frames(seed)
    cuts = statistics.quantiles(usual, n=1000)
    return {
        "frames": len(usual),
        "median_ms": statistics.median(usual),
        "99_percent_ms": cuts[989],
        "99.9_percent_ms": cuts[998],
        "longest_ms": max(usual),
        "within_50_ms": sum(took <= WANTED_MS for took in usual) / len(usual),
        "layouts": len(others),
        "longest_layout_ms": max(others, default=0.0),
    }


@own_home()
def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = figures(options.seed)
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:20} {value:.5g}")


if __name__ == "__main__":
    main()
