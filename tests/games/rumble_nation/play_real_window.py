"""Plays a whole game of Rumble Nation in a real window, by mouse clicks alone or by keys alone, from menu to rematch.

    python -m tests.games.rumble_nation.play_real_window PICTURES [--by clicks|keys] [--players 2] [--advanced]
        [--size 1280x720] [--seed 7]

The installed `shogun` runs on an Xvfb of its own, driven by xdotool. The journal tells what is asked, a mirror of the
scene where to click (`tests/window/real/real_window.py`), a random player what to answer. Each question is answered
only after the real window shows its sentence. Numbered pictures go into the folder PICTURES. Prints the result; fails
if the journal doesn't agree with the rules, if the rematch isn't there after one click, or if anything takes longer
than a minute.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.state import CarryOut, Deploy, Move, RollAgain, RollDice
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.table.journal import Contents
from shogun.table.replay import Replay, resume
from shogun.table.saved_games import games_folder
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.window import clicking
from tests.window.clicking import top, window
from tests.window.real.play_real_window import Album
from tests.window.real.real_window import NOWHERE, Mirror, journal, missing, program, screen, until

QUIET = 0.3
"""Seconds between two looks while others play."""
STUCK = 90.0
"""Seconds without a new line of the journal."""
MOST_BY_DIGIT = 9
END_SECONDS = 20.0
"""After which the end is there: the war is shown first."""
COUNTS = (2, 3, 4)


class Driver:
    """Drives both windows by clicks, or by keys."""

    def __init__(self, mirror: Mirror, *, by_keys: bool) -> None:
        self.mirror = mirror
        self.by_keys = by_keys

    def go(self, name: str) -> None:
        """Press a place of a menu."""
        if self.by_keys:
            self.mirror.press_at(name)
        else:
            self.mirror.click(name)

    def begin_game(self) -> None:
        """Press the last button of the sheet in the real window alone: the mirror writes no game."""
        mirror = self.mirror
        if not self.by_keys:
            mirror.screen.click(mirror.target("begin").rect.center)
            mirror.screen.point(NOWHERE)
            return
        mirror.focus("begin")
        mirror.screen.press("Return")

    def answer(self, scene: RumbleScene, rng: Random) -> None:
        """Give a random answer: what moves pieces is chosen, then confirmed."""
        moves = scene.model.moves
        number = rng.randrange(min(len(moves), MOST_BY_DIGIT)) if self.by_keys else rng.randrange(len(moves))
        move = moves[number]
        if self.by_keys:
            self.mirror.press(pygame.K_1 + number, str(number + 1))
            if isinstance(move, Deploy | CarryOut):
                self.mirror.press(pygame.K_RETURN, "Return")
            return
        self._click(scene, move, number)

    def _click(self, scene: RumbleScene, move: Move, number: int) -> None:
        if isinstance(move, Deploy | CarryOut):
            self._choose(scene, move, number)
            self.mirror.click("confirm")
        elif isinstance(move, RollDice):
            self.mirror.click("roll")
        elif isinstance(move, RollAgain):
            self.mirror.click("roll-again")
        else:
            self.mirror.click(f"card-{move.card}")

    def _choose(self, scene: RumbleScene, move: Any, number: int) -> None:
        kind = "split" if isinstance(move, Deploy) else "way"
        while f"{kind}-{number}" not in {place.name for place in scene.targets()}:
            self.mirror.press(pygame.K_PAGEDOWN, "Next")
        self.mirror.click(f"{kind}-{number}")


def begin(driver: Driver, album: Album, wishes: argparse.Namespace) -> None:
    """Go through menu and new game."""
    mirror = driver.mirror
    mirror.app.replace(MenuScene(mirror.app))
    mirror.wait_for("the menu")
    driver.go("new-game")
    mirror.wait_for("the choice of a game")
    driver.go("game-rumble-nation")
    mirror.wait_for("the sheet of a new game")
    driver.go(f"count-{COUNTS.index(wishes.players)}")
    if wishes.advanced:
        driver.go("game-1")
    if not driver.by_keys:  # by keys the seed is drawn: a line that is being typed into blinks
        driver.go("seed")
        mirror.screen.type(str(wishes.seed))
        top(mirror.app, NewGameScene).set_seed(str(wishes.seed))
        mirror.wait_for("the seed in its line")
    album.take("new-game")
    driver.begin_game()


def reflect(mirror: Mirror, contents: Contents) -> RumbleScene:
    """Bring the mirror to where a journal ends; nothing is written."""
    clicking.show_game(mirror.app, resume(contents), [])
    scene = mirror.app.scene
    assert isinstance(scene, RumbleScene)
    while scene.is_moving():
        scene.update(clicking.A_LONG_TIME)
    scene.update(0.0)
    corner = scene.size[0] - 2, scene.size[1] - 2
    mirror.screen.point(corner)
    scene.point(corner)
    mirror.app.step(0.0)
    return scene


def bar(scene: RumbleScene) -> pygame.Rect:
    """Return where on the bar the sentence stands."""
    panel = scene.panels[0]
    room = panel.rect.copy()
    room.width = min(target.rect.left for target in panel.layer.targets if target.act) - room.left
    return room


def play(driver: Driver, album: Album, seed: int) -> Contents:
    """Answer all questions and return the journal of the finished game."""
    length, moved, rng = 0, time.monotonic(), Random(seed)
    while True:
        contents = journal()
        if contents is not None and contents.is_finished:
            return contents
        if contents is None or len(contents.lines) == length:
            assert time.monotonic() < moved + STUCK, "the game is stuck"
            time.sleep(QUIET)
            continue
        length, moved = len(contents.lines), time.monotonic()
        scene = reflect(driver.mirror, contents)
        if scene.model.question is not None:
            driver.mirror.wait_for(scene.model.prompt, bar(scene))
            album.take("question")
            driver.answer(scene, rng)


def rematch(driver: Driver, contents: Contents) -> None:
    """Have the same players play once more by one press, and wait for the new journal."""
    clicking.show_game(driver.mirror.app, resume(contents), [])
    for _step in range(3):
        driver.mirror.app.step(clicking.A_LONG_TIME)
    if driver.by_keys:
        driver.mirror.focus("rematch")
        driver.mirror.screen.press("Return")
    else:
        driver.mirror.screen.click(driver.mirror.target("rematch").rect.center)
    until(lambda: len(list(games_folder().glob("*.journal"))) == 2, "the rematch")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--by", choices=("clicks", "keys"), default="clicks")
    parser.add_argument("--players", type=int, choices=COUNTS, default=2)
    parser.add_argument("--advanced", action="store_true")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seed", type=int, default=7)
    wishes = parser.parse_args()
    if missing():
        raise SystemExit(missing())
    width, height = map(int, wishes.size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHOGUN_HOME"] = folder
        save_settings(
            Settings(
                introduction_seen=True,
                speed=4.0,
                computers_speed=AT_ONCE,
                undo_seconds=0.0,
                auto_roll=False,
                size=(width, height),
            )
        )
        with screen((width, height), Path(folder)) as display, program(display), window((width, height)) as app:
            driver, album = Driver(Mirror(app, display), by_keys=wishes.by == "keys"), Album(wishes.pictures, display)
            began = time.monotonic()
            begin(driver, album, wishes)
            contents = play(driver, album, wishes.seed)
            course = Replay(contents).run()
            time.sleep(END_SECONDS)
            album.take("end")
            rematch(driver, contents)
            time.sleep(3.0)
            album.take("rematch")
            print(f"{len(contents.lines)} lines in {time.monotonic() - began:.0f} s: {rules.result(course.state)}")


if __name__ == "__main__":
    main()
