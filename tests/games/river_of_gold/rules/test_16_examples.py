"""The examples of chapter 16: those of the rulebook, and those at the edges."""

from random import Random

import pytest

from shogun.game.errors import IllegalMove
from shogun.game.questions import Rolled
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Setup, awaited, result
from shogun.games.river_of_gold.rules.actions import sailed_to, ship_abilities
from shogun.games.river_of_gold.rules.components import SHORES
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.scoring import card_points, region_points, score_game, shared
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    Effect,
    ExchangeGoods,
    PlaceMarker,
    RollDie,
    Sail,
    SpendFavor,
    State,
    TakeGood,
    TakeKoku,
)
from shogun.games.river_of_gold.rules.turns import claim_masteries

from .build import bare, gained, has, moves, played, put
from .random_games import chance


def influence_after(start: int, number: int, region: int = 4) -> tuple[State, list[int]]:
    """Return a game after a seat with nothing gained influence, and its influence."""
    state = bare()
    has(state.players[0], goods=[0, 0, 0], koku=0, favor=0)
    state.players[0].influence[region - 1] = start
    after = gained(state, Effect("influence", 0, number, region))
    return after, after.players[0].influence


def test_16_1_ships_move_from_their_starts_by_what_is_rolled() -> None:
    state = rules.new(Setup(2, first_seat=0))
    while (question := awaited(state)[0]).key != "setup/ships/seat0":
        answer = question.moves[0] if hasattr(question, "moves") else chance(question, Random(1))
        state = rules.play(state, question.seat, answer).state
    assert rules.play(state, None, Rolled((3, 6))).state.players[0].ships == (4, 14)


def test_16_2_two_favor_turn_a_two_into_a_six() -> None:
    state = bare()
    state.players[0].die = 2
    after, _events = played(state, SpendFavor(-1), SpendFavor(-1))
    assert (after.players[0].die, after.players[0].favor) == (6, 0)
    assert not moves(after, SpendFavor)


def test_16_3_building_the_shrine_in_slot_four() -> None:
    state = bare()
    has(state.players[0], die=4, koku=10, favor=0, goods=[0, 0, 0])
    state.row = ("a01", "a02", "a03", "a23")
    new = state.era_1[0]
    after, _events = played(state, Build(16, "a23"))
    player = after.players[0]
    assert (player.koku, player.favor, player.influence, player.goods) == (1, 1, [0, 0, 0, 2, 0, 0], [0, 0, 1])
    assert (after.tiles[15], after.markers[15]) == ("a23", (0,))
    assert after.row == (new, "a01", "a02", "a03")


def test_16_4_visitors_and_owners_are_rewarded() -> None:
    state = bare(3)
    crab, scorpion, mantis = state.players
    for player in state.players:
        has(player, koku=0, goods=[0, 0, 0], favor=0, points=0)
    has(crab, die=2, ships=(4, 9))
    for shore, tile, owner in ((11, "a09", 1), (13, "a08", 2), (15, "a19", 0)):
        put(state, shore, tile, owner)
    after, _events = played(state, Sail(0))
    crab, scorpion, mantis = after.players
    assert crab.ships == (6, 9)
    assert (crab.goods, crab.koku, crab.points) == ([0, 1, 2], 1, 2)
    assert (scorpion.koku, scorpion.points) == (1, 1)
    assert (mantis.favor, mantis.points) == (1, 1)


def test_16_5_delivering_to_the_merchant_of_region_six() -> None:
    state = bare()
    has(state.players[0], die=6, goods=[1, 2, 0], koku=14)
    state.hands[0] = ("merchant 6", "elder 1")
    state.deck = ("monk 1", "monk 2", "monk 3")
    after, _events = played(state, Deliver("merchant 6"))
    assert after.players[0].influence[5] == 3
    assert after.players[0].goods == [1, 0, 0]
    assert set(moves(after, Discard)) == {Discard("elder 1"), Discard("monk 1"), Discard("monk 2")}
    after, _events = played(after, Discard("elder 1"))
    assert (after.hands[0], after.discards) == (("monk 1", "monk 2"), ("elder 1",))
    assert card_points(after, 0, "merchant 6") == 14 // 5


def test_16_6_the_second_to_claim_a_mastery_gets_less() -> None:
    state = bare(3)
    state.masteries = ("void", "air", "fire")
    for seat in (0, 1):
        state.players[seat].influence = [1] * 6
    play = Play(state)
    claim_masteries(play, Effect("masteries", 0))
    claim_masteries(play, Effect("masteries", 1))
    claim_masteries(play, Effect("masteries", 1))
    assert [player.points for player in state.players] == [7, 5, 0]
    assert state.claims[0] == (0, 1)


def test_16_7_both_markers_earn_the_owner_reward() -> None:
    state = bare()
    has(state.players[0], die=4, goods=[1, 1, 3], favor=0)
    state.hands[0] = ("monk 4",)
    put(state, 13, "a10", 1)
    put(state, 16, "s1")
    after, _events = played(state, Deliver("monk 4"))
    assert moves(after, PlaceMarker) == [PlaceMarker(13)]
    after, _events = played(after, PlaceMarker(13))
    assert after.markers[12] == (1, 0)
    assert (after.players[0].favor_limit, after.players[0].favor) == (4, 2)
    has(after.players[0], points=0, die=1, ships=(5, 9))
    after.pending = [Effect("turn", 0)]
    after, _events = played(after, Sail(0))
    assert [player.points for player in after.players] == [1, 1]


def test_16_8_at_the_rivers_end_all_merchants_act() -> None:
    state = bare()
    delivered = ("merchant 5", "merchant 2", "merchant 6")
    has(state.players[0], die=1, ships=(14, 9), koku=0, favor=0, points=0, delivered=delivered)
    after, _events = played(state, Sail(0), TakeKoku())
    player = after.players[0]
    assert (player.ships[0], player.koku, player.favor, player.points) == (1, 4 + 3 + 3, 1, 3)


def test_16_9_two_merchants_and_twelve_koku() -> None:
    state = bare()
    has(state.players[0], koku=12, delivered=("merchant 1", "merchant 2"))
    assert [card_points(state, 0, name) for name in state.players[0].delivered] == [2, 2]


def test_16_10_the_noble_ship_has_the_abilities_of_all_nobles() -> None:
    player = bare().players[0]
    has(player, delivered=("noble 2", "noble 6"), noble_ship=1)
    assert ship_abilities(player, 1) == {"empty_spaces_pay_more", "point_at_own"}
    assert ship_abilities(player, 0) == frozenset()


def test_16_11_an_artisan_makes_building_cheaper_in_his_region() -> None:
    state = bare()
    has(state.players[0], die=3, koku=6, delivered=("artisan 3",))
    after, _events = played(state, Build(11, state.row[0]))
    assert after.players[0].koku == 0


def test_16_12_two_artisans_and_seven_goods() -> None:
    state = bare()
    has(state.players[0], goods=[2, 4, 1], delivered=("artisan 1", "artisan 2"))
    assert [card_points(state, 0, name) for name in state.players[0].delivered] == [2, 2]


def test_16_13_and_16_14_an_elder_doubles_one_region() -> None:
    state = bare(3)
    state.scoring = (1, 3, 4, 2, 5, 6)
    has(state.players[0], delivered=("elder 4",), influence=[5, 0, 0, 7, 0, 0])
    state.players[1].influence[3] = 7
    state.players[2].influence[3] = 6
    assert region_points(state, 4) == [14, 7, 0]
    assert region_points(state, 1) == [7, 0, 0]


def test_16_15_where_a_ship_leaves_the_river() -> None:
    assert [sailed_to(13, 3), sailed_to(12, 2), sailed_to(14, 1)] == [(2, True), (14, False), (1, True)]


def test_16_16_tracks_reward_every_space_passed() -> None:
    after, influence = influence_after(0, 5)
    assert (influence[3], after.players[0].goods, after.players[0].koku) == (5, [0, 0, 1], 2)
    after, influence = influence_after(9, 4)
    assert (influence[3], after.players[0].points, after.players[0].favor) == (13, 3, 0)
    after, influence = influence_after(16, 5)
    assert (influence[3], after.players[0].points) == (18, 3)
    assert moves(after, TakeGood)


def test_16_17_what_is_gained_beyond_a_limit_is_lost() -> None:
    state = bare()
    has(state.players[0], koku=24, goods=[6, 0, 0], favor=3)
    after = gained(state, Effect("koku", 0, 3), Effect("silk", 0), Effect("favor", 0))
    assert (after.players[0].koku, after.players[0].goods, after.players[0].favor) == (25, [6, 0, 0], 3)


def test_16_18_a_monk_raises_the_limit_before_he_brings_favor() -> None:
    state = bare()
    state.players[0].favor = 3
    after = gained(state, Effect("favor_limit", 0), Effect("favor", 0, 2))
    assert (after.players[0].favor_limit, after.players[0].favor) == (4, 4)


@pytest.mark.parametrize(
    ("influence", "values", "shares"),
    [
        ([9, 4, 4, 0], (12, 8, 4), [12, 6, 6, 0]),
        ([5, 5, 5], (9, 5), [4, 4, 4]),
        ([8, 3, 3], (8, 4), [8, 2, 2]),
        ([0, 0, 1], (7, 3), [0, 0, 7]),
        ([0, 0, 0, 0], (12, 8, 4), [0, 0, 0, 0]),
        ([18, 18, 18, 18], (12, 8, 4), [6, 6, 6, 6]),
        ([6, 9, 1, 4], (12, 8, 4), [8, 12, 0, 4]),
        ([2, 9, 9, 4], (12, 8, 4), [0, 10, 10, 4]),
    ],
)
def test_16_19_how_values_are_shared(influence: list[int], values: tuple[int, ...], shares: list[int]) -> None:
    assert shared(influence, values) == shares


@pytest.mark.parametrize(
    ("influence", "values", "shares"),
    [
        ([10, 5], (8, 4), [8, 4]),
        ([11, 5], (8, 4), [8, 0]),
        ([7, 7], (8, 4), [6, 6]),
        ([7, 7], (3,), [1, 1]),
        ([3, 0], (8, 4), [8, 0]),
        ([0, 0], (8, 4), [0, 0]),
        ([1, 6], (5, 2), [2, 5]),
    ],
)
def test_16_20_with_two_players_the_second_must_be_near(
    influence: list[int], values: tuple[int, ...], shares: list[int]
) -> None:
    assert shared(influence, values) == shares


def test_16_21_exchanges() -> None:
    state = bare()
    has(state.players[0], goods=[2, 5, 6], koku=5, favor=2)
    after, _events = played(state, ExchangeGoods("silk", "rice"))
    assert after.players[0].goods == [0, 6, 6]
    after, _events = played(after, BuyFavor())
    assert (after.players[0].koku, after.players[0].favor) == (0, 3)
    for wrong in (ExchangeGoods("silk", "silk"), ExchangeGoods("rice", "porcelain"), BuyFavor()):
        with pytest.raises(IllegalMove):
            played(after, wrong)


def test_16_22_two_own_markers_pay_twice_but_are_one_port() -> None:
    state = bare()
    has(state.players[0], die=1, ships=(5, 9), koku=0)
    put(state, 13, "a04", 0, 0)
    after, _events = played(state, Sail(0))
    assert after.players[0].koku == 3 + 3 + 2  # three bare spaces, the port, and twice its owner


def test_16_23_favor_breaks_a_tie() -> None:
    state = bare(3)
    for player, points, favor in zip(state.players, (5, 5, 5), (1, 2, 2), strict=True):
        has(player, points=points, favor=favor)
    score_game(Play(state))
    ended = result(state)
    assert ended is not None
    assert ended.winners == (1, 2)
    assert ended.points == (5, 5, 5)


def test_shore_16_costs_nine_and_shore_11_eight() -> None:
    assert (SHORES[15].cost, SHORES[10].cost) == (9, 8)


def test_a_turn_ends_with_the_roll_that_a_player_makes() -> None:
    state = bare()
    state.players[0].die = 1
    has(state.players[0], ships=(2, 9))
    after, _events = played(state, Sail(0))
    assert moves(after, RollDie)
