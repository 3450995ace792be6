"""Calibration: bands that say when odds are crooked, and hold their peace when they are straight."""

from random import Random

import pytest

from shogun.table.journal import TowerInfo
from tests.benchmarks.odds_calibration import CalibratedGame, Told, bands, gather, markdown, play


def thrown(count: int, seed: int, bend: float = 0.0) -> list[tuple[float, bool]]:
    """Attacks told with a chance that is too high by `bend`."""
    rng = Random(seed)
    chances = [rng.random() for _attack in range(count)]
    return [(chance, rng.random() < chance - bend) for chance in chances]


@pytest.mark.chance
def test_straight_odds_are_called_crooked_in_one_study_of_twenty() -> None:
    """200 studies of 400 attacks: about 10 by chance; 25 or more would happen once in 10,000 times."""
    crooked = sum(not all(band.is_straight for band in bands(thrown(400, seed))) for seed in range(200))
    assert crooked < 25


@pytest.mark.chance
def test_odds_too_high_by_fifteen_points_are_found_out() -> None:
    assert not all(band.is_straight for band in bands(thrown(2000, 1, bend=0.15)))


def test_each_attack_lies_in_one_band() -> None:
    found = bands([(0.0, False), (0.05, False), (0.1, True), (1.0, True), (0.999, True)])
    assert [(band.low, band.fights) for band in found] == [(0.0, 2), (0.1, 1), (0.9, 2)]
    assert found[2].told == pytest.approx(0.9995)


def test_games_are_played_until_there_are_attacks_enough() -> None:
    attack, revolt = (Told(kind, 2, 0.5, 0.5, True) for kind in ("players", "revolt"))
    games = [CalibratedGame(number, (attack, revolt, attack, attack)) for number in range(9)]
    assert len(list(gather(games, 7))) == 3


@pytest.mark.slow
def test_a_games_attacks_are_the_same_for_the_same_seed() -> None:
    game = play(TowerInfo(), 1, 3, 0)
    assert game.attacks > 10
    assert all(0 <= fight.told <= 1 and fight.armies > 0 for fight in game.fights)
    assert play(TowerInfo(), 1, 3, 0) == game
    told = markdown(game.fights, "model of the tower")
    assert "| band | fights | told | won |" in told
    assert "All attacks, by the model of the tower alone:" in told
    assert "Revolts, by drops" in told
