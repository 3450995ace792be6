"""Rules 2 to 14, each test with the numbers of the rules it shows."""

from collections import Counter
from random import Random

import pytest

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.questions import Drawn, OneOf, Rolled
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.rules import Setup, awaited
from shogun.games.river_of_gold.rules.components import CUSTOMERS, PATRONS, SHORES, TILES
from shogun.games.river_of_gold.rules.events import (
    EmperorCame,
    Gained,
    InfluenceGained,
    LastTileLaid,
    MarkerPassed,
    TileLaid,
)
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    Effect,
    EndTurn,
    ExchangeGoods,
    Patrons,
    PlaceMarker,
    ReplaceShip,
    RollDie,
    Sail,
    SellGood,
    SetDie,
    SpendFavor,
    State,
    StopSelling,
    TakeClan,
    TakeGood,
    TakeKoku,
    TakePatron,
)
from shogun.games.river_of_gold.rules.turns import claim_masteries

from .build import bare, gained, has, moves, played, put, turn_ended, with_patron
from .random_games import Turn, turns


def first_turns(seats: int, patrons: Patrons = "none", seed: int = 1) -> list[Turn]:
    """Return the setup of a game."""
    found = []
    for turn in turns(Setup(seats, patrons), Random(seed)):
        found.append(turn)
        if turn.step.state.turn == 0:
            break
    return found


# 2: setup


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_5_starting_tiles_lie_on_the_spaces_marked_for_so_many_players(seats: int) -> None:
    state = first_turns(seats)[-1].step.state
    there = {shore.start for shore in SHORES if state.tiles[shore.number - 1]}
    assert there == {2: {"imperial", "2", "2/3"}, 3: {"imperial", "2/3"}, 4: {"imperial"}}[seats]
    assert sum(map(bool, state.tiles)) == {2: 9, 3: 6, 4: 3}[seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_6_as_many_tiles_as_counted_off(seats: int) -> None:
    state = first_turns(seats)[-1].step.state
    assert (len(state.row), len(state.era_1), len(state.era_2)) == (4, 8 + 2 * (seats - 2), 9 + 2 * (seats - 2))


def test_2_6_the_first_tile_drawn_lies_at_the_end_of_the_row() -> None:
    setup = first_turns(2)
    drawn = next(turn.answer for turn in setup if turn.question.key == "setup/era_1")
    assert isinstance(drawn, Drawn)
    assert setup[-1].step.state.row[::-1] == drawn.items[:4]


def test_2_8_each_clan_is_played_once_and_chosen_in_turn_order() -> None:
    setup = first_turns(4)
    chosen = [(turn.question.seat, turn.answer) for turn in setup if isinstance(turn.answer, TakeClan)]
    state = setup[-1].step.state
    assert tuple(seat for seat, _clan in chosen) == state.order
    assert len({player.clan for player in state.players}) == 4


def test_2_9_to_2_12_what_everybody_begins_with() -> None:
    state = first_turns(4)[-1].step.state
    assert [state.players[seat].koku for seat in state.order] == [7, 8, 9, 10]
    for player, hand in zip(state.players, state.hands, strict=True):
        assert (player.points, player.favor, player.favor_limit, player.goods) == (0, 2, 3, [1, 1, 1])
        assert player.influence == [0] * 6
        assert len(hand) == 2
        assert 2 <= player.ships[0] <= 7
        assert 9 <= player.ships[1] <= 14


@pytest.mark.parametrize(
    ("setup", "rule"),
    [(Setup(1), "2"), (Setup(5), "2"), (Setup(2, "all"), "13"), (Setup(2, first_seat=2), "2.8")],  # type: ignore[arg-type]
)
def test_2_a_game_that_there_is_not_is_refused(setup: Setup, rule: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        rules.new(setup)
    assert refused.value.rule == rule


# 3: resources and exchanges


def test_3_4_no_exchange_before_the_own_first_turn() -> None:
    state = bare()
    put(state, 13, "b02", 1)
    for player in state.players:
        has(player, goods=[3, 3, 3], koku=10)
    has(state.players[0], die=1, ships=(5, 9))
    after, _events = played(state, Sail(0))
    assert awaited(after)[0].seat == 1
    assert not moves(after, ExchangeGoods | BuyFavor)
    after.turn = 1
    assert moves(after, ExchangeGoods | BuyFavor)


def test_3_4_exchanges_stay_open_until_the_roll_and_leave_the_question_open() -> None:
    state = bare()
    has(state.players[0], goods=[4, 1, 0], die=1, ships=(4, 9))
    after, _events = played(state, ExchangeGoods("silk", "porcelain"), Sail(0), ExchangeGoods("silk", "porcelain"))
    assert after.players[0].goods == [0, 1, 2]
    assert moves(after, RollDie)
    step = rules.play(after, 0, moves(after, ExchangeGoods)[0])
    assert not step.reveals


def test_3_5_no_exchange_whose_gain_would_be_lost() -> None:
    state = bare()
    has(state.players[0], goods=[2, 6, 1], koku=25, favor=3)
    assert moves(state, ExchangeGoods | BuyFavor) == [
        ExchangeGoods("silk", "porcelain"), ExchangeGoods("rice", "silk"), ExchangeGoods("rice", "porcelain"),
    ]  # fmt: skip


# 4: a turn


def test_4_2_the_die_turns_over() -> None:
    state = bare()
    state.players[0].die = 6
    assert played(state, SpendFavor(1))[0].players[0].die == 1


def test_4_3_a_sail_is_always_possible() -> None:
    state = bare()
    has(state.players[0], koku=0, goods=[0, 0, 0])
    assert moves(state, Build | Deliver) == []
    assert moves(state, Sail) == [Sail(0), Sail(1)]


def test_4_5_the_left_neighbour_is_next() -> None:
    state = bare(3)
    after = turn_ended(played(state, Sail(0))[0])
    assert (after.turn, after.active) == (1, 1)


# 5: building


def test_5_1_only_bare_spaces_of_the_dies_region_that_can_be_paid() -> None:
    state = bare()
    has(state.players[0], die=1, koku=8)
    put(state, 2, "s1")
    assert {move.shore for move in moves(state, Build)} == {1, 3, 5}


def test_5_3_the_favor_of_slot_four_comes_before_all_else() -> None:
    state = bare()
    has(state.players[0], die=1, koku=8, favor=3)
    state.players[0].influence[0] = 8
    end = state.row[-1]
    after, events = played(state, Build(1, end))
    first = next(event for event in events if isinstance(event, Gained))
    assert (first.what, first.number, first.lost) == ("favor", 0, 1)
    assert after.row[0] != end


# 6: sailing


def test_6_7_a_journey_takes_the_tile_of_slot_four_out_of_the_game() -> None:
    state = bare()
    has(state.players[0], die=6, ships=(14, 9), favor=0)
    row, new = state.row, state.era_1[0]
    after, _events = played(state, Sail(0), TakeGood("silk"))
    assert after.gone == (row[-1],)
    assert after.row == (new, *row[:3])
    assert after.players[0].favor == 0


def test_6_8_the_market_with_the_card_symbol_draws_a_customer() -> None:
    state = bare()
    has(state.players[0], die=1, ships=(3, 9), goods=[0, 0, 0])
    put(state, 6, "m3")
    state.hands[0] = ("monk 1", "monk 2")
    state.deck = ("elder 1",)
    after, _events = played(state, Sail(0), Discard("monk 1"))
    assert after.hands[0] == ("monk 2", "elder 1")
    assert after.players[0].goods[0] == 1


# 7 and 8: customers


def test_7_1_only_customers_of_the_dies_region_whose_order_can_be_paid() -> None:
    state = bare()
    has(state.players[0], die=3, goods=[2, 1, 1])
    state.hands[0] = ("noble 3", "elder 3", "artisan 4")
    assert moves(state, Deliver) == [Deliver("noble 3")]


def test_7_5_the_discard_pile_becomes_the_deck() -> None:
    state = bare()
    has(state.players[0], die=3, goods=[3, 0, 0])
    state.hands[0], state.deck, state.discards = ("merchant 3", "monk 3"), ("elder 1",), ("monk 1",)
    after, _events = played(state, Deliver("merchant 3"))
    assert awaited(after)[0].key == "customers/turn0"
    after, _events = played(after, Discard("monk 3"))
    assert (after.hands[0], after.discards) == (("elder 1", "monk 1"), ("monk 3",))


def test_7_5_without_cards_only_what_is_there_is_drawn() -> None:
    state = bare()
    has(state.players[0], die=3, goods=[3, 0, 0])
    state.hands[0], state.deck, state.discards = ("merchant 3", "monk 3"), (), ()
    after, _events = played(state, Deliver("merchant 3"))
    assert after.hands[0] == ("monk 3",)
    assert moves(after, RollDie)


def test_8_5_merchants_act_in_the_order_of_their_regions() -> None:
    state = bare()
    has(state.players[0], die=1, ships=(14, 9), koku=0, goods=[2, 0, 0], delivered=("merchant 6", "merchant 4"))
    after, _events = played(state, Sail(0), TakeKoku())
    assert moves(after, SellGood | StopSelling) == [SellGood("silk"), StopSelling()]
    after, _events = played(after, SellGood("silk"))
    assert after.players[0].koku == 4 + 3 + 5
    after, _events = played(after, SellGood("silk"))
    assert after.players[0].koku == 4 + 3 + 10 + 3  # nothing left to sell: the merchant of region 6 acts
    assert moves(after, RollDie)


def test_8_5_the_merchant_of_region_one_brings_influence_where_something_is_built() -> None:
    state = bare()
    has(state.players[0], die=1, ships=(14, 9), delivered=("merchant 1",))
    put(state, 8, "a01", 1, 0)
    put(state, 10, "a02", 0)
    put(state, 30, "a07", 0)
    put(state, 20, "a08", 1)
    after, _events = played(state, Sail(0), TakeKoku())
    assert after.players[0].influence == [0, 1, 0, 0, 0, 1]


def test_8_7_without_a_building_for_it_the_second_marker_is_left_out() -> None:
    state = bare()
    has(state.players[0], die=1, goods=[1, 2, 1])
    state.hands[0] = ("monk 1",)
    put(state, 8, "a01", 1)
    put(state, 10, "a02", 0, 1)
    put(state, 11, "s1")
    after, _events = played(state, Deliver("monk 1"))
    assert not moves(after, PlaceMarker)


def test_8_9_only_the_first_noble_brings_the_ship() -> None:
    state = bare()
    has(state.players[0], die=3, goods=[4, 2, 2])
    state.hands[0] = ("noble 3",)
    after, _events = played(state, Deliver("noble 3"))
    assert moves(after, ReplaceShip) == [ReplaceShip(0), ReplaceShip(1)]
    after, _events = played(after, ReplaceShip(1))
    assert after.players[0].noble_ship == 1
    has(after.players[0], die=1, goods=[1, 1, 2])
    after.hands[0], after.pending = ("noble 1",), [Effect("turn", 0)]
    after, _events = played(after, Deliver("noble 1"))
    assert not moves(after, ReplaceShip)


def test_7_4_a_delivery_reveals_nothing_until_customers_are_drawn() -> None:
    state = bare()
    has(state.players[0], die=3, goods=[4, 2, 2])
    state.hands[0] = ("noble 3",)
    step = rules.play(state, 0, Deliver("noble 3"))
    assert moves(step.state, ReplaceShip) and not step.reveals
    assert rules.play(step.state, 0, ReplaceShip(1)).reveals
    at_once = bare()
    has(at_once.players[0], die=1, goods=[1, 2, 1])
    at_once.hands[0] = ("monk 1",)
    assert rules.play(at_once, 0, Deliver("monk 1")).reveals
    at_once.deck = ()
    assert not rules.play(at_once, 0, Deliver("monk 1")).reveals, "nothing is left to be drawn"


def noble(number: int, die: int = 1, start: int = 5) -> State:
    state = bare()
    has(state.players[0], die=die, ships=(start, 9), noble_ship=0, delivered=(f"noble {number}",), points=0)
    has(state.players[0], koku=0, goods=[0, 0, 0])
    return state


def test_8_10_noble_one_chooses_goods_at_markets_imperial_ones_too() -> None:
    state = noble(1, start=7)
    put(state, 17, "m1")
    put(state, 15, "a07", 1)
    after, _events = played(state, Sail(0), TakeGood("rice"), TakeGood("rice"))
    assert after.players[0].goods == [0, 2, 0]
    assert not moves(played(state, Sail(1))[0], TakeGood)


def test_8_10_noble_two_gains_more_from_bare_spaces() -> None:
    assert played(noble(2), Sail(0))[0].players[0].koku == 8


def test_8_10_noble_three_brings_influence_where_the_ship_stops() -> None:
    assert played(noble(3, start=6), Sail(0))[0].players[0].influence == [0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize(("number", "owner", "points"), [(4, 1, 1), (4, 0, 0), (6, 0, 1), (6, 1, 0)])
def test_8_10_nobles_four_and_six_look_whose_building_was_visited(number: int, owner: int, points: int) -> None:
    state = noble(number)
    put(state, 13, "a01", owner)
    assert played(state, Sail(0))[0].players[0].points == points


def test_8_10_noble_five_may_count_the_die_otherwise() -> None:
    state = noble(5, die=6)
    assert moves(state, Sail) == [Sail(0, -1), Sail(0, 0), Sail(0, 1), Sail(1)]
    after, _events = played(state, Sail(0, 1))
    assert (after.players[0].ships[0], after.players[0].die) == (6, 6)


def test_8_10_what_nobles_count_at_the_end() -> None:
    from shogun.games.river_of_gold.rules.scoring import card_points

    state = bare()
    for shore, tile, owners in ((1, "a01", (0, 0)), (2, "a02", (1, 0)), (8, "a07", (0,)), (16, "a08", (1,))):
        put(state, shore, tile, *owners)
    put(state, 6, "m1")
    counted = [card_points(state, 0, f"noble {number}") for number in range(1, 7)]
    assert counted == [1, 2, 0, 0, 2, 2]


# 9 to 11


def test_9_4_influence_ends_at_eighteen() -> None:
    state = bare()
    state.players[0].influence[0] = 18
    assert gained(state, Effect("influence", 0, 3, 1)).players[0].points == 0


def test_10_2_awards_run_out() -> None:
    for seats, awards in ((2, [5, 0]), (4, [7, 5, 3, 0])):
        state = bare(seats)
        state.masteries = ("courts", "air", "fire")
        for seat in range(seats):
            state.players[seat].influence[3] = 11
            claim_masteries(Play(state), Effect("masteries", seat))
        assert [player.points for player in state.players] == awards


@pytest.mark.parametrize(
    ("mastery", "delivered", "tiles", "meets"),
    [
        ("air", ("monk 1", "elder 1", "noble 2"), (), True),
        ("air", ("monk 1", "elder 1", "elder 2"), (), False),
        ("fire", ("monk 1", "monk 2"), (), True),
        ("fire", ("monk 1", "elder 2"), (), False),
        ("earth", (), ("a01", "a02", "a03"), True),
        ("earth", (), ("a01", "a02", "a07"), False),
        ("water", (), ("a01", "a07", "a13", "a19"), True),
        ("water", (), ("a01", "a07", "a13", "a14"), False),
    ],
)
def test_10_3_what_masteries_need(
    mastery: str, delivered: tuple[str, ...], tiles: tuple[str, ...], meets: bool
) -> None:
    state = bare()
    state.masteries = (mastery,)
    state.players[0].delivered = delivered
    for shore, tile in enumerate(tiles, 7):
        put(state, shore, tile, 1, 0)
    claim_masteries(Play(state), Effect("masteries", 0))
    assert state.players[0].points == 5 * meets


def test_11_2_the_emperor_rewards_all_owners_and_no_visitor() -> None:
    state = bare()
    has(state.players[0], die=1, koku=12, points=0)
    state.era_1, state.masteries = ("a24",), ()
    put(state, 20, "b04", 1)
    put(state, 30, "a10", 1, 0)
    state.row = ("a01", "a02", "a03", "a05")
    after, events = played(state, Build(1, "a05"))
    assert any(isinstance(event, EmperorCame) for event in events)
    assert [player.points for player in after.players] == [1 + 1, 3 + 1]


def before_emperor(patron: str) -> State:
    """Return a game in which seat 0, who has a patron, lets the Emperor come with what it builds on shore space 1."""
    state = with_patron(bare(), 0, patron)
    has(state.players[0], die=1, koku=12)
    state.era_1, state.masteries, state.row = ("a24",), (), ("a01", "a02", "a03", "a05")
    return state


@pytest.mark.parametrize(("first", "influence"), [(0, (5, 5)), (1, (4, 5))])
def test_14_5_the_emperor_goes_from_shore_space_to_shore_space_by_number(
    first: int, influence: tuple[int, int]
) -> None:
    """Kachiko leaves out the space on which another's marker lies when her turn comes."""
    state = before_emperor("kachiko")
    state.players[0].influence[5], state.players[1].influence[5] = 3, 4
    put(state, 26, "b06", first)
    put(state, 30, "b09", 1 - first)
    after, events = played(state, Build(1, "a05"))
    came = next(place for place, event in enumerate(events) if isinstance(event, EmperorCame))
    assert [event.shore for event in events[came:] if isinstance(event, InfluenceGained)] == [26, 30]
    assert tuple(player.influence[5] for player in after.players) == influence


def test_14_5_on_each_shore_space_the_first_marker_comes_before_the_second() -> None:
    state = before_emperor("kachiko")
    put(state, 27, "b15", 0, 1)
    put(state, 5, "b02", 1, 0)
    state, _events = played(state, Build(1, "a05"))
    asked = []
    while moves(state, TakeGood):
        asked.append((state.pending[-1].shore, state.pending[-1].seat))
        state, _events = played(state, TakeGood("silk"))
    assert asked == [(5, 1), (5, 0), (27, 0), (27, 1)]


def test_11_3_to_11_5_everybody_else_has_one_more_turn() -> None:
    state = bare(3)
    has(state.players[0], die=1, koku=12, points=0)
    state.era_1, state.era_2, state.masteries = (), ("b04",), ()
    state.row = ("a01", "a02", "a03", "a05")
    after, events = played(state, Build(1, "a01"))
    assert LastTileLaid(0) in events
    assert after.players[0].points == 5
    assert moves(after, EndTurn | RollDie) == [EndTurn()]
    after, _events = played(after, EndTurn())
    has(after.players[1], die=after.players[1].die, koku=25)
    build = next(move for move in moves(after, Build) if move.tile == after.row[1])
    end, first = after.row[-1], after.row[0]
    after, events = played(after, build)
    assert not any(isinstance(event, TileLaid) for event in events)
    assert (len(after.row), after.row[0], after.row[-1]) == (3, first, end)
    while isinstance((question := awaited(after)[0]), OneOf) and question.seat == 1:
        after = played(after, question.moves[0])[0]
    assert after.active == 2
    after, _events = played(after, Sail(0))
    while questions := awaited(after):
        after = rules.play(after, questions[0].seat, moves(after)[0]).state
    assert after.turn == 2
    assert rules.result(after) is not None


# 13: patrons


def test_13_1_patrons_are_taken_from_the_last_player_to_the_first() -> None:
    setup = first_turns(3, "table")
    taken = [turn for turn in setup if isinstance(turn.answer, TakePatron)]
    state = setup[-1].step.state
    assert tuple(turn.question.seat for turn in taken) == state.order[::-1]
    assert [len(turn.question.moves) for turn in taken if isinstance(turn.question, OneOf)] == [4, 3, 2]
    assert all(PATRONS[player.patron].clan == player.clan for player in state.players)


def test_13_2_each_chooses_one_of_two_patrons_of_the_clan_they_drew() -> None:
    setup = first_turns(4, "lot")
    taken = [turn for turn in setup if isinstance(turn.answer, TakePatron)]
    state = setup[-1].step.state
    assert tuple(turn.question.seat for turn in taken) == state.order
    assert [len(turn.question.moves) for turn in taken if isinstance(turn.question, OneOf)] == [2] * 4
    assert Counter(player.clan for player in state.players) == Counter(["crab", "crane", "mantis", "scorpion"])


def setup_with(patron: str) -> tuple[State, int]:
    """Return a game at its first turn in which a seat has a patron, and that seat."""
    for seed in range(200):
        state = first_turns(2, "table", seed)[-1].step.state
        for seat, player in enumerate(state.players):
            if player.patron == patron:
                return state, seat
    raise AssertionError(patron)


def test_13_5_shihobu_begins_richer_and_builds_anywhere() -> None:
    state, seat = setup_with("shihobu")
    assert state.players[seat].koku == 17 + state.order.index(seat)
    state = with_patron(bare(), 0, "shihobu")
    has(state.players[0], koku=9)
    assert len({SHORES[move.shore - 1].region for move in moves(state, Build)}) == 6


def test_13_5_taka_gains_points_for_the_river() -> None:
    state = with_patron(bare(), 0, "taka")
    has(state.players[0], die=1, koku=12, points=0)
    state.masteries = ()
    assert played(state, Build(4, state.row[0]))[0].players[0].points == 3


def test_13_5_yoritomo_holds_three_and_delivers_anywhere() -> None:
    state, seat = setup_with("yoritomo")
    assert len(state.hands[seat]) == 3
    state = with_patron(bare(), 0, "yoritomo")
    has(state.players[0], die=1, goods=[2, 0, 2])
    state.hands[0] = ("artisan 4", "elder 1", "artisan 2")
    assert moves(state, Deliver) == [Deliver("artisan 2"), Deliver("artisan 4")]
    after, _events = played(state, Deliver("artisan 2"))
    assert len(after.hands[0]) == 4
    after, _events = played(after, moves(after, Discard)[0])
    assert len(after.hands[0]) == 3


def test_13_5_kudaka_gains_points_for_the_first_customer_of_a_region() -> None:
    for delivered, points in (((), 3), (("elder 3",), 0), (("elder 2",), 3)):
        state = with_patron(bare(), 0, "kudaka")
        has(state.players[0], die=3, goods=[2, 0, 0], delivered=delivered, points=0)
        state.hands[0], state.masteries = ("artisan 3",), ()
        assert played(state, Deliver("artisan 3"))[0].players[0].points == points


@pytest.mark.parametrize(("owner", "points"), [(1, 2), (0, 0)])
def test_13_5_uji_gains_points_for_visiting_opponents(owner: int, points: int) -> None:
    state = with_patron(bare(), 0, "uji")
    has(state.players[0], die=1, ships=(5, 9), points=0)
    put(state, 13, "a01", owner)
    assert played(state, Sail(0))[0].players[0].points == points


def test_13_5_ryoku_may_set_the_die_also_for_the_first_turn() -> None:
    setup = [turn for seed in range(20) for turn in first_turns(2, "table", seed)]
    first = [turn.question for turn in setup if turn.question.key.endswith("choose_first_die")]
    assert first
    assert all(isinstance(question, OneOf) and question.count() == 7 for question in first)
    state = with_patron(bare(), 0, "ryoku")
    has(state.players[0], die=1, ships=(4, 9), favor=1)
    after, _events = played(state, Sail(0), SetDie(1))
    assert (after.players[0].die, after.players[0].favor, after.turn) == (1, 0, 1)


@pytest.mark.parametrize(
    ("start", "number", "hers", "points"), [(2, 3, 4, 3), (2, 2, 4, 0), (4, 3, 4, 0), (0, 3, 0, 0), (3, 2, 4, 3)]
)
def test_13_5_hyobu_gains_points_when_her_marker_is_passed(start: int, number: int, hers: int, points: int) -> None:
    state = with_patron(bare(), 1, "hyobu")
    state.players[0].influence[2], state.players[1].influence[2] = start, hers
    play = Play(state)
    play.then(Effect("influence", 0, number, 3))
    rules.game.advance(play)
    assert state.players[1].points == points
    assert any(isinstance(event, MarkerPassed) for event in play.events) == (points > 0)


@pytest.mark.parametrize(
    ("start", "number", "others", "end"),
    [(0, 2, (1, 2), 4), (0, 1, (2, 3), 1), (16, 1, (17, 18), 18), (15, 1, (16, 17), 18), (17, 3, (18, 18), 18)],
)
def test_13_5_kachiko_jumps_markers(start: int, number: int, others: tuple[int, int], end: int) -> None:
    state = with_patron(bare(3), 0, "kachiko")
    for player, space in zip(state.players, (start, *others), strict=True):
        player.influence[0] = space
    assert gained(state, Effect("influence", 0, number, 1)).players[0].influence[0] == end


# 14: order and choices


def test_14_7_a_good_of_choice_is_the_owners_choice_also_in_anothers_turn() -> None:
    state = bare()
    has(state.players[0], die=1, ships=(5, 9))
    has(state.players[1], goods=[6, 0, 0])
    put(state, 13, "b02", 1)
    after, _events = played(state, Sail(0))
    assert awaited(after)[0].seat == 1
    assert moves(after) == [TakeGood("silk"), TakeGood("rice"), TakeGood("porcelain")]
    assert played(after, TakeGood("silk"))[0].players[1].goods == [6, 0, 0]


def test_what_is_asked_of_one_is_refused_from_others() -> None:
    state = bare()
    for seat in (1, None):
        with pytest.raises(IllegalMove):
            rules.play(state, seat, Sail(0))
    with pytest.raises(IllegalMove):
        rules.play(state, 0, Rolled((1,)))


def test_no_rule_asks_for_a_tile_a_card_or_a_patron_by_its_name() -> None:
    from pathlib import Path

    text = "\n".join(path.read_text("utf-8") for path in Path(rules.__path__[0]).glob("*.py"))
    for name in (*TILES, *CUSTOMERS, *PATRONS):
        assert f'"{name}"' not in text
