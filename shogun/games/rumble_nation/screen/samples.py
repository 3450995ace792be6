"""What `shogun play --check-layout` looks at of Rumble Nation: lessons, questions, the war, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy
from shogun.games.rumble_nation.screen.form import OPPONENT
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.screen.tutorial.chapters import CHAPTERS, course
from shogun.games.rumble_nation.screen.tutorial.lesson import RumbleLesson
from shogun.table.storage.journal import PERSON, Header, SeatInfo
from shogun.window.checks.samples import STRIDE, Extent
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.generic.samples import GenericSamples
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import brought

SEED = 3
WAR_MOMENTS = 12


class RumbleSamples(GenericSamples):
    """A game of one person and three opponents."""

    scene_type = RumbleScene

    def lessons(self, app: App) -> Iterator[Scene]:
        """Yield the list of the tutorial's chapters, and each chapter as it begins."""
        yield LessonsScene(app, course(brought(app.options, rules.code)), RumbleLesson)
        yield from (RumbleLesson(app, chapter) for chapter in CHAPTERS)

    def weighed(self, app: App, scene: RumbleScene) -> Iterator[Scene]:
        """Yield a question once more with an answer being weighed."""
        weighed = scene.model.question.sample(Random(1))
        if isinstance(weighed, Deploy | CarryOut):
            scene.controls.choose(weighed)
            app.step(0.0)
            yield scene

    def end(self, app: App, scene: RumbleScene) -> Iterator[Scene]:
        """Yield the end of the game, and its war once more."""
        yield app.scene
        scene.show_war_again()
        for _moment in range(WAR_MOMENTS):
            app.step(STRIDE)
            yield scene
        scene.showing.finish()

    def header(self) -> Header:
        """Return a game with all that can be in it."""
        names = ("Kai", "Echigo", "Owari", "Aki")
        players = (PERSON, *(OPPONENT,) * 3)
        seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
        return Header(game=rules.code, seed=SEED, setup=rules.Setup(4, advanced=True), seats=seats)


def samples(app: App, extent: Extent) -> Iterator[Scene]:
    """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""
    return RumbleSamples(brought(app.options, rules.code)).samples(app, extent)
