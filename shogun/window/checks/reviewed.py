"""What decided a game, as it is looked at when the layout is checked: with one playout at each moment.

What people decided isn't judged for that: each decision is told as a great mistake.
"""

from collections.abc import Iterator

import msgspec

from shogun.players.review.decision_verdicts import NONE, Decision, Difference
from shogun.players.review.decision_work import DecisionWork
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
    if scene.judging is not None:
        scene.judging.found = {place: _mistake(scene.judging.work, place) for place in scene.judging.work.places}
        scene.choose(scene.tabs[-1])
        app.step(0.0)
        yield scene
    app.pop()


def _mistake(work: DecisionWork, place: int) -> Decision:
    """Return a decision that counts as a great mistake, as if the very same answer were better."""
    step = work.past.steps[place]
    answer, seat = msgspec.to_builtins(step.answer), step.question.seat
    assert seat is not None, "only decisions are judged"
    return Decision(place, seat, work.judge.KINDS[0], (answer,), answer, Difference(0.25, 0.01), NONE)
