"""What `shogun play --check-layout` looks at of a game on the generic screen: its questions, and its past."""

from collections.abc import Iterator
from random import Random

from shogun.table.journal import PERSON, Header, SeatInfo, TowerInfo
from shogun.table.saves import SUFFIX, games_folder
from shogun.table.session import Session
from shogun.window.checks.samples import STRIDE, Extent
from shogun.window.generic.past import GenericPast
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.app import App
from shogun.window.kit.scene import Scene
from shogun.window.play.brought import Brought

MOST_QUESTIONS: dict[Extent, int] = {"beginning": 1, "short": 10, "whole": 10_000}


class GenericSamples:
    """Plays a game in which the first seat is a person's, whose answers are drawn."""

    def __init__(self, game: Brought) -> None:
        self._game = game

    def samples(self, app: App, extent: Extent) -> Iterator[Scene]:
        """Yield what is to be looked at, each as soon as it is shown."""
        session = Session.start(self._game.rules, self._header())
        scene = GenericScene(app, self._game, session, [])
        app.replace(scene)
        asked = 0
        while scene.model.result is None and asked < MOST_QUESTIONS[extent]:
            app.step(STRIDE)
            if question := scene.model.question:
                asked += 1
                yield scene
                scene.controls.answer(question.sample(Random(question.key)))
        app.step(0.0)
        yield scene
        story = scene.story()
        past = GenericPast(app, self._game, story, place=story.last)
        app.push(past)
        app.step(0.0)
        yield past
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self._game.code}{SUFFIX}").write_bytes(b"".join(session.writer.lines))

    def _header(self) -> Header:
        form, rules = self._game.form, self._game.rules
        seats = form.default_seats()[: form.usual_count()]
        chosen = {choice.name: choice.default for choice in form.choices()}
        players = (PERSON, *(self._game.opponents.SUBSTITUTE,) * (len(seats) - 1))
        named = tuple(SeatInfo(seat.name, "", player) for seat, player in zip(seats, players, strict=True))
        tower = TowerInfo() if rules.has_tower else None
        return Header(game=rules.code, seed=1, setup=form.setup(seats, chosen, None), seats=named, tower=tower)


def of(game: Brought) -> GenericSamples:
    """Return what is looked at of a game."""
    return GenericSamples(game)
