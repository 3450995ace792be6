"""Reasons for moves: which moves differ in one thing, in the playouts of the verdict, and their words."""

from functools import cache
from random import Random

import pytest
from msgspec import convert

from shogun.games.rumble_nation.analysis import decisions
from shogun.games.rumble_nation.analysis.swaps import SWAPS, alternatives, differing, swap_words
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    CarryOut,
    Deploy,
    Move,
    PlayCard,
    RollAgain,
    RollDice,
    Transfer,
)
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.players.review.words import contrast
from shogun.table.session import Budget
from tests.games.rumble_nation.test_hint import questions

KYO, OKO = Deploy("Kyo", 2), Deploy("Oko", 2)
SCOUT = CarryOut((Transfer(0, "Kyo", "Oko", 1),))
FARTHER, MORE = CarryOut((Transfer(0, "Kyo", "Usuki", 1),)), CarryOut((Transfer(0, "Kyo", "Oko", 3),))
BOTH = CarryOut((*SCOUT.transfers, Transfer(1, "Oko", "Kyo", 1)))


def points(kind: type) -> list[DecisionPoint]:
    """Return questions in whose answers there is a move of a kind."""
    return [DecisionPoint(state, None, question) for state, question in _asked() if _has(question, kind)]  # type: ignore[arg-type]


@cache
def _asked() -> list[tuple[object, object]]:
    return list(questions(3, 3))


def _has(question: object, kind: type) -> bool:
    return any(isinstance(move, kind) for move in question.moves)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("one", "other", "things"),
    [
        (KYO, OKO, {"split"}),
        (KYO, Deploy("Kyo", 1, daimyo=True), {"daimyo"}),
        (KYO, Deploy("Oko", 2, daimyo=True), {"split", "daimyo"}),
        (KYO, RollAgain(), {"move"}),
        (PlayCard("scout"), RollDice(), {"move"}),
        (SCOUT, CarryOut((Transfer(0, "Kyo", "Usuki", 1),)), {(0, "Kyo")}),
        (SCOUT, CarryOut((Transfer(0, "Usuki", "Oko", 1),)), {(0, "Kyo")}),
        (SCOUT, CarryOut((*SCOUT.transfers, Transfer(1, "Oko", "Usuki", 1))), {(1, "Oko")}),
        (KYO, KYO, set()),
    ],
)  # fmt: skip
def test_what_differs(one: Move, other: Move, things: set[object]) -> None:
    assert differing(one, other) == things


def test_two_transfers_are_never_one_thing() -> None:
    one = CarryOut((Transfer(0, "Kyo", "Oko", 1), Transfer(1, "Kyo", "Oko", 1)))
    other = CarryOut((Transfer(0, "Kyo", "Usuki", 1), Transfer(1, "Kyo", "Usuki", 1)))
    assert len(differing(one, other)) > 1


@pytest.mark.parametrize("kind", [Deploy, CarryOut, RollDice])
def test_the_playouts_are_those_of_the_verdict(kind: type) -> None:
    point = points(kind)[-1]
    first, second = point.question.moves[:2]
    (swap,) = SWAPS.compare(point, first, [second], 512, "1/closer")
    shares = decisions.shares(point, [first, second], 512, "1/closer")
    assert swap.gain.mean == pytest.approx(float((shares[1] - shares[0]).mean()), abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Deploy, CarryOut, RollDice])
def test_reasons_hold_in_other_playouts(kind: type) -> None:
    named = 0
    for number, point in enumerate(points(kind)[-12::3]):
        move = decisions.weighed(point, Random(number), Budget(playouts=4000)).advised[0]
        for swap in SWAPS.reasons(point, move, Random(number)).swaps:
            (again,) = SWAPS.compare(point, move, [swap.option], 4096, "again")
            assert again.gain.mean < 0
            assert swap.option in point.question.moves
            named += 1
        for others in alternatives(point, move):
            assert all(len(differing(move, other)) == 1 for other in others)
    assert named


def test_a_mistake_is_told_with_its_cost_and_nothing_besides() -> None:
    for point in points(Deploy):
        given, better = sorted(
            point.question.moves[:2], key=lambda move: decisions.shares(point, [move], 512, "1").mean()
        )
        parts = decisions.parts(point, given, better, 1024, "1/closer")
        if parts:
            break
    (part,) = parts
    assert convert(part.instead, Move) == given
    told = contrast(decisions, [given], [better], "ABC", parts)
    assert told.reasons.startswith(f"{swap_words(given, better)}: −")
    assert "percentage point" in told.reasons
    assert "No other single difference" not in told.reasons, "there is only one"


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (KYO, OKO, "2 soldiers to Kyo rather than to Oko"),
        (KYO, Deploy("Oko", 3), "2 soldiers to Kyo rather than 3 soldiers to Oko"),
        (KYO, Deploy("Kyo", 1, daimyo=True), "2 soldiers to Kyo rather than 1 soldier and the daimyo"),
        (KYO, RollAgain(), "2 soldiers to Kyo rather than roll again"),
        (RollAgain(), KYO, "Roll again rather than 2 soldiers to Kyo"),
        (PlayCard("scout"), PlayCard("retreat"), "Play Scout rather than Retreat"),
        (PlayCard("scout"), RollDice(), "Play Scout rather than roll the dice"),
        (RollDice(), PlayCard("scout"), "Roll the dice rather than play Scout"),
        (SCOUT, FARTHER, "player 1: 1 soldier from Kyo to Oko rather than to Usuki"),
        (
            SCOUT,
            CarryOut((Transfer(0, "Usuki", "Oko", 1),)),
            "player 1: 1 soldier from Kyo to Oko rather than from Usuki",
        ),
        (SCOUT, MORE, "player 1: 1 soldier from Kyo to Oko rather than 3 soldiers"),
        (
            SCOUT,
            CarryOut((Transfer(1, RESERVE, "Oko", 1),)),
            "player 1: 1 soldier from Kyo to Oko rather than player 2: 1 soldier from the reserve to Oko",
        ),
        (BOTH, SCOUT, "player 2: 1 soldier from Oko to Kyo as well"),
        (SCOUT, BOTH, "without player 2: 1 soldier from Oko to Kyo"),
    ],
)  # fmt: skip
def test_a_swap_in_words(one: Move, other: Move, words: str) -> None:
    assert swap_words(one, other) == words
