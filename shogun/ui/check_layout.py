"""`shogun play --check-layout`: draws every scene without a screen and tells what can't be read.

A person's questions of two games with the quick tower are drawn: a year of five players with the printed line-up, and
a whole game of three with the draft on the moon side.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from random import Random
from typing import TYPE_CHECKING, TypeVar

from shogun import rules
from shogun.players import opponent
from shogun.rules.state import Setup
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.seats import UNLIMITED
from shogun.table.session import Session
from shogun.ui.options import PlayOptions

if TYPE_CHECKING:
    from shogun.ui.app import App
    from shogun.ui.scenes.game import GameScene

T = TypeVar("T")

SIZES = ((1280, 720), (1920, 1080))
GAMES = ((Setup(5), 1), (Setup(3, side="moon", line_up="draft"), 2))
"""What is played, and for how many years."""
STRIDE = 30.0
"""Seconds that pass between two looks: longer than anything is shown."""
STAND_IN = "greedy"
LONG_NAMES = ("Takeda Shingen", "Uesugi Kenshin", "Oda Nobunaga", "Mōri Motonari", "Hōjō Ujiyasu")


class _Here:
    """Stands for workers: every task is done at once in this process."""

    count = 1

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        future: Future[T] = Future()
        future.set_result(task())
        return future

    def restart(self) -> None:
        """Do nothing: nothing is under way."""

    def close(self) -> None:
        """Do nothing: nothing was started."""


def layout_flaws(sizes: tuple[tuple[int, int], ...] = SIZES) -> list[str]:
    """Return a sentence for each flaw that is found at these sizes, none twice."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    found = {f"{width}x{height}: {flaw}": None for width, height in sizes for flaw in _flaws_at((width, height))}
    return list(found)


def _flaws_at(size: tuple[int, int]) -> Iterator[str]:
    from shogun.ui.app import App
    from shogun.ui.settings import Settings

    app = App(PlayOptions(size=size), Settings(sound=False, odds=False))
    app.workers = _Here()  # type: ignore[assignment]  # all that a window asks of workers
    app.open()
    try:
        yield from _menus(app)
        for setup, years in GAMES:
            yield from _game(app, setup, years)
    finally:
        app.abandon()


def _menus(app: "App") -> Iterator[str]:
    from shogun.ui.readable import flaws
    from shogun.ui.scenes.menu import MenuScene
    from shogun.ui.scenes.new_game import NewGameScene
    from shogun.ui.scenes.preferences import PreferencesScene

    for scene in (MenuScene(app), NewGameScene(app), PreferencesScene(app)):
        app.replace(scene)
        app.step(0.0)
        yield from flaws(scene)


def _game(app: "App", setup: Setup, years: int) -> Iterator[str]:
    """Play a game in which a stand-in answers for the person, and look at each question and at the end."""
    from shogun.ui.readable import flaws
    from shogun.ui.scenes.game import GameScene

    seats = tuple(SeatInfo(name, "", STAND_IN) for name in LONG_NAMES[: setup.seats])
    seats = (SeatInfo(LONG_NAMES[0], "", PERSON), *seats[1:])
    session = Session.start(rules, Header(seed=1, setup=setup, seats=seats, tower=TowerInfo()))
    scene = GameScene(app, session, [])
    app.replace(scene)
    while scene.model.result is None and scene.model.view.year <= years:
        app.step(STRIDE)
        if scene.model.question is not None:
            yield from flaws(scene)
            _answer(scene, session)
    app.step(0.0)
    yield from flaws(scene)


def _answer(scene: "GameScene", session: Session) -> None:
    question = scene.model.question
    assert question is not None
    view = session.view(question.seat)
    scene.answer(opponent(STAND_IN)(view, session.inside, question, Random(question.key), UNLIMITED))
