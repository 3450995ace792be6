"""What `shogun play --check-layout` looks at of Rumble Nation: its questions, the war, its end and its past."""

from collections.abc import Iterator
from random import Random

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.moves import CarryOut, Deploy
from shogun.games.rumble_nation.screen.form import OPPONENT
from shogun.games.rumble_nation.screen.scene import RumblePast, RumbleScene
from shogun.games.rumble_nation.screen.tutorial.chapters import CHAPTERS, course
from shogun.games.rumble_nation.screen.tutorial.lesson import RumbleLesson
from shogun.table.journal import PERSON, Header, SeatInfo
from shogun.table.saves import SUFFIX, games_folder
from shogun.table.session import Session
from shogun.window.checks.samples import STRIDE, Extent
from shogun.window.game.lessons.chapters import LessonsScene
from shogun.window.kit.app import App
from shogun.window.kit.scene import Scene
from shogun.window.play.brought import brought

MOST_QUESTIONS: dict[Extent, int] = {"beginning": 1, "short": 12, "whole": 10_000}
SEED = 3
WAR_MOMENTS = 12


def samples(app: App, extent: Extent) -> Iterator[Scene]:
    """Yield what is to be looked at, each as soon as it is shown; leave a journal in the folder of games."""
    game = brought(app.options, rules.code)
    lessons = LessonsScene(app, course(game), RumbleLesson)
    for taught in (lessons, *(RumbleLesson(app, chapter) for chapter in CHAPTERS)):
        app.replace(taught)
        app.step(0.0)
        yield taught
    session = Session.start(rules, _header())
    scene = RumbleScene(app, game, session, [])
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
        yield from _end(app, scene)
    yield from _past(app, scene)
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{rules.code}{SUFFIX}").write_bytes(b"".join(session.writer.lines))


def _asked(app: App, scene: RumbleScene) -> Iterator[Scene]:
    """Yield a question, and once more with an answer being weighed."""
    yield scene
    weighed = scene.model.question.sample(Random(1))
    if isinstance(weighed, Deploy | CarryOut):
        scene.controls.choose(weighed)
        app.step(0.0)
        yield scene


def _end(app: App, scene: RumbleScene) -> Iterator[Scene]:
    """Yield the end of the game, and its war once more."""
    yield app.scene
    scene.show_war_again()
    for _moment in range(WAR_MOMENTS):
        app.step(STRIDE)
        yield scene
    scene.showing.finish()


def _past(app: App, scene: RumbleScene) -> Iterator[Scene]:
    story = scene.story()
    past = RumblePast(app, scene.game, story, place=story.last)
    app.push(past)
    app.step(0.0)
    yield past


def _header() -> Header:
    names = ("Kai", "Echigo", "Owari", "Aki")
    players = (PERSON, *(OPPONENT,) * 3)
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(names, players, strict=True))
    return Header(game=rules.code, seed=SEED, setup=rules.Setup(4, advanced=True), seats=seats)
