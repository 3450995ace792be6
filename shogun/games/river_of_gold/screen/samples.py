"""What `shogun play --check-layout` looks at of River of Gold: lessons, questions, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.form import OPPONENT
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.tutorial.chapters import CHAPTERS, course
from shogun.games.river_of_gold.screen.tutorial.lesson import RiverLesson
from shogun.table.storage.journal import PERSON, Header, SeatInfo
from shogun.window.checks.samples import Extent
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.generic.samples import GenericSamples
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import brought

SEED = 3


class RiverSamples(GenericSamples):
    """A game of one person and three opponents."""

    scene_type = RiverScene

    def lessons(self, app: App) -> Iterator[Scene]:
        """Yield the list of the tutorial's chapters, and each chapter as it begins."""
        yield LessonsScene(app, course(brought(app.options, rules.code)), RiverLesson)
        yield from (RiverLesson(app, chapter) for chapter in CHAPTERS)

    def weighed(self, app: App, scene: RiverScene) -> Iterator[Scene]:
        """Yield a turn once more with a move that is weighed, and with the exchanges."""
        if not scene.model.is_turn:
            return
        moves = [move for move in scene.model.choices if scene.model.offers.allow(move)]
        scene.controls.choose(Random(scene.model.question.key).choice(moves))
        app.step(0.0)
        yield scene
        if scene.model.exchanges:
            scene.controls.toggle_exchanges()
            app.step(0.0)
            yield scene
            scene.controls.toggle_exchanges()

    def end(self, app: App, scene: RiverScene) -> Iterator[Scene]:
        """Yield the final scoring."""
        scene.controls.show_end()
        app.step(0.0)
        yield app.scene
        app.pop()

    def header(self) -> Header:
        """Return a game with all that can be in it."""
        names = ("Kai", "Echigo", "Owari", "Aki")
        players = (PERSON, *(OPPONENT,) * 3)
        seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
        return Header(game=rules.code, seed=SEED, setup=rules.Setup(4, "table"), seats=seats)


def samples(app: App, extent: Extent) -> Iterator[Scene]:
    """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""
    return RiverSamples(brought(app.options, rules.code)).samples(app, extent)
