"""What the layout check looks at of River of Gold: lessons, questions, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.end_of_game import RiverEnd
from shogun.games.river_of_gold.screen.listing import OPPONENT
from shogun.games.river_of_gold.screen.scene import RiverScene
from shogun.games.river_of_gold.screen.standing import PAGES, StandingScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.layout.generic_samples import GenericSamples


class RiverSamples(GenericSamples):
    """A game of one person and three opponents."""

    scene_type = RiverScene
    opponent = OPPONENT
    seed = 3

    def weighed(self, app: App, scene: RiverScene) -> Iterator[Scene]:
        """Yield a turn once more with a move that is weighed, how all stand, and the exchanges."""
        if not scene.model.is_turn:
            return
        moves = [move for move in scene.model.choices if scene.model.offers.allow(move)]
        scene.controls.choose(Random(scene.model.question.key).choice(moves))
        app.step(0.0)
        yield scene
        yield from self.standing(app, scene)
        if scene.model.exchanges:
            scene.controls.toggle_exchanges()
            app.step(0.0)
            yield scene
            scene.controls.toggle_exchanges()

    def standing(self, app: App, scene: RiverScene) -> Iterator[Scene]:
        """Yield all pages of the sheet that tells how everybody stands."""
        scene.controls.show_standing()
        sheet = app.scene
        assert isinstance(sheet, StandingScene), "what was asked for"
        for page in PAGES:
            sheet.turn_to(page)
            app.step(0.0)
            yield sheet
        app.pop()

    def end(self, app: App, scene: RiverScene) -> Iterator[Scene]:
        """Yield the final scoring."""
        scene.controls.show_end()
        app.step(0.0)
        end = app.scene
        assert isinstance(end, RiverEnd), "what was asked for"
        yield end
        end.toggle_sources()
        app.step(0.0)
        yield app.scene
        app.pop()

    def setup(self) -> rules.Setup:
        """Return what is agreed: all that can be in a game."""
        return rules.Setup(4, "table")
