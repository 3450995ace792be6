"""Mistakes tried again: their questions on the board, answers judged as in the review, then the better ones."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from shogun.games import GAMES, entry_of
from shogun.players.review.decision_verdicts import Decision, Difference, TriedAnswer
from shogun.players.review.words import tried_words
from shogun.window.game.decision_tab import Decisions
from shogun.window.game.past_scene import PastScene
from shogun.window.game.review_scene import ReviewScene
from shogun.window.game.second_try import SecondTry
from shogun.window.generic.opening import GenericOpening
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.app import App
from shogun.window.play.routes import ToMenu, ToReplay
from tests.window.clicking import click, names, press, shown, target, window
from tests.window.game.test_review_scene import few_playouts, reviewed, with_people

pytest.importorskip("numpy")

__all__ = ["few_playouts"]  # a fixture
CODES = [pytest.param(code, marks=[] if code == "rumble-nation" else pytest.mark.slow) for code in GAMES]


PLAYOUTS = {"shogun": 60, "rumble-nation": 1024, "river-of-gold": 16}
"""Enough to find mistakes."""


@pytest.fixture(autouse=True)
def fewer_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let moves be compared quickly."""
    for code, playouts in PLAYOUTS.items():
        monkeypatch.setattr(entry_of(code).decisions, "PLAYOUTS", playouts)


@pytest.fixture
def app() -> Iterator[App]:
    """A window."""
    with window() as opened:
        yield opened


def listed(app: App, code: str, folder: Path) -> tuple[ReviewScene, Decisions]:
    """Return the review of a beginner's game, with its mistakes listed."""
    path = folder / "game.journal"
    with_people(code, path, [0], "beginner")
    app.go(ToMenu())
    app.go(ToReplay(path))
    app.step(0.0)
    press(app, pygame.K_w)
    scene = reviewed(app)
    assert scene.judging is not None
    while not scene.judging.is_done:
        app.step(0.1)
    click(app, "tab-decisions")
    tab: object = scene.tab
    assert isinstance(tab, Decisions)
    return scene, tab


def mistakes(tab: Decisions) -> list[Decision]:
    """Return the mistakes in the list, the biggest first."""
    found = [one for seat in tab.judging.seats() for one in seat.mistakes()]
    return sorted(found, key=lambda one: (-one.weight, one.place))


def begun(app: App) -> SecondTry:
    """Return the second try on top, which has asked its question."""
    app.step(0.1)
    scene = app.scene
    assert isinstance(scene, SecondTry)
    assert scene.model.question is not None
    return scene


def tried(app: App, move: Any) -> SecondTry:
    """Give an answer, and return the scene when it has been judged."""
    scene = begun(app)
    scene.answer(move)
    app.step(0.1)
    app.step(0.0)
    return scene


def moves_of(scene: ReviewScene, decision: Decision) -> tuple[Any, Any]:
    """Return the answer given in the game, and the better one."""
    assert scene.judging is not None
    work = scene.judging.work
    return work.past.steps[decision.place].answer, work.moves(decision)[0]


@pytest.mark.parametrize("code", CODES)
def test_a_mistake_is_tried_again_until_the_better_answer_is_found(app: App, code: str, tmp_path: Path) -> None:
    review, tab = listed(app, code, tmp_path)
    written = {path: path.read_bytes() for path in tmp_path.iterdir()}
    decision = mistakes(tab)[0]
    given, better = moves_of(review, decision)
    words = tab.judging.shown(decision).better_words
    assert words not in shown(app), "the list gives nothing away"
    click(app, "try-0")
    scene = begun(app)
    assert scene.model.question.seat == decision.seat
    assert scene.driver.session.state == review.story.history.state(decision.place)
    assert words not in shown(app)
    tried(app, given)
    assert "That is what you played." in shown(app)
    assert scene.driver.session.state == review.story.history.state(decision.place), "no answer is played"
    assert words not in " ".join(scene.words)
    click(app, "retry")
    scene = tried(app, better)
    assert scene.is_solved
    assert f"+{100 * decision.lost.mean:.0f} ± " in scene.words[0], "by the playouts of the review"
    assert words in " ".join(scene.words)
    click(app, "leave")
    assert app.scene is review
    assert not tab.shown(decision).hides_answer, "what was found is shown in the list too"
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == written


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_from_mistake_to_mistake_by_the_keyboard(app: App, code: str, tmp_path: Path) -> None:
    review, tab = listed(app, code, tmp_path)
    first, second = mistakes(tab)[:2]
    press(app, pygame.K_TAB)
    while app.scene.focus != "try-0":
        press(app, pygame.K_TAB)
    press(app, pygame.K_RETURN)
    begun(app)
    press(app, pygame.K_a)
    shows = tab.judging.shown(first).answer_lines()
    assert shows[0] in " ".join(top_try(app).words), "asking for a hint shows the answer"
    press(app, pygame.K_RETURN)
    scene = begun(app)
    assert scene.title == tab.heading(second)
    assert scene.words[0].startswith("Played: ")
    press(app, pygame.K_ESCAPE)
    if app.scene is scene:  # the first lets go of what is chosen
        press(app, pygame.K_ESCAPE)
    assert app.scene is review
    assert tab.shown(second).hides_answer


def top_try(app: App) -> SecondTry:
    """Return the second try on top."""
    assert isinstance(app.scene, SecondTry)
    return app.scene


@pytest.mark.slow
def test_the_answer_can_be_seen_on_the_board(app: App, tmp_path: Path) -> None:
    review, tab = listed(app, "rumble-nation", tmp_path)
    click(app, "try-0")
    begun(app)
    click(app, "answer")
    assert target(app, "on-board").tooltip
    click(app, "on-board")
    past = app.scene
    assert isinstance(past, PastScene)
    assert past.is_better
    assert past.place == mistakes(tab)[0].place
    assert review not in app.scenes or app.scene is not review


def test_an_illegal_answer_is_refused(app: App, tmp_path: Path) -> None:
    _review, tab = listed(app, "rumble-nation", tmp_path)
    click(app, "try-0")
    scene = begun(app)
    moves = scene.model.question.moves
    others = (one for one in mistakes(tab) if tab.judging.shown(one).question.moves != moves)
    wrong = next(move for one in others for move in tab.judging.shown(one).question.moves if move not in moves)
    scene.answer(wrong)
    app.step(0.1)
    assert scene.model.refusal
    assert not scene.is_judged


@pytest.mark.slow
def test_a_game_on_the_generic_screen_is_tried_as_any(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(entry_of("rumble-nation")), "opening", property(lambda game: GenericOpening(game.code)))
    review, tab = listed(app, "rumble-nation", tmp_path)
    decision = mistakes(tab)[0]
    click(app, "try-0")
    scene = begun(app)
    assert isinstance(scene, GenericScene)
    assert {"leave", "answer", "go-on", "answer-0"} <= set(names(app))
    _given, better = moves_of(review, decision)
    assert tried(app, better).is_solved
    scene.answer(scene.model.question.sample(Random(1)))
    app.step(0.1)
    assert scene.is_judged, "another answer can follow at once"


CHANCE, POOR = Difference(0.02, 0.02), Difference(-0.1, 0.01)
GAIN, LITTLE = Difference(0.1, 0.01), Difference(0.05, 0.01)
NO_DIFFERENCE = Difference(0.0, 0.0)


@pytest.mark.parametrize(
    ("answer", "grade", "words"),
    [
        (TriedAnswer(NO_DIFFERENCE, GAIN, is_best=True), "best", "The best answer found: +10 ± 2 "),
        (TriedAnswer(CHANCE, GAIN), "best", "As good as the best answer: +10 ± 2 "),
        (TriedAnswer(POOR, GAIN), "best", "As good as the best answer: +10 ± 2 "),
        (TriedAnswer(LITTLE, GAIN), "better", "Better than what you played: +10 ± 2 points. Compared"),
        (TriedAnswer(CHANCE, CHANCE), "no better", "No better than what you played: +2 ± 4 "),
        (TriedAnswer(GAIN, POOR), "no better", "No better than what you played: −10 ± 2 "),
        (TriedAnswer(GAIN, NO_DIFFERENCE, is_given=True), "no better", "That is what you played."),
    ],
)
def test_an_answer_is_graded_beyond_chance(answer: TriedAnswer, grade: str, words: str) -> None:
    assert answer.grade == grade
    assert tried_words(answer).startswith(words)
