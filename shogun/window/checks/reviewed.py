"""What decided a game, as it is looked at when the layout is checked: with one playout at each moment."""

from collections.abc import Iterator

from shogun.players.review.game_review import ReviewWork
from shogun.window.game.played import PlayedScene
from shogun.window.game.review_scene import ReviewScene
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene


def reviewed(app: App, game: PlayedScene) -> Iterator[Scene]:
    """Yield the review of a game that is over; of a game that nobody judges nothing."""
    story = game.story()
    if not story.game.is_judged:
        return
    scene = ReviewScene(app, story, game.look_at)
    answers = [step.line for step in story.history.steps]
    *_before, scene.reviewing.estimates = ReviewWork(story.game, story.header, answers, 1).estimates([], 1)
    scene.review = scene.reviewing.review()
    app.push(scene)
    app.step(0.0)
    yield scene
    app.pop()
