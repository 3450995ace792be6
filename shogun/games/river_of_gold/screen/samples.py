"""What `shogun play --check-layout` looks at of River of Gold: its questions, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.screen.form import OPPONENT
from shogun.games.river_of_gold.screen.scene import RiverPast, RiverScene
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.saves import SUFFIX, games_folder
from shogun.table.session import Session
from shogun.window.checks.samples import STRIDE, Extent
from shogun.window.kit.app import App
from shogun.window.kit.scene import Scene
from shogun.window.play.brought import brought

MOST_QUESTIONS: dict[Extent, int] = {"beginning": 1, "short": 12, "whole": 10_000}
SEED = 3


def samples(app: App, extent: Extent) -> Iterator[Scene]:
    """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""
    game = brought(app.options, rules.code)
    session = Session.start(rules, _header())
    scene = RiverScene(app, game, session, [])
    app.replace(scene)
    asked = 0
    while scene.model.result is None and asked < MOST_QUESTIONS[extent]:
        app.step(STRIDE)
        if question := scene.model.question:
            asked += 1
            yield from _asked(app, scene)
            scene.controls.answer(question.sample(Random(question.key)))
    app.step(0.0)
    yield scene
    if scene.model.result is not None:
        scene.controls.show_end()
        app.step(0.0)
        yield app.scene
        app.pop()
    yield from _past(app, scene)
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{rules.code}{SUFFIX}").write_bytes(b"".join(session.writer.lines))


def _asked(app: App, scene: RiverScene) -> Iterator[Scene]:
    """Yield a question; of a turn also a move that is weighed, and the exchanges."""
    yield scene
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


def _past(app: App, scene: RiverScene) -> Iterator[Scene]:
    story = scene.story()
    past = RiverPast(app, scene.game, story, place=story.last)
    app.push(past)
    app.step(0.0)
    yield past


def _header() -> Header:
    names = ("Kai", "Echigo", "Owari", "Aki")
    players = (PERSON, *(OPPONENT,) * 3)
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
    return Header(game=rules.code, seed=SEED, setup=rules.Setup(4, "table"), seats=seats)
