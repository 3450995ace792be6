"""What the layout check looks at of Rumble Nation: lessons, questions, the war, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.state import CarryOut, Deploy
from shogun.games.rumble_nation.screen.listing import OPPONENT
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.layout.generic_samples import GenericSamples
from tests.layout.samples import STRIDE

WAR_MOMENTS = 12


class RumbleSamples(GenericSamples):
    """A game of one person and three opponents."""

    scene_type = RumbleScene
    opponent = OPPONENT
    seed = 3

    def weighed(self, app: App, scene: RumbleScene) -> Iterator[Scene]:
        """Yield a question once more with an answer being weighed."""
        weighed = scene.model.question.sample(Random(1))
        if isinstance(weighed, Deploy | CarryOut):
            scene.controls.choose(weighed)
            app.step(0.0)
            yield scene

    def held(self, app: App, scene: RumbleScene) -> Iterator[Scene]:
        """Yield a card that an opponent has played, and let the game go on."""
        if scene.model.is_held:
            app.step(0.0)
            yield scene
            scene.controls.seen()

    def end(self, app: App, scene: RumbleScene) -> Iterator[Scene]:
        """Yield the end of the game, and its war once more."""
        yield app.scene
        scene.show_war_again()
        for _moment in range(WAR_MOMENTS):
            app.step(STRIDE)
            yield scene
        scene.showing.finish()

    def setup(self) -> rules.Setup:
        """Return what is agreed: all that can be in a game."""
        return rules.Setup(4, advanced=True)
