"""What the layout check looks at of Shogun.

The tutorial's chapters, a year of five players with the printed line-up, with every battle, and a whole game of three
with the draft on the moon side. Each question that a person is asked is looked at.
"""

from collections.abc import Iterator
from functools import partial
from random import Random

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import SUBSTITUTE, opponent
from shogun.games.shogun.rules.cards import SEASONS
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.scenes.game_scene import GameScene
from shogun.games.shogun.screen.scenes.history_scene import HistoryScene
from shogun.games.shogun.screen.scenes.large_tower import TheatreScene
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session
from shogun.window.game.showing import lost_words
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import brought
from shogun.window.play.model import Waiting
from shogun.window.play.routes import ToBranch
from shogun.window.scenes.branch import BranchScene
from shogun.window.scenes.lost_file import LostFileScene
from shogun.window.scenes.pause import HandOver, HandOverScene, PauseScene, PlayerChoices, SeatScene
from tests.layout.generic_samples import GenericSamples
from tests.layout.reviewed import reviewed
from tests.layout.samples import LONG_NAMES, STRIDE, Extent

GAMES = ((Setup(5), 4), (Setup(3, side="moon", line_up="draft"), 8))
"""What is played, and for how many seasons (a year has four)."""
MOST_SEASONS: dict[Extent, int] = {"beginning": 0, "short": 1, "whole": 8}
BATTLE_STRIDE = 1.2
"""Seconds between two looks at what is shown of a battle."""
PAST = 12
"""Moments of each game that are looked back at."""
TROUBLE = "/a/folder/of/the/player/with/a/long/name/game.journal can't be written: No space left. The game waits."
"""Why a game may stand still."""


class ShogunSamples(GenericSamples):
    """Plays games in which a stand-in answers for the person."""

    def samples(self, app: App, extent: Extent) -> Iterator[Scene]:
        """Yield what is to be looked at, each as soon as it is shown; leave journals in the folder of games."""
        yield from self.lessons(app)
        for setup, seasons in GAMES[:1] if extent == "beginning" else GAMES:
            session = _begun(setup)
            yield from _game(app, session, min(seasons, MOST_SEASONS[extent]))
            self.keep(session, setup.side)


def _begun(setup: Setup) -> Session:
    seats = tuple(SeatInfo(name, "", SUBSTITUTE) for name in LONG_NAMES[: setup.seats])
    seats = (SeatInfo(LONG_NAMES[0], "", PERSON), *seats[1:])
    return Session.start(rules, Header(seed=1, setup=setup, seats=seats, tower=TowerInfo()))


def _game(app: App, session: Session, seasons: int) -> Iterator[Scene]:
    """Play a game in which a stand-in answers for the person: its questions, battles and end, and what can lie upon."""
    scene = GameScene(app, brought(app.options, rules.code), session, [])
    app.replace(scene)
    while scene.model.result is None and _seasons(scene.model.view) < seasons and app.scene is scene:
        app.step(BATTLE_STRIDE if scene.model.battle else STRIDE)
        if scene.model.question is not None or scene.model.battle is not None:
            yield scene
        if scene.model.question is not None:
            yield from _aimed(app, scene)
            _answer(scene, session)
        elif not scene.model.is_seen:
            yield scene
            scene.controls.go_on()
    app.step(0.0)
    yield app.scene
    if scene.model.result is not None:
        yield from reviewed(app, scene)
    for above in _above(app, scene):
        app.push(above)
        app.step(0.0)
        yield above
        app.pop()


def _seasons(view: View) -> int:
    """Return how many seasons are over."""
    return (view.year - 1) * len(SEASONS) + SEASONS.index(view.season)


def _aimed(app: App, scene: GameScene) -> Iterator[Scene]:
    """If a march is asked for, aim it at another player: then most is said of it."""
    march, provinces = scene.model.march, scene.model.view.provinces
    if march is None:
        return
    foe = next(
        (name for name in march.question.targets if provinces[name].owner not in (None, march.question.seat)), None
    )
    if foe is not None:
        march.aim(foe)
        app.step(0.0)
        yield scene


def _answer(scene: GameScene, session: Session) -> None:
    question = scene.model.question
    assert question is not None
    view = session.view(question.seat)
    scene.controls.answer(opponent(SUBSTITUTE)(view, session.inside, question, Random(question.key), UNLIMITED))


def _above(app: App, scene: GameScene) -> Iterator[Scene]:
    """Yield what can lie upon a game."""
    yield TheatreScene(app, scene)
    waiting = [Waiting(seat, number % 2 == 0) for number, seat in enumerate(scene.model.seats)]
    for trouble in ("", TROUBLE):
        yield HandOverScene(app, HandOver(scene.model.seats[0], waiting, partial(str, trouble)), app.pop, app.pop)
    yield PauseScene(app, scene.driver.session)
    lost = LostFileScene(app, lost_words("2026-05-01 12-00-00.journal", has_drops=False), "Kai", lambda _name: None)
    lost.complaint = TROUBLE
    yield lost
    story = scene.story()
    tried = BranchScene(app, ToBranch(story.contents(), story.last, story.branch_refusal(0, as_it_came=True)))
    tried.complaint = TROUBLE
    yield tried
    yield SeatScene(
        app, PlayerChoices(scene.driver.game.opponents), scene.model.seats[0], SUBSTITUTE, lambda _player: None
    )
    for place in range(0, story.last, max(1, story.last // PAST)):
        yield HistoryScene(app, scene.game, story, place=place)
