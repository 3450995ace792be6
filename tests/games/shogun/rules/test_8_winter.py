"""Chapter 8: winter's rice, its revolts, scoring, and the new year."""

from collections.abc import Mapping

import pytest

from shogun.game.questions import Draw, Shuffle, Throw
from shogun.games.shogun.rules.cards import BUILDINGS, EVENTS, Building
from shogun.games.shogun.rules.events import (
    ActionSkipped,
    BattleSettled,
    MarkerPlaced,
    RevoltBroke,
    RevoltsDrawn,
    Scored,
    Supplied,
    WinterBegan,
)
from shogun.games.shogun.rules.questions import Choice, FaceRevolt, Move
from shogun.games.shogun.rules.state import Province, RevealingEvents
from shogun.games.shogun.rules.winter import majority_points, revolts_for

from .build import NO_LOSS, Scene, held, in_season

NINE = ("Kai", "Izu", "Sagami", "Suruga", "Musashi", "Totomi", "Shimosa", "Kozuke", "Shinano")
SUPPLY_TABLE = {0: (0, 0), 1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3), 7: (3, 3), 9: (3, 3)}


def in_winter(
    board: Mapping[str, Province],
    *,
    event: str = NO_LOSS,
    rice: Mapping[int, int] | None = None,
    order: tuple[int, ...] = (0, 1, 2, 3),
    year: int = 1,
    tray: Mapping[str, int] | None = None,
    points: Mapping[int, int] | None = None,
    seats: int = 4,
) -> Scene:
    """Return a winter up to its first question; everyone has rice for 9 provinces unless told."""
    supply = dict.fromkeys(range(seats), 9) | dict(rice or {})
    return in_season(board, season="autumn", events_left=(event,), rice=supply, order=order, year=year, tray=tray,
                     points=points, seats=seats)  # fmt: skip


def nine_provinces(rice: int, **changes: Province) -> Scene:
    """Return a winter in which seat 0 has nine provinces."""
    return in_winter({**dict.fromkeys(NINE, held(0, 3)), **changes}, rice={0: rice})


def scored(game: Scene, seat: int) -> Scored:
    return next(told for told in game.of(Scored) if told.seat == seat)


def choices(game: Scene) -> tuple[Move, ...]:
    assert isinstance(game.question, Choice)
    return game.question.moves


def with_buildings(*buildings: Building, seat: int = 0) -> Province:
    return held(seat, 1, *buildings)


# 8.1, 8.2: loss and supply


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_8_1_everyone_loses_the_rice_of_the_event_left_over(event: str) -> None:
    loss = EVENTS[event].winter_rice
    spent = "deploy_1" if event == "theatre_5" else "theatre_5"
    game = in_season({}, season="autumn", event=spent, events_left=(event,), rice={0: 9, 1: 8, 2: 7, 3: 12})
    assert [told.rice for told in game.of(Supplied)] == [9 - loss, 8 - loss, 7 - loss, 12 - loss]
    assert game.the(WinterBegan) == WinterBegan(1, event, loss)


def test_8_1_nobody_falls_below_0() -> None:
    game = in_winter({}, event="theatre_7", rice={0: 3, 1: 7, 2: 0, 3: 8})
    assert [told.rice for told in game.of(Supplied)] == [0, 0, 0, 1]


def test_8_1_the_event_left_over_is_public_since_autumns_draw() -> None:
    game = in_season({"Kai": held(0, 2)}, {0: {"battle_a": "Kai"}}, season="autumn", events_left=("castle_6",))
    assert game.seen().events == ("castle_6",)


def test_8_2_the_supply_table() -> None:
    assert {short: revolts_for(short) for short in SUPPLY_TABLE} == SUPPLY_TABLE
    assert revolts_for(45) == (3, 3)


@pytest.mark.parametrize(("rice", "short"), [(9, 0), (10, 0), (8, 1), (7, 2), (6, 3), (4, 5), (2, 7), (0, 9)])
def test_8_2_everyone_needs_1_rice_a_province(rice: int, short: int) -> None:
    game = nine_provinces(rice)
    revolts, peasants = SUPPLY_TABLE[short]
    assert game.of(Supplied)[0] == Supplied(0, rice, 9, short, revolts, peasants)
    if revolts:
        assert game.question == Draw("revolts/year1/seat0", tuple(sorted(NINE)), revolts)
    else:
        assert game.of(RevoltBroke) == []


@pytest.mark.parametrize("short", [1, 2, 3, 5, 7])
def test_8_2_the_table_adds_peasants_to_each_revolt(short: int) -> None:
    revolts, peasants = SUPPLY_TABLE[short]
    game = nine_provinces(9 - short).draw(*NINE[:revolts])
    for name in NINE[:revolts]:
        if isinstance(game.question, Choice):
            game.answer(FaceRevolt(name))
        assert isinstance(game.question, Throw)
        assert game.question.cubes == {"red": 3, "peasant": peasants}
        game.throw(red=3)
    assert len(game.of(RevoltBroke)) == revolts


# 8.3: revolts


def test_8_3_players_suffer_their_revolts_in_autumns_order_one_after_another() -> None:
    board = {"Kai": held(0, 2), "Aki": held(1, 2), "Omi": held(2, 2), "Izu": held(3, 2)}
    game = in_winter(board, rice=dict.fromkeys(range(4), 0), order=(2, 0, 3, 1))
    seats = []
    for name in ("Omi", "Kai", "Izu", "Aki"):
        assert isinstance(game.question, Draw)
        game.draw(name)
        seats.append(game.of(RevoltBroke)[-1].seat)
        game.throw()
    assert seats == [2, 0, 3, 1]


def test_8_3_all_cards_are_drawn_before_the_first_revolt() -> None:
    game = nine_provinces(6)
    assert game.question == Draw("revolts/year1/seat0", tuple(sorted(NINE)), 2)
    game.draw("Kai", "Izu")
    assert game.the(RevoltsDrawn).provinces == ("Kai", "Izu")
    assert game.of(RevoltBroke) == []


@pytest.mark.parametrize("items", [("Kai",), ("Kai", "Kai"), ("Kai", "Aki"), ("Kai", "Izu", "Sagami")])
def test_8_3_as_many_of_ones_own_cards_are_drawn_as_there_are_revolts(items: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"rule 8\.3"):
        nine_provinces(6).draw(*items)


def test_8_3_he_picks_each_next_one_after_seeing_the_last_result() -> None:
    game = nine_provinces(2).draw("Kai", "Izu", "Sagami")
    assert choices(game) == (FaceRevolt("Izu"), FaceRevolt("Kai"), FaceRevolt("Sagami"))
    assert game.refusal(FaceRevolt("Kozuke")) == "8.3"
    assert game.refusal(FaceRevolt("Kai"), seat=1) == "8.3"
    game.answer(FaceRevolt("Kai")).throw(red=3)
    assert choices(game) == (FaceRevolt("Izu"), FaceRevolt("Sagami"))
    game.answer(FaceRevolt("Sagami")).throw(red=3)
    assert game.of(RevoltBroke)[-1].province == "Izu"  # the last one needs no choice


def test_8_3_the_markers_of_the_province_send_peasants_too_and_none_is_added() -> None:
    game = nine_provinces(7, Kai=held(0, 5, markers=2)).draw("Kai")
    assert isinstance(game.question, Throw)
    assert game.question.cubes == {"red": 5, "peasant": 2 + 2}
    game.throw(red=5, peasant=4)
    assert game.of(MarkerPlaced) == []
    assert game.of(BattleSettled)[0].survivors == 1


def test_8_3_a_lost_winter_revolt_leaves_the_province_neutral() -> None:
    game = nine_provinces(8, Kai=held(0, 5, "castle", markers=2)).draw("Kai").throw(red=1, peasant=2)
    assert game["Kai"] == Province()


def test_8_3_the_shortfall_is_counted_once_before_any_revolt() -> None:
    game = nine_provinces(6).draw("Kai", "Izu").answer(FaceRevolt("Kai")).throw()
    assert game["Kai"] == Province()
    assert isinstance(game.question, Throw)  # the second revolt comes though now only 8 provinces are left
    assert game.question.cubes["peasant"] == 2


def test_8_3_what_one_revolt_leaves_on_the_tray_is_thrown_in_the_next() -> None:
    game = in_winter({"Kai": held(0, 2), "Aki": held(1, 2)}, rice={0: 0, 1: 0}, tray={"blue": 3})
    game.draw("Kai").throw(blue=2, red=2, peasant=1)
    game.draw("Aki")
    assert isinstance(game.question, Throw)
    assert game.question.cubes == {"blue": 2 + 2, "peasant": 1}
    assert game["Kai"] == held(0, 1)


# 8.4: scoring


def test_8_4_one_point_a_province_and_a_building() -> None:
    game = in_winter({"Kai": with_buildings(), "Izu": held(0, 8, "castle", "temple"), "Aki": with_buildings(seat=1)})
    told = scored(game, 0)
    assert (told.provinces, told.buildings) == (2, 2)
    assert scored(game, 1).total == game.player(1).points == 1


def test_8_4_each_of_three_buildings_in_a_province_scores() -> None:
    board = {"Izu": held(0, 8, "castle", "temple", "theatre"), "Omi": held(1, 8, "theatre", "temple", "castle")}
    game = in_winter(board)
    for seat in (0, 1):
        told = scored(game, seat)
        assert (told.provinces, told.buildings) == (1, 3)
        assert (told.castles, told.temples, told.theatres) == (3, 2, 1)
        assert told.total == game.player(seat).points == 10


@pytest.mark.parametrize("buildings", range(3))
def test_8_4_fewer_buildings_score_one_each(buildings: int) -> None:
    game = in_winter({"Shinano": held(0, 8, *BUILDINGS[:buildings]), "Kozuke": held(0, 8, "castle", "temple")})
    assert scored(game, 0).buildings == 2 + buildings


@pytest.mark.parametrize(("building", "points"), [("castle", 3), ("temple", 2), ("theatre", 1)])
def test_8_4_the_most_buildings_of_a_kind_in_a_region(building: Building, points: int) -> None:
    board = {
        "Izu": with_buildings(building),
        "Sagami": with_buildings(building),
        "Kazusa": with_buildings(building, seat=1),
    }
    game = in_winter(board)
    told = [scored(game, seat) for seat in (0, 1)]
    assert [line.castles + line.temples + line.theatres for line in told] == [points, 0]
    assert [player.points for player in game.state.players] == [2 + 2 + points, 1 + 1, 0, 0]


@pytest.mark.parametrize(("building", "points"), [("castle", 2), ("temple", 1), ("theatre", 0)])
@pytest.mark.parametrize("tied", [2, 3, 4])
def test_8_4_all_who_are_tied_for_the_most_get_one_point_less(building: Building, points: int, tied: int) -> None:
    yellow_region = ("Izu", "Sagami", "Kazusa", "Musashi")
    game = in_winter({name: with_buildings(building, seat=seat) for seat, name in enumerate(yellow_region[:tied])})
    for seat in range(tied):
        assert scored(game, seat).total == 1 + 1 + points


def test_8_4_every_region_counts_by_itself() -> None:
    board = {"Izu": with_buildings("castle"), "Aki": with_buildings("castle"), "Kii": with_buildings("castle", seat=1)}
    game = in_winter(board)
    assert (scored(game, 0).castles, scored(game, 1).castles) == (6, 3)


def test_8_4_the_regions_are_those_of_the_side() -> None:
    board = {"Kai": with_buildings("castle"), "Izu": with_buildings("castle", seat=1)}
    sun = in_season(board, season="autumn", rice={0: 9, 1: 9})
    moon = in_season(board, season="autumn", rice={0: 9, 1: 9}, side="moon")
    assert scored(sun, 0).castles == scored(sun, 1).castles == 2
    assert scored(moon, 0).castles == scored(moon, 1).castles == 3


def test_8_4_a_player_without_a_building_of_that_kind_never_has_the_most() -> None:
    assert majority_points([0, 0, 0], 3) == [0, 0, 0]
    assert scored(in_winter({"Kai": held(0)}), 0).castles == 0


def test_8_4_scoring_comes_after_the_revolts() -> None:
    game = nine_provinces(8, Kai=held(0, 2, "castle")).draw("Kai")
    assert game.of(Scored) == []
    game.throw()
    assert (scored(game, 0).provinces, scored(game, 0).castles) == (8, 0)


def test_8_4_points_add_up_over_the_years() -> None:
    game = in_winter({"Kai": held(0)}, year=2, points={0: 30, 1: 12})
    assert [player.points for player in game.state.players] == [31, 12, 0, 0]


# 8.5


def test_8_5_three_short_with_9_provinces_and_6_rice_after_the_loss() -> None:
    game = in_winter(dict.fromkeys(NINE, held(0, 3)), event="rice_3", rice={0: 9})
    assert game.of(Supplied)[0] == Supplied(0, 6, 9, 3, 2, 2)


def test_8_5_two_short_and_a_revolt_in_kai_with_one_marker_throws_3_peasants() -> None:
    game = in_winter({"Kai": held(0, 4, markers=1), "Izu": held(0, 4)}, rice={0: 0}).draw("Kai")
    assert isinstance(game.question, Throw)
    assert game.question.cubes == {"red": 4, "peasant": 3}


# 8.6: the new year


def second_spring() -> Scene:
    board = {"Kai": held(0, 3, "castle", markers=2), "Aki": held(1, 2, "temple", markers=3)}
    return in_winter(board, event="temple_3", rice={0: 9, 1: 4}, tray={"yellow": 2, "peasant": 1})


def test_8_6_revolt_markers_leave_the_board_and_buildings_and_armies_stay() -> None:
    game = second_spring()
    assert game["Kai"] == held(0, 3, "castle")
    assert game["Aki"] == held(1, 2, "temple")


def test_8_6_rice_goes_to_0_and_chests_reserves_and_points_stay() -> None:
    game = second_spring()
    assert [player.rice for player in game.state.players] == [0, 0, 0, 0]
    assert [player.chests for player in game.state.players] == [10, 10, 10, 10]
    assert game.player(0).reserve == 59
    assert (game.player(0).points, game.player(1).points) == (1 + 1 + 3, 1 + 1 + 2)


def test_8_6_tower_and_tray_stay() -> None:
    game = second_spring()
    assert game.state.tray == {"yellow": 2, "peasant": 1}
    assert game.state.tower == {"peasant": 9}


def test_8_6_the_winter_event_leaves_and_four_of_the_8_left_are_revealed() -> None:
    game = second_spring()
    assert isinstance(game.state.stage, RevealingEvents)
    left = game.state.event_deck
    assert game.question == Draw("events/year2", left, 4)
    assert len(left) == 8
    assert game.seen().events == ()
    assert "temple_3" not in left
    game.draw(*left[2:6])
    assert game.seen().events == left[2:6]
    assert game.seen().unseen_events == (*left[:2], *left[6:])
    assert isinstance(game.question, Shuffle)
    assert game.question.key == "actions/year2/spring"


def test_8_6_the_second_winter_is_a_whole_winter() -> None:
    game = in_winter(dict.fromkeys(NINE, held(0, 3, markers=1)), event="theatre_7", rice={0: 14}, year=2)
    assert game.of(Supplied)[0] == Supplied(0, 7, 9, 2, 1, 2)
    game.draw("Kai")
    assert isinstance(game.question, Throw)
    assert game.question.cubes == {"red": 3, "peasant": 3}
    game.throw(red=3, peasant=2)
    assert scored(game, 0).provinces == 9
    assert game.of(ActionSkipped) == []
