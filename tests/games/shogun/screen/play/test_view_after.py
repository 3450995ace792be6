"""The picture between two turns tells no lies: with all events in it, it is what the rules say."""

from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.rules import events as ev
from shogun.games.shogun.rules.questions import Move, PlayerQuestion
from shogun.games.shogun.rules.state import BattleThrow, FillingTower, Setup, State
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.screen.play import view_after
from shogun.games.shogun.screen.play.view_after import view_after_event, with_battle_counted
from shogun.table.session import Budget, Turn, run
from shogun.table.towers import Inside
from tests.window.clicking import session


def at_random(_view: View, _inside: Inside, question: PlayerQuestion, rng: Random, _budget: Budget) -> Move:
    return question.sample(rng)


def with_event(view: View, event: ev.Event) -> View:
    """Return the view with an event in it as the presenter shows it: a battle is counted out before it is told."""
    return view_after_event(with_battle_counted(view, event) if isinstance(event, ev.BattleSettled) else view, event)


def under_attack(state: State) -> str | None:
    """Return the province whose armies wait to be thrown: they leave the board when nobody may reinforce any more."""
    battle = getattr(state.stage, "battle", None)
    return battle.target if battle else None


LEFT_TO_THE_END = frozenset(
    "stage market deck_size groups last_seen unseen_events actions specials choosers planned turn boards "  # noqa: SIM905
    "order".split()
)
"""What no event of a turn changes in the picture: it is drawn elsewhere, or seen only when the next seat is due."""
CUBES = ("waiting", "tray", "tower", "peasants")
NEW_SEASON = (ev.Scored, ev.SeasonEnded)
OF_A_SEASON = ("year", "season", "events", "event", "action", "bids", "specials_taken")
EXCEPT: dict[str, tuple[type[object], ...]] = dict.fromkeys(OF_A_SEASON, NEW_SEASON)
"""After which events a part of the view is another one once more: the next season has begun in the view after them."""


def told(view: View, turn: Turn) -> dict[str, object]:
    """Return the parts of a view that the picture must have by the end of a turn."""
    fought_over = {under_attack(turn.before), under_attack(turn.after)}
    year_ends = any(
        isinstance(event, ev.Scored) for event in turn.events
    )  # then all markers leave the board, and rice is gone (8.6)
    parts = {
        name: getattr(view, name)
        for name in view.__struct_fields__
        if name not in LEFT_TO_THE_END and not any(isinstance(e, EXCEPT.get(name, ())) for e in turn.events)
    }
    if isinstance(turn.after.stage, BattleThrow | FillingTower):  # who is thrown was gathered, which no event tells
        parts = {name: part for name, part in parts.items() if name not in CUBES}
    parts["provinces"] = {
        name: replace(province, markers=0) if year_ends else province
        for name, province in view.provinces.items()
        if name not in fought_over
    }
    start = isinstance(turn.after.stage, FillingTower)  # 7 armies of each come out of the reserves
    parts["players"] = [
        replace(player, reserve=0 if start else player.reserve, rice=0 if year_ends else player.rice)
        for player in view.players
    ]
    return parts


def assert_true(turn: Turn) -> None:
    view = rules.view(turn.before, None)
    for event in turn.events:
        view = with_event(view, event)
    if turn.events:
        assert told(view, turn) == told(rules.view(turn.after, None), turn), turn.events


def test_the_picture_knows_every_event() -> None:
    known = set(view_after._apply.registry) - {object}
    assert known == set(get_args(ev.Event))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setup", [Setup(4), Setup(3, side="moon", line_up="draft")])
def test_the_picture_after_all_events_of_a_turn_is_the_view_of_the_rules(seed: int, setup: Setup) -> None:
    turns: list[Turn] = []
    played = session(",".join(["random"] * setup.seats), setup=setup, seed=seed)
    run(played, [at_random] * setup.seats, watch=turns.append)
    for turn in turns:
        assert_true(turn)
