"""What a plan is said to lead to is what the rules make of it."""

from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.analysis.consequences import Prospects
from shogun.games.shogun.analysis.threats import Season, Span
from shogun.games.shogun.rules.cards import ACTIONS, Building, Card
from shogun.games.shogun.rules.events import ActionSkipped, Scored
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Planning, Player, Province, Setup, State
from shogun.games.shogun.rules.views import View
from shogun.games.shogun.rules.winter import revolts_for
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session

SEAT = 0
KNOWN = ("taxes", "rice", "castle", "deploy5", "temple")
HIDDEN = ("battle_a", "theatre", "deploy3", "battle_b", "deploy1")


def planning(seed: int = 1, seats: int = 4) -> Session:
    """Return a session in which the first season is planned."""
    infos = tuple(SeatInfo(f"Player {n}", "", "person") for n in range(seats))
    played = Session.start(rules, Header(seed=seed, setup=Setup(seats), seats=infos, tower=TowerInfo()))
    while played.chance is not None:
        played.advance()
    assert isinstance(played.state.stage, Planning)
    return played


def view_of(*, chests: int = 9, rice: int = 0, events: tuple[str, ...] = ("castle_2",), **lands: Province) -> View:
    """Return the view of a seat that owns these provinces and nothing else."""
    state: State = planning().state.copy()
    for name, lies in state.provinces.items():
        if lies.owner == SEAT:
            state.provinces[name] = Province()
    state.provinces.update(lands)
    state.players[SEAT] = Player(chests, 30, rice)
    return replace(rules.view(state, SEAT), actions=(*KNOWN, *[None] * 5), events=events)


def fields(bid: int | None = None, **cards: str) -> tuple[Card | None, ...]:
    return (*(cards.get(action) for action in ACTIONS), bid)


def lies(armies: int = 3, buildings: tuple[Building, ...] = (), markers: int = 0) -> Province:
    return Province(SEAT, armies, buildings, markers)


def season(view: View, bid: int | None = None, **cards: str) -> Season:
    return Prospects(view, SEAT).season(fields(bid, **cards))


def test_chests_run_along_the_known_actions_after_the_bid() -> None:
    view = view_of(chests=4, Settsu=lies(), Kii=lies())
    found = season(view, bid=2, taxes="Settsu", castle="Kii")
    tax = view.board.lands["Settsu"].tax
    assert [span.low for span in found.line] == [2, 2 + tax, 2 + tax, tax - 1, tax - 1, tax - 1]
    assert all(span.is_certain for span in found.line)
    assert found.chests == Span(tax - 1, tax - 1)


def test_what_cannot_be_paid_is_skipped_and_says_how_much_is_missing() -> None:
    found = season(view_of(chests=2, Settsu=lies(), Kii=lies()), castle="Kii")
    castle = found.assignments["castle"]
    assert (castle.done, castle.reasons, castle.missing, castle.points) == ("never", ("no_chests",), 1, 0)
    assert found.chests == Span(2, 2), "what is skipped costs nothing"


def test_the_order_of_hidden_actions_makes_payments_doubtful() -> None:
    view = view_of(chests=2, Kii=lies(), Ise=lies())
    found = season(view, theatre="Kii", deploy3="Ise")
    assert (found.assignments["theatre"].done, found.assignments["deploy3"].done) == ("perhaps", "perhaps")
    assert found.chests == Span(0, 1)
    rich = season(view_of(chests=3, Kii=lies(), Ise=lies()), theatre="Kii", deploy3="Ise")
    assert {assignment.done for assignment in rich.assignments.values()} == {"surely"}


@pytest.mark.parametrize(("events", "low", "high"), [
    (("taxes_0", "castle_2"), 5, 7), (("taxes_0",), 5, 5), (("taxes_2", "castle_2"), 7, 7),
])  # fmt: skip
def test_events_that_may_be_drawn_make_a_span(events: tuple[str, ...], low: int, high: int) -> None:
    view = view_of(events=events, Settsu=lies())
    assert view.board.lands["Settsu"].tax == 7
    assert season(view, taxes="Settsu").assignments["taxes"].chests == Span(low, high)


def test_a_temple_event_may_shut_the_only_way_out() -> None:
    view = view_of(events=("temple_3", "castle_2"), Shima=lies())
    source = next(iter(view.owned(SEAT)))
    others = {name: Province(1, 2, ("temple",)) for name in view.board.neighbours[source]}
    view = replace(view, provinces={**view.provinces, **others})
    battle = season(view, battle_a=source).assignments["battle_a"]
    assert (battle.done, battle.reasons, battle.marching) == ("perhaps", ("no_target",), 2)


def test_obstacles_of_the_rules_are_told() -> None:
    view = view_of(Kii=lies(armies=1, buildings=("castle",)), Ise=lies())
    found = season(view, castle="Kii", battle_a="Ise")
    assert found.assignments["castle"].reasons == ("has_building",)
    assert found.assignments["battle_a"].done == "surely"
    assert season(view, battle_a="Kii").assignments["battle_a"].reasons == ("lone_army",)


def test_rice_and_taxes_in_an_angry_province_cause_a_revolt() -> None:
    found = season(view_of(Settsu=lies(markers=2), Kii=lies()), taxes="Settsu", rice="Kii")
    assert (found.assignments["taxes"].peasants, found.assignments["rice"].peasants) == (2, 0)


def test_buildings_count_with_their_majorities() -> None:
    view = view_of(Kii=lies(), Ise=lies())
    before = season(view).scores[SEAT].total
    found = season(view, castle="Kii", temple="Ise")
    assert found.scores[SEAT].total == before + sum(found.assignments[kind].points for kind in ("castle", "temple"))
    assert found.assignments["castle"].points >= 1
    assert isinstance(found.scores[SEAT], Scored)


def test_winter_takes_what_the_events_left_may_take() -> None:
    view = view_of(rice=5, events=("theatre_7", "taxes_0"), Kii=lies(), Ise=lies(), Omi=lies())
    found = season(view)
    shorts = [max(0, 3 - max(0, 5 - loss)) for loss in (0, 7)]
    assert (found.short.low, found.short.high) == (min(shorts), max(shorts))
    assert found.revolts.high == revolts_for(max(shorts))[0]
    with_rice = season(view, rice="Ise")
    assert with_rice.rice.low == 5 + view.board.lands["Ise"].rice
    assert with_rice.short.high < found.short.high


AT_HOME = tuple(action for action in ACTIONS if action not in ("battle_a", "battle_b", "deploy1"))
"""What needs no neighbour, so that nobody disturbs anybody."""


@pytest.mark.parametrize("seed", range(6))
def test_a_season_that_is_played_ends_where_it_was_foreseen(seed: int) -> None:
    """Nobody marches, no province is angry in the first season, and no special card helps."""
    played = planning(seed)
    plans = {question.seat: at_home(question, Random(seed + question.seat)) for question in played.questions}
    plan = plans[SEAT]
    foreseen = Prospects(played.view(SEAT), SEAT).season((*plan.fields, plan.bid))
    skipped = play_season(played, plans)
    player = played.state.players[SEAT]
    assert foreseen.chests.low <= player.chests <= foreseen.chests.high
    assert foreseen.rice.low <= player.rice <= foreseen.rice.high
    assert set(skipped) == {a.action for a in foreseen.assignments.values() if skipped.get(a.action) in a.reasons}
    assert {a.action for a in foreseen.assignments.values() if a.done == "never"} <= set(skipped)


def at_home(question: PlanQuestion, rng: Random) -> Plan:
    """Return a plan with provinces on the actions at home and chests on the others."""
    chests = iter(card for card in question.cards if isinstance(card, int))
    provinces = [card for card in question.cards if isinstance(card, str)]
    rng.shuffle(provinces)
    homes = iter(provinces)
    return Plan(tuple(next(homes) if action in AT_HOME else next(chests) for action in ACTIONS), next(chests))


def play_season(played: Session, plans: dict[int, Plan]) -> dict[str, str]:
    """Play the season and return what was skipped of the seat's plan, and why."""
    skipped: dict[str, str] = {}
    while played.state.season == "spring":
        question = played.questions[0]
        if question.seat is None:
            turn = played.advance()
        elif isinstance(question, PlanQuestion):
            turn = played.answer(question.seat, plans[question.seat])
        elif question.topic == "special":
            fitting = (move for move in question.moves if (move.card == "attack") == (question.seat == SEAT))
            turn = played.answer(question.seat, next(fitting))
        else:
            turn = played.answer(question.seat, question.moves[0])
        skipped |= {e.action: e.reason for e in turn.events if isinstance(e, ActionSkipped) and e.seat == SEAT}
    return skipped
