"""Chapter 7: battles and revolts, and the tray that decides them."""

from collections.abc import Mapping
from itertools import product

import pytest
from msgspec.structs import replace

from shogun.game.questions import Drawn, Throw, Thrown
from shogun.games.shogun.rules.battle import Verdict, count_out
from shogun.games.shogun.rules.cards import ACTIONS, Action, Special
from shogun.games.shogun.rules.events import (
    BattleSettled,
    CardVoided,
    CubesThrown,
    MarkerPlaced,
    Reinforced,
    RevoltBroke,
)
from shogun.games.shogun.rules.questions import March, Reinforce
from shogun.games.shogun.rules.state import Province

from .build import Scene, held, in_season

QUIET: dict[int, Special] = {0: "rice", 1: "chest"}
KOZUKE = held(1, 3, "castle")
MARKED = held(1, 3, "castle", markers=2)
RUINS = Province()


def attack(
    province: Province = KOZUKE,
    *,
    armies: int = 4,
    tray: Mapping[str, int] | None = None,
    peasants: int = 10,
    then: Mapping[Action, str] | None = None,
    event: str = "taxes_0",
    specials: Mapping[int, Special] = QUIET,
) -> Scene:
    """Return seat 0's attack from Shinano (9 armies) on Kozuke, its cubes about to be thrown.

    `then` is what seat 0 does afterwards.
    """
    board = {"Shinano": held(0, 9), "Kozuke": province, "Kai": held(0, 4, markers=1)}
    plans: dict[int, dict[Action, str]] = {0: {"battle_a": "Shinano", **(then or {})}}
    game = in_season(board, plans, specials=specials, event=event, tray=tray, peasants=peasants)
    return game.answer(March("Shinano", "Kozuke", armies))


def revolt(armies: int = 4, markers: int = 1, *, tray: Mapping[str, int] | None = None, peasants: int = 10) -> Scene:
    """Return a revolt over the taxes of seat 0's Kai."""
    board = {"Kai": held(0, armies, "castle", markers=markers)}
    return in_season(board, {0: {"taxes": "Kai"}}, tray=tray, peasants=peasants)


def cubes(game: Scene) -> dict[str, int]:
    assert isinstance(game.question, Throw)
    return dict(game.question.cubes)


def counted(game: Scene) -> tuple[int, int, int]:
    """Return attackers, defenders and peasants of the battle that was counted out last."""
    told = game.of(BattleSettled)[-1]
    return told.attackers, told.defenders, told.peasants


def total(game: Scene, seat: int) -> int:
    """Return a player's armies outside of the tower."""
    tray = game.state.tray.get(game.state.colour(seat), 0)
    board = sum(province.armies for province in game.state.provinces.values() if province.owner == seat)
    return game.player(seat).reserve + board + tray


# 7.1, 7.2: who fights, and the throw


def test_7_1_the_armies_that_moved_in_fight_all_armies_of_the_province() -> None:
    game = attack(held(1, 7), armies=4)
    assert cubes(game) == {"red": 4, "blue": 7}
    assert game["Shinano"] == held(0, 5)


def test_7_1_against_a_neutral_province_they_fight_one_peasant_from_the_reserve() -> None:
    game = attack(RUINS)
    assert cubes(game) == {"red": 4, "peasant": 1}
    assert game.state.peasants == 9


def test_7_1_under_the_event_they_fight_two_peasants() -> None:
    assert cubes(attack(RUINS, event="peasants_3")) == {"red": 4, "peasant": 2}


def test_7_2_everything_on_the_tray_is_thrown_too() -> None:
    game = attack(tray={"red": 1, "yellow": 2, "peasant": 3})
    assert cubes(game) == {"red": 5, "blue": 3, "yellow": 2, "peasant": 3}
    assert game.state.tray == {}


def test_7_2_some_stay_in_the_tower_and_some_that_were_in_it_come_out() -> None:
    game = attack()
    assert game.state.tower == {"peasant": 10}
    game.throw(red=1, peasant=3)
    assert game.state.tower == {"red": 3, "blue": 3, "peasant": 7}
    assert game.the(CubesThrown) == CubesThrown(
        {"red": 4, "blue": 3}, {"red": 1, "peasant": 3}, {"red": 3, "blue": 3, "peasant": 7}
    )


@pytest.mark.parametrize(
    "out",
    [{"red": 5}, {"peasant": 11}, {"yellow": 1}, {"green": 1}, {"red": -1}, {"red": 0}, {"red": 1.0}, {"red": True}],
)
def test_7_2_only_cubes_that_were_thrown_or_in_the_tower_come_out(out: dict[str, int]) -> None:
    assert attack().refusal(Thrown(out)) == "7.2"


@pytest.mark.parametrize("answer", [Drawn(("red",)), March("Shinano", "Kozuke", 1), Reinforce(1), None, {"red": 1}])
def test_7_2_a_throw_is_answered_by_what_came_out(answer: object) -> None:
    assert attack().refusal(answer) == "7.2"


def test_7_2_nobody_but_chance_answers_a_throw() -> None:
    for seat in range(4):
        assert attack().refusal(Thrown({}), seat=seat) == "7.2"


# 7.3: the count


def test_7_3_peasants_on_the_tray_fight_for_a_defender_without_revolt_markers() -> None:
    game = attack(KOZUKE).throw(red=3, blue=1, peasant=1)
    assert counted(game) == (3, 1, 1)
    assert game["Kozuke"] == held(0, 1, "castle")


def test_7_3_where_a_marker_lies_they_do_not_take_part() -> None:
    game = attack(MARKED).throw(red=3, blue=1, peasant=1)
    assert counted(game) == (3, 1, 0)
    assert game["Kozuke"] == held(0, 2, "castle", markers=2)


@pytest.mark.parametrize(("markers", "peasants"), [(0, 2), (1, 0), (2, 0), (3, 0)])
def test_7_3_a_single_marker_already_keeps_the_peasants_from_helping(markers: int, peasants: int) -> None:
    game = attack(held(1, 3, markers=markers)).throw(red=3, blue=1, peasant=2)
    assert counted(game) == (3, 1, peasants)
    assert game["Kozuke"] == (held(0, 2, markers=markers) if markers else RUINS)
    assert game.state.tray == ({"peasant": 2} if markers else {})


def test_7_3_in_a_neutral_province_all_peasants_on_the_tray_take_part() -> None:
    assert counted(attack(RUINS).throw(red=3, peasant=2)) == (3, 0, 2)


def test_7_3_other_colours_do_not_take_part() -> None:
    game = attack(tray={"yellow": 5, "black": 4}).throw(red=2, blue=1, yellow=5, black=3)
    assert counted(game) == (2, 1, 0)
    assert game["Kozuke"] == held(0, 1, "castle")


# 7.4: the result


def test_7_4_the_winner_loses_as_many_cubes_as_the_losing_side_had_there() -> None:
    game = attack().throw(red=4, blue=2, peasant=1)
    assert game["Kozuke"] == held(0, 1, "castle")
    assert game.player(0).reserve == 62 - 9 - 4 + 3
    assert game.player(1).reserve == 62 - 3 + 2
    assert game.state.peasants == 11
    assert game.state.tray == {}


def test_7_4_cubes_inside_the_tower_stay_there() -> None:
    game = attack().throw(red=2, blue=1)
    assert game.state.tower == {"red": 2, "blue": 2, "peasant": 10}
    assert (total(game, 0), total(game, 1)) == (60, 60)


def test_7_4_survivors_go_into_the_province_even_if_more_than_he_threw() -> None:
    game = attack(armies=1, tray={"red": 2}).throw(red=3)
    assert game["Kozuke"] == held(0, 3, "castle")
    defended = attack(held(1, 1), armies=4, tray={"blue": 3}).throw(blue=4, red=1)
    assert defended["Kozuke"] == held(1, 3)


def test_7_4_the_winner_takes_the_card_and_buildings_and_markers_stay() -> None:
    game = attack(held(1, 3, "castle", "temple", markers=2)).throw(red=2)
    assert game["Kozuke"] == held(0, 2, "castle", "temple", markers=2)
    told = game.the(BattleSettled)
    assert (told.winner, told.survivors, told.kind, told.tie) == (0, 2, "players", False)


def test_7_4_a_defender_who_wins_keeps_the_card_and_the_survivors() -> None:
    game = attack(held(1, 3, "castle", markers=1)).throw(red=1, blue=3)
    assert game["Kozuke"] == held(1, 2, "castle", markers=1)
    assert game.the(BattleSettled).winner == 1


@pytest.mark.parametrize(
    ("attackers", "defenders", "peasants", "left"),
    [
        (2, 3, 0, 1),
        (2, 3, 1, 2),  # the peasant takes a loss first
        (2, 3, 2, 3),  # the peasants take both losses
        (1, 3, 5, 3),  # never more than lay there
        (2, 1, 2, 1),  # won only with the peasants' help, but an own army lies there
        (2, 2, 1, 1),
        (4, 3, 2, 1),
        (0, 2, 0, 2),
        (0, 1, 9, 1),
    ],
)
def test_7_4_peasants_beside_a_winning_defender_take_the_losses_first(
    attackers: int, defenders: int, peasants: int, left: int
) -> None:
    out = {"red": attackers, "blue": defenders, "peasant": peasants}
    game = attack().answer(Thrown({colour: count for colour, count in out.items() if count}))
    assert left == min(defenders, defenders + peasants - attackers)
    assert game["Kozuke"] == held(1, left, "castle")
    assert game.state.peasants == 10 + peasants
    assert game.state.tray == {}


@pytest.mark.parametrize(
    ("attackers", "defenders", "peasants"), [(0, 0, 0), (2, 2, 0), (3, 2, 1), (2, 0, 2), (1, 1, 0)]
)
def test_7_4_a_tie_leaves_a_neutral_province_without_buildings_and_markers(
    attackers: int, defenders: int, peasants: int
) -> None:
    out = {"red": attackers, "blue": defenders, "peasant": peasants}
    game = attack().answer(Thrown({colour: count for colour, count in out.items() if count}))
    assert game["Kozuke"] == RUINS
    assert game.the(BattleSettled).tie
    assert game.state.tray == {}
    assert game.player(0).reserve == 62 - 9 - 4 + attackers
    assert game.player(1).reserve == 62 - 3 + defenders
    assert game.state.peasants == 10 + peasants


def test_7_4_a_tie_in_a_province_with_markers_leaves_the_peasants_on_the_tray() -> None:
    game = attack(MARKED).throw(red=2, blue=2, peasant=4)
    assert game["Kozuke"] == RUINS
    assert game.state.tray == {"peasant": 4}


@pytest.mark.parametrize(("attackers", "peasants"), [(0, 1), (1, 2), (3, 9)])
def test_7_4_if_only_peasants_defend_and_win_it_is_a_tie(attackers: int, peasants: int) -> None:
    out = {"red": attackers, "peasant": peasants}
    game = attack().answer(Thrown({colour: count for colour, count in out.items() if count}))
    assert game["Kozuke"] == RUINS
    assert game.the(BattleSettled).tie
    assert game.the(BattleSettled).winner is None
    assert game.state.tray == {}
    assert game.state.peasants == 10 + peasants


def test_7_4_if_only_peasants_defend_and_lose_the_attacker_wins() -> None:
    assert attack().throw(red=3, peasant=2)["Kozuke"] == held(0, 1, "castle")


@pytest.mark.parametrize(("out", "left"), [({"red": 3, "peasant": 1}, 2), ({"red": 1}, 1), ({"red": 4}, 4)])
def test_7_4_a_neutral_province_is_taken_by_more_cubes(out: dict[str, int], left: int) -> None:
    game = attack(RUINS).answer(Thrown(out))
    assert game["Kozuke"] == held(0, left)
    assert game.the(BattleSettled).kind == "neutral"


@pytest.mark.parametrize(
    ("out", "tie"),
    [({}, True), ({"peasant": 1}, False), ({"red": 1, "peasant": 1}, True), ({"red": 1, "peasant": 2}, False)],
)
def test_7_4_a_neutral_province_stays_neutral_if_the_peasants_win_or_tie(out: dict[str, int], tie: bool) -> None:
    game = attack(RUINS).answer(Thrown(out))
    assert game["Kozuke"] == RUINS
    assert game.state.tray == {}
    assert game.the(BattleSettled).tie is tie


@pytest.mark.parametrize("attackers", range(5))
def test_7_4_counting_out_gives_every_province_as_the_rule_says(attackers: int) -> None:
    for defenders, peasants in product(range(5), range(5)):
        verdict = count_out("players", attackers, defenders, peasants)
        if attackers > defenders + peasants:
            assert verdict == Verdict("attacker", attackers - defenders - peasants, tie=False)
        elif attackers < defenders + peasants and defenders > 0:
            assert verdict == Verdict("defender", min(defenders, defenders + peasants - attackers), tie=False)
        else:
            assert verdict == Verdict(None, 0, tie=True)


def test_7_4_by_a_house_rule_a_tie_leaves_a_defender_with_an_army_on_the_tray_the_province() -> None:
    for attackers, defenders, peasants in product(range(5), repeat=3):
        usual = count_out("players", attackers, defenders, peasants)
        ruled = count_out("players", attackers, defenders, peasants, defender_holds_ties=True)
        is_held = attackers == defenders + peasants and defenders > 0
        assert ruled == (Verdict("defender", 1, tie=False) if is_held else usual)


def test_7_4_a_province_held_in_a_tie_keeps_buildings_and_card() -> None:
    game = attack(MARKED)
    game.state.setup = replace(game.state.setup, ties="defender")
    game.throw(red=2, blue=2)
    assert game["Kozuke"] == held(1, 1, "castle", markers=2)
    assert not game.of(CardVoided)
    settled = game.the(BattleSettled)
    assert (settled.winner, settled.survivors, settled.tie) == (1, 1, False)


# 7.5: what stays on the tray


def test_7_5_cubes_that_took_no_part_stay_for_the_next_battle() -> None:
    game = attack(MARKED, then={"battle_b": "Kai"}).throw(red=3, blue=1, peasant=4)
    assert game.state.tray == {"peasant": 4}
    game.answer(March("Kai", "Totomi", 1))
    assert cubes(game) == {"red": 1, "peasant": 5}
    game.throw(red=1, blue=2)
    assert game["Totomi"] == held(0, 1)
    assert game.state.tray == {"blue": 2}


def test_7_5_a_third_players_cubes_stay_and_fight_when_he_does() -> None:
    board = {"Shinano": held(0, 5), "Aki": held(2, 2)}
    plans: dict[int, dict[Action, str]] = {0: {"battle_a": "Shinano"}, 2: {"battle_b": "Aki"}}
    game = in_season(board, plans, tray={"yellow": 2}).answer(March("Shinano", "Kozuke", 1)).throw(red=1, yellow=2)
    assert game.state.tray == {"yellow": 2}
    game.answer(March("Aki", "Iyo", 1)).throw(yellow=3)
    assert game["Iyo"] == held(2, 3)


def test_7_5_the_tower_is_never_emptied_and_its_content_is_public() -> None:
    game = attack().throw(red=2)
    assert game.state.tower == {"red": 2, "blue": 3, "peasant": 10}
    for seat in (0, 3, None):
        assert game.seen(seat).tower == game.state.tower


def test_7_5_the_tray_stays_from_season_to_season() -> None:
    game = attack(tray={"black": 3}).throw(red=2, black=3)
    assert game.state.season == "summer"
    assert game.state.tray == {"black": 3}


def test_7_5_peasants_never_stand_on_the_board() -> None:
    game = attack(RUINS).throw(peasant=5)
    assert game["Kozuke"].armies == 0
    assert game.state.peasants == 9 + 5


# 7.6: revolts


@pytest.mark.parametrize("markers", [1, 2])
def test_7_6_all_armies_of_the_province_fight_a_peasant_for_each_marker(markers: int) -> None:
    game = revolt(4, markers)
    assert cubes(game) == {"red": 4, "peasant": markers}
    assert game.the(RevoltBroke) == RevoltBroke(0, "Kai", 4, markers)


def test_7_6_whatever_markers_lie_there_all_peasants_on_the_tray_count() -> None:
    game = revolt(4, 2, tray={"peasant": 2}).throw(red=4, peasant=3)
    assert counted(game) == (0, 4, 3)
    assert game["Kai"] == held(0, 1, "castle", markers=3)


def test_7_6_the_winner_loses_as_many_armies_as_there_were_peasants() -> None:
    game = revolt(4, 2).throw(red=3, peasant=2)
    assert game["Kai"] == held(0, 1, "castle", markers=3)
    assert game.player(0).reserve == 62 - 4 + 2
    assert game.state.peasants == 10
    assert game.the(BattleSettled).kind == "revolt"


@pytest.mark.parametrize(("armies", "peasants"), [(0, 0), (1, 1), (2, 3), (0, 5), (3, 3)])
def test_7_6_otherwise_the_province_is_neutral_and_empty(armies: int, peasants: int) -> None:
    out = {colour: count for colour, count in {"red": armies, "peasant": peasants}.items() if count}
    game = revolt(4, 2).answer(Thrown(out))
    assert game["Kai"] == RUINS
    assert game.player(0).chests == 10 + 5
    assert game.player(0).reserve == 62 - 4 + armies
    assert game.state.peasants == 8 + peasants
    assert game.state.tray == {}
    assert game.of(MarkerPlaced) == []
    told = game.the(BattleSettled)
    assert (told.winner, told.tie) == (None, armies == peasants)


def test_7_6_other_colours_stay_on_the_tray() -> None:
    assert revolt(4, 1, tray={"blue": 3}).throw(red=2, blue=3).state.tray == {"blue": 3}


def test_7_6_survivors_may_be_more_than_fought() -> None:
    assert revolt(1, 1, tray={"red": 4}).throw(red=5, peasant=1)["Kai"] == held(0, 4, "castle", markers=2)


def test_7_6_a_revolts_throw_is_named_by_its_moment() -> None:
    game = in_season({"Kai": held(0, 4, markers=1), "Aki": held(2, 2)}, {0: {"taxes": "Kai"}})
    assert game.question.key == f"throw/{game.state.key(game.state.stage.at)}"  # type: ignore[union-attr, arg-type]


def test_7_6_the_card_of_a_province_lost_to_a_revolt_leaves_the_planning_board() -> None:
    board = {"Kai": held(0, 4, markers=1), "Aki": held(2, 2)}
    game = in_season(board, {0: {"taxes": "Kai"}, 2: {"battle_b": "Aki"}})
    taxes = ACTIONS.index("taxes")
    assert game.seen(1).boards[0][taxes] == "Kai"
    game.throw()
    assert game.question.seat == 2
    assert game.seen(1).boards[0][taxes] is None
    assert game.of(CardVoided) == []  # its action has been carried out: nothing is void
    assert game["Kai"] == RUINS


# 7.7, 7.8, 7.9


def test_7_7_an_empty_peasant_reserve_sends_as_many_as_there_are() -> None:
    assert cubes(attack(RUINS, event="peasants_3", peasants=1)) == {"red": 4, "peasant": 1}
    assert cubes(attack(RUINS, peasants=0)) == {"red": 4}
    assert cubes(revolt(4, 3, peasants=2)) == {"red": 4, "peasant": 2}
    assert revolt(4, 3, peasants=2).the(RevoltBroke).peasants == 2


def test_7_7_peasants_on_the_tray_are_thrown_besides() -> None:
    assert cubes(attack(RUINS, peasants=0, tray={"peasant": 2})) == {"red": 4, "peasant": 2}


def test_7_8_the_special_cards_army_is_a_choice_a_castles_is_not() -> None:
    game = attack(specials={0: "attack", 1: "defence"}, event="castle_6")
    assert game.question.seat == 0
    assert game.answer(Reinforce(0)).question.seat == 1
    assert cubes(game.answer(Reinforce(0))) == {"red": 4, "blue": 4}
    assert game.the(Reinforced).reason == "castle"


def test_7_9_from_shinano_to_kozuke_three_red_against_one_blue_and_a_peasant() -> None:
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3)}
    game = in_season(board, {0: {"battle_a": "Shinano"}}, specials=QUIET).answer(March("Shinano", "Kozuke", 4))
    assert cubes(game) == {"red": 4, "blue": 3}
    game.throw(red=3, blue=1, peasant=1)
    assert counted(game) == (3, 1, 1)
    assert game["Kozuke"] == held(0, 1)
    assert game["Shinano"] == held(0, 1)
    assert game.player(0).reserve == 62 - 5 + 2
    assert game.player(1).reserve == 62 - 3 + 1
    assert game.state.peasants == 10 + 1
    assert "Kozuke" in game.state.owned(0)


@pytest.mark.parametrize("out", [{}, {"red": 1, "peasant": 1}, {"red": 1, "peasant": 3}])
def test_7_6_of_a_province_lost_to_a_revolt_it_is_told_that_nobody_stands_there(out: dict[str, int]) -> None:
    told = revolt(4, 2).answer(Thrown(out)).the(BattleSettled)
    assert (told.survivors, told.attacker, told.attackers, told.defender) == (0, None, 0, 0)


def test_7_7_a_revolt_without_peasants_is_told_as_such() -> None:
    game = revolt(4, 2, peasants=0)
    assert game.the(RevoltBroke).peasants == 0
    assert cubes(game) == {"red": 4}
