"""What it takes to go to any moment of a finished game, in the window as a player looks back.

    python tests/benchmarks/looking_back.py [--seed 7] [--jumps 200] [--json]

A whole game of five opponents on the simulated tower; then jumps to lines of it drawn by lot, on the screen at
1920x1080 without a display: the state, the map and all panels drawn. Milliseconds of processor time. Opening it reads
the journal and plays it through once; from then on every state is at hand. The longest jumps are those that write
something for the first time: what was written once is kept as a picture.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.table.journal import Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import History, Replay
from shogun.table.session import Session, run
from shogun.tower.tower_lookup import load_tower
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToReplay
from tests.systems import own_home
from tests.window.clicking import USUAL, window

PLAYERS = ("greedy", "random", "greedy", "random", "greedy")


def finished_game(path: Path, seed: int) -> None:
    """Play a whole game."""
    seats = tuple(SeatInfo(f"P{n}", player=player) for n, player in enumerate(PLAYERS))
    tower = TowerInfo.of(load_tower("classic"))
    session = Session.start(rules, Header(seed=seed, setup=Setup(len(seats)), seats=seats, tower=tower), path)
    run(session, [opponent(player) for player in PLAYERS])
    session.close()


def milliseconds(began: float) -> float:
    return (time.process_time() - began) * 1000


def by_states(path: Path, rng: Random, jumps: int) -> tuple[float, list[float]]:
    """Return what it takes to read a game and play it through, and each of so many jumps to a line's state."""
    began = time.process_time()
    contents = read_journal(game_of, path)
    history = History(contents.game, contents.header)
    history.follow(Replay(contents).run().answers)
    opened, times = milliseconds(began), []
    for _jump in range(jumps):
        began = time.process_time()
        place = history.place_after(rng.randrange(len(contents.raw)))
        assert contents.game.view(history.state(place), None)
        times.append(milliseconds(began))
    return opened, times


def on_screen(app: App, path: Path, rng: Random, jumps: int) -> tuple[float, list[float]]:
    """Return what it takes to open a game's past, and each of so many jumps to a place of it, all drawn."""
    began = time.process_time()
    app.go(ToReplay(path))
    app.step(0.0)
    opened, times = milliseconds(began), []
    scene = app.scene
    assert isinstance(scene, HistoryScene)
    scene.board.finish()
    app.step(0.0)
    for _jump in range(jumps):
        began = time.process_time()
        scene.go_to(rng.randrange(scene.story.last + 1))
        app.step(0.0)
        times.append(milliseconds(began))
    return opened, times


def figures(opened: float, times: list[float]) -> dict[str, float]:
    return {"opened": round(opened, 1), "median": round(statistics.median(times), 2), "longest": round(max(times), 2)}


@own_home()
def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--seed", type=int, default=7)
    ask.add_argument("--jumps", type=int, default=200)
    ask.add_argument("--json", action="store_true")
    options = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder, window(USUAL) as app:
        path = Path(folder) / "game.journal"
        finished_game(path, options.seed)
        found = {
            "state": figures(*by_states(path, Random(options.seed), options.jumps)),
            "screen": figures(*on_screen(app, path, Random(options.seed), options.jumps)),
        }
    print(json.dumps(found) if options.json else "\n".join(f"{way}: {told} ms" for way, told in found.items()))


if __name__ == "__main__":
    main()
