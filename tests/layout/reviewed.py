"""Games looked back at when the layout is checked: one playout at each moment, and mistakes that nobody has made."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from shogun.players.review.decision_sums import PlayedGame, player_names
from shogun.players.review.decision_verdicts import NONE, Decision, Difference, JudgedSeat, TriedAnswer
from shogun.players.review.decision_work import DecisionWork
from shogun.players.review.game_review import ReviewWork
from shogun.table.saved_games import SUFFIX
from shogun.window.game.decision_sums_scene import DecisionSumsScene
from shogun.window.game.decision_tab import Decisions
from shogun.window.game.played import PlayedScene
from shogun.window.game.review_scene import ReviewScene
from shogun.window.game.second_try import SecondTry
from shogun.window.kit.runtime.app import App
from shogun.window.kit.runtime.scene import Scene
from shogun.window.play.game_plugin import GamePlugin
from tests.layout.samples import LONG_NAMES

GAMES = 12
"""So many were played by people."""
TRIES = 3
"""About so many of their decisions are tried again."""
TRIED = TriedAnswer(Difference(0.12, 0.01), Difference(0.13, 0.01))
"""An answer that is better than the one given, but not the best: it has the longest text."""


def reviewed(app: App, game: PlayedScene) -> Iterator[Scene]:
    """Yield the review of a game that is over; of a game that nobody judges nothing."""
    story = game.story()
    if not story.game.is_judged:
        return
    scene = ReviewScene(app, story, game.look_at)
    *_before, scene.reviewing.estimates = ReviewWork(story.game, story.told(), 1).estimates([], 1)
    scene.review = scene.reviewing.review()
    app.push(scene)
    app.step(0.0)
    yield scene
    if scene.judging is not None:
        scene.judging.found = {place: _mistake(scene.judging.work, place) for place in scene.judging.work.places}
        yield from _decided(app, scene)
    app.pop()
    yield from _summed(app, story.game)


def _decided(app: App, scene: ReviewScene) -> Iterator[Scene]:
    """Yield the list of decisions without and with answers; and some tried again, with all that can follow."""
    scene.choose(scene.tabs[-1])
    tab: object = scene.tab
    assert isinstance(tab, Decisions)
    for shows_answers in (False, True):
        tab.shows_answers = shows_answers
        app.step(0.0)
        yield scene
    tab.shows_answers = False
    decisions = [one for seat in tab.judging.seats() for one in seat.decisions]
    for decision in decisions[:: max(1, len(decisions) // TRIES)]:
        tab.try_again(decision)()
        app.step(0.0)
        app.step(0.0)
        tried = app.scene
        assert isinstance(tried, SecondTry)
        yield tried
        for act in (partial(tried.show_judgment, TRIED), tried.show_answer):
            act()
            app.step(0.0)
            yield tried
        app.pop()


def _summed(app: App, game: GamePlugin) -> Iterator[Scene]:
    """Yield what people have lost over many games, with a mistake of each kind in every game."""
    if game.decisions is None:
        return
    paths = [Path(f"{number}{SUFFIX}") for number in range(GAMES)]
    scene = DecisionSumsScene(app, game, paths)
    one = Difference(0.25, 0.01)
    for number, part in enumerate(scene.reading.left()):
        kinds = game.decisions.KINDS[: 1 + number]
        seat = JudgedSeat(0, tuple(Decision(0, 0, kind, ({},), {}, one, NONE) for kind in kinds))
        player = LONG_NAMES[number % len(LONG_NAMES)]
        scene.reading.take(part, PlayedGame(part.path, str(number), (player,), (seat,)))
    scene.names = player_names(scene.reading.games)
    app.push(scene)
    app.step(0.0)
    yield scene
    app.pop()


def _mistake(work: DecisionWork, place: int) -> Decision:
    """Return a decision that counts as a great mistake, as if the very same answer were better."""
    step = work.past.steps[place]
    answer, seat = msgspec.to_builtins(step.answer), step.question.seat
    assert seat is not None, "only decisions are judged"
    return Decision(place, seat, work.judge.KINDS[0], (answer,), answer, Difference(0.25, 0.01), NONE)
