"""What the layout check looks at of a game on the generic screen: its questions, and its past."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from shogun.game.options import usual_choices
from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.saved_games import SUFFIX, games_folder
from shogun.table.session import Session
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.game.opening import ShownGame
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from tests.layout.reviewed import reviewed
from tests.layout.samples import LONG_NAMES, STRIDE, Extent

MOST_QUESTIONS: dict[Extent, int] = {"beginning": 1, "short": 12, "whole": 10_000}


class GenericSamples:
    """Plays a game in which the first seat is a person's, whose answers are drawn; a game's own samples show more."""

    scene_type: type[GenericScene] = GenericScene
    opponent = ""
    """Who plays all other seats; empty: who steps in for others."""
    seed = 1

    def __init__(self, game: ShownGame) -> None:
        self._game = game

    def samples(self, app: App, extent: Extent) -> Iterator[Scene]:
        """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""
        yield from self.lessons(app)
        session = Session.start(self._game.rules, self.header())
        scene = self.scene_type(app, self._game, session, [])
        app.replace(scene)
        asked = 0
        while scene.model.result is None and asked < MOST_QUESTIONS[extent]:
            app.step(STRIDE)
            yield from self.held(app, scene)
            if question := scene.model.question:
                asked += 1
                yield scene
                yield from self.weighed(app, scene)
                scene.controls.answer(question.sample(Random(question.key)))
        app.step(0.0)
        yield scene
        if scene.model.result is not None:
            yield from self.end(app, scene)
            yield from reviewed(app, scene)
        yield self._past(app, scene)
        self.keep(session, self._game.code)

    def keep(self, session: Session, name: str) -> None:
        """Leave a game's journal in the folder of games."""
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}{SUFFIX}").write_bytes(b"".join(session.writer.lines))

    def lessons(self, app: App) -> Iterator[Scene]:
        """Yield the list of the tutorial's chapters, and each chapter as it begins, as soon as it is shown."""
        listed = self._game.opening.lessons(app)
        if not isinstance(listed, LessonsScene):
            return
        for taught in chain([listed], (listed.lesson(app, chapter) for chapter in listed.course.chapters)):
            app.replace(taught)
            app.step(0.0)
            yield taught

    # What a game's own samples show besides

    def weighed(self, _app: App, _scene: Any) -> Iterator[Scene]:
        """Yield the scene in which something is asked again, with answers that are weighed."""
        yield from ()

    def held(self, _app: App, _scene: Any) -> Iterator[Scene]:
        """Yield the scene in which something stands still until it was seen, and let it go on."""
        yield from ()

    def end(self, _app: App, _scene: Any) -> Iterator[Scene]:
        """Yield what there is to see when the game is over."""
        yield from ()

    def _past(self, app: App, scene: GenericScene) -> Scene:
        story = scene.story()
        past = scene.past_type(app, self._game, story, place=story.last)
        app.push(past)
        app.step(0.0)
        return past

    def header(self) -> Header:
        """Return which game is played, and by whom."""
        rules, setup = self._game.rules, self.setup()
        players = (PERSON, *(self.opponent or self._game.opponents.SUBSTITUTE,) * (setup.seats - 1))
        named = tuple(SeatInfo(name, "", player) for name, player in zip(LONG_NAMES, players, strict=False))
        tower = TowerInfo() if rules.has_tower else None
        return Header(game=rules.code, seed=self.seed, setup=setup, seats=named, tower=tower)

    def setup(self) -> Any:
        """Return what is agreed in that game."""
        form = self._game.form
        seats = form.default_seats()[: form.usual_count()]
        return form.setup(seats, usual_choices(form.choices()), None)
