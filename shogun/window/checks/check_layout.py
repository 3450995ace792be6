"""`shogun play --check-layout`: draws every scene without a screen and tells what can't be read or hit.

Menus, help and games with the quick tower are drawn at several sizes of the window and of the interface, in English
and in the pseudo-language: a year of five players with the printed line-up, with every battle, and a whole game of
three with the draft on the moon side. Each question that a person is asked is looked at, and every tooltip. In larger
windows there is never less room, only other rounding: there the games end after the first season.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import chain, product
from random import Random
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from shogun.base.language import ENGLISH, PSEUDO, speaking
from shogun.base.work import Workers
from shogun.game.protocol import only
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.cards import SEASONS
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.view import View
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.saves import SUFFIX, games_folder
from shogun.table.seats import UNLIMITED
from shogun.table.session import Session
from shogun.window.kit.options import PlayOptions
from shogun.window.kit.settings import SCALES, Settings

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene
    from shogun.window.checks.readable import Flaw
    from shogun.window.kit.app import App
    from shogun.window.kit.scene import Scene

T = TypeVar("T")

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
LANGUAGES = (ENGLISH, PSEUDO)
Games = tuple[tuple[Setup, int], ...]
GAMES: Games = ((Setup(5), 4), (Setup(3, side="moon", line_up="draft"), 8))
"""What is played, and for how many seasons (a year has four)."""
FIRST_SEASONS: Games = tuple((setup, 1) for setup, _seasons in GAMES)
STRIDE = 30.0
"""Seconds that pass between two looks: longer than anything is shown."""
BATTLE_STRIDE = 1.2
"""Seconds between two looks at what is shown of a battle."""
PAST = 12
"""Moments of each game that are looked back at."""
STAND_IN = "greedy"
LONG_NAMES = ("Takeda Shingen", "Uesugi Kenshin", "Oda Nobunaga", "Mōri Motonari", "Hōjō Ujiyasu")
LONG_MESSAGE = "The game can't go on, and this sentence is as long as one that tells why. " * 3


class Case(Struct, frozen=True):
    """One way in which the window may be shown."""

    size: tuple[int, int]
    scale: float = 1.0
    language: str = ENGLISH

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.scale:.0%} {self.language}"


class _Here:
    """Stands for workers: every task is done at once in this process."""

    count = 1

    def submit(self, task: Callable[[], T]) -> "Future[T]":
        future: Future[T] = Future()
        future.set_result(task())
        return future

    def restart(self) -> None:
        """Do nothing: nothing is under way."""

    def abandon(self) -> None:
        """Do nothing: nothing was started."""


def cases(sizes: tuple[tuple[int, int], ...] = SIZES) -> list[Case]:
    """Return all ways in which the window may be shown at some sizes; the longest ones first."""
    return sorted((Case(*parts) for parts in product(sizes, SCALES, LANGUAGES)), key=lambda case: case.size)


def layout_flaws(sizes: tuple[tuple[int, int], ...] = SIZES) -> Iterator[str]:
    """Yield a sentence for each flaw as soon as it is found at these sizes; all processors look."""
    asked = cases(sizes)
    with Workers(tasks_each=1) as workers:
        for case, flaws in zip(asked, workers.map(flaws_of, asked), strict=True):
            yield from (f"{case}: {flaw}" for flaw in flaws)


def flaws_of(case: Case, games: Games | None = None) -> list[str]:
    """Return a sentence for each flaw that is found in one case, none twice."""
    games = games or (GAMES if case.size == SIZES[0] else FIRST_SEASONS)
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as folder, speaking(case.language):
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        found = dict.fromkeys(_flaws(case, games))
    return [str(flaw) for flaw in found]


def _flaws(case: Case, games: Games) -> "Iterator[Flaw]":
    from shogun.window.kit.app import App
    from shogun.window.router import follow

    settings = Settings(sound=False, odds=False, interface_scale=case.scale, language=case.language)
    app = App(PlayOptions(games=only(rules), size=case.size), follow, settings)
    app.workers = _Here()  # type: ignore[assignment]  # all that a window asks of workers
    app.open()
    look = Inspection()
    try:
        for scene in _menus(app):
            app.replace(scene)
            app.step(0.0)
            yield from look.at(scene)
        for setup, seasons in games:
            yield from _game(app, look, setup, seasons)
    finally:
        app.abandon()


class Inspection:
    """Looks at scenes; each tooltip once."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def at(self, scene: "Scene") -> "Iterator[Flaw]":
        """Yield the flaws of what a scene shows, and of the tooltips that belong to it."""
        from shogun.window.checks.readable import flaws, tooltip_flaws

        return chain(flaws(scene), tooltip_flaws(scene, self._known))


def _menus(app: "App") -> "Iterator[Scene]":
    from shogun.games.shogun.screen.tutorial.chapters import CHAPTERS
    from shogun.games.shogun.screen.tutorial.lesson import LessonScene
    from shogun.games.shogun.screen.tutorial.lessons import LessonsScene
    from shogun.window.scenes.games import GamesScene
    from shogun.window.scenes.key_help import KeysScene
    from shogun.window.scenes.menu import MenuScene
    from shogun.window.scenes.new_game import NewGameScene
    from shogun.window.scenes.preferences import PreferencesScene
    from shogun.window.scenes.rules_help import RulesScene

    yield from (MenuScene(app), MenuScene(app, LONG_MESSAGE), NewGameScene(app), _full_table(app))
    yield from (PreferencesScene(app), KeysScene(app), RulesScene(app), RulesScene(app, "5.6"))
    yield from (GamesScene(app), LessonsScene(app), *(LessonScene(app, chapter) for chapter in CHAPTERS))


def _full_table(app: "App") -> "Scene":
    """Return a new game of five that can't begin: two of them have the same name."""
    from shogun.window.scenes.new_game import NewGameScene

    scene = NewGameScene(app)
    scene.set_count(5)
    scene.rename(0, scene.seats[1].name)
    return scene


def _game(app: "App", look: Inspection, setup: Setup, seasons: int) -> "Iterator[Flaw]":
    """Play a game in which a stand-in answers for the person; look at each question, at battles, and at the end."""
    from shogun.games.shogun.screen.scenes.game.scene import GameScene

    seats = tuple(SeatInfo(name, "", STAND_IN) for name in LONG_NAMES[: setup.seats])
    seats = (SeatInfo(LONG_NAMES[0], "", PERSON), *seats[1:])
    session = Session.start(rules, Header(seed=1, setup=setup, seats=seats, tower=TowerInfo()))
    scene = GameScene(app, session, [])
    app.replace(scene)
    while scene.model.result is None and _seasons(scene.model.view) < seasons and app.scene is scene:
        app.step(BATTLE_STRIDE if scene.model.battle else STRIDE)
        if scene.model.question is not None or scene.model.battle is not None:
            yield from look.at(scene)
        if scene.model.question is not None:
            _answer(scene, session)
    app.step(0.0)
    yield from look.at(app.scene)
    for above in _above(app, scene):
        app.push(above)
        app.step(0.0)
        yield from look.at(above)
        app.pop()
    yield from _list(app, look, session)


def _seasons(view: View) -> int:
    """Return how many seasons are over."""
    return (view.year - 1) * len(SEASONS) + SEASONS.index(view.season)


def _above(app: "App", scene: "GameScene") -> "Iterator[Scene]":
    """Yield what can lie upon a game."""
    from shogun.games.shogun.screen.scenes.history import HistoryScene
    from shogun.games.shogun.screen.scenes.theatre import TheatreScene
    from shogun.window.scenes.hand_over import HandOverScene, Waiting
    from shogun.window.scenes.pause import PauseScene
    from shogun.window.scenes.seat_menu import SeatScene

    yield TheatreScene(app, scene)
    waiting = [Waiting(seat, number % 2 == 0) for number, seat in enumerate(scene.model.seats)]
    yield HandOverScene(app, scene.model.seats[0], waiting, app.pop, app.pop)
    yield PauseScene(app, scene.director.session.header)
    yield SeatScene(app, scene.model.seats[0], STAND_IN, lambda _player: None)
    story = scene.past.story()
    for place in range(0, story.last, max(1, story.last // PAST)):
        yield HistoryScene(app, story, place=place)


def _list(app: "App", look: Inspection, session: Session) -> "Iterator[Flaw]":
    """Look at the list of games with a whole, a damaged and an unreadable one, and at what it asks."""
    from shogun.window.scenes.games import GamesScene

    whole = b"".join(session.writer.lines)
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in (("whole", whole), ("damaged", whole.replace(b"seat", b"seal")), ("noise", b"noise")):
        (folder / f"{name}{SUFFIX}").write_bytes(data)
    scene = GamesScene(app)
    app.push(scene)
    for number in range(len(scene.games)):
        for ask in (scene.keep, scene.begin_rename, scene.ask_delete):
            scene.choose(number)
            ask()
            app.step(STRIDE)
            app.step(STRIDE)
            yield from look.at(scene)


def _answer(scene: "GameScene", session: Session) -> None:
    question = scene.model.question
    assert question is not None
    view = session.view(question.seat)
    scene.controls.answer(opponent(STAND_IN)(view, session.inside, question, Random(question.key), UNLIMITED))
