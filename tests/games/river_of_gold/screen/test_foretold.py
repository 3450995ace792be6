"""What is foretold of a move is what happens, and what is shown after each event is what the rules say."""

from random import Random

import pytest

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.move_effects import foresee
from shogun.games.river_of_gold.analysis.turn_offers import offers
from shogun.games.river_of_gold.opponents.preparations import way_to
from shogun.games.river_of_gold.rules.events import (
    CustomersDrawn,
    CustomersShuffled,
    DieRolled,
    TileLaid,
    TurnBegan,
)
from shogun.games.river_of_gold.rules.moves import Build, Move
from shogun.games.river_of_gold.rules.views import view
from shogun.games.river_of_gold.screen.play.view_after import shown_after
from tests.games.river_of_gold.rules.random_games import SETUPS, turns

UNSEEN = (TileLaid, CustomersDrawn, CustomersShuffled, DieRolled, TurnBegan)
"""Events that tell of what is hidden before, or come after the turn."""
SHOWN = (
    "players", "tiles", "markers", "row", "hand_sizes", "deck_size", "discards", "claims", "era_1_size", "era_2_size",
    "gone", "last_turn", "turn", "order",
)  # fmt: skip
"""What events change of a view."""


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_what_is_foretold_happens(setup: rules.Setup) -> None:
    rng, looked_at = Random(1), 0
    for turn in turns(setup, Random(4)):
        state = turn.before
        if state.turn < 0 or state.pending[-1].verb != "turn":
            continue
        seat = state.active
        number = rng.randint(1, 6)
        offered = offers(view(state, seat), seat, number)
        moves: list[Move] = [*offered.sails, *(Build(shore, tile) for shore in offered.shores for tile in state.row)]
        moves += [plan[-1] for plan in offered.deliveries]
        if not moves:
            continue
        plan = offered.plan(rng.choice(moves))
        told = foresee(view(state, seat), seat, plan).effects
        before_choice = next((at for at, effect in enumerate(told) if effect.asks), len(told))
        foretold = [effect.event for effect in told[:before_choice] if not isinstance(effect.event, UNSEEN)]
        happened, now = [], state
        for move in plan:
            step = rules.play(now, seat, move)
            happened += [event for event in step.events if not isinstance(event, UNSEEN)]
            now = step.state
        assert happened[: len(foretold)] == foretold
        if before_choice == len(told):
            assert happened == foretold
        looked_at += 1
    assert looked_at > 10


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_after_each_answer_is_shown_what_the_rules_say(setup: rules.Setup) -> None:
    for turn in turns(setup, Random(2)):
        shown = view(turn.before, None)
        for event in turn.step.events:
            shown = shown_after(shown, event)
        then = view(turn.step.state, None)
        if turn.before.turn >= 0 and not turn.step.state.is_over:
            assert {name: getattr(shown, name) for name in SHOWN} == {name: getattr(then, name) for name in SHOWN}


def test_favor_is_bought_only_where_there_is_not_enough() -> None:
    player = rules.state.Player(die=2, favor=1, koku=11)
    assert way_to(player, 2) == ()
    assert [type(move).__name__ for move in way_to(player, 3) or ()] == ["SpendFavor"]
    assert [type(move).__name__ for move in way_to(player, 6) or ()] == ["SpendFavor", "BuyFavor", "SpendFavor"]
    assert [type(move).__name__ for move in way_to(player, 5) or ()] == ["SpendFavor", *["BuyFavor", "SpendFavor"] * 2]
    player.koku = 9
    assert way_to(player, 5) is None
