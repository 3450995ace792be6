"""Lets opponents play one game in a window: `python -m tests.robustness.window_game shogun planner,greedy,random 7`.

Its answers are told once it is over, one a line and sorted by their questions. Where somebody else had to go on for an
opponent, or the game couldn't go on and the menu says why, that is told instead, and the command fails. No screen is
needed.
"""

import os
import sys
import time
from collections.abc import Sequence

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec
from msgspec.structs import replace

from shogun.base.interrupt_exit import INTERRUPTED
from shogun.games import GAMES, game_of
from shogun.table.journal import AnswerLine, SeatLine, read_journal
from shogun.table.session import Session
from shogun.window.game.played import PlayedScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, Settings
from shogun.window.kit.runtime.start_options import PlayOptions
from shogun.window.play.routes import ToBegunGame
from shogun.window.play.start import agreed_header, autoplay
from shogun.window.router import follow
from shogun.window.scenes.menu import MenuScene

FRAME = 1 / 30
"""Seconds."""


class GivenUp(Exception):
    """The game couldn't go on."""


def watch(app: App) -> Session:
    """Show a game to its end and return it. Raises GivenUp."""
    scene = app.scene
    if not isinstance(scene, PlayedScene):
        raise AssertionError(f"no game is shown but {type(scene).__name__}")
    session = scene.driver.session
    while not session.is_over:
        app.step(FRAME)
        time.sleep(FRAME / 10)
        if isinstance(app.scene, MenuScene):
            raise GivenUp(app.scene.message)
        if app.scene is not scene and not session.is_over:
            raise AssertionError(f"the game gave way to {type(app.scene).__name__}")
    return session


def played(code: str, opponents: Sequence[str], seed: int) -> Session:
    """Return a game that was played in a window by these opponents. Raises KeyboardInterrupt and GivenUp."""
    game, settings = (
        GAMES[code],
        Settings(speed=AT_ONCE, computers_speed=AT_ONCE, undo_seconds=0.0, auto_roll=False, sound=False),
    )
    agreed = autoplay(game, seed, {})
    seats = [replace(seat, kind=kind) for seat, kind in zip(agreed.seats, opponents, strict=False)]
    app = App(PlayOptions(entries=GAMES, size=(1280, 720)), follow, settings)
    app.open()
    try:
        app.go(ToBegunGame(agreed_header(game, replace(agreed, seats=seats))))
        return watch(app)
    finally:
        app.close()


def main() -> int:
    """Play the game, tell of it, and return the exit code."""
    code, opponents, seed = sys.argv[1:]
    try:
        session = played(code, opponents.split(","), int(seed))
    except KeyboardInterrupt:
        return INTERRUPTED
    except GivenUp as why:
        print(why, file=sys.stderr)
        return 3
    if session.path is None:
        raise AssertionError("the game has no file")
    lines = read_journal(game_of, session.path).lines
    whys = [line.why for line in lines if isinstance(line, SeatLine)]
    print(*whys, sep="\n", file=sys.stderr)
    if not whys:  # several are asked at once: who answers first is left to chance, what they answer isn't
        answers = [msgspec.json.encode([line.key, line.answer]) for line in lines if isinstance(line, AnswerLine)]
        print(*(answer.decode() for answer in sorted(answers)), sep="\n")
    return 3 if whys else 0


if __name__ == "__main__":
    sys.exit(main())
