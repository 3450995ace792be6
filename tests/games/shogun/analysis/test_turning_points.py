"""What mattered in a plan that turned a game: single cards, each of which changes the chances by itself."""

import pickle
from functools import cache
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from shogun.games import entry_of
from shogun.games.shogun.analysis.swaps import changed_fields
from shogun.games.shogun.analysis.turning_points import swaps
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import VALUES, Planner
from shogun.games.shogun.rules.questions import Move, Plan, PlanQuestion
from shogun.games.shogun.rules.state import Setup
from shogun.players.review.decision_verdicts import Difference
from shogun.players.review.game_review import Chances, Entry, ReviewWork
from shogun.players.review.turning_parts import LEAST, PartsTask, TurningPart, part_sentences, parts_task
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.replay import History
from shogun.table.session import Session, run
from shogun.table.visible_past import whole_past

GAME = entry_of("shogun")
PLAYERS = ("planner", "random", "random", "random")
NAMES = ("Anna", "Ben", "Cleo", "Dan")
PLAYOUTS = 40


@cache
def work() -> ReviewWork:
    """Return the review's work on a game in which three plan by lot."""
    seats = tuple(SeatInfo(name, "", player) for name, player in zip(NAMES, PLAYERS, strict=True))
    header = Header(seed=5, setup=Setup(4), seats=seats, tower=TowerInfo())
    session = Session.start(GAME.rules, header)
    run(session, [opponent(player) for player in PLAYERS])
    return ReviewWork(GAME, whole_past(header, tuple(session.course.answers), ()), PLAYOUTS)


def plans(past: History) -> list[int]:
    """Return the places at which plans were laid."""
    return [place for place, step in enumerate(past.steps) if isinstance(step.answer, Plan)]


def chances(place: int, answer: Move, seed: str, playouts: int) -> Chances:
    """Return everybody's chance to win after an answer at a place."""
    step, judge = work().past.steps[place], GAME.judge
    assert judge is not None
    after = GAME.rules.play(step.before, step.question.seat, answer).state
    found = judge.win_chances(after, work().past.inside(place), playouts, seed)
    assert found is not None
    mean: Chances = found.mean(axis=0)
    return mean


@cache
def turned() -> tuple[Entry, tuple[TurningPart, ...]]:
    """Return a plan by lot that cost a seat more than its usual plan would have, and its parts."""
    past = work().past
    for place in plans(past)[4:]:
        question = past.steps[place].question
        assert isinstance(question, PlanQuestion)
        usual = Planner(VALUES).choose(GAME.rules.view(past.state(place), question.seat), question, Random(1))
        changes = chances(place, past.steps[place].answer, "x", PLAYOUTS) - chances(place, usual, "x", PLAYOUTS)
        if abs(changes).max() > 0.08:
            entry = Entry(place, place + 1, "decision", past.steps[place].question.seat, tuple(map(float, changes)))
            task = parts_task(GAME, work(), entry)
            assert task is not None
            return entry, task()
    raise AssertionError("plans by lot are bad ones")


def test_each_swap_is_a_legal_plan_and_does_something_else() -> None:
    past = work().past
    for place in plans(past)[::5]:
        given, question = past.steps[place].answer, past.steps[place].question
        assert isinstance(given, Plan) and isinstance(question, PlanQuestion)
        found = swaps(past, place)
        assert len(found) >= 3
        for plan in found:
            question.verify(plan)
            assert 1 <= len(changed_fields(given, plan)) <= 3
    marches = (place for place, step in enumerate(past.steps) if not isinstance(step.answer, Plan))
    assert not any(swaps(past, place) for place in marches), "other answers have no parts"


def test_parts_change_chances_as_they_are_said_to() -> None:
    entry, parts = turned()
    given, direction = work().past.steps[entry.first].answer, np.array(entry.changes)
    direction /= np.sqrt((direction**2).sum())
    for part in parts:
        fresh = chances(entry.first, given, "fresh", 120) - chances(entry.first, part.swap, "fresh", 120)
        assert fresh @ direction > LEAST / 2, "in playouts that it wasn't chosen by"
    fields = [changed_fields(given, part.swap) for part in parts]
    assert len(set().union(*fields)) == sum(map(len, fields)), "each names other fields"


def test_workers_find_the_same() -> None:
    entry, parts = turned()
    task = pickle.loads(pickle.dumps(parts_task(GAME, work(), entry)))
    assert isinstance(task, PartsTask) and task() == parts


def test_they_are_told_with_the_two_greatest_changes() -> None:
    entry, parts = turned()
    part = replace(parts[0], changes=tuple(Difference(change, 0.01) for change in (0.0, 0.12, -0.2, 0.08)))
    (told,) = part_sentences(GAME, work().past, entry, [part], NAMES)
    assert entry.seat is not None
    assert told.startswith(f"{NAMES[entry.seat]}: ") and told.endswith("(Cleo −20, Ben +12).")


def test_a_plan_without_a_decisive_card_is_said_to_have_none() -> None:
    entry, _parts = turned()
    (told,) = part_sentences(GAME, work().past, entry, [], NAMES)
    assert "no single card" in told


@pytest.mark.parametrize("cause", ["tower", "lots"])
def test_what_nobody_decided_has_no_parts(cause: str) -> None:
    entry, _parts = turned()
    assert parts_task(GAME, work(), replace(entry, cause=cause)) is None
