"""Chapter 2: setting up, by draft or by the printed line-up."""

from random import Random

import msgspec
import pytest
from msgspec import UNSET

from shogun.game.questions import Draw, Drawn, Shuffle, Throw
from shogun.games.shogun.rules import IllegalMove, IllegalSetup, Setup, awaited, board, new, period, play, result, view
from shogun.games.shogun.rules.cards import EVENTS, Side, line_up
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.events import CardsExchanged, CardTaken, GroupPlaced, TowerFilled, YearBegan
from shogun.games.shogun.rules.position_laying import position_of
from shogun.games.shogun.rules.questions import Choice, DrawCard, ExchangeCards, Move, PlaceGroup, TakeCard
from shogun.games.shogun.rules.state import Planning, Province

from .build import Scene
from .random_games import TOWERS, turns

GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}
OUT = {
    "sun": {"Awa-Boso", "Echigo", "Iwami", "Izumo", "Kazusa", "Mutsu", "Sanuki", "Tosa"},
    "moon": {"Aki", "Hitachi", "Iwami", "Iyo", "Mutsu", "Shimosa", "Shimotsuke", "Tosa"},
}


def draft(*first: str, seats: int = 4, first_seat: int = 0) -> Scene:
    """Return a draft whose deck begins with these cards: two face up, then the top of the deck."""
    return Scene(new(Setup(seats, "sun", "draft", first_seat))).shuffle(*first)


def choices(game: Scene) -> tuple[Move, ...]:
    assert isinstance(game.question, Choice)
    return game.question.moves


def take(game: Scene, province: str, armies: int = 2) -> Scene:
    return game.answer(TakeCard(province)).answer(PlaceGroup(armies))


def draw(game: Scene, armies: int = 2) -> Scene:
    return game.answer(DrawCard()).answer(PlaceGroup(armies))


def unchanged_round() -> Scene:
    """Return a draft in which all four have drawn from the deck, so that seat 0 faces Aki and Kai again."""
    game = draft("Aki", "Kai", "Izu", "Iyo", "Omi", "Ise", "Kii", "Noto")
    for _seat in range(4):
        draw(game)
    return game


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_2_1_with_3_players_8_provinces_are_out_and_count_for_nothing(side: Side) -> None:
    three, four = board(side, 3), board(side, 4)
    assert set(four.lands) - set(three.lands) == OUT[side] == set(three.left_out)
    assert len(three.lands) == 37
    assert not any(OUT[side] & set(names) for names in three.regions.values())
    assert not any(OUT[side] & set(others) for others in three.neighbours.values())
    assert set(new(Setup(3, side, "draft")).provinces) == set(three.lands)


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_2_1_shogun_is_played_by_3_to_5(seats: int) -> None:
    with pytest.raises(IllegalSetup, match=rf"{seats} .*rule 2\.1"):
        new(Setup(seats))


def test_2_1_there_is_no_third_side() -> None:
    with pytest.raises(IllegalSetup, match=r"rule 1\.1"):
        new(Setup(4, "star"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("seats", "chests"), [(3, 18), (4, 15), (5, 12)])
def test_2_2_chests_at_the_start_are_public(seats: int, chests: int) -> None:
    state = new(Setup(seats, first_seat=0))
    assert [player.chests for player in state.players] == [chests] * seats
    assert view(state, 1).players == view(state, None).players == tuple(state.players)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_2_3_everyone_has_the_army_groups_of_his_number_of_players(seats: int) -> None:
    game = draft(seats=seats)
    assert [sorted(groups, reverse=True) for groups in game.state.groups] == [GROUPS[seats]] * seats
    for groups in line_up(seats):
        assert sorted(groups.values(), reverse=True) == GROUPS[seats]


def test_2_4_the_first_seat_is_drawn_by_lot_unless_it_was_chosen() -> None:
    game = Scene(new(Setup(4, "sun", "draft")))
    assert game.question == Draw("first_seat", (0, 1, 2, 3), 1)
    assert game.draw(2).shuffle().question.seat == 2
    assert draft(first_seat=3).question.seat == 3


@pytest.mark.parametrize("seat", [-1, 4])
def test_2_4_the_first_seat_is_one_of_the_table(seat: int) -> None:
    with pytest.raises(IllegalSetup, match=r"rule 2\.4"):
        new(Setup(4, first_seat=seat))


def test_2_4_the_cards_of_all_provinces_in_play_are_shuffled_and_two_revealed() -> None:
    game = Scene(new(Setup(3, "moon", "draft", 0)))
    assert game.question == Shuffle("draft/deck", tuple(sorted(board("moon", 3).lands)))
    game.shuffle("Kai", "Aki" if "Aki" in game.state.provinces else "Awa-Boso")
    assert game.seen(0).market == ("Kai", "Awa-Boso")
    assert game.seen(0).deck_size == 35


def test_2_4_a_player_takes_a_face_up_card_or_draws() -> None:
    assert choices(draft("Kai", "Aki")) == (TakeCard("Aki"), TakeCard("Kai"), DrawCard())


def test_2_4_a_face_up_card_that_was_taken_is_replaced_at_once() -> None:
    game = draft("Aki", "Kai", "Izu").answer(TakeCard("Kai"))
    assert game.state.market == ("Aki", "Izu")
    assert game.step
    assert game.step.reveals


def test_2_4_a_card_drawn_from_the_deck_leaves_the_face_up_cards() -> None:
    game = draft("Aki", "Kai", "Izu", "Omi").answer(DrawCard())
    assert game.state.market == ("Aki", "Kai")
    assert game.state.deck[0] == "Omi"
    assert game.the(CardTaken) == CardTaken(0, "Izu", from_deck=True)


def test_2_4_he_sees_the_card_before_he_chooses_any_of_his_groups() -> None:
    game = draft("Aki", "Kai", "Izu").answer(DrawCard())
    assert isinstance(game.question, Choice)
    assert game.question.subject == "Izu"
    assert game.question.moves == (PlaceGroup(2), PlaceGroup(3), PlaceGroup(4), PlaceGroup(5))


def test_2_4_the_group_stands_in_the_province_and_he_keeps_the_card() -> None:
    game = take(draft("Aki", "Kai"), "Kai", 5)
    assert game["Kai"] == Province(0, 5)
    assert game.player(0).reserve == 62 - 5
    assert game.state.groups[0] == (4, 4, 3, 3, 2, 2, 2)


def test_2_4_a_group_can_be_placed_once() -> None:
    game = draw(draft(), 5)
    for _other in range(3):
        draw(game)
    assert PlaceGroup(5) not in choices(game.answer(DrawCard()))
    assert game.refusal(PlaceGroup(5)) == "2.4"


def test_2_4_the_draft_goes_clockwise_from_the_first_seat() -> None:
    game, seats = draft(first_seat=2), []
    for _turn in range(6):
        seats.append(game.question.seat)
        draw(game)
    assert seats == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_2_4_the_draft_goes_round_until_all_groups_are_placed(seats: int) -> None:
    game = draft(seats=seats)
    while isinstance(game.question, Choice):
        game.answer(game.question.moves[0])
    for seat in range(seats):
        placed = [province.armies for province in game.state.provinces.values() if province.owner == seat]
        assert sorted(placed, reverse=True) == GROUPS[seats]
    assert not (game.state.groups or game.state.market or game.state.deck)


def test_2_4_a_card_that_does_not_lie_there_is_refused() -> None:
    game = draft("Aki", "Kai")
    assert game.refusal(TakeCard("Izu")) == "2.4"
    assert game.refusal(TakeCard("Osaka")) == "2.4"
    assert game.refusal(PlaceGroup(5)) == "2.4"
    assert game.refusal(DrawCard(), seat=1) == "2.4"
    assert game.answer(DrawCard()).refusal(PlaceGroup(6)) == "2.4"


def test_2_5_he_may_exchange_the_two_cards_from_which_he_last_chose() -> None:
    game = unchanged_round()
    assert game.state.market == ("Aki", "Kai")
    assert choices(game)[-1] == ExchangeCards()


def test_2_5_nobody_may_exchange_in_his_first_turn() -> None:
    game = draft("Aki", "Kai")
    for _seat in range(4):
        assert ExchangeCards() not in choices(game)
        assert game.refusal(ExchangeCards()) == "2.4"
        draw(game)


@pytest.mark.parametrize("seat", range(4))
def test_2_5_if_anyone_took_a_face_up_card_the_cards_are_not_the_same(seat: int) -> None:
    game = draft("Aki", "Kai", "Izu", "Iyo", "Omi")
    for turn in range(4):
        if turn == seat:
            take(game, "Kai")
        else:
            draw(game)
    assert ExchangeCards() not in choices(game)


def test_2_5_the_order_in_which_the_cards_lie_does_not_matter() -> None:
    reversed_ = draft("Kai", "Aki")
    for _seat in range(4):
        draw(reversed_)
    assert ExchangeCards() in choices(reversed_)
    game = unchanged_round()
    game.state = msgspec.structs.replace(game.state, market=("Kai", "Aki"))
    assert ExchangeCards() in choices(game)


def test_2_5_both_cards_go_under_the_deck_in_random_order_and_two_are_revealed() -> None:
    game = unchanged_round()
    top = game.state.deck[:2]
    game.answer(ExchangeCards())
    assert isinstance(game.question, Shuffle)
    assert set(game.question.items) == {"Aki", "Kai"}
    assert game.step
    assert not game.step.reveals
    game.draw("Kai", "Aki")
    assert game.state.market == top
    assert game.state.deck[-2:] == ("Kai", "Aki")
    assert game.step.reveals
    assert game.the(CardsExchanged) == CardsExchanged(0, ("Aki", "Kai"))


def test_2_5_he_exchanges_once_in_a_turn_and_then_chooses() -> None:
    game = unchanged_round().answer(ExchangeCards()).draw("Kai", "Aki")
    assert game.question.seat == 0
    assert choices(game) == (*(TakeCard(name) for name in sorted(game.state.market)), DrawCard())


def test_2_5_he_exchanges_once_in_a_turn_even_if_the_two_cards_that_count_lay_there_again() -> None:
    game = unchanged_round()
    last_seen = game.state.market
    game.answer(ExchangeCards()).draw("Kai", "Aki")
    game.state = msgspec.structs.replace(game.state, market=last_seen)
    assert ExchangeCards() not in choices(game)


def test_2_5_the_choice_after_an_exchange_is_a_question_of_its_own() -> None:
    game = unchanged_round()
    before = game.question.key
    assert game.answer(ExchangeCards()).draw("Kai", "Aki").question.key != before


def test_2_5_after_an_exchange_of_his_own_its_two_cards_are_those_that_count() -> None:
    game = unchanged_round().answer(ExchangeCards()).draw("Kai", "Aki")
    for _seat in range(4):
        draw(game)
    assert ExchangeCards() in choices(game)


def test_2_5_after_an_exchange_by_another_the_cards_are_not_the_same() -> None:
    game = draw(unchanged_round().answer(ExchangeCards()).draw("Kai", "Aki"))
    assert game.question.seat == 1
    assert ExchangeCards() not in choices(game)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_2_5_the_deck_always_suffices(seats: int) -> None:
    game = draft(seats=seats)
    while isinstance(game.question, Choice | Shuffle):
        if isinstance(game.question, Shuffle):
            game.shuffle()
        elif game.question.topic == "draft_card":
            game.answer(ExchangeCards() if ExchangeCards() in choices(game) else DrawCard())
        else:
            game.answer(game.question.moves[0])
    assert game.of(CardsExchanged)
    assert len(game.of(GroupPlaced)) == seats * len(GROUPS[seats])


def test_2_6_the_printed_line_up_is_dealt_in_seat_order_from_the_first_seat() -> None:
    state = new(Setup(4, first_seat=2))
    assert state.provinces["Yamato"] == Province(2, 5)  # seat A
    assert state.provinces["Kozuke"] == Province(3, 5)  # seat B
    assert state.provinces["Mimasaka"] == Province(0, 5)  # seat C
    assert state.provinces["Sagami"] == Province(1, 2)  # seat D


def test_2_6_the_first_seat_of_a_line_up_may_be_drawn_by_lot() -> None:
    game = Scene(new(Setup(5))).draw(4)
    assert game["Sagami"] == Province(4, 5)
    assert game["Shimotsuke"] == Province(0, 5)


def test_2_6_the_moon_side_has_no_printed_line_up() -> None:
    with pytest.raises(IllegalSetup, match=r"moon .*rule 2\.6"):
        new(Setup(4, "moon", "printed"))
    with pytest.raises(IllegalSetup, match=r"rule 2\.6"):
        new(Setup(4, "sun", "chess"))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_2_7_provinces_whose_cards_nobody_took_are_neutral(seats: int) -> None:
    state = new(Setup(seats, first_seat=0))
    neutral = [province for province in state.provinces.values() if province.owner is None]
    assert len(neutral) == len(state.provinces) - seats * len(GROUPS[seats])
    assert set(neutral) == {Province()}


def test_2_8_everyone_starts_with_0_points_and_0_rice() -> None:
    for player in new(Setup(5, first_seat=0)).players:
        assert (player.points, player.rice) == (0, 0)


def test_2_9_seven_armies_of_everyone_and_ten_peasants_are_thrown() -> None:
    game = Scene(new(Setup(4, first_seat=0)))
    cubes = {"red": 7, "blue": 7, "yellow": 7, "black": 7, "peasant": 10}
    assert game.question == Throw("throw/start", cubes)
    assert game.state.peasants == 10


def test_2_9_what_comes_out_returns_to_the_reserves_and_the_rest_stays_inside() -> None:
    game = Scene(new(Setup(3, first_seat=0)))
    before = game.player(0).reserve
    game.throw(red=3, peasant=4)
    assert game.player(0).reserve == before + 3
    assert game.state.peasants == 10 + 4
    assert game.state.tower == {"red": 4, "blue": 7, "yellow": 7, "peasant": 6}
    assert game.state.tray == {}
    assert game.the(TowerFilled).out == {"red": 3, "peasant": 4}


def test_2_9_more_than_was_thrown_cannot_come_out() -> None:
    game = Scene(new(Setup(3, first_seat=0)))
    start_throw = game.throw
    with pytest.raises(ValueError, match=r"rule 2\.9"):
        start_throw(red=8)
    with pytest.raises(ValueError, match=r"rule 2\.9"):
        start_throw(purple=1)


def test_2_10_four_of_the_twelve_events_are_revealed() -> None:
    game = Scene(new(Setup(4, first_seat=0))).throw()
    assert game.question == Draw("events/year1", tuple(sorted(EVENTS)), 4)
    game.draw("temple_3", "castle_6", "rice_3", "taxes_0")
    assert game.the(YearBegan).events == game.seen().events == ("temple_3", "castle_6", "rice_3", "taxes_0")
    assert len(game.seen().unseen_events) == 8


def test_2_10_an_event_that_does_not_lie_there_is_not_revealed() -> None:
    game = Scene(new(Setup(4, first_seat=0))).throw()
    for items in [("temple_3",) * 4, ("temple_3", "castle_6", "rice_3"), ("temple_3", "castle_6", "rice_3", "comet")]:
        with pytest.raises(ValueError, match=r"rule 2\.10"):
            game.draw(*items)


def test_1_4_every_seat_has_a_colour_of_its_own() -> None:
    for colours in [("red", "red", "blue"), ("red", "blue"), ("red", "blue", "peasant")]:
        with pytest.raises(IllegalSetup, match=r"rule 1\.4"):
            new(Setup(3, colours=colours))
    assert awaited(new(Setup(3, colours=("red", "blue", "black"))))


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (Setup(2), "2.1"),
        (Setup(6), "2.1"),
        (Setup(4, "star"), "1.1"),  # type: ignore[arg-type]
        (Setup(4, "sun", "chess"), "2.6"),  # type: ignore[arg-type]
        (Setup(4, "moon", "printed"), "2.6"),
        (Setup(4, first_seat=4), "2.4"),
        (Setup(4, first_seat=-1), "2.4"),
        (Setup(3, colours=("red", "red", "blue", "black")), "1.4"),
        (Setup(3, colours=("red", "blue", "peasant")), "1.4"),
        (Setup(3, colours=("red", "blue", "green")), "1.4"),
    ],
)
def test_2_1_a_game_that_the_rules_do_not_know_is_refused_by_the_rule(setup: Setup, rule: str) -> None:
    with pytest.raises(IllegalSetup) as refused:
        new(setup)
    assert refused.value.rule == rule


@pytest.mark.parametrize("side", ["sun", "moon"])
def test_2_1_what_is_out_of_a_game_of_three_is_listed_and_no_sea_route_leads_there(side: Side) -> None:
    three, four = board(side, 3), board(side, 4)
    assert three.left_out == tuple(sorted(OUT[side]))
    assert four.left_out == ()
    assert three.sea_routes == tuple(route for route in four.sea_routes if not set(route) & OUT[side])


def test_2_5_each_seat_has_its_own_two_cards_from_which_it_last_chose() -> None:
    game = draft("Aki", "Kai", "Izu", "Iyo")
    found = [game.state.last_seen, take(game, "Kai").state.last_seen, draw(game).state.last_seen]
    assert found == [
        ((), (), (), ()),
        (("Aki", "Kai"), (), (), ()),
        (("Aki", "Kai"), ("Aki", "Izu"), (), ()),
    ]


def test_2_5_the_questions_of_the_draft_are_numbered_card_by_card() -> None:
    game = draft("Aki", "Kai")
    for number in range(1, 5):
        assert game.question.key == f"draft/card{number}"
        draw(game)
    assert game.answer(ExchangeCards()).draw("Kai", "Aki").question.key == "draft/card5/exchanged"


def test_2_4_until_the_tower_is_filled_a_game_is_being_set_up() -> None:
    game = Scene(new(Setup(4, "sun", "draft")))
    found = [period(game.draw(0).state), period(game.shuffle("Aki", "Kai").state)]
    found += [period(game.answer(DrawCard()).state), period(game.answer(PlaceGroup(2)).state)]
    assert found == ["setup"] * 4
    printed = Scene(new(Setup(4)))
    assert period(printed.state) == period(printed.draw(0).state) == "setup"
    assert period(printed.throw().state) == "year1/spring"


def test_2_6_the_line_up_is_told_if_the_first_seat_is_drawn_and_stands_there_if_it_is_agreed() -> None:
    game = Scene(new(Setup(3))).draw(1)
    assert len(game.of(GroupPlaced)) == 3 * len(GROUPS[3])
    assert {type(told) for told in game.told} == {GroupPlaced}


def test_2_9_the_start_throw_is_told_once() -> None:
    game = Scene(new(Setup(3, first_seat=0))).throw(red=3, peasant=4)
    assert [type(told) for told in game.told] == [TowerFilled]


def test_2_1_a_game_is_of_four_with_the_printed_line_up_if_nothing_else_is_agreed() -> None:
    assert Setup() == Setup(4, "sun", "printed", None, ("red", "blue", "yellow", "black", "purple"))


def test_2_4_nothing_is_drawn_by_chance_while_somebody_chooses() -> None:
    with pytest.raises(IllegalMove, match=r"^chance has nothing to decide now"):
        play(draft().state, None, Drawn(()))


def test_2_4_a_seat_that_is_not_asked_is_told_that_it_has_nothing_to_decide() -> None:
    with pytest.raises(IllegalMove, match=r"^seat 1 has nothing to decide now"):
        play(draft().state, 1, DrawCard())


def test_2_4_the_decks_that_may_lie_there_are_dealt_in_every_order() -> None:
    seen = draft("Aki", "Kai").seen(0)
    decks = [deal(seen, Random(seed)).deck for seed in range(5)]
    assert len(set(decks)) == 5
    assert len({frozenset(deck) for deck in decks}) == 1


def test_2_6_points_given_up_for_a_place_are_missing_from_the_beginning_to_the_end() -> None:
    plain, given = (new(Setup(3, first_seat=0, handicap=handicap)) for handicap in (UNSET, (5, 0, 12)))
    assert [player.points for player in plain.players] == [0, 0, 0]
    assert [player.points for player in given.players] == [-5, 0, -12]
    ends = []
    for handicap in (UNSET, (5, 0, 12)):
        *_others, last = turns(Setup(3, first_seat=0, handicap=handicap), TOWERS["quick"], Random(1))
        end = result(last.step.state)
        assert end is not None
        ends.append(end.points)
    assert [one - other for one, other in zip(*ends, strict=True)] == [5, 0, 12]


def test_2_6_points_given_up_are_part_of_a_position_and_no_handicap_beside_it() -> None:
    for turn in turns(Setup(3, first_seat=0, handicap=(5, 0, 12)), TOWERS["quick"], Random(2)):
        if isinstance(turn.before.stage, Planning):
            laid = position_of(turn.before)
            break
    assert [player.points for player in new(laid).players] == [-5, 0, -12]
    assert laid.handicap is UNSET


@pytest.mark.parametrize("handicap", [(1, 2), (1, 2, -1), (0, 0, 41)])
def test_2_6_each_seat_gives_up_some_points_or_none(handicap: tuple[int, ...]) -> None:
    with pytest.raises(IllegalSetup, match="points given up for a place must be from 0 to 40"):
        new(Setup(3, handicap=handicap))


def test_2_6_a_setup_in_which_nobody_gives_up_points_is_written_as_before_there_were_any() -> None:
    assert b"handicap" not in msgspec.json.encode(Setup(4))
    given = Setup(4, handicap=(1, 2, 3, 4))
    assert msgspec.json.decode(msgspec.json.encode(given), type=Setup) == given
