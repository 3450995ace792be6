"""The adviser says nothing that was not computed: each sentence is held against what was found out for it."""

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from shogun.base.confidence_intervals import percent
from shogun.game.questions import Draw, OneOf, Roll, Shuffle
from shogun.game.words import calling
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.analysis.decisions import SEARCHED, weighed
from shogun.games.rumble_nation.analysis.hint import hint
from shogun.games.rumble_nation.analysis.swaps import SWAPS
from shogun.games.rumble_nation.analysis.win_chances import tempered
from shogun.games.rumble_nation.rules.state import CarryOut, Setup, State
from shogun.games.rumble_nation.words import move_lines
from shogun.players.adviser import reads_equal
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.option_chances import Options, ranked_options
from shogun.players.review.swaps import Reasons
from shogun.table.course import Course
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Budget, lots

BUDGET = Budget(playouts=3000)


def questions(seed: int, seats: int) -> list[tuple[State, OneOf[Any]]]:
    """Return what is asked in a game of random moves."""
    header = Header(seed=seed, game=rules.code, setup=Setup(seats), seats=tuple(SeatInfo(str(n)) for n in range(seats)))
    course, rng, found = Course(rules, header), Random(seed), []
    while course.questions:
        (question,) = course.questions
        if isinstance(question, OneOf):
            answer = question.sample(rng)
            if len(question.moves) > 1:
                found.append((course.state, question))
        else:
            assert isinstance(question, Shuffle | Draw | Roll)
            answer = lots(question, course.streams)
        course.state = course.outcome(question.seat, answer).state
        course.questions = rules.awaited(course.state)
    return found


def check(told: list[str], found: Options, reasons: Reasons) -> None:
    """Hold sentences against what was computed."""
    assert found.shares is not None
    means = found.shares.mean(axis=1)
    assert f"Chance to win against equal opponents: {percent(means[0])} (±" in told[0]
    assert told[0].endswith(f"from {found.shares.shape[1]} simulated games.")
    assert not any(found.is_apart(place) and means[place] > means[0] for place in range(len(means)))
    assert list(means[1:]) == sorted(means[1:], reverse=True)
    swapped = [swap.option for swap in reasons.swaps]
    is_told = len(found.options) > 1 and found.options[1][0] not in swapped
    assert told[1 + is_told :][: len(swapped)] == list(SWAPS.sentences(found.advised[0], reasons))
    if is_told:
        is_equal = not found.is_apart(1) or reads_equal(float(means[0]), float(means[1]))
        what = "; ".join(move_lines(found.options[1][0]))
        if is_equal:
            assert told[1].startswith(f"Practically equal ({percent(means[1])}): ") and told[1].endswith(f"{what}.")
        else:
            assert told[1].startswith("The second-best choice (") and f"{what}) is " in told[1]
            assert told[1].endswith(f" worse: {percent(means[1])}.")


def test_players_are_called_by_their_names() -> None:
    names, cards = ("Akiko", "Kenji", "Sayuri"), 0
    for number, (state, question) in enumerate(questions(3, 3)):
        if isinstance(question.moves[0], CarryOut):
            with calling(names):
                found = hint(state, None, question, Random(number), BUDGET)  # type: ignore[arg-type]  # no tower
                told = " ".join((*found.reasons, *move_lines(found.move)))
            assert any(name in told for name in names) and "player" not in told
            assert "player" in " ".join(move_lines(found.move)), "for whoever knows no names"
            cards += 1
    assert cards


@pytest.mark.slow
def test_each_sentence_tells_what_was_computed() -> None:
    kinds: set[str] = set()
    for number, (state, question) in enumerate([*questions(2, 2), *questions(3, 3)]):
        if number % 4 and not isinstance(question.moves[0], CarryOut):
            continue
        point = DecisionPoint(state, None, question)  # type: ignore[arg-type]  # no tower
        rng = Random(number)
        found = weighed(point, rng, BUDGET)
        told = hint(state, None, question, Random(number), BUDGET)  # type: ignore[arg-type]  # no tower
        assert (told.move,) == found.advised
        if found.shares is not None:
            kinds.add(type(told.move).__name__)
            equals = replace(found, shares=tempered(found.shares, state, adapting=1.0))
            check(list(told.reasons), equals, SWAPS.reasons(point, told.move, rng, 3000 / SEARCHED))
    assert {"Deploy", "CarryOut", "RollDice", "RollAgain"} <= kinds


def test_what_surely_wins_more_often_is_advised_and_else_what_was_given_first() -> None:
    luck = np.random.default_rng(1).random(400) / 2
    shares = np.array([luck + 0.1, luck + 0.1 + (luck - luck.mean()) / 9 + 0.0001, luck])
    assert ranked_options([("a",), ("b",), ("c",)], shares).options == (("a",), ("b",), ("c",))
    shares[2] = luck + 0.3
    found = ranked_options([("a",), ("b",), ("c",)], shares)
    assert found.advised == ("c",) and found.is_apart(1)
