"""How everybody stands, source by source, held against the rules' own final scoring at positions of games."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from shogun.games.river_of_gold.analysis.hint import IN_PLAY, ahead, gained_in_play, standing
from shogun.games.river_of_gold.analysis.review import readings
from shogun.games.river_of_gold.rules import State, view
from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import score_game

from .rules.random_games import SETUPS, turns


def positions(games: int) -> Iterator[tuple[State, list[Event]]]:
    """Yield every position of random games in which somebody is on turn, with all that has happened so far."""
    for number in range(games):
        events: list[Event] = []
        for turn in turns(SETUPS[number % len(SETUPS)], Random(f"standing/{number}")):
            events.extend(turn.step.events)
            if turn.step.state.turn >= 0:
                yield turn.step.state, events


def test_the_graph_of_a_game_shows_what_would_have_been_scored_when_each_round_began() -> None:
    states = [state for state, _events in positions(1)]
    *rounds, end = readings(states)
    for reading in rounds:
        begun = next(state for state in states if state.turn // state.seats + 1 == reading.round)
        scored = Play(begun.copy())
        score_game(scored)
        assert reading.points == tuple(player.points for player in scored.state.players)
    assert end.is_over and end.points == tuple(player.points for player in states[-1].players)
    assert len(rounds) > 10


def hold(state: State, events: list[Event]) -> None:
    """Hold the standing at a position against what the rules score if the game ends there."""
    seats = range(state.seats)
    scored = Play(state.copy())
    if not state.is_over:
        score_game(scored)
    now = standing(view(state, None))
    assert now.total == tuple(player.points for player in scored.state.players)
    for seat, score in zip(seats, scored.state.scores, strict=True):
        assert now.play[seat] == score.play
        assert sum(points[seat] for points in now.regions) == score.regions
        assert now.delivered[seat] == score.delivered
        assert sum(points[seat] for points in now.kinds) == score.abilities
    gained = gained_in_play(events, state.seats)
    assert tuple(sum(points[seat] for points in gained.values()) for seat in seats) == now.play


def test_positions_stand_as_the_rules_would_score_them() -> None:
    for held, (state, events) in enumerate(islice(positions(8), 0, None, 90), 1):
        hold(state, events)
        if held == 20:
            return
    raise AssertionError("the games were too short")


@pytest.mark.study
def test_every_position_of_two_hundred_games_stands_as_the_rules_would_score_it() -> None:
    brought: set[str] = set()
    for state, events in positions(200):
        hold(state, events)
        if state.is_over:
            brought |= {source for source, points in gained_in_play(events, state.seats).items() if any(points)}
    assert brought == set(IN_PLAY)


def test_whoever_has_most_is_ahead_and_nobody_without_points() -> None:
    assert ahead((3, 7, 7)) == {1, 2}
    assert ahead((0, 0)) == set()
