"""The installed program in a real window: an Xvfb of one's own, clicks by xdotool, and a mirror that knows where to.

Without a window manager windows have no names to search for. So the same scene is laid out at the same size on the
dummy driver in this process; there every place to click is known by its name. What both draw is the same to the pixel,
and that is how this process sees that the real window has come so far.
"""

import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pygame

from shogun.games import game_of
from shogun.games.shogun.rules.questions import (
    DrawCard,
    ExchangeCards,
    March,
    Move,
    PlaceGroup,
    Plan,
    Stay,
    TakeCard,
    TakeSpecial,
)
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.words import move_text
from shogun.table.errors import JournalError
from shogun.table.journal import Contents, parse_journal
from shogun.table.replay import resume
from shogun.table.saved_games import games_folder
from shogun.window.kit.drawing.canvas import HitRegion
from shogun.window.kit.runtime.app import App
from tests.window import clicking

SHOGUN = Path(sys.executable).with_name("shogun")
TOOLS = ("Xvfb", "xdotool")
XWD_HEADER = struct.Struct(">25I")
"""XWDFileHeader of X11/XWDFile.h."""
XWD_COLOUR_BYTES = 12
MASKS = (0xFF0000, 0xFF00, 0xFF, 0)
PATIENCE = 60.0
"""Seconds after which the real window is taken for stuck."""
LOOK = 0.05
SKIPS_EVERY = 2.0
"""Seconds between two times that what is shown is skipped."""
MOST_TABS = 80
NOWHERE = (1, 1)
"""Where the pointer is over nothing that reacts, in menus."""


def missing() -> str:
    """Return what a real window needs and is not installed; empty if all is there."""
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if not SHOGUN.exists():
        absent.append(str(SHOGUN))
    return f"not installed: {', '.join(absent)}" if absent else ""


def until(look: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so."""
    ends = time.monotonic() + patience
    while not look():
        if time.monotonic() > ends:
            raise AssertionError(f"in vain waited {patience:g} s for {what}")
        time.sleep(LOOK)


class Screen:
    """An X display without anything on it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.point(NOWHERE)

    def picture(self) -> pygame.Surface:
        """Return what is on the screen."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        header = XWD_HEADER.unpack_from(data)
        width, height, colours = header[4], header[5], header[19]
        surface = pygame.Surface((width, height), depth=32, masks=MASKS)
        begin = header[0] + colours * XWD_COLOUR_BYTES
        surface.get_buffer().write(data[begin : begin + surface.get_pitch() * height])
        return surface

    def shows(self, expected: pygame.Surface, part: pygame.Rect) -> bool:
        """Return whether a part of the screen is the same as that of a picture, to the pixel."""
        return pixels(self.picture(), part) == pixels(expected, part)

    def click(self, position: tuple[int, int]) -> None:
        """Move the pointer and click."""
        self._xdotool("mousemove", *position, "sleep", LOOK, "click", 1)

    def point(self, position: tuple[int, int]) -> None:
        """Move the pointer."""
        self._xdotool("mousemove", *position)

    def press(self, key: str) -> None:
        """Press a key by its X name."""
        self._xdotool("key", key)

    def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        self._xdotool("type", "--delay", 40, text)

    def _xdotool(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=os.environ | {"DISPLAY": self.name}, check=True)


def pixels(surface: pygame.Surface, part: pygame.Rect) -> bytes:
    return pygame.image.tobytes(surface.subsurface(part), "RGB")


@contextmanager
def screen(size: tuple[int, int], folder: Path) -> Iterator[Screen]:
    """Yield a display of a size; Xvfb itself finds a number that is free."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-fbdir", str(folder)]
    server = subprocess.Popen([*command, "-nolisten", "tcp", "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield Screen(f":{told.readline().strip()}", folder)
    finally:
        server.terminate()
        server.wait()


@contextmanager
def program(shown_on: Screen, command: Sequence[str | Path] = (SHOGUN,)) -> Iterator[subprocess.Popen[bytes]]:
    """Yield the installed program on a display, started without any argument; killed at the end if it still runs."""
    drivers = ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "WAYLAND_DISPLAY")
    kept = {name: value for name, value in os.environ.items() if name not in drivers}
    running = subprocess.Popen(command, env=kept | {"DISPLAY": shown_on.name})
    try:
        yield running
    finally:
        running.kill()
        running.wait()


class Nobody(clicking.AtOnce):
    """Stands for workers that never answer: the mirror waits wherever the real window asks somebody else."""

    def submit(self, task: Callable[[], clicking.T]) -> "Future[clicking.T]":
        return Future()


class Mirror:
    """The scenes of the real window at its size, without its time."""

    patience = PATIENCE
    """Seconds after which the real window is taken for stuck."""

    def __init__(self, app: App, shown_on: Screen) -> None:
        self.app = app
        self.screen = shown_on
        app.workers = Nobody()

    # What is where

    def target(self, name: str) -> HitRegion:
        return clicking.target(self.app, name)

    def wait_for(
        self, what: str, part: pygame.Rect | None = None, meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Wait until the real window shows the same as the mirror; `meanwhile` is done before each look."""
        room = part or self.app.window.get_rect()
        self.app.scene.changed()

        def is_same() -> bool:
            meanwhile()
            self.app.step(0.0)  # what is made little by little, as the summary of a saved game, goes on
            return self.screen.shows(self.app.window, room)

        try:
            until(is_same, what, self.patience)
        except AssertionError:
            self.leave_pictures()
            raise

    def leave_pictures(self) -> None:
        """Leave what both windows show in the folder of the display, for whoever looks why they differ."""
        pygame.image.save(self.screen.picture(), self.screen.folder / "real.png")
        pygame.image.save(self.app.window, self.screen.folder / "mirror.png")

    def click(self, name: str) -> None:
        """Click a place in both windows."""
        self.click_at(self.target(name).rect.center)

    def click_at(self, position: tuple[int, int]) -> None:
        self.screen.click(position)
        clicking.click_at(self.app, position)

    def press(self, key: int, name: str) -> None:
        """Press a key in both windows; `name` is what X calls it."""
        self.screen.press(name)
        clicking.press(self.app, key)

    def press_at(self, name: str) -> None:
        """Go to a place by Tab, and in a row by arrows, in both windows, and press Enter there."""
        self.focus(name)
        self.press(pygame.K_RETURN, "Return")

    def focus(self, name: str) -> None:
        """Bring the focus to a place in both windows."""
        row, _dash, number = name.rpartition("-")
        for _press in range(MOST_TABS):
            here, _dash, other = self.app.scene.focus.rpartition("-")
            if self.app.scene.focus == name:
                return
            if row and here == row and number > other:
                self.press(pygame.K_RIGHT, "Right")
            elif row and here == row:
                self.press(pygame.K_LEFT, "Left")
            else:
                self.press(pygame.K_TAB, "Tab")
        raise AssertionError(f"Tab and arrows don't come to {name}")

    # The game

    def reflect(self, contents: Contents) -> GameScene:
        """Bring the mirror to where a journal ends; nothing is written."""
        clicking.show_game(self.app, resume(contents), [])
        scene = self.app.scene
        assert isinstance(scene, GameScene)
        while scene.is_moving():
            scene.update(clicking.A_LONG_TIME)
        scene.update(0.0)
        self.rest(scene)
        return scene

    def rest(self, scene: GameScene) -> None:
        """Put both pointers where nothing reacts: into the corner between the panels and the window's edge."""
        corner = scene.size[0] - 2, scene.size[1] - 2
        self.screen.point(corner)
        scene.point(corner)
        self.app.step(0.0)

    def wait_for_question(self, scene: GameScene) -> None:
        """Wait until the real window asks what the mirror asks: the sentence is on the bar.

        Winter's sheet, which waits until it has been seen, is skipped whenever it comes.
        """
        pressed = 0.0

        def skip() -> None:
            nonlocal pressed
            if time.monotonic() >= pressed + SKIPS_EVERY:
                self.screen.press("space")
                pressed = time.monotonic()

        self.wait_for(scene.model.prompt, self.bar(scene), skip)

    def bar(self, scene: GameScene) -> pygame.Rect:
        """Return where on the bar the sentence stands."""
        bar = scene.prompt.rect.copy()
        bar.width = min(target.rect.left for target in scene.prompt.layer.targets if target.act) - bar.left
        return bar

    def follow(self, scene: GameScene, move: Move) -> None:
        """Give an answer by clicks in both windows."""
        if isinstance(move, Plan):
            self._plan(move)
        elif isinstance(move, March):
            self._march(scene, move)
        elif isinstance(move, Stay):
            self.click("stay")
        elif isinstance(move, TakeSpecial):
            self.click(f"special-{move.card}")
        elif isinstance(move, TakeCard):
            self.click(f"take-{move.province}")
        elif isinstance(move, DrawCard):
            self.click("draw-deck")
        elif isinstance(move, ExchangeCards):
            self.click("exchange")
        elif isinstance(move, PlaceGroup):
            self._place(scene, move)
        else:
            self.click(f"answer-{move_text(move)}")

    def _place(self, scene: GameScene, move: PlaceGroup) -> None:
        question = scene.model.question
        assert question is not None
        number = scene.model.view.groups[question.seat].index(move.armies)
        self.click(f"group-{question.seat}-{number}")

    def _plan(self, plan: Plan) -> None:
        for number, card in enumerate((*plan.fields, plan.bid)):
            if card is not None:
                self.click(f"card-{card}")
                self.click(f"field-{number}")
        self.click("commit")

    def _march(self, scene: GameScene, march: March) -> None:
        draft = scene.model.march
        assert draft is not None
        if draft.target != march.target:
            self.click_at(scene.board.view.anchor(march.target))
        while draft.armies != march.armies:
            self.click("armies-less" if draft.armies > march.armies else "armies-more")
        self.click("march")


def journal() -> Contents | None:
    """Return what the only game's journal holds by now, None before its first lines; nothing is mended."""
    paths = list(games_folder().glob("*.journal"))
    if not paths:
        return None
    try:
        return parse_journal(game_of, paths[0].read_bytes())
    except JournalError:
        return None
