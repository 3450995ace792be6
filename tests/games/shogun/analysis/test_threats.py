"""What may befall a seat: neighbours' attacks, and winter."""

from random import Random

import pytest

from shogun.game.questions import Draw
from shogun.games.shogun.analysis.threats import risks, threats, winter
from shogun.games.shogun.rules.cards import PEASANT
from shogun.games.shogun.rules.questions import March
from shogun.games.shogun.rules.state import ChoosingRevolt
from shogun.table.towers import Counted
from tests.games.shogun.rules.build import held, in_season

TOWER = Counted({"blue": 2, PEASANT: 3})
BLUE, YELLOW = 1, 2


def test_neighbours_are_told_with_their_best_attack_the_most_dangerous_first() -> None:
    board = {"Kozuke": held(YELLOW, 3), "Shinano": held(BLUE, 8), "Musashi": held(0, 3), "Shimotsuke": held(0, 1)}
    view = in_season(board, {BLUE: {"battle_a": "Shinano"}}).seen()
    found = threats(view, TOWER, "Kozuke", Random(1))
    assert [threat.march for threat in found] == [March("Shinano", "Kozuke", 7), March("Musashi", "Kozuke", 2)]
    assert found[0].odds.win.value > 0.5 > found[1].odds.win.value
    assert found[0].fight.cubes == {"blue": 7, "yellow": 3}


def test_nobody_threatens_a_province_without_armed_neighbours() -> None:
    board = {"Kozuke": held(YELLOW, 3), "Shinano": held(BLUE, 1)}
    assert threats(in_season(board).seen(), TOWER, "Kozuke", Random(1)) == ()


BOARD = {name: held(BLUE, armies) for name, armies in [("Kai", 1), ("Shinano", 6), ("Kozuke", 2), ("Mino", 2)]}


class TestWinter:
    def test_each_event_that_may_be_left_over_has_its_supply(self) -> None:
        """The printed example 8.5 in small: what is short follows from rice, loss and provinces."""
        left = ("taxes_0", "rice_3")
        view = in_season(
            BOARD, {BLUE: {"battle_a": "Shinano"}}, season="summer", events_left=left, rice={BLUE: 4}
        ).seen()
        found = winter(view, TOWER, BLUE, Random(1))
        told = [(s.event, s.chance, s.loss, s.short, s.revolts, s.peasants) for s in found.supplies]
        assert told == [("taxes_0", 0.5, 0, 0, 0, 0), ("rice_3", 0.5, 3, 3, 2, 2)]
        assert found.revolts == 1
        assert sorted(u.province for u in found.uprisings) == sorted(BOARD)
        assert all(u.fight.cubes[PEASANT] == 2 for u in found.uprisings)
        by_name = {u.province: u.odds.win.value for u in found.uprisings}
        assert by_name["Shinano"] > by_name["Kozuke"] > by_name["Kai"]
        assert found.lost == pytest.approx(sum(1 - chance for chance in by_name.values()) / 4)

    def test_more_peasants_are_more_dangerous_for_any_province(self) -> None:
        view = in_season(BOARD, {BLUE: {"battle_a": "Shinano"}}).seen()
        found = risks(view, TOWER, BLUE, Random(1))
        assert sorted(found) == [1, 2, 3]
        assert 0 < found[1] < found[2] < found[3] < 1
        assert risks(view, TOWER, YELLOW, Random(1)) == {1: 0.0, 2: 0.0, 3: 0.0}, "who has nothing loses nothing"

    def test_enough_rice_means_no_revolt(self) -> None:
        view = in_season(BOARD, {BLUE: {"battle_a": "Shinano"}}, rice={BLUE: 18}).seen()
        found = winter(view, TOWER, BLUE, Random(1))
        assert (found.revolts, found.lost, found.uprisings) == (0, 0, ())

    def test_markers_add_to_the_peasants(self) -> None:
        board = {**BOARD, "Kai": held(BLUE, 1, markers=1)}
        view = in_season(board, {BLUE: {"battle_a": "Shinano"}}, season="autumn", events_left=("rice_3",)).seen()
        cubes = {u.province: u.fight.cubes for u in winter(view, TOWER, BLUE, Random(1)).uprisings}
        assert cubes["Kai"][PEASANT] == 3
        assert cubes["Mino"][PEASANT] == 2

    def test_in_winter_the_shortfall_is_the_one_that_was_counted(self) -> None:
        """Rice is lost already then; counting the loss again would double it."""
        scene = in_season(
            BOARD, {BLUE: {"battle_a": "Shinano"}}, season="autumn", events_left=("rice_3",), rice={BLUE: 4}
        )
        scene.answer(March("Shinano", "Kozuke", 1))
        assert isinstance(scene.question, Draw)
        assert winter(scene.seen(), TOWER, BLUE, Random(1)).supplies[0].short == 3
        scene.draw("Kai", "Mino")
        assert isinstance(scene.state.stage, ChoosingRevolt)
        assert winter(scene.seen(), TOWER, BLUE, Random(1)).supplies[0].revolts == 2
