"""Reasons for turns and choices: which differ in one thing, in the playouts of the verdict, and their words."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import to_builtins

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis import decisions
from shogun.games.river_of_gold.analysis.swaps import SWAPS, alternatives, differing, swap_words
from shogun.games.river_of_gold.rules import Setup
from shogun.games.river_of_gold.rules.components import TILES
from shogun.games.river_of_gold.rules.state import Build, Move, Sail, SpendFavor, TakeGood, TakeKoku
from shogun.players.review.decision_verdicts import DecisionPoint, Difference, Part
from shogun.players.review.option_chances import Option
from shogun.players.review.swaps import Outcomes
from shogun.players.review.words import contrast
from shogun.table.session import Budget
from shogun.table.towers import Counted
from tests.games.river_of_gold.rules.random_games import turns

KINDS = {kind: [name for name, tile in TILES.items() if tile.kind == kind] for kind in ("port", "market")}
PORT, OTHER_PORT, MARKET = KINDS["port"][0], KINDS["port"][1], KINDS["market"][0]
FAVOR = SpendFavor(1)


def points(verb: str) -> Iterator[DecisionPoint]:
    """Yield questions of a kind with several answers, in a random game."""
    for turn in turns(Setup(2), Random(3)):
        if isinstance(turn.question, OneOf) and turn.before.pending[-1].verb == verb and len(turn.question.moves) > 1:
            view: Any = rules.view(turn.before, turn.question.seat)
            yield DecisionPoint(view, None, turn.question)  # type: ignore[arg-type]  # no tower


@pytest.mark.parametrize(
    ("one", "other", "things"),
    [
        ((Build(1, PORT),), (Build(2, PORT),), {"space"}),
        ((Build(1, PORT),), (Build(1, MARKET),), {"tile"}),
        ((Build(1, PORT),), (Build(2, MARKET),), {"space", "tile"}),
        ((Build(1, PORT),), (Sail(0),), {"action"}),
        ((FAVOR, Build(1, PORT)), (Sail(0),), {"die"}),
        ((FAVOR, Sail(1)), (FAVOR, Sail(0)), {"ship"}),
        ((Sail(0, 1),), (Sail(0),), {"way"}),
        ((TakeGood("silk"),), (TakeKoku(),), {"choice"}),
        ((FAVOR,), (Sail(0),), {"choice"}),
        ((Sail(0),), (Sail(0),), set()),
    ],
)
def test_what_differs(one: Option, other: Option, things: set[str]) -> None:
    assert differing(one, other) == things


@pytest.mark.parametrize("verb", ["turn", "journey"])
def test_the_playouts_are_those_of_the_verdict(verb: str) -> None:
    point = next(points(verb))
    first, second = point.question.moves[:2]
    (swap,) = SWAPS.compare(point, (first,), [(second,)], 8, "1/closer")
    shares = decisions.shares(point, [first, second], 8, "1/closer")
    assert swap.gain.mean == pytest.approx(float((shares[1] - shares[0]).mean()), abs=1e-6)


@pytest.mark.slow
def test_reasons_hold_in_other_playouts() -> None:
    named = 0
    for number, point in enumerate(points("turn")):
        if number > 40 or number % 13:
            continue
        option = decisions.weighed(point, Random(number), Budget(playouts=20)).advised
        others = alternatives(point, option)
        assert all(len(differing(option, other)) == 1 for ways in others for other in ways)
        for swap in SWAPS.reasons(point, option, Random(number)).swaps:
            (again,) = SWAPS.compare(point, option, [swap.option], 200, "again")
            assert again.gain.mean < 0
            named += 1
    assert named


def test_a_mistake_is_told_with_its_cost() -> None:
    for point in points("turn"):
        built = [move for move in point.question.moves if isinstance(move, Build)]
        sails: list[Move] = [move for move in point.question.moves if isinstance(move, Sail)]
        found = [one for one in (*built[:1], *sails[:1]) if len(built) and len(sails)]
        if len(found) < 2:
            continue
        worse, better = sorted(found, key=lambda move: decisions.shares(point, [move], 20, "1").mean())
        parts = decisions.parts(point, worse, better, 60, "1/closer")
        if parts:
            break
    told = contrast(decisions, [worse], [better], "AB", parts)
    assert "percentage point" in told.reasons and " rather than " in told.reasons
    assert "No other single difference" not in told.reasons


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (
            (Build(1, PORT),),
            (Build(2, PORT),),
            "build on space 1 (Spine of the World) rather than on space 2 (Spine of the World)",
        ),
        ((Build(1, PORT),), (Build(1, MARKET),), "on space 1 (Spine of the World): port rather than market"),
        ((FAVOR, Sail(1)), (FAVOR, Sail(0)), "sail with the second ship rather than with the first ship"),
        ((TakeGood("silk"),), (TakeKoku(),), "take 1 silk rather than take 3 koku"),
        (
            (FAVOR, Sail(1)),
            (Sail(0),),
            "spend 1 favor for 1 more on the die, sail with the second ship rather than sail with the first ship",
        ),
    ],
)  # fmt: skip
def test_a_swap_in_words(one: Option, other: Option, words: str) -> None:
    assert swap_words(one, other) == words


def test_tiles_of_a_kind_are_told_apart_by_what_they_bring() -> None:
    told = swap_words((Build(1, PORT),), (Build(1, OTHER_PORT),))
    assert told.count("visitor: ") == 2


def test_the_rest_of_a_better_turn_is_told_where_it_begins_otherwise() -> None:
    part = Part(to_builtins(Sail(0)), Difference(0.05, 0.01))
    assert decisions.part_words((FAVOR, Sail(1)), part) == (
        "Sail with the first ship rather than spend 1 favor for 1 more on the die, sail with the second ship: "
        "−5 percentage points."
    )
    assert decisions.part_words((Sail(1),), part) == (
        "Sail with the first ship rather than with the second ship: −5 percentage points."
    )


def test_an_option_that_looks_poor_is_compared_if_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    options = [(Sail(number),) for number in range(7)]

    def outcomes(_point: DecisionPoint, others: Sequence[tuple[Sail, ...]], playouts: int, _seed: str) -> Outcomes:
        won = [[move.ship == 6] * playouts for (move,) in others]
        return Outcomes(np.array(won, dtype=float), np.zeros((len(others), playouts, 0)))

    monkeypatch.setattr(decisions, "outcomes", outcomes)
    closest = decisions._promising(DecisionPoint(None, Counted(), None), options, "x")
    assert closest[:2] == [(Sail(0),), (Sail(6),)] and len(closest) == 4
