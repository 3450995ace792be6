"""The scoring of five games, worked out by hand in `winters.toml`, is what the rules and the referee say."""

import tomllib
from typing import Any

import pytest

from shogun.games.shogun.rules.events import Scored
from shogun.games.shogun.rules.state import State
from tests.golden.kept import WINTERS, games, past
from tests.referee import referee

WORKED: list[dict[str, Any]] = tomllib.loads(WINTERS.read_text("utf-8"))["winter"]
by_game_and_year = pytest.mark.parametrize("winter", WORKED, ids=lambda winter: f"{winter['game']}-{winter['year']}")


def letter(seat: int) -> str:
    return "ABCDE"[seat]


def seen(state: State) -> list[str]:
    """Return a board as the file tells it, region by region."""
    regions = []
    for region, names in state.board.regions.items():
        held = [(name, state.provinces[name]) for name in names]
        words = [" ".join((name, letter(p.owner), *p.buildings)) for name, p in held if p.owner is not None]
        regions.append(f"{region}: {'; '.join(words)}")
    return regions


@by_game_and_year
def test_8_4_a_winter_worked_out_by_hand_is_scored_so_by_the_rules(winter: dict[str, Any]) -> None:
    for one in past(games()[winter["game"]]):
        scored = [event for event in one.events if isinstance(event, Scored) and event.year == winter["year"]]
        if scored:
            assert seen(one.after) == winter["board"].splitlines()
            assert {
                letter(s.seat): [s.provinces, s.buildings, s.castles, s.temples, s.theatres, s.total] for s in scored
            } == winter["points"]
            return
    raise AssertionError("this winter was not scored")


@by_game_and_year
def test_8_4_a_winter_worked_out_by_hand_is_scored_so_by_the_referee(winter: dict[str, Any]) -> None:
    *_all, last = referee(games()[winter["game"]])
    assert {
        letter(s.seat): [s.provinces, s.buildings, s.castle, s.temple, s.theatre, s.total]
        for s in last.game.scores
        if s.year == winter["year"]
    } == winter["points"]


def test_8_4_every_winter_of_five_games_is_worked_out() -> None:
    games_worked = {winter["game"] for winter in WORKED}
    assert len(games_worked) == 5
    assert {(winter["game"], winter["year"]) for winter in WORKED} == {(g, y) for g in games_worked for y in (1, 2)}
