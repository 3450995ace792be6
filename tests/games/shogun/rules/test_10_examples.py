"""Chapter 10: the examples printed in the rulebooks."""

import pytest

from shogun.game.questions import Throw
from shogun.games.shogun.rules import Setup, board, new
from shogun.games.shogun.rules.events import ActionSkipped, Supplied, TaxesCollected, TurnOrderSet
from shogun.games.shogun.rules.questions import Choice, March, TakeSpecial
from shogun.games.shogun.rules.state import Province

from .build import Scene, held, in_planning, in_season, lay_plans


def cubes(game: Scene) -> dict[str, int]:
    assert isinstance(game.question, Throw)
    return dict(game.question.cubes)


def test_10_1_with_three_players_the_start_throw_has_31_cubes() -> None:
    assert sum(cubes(Scene(new(Setup(3, first_seat=0)))).values()) == 31


@pytest.mark.parametrize("third", ["castle", "theatre"])
def test_10_2_a_temple_in_aki_leaves_one_site_for_a_castle_or_a_theatre(third: str) -> None:
    assert board("sun", 4).lands["Aki"].sites == 2
    temple = in_season({"Aki": held(0)}, {0: {"temple": "Aki"}})
    assert temple["Aki"].buildings == ("temple",)
    second = in_season({"Aki": temple["Aki"]}, {0: {third: "Aki"}})  # type: ignore[dict-item]
    assert second["Aki"].buildings == ("temple", third)
    again = in_season({"Aki": temple["Aki"]}, {0: {"temple": "Aki"}})
    assert again.the(ActionSkipped).reason == "has_building"


def test_10_3_shima_and_izu_are_neighbours_by_sea() -> None:
    assert ("Izu", "Shima") in board("sun", 4).sea_routes
    game = in_season({"Shima": held(0, 3), "Izu": held(0)}, {0: {"battle_a": "Shima"}})
    assert game.answer(March("Shima", "Izu", 2))["Izu"].armies == 3


def test_10_4_who_takes_the_special_card_from_place_1_is_first_this_season() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(1), "Omi": held(2)}, seats=3,
                       specials=("rice", "armies", "attack", "chest", "defence"))  # fmt: skip
    lay_plans(game, (4, 3, 2)).draw("theatre_5").answer(TakeSpecial("chest")).answer(TakeSpecial("armies"))
    assert isinstance(game.question, Choice)
    assert game.question.moves[0] == TakeSpecial("rice")
    assert game.answer(TakeSpecial("rice")).the(TurnOrderSet).seats == (2, 1, 0)


def test_10_5_taxes_in_mikawa_with_2_markers_4_armies_against_2_peasants() -> None:
    game = in_season({"Mikawa": held(0, 4, markers=2)}, {0: {"taxes": "Mikawa"}}, tray={"blue": 1})
    assert cubes(game) == {"red": 4, "peasant": 2, "blue": 1}
    won = Scene(game.state).throw(red=4, peasant=2, blue=1)
    assert won["Mikawa"] == held(0, 2, markers=3)
    assert game.throw(red=1, peasant=2)["Mikawa"] == Province()


def test_10_6_settsu_with_an_event_and_a_special_card() -> None:
    game = in_season({"Settsu": held(0)}, {0: {"taxes": "Settsu"}}, event="taxes_0", specials={0: "chest"})
    assert game.the(TaxesCollected).chests == 6


def test_10_7_blue_attacks_yellows_kozuke_from_shinano() -> None:
    board_before = {"Shinano": held(1, 5), "Kozuke": held(2, 3)}
    game = in_season(board_before, {1: {"battle_a": "Shinano"}}).answer(March("Shinano", "Kozuke", 4))
    assert cubes(game) == {"blue": 4, "yellow": 3}
    game.throw(blue=3, yellow=1, peasant=1)
    assert game["Kozuke"] == held(1, 1)
    assert game.player(1).reserve == 62 - 5 + 2
    assert game.player(2).reserve == 62 - 3 + 1
    assert game.state.tray == {}


def test_10_8_nine_provinces_and_6_rice_are_3_short() -> None:
    nine = ("Kai", "Izu", "Sagami", "Suruga", "Musashi", "Totomi", "Shimosa", "Kozuke", "Shinano")
    game = in_season(dict.fromkeys(nine, held(0, 4)), season="autumn", rice={0: 6})
    assert game.of(Supplied)[0] == Supplied(0, 6, 9, 3, 2, 2)
    game.draw("Kai", "Izu").answer(game.question.moves[0])  # type: ignore[union-attr]
    assert cubes(game) == {"red": 4, "peasant": 2}


@pytest.mark.parametrize("special", ["attack", "rice"])
def test_10_9_one_army_alone_cannot_attack_plus_1_attack_or_not(special: str) -> None:
    game = in_season({"Kai": held(0, 1)}, {0: {"battle_a": "Kai"}}, specials={0: special})  # type: ignore[dict-item]
    assert game.the(ActionSkipped).reason == "lone_army"


@pytest.mark.parametrize(("out", "owner"), [({"red": 1}, 0), ({}, None)])
def test_10_10_with_an_empty_peasant_reserve_none_is_thrown(out: dict[str, int], owner: int | None) -> None:
    game = in_season({"Kai": held(0, 2)}, {0: {"battle_a": "Kai"}}, peasants=0).answer(March("Kai", "Sagami", 1))
    assert cubes(game) == {"red": 1}
    assert game.throw(**out)["Sagami"].owner == owner
