"""Plays a whole game in a real window by mouse clicks alone: one person against three opponents, menu to final scoring.

    python -m tests.window.real.play_real_window PICTURES [--size 1280x720] [--seed 7]

The installed `shogun` runs on an Xvfb of its own; xdotool clicks. The journal tells what is asked, a mirror of the
scene where to click (`real_window.py`), `greedy` what to answer. Each question is answered only after the real window
shows its sentence. Numbered pictures of what is on the screen go into the folder PICTURES: of all questions, battles,
winters, and the end. Prints the result; fails if the journal doesn't agree with the rules, or anything takes longer
than a minute.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.questions import Choice, PlayerQuestion
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import AnswerLine, Contents
from shogun.table.replay import Replay
from shogun.table.session import UNLIMITED
from shogun.window.kit.runtime.settings import AT_ONCE, Settings, save_settings
from shogun.window.scenes.menu import MenuScene
from shogun.window.scenes.new_game import NewGameScene
from tests.window.clicking import top, window
from tests.window.real.real_window import NOWHERE, Mirror, Screen, journal, missing, program, screen

QUIET = 0.4
"""Seconds between two looks while others play; a picture of a fall is taken at each that finds one."""
STUCK = 90.0
"""Seconds without a new line of the journal."""


class Album:
    """Numbered pictures of the screen."""

    def __init__(self, folder: Path, shown_on: Screen) -> None:
        self.folder = folder
        self._screen = shown_on
        self._count = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, title: str) -> None:
        self._count += 1
        pygame.image.save(self._screen.picture(), self.folder / f"{self._count:03}-{title}.png")


def begin(mirror: Mirror, album: Album, seed: int) -> None:
    """Go through menu and new game."""
    mirror.app.replace(MenuScene(mirror.app))
    mirror.wait_for("the menu")
    album.take("menu")
    mirror.click("new-game")
    mirror.wait_for("the choice of a game")
    mirror.click("game-shogun")
    mirror.wait_for("the sheet of a new game")
    album.take("new-game")
    mirror.click("seed")
    mirror.screen.type(str(seed))
    top(mirror.app, NewGameScene).set_seed(str(seed))
    mirror.wait_for("the seed in its line")
    mirror.screen.click(mirror.target("begin").rect.center)
    mirror.screen.point(NOWHERE)


def play(mirror: Mirror, album: Album, until: str = "") -> Contents:
    """Answer all questions and return the journal of the finished game; or as soon as it has a line of that key."""
    length, moved = 0, time.monotonic()
    while True:
        contents = journal()
        if contents is not None and contents.is_finished:
            return contents
        if contents is None or len(contents.lines) == length:
            assert time.monotonic() < moved + STUCK, "the game is stuck"
            time.sleep(QUIET)
            continue
        length, moved = len(contents.lines), time.monotonic()
        if until and any(isinstance(line, AnswerLine) and line.key == until for line in contents.lines):
            return contents
        told(album, contents)
        scene = mirror.reflect(contents)
        if scene.model.question is not None:
            answer(mirror, album, scene)


def told(album: Album, contents: Contents) -> None:
    """Take a picture of what others do, where it is worth one: throws and winters."""
    last = contents.lines[-1]
    if isinstance(last, AnswerLine) and ("throw" in last.key or "winter" in last.key):
        album.take("others-" + last.key.replace("/", "-"))


def answer(mirror: Mirror, album: Album, scene: GameScene) -> None:
    """Give greedy's answer to the open question by clicks."""
    question = scene.model.question
    assert question is not None
    mirror.wait_for_question(scene)
    album.take(title(question))
    session = scene.driver.session
    move = opponent("greedy")(session.view(question.seat), session.inside, question, Random(question.key), UNLIMITED)
    mirror.follow(scene, move)
    album.take(f"{title(question)}-answered")


def title(question: PlayerQuestion) -> str:
    return question.topic if isinstance(question, Choice) else type(question).__name__.removesuffix("Question").lower()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path)
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
                odds=False,
                size=(width, height),
            )
        )
        with screen((width, height), Path(folder)) as display, program(display), window((width, height)) as app:
            mirror, album = Mirror(app, display), Album(wishes.pictures, display)
            began = time.monotonic()
            begin(mirror, album, wishes.seed)
            contents = play(mirror, album)
            course = Replay(contents).run()
            time.sleep(10.0)
            album.take("final-scoring")
            print(f"{len(contents.lines)} lines in {time.monotonic() - began:.0f} s: {rules.result(course.state)}")


if __name__ == "__main__":
    main()
