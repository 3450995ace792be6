"""A person at a real window that is killed under their hands: what the screen has acknowledged until then.

The person continues the last game from the menu and answers as `greedy` does, by clicks. At a moment drawn by lot the
program is stopped, a picture is taken of what stands on the screen, and it is killed. Acknowledged is

- every line of the journal up to the question that the screen shows,
- the answer to it, if the bar says what it says once that is given,
- every card of a half-laid plan that has lain on the screen for a second when another is seen to lie: so often a plan
  is written down.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import pygame
from msgspec import Struct, field

from shogun.games import game_of
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import Card
from shogun.games.shogun.rules.questions import Plan, PlayerQuestion
from shogun.games.shogun.screen.scenes.answering import REST
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.table.journal import Contents, read_journal
from shogun.table.journal_files import draft_path
from shogun.table.replay import resume
from shogun.table.session import UNLIMITED
from shogun.window.scenes.menu import MenuScene
from tests.window import clicking
from tests.window.real.real_window import SKIPS_EVERY, Mirror, Screen, pixels, program, until

PROGRAM = (sys.executable, "-m", "shogun")
LOST_AFTER = 20.0
"""Seconds after which a click is taken for lost."""
LONGEST = 10.0
"""So many seconds pass at most from the first question on the screen to the kill."""
SETTLED = 0.1
"""Seconds in which the display draws what it was sent before the program stopped."""
PATIENCE = 600.0
"""Seconds after which the window is taken for stuck: other programs may have the machine for a while."""
HESITATES = 1 / 3
"""How often a person waits, before the next card, until the plan so far is written down."""


class Stopped(Exception):
    """The program stands still: nothing comes to the screen any more."""


class Seen(Struct):
    """What the screen has acknowledged."""

    line: int = 0
    """The last line of the journal that has led to what was asked."""
    question: PlayerQuestion | None = None
    """What is asked, and has left the screen if `is_answered`."""
    is_answered: bool = False
    cards: dict[int, Card] = field(default_factory=dict)
    """Cards that lie on the screen, by their fields, and are to be on the disk; the next must not come too soon."""
    is_over: bool = False
    """Whether the game came to its end before the kill."""
    lost_clicks: int = 0
    """How often a card had to be laid again: the window hadn't taken the clicks."""


class Watched(Screen):
    """A display whose program can be stopped."""

    def __init__(self, shown_on: Screen) -> None:
        self.stopped = threading.Event()
        super().__init__(shown_on.name, shown_on.folder)

    def check(self) -> None:
        """Raise Stopped if the program stands still."""
        if self.stopped.is_set():
            raise Stopped

    def shows(self, expected: pygame.Surface, part: pygame.Rect) -> bool:
        """Return whether a part of the screen is the same as that of a picture. Raises Stopped."""
        self.check()
        return super().shows(expected, part)

    def click(self, position: tuple[int, int]) -> None:
        """Move the pointer and click. Raises Stopped."""
        self.check()
        super().click(position)


class Person(Mirror):
    """Plays the game of one journal by clicks."""

    patience = PATIENCE

    def __init__(self, mirror: Mirror, shown_on: Watched, path: Path, rng: Random) -> None:
        super().__init__(mirror.app, shown_on)
        self.path = path
        self.rng = rng
        self.watched = shown_on
        self.seen = Seen()
        self.pressed = 0.0
        """When winter's sheet was let go last."""
        self.bars: list[bytes] = []
        """What the bar says while the question is not answered ..."""
        self.bars_after: list[bytes] = []
        """... and once it is."""
        self.scene: GameScene | None = None
        """The mirror at the question that was asked last ..."""
        self.bar_then = pygame.Rect(0, 0, 0, 0)
        """... and where on the bar it stood."""

    # From question to question

    def play(self) -> None:
        """Continue the game and answer whatever is asked, to its end. Raises Stopped."""
        self.app.replace(MenuScene(self.app))
        self.wait_for("the menu")
        self.screen.click(self.target("continue").rect.center)  # the mirror must not write into the journal too
        while (scene := self._next()) is not None:
            self._ask(scene)
            self._answer(scene)
        self.seen.is_over = True

    def _next(self) -> GameScene | None:
        """Wait until the journal leads to another question, and return the mirror at it; None: the game is over."""
        found: list[GameScene | None] = []
        self.pressed = time.monotonic()

        def look() -> bool:
            self.watched.check()
            self._go_on()
            contents = read_journal(game_of, self.path)
            if len(contents.raw) > self.seen.line or not self.seen.line:
                found.extend(self._asked(contents))
            return bool(found)

        until(look, "another question", PATIENCE)
        return found[0]

    def _go_on(self) -> None:
        """Let winter's sheet, which waits until it has been seen, go whenever it comes: the mirror shows no past."""
        if time.monotonic() >= self.pressed + SKIPS_EVERY:
            self.pressed = time.monotonic()
            self.screen.press("space")

    def _asked(self, contents: Contents) -> Iterator[GameScene | None]:
        """Yield the mirror where a journal ends if a person is asked there, None if the game has ended there."""
        if contents.is_finished:
            yield None
            return
        scene = self.reflect(contents)
        if scene.model.question is not None and self._last_is_new(contents):
            self.seen.line = len(contents.raw)
            yield scene

    def _last_is_new(self, contents: Contents) -> bool:
        """Return whether more than the answers of others to the same question has come."""
        scene = clicking.top(self.app, GameScene)
        asked, before = clicking.asked(scene), self.seen.question
        return before is None or asked.key != before.key or asked.seat != before.seat

    def reflect(self, contents: Contents) -> GameScene:
        """Bring the mirror to where a copy of the game stands, with the plan that is half laid."""
        copy = self.screen.folder / self.path.name
        for place, data in ((copy, b"".join(contents.raw)), (draft_path(copy), _read(draft_path(self.path)))):
            place.unlink(missing_ok=True)
            if data:
                place.write_bytes(data)
        self.app.replace(MenuScene(self.app))
        clicking.show_game(self.app, resume(read_journal(game_of, copy)), [])
        scene = clicking.top(self.app, GameScene)
        while scene.is_moving() or clicking.see_the_year_end(scene):
            scene.update(clicking.A_LONG_TIME)
        scene.update(0.0)
        self.rest(scene)
        return scene

    def _ask(self, scene: GameScene) -> None:
        """Wait until the screen asks what the mirror asks."""
        self.wait_for_question(scene)
        self.scene, self.bar_then = scene, self.bar(scene)
        self.seen.question, self.seen.is_answered = scene.model.question, False
        self.seen.cards = {}
        self.bars, self.bars_after = [self._words(self.app.window)], []

    def _answer(self, scene: GameScene) -> None:
        question = clicking.asked(scene)
        view, inside = scene.driver.session.view(question.seat), scene.driver.session.inside
        self.follow(scene, opponent("greedy")(view, inside, question, Random(question.key), UNLIMITED))

    def click_at(self, position: tuple[int, int]) -> None:
        """Click in both windows, and know what the bar says as long as the question is open."""
        super().click_at(position)
        if self.scene is not None:
            is_open = self.scene.model.question is self.seen.question
            (self.bars if is_open else self.bars_after).append(self._words(self.app.window))

    def _words(self, picture: pygame.Surface) -> bytes:
        """Return what the bar looks like where the question stood."""
        return pixels(picture, self.bar_then)

    def judge(self) -> None:
        """Look at the screen of the stopped program: is the question answered there?"""
        if self.scene is not None and self.seen.question is not None:
            words = self._words(self.screen.picture())
            self.seen.is_answered = words in self.bars_after and words not in self.bars

    # Plans

    def _plan(self, plan: Plan) -> None:
        """Lay what does not lie yet, card by card, and commit."""
        scene = clicking.top(self.app, GameScene)
        laid = {number: card for number, card in enumerate(clicking.draft(scene).fields) if card is not None}
        for number, card in enumerate((*plan.fields, plan.bid)):
            if card is not None and number not in laid:
                waits = bool(laid) and self.rng.random() < HESITATES
                if waits:
                    time.sleep(REST)
                self._lay(card, number)
                self.seen.cards |= laid if waits else {}
                laid[number] = card
        self.click("commit")

    def _lay(self, card: Card, number: int) -> None:
        """Lay a card and wait until the screen shows it on its field; a click that has got lost is made again."""
        places = [self.target(name).rect.center for name in (f"card-{card}", f"field-{number}")]
        self.click(f"card-{card}")
        self.click(f"field-{number}")
        slot = self.target(f"field-{number}").rect.copy()
        slot.height //= 2
        ends = time.monotonic() + PATIENCE
        while not self._is_seen(slot):
            self.seen.lost_clicks += 1
            if time.monotonic() > ends:
                raise AssertionError(f"{card} doesn't come to field {number}")
            for place in places:
                self.screen.click(place)

    def _is_seen(self, slot: pygame.Rect) -> bool:
        """Return whether a part of the screen comes to look like that of the mirror within some seconds."""
        self.app.step(0.0)
        try:
            until(lambda: self.screen.shows(self.app.window, slot), "a card", LOST_AFTER)
        except AssertionError:
            return False
        return True


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def life(mirror: Mirror, path: Path, rng: Random) -> Seen:
    """Let a person play on until the program is killed, and return what was acknowledged."""
    with clean(mirror.screen.folder, path), program(mirror.screen, PROGRAM) as running:
        person = Person(mirror, Watched(mirror.screen), path, rng)
        with killing(person, running, rng.random() * LONGEST):
            person.play()
    return person.seen


@contextmanager
def killing(person: Person, running: "subprocess.Popen[bytes]", seconds: float) -> Iterator[None]:
    """Stop the program so long after the first question, have the screen judged, and kill it."""

    def stop() -> None:
        while person.seen.question is None and running.poll() is None:
            time.sleep(SETTLED)
        time.sleep(seconds)
        if running.poll() is None:
            running.send_signal(signal.SIGSTOP)
        person.watched.stopped.set()

    clock = threading.Thread(target=stop, daemon=True)
    clock.start()
    try:
        yield
    except Stopped:
        time.sleep(SETTLED)
        person.judge()
    finally:
        running.kill()
        running.wait()
        clock.join()


@contextmanager
def clean(folder: Path, path: Path) -> Iterator[None]:
    """Leave nothing of the mirror's copy of a game in a folder."""
    try:
        yield
    finally:
        for copy in folder.glob(f"{path.stem}.*"):
            copy.unlink()


@contextmanager
def data_folder(folder: Path) -> Iterator[None]:
    """Have this process and all that it starts keep games and settings there."""
    with patch.dict(os.environ, SHOGUN_HOME=str(folder)):
        yield
