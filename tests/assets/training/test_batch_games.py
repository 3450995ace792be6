"""Games among planners that are played at once keep the rules' invariants, and are the same again."""

from random import Random

import numpy as np
import pytest

from batch_games import BatchGames
from shogun.games.shogun.opponents.evaluation.position_arrays import PERIODS
from shogun.games.shogun.opponents.rollouts.fast_board import NOBODY
from shogun.games.shogun.rules.cards import ARMIES, EVENTS, PEASANT, PEASANTS, YEARS
from shogun.games.shogun.rules.state import Setup
from shogun.tower.quick_model import FIXED
from training_games import Kind, Record, play, play_at_once

KINDS = (Kind("sun", 4, "fitting"), Kind("moon", 3, "fitting"), Kind("sun", 5, "fitting"))


def begun(count: int) -> BatchGames:
    return BatchGames([Setup(4)] * count, FIXED, [Random(number) for number in range(count)])


def test_cubes_cards_and_seasons_are_those_of_the_rules() -> None:
    games, seen = begun(6), list[tuple[int, str]]()
    events: list[set[str]] = [set() for _game in games.tables]
    while not games.is_over:
        seen.append((games.tables[0].year, games.tables[0].season))
        for fast, known in zip(games.tables, events, strict=True):
            known.update(fast.events)
            armies = [
                sum(there for there, owner in zip(fast.armies, fast.owner, strict=True) if owner == seat)
                + fast.reserve[seat] + fast.tower.get(colour, 0) + fast.tray.get(colour, 0)
                for seat, colour in enumerate(fast.colours[:-1])
            ]  # fmt: skip
            assert armies == [ARMIES] * 4
            assert fast.peasants + fast.tower.get(PEASANT, 0) + fast.tray.get(PEASANT, 0) == PEASANTS
            assert min(fast.chests) >= 0
            assert sorted(fast.lands) == sorted(fast.owner.count(seat) for seat in range(4))
            assert len(fast.owner) == fast.owner.count(NOBODY) + sum(fast.lands)
        games.play_season()
    assert seen == [(year, season) for year in (1, 2) for season in ("spring", "summer", "autumn")]
    assert all(fast.year == YEARS + 1 for fast in games.tables)
    assert all(len(known) == 8 and known <= set(EVENTS) for known in events), "four events a year, none twice"


def test_the_same_games_are_played_again_and_each_seed_plays_another() -> None:
    one, again = (begun(3) for _time in range(2))
    for games in (one, again):
        while not games.is_over:
            games.play_season()
    assert [fast.points for fast in one.tables] == [fast.points for fast in again.tables]
    assert len({tuple(fast.points) for fast in one.tables}) == 3


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_they_leave_what_games_by_the_rules_leave(kind: Kind) -> None:
    found, by_rules = play_at_once(kind, 4, 8), play(kind, 8)
    assert isinstance(found, Record)
    assert found.game.tolist() == [number for number in range(8, 12) for _period in PERIODS]
    assert found.positions.period.tolist() == list(range(len(PERIODS))) * 4
    assert (found.won.sum(axis=1) == 1).all()
    first = found.at(found.game == 8)
    assert (first.positions.owner[0] >= NOBODY).all()
    assert (first.positions.armies[0].sum(), first.points.shape) == (
        by_rules.positions.armies[0].sum(),
        (6, kind.seats),
    )
    assert (first.points[0].max() == first.points[0][first.won[0] > 0]).all()


@pytest.mark.slow
@pytest.mark.chance
def test_they_end_as_games_by_the_rules_do() -> None:
    kind = Kind("sun", 4, "fitting")
    at_once = play_at_once(kind, 60, 0).points[::6].mean()
    by_rules = np.mean([play(kind, number).points[0].mean() for number in range(12)])
    assert at_once == pytest.approx(by_rules, rel=0.12)
