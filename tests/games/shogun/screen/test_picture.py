"""The picture between two turns tells no lies: with all events in it, it is what the rules say."""

from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.rules.events import Scored
from shogun.games.shogun.rules.moves import Move
from shogun.games.shogun.rules.state import Setup, State
from shogun.games.shogun.screen.play.picture import changed
from shogun.table.seats import run
from shogun.table.session import Turn
from tests.window.clicking import session


def at_random(_view, _inside, question, rng: Random, _budget) -> Move:
    return question.sample(rng)


def under_attack(state: State) -> str | None:
    """Return the province whose armies wait to be thrown: they leave the board when nobody may reinforce any more."""
    battle = getattr(state.stage, "battle", None)
    return battle.target if battle else None


def assert_true(turn: Turn) -> None:
    view = rules.view(turn.before, None)
    for event in turn.events:
        view = changed(view, event)
    after = rules.view(turn.after, None)
    fought_over = {under_attack(turn.before), under_attack(turn.after)}
    year_ends = any(isinstance(event, Scored) for event in turn.events)  # then all markers leave the board (8.6)
    for name, province in view.provinces.items():
        expected = province if not year_ends else replace(province, markers=after.provinces[name].markers)
        assert name in fought_over or expected == after.provinces[name], (name, turn.events)
    assert [player.chests for player in view.players] == [player.chests for player in after.players]
    assert [player.points for player in view.players] == [player.points for player in after.players]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setup", [Setup(4), Setup(3, side="moon", line_up="draft")])
def test_the_picture_after_all_events_of_a_turn_is_the_view_of_the_rules(seed, setup):
    turns: list[Turn] = []
    played = session(",".join(["random"] * setup.seats), setup=setup, seed=seed)
    run(played, [at_random] * setup.seats, watch=turns.append)
    for turn in turns:
        assert_true(turn)
