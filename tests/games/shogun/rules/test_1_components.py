"""Chapter 1: what the game consists of."""

import pytest

from shogun.games.shogun.rules import Setup, board, cards, new
from shogun.games.shogun.rules.actions import rice_yield
from shogun.games.shogun.rules.cards import (
    ACTIONS,
    ARMIES,
    CHEST_CARDS,
    COLOURS,
    EVENTS,
    FIELDS,
    SIDES,
    SPECIALS,
    SUPPLY,
    Side,
)
from shogun.games.shogun.rules.events import BattleBegan
from shogun.games.shogun.rules.questions import March, hand

from .build import held, in_planning, in_season, plan_of

on_both_sides = pytest.mark.parametrize("side", SIDES)


@on_both_sides
def test_1_1_a_side_has_45_provinces_in_5_regions_of_9(side: Side) -> None:
    printed = board(side, 5)
    assert len(printed.lands) == 45
    assert sorted(len(names) for names in printed.regions.values()) == [9] * 5
    assert sorted(name for names in printed.regions.values() for name in names) == sorted(printed.lands)


def test_1_1_both_sides_have_the_same_provinces_in_other_regions() -> None:
    sun, moon = board("sun", 4), board("moon", 4)
    assert sun.lands.keys() == moon.lands.keys()
    assert {frozenset(names) for names in sun.regions.values()} != {frozenset(names) for names in moon.regions.values()}


@on_both_sides
def test_1_2_a_province_has_tax_rice_and_one_to_three_sites(side: Side) -> None:
    for land in board(side, 5).lands.values():
        assert land.tax > 0
        assert land.rice > 0
        assert land.sites in (1, 2, 3)


@on_both_sides
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_1_3_neighbours_are_mutual_and_in_play(side: Side, seats: int) -> None:
    neighbours = board(side, seats).neighbours
    for name, others in neighbours.items():
        assert name not in others
        assert list(others) == sorted(set(others))
        assert all(name in neighbours[other] for other in others)


def test_1_3_land_borders_and_sea_routes_join_provinces() -> None:
    neighbours = board("sun", 4).neighbours
    assert neighbours["Shima"] == ("Ise", "Izu")
    assert neighbours["Kozuke"] == ("Echigo", "Musashi", "Mutsu", "Shimosa", "Shimotsuke", "Shinano")
    assert "Izu" not in neighbours["Kai"]


@on_both_sides
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aki", "Iyo"),
        ("Harima", "Sanuki"),
        ("Awa-Shikoku", "Kii"),
        ("Izu", "Shima"),
        ("Awa-Boso", "Izu"),
        ("Kaga", "Tajima"),
    ],
)
def test_1_3_each_of_the_six_sea_routes_is_marched_both_ways_on_both_sides(side: Side, one: str, other: str) -> None:
    for start, end in ((one, other), (other, one)):
        game = in_season({start: held(0, 3)}, {0: {"battle_a": start}}, side=side)
        assert game.answer(March(start, end, 2)).the(BattleBegan).target == end


@on_both_sides
def test_1_3_there_are_no_other_sea_routes(side: Side) -> None:
    assert len(board(side, 4).sea_routes) == 6


def test_1_3_the_data_holds_the_sea_routes_of_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    read = cards._read
    routes = {"land": [], "sea_sun": [["Aki", "Iyo"]], "sea_moon_assumed": [["Izu", "Shima"]]}
    monkeypatch.setattr(cards, "_read", lambda name: routes if name == "adjacency.toml" else read(name))
    found = {side: board.__wrapped__(side, 4).neighbours["Shima"] for side in SIDES}
    assert found == {"sun": (), "moon": ("Izu",)}


def test_1_4_a_player_has_62_armies_five_chest_cards_and_eleven_fields() -> None:
    game = in_planning({"Kai": held(0, 2)})
    assert ARMIES == 62
    assert game.player(0).reserve == 62 - 2
    assert game.player(1).reserve == 62
    assert CHEST_CARDS == (0, 1, 2, 3, 4)
    assert FIELDS == 11
    assert hand(["Kai", "Aki"]) == ("Aki", "Kai", 0, 1, 2, 3, 4)


def test_1_5_cards_and_pieces_are_counted() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 10
    assert len(SPECIALS) == len(set(SPECIALS)) == 5
    assert len(EVENTS) == 12
    assert SUPPLY == {"castle": 28, "temple": 26, "theatre": 26}
    state = new(Setup(4, first_seat=0))
    assert state.peasants + state.waiting["peasant"] == 20


def test_1_5_the_42_revolt_markers_always_suffice() -> None:
    players, seasons, actions_that_place_one = 5, 3, 2
    assert players * seasons * actions_that_place_one <= 42


def test_1_6_no_province_yields_more_than_6_rice_so_the_track_of_18_suffices() -> None:
    for event in EVENTS:
        game = in_season({}, {0: {"battle_a": 0}}, event=event, specials={0: "rice"})
        state = game.state.copy()
        state.event, state.specials_taken = event, ["rice", None, None, None]
        assert max(rice_yield(state, 0, name) for name in state.provinces) <= 6
    assert [player.rice for player in new(Setup(4, first_seat=0)).players] == [0] * 4


def test_1_7_the_bank_pays_whatever_a_player_already_owns() -> None:
    game = in_season({"Settsu": held(0)}, {0: {"taxes": "Settsu"}}, chests=1000)
    assert game.player(0).chests == 1007


def test_1_4_cubes_are_counted_by_the_colours_of_the_seats() -> None:
    setup = Setup(3, first_seat=0, colours=("black", "red", "purple"))
    state = new(setup)
    assert [state.colour(seat) for seat in range(3)] == ["black", "red", "purple"]
    assert state.waiting == {"black": 7, "red": 7, "purple": 7, "peasant": 10}
    assert len(COLOURS) == 5


def test_1_4_a_planning_board_has_ten_action_fields() -> None:
    game = in_planning({"Kai": held(0)})
    too_short = plan_of({}, 0)
    assert game.refusal(type(too_short)(too_short.fields[:9], 0), seat=0) == "4.3"
