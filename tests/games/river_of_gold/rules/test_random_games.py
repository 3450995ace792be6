"""Random games: whatever must hold at every state, and the figures of chapter 17 in short."""

from pathlib import Path
from random import Random

import pytest

from shogun.games.river_of_gold.rules import Setup

from . import conformance, figures
from .random_games import SETUPS, turns


@pytest.mark.slow
def test_everything_holds_at_every_state_of_a_game_of_each_setup() -> None:
    assert [game.failure for game in conformance.run(len(SETUPS) // 2, seed=3) if game.failure] == []


@pytest.mark.slow
def test_everything_holds_at_every_state_of_many_games() -> None:
    assert [game.failure for game in conformance.run(2 * len(SETUPS), seed=4) if game.failure] == []


def test_games_that_are_known_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = conformance.run(2, 1, path)
    path.write_bytes(path.read_bytes() + b'\n{"code": "cut of')
    before = path.read_bytes()
    assert conformance.run(2, 1, path) == first
    assert path.read_bytes() == before


def test_the_same_chance_gives_the_same_game() -> None:
    assert list(turns(Setup(3, "table"), Random(5))) == list(turns(Setup(3, "table"), Random(5)))


@pytest.mark.slow
@pytest.mark.parametrize("policy", figures.POLICIES)
@pytest.mark.parametrize("seats", figures.SEATS)
def test_random_games_come_out_as_another_program_found(policy: figures.Policy, seats: int) -> None:
    games = list(figures.series(policy, seats, 100, 1, None))
    assert [str(figure) for figure in figures.compared(policy, seats, games) if not figure.holds] == []
