"""How many playouts there is time for, by what they took lately."""

from shogun.games.shogun.opponents.search.pace import Pace, Rate


def test_before_the_first_playout_there_is_time_for_none() -> None:
    assert Pace(Rate(), Rate()).playouts(10.0, 1) == 0


def test_what_a_scenario_takes_is_shared_by_the_moves_that_meet_it() -> None:
    pace = Pace(Rate(), Rate())
    pace.add(seconds=4.0, playouts=8, dealing=2.0, scenarios=2)
    assert [pace.playouts(10.0, sharing) for sharing in (1, 4)] == [8, 20]
    assert pace.playouts(-1.0, 4) == 0


def test_a_computer_that_becomes_busy_is_noticed_soon() -> None:
    pace = Pace(Rate(), Rate())
    pace.add(1.0, 100, 0.0, 0)
    before = pace.playouts(1.0, 1)
    for _round in range(3):
        pace.add(3.0, 100, 0.0, 0)
    pace.add(0.0, 0, 0.0, 0)
    assert before == 100 and 33 <= pace.playouts(1.0, 1) < 40
