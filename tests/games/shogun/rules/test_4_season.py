"""Chapter 4: a season, from the action cards to its end."""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from shogun.game.questions import Draw, Drawn, Shuffle
from shogun.games.shogun.rules import Setup, awaited, is_secret, new
from shogun.games.shogun.rules.cards import ACTIONS, FACE_DOWN, SPECIALS, Action, Card, Special
from shogun.games.shogun.rules.determinization import deal
from shogun.games.shogun.rules.events import (
    ActionBegan,
    BattleSettled,
    BidRevealed,
    Built,
    CardVoided,
    EventDrawn,
    LotsDrawn,
    NoAction,
    PlanLaid,
    SeasonBegan,
    SpecialTaken,
    TaxesCollected,
    TurnOrderSet,
)
from shogun.games.shogun.rules.questions import Choice, Deploy, March, Plan, PlanQuestion, Reinforce, TakeSpecial
from shogun.games.shogun.rules.state import (
    AttackerReinforcing,
    BattleThrow,
    DefenderReinforcing,
    Drafting,
    Planning,
    Province,
)

from .build import Scene, filled_plan, held, in_planning, in_season, lay_plans, plan_of

FOUR_SEATS = {"Kai": held(0), "Aki": held(1), "Omi": held(2), "Izu": held(3)}
RICH = dict.fromkeys(("Aki", "Iyo", "Kai", "Kii", "Omi", "Ise", "Izu"), held(0))
"""Seven provinces: with the chest cards twelve cards, one more than fields."""
BATTLE_FIRST: tuple[Action, ...] = (
    "battle_a", "taxes", "rice", "castle", "temple", "theatre", "deploy5", "deploy3", "deploy1", "battle_b",
)  # fmt: skip


def plan_question(game: Scene, seat: int = 0) -> PlanQuestion:
    question = next(question for question in awaited(game.state) if question.seat == seat)
    assert isinstance(question, PlanQuestion)
    return question


def spring() -> Scene:
    """Return a game in which the action cards of the first spring are due."""
    game = Scene(new(Setup(4, first_seat=0))).throw()
    return game.draw("temple_3", "castle_6", "rice_3", "taxes_0")


def bidding(*bids: Card | None, board: Mapping[str, Province] = FOUR_SEATS, chests: int = 10) -> Scene:
    """Return a game whose bids have just been revealed."""
    game = in_planning(board, seats=len(bids), chests=chests)
    return lay_plans(game, bids).draw("theatre_5")


def order_of_choice(game: Scene) -> list[int]:
    """Return the seats in the order in which they take special cards."""
    seats = []
    while isinstance(game.question, Choice) and game.question.topic == "special":
        seats.append(game.question.seat)
        game.answer(game.question.moves[0])
        if len(seats) == game.state.setup.seats:
            break
    return seats


# 4.1, 4.2: the cards of the season


def test_4_1_the_ten_action_cards_are_shuffled_and_five_lie_face_up() -> None:
    game = spring()
    assert game.question == Shuffle("actions/year1/spring", ACTIONS)
    game.shuffle("taxes", "rice", "castle").shuffle()
    assert game.seen(0).actions == ("taxes", "rice", "castle", "temple", "theatre", None, None, None, None, None)


@pytest.mark.parametrize("cards", [ACTIONS[:9], (*ACTIONS[:9], "castle"), (*ACTIONS[:9], "harakiri")])
def test_4_1_each_of_the_ten_action_cards_lies_there_once(cards: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"rule 4\.1"):
        spring().draw(*cards)


def test_4_2_the_special_cards_lie_face_up_before_planning() -> None:
    game = spring().shuffle()
    assert game.question == Shuffle("specials/year1/spring", SPECIALS)
    game.shuffle("attack", "rice")
    assert isinstance(game.state.stage, Planning)
    assert game.seen(3).specials == ("attack", "rice", "chest", "armies", "defence")


def test_4_2_special_cards_are_not_doubled() -> None:
    with pytest.raises(ValueError, match=r"rule 4\.2"):
        spring().shuffle().draw("chest", "chest", "rice", "armies", "attack")


# 4.3, 4.4: planning


def test_4_3_all_players_plan_at_once_in_any_order() -> None:
    game = in_planning(FOUR_SEATS)
    assert [question.seat for question in awaited(game.state)] == [0, 1, 2, 3]
    game.answer(filled_plan(plan_question(game, 2), bid=0), seat=2)
    assert [question.seat for question in awaited(game.state)] == [0, 1, 3]
    assert game.refusal(filled_plan(plan_question(game, 0), bid=0), seat=2) == "4.3"


def test_4_3_a_plan_is_laid_once() -> None:
    game = in_planning(FOUR_SEATS)
    game.answer(filled_plan(plan_question(game, 2), {"taxes": "Omi"}, bid=0), seat=2)
    other = filled_plan(plan_question(in_planning(FOUR_SEATS), 2), {"rice": "Omi"}, bid=0)
    assert game.refusal(other, seat=2) == "4.3"


def test_4_3_plans_are_secret() -> None:
    game = in_planning(FOUR_SEATS)
    plan = filled_plan(plan_question(game, 2), bid=0)
    game.answer(plan, seat=2)
    assert game.seen(2).plan == plan
    for other in (0, 1, 3, None):
        seen = game.seen(other)
        assert seen.plan is None
        assert seen.boards == ((), (), (), ())
        assert seen.bids == ()
        assert seen.planned == (False, False, True, False)
    assert game.step
    assert game.step.events == (PlanLaid(2),)
    assert not game.step.reveals


def test_4_3_a_plan_and_the_question_for_it_are_secret_and_nothing_else_is() -> None:
    game = in_planning(FOUR_SEATS)
    plan = filled_plan(plan_question(game), bid=0)
    assert [is_secret(asked) for asked in (plan_question(game), plan)] == [True, True]
    chosen = bidding(4, 3, 2, 1)
    assert [is_secret(asked) for asked in (chosen.question, TakeSpecial("chest"))] == [False, False]


def test_4_3_a_hand_is_ones_province_cards_and_five_chest_cards() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(0, 3), "Omi": held(1)})
    assert plan_question(game, 0).cards == ("Aki", "Kai", 0, 1, 2, 3, 4)
    assert plan_question(game, 1).cards == ("Omi", 0, 1, 2, 3, 4)


def test_4_3_with_eleven_cards_or_more_every_field_must_be_filled() -> None:
    game = in_planning(RICH)
    full = filled_plan(plan_question(game), {"taxes": "Kai"}, bid=4)
    for field in range(10):
        gap = Plan((*full.fields[:field], None, *full.fields[field + 1 :]), 4)
        assert game.refusal(gap, seat=0) == "4.3"
    assert game.refusal(Plan(full.fields, None), seat=0) == "4.3"
    game.answer(full, seat=0)


def test_4_3_with_fewer_cards_all_are_laid_and_he_chooses_the_empty_fields() -> None:
    game = in_planning({"Kai": held(0)})
    late = plan_of({"deploy3": 0, "deploy1": 1, "battle_a": "Kai", "battle_b": 2, "castle": 3}, 4)
    assert game.refusal(plan_of({"battle_a": "Kai", "castle": 0}, 4), seat=0) == "4.3"
    game.answer(late, seat=0)
    no_bid = in_planning({"Kai": held(0)})
    no_bid.answer(plan_of({"rice": 0, "deploy1": 1, "battle_a": "Kai", "battle_b": 2, "castle": 3, "taxes": 4}), seat=0)
    assert no_bid.state.plans[0]
    assert no_bid.state.plans[0].bid is None


def test_4_3_one_card_lies_on_one_field() -> None:
    game = in_planning(RICH)
    full = filled_plan(plan_question(game), bid=4)
    twice = Plan((full.fields[1], *full.fields[1:]), 4)
    assert game.refusal(twice, seat=0) == "4.3"
    assert game.refusal(Plan(full.fields, full.fields[0]), seat=0) == "4.3"


@pytest.mark.parametrize("card", ["Mutsu", "Osaka", 5, -1, 2.0, True, b"Kai", ["Kai"]])
def test_4_3_only_cards_of_ones_own_hand_are_laid(card: object) -> None:
    game = in_planning({**RICH, "Mutsu": held(1)})
    full = filled_plan(plan_question(game), bid=4)
    foreign = Plan((card, *full.fields[1:]), 4)  # type: ignore[arg-type]
    assert game.refusal(foreign, seat=0) == "4.3"
    assert game.refusal(Plan(full.fields, card), seat=0) == "4.3"  # type: ignore[arg-type]


def test_4_3_a_province_may_be_assigned_to_an_action_that_cannot_be_done_there() -> None:
    game = in_planning({"Kai": held(0, 1, "castle")}, chests=0)
    bluff = plan_of({"castle": "Kai", "temple": 1, "rice": 2, "taxes": 3, "deploy1": 4}, 0)
    game.answer(bluff, seat=0)


def test_4_3_a_province_bid_is_legal_and_its_province_has_no_action() -> None:
    game = in_planning({"Kai": held(0), "Aki": held(0)}, chests=0)
    game.answer(filled_plan(plan_question(game), bid="Kai"), seat=0)
    assert game.state.plans[0]
    assert "Kai" not in game.state.plans[0].fields


def test_4_3_an_empty_action_field_counts_as_a_chest_card() -> None:
    game = in_season(FOUR_SEATS, {0: {"castle": 3}})
    assert NoAction(0, "castle", 3) in game.told
    assert NoAction(0, "temple", None) in game.told


class Constant(Random):
    """Always returns the same fraction of 1."""

    def __init__(self, fraction: float) -> None:
        super().__init__()
        self.fraction = fraction

    def random(self) -> float:
        return self.fraction


def test_4_3_of_all_plans_that_are_drawn_those_without_a_bid_have_their_share() -> None:
    question = PlanQuestion(0, "plan", (0, 1, 2, 3, 4), 1)  # without a bid 30240 of 40320 plans: three in four
    found = [question.sample(Constant(fraction)).bid for fraction in (0, 0.25, 0.5, 0.75)]
    assert found == [None, None, None, 1]


@pytest.mark.parametrize(("chests", "bid"), [(0, 1), (1, 2), (3, 4)])
def test_4_4_a_chest_card_is_bid_only_by_a_player_with_that_many_chests(chests: int, bid: int) -> None:
    game = in_planning(FOUR_SEATS, chests=chests)
    assert game.refusal(filled_plan(plan_question(game), bid=bid), seat=0) == "4.4"
    game.answer(filled_plan(plan_question(game), bid=bid - 1), seat=0)


def test_4_4_chest_cards_on_action_fields_need_no_chests() -> None:
    game = in_planning(FOUR_SEATS, chests=0)
    game.answer(filled_plan(plan_question(game), {"castle": 4, "rice": 3}, bid=0), seat=0)


# 4.5: the event


@pytest.mark.parametrize(("season", "face_up"), [("spring", 4), ("summer", 3), ("autumn", 2)])
def test_4_5_one_of_the_face_up_events_is_drawn_and_the_others_stay(season: str, face_up: int) -> None:
    game = in_planning(FOUR_SEATS)
    game.state.season = season  # type: ignore[assignment]
    game.state.events = ("theatre_5", "taxes_0", "rice_3", "deploy_1")[:face_up]
    lay_plans(game, (4, 3, 2, 1))
    assert game.question == Draw(f"event/year1/{season}", game.state.events, 1)
    game.draw("taxes_0")
    assert game.seen().event == "taxes_0"
    assert game.seen().events == tuple(name for name in ("theatre_5", "rice_3", "deploy_1")[: face_up - 1])
    assert game.the(EventDrawn).event == "taxes_0"


def test_4_5_the_event_is_drawn_after_all_have_planned() -> None:
    game = in_planning(FOUR_SEATS)
    for seat in range(4):
        assert isinstance(game.state.stage, Planning)
        with pytest.raises(ValueError, match=r"rule 4\.3"):
            game.answer(plan_of({}), seat=-1)
        game.answer(filled_plan(plan_question(game, seat), bid=0), seat=seat)
    assert isinstance(game.question, Draw)


@pytest.mark.parametrize("items", [(), ("castle_2",), ("theatre_5", "taxes_0")])
def test_4_5_only_one_of_the_face_up_events_can_be_drawn(items: tuple[str, ...]) -> None:
    game = lay_plans(in_planning(FOUR_SEATS), (4, 3, 2, 1))
    with pytest.raises(ValueError, match=r"rule 4\.5"):
        game.draw(*items)


# 4.6: turn order


def test_4_6_bids_are_paid_to_the_bank_and_a_province_costs_nothing() -> None:
    game = bidding(4, 1, "Omi", None)
    assert [player.chests for player in game.state.players] == [6, 9, 10, 10]
    assert game.of(BidRevealed) == [
        BidRevealed(0, 4, 4), BidRevealed(1, 1, 1), BidRevealed(2, "Omi", 0), BidRevealed(3, None, 0),
    ]  # fmt: skip
    assert game.seen().bids == (4, 1, "Omi", None)


@pytest.mark.parametrize(
    ("bids", "order"),
    [
        ((1, 2, 3, 4), [3, 2, 1, 0]),
        ((0, "Aki", 1, 2), [3, 2, 1, 0]),
        ((None, 0, "Omi", 1), [3, 2, 1, 0]),
        (("Kai", None, 0, 4), [3, 0, 2, 1]),
    ],
)
def test_4_6_chests_choose_before_provinces_before_chest_0_before_no_bid(
    bids: tuple[Card | None, ...], order: list[int]
) -> None:
    game = bidding(*bids)
    assert game.of(LotsDrawn) == []
    assert order_of_choice(game) == order


@pytest.mark.parametrize(
    ("bids", "tied", "lots", "order"),
    [
        ((2, 2, 3, 1), (0, 1), (1, 0), [2, 1, 0, 3]),
        (("Kai", "Aki", "Omi", 1), (0, 1, 2), (2, 0, 1), [3, 2, 0, 1]),
        ((None, 4, None, 0), (0, 2), (2, 0), [1, 3, 2, 0]),
        ((0, 3, 0, 3), (0, 1, 2, 3), (2, 3, 1, 0), [3, 1, 2, 0]),
        ((1, 1, 1, 1), (0, 1, 2, 3), (3, 1, 0, 2), [3, 1, 0, 2]),
    ],
)
def test_4_6_equal_bids_are_decided_by_lots(
    bids: tuple[Card | None, ...], tied: tuple[int, ...], lots: tuple[int, ...], order: list[int]
) -> None:
    game = bidding(*bids)
    assert game.question == Shuffle("lots/year1/spring", tied)
    game.draw(*lots)
    assert game.the(LotsDrawn).seats == lots
    assert order_of_choice(game) == order


@pytest.mark.parametrize("lots", [(0, 0), (0, 2), (0,), (False, True), (0.0, 1.0)])
def test_4_6_lots_are_drawn_among_the_equal_bids_only(lots: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"rule 4\.6"):
        bidding(2, 2, 3, 1).draw(*lots)


def test_4_6_in_that_order_everyone_must_take_one_special_card() -> None:
    game = bidding(4, 3, 2, 1)
    left: list[Special] = list(SPECIALS)
    taken: tuple[Special, ...] = ("attack", "chest", "armies")
    for seat, card in enumerate(taken):
        assert isinstance(game.question, Choice)
        assert game.question.seat == seat
        assert game.question.moves == tuple(TakeSpecial(other) for other in left)
        game.answer(TakeSpecial(card))
        left.remove(card)
    assert game.refusal(TakeSpecial("attack")) == "4.6"
    assert game.refusal(TakeSpecial("luck")) == "4.6"  # type: ignore[arg-type]
    assert game.refusal(plan_of({})) == "4.6"
    assert game.refusal(TakeSpecial("rice"), seat=0) == "4.6"


def test_4_6_the_places_give_the_turn_order_and_empty_places_are_passed_over() -> None:
    game = bidding(4, 3, 2, board={"Kai": held(0), "Aki": held(1), "Omi": held(2)})
    for card in ("defence", "chest", "armies"):
        game.answer(TakeSpecial(card))
    assert [(told.seat, told.place) for told in game.of(SpecialTaken)] == [(0, 5), (1, 1), (2, 3)]
    assert game.the(TurnOrderSet).seats == (1, 2, 0)
    an_action = [told for told in game.told if isinstance(told, NoAction) and told.action == "deploy3"]
    assert [told.seat for told in an_action] == [1, 2, 0]


def test_4_6_special_cards_that_nobody_took_have_no_effect() -> None:
    game = in_season({"Settsu": held(0), "Kii": held(1)}, {0: {"taxes": "Settsu"}, 1: {"taxes": "Kii"}},
                     specials={0: "rice", 1: "armies", 2: "attack", 3: "defence"})  # fmt: skip
    assert [told.chests for told in game.of(TaxesCollected)] == [7, 5]


# 4.7: the actions


def test_4_7_all_take_their_turn_in_an_action_before_the_next_begins() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"taxes": "Kai"}, 1: {"theatre": "Aki"}, 2: {"taxes": "Omi"}, 3: {"theatre": "Izu"},
    }  # fmt: skip
    game = in_season(FOUR_SEATS, plans, order=(3, 2, 1, 0), actions=("theatre", "taxes"))
    done = [told for told in game.told if isinstance(told, Built | TaxesCollected)]
    assert [(type(told), told.seat) for told in done] == [
        (Built, 3), (Built, 1), (TaxesCollected, 2), (TaxesCollected, 0),
    ]  # fmt: skip


def test_4_7_after_action_k_the_card_on_place_k_plus_5_is_turned_up() -> None:
    game = in_season(FOUR_SEATS)
    turned_up = [told.turned_up for told in game.of(ActionBegan)]
    assert [told.number for told in game.of(ActionBegan)] == list(range(1, 11))
    assert turned_up == [None, *ACTIONS[5:10], None, None, None, None]


@pytest.mark.parametrize("number", range(1, 11))
def test_4_7_during_action_k_the_cards_up_to_place_k_plus_4_are_visible(number: int) -> None:
    others: tuple[Action, ...] = tuple(action for action in ACTIONS if action != "battle_a")
    actions = (*others[: number - 1], "battle_a", *others[number - 1 :])
    game = in_season({"Kai": held(0, 2)}, {0: {"battle_a": "Kai"}}, actions=actions)
    assert game.question.seat == 0
    visible = min(10, number + 4)
    assert game.seen(1).actions == (*actions[:visible], *[None] * (10 - visible))
    assert game.seen(1).action == number - 1


def test_4_7_cards_on_planning_boards_stay_face_down_until_ones_turn_comes() -> None:
    board = {"Kai": held(0, 2), "Aki": held(1, 2), "Omi": held(2, 2)}
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Kai", "taxes": 4}, 1: {"battle_a": "Aki", "taxes": 1, "rice": 0}, 2: {"battle_a": "Omi"},
    }  # fmt: skip
    game = in_season(board, plans, order=(0, 1, 2, 3), actions=("taxes", "battle_a", "rice"))
    game.answer(March("Kai", "Sagami", 1)).throw(red=1)
    assert game.question.seat == 1

    def seen(seat: int, action: Action) -> Card | None:
        return game.seen(3).boards[seat][ACTIONS.index(action)]

    assert [seen(0, "taxes"), seen(1, "taxes")] == [4, 1]
    assert [seen(0, "battle_a"), seen(1, "battle_a"), seen(2, "battle_a")] == ["Kai", "Aki", FACE_DOWN]
    assert seen(1, "rice") == FACE_DOWN
    assert seen(2, "taxes") is None


def test_4_7_no_card_on_a_planning_board_is_seen_before_the_actions() -> None:
    game = bidding(4, 3, 2, 1)
    for board in game.seen(0).boards:
        assert set(board) <= {FACE_DOWN, None}
    assert game.seen(0).boards[0].count(FACE_DOWN) == 5


def test_4_7_a_chest_card_is_shown_as_no_action_when_its_turn_comes() -> None:
    game = in_season({"Kai": held(0, 2)}, {0: {"taxes": 3, "battle_a": "Kai"}})
    assert NoAction(0, "taxes", 3) in game.told
    assert game.player(0).chests == 10


# 4.8: cards that leave during the season


def taken_kozuke(**out: int) -> Scene:
    """Return a season in which seat 0 has attacked Kozuke, planned by seat 1 for taxes, and this came out."""
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano"}, 1: {"taxes": "Kozuke"}, 2: {"battle_b": "Kai"},
    }  # fmt: skip
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3, "temple"), "Kai": held(2, 2), "Aki": held(1)}
    game = in_season(board, plans, actions=BATTLE_FIRST, bids={1: 2})
    return game.answer(March("Shinano", "Kozuke", 4)).throw(**out)


def test_4_8_a_lost_province_leaves_the_planning_board_and_its_action_is_void() -> None:
    game = taken_kozuke(red=2)
    assert game["Kozuke"].owner == 0
    assert CardVoided(1, "Kozuke", "taxes") in game.told
    assert game.of(TaxesCollected) == []
    assert NoAction(1, "taxes", None) in game.told


def test_4_8_the_emptied_field_is_visible_to_all() -> None:
    game = taken_kozuke(red=2)
    assert game.seen(3).boards[1][ACTIONS.index("taxes")] is None
    assert game.seen(1).plan == plan_of({}, 2)


def test_4_8_so_it_is_if_the_province_became_neutral() -> None:
    game = taken_kozuke(red=2, blue=2)
    assert game["Kozuke"] == Province()
    assert CardVoided(1, "Kozuke", "taxes") in game.told
    assert game.of(TaxesCollected) == []


@pytest.mark.parametrize("out", [{"red": 2}, {"red": 2, "blue": 2}])
def test_4_8_the_lost_card_is_told_after_the_battle_that_lost_it(out: dict[str, int]) -> None:
    told = [type(event) for event in taken_kozuke(**out).told]
    assert told.index(CardVoided) == told.index(BattleSettled) + 1


def test_4_8_a_province_that_was_defended_keeps_its_action() -> None:
    game = taken_kozuke(red=1, blue=2)
    assert game.of(CardVoided) == []
    assert game.the(TaxesCollected).province == "Kozuke"


def test_4_8_a_card_whose_action_was_carried_out_leaves_too_but_voids_nothing() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano"}, 1: {"rice": "Kozuke"}, 2: {"battle_b": "Kai"},
    }  # fmt: skip
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3), "Kai": held(2, 2)}
    game = in_season(board, plans, actions=("rice", "battle_a", "battle_b"))
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    assert game.of(CardVoided) == []
    assert game.state.plans[1] == plan_of({})


def test_4_8_the_defenders_own_turn_in_the_same_action_is_still_void() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano"},
        1: {"battle_a": "Kozuke"},
        2: {"battle_b": "Kai"},
    }
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3), "Kai": held(2, 2)}
    game = in_season(board, plans).answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    assert CardVoided(1, "Kozuke", "battle_a") in game.told
    assert game.question.seat == 2


def test_4_8_a_revealed_bid_stands_though_its_province_is_lost() -> None:
    plans: dict[int, dict[Action, Card]] = {0: {"battle_a": "Shinano"}, 2: {"battle_b": "Kai"}}
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3), "Kai": held(2, 2)}
    game = in_season(board, plans, bids={1: "Kozuke"}, order=(0, 2, 1, 3))
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    assert game["Kozuke"].owner == 0
    assert game.seen(0).bids[1] == "Kozuke"
    assert game.state.order == (0, 2, 1, 3)
    assert game.of(CardVoided) == []


def test_4_8_a_card_won_back_can_be_planned_only_in_the_next_season() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano"}, 1: {"taxes": "Kozuke", "battle_b": "Musashi"},
    }  # fmt: skip
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3), "Musashi": held(1, 5)}
    game = in_season(board, plans, actions=("battle_a", "battle_b", "taxes"), specials={0: "rice", 3: "defence"})
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    game.answer(March("Musashi", "Kozuke", 4)).throw(blue=4)
    assert game["Kozuke"] == held(1, 4)
    assert game.of(TaxesCollected) == []
    game.shuffle().shuffle()
    assert "Kozuke" in plan_question(game, 1).cards
    assert "Kozuke" not in plan_question(game, 0).cards


def test_4_8_a_province_that_was_won_twice_is_seen_among_those_won_once() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano"}, 1: {"battle_b": "Musashi"}, 2: {"battle_b": "Kai"},
    }  # fmt: skip
    board = {"Shinano": held(0, 5), "Kozuke": held(1, 3), "Musashi": held(1, 5), "Kai": held(2, 2)}
    game = in_season(board, plans, specials={0: "rice", 3: "defence"})
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    assert game.seen().won == ("Kozuke",)
    game.answer(March("Musashi", "Kozuke", 4)).throw(blue=4)
    assert game.question.seat == 2
    assert game.seen().won == ("Kozuke",)


def test_4_8_a_winner_plans_the_card_in_the_next_season() -> None:
    plans: dict[int, dict[Action, Card]] = {0: {"battle_a": "Shinano"}}
    game = in_season({"Shinano": held(0, 5), "Kozuke": held(1, 3)}, plans)
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2).shuffle().shuffle()
    assert "Kozuke" in plan_question(game, 0).cards
    assert plan_question(game, 1).cards == (0, 1, 2, 3, 4)


# 4.9: the end of the season


def test_4_9_cards_return_and_the_event_leaves_the_game() -> None:
    game = in_season(FOUR_SEATS, event="temple_3", events_left=("castle_2", "castle_6", "taxes_0"), bids={0: 4})
    seen = game.seen()
    assert seen.season == "summer"
    assert seen.event is None
    assert seen.events == ("castle_2", "castle_6", "taxes_0")
    assert "temple_3" not in seen.unseen_events
    assert seen.planned == (False,) * 4
    assert seen.specials_taken == (None,) * 4
    assert seen.actions == ()
    assert game.question == Shuffle("actions/year1/summer", ACTIONS)


def test_4_9_a_season_of_the_special_card_is_over_with_it() -> None:
    game = in_season({"Settsu": held(0)}, {0: {"taxes": "Settsu"}}, specials={0: "chest"})
    assert game.player(0).chests == 18
    assert game.state.special(0) is None


def test_4_9_after_autumn_the_turn_order_holds_for_winter() -> None:
    board = {"Kai": held(0), "Aki": held(1), "Omi": held(2), "Izu": held(3)}
    game = in_season(board, season="autumn", order=(2, 0, 3, 1))
    assert game.state.order == (2, 0, 3, 1)
    assert game.question == Draw("revolts/year1/seat2", ("Omi",), 1)


def test_4_9_the_draft_keeps_nothing_for_the_season() -> None:
    assert not isinstance(spring().state.stage, Drafting)
    assert spring().seen().groups == ()


def test_4_3_what_is_hidden_is_dealt_in_any_way_to_who_looks_ahead() -> None:
    game = lay_plans(in_planning(FOUR_SEATS), (4, 3, 2, 1))
    dealt = [deal(game.seen(0), Random(seed)) for seed in range(50)]
    assert len({state.actions[5:] for state in dealt}) > 20
    assert {state.actions[:5] for state in dealt} == {ACTIONS[:5]}
    assert len({state.plans[1] for state in dealt}) > 20
    assert {state.plans[0] for state in dealt} == {game.state.plans[0]}


# What is seen of a season


def test_4_6_the_order_of_choice_is_public_once_the_bids_are_revealed() -> None:
    game = bidding(1, 4, 2, 3)
    for seat in (0, 3, None):
        assert game.seen(seat).choosers == (1, 3, 2, 0)
        assert game.seen(seat).bids == (1, 4, 2, 3)


def test_4_7_whose_turn_it_is_in_which_action_is_public() -> None:
    board = {"Kai": held(0, 3), "Aki": held(1, 3), "Izu": held(2)}
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Kai"}, 1: {"battle_a": "Aki"}, 2: {"deploy5": "Izu"},
    }  # fmt: skip
    game = in_season(board, plans, order=(1, 3, 0, 2), actions=("rice", "battle_a", "deploy5"), specials={2: "armies"})
    assert (game.seen(3).action, game.seen(3).turn) == (1, 1)
    game.answer(March("Aki", "Bingo", 1))
    assert (game.seen(3).action, game.seen(3).turn) == (1, 1)
    game.throw(blue=1)
    assert (game.seen(3).action, game.seen(3).turn) == (1, 0)
    game.answer(March("Kai", "Sagami", 1)).throw(red=1)
    assert (game.seen(3).action, game.seen(3).turn) == (2, 2)
    deploy5 = ACTIONS.index("deploy5")
    assert game.seen(3).boards[2][deploy5] == "Izu"
    game.answer(Deploy(6))
    assert (game.seen(3).action, game.seen(3).turn) == (None, None)


def test_4_7_whose_turn_it_is_stays_public_while_attacker_and_defender_choose_and_throw() -> None:
    board = {"Kai": held(0, 3), "Sagami": held(1, 3)}
    game = in_season(board, {0: {"battle_a": "Kai"}}, specials={0: "attack", 1: "defence"}, actions=BATTLE_FIRST)
    found = []
    for answer in (March("Kai", "Sagami", 2), Reinforce(0), Reinforce(0)):
        game.answer(answer)
        seen = game.seen(3)
        found.append((type(seen.stage), seen.action, seen.turn, seen.boards[0][ACTIONS.index("battle_a")]))
    assert found == [(stage, 0, 0, "Kai") for stage in (AttackerReinforcing, DefenderReinforcing, BattleThrow)]


def test_4_7_a_plan_that_is_dealt_anew_holds_each_card_once_and_what_was_revealed() -> None:
    board = {"Kai": held(0, 2), "Aki": held(1, 2), "Omi": held(2, 2)}
    plans: dict[int, dict[Action, Card]] = {
        0: {"taxes": "Kai", "rice": 4, "battle_a": 2}, 1: {"taxes": 1, "battle_a": "Aki", "rice": 3, "castle": 0},
        2: {"taxes": 3, "battle_a": "Omi"},
    }  # fmt: skip
    game = in_season(board, plans, actions=("taxes", "battle_a", "rice", "castle"), bids={0: 1, 1: 2, 2: 0})
    for seed in range(40):
        dealt = deal(game.seen(3), Random(seed))
        for seat, plan in enumerate(dealt.plans[:3]):
            assert plan
            laid = [card for card in (*plan.fields, plan.bid) if card is not None]
            assert len(set(laid)) == len(laid)
            real = game.state.plans[seat]
            assert real
            assert plan.bid == real.bid
            assert plan.on("taxes") == real.on("taxes")
            assert [card is None for card in plan.fields] == [card is None for card in real.fields]


def test_4_8_a_card_that_was_won_is_dealt_to_no_planning_board_until_the_season_ends() -> None:
    plans: dict[int, dict[Action, Card]] = {
        0: {"battle_a": "Shinano", "rice": "Aki", "taxes": 0, "castle": 1}, 2: {"battle_b": "Kai"},
    }  # fmt: skip
    board = {"Shinano": held(0, 5), "Aki": held(0), "Kozuke": held(1, 3), "Kai": held(2, 2)}
    game = in_season(board, plans)
    assert game.seen(3).won == ()
    game.answer(March("Shinano", "Kozuke", 4)).throw(red=2)
    assert game.seen(3).won == ("Kozuke",)
    for seed in range(60):
        plan = deal(game.seen(3), Random(seed)).plans[0]
        assert plan and "Kozuke" not in plan.fields
    game.answer(March("Kai", "Sagami", 1)).throw(yellow=1)
    assert game.state.season == "summer"
    assert game.seen(3).won == ()


def test_4_8_a_season_in_which_nothing_was_won_is_written_as_before() -> None:
    """States are hashed between seasons: what was hashed before the rules kept conquests must stay the same."""
    game = in_planning(FOUR_SEATS)
    assert b"won" not in msgspec.json.encode(game.state)


def test_4_3_a_plan_is_refused_by_the_card_that_is_foreign() -> None:
    game = in_planning(RICH)
    full = filled_plan(plan_question(game), bid=4)
    with pytest.raises(ValueError, match="Osaka isn't in this hand"):
        game.answer(Plan((*full.fields[:9], "Osaka"), 4), seat=0)


def test_4_7_an_action_is_told_to_begin_before_anything_that_is_done_in_it() -> None:
    board = {"Kai": held(0, 2), "Aki": held(1, 2)}
    told = in_season(board, {0: {"battle_b": "Kai"}}, actions=("taxes", "battle_b")).told
    kinds = [type(event) for event in told if isinstance(event, ActionBegan | NoAction)]
    assert kinds == [ActionBegan, *[NoAction] * 4, ActionBegan]


def test_4_1_and_4_2_a_season_is_told_with_five_actions_and_all_special_cards() -> None:
    game = Scene(new(Setup(4))).draw(0)
    while not game.of(SeasonBegan):
        question = game.question
        if isinstance(question, Draw | Shuffle):
            game.answer(Drawn(question.items[: getattr(question, "count", None)]))
        else:
            game.throw()
    assert game.the(SeasonBegan) == SeasonBegan(1, "spring", game.state.actions[:5], game.state.specials)


@pytest.mark.parametrize(("cards", "empty"), [(0, 11), (1, 10), (10, 1), (11, 0), (12, 0), (40, 0)])
def test_4_3_fields_stay_empty_only_with_fewer_than_eleven_cards(cards: int, empty: int) -> None:
    question = PlanQuestion(0, "plan", tuple(sorted(Setup(4).board.lands)[:cards]), 5)
    assert question.empty_fields == empty
