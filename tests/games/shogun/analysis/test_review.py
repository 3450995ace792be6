"""What is told of a game at its end agrees with what happened in it."""

import pytest

from shogun.base.worker_pool import Workers
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import decisions
from shogun.games.shogun.analysis.review import Aftermath, Review, ThrowLuck
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.events import BattleSettled, Event, Scored
from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.rules.state import Setup
from shogun.table.journal import Header, SeatInfo, TowerInfo, parse_journal
from shogun.table.session import Session, run

PLAYERS = ("greedy", "random", "greedy", "greedy")
Played = tuple[Session, list[Event], Aftermath]


@pytest.fixture(scope="module")
def played() -> Played:
    """A whole game with the quick tower, its events, and what is told of it."""
    seats = tuple(SeatInfo(f"P{n}", "", player) for n, player in enumerate(PLAYERS))
    session = Session.start(rules, Header(seed=8, setup=Setup(4), seats=seats, tower=TowerInfo()))
    events: list[Event] = []
    run(session, [opponent(player) for player in PLAYERS], watch=lambda turn: events.extend(turn.events))
    return session, events, Review(session.header, tuple(session.course.answers))()


def test_the_points_by_line_add_up_to_the_result(played: Played) -> None:
    session, events, aftermath = played
    assert list(aftermath.scored) == [event for event in events if isinstance(event, Scored)]
    sums = [sum(scored.total for scored in aftermath.scored if scored.seat == seat) for seat in range(4)]
    assert tuple(sums) == session.result.points


def test_there_is_a_reading_for_the_start_and_for_each_season(played: Played) -> None:
    session, _events, aftermath = played
    seasons = [(reading.year, reading.season) for reading in aftermath.readings]
    names = ("spring", "summer", "autumn", "winter")
    assert seasons == [(1, None), *((1, name) for name in names), *((2, name) for name in names)]
    last = aftermath.readings[-1]
    assert last.points == session.result.points
    assert last.chests == session.result.chests
    assert last.provinces == tuple(len(session.state.owned(seat)) for seat in range(4))
    assert sum(last.armies) == sum(province.armies for province in session.state.provinces.values())


def test_points_of_a_season_are_those_of_a_year_that_ends_there(played: Played) -> None:
    _session, _events, aftermath = played
    by_season = {(reading.year, reading.season): reading for reading in aftermath.readings}
    assert by_season[1, None].points == by_season[1, None].provinces, "nothing is built yet"
    first_winter = by_season[1, "winter"].points
    for season in ("spring", "summer", "autumn"):
        found = by_season[2, season]
        assert all(
            points >= before + provinces
            for points, before, provinces in zip(found.points, first_winter, found.provinces, strict=True)
        )


def test_each_battle_has_chances_and_what_came(played: Played) -> None:
    _session, events, aftermath = played
    settled = [event for event in events if isinstance(event, BattleSettled)]
    assert [throw.settled for throw in aftermath.throws] == settled
    assert len(settled) > 10
    for throw in aftermath.throws:
        assert 0 <= throw.attack <= 1
        assert 0 <= throw.defence <= 1
        assert throw.attack + throw.defence <= 1 + 1e-9
        assert (throw.attack == 0) >= (throw.settled.kind == "revolt")
    came = sum(sum(throw.came.values()) for throw in aftermath.throws)
    expected = sum(sum(throw.expected.values()) for throw in aftermath.throws)
    assert came == pytest.approx(expected, rel=0.15)


def test_luck_is_what_was_won_beyond_what_was_to_be_expected(played: Played) -> None:
    _session, _events, aftermath = played
    for seat in range(4):
        luck = aftermath.luck(seat)
        own = [throw for throw in aftermath.throws if seat in (throw.settled.attacker, throw.settled.defender)]
        assert luck.battles == len(own)
        assert luck.won == sum(throw.settled.winner == seat for throw in own)
        assert luck.luck == pytest.approx(sum(throw.luck(seat) for throw in own))
    extremes = aftermath.extremes()
    assert extremes
    (lucky, best), (unlucky, worst) = extremes
    every = [throw.luck(seat) for throw in aftermath.throws for seat in range(4)]
    assert best.luck(lucky) == max(every)
    assert worst.luck(unlucky) == min(every)


def test_who_did_not_fight_has_no_luck() -> None:
    settled = BattleSettled("Kai", 0, 1, 5, 0, 0, 0, 5, "players", tie=False)
    throw = ThrowLuck(settled, 0.25, 0.5, {}, {})
    assert (throw.luck(0), throw.luck(1), throw.luck(2)) == (0.75, -0.5, 0.0)
    assert throw.chance(2) is None
    assert Aftermath(("red", "blue"), (), (), ()).extremes() is None


def test_it_is_looked_through_in_a_worker_with_the_same_result(played: Played) -> None:
    session, _events, aftermath = played
    contents = parse_journal(game_of, b"".join(session.writer.lines))
    with Workers(1) as workers:
        found = workers.submit(Review(contents.header, tuple(session.course.answers))).result()
    assert found == aftermath


def test_of_two_marches_on_end_a_decision_is_the_first() -> None:
    first, second = March("Kii", "Yamato", 2), March("Omi", "Mino", 1)
    assert decisions.lines([first, second]) == decisions.lines([first]) != decisions.lines([second])
