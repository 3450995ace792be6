"""What is told to be sure of a war that would begin now: held against all katana, and all single soldiers."""

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.rumble_nation.analysis.hint import holds, other_points, points_of, war_now
from shogun.games.rumble_nation.rules.state import AreaResolved, Choosing, Setup, State
from shogun.games.rumble_nation.rules.war import fight
from tests.games.rumble_nation import build

LAID = build.castles(Kyo=9, Oko=3, Usuki=10, Shuri=12, Kiyosu=5)


def wars(state: State) -> list[list[AreaResolved]]:
    """Return the war by each way in which the katana that nobody holds may be taken."""
    held = [player.katana for player in state.players]
    loose = [katana for katana in state.counts.katana if katana not in held]
    found = []
    for order in permutations(loose):
        left = iter(order)
        players = [replace(player, katana=player.katana or next(left)) for player in state.players]
        found.append(list(fight(replace(state, players=tuple(players)))))
    return found


def winners(state: State, area: str) -> set[int | None]:
    """Return who may win an area, by all katana."""
    return {outcome.winner for war in wars(state) for outcome in war if outcome.area == area}


def changed(state: State, area: str, winner: int) -> list[State]:
    """Return the state after each change by one soldier that could take an area from its winner."""
    found = []
    for seat in range(state.setup.seats):
        there = list(state.soldiers[area])
        there[seat] += -1 if seat == winner else 1
        if there[seat] >= 0:
            found.append(replace(state, soldiers={**state.soldiers, area: tuple(there)}))
    return found


def test_a_castle_is_safe_or_hangs_by_one_soldier() -> None:
    army = {"Kyo": (2, 1, 0), "Oko": (0, 3, 0), "Shuri": (0, 0, 1), "Kiyosu": (0, 0, 2), "Usuki": (6, 2, 0)}
    state = build.with_reserves(build.position(army, 3, laid=LAID), 5, 6, 4)
    now = war_now(state)
    assert now is not None
    assert now.points == (10 + 4, 3 + 9 + 5, 12 + 5), "Oko sends 2 to Kyo, 2 : 3, and to Usuki, 6 : 4"
    assert other_points(state, now) == ((), (), ()), "no katana decides anything"
    expected = {"Oko": "safe", "Kiyosu": "safe", "Kyo": "hanging", "Usuki": "safe", "Shuri": "hanging"}
    assert holds(state, now) == expected


def test_a_castle_won_by_the_tie_break_is_told_with_the_other_outcome() -> None:
    army = {"Kyo": (4, 4, 0), "Shuri": (0, 0, 2)}
    state = build.with_reserves(build.position(army, 3, laid=LAID), 5, 6, 4)
    now = war_now(state)
    assert now is not None
    assert now.points == (9, 4, 12), "who has fewer left is taken to have the higher katana"
    assert other_points(state, now) == ((4,), (9,), ())
    assert holds(state, now) == {"Kyo": "tie", "Shuri": "safe"}
    settled = build.with_katana(state, None, 3, None)
    then = war_now(settled)
    assert then is not None and then.points == (4, 9, 12)
    assert other_points(settled, then) == ((), (), ())
    assert holds(settled, then)["Kyo"] == "tie"


def test_a_castle_hangs_by_a_katana_where_support_comes_from_a_tie() -> None:
    army = {"Oko": (2, 2, 0), "Kyo": (3, 4, 0)}
    state = build.with_reserves(build.position(army, 3, laid=LAID), 5, 6, 4)
    now = war_now(state)
    assert now is not None and [now.of(area).winner for area in ("Oko", "Kyo")] == [0, 0]
    assert not now.of("Kyo").is_tie
    assert holds(state, now) == {"Oko": "tie", "Kyo": "tie"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_told_to_be_safe_is_so_by_all_katana_and_single_soldiers(seats: int) -> None:
    told = {"safe": 0, "hanging": 0, "tie": 0}
    for state, _question, _answer, _step in build.steps(Setup(seats, advanced=True, first_seat=0), Random(4)):
        now = war_now(state)
        if now is None or not isinstance(state.stage, Choosing) or state.round % 3:
            continue
        for seat, others in enumerate(other_points(state, now)):
            assert {now.points[seat], *others} == {points_of(tuple(war), seats)[seat] for war in wars(state)}
        for area, hold in holds(state, now).items():
            told[hold] += 1
            winner = now.of(area).winner
            assert winner is not None
            by_soldiers = set().union(*(winners(one, area) for one in changed(state, area, winner)))
            if hold == "tie":
                assert now.of(area).is_tie or len(winners(state, area)) > 1
            else:
                assert winners(state, area) == {winner}
                assert (by_soldiers <= {winner}) == (hold == "safe"), (area, hold)
    assert min(told.values()) > 0, told
