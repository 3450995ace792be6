"""Plays whole games of River of Gold in a real window, by mouse clicks alone or by keys alone, menu to final scoring.

    python -m tests.games.river_of_gold.screen.play_real_window PICTURES [--keys] [--players 4] [--seed 7]

One person among opponents. The installed `shogun` runs on an Xvfb of its own, driven by xdotool; the journal tells what
is asked, a mirror of the scene where to click, `solid` what to do. Each question is answered only after the real window
shows its sentence. Numbered pictures of what is on the screen go into the folder PICTURES. Prints the result; fails if
the journal doesn't agree with the rules, or anything takes longer than a minute.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents.evaluation import Appraisal
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.solid import AS_ONE_DEAL, chosen
from shogun.games.river_of_gold.opponents.turn_plans import best, plans
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.state import (
    Build,
    Deliver,
    Discard,
    Move,
    PlaceMarker,
    ReplaceShip,
    Sail,
    SetDie,
    SpendFavor,
)
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.table.journal import Contents
from shogun.table.replay import Replay, resume
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from shogun.window.play.game_plugin import brought
from shogun.window.play.start import log_of
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.window import clicking
from tests.window.real.play_real_window import QUIET, STUCK, Album
from tests.window.real.real_window import NOWHERE, Mirror, journal, missing, program, screen
from tests.window.typing_keys import go_to

KEY_NAMES = {
    pygame.K_TAB: "Tab", pygame.K_RETURN: "Return", pygame.K_LEFT: "Left", pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up", pygame.K_DOWN: "Down",
}  # fmt: skip
"""What xdotool calls keys; digits are their own names."""


class RiverMirror(Mirror):
    """Knows River of Gold's screen, and presses places by clicks or by keys."""

    by_keys = False

    def reflect_river(self, contents: Contents) -> RiverScene:
        """Bring the mirror to where a journal ends; nothing is written."""
        before = self.app.scene
        session = resume(contents)
        clicking.show_game(self.app, session, log_of(brought(self.app.options, rules.code), session))
        scene = clicking.top(self.app, RiverScene)
        if isinstance(before, RiverScene):
            scene.keyboard.focus = before.keyboard.focus  # the real window shows the same scene all the time
        while scene.is_moving():
            scene.update(clicking.A_LONG_TIME)
        scene.update(0.0)
        self.park(scene)
        return scene

    def park(self, scene: RiverScene) -> None:
        """Put both pointers where nothing reacts."""
        corner = scene.size[0] - 2, scene.size[1] - 2
        self.screen.point(corner)
        scene.point(corner)
        self.app.step(0.0)

    def wait_for_sentence(self, scene: RiverScene) -> None:
        """Wait until the real window asks what the mirror asks."""
        bar = scene.panels[0]
        part = bar.rect.copy()
        part.width = min(target.rect.left for target in bar.layer.targets if target.act) - part.left
        self.wait_for(scene.model.prompt, part)

    def press_both(self, _app: App, key: int) -> None:
        """Press a key in both windows."""
        name = KEY_NAMES.get(key) or pygame.key.name(key)
        self.screen._xdotool("key", name)
        clicking.press(self.app, key)

    def press_place(self, name: str) -> None:
        """Press a place of the screen."""
        if self.by_keys:
            go_to(self.app, name, self.press_both)
            self.press_both(self.app, pygame.K_RETURN)
        else:
            self.click(name)


def begin(mirror: RiverMirror, album: Album, seed: int, players: int) -> None:
    """Go through menu and new game."""
    mirror.app.replace(MenuScene(mirror.app))
    mirror.wait_for("the menu")
    mirror.press_place("new-game")
    mirror.wait_for("the choice of a game")
    mirror.press_place("game-river-of-gold")
    mirror.wait_for("the sheet of a new game")
    mirror.press_place(f"count-{players - 2}")
    if mirror.by_keys:
        go_to(mirror.app, "seed", mirror.press_both)
    else:
        mirror.click("seed")
    mirror.screen.type(str(seed))
    clicking.top(mirror.app, NewGameScene).set_seed(str(seed))
    mirror.screen.point(NOWHERE)
    album.take("new-game")
    if mirror.by_keys:
        go_to(mirror.app, "begin", mirror.press_both)
        mirror.screen._xdotool("key", "Return")
    else:
        mirror.screen.click(mirror.target("begin").rect.center)
    mirror.screen.point(NOWHERE)


def play(mirror: RiverMirror, album: Album) -> Contents:
    """Answer all questions and return the journal of the finished game."""
    length, moved = 0, time.monotonic()
    while True:
        contents = journal()
        if contents is not None and contents.is_finished:
            return contents
        if contents is None or len(contents.lines) <= length:
            assert time.monotonic() < moved + STUCK, "the game is stuck"
            time.sleep(QUIET)
            continue
        length, moved = len(contents.lines), time.monotonic()
        scene = mirror.reflect_river(contents)
        if scene.model.question is not None:
            length += answer(mirror, album, scene) - 1


def answer(mirror: RiverMirror, album: Album, scene: RiverScene) -> int:
    """Give the answer of `solid` to the open question; of a turn favor, exchanges and action at once.

    Returns how many answers these are, which the window gives one after the other.
    """
    mirror.wait_for_sentence(scene)
    model, session = scene.model, scene.driver.session
    state = dealt(session.view(model.seat), Random(AS_ONE_DEAL))
    if not model.is_turn:
        move = chosen(state, model.question)
        press_move(mirror, scene, move)
        return 1
    moves = best(plans(Appraisal(state, model.seat))).moves
    number = turned(state.players[model.seat].die, sum(move.by for move in moves if isinstance(move, SpendFavor)))
    if number != model.number:
        mirror.press_place(f"die-{number}")
    answers = len(model.offers.plan(moves[-1]))
    press_move(mirror, scene, moves[-1], album)
    return answers


def press_move(mirror: RiverMirror, scene: RiverScene, move: Move, album: Album | None = None) -> None:
    """Press all that gives a move."""
    names = places_of(scene, move)
    if not names:
        rest: list[Move] = [one for one in scene.model.choices if not isinstance(one, SetDie)]
        mirror.press_place(f"answer-{rest.index(move)}")
        return
    for name in names:
        mirror.press_place(name)
    while scene.model.chosen != move:
        mirror.press_place(names[0])
    if album is not None:
        album.take(type(move).__name__.lower())
    if not isinstance(move, SetDie):
        mirror.press_place("confirm")


def places_of(scene: RiverScene, move: Move) -> list[str]:
    """Return the places that have to be pressed for a move; none if it has a button of its own."""
    match move:
        case Build():
            return [f"shore-{move.shore}", f"tile-{move.tile}"]
        case Sail() | ReplaceShip():
            return [f"ship-{scene.model.seat}-{move.ship}"]
        case Deliver() | Discard():
            return [f"customer-{move.customer}"]
        case PlaceMarker():
            return [f"shore-{move.shore}"]
        case SetDie():
            return [f"set-die-{move.number}"]
    return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--seed", type=int, default=7)
    wishes = parser.parse_args()
    if missing():
        raise SystemExit(missing())
    width, height = map(int, wishes.size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SHOGUN_HOME"] = folder
        size = (width, height)
        settings = Settings(
            introduction_seen=True,
            speed=AT_ONCE,
            computers_speed=AT_ONCE,
            undo_seconds=0.0,
            auto_roll=False,
            odds=False,
            size=size,
        )
        save_settings(settings)
        with screen(size, Path(folder)) as display, program(display), clicking.window(size) as app:
            mirror, album = RiverMirror(app, display), Album(wishes.pictures, display)
            mirror.by_keys = wishes.keys
            began = time.monotonic()
            begin(mirror, album, wishes.seed, wishes.players)
            contents = play(mirror, album)
            course = Replay(contents).run()
            time.sleep(4.0)
            album.take("final-scoring")
            print(f"{len(contents.lines)} lines in {time.monotonic() - began:.0f} s: {rules.result(course.state)}")


if __name__ == "__main__":
    main()
