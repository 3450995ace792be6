"""Everything that holds at every state, asked at every state of random games: few here, many by the command."""

import re
from pathlib import Path
from typing import Any

import pytest

from shogun.games.shogun.rules import battle, events, questions, state
from shogun.games.shogun.rules.playing import Play
from tests.robustness import conformance

from .random_games import TOWERS

ALL_TOWERS_AND_SETUPS = 162


def test_9_3_all_that_holds_holds_at_every_state_of_a_random_game() -> None:
    tally, failures = conformance.run(count=4, seed=7, plans=5)
    assert failures == []
    assert tally.games == 4
    assert tally.states > 500
    assert tally.refused > tally.playable > 2000


@pytest.mark.slow
def test_9_3_all_that_holds_holds_at_every_state_of_200_random_games() -> None:
    assert len(conformance.SETUPS) * len(TOWERS) == ALL_TOWERS_AND_SETUPS
    tally, failures = conformance.run(count=200, seed=3, plans=3)
    assert failures == []
    assert tally.games == 200


def test_9_3_games_that_are_known_are_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games"
    first = conformance.run(2, 1, 1, path)
    path.write_bytes(path.read_bytes() + b'\n{"code":"cut o')
    with monkeypatch.context() as patch:
        patch.setattr(conformance, "asked", lambda seed, plans, number: pytest.fail("asked again"))
        assert conformance.run(2, 1, 1, path) == first
    assert conformance.run(3, 1, 1, path)[0].games == 3
    monkeypatch.setattr(conformance, "code", lambda: "of other rules")
    assert conformance.known(path, 1, 1) == []


def allow(*_arguments: Any) -> None:
    """Refuse nothing."""


def lose_an_army(play: Play, seat: int, *_arguments: Any) -> None:
    play.goods(seat, reserve=-1)


@pytest.mark.parametrize(
    ("place", "name", "fault", "said"),
    [
        (questions.PlanQuestion, "verify", allow, "may not be played"),
        (questions.MarchQuestion, "verify", allow, "may not be played"),
        (questions.Choice, "verify", allow, "may not be played"),
        (questions.MarchQuestion, "count", lambda question: 1, "counts its moves"),
        (questions.PlanQuestion, "bids", property(lambda question: question.cards), "a bid of"),
        (battle, "_add_army", lose_an_army, "has 62 armies"),
        (battle, "_conquer", allow, "invariants"),
        (events.BidRevealed, "paid", 0, "gained"),
        (state.State, "copy", lambda state: state, "gained"),
    ],
)
def test_9_3_what_does_not_hold_is_found(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, fault: Any, said: str
) -> None:
    monkeypatch.setattr(place, name, fault)
    _tally, failures = conformance.run(count=3, seed=7, plans=2)
    assert failures
    assert any(re.search(said, failure) for failure in failures), failures
