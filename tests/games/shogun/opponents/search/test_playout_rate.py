"""How many playouts there is time for, by what they took lately."""

from shogun.games.shogun.opponents.search.playout_search import PlayoutRate, Rate


def test_before_the_first_playout_there_is_time_for_none() -> None:
    assert PlayoutRate(Rate(), Rate()).playouts(10.0, 1) == 0


def test_what_a_scenario_takes_is_shared_by_the_moves_that_meet_it() -> None:
    rate = PlayoutRate(Rate(), Rate())
    rate.add(seconds=4.0, playouts=8, dealing=2.0, scenarios=2)
    assert [rate.playouts(10.0, sharing) for sharing in (1, 4)] == [8, 20]
    assert rate.playouts(-1.0, 4) == 0


def test_a_computer_that_becomes_busy_is_noticed_soon() -> None:
    rate = PlayoutRate(Rate(), Rate())
    rate.add(1.0, 100, 0.0, 0)
    before = rate.playouts(1.0, 1)
    for _round in range(3):
        rate.add(3.0, 100, 0.0, 0)
    rate.add(0.0, 0, 0.0, 0)
    assert before == 100 and 33 <= rate.playouts(1.0, 1) < 40
