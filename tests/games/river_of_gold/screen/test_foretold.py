"""What is foretold of a move is what happens, and what is shown after each event is what the rules say."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.analysis.move_effects import foresee, offers
from shogun.games.river_of_gold.opponents.turn_plans import way_to
from shogun.games.river_of_gold.rules.components import GOODS
from shogun.games.river_of_gold.rules.events import (
    CustomersDrawn,
    CustomersShuffled,
    DieRolled,
    Gained,
    TileLaid,
    TurnBegan,
)
from shogun.games.river_of_gold.rules.state import Build, Deliver, Move, Player, Sail
from shogun.games.river_of_gold.rules.views import view
from shogun.games.river_of_gold.screen.panels.effect_lines import effect_lines
from shogun.games.river_of_gold.screen.play.model import RiverModel
from shogun.games.river_of_gold.screen.presenter import SHOWN_AT_EVENTS, view_at_event
from shogun.window.kit.drawing.icons import SeatLook
from tests.games.river_of_gold.rules.random_games import SETUPS, turns

LOOKS = tuple(SeatLook(name, "red", "four_diamonds", person=True) for name in ("Ann", "Ben", "Cho", "Dan"))
UNSEEN = (TileLaid, CustomersDrawn, CustomersShuffled, DieRolled, TurnBegan)
"""Events that tell of what is hidden before, or come after the turn."""


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


def holdings(players: Sequence[Player]) -> Counter[tuple[int, str]]:
    """Return what everybody has that lines tell in figures, by seat and kind."""
    found: Counter[tuple[int, str]] = Counter()
    for seat, player in enumerate(players):
        goods = zip(GOODS, player.goods, strict=True)
        counted = ("koku", player.koku), ("favor", player.favor), ("points", player.points), *goods
        found.update({(seat, what): number for what, number in counted})
    return found


def test_lines_tell_in_figures_all_that_a_move_gives_and_takes() -> None:
    kinds = Counter[type]()
    for setup in SETUPS[:9]:
        for turn in turns(setup, Random(4)):
            state = turn.before
            if state.turn < 0 or state.pending[-1].verb != "turn":
                continue
            seat, table = state.active, view(state, state.active)
            offered = offers(table, seat, state.players[seat].die)
            builds = [Build(shore, state.row[0]) for shore in offered.shores[:1]]
            for move in (*(plan[-1] for plan in offered.deliveries), *offered.sails[:1], *builds):
                foresight = foresee(table, seat, offered.plan(move))
                model = RiverModel(seats=LOOKS[: state.seats], view=table, viewer=seat, log=[])
                changes = holdings(foresight.after.players)
                changes.subtract(holdings(state.players))
                told: Counter[tuple[int | None, str]] = Counter()
                for line in effect_lines(model, foresight):
                    for gain in line.gains:
                        told[line.seat, gain.verb] += gain.number
                assert {key: told[key] for key in changes} == dict(changes), move
                kinds[type(move)] += 1
    assert min(kinds[kind] for kind in (Build, Sail, Deliver)) > 5


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_after_each_answer_is_shown_what_the_rules_say(setup: rules.Setup) -> None:
    for turn in turns(setup, Random(2)):
        shown = view(turn.before, None)
        states = rules.states_at_events(turn.before, turn.question.seat, turn.answer)
        assert len(states) == len(turn.step.events)
        for state in states:
            shown = view_at_event(shown, state)
        then = view(turn.step.state, None)
        if turn.before.turn >= 0 and not turn.step.state.is_over:
            for name in SHOWN_AT_EVENTS:
                assert getattr(shown, name) == getattr(then, name), name


@pytest.mark.parametrize("setup", SETUPS[:9], ids=str)
def test_a_gain_is_in_the_state_at_its_event_and_not_before(setup: rules.Setup) -> None:
    gains = Counter[str]()
    for turn in turns(setup, Random(2)):
        before = turn.before
        states = rules.states_at_events(turn.before, turn.question.seat, turn.answer)
        for event, state in zip(turn.step.events, states, strict=True):
            if isinstance(event, Gained) and event.what in ("points", "koku", "favor"):
                held = [getattr(players[event.seat], event.what) for players in (before.players, state.players)]
                assert held[1] - held[0] == event.number, event
                gains[event.what] += 1
            before = state
    assert min(gains[what] for what in ("points", "koku", "favor")) > 5


def test_favor_is_bought_only_where_there_is_not_enough() -> None:
    player = rules.state.Player(die=2, favor=1, koku=11)
    assert way_to(player, 2) == ()
    assert [type(move).__name__ for move in way_to(player, 3) or ()] == ["SpendFavor"]
    assert [type(move).__name__ for move in way_to(player, 6) or ()] == ["SpendFavor", "BuyFavor", "SpendFavor"]
    assert [type(move).__name__ for move in way_to(player, 5) or ()] == ["SpendFavor", *["BuyFavor", "SpendFavor"] * 2]
    player.koku = 9
    assert way_to(player, 5) is None
