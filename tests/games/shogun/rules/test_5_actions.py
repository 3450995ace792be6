"""Chapter 5: the ten actions, and why they are skipped."""

import pytest

from shogun.game.questions import Throw
from shogun.games.shogun.rules import board
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import BUILDINGS, SIDES, SUPPLY, Action, Building, Side
from shogun.games.shogun.rules.events import (
    ActionSkipped,
    BattleBegan,
    Built,
    Deployed,
    MarkerPlaced,
    Moved,
    RevoltBroke,
    RiceConfiscated,
    SkipReason,
    TaxesCollected,
)
from shogun.games.shogun.rules.questions import March, MarchQuestion, Stay
from shogun.games.shogun.rules.state import Province

from .build import Scene, held, in_season

PRICES: dict[Building, int] = {"castle": 3, "temple": 2, "theatre": 1}
building_actions = pytest.mark.parametrize(("building", "price"), PRICES.items())
deploy_actions = pytest.mark.parametrize(
    ("action", "armies", "price"), [("deploy5", 5, 3), ("deploy3", 3, 2), ("deploy1", 1, 1)]
)
battle_actions = pytest.mark.parametrize("action", ["battle_a", "battle_b"])


def skipped(game: Scene) -> SkipReason:
    """Return why the only planned action was skipped, after looking that nothing was paid."""
    assert game.player(0).chests == 10 or game.player(0).chests < 3
    return game.the(ActionSkipped).reason


def march_question(game: Scene) -> MarchQuestion:
    assert isinstance(game.question, MarchQuestion)
    return game.question


# 5.0: all or nothing


def test_5_0_who_can_carry_out_his_action_completely_must() -> None:
    game = in_season({"Kai": held(0)}, {0: {"castle": "Kai"}})
    assert game.of(ActionSkipped) == []
    assert game["Kai"].buildings == ("castle",)


@pytest.mark.parametrize("action", ["castle", "temple", "theatre", "deploy5", "deploy3", "deploy1"])
def test_5_0_an_action_one_chest_short_is_skipped_and_costs_nothing(action: Action) -> None:
    board = {"Kai": held(0)}
    game = in_season(board, {0: {action: "Kai"}}, chests=COST[action] - 1)
    assert game.the(ActionSkipped) == ActionSkipped(0, action, "Kai", "no_chests")
    assert game.player(0).chests == COST[action] - 1
    assert game["Kai"] == held(0)


@pytest.mark.parametrize("action", ["castle", "temple", "theatre", "deploy5", "deploy3", "deploy1"])
def test_5_0_with_exactly_the_chests_it_is_carried_out(action: Action) -> None:
    game = in_season({"Kai": held(0)}, {0: {action: "Kai"}}, chests=COST[action])
    assert game.of(ActionSkipped) == []
    assert game.player(0).chests == 0


def test_5_0_whether_he_can_is_judged_when_his_turn_comes() -> None:
    board = {"Kai": held(0), "Settsu": held(0)}
    plans: dict[int, dict[Action, str]] = {0: {"taxes": "Settsu", "castle": "Kai"}}
    late = in_season(board, plans, chests=0, actions=("taxes", "castle"))
    assert late["Kai"].buildings == ("castle",)
    early = in_season(board, plans, chests=0, actions=("castle", "taxes"))
    assert early.the(ActionSkipped).reason == "no_chests"
    assert early.player(0).chests == 7


def test_5_0_others_go_on_when_one_action_is_skipped() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"castle": "Kai"}, 1: {"castle": "Aki"}}
    game = in_season({"Kai": held(0, 1, "castle"), "Aki": held(1)}, plans)
    assert game.the(Built).seat == 1


# 5.1: building


@building_actions
def test_5_1_a_building_costs_its_price_and_stands_in_the_province(building: Building, price: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {building: "Kai"}})
    assert game["Kai"].buildings == (building,)
    assert game.player(0).chests == 10 - price
    assert game.the(Built) == Built(0, "Kai", building, price, calmed=0)


@building_actions
def test_5_1_it_needs_a_free_site(building: Building, price: int) -> None:
    (other, _third) = [kind for kind in BUILDINGS if kind != building]
    game = in_season({"Kai": held(0, 1, other)}, {0: {building: "Kai"}})
    assert skipped(game) == "no_site"
    assert game["Kai"].buildings == (other,)


@building_actions
def test_5_1_no_building_of_that_kind_may_stand_there(building: Building, price: int) -> None:
    game = in_season({"Izu": held(0, 1, building)}, {0: {building: "Izu"}})
    assert skipped(game) == "has_building"
    assert game["Izu"].buildings == (building,)


def test_5_1_three_sites_hold_one_building_of_each_kind() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"temple": "Izu"}}
    game = in_season({"Izu": held(0, 1, "castle", "theatre")}, plans)
    assert sorted(game["Izu"].buildings) == ["castle", "temple", "theatre"]


@pytest.mark.parametrize("building", BUILDINGS)
def test_5_1_it_needs_a_tile_in_the_supply(building: Building) -> None:
    names = [name for name in in_season({}).state.provinces if name != "Kai"]
    last = SUPPLY[building] - 1
    almost = {name: held(1, 1, building) for name in names[:last]}
    assert in_season({"Kai": held(0), **almost}, {0: {building: "Kai"}}).of(ActionSkipped) == []
    gone = {name: held(1, 1, building) for name in names[: last + 1]}
    assert skipped(in_season({"Kai": held(0), **gone}, {0: {building: "Kai"}})) == "no_tile"


# 5.2, 5.3: rice and taxes


def test_5_2_rice_and_taxes_are_the_provinces_values() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"rice": "Kai", "taxes": "Settsu"}}
    game = in_season({"Kai": held(0), "Settsu": held(0)}, plans)
    assert game.the(RiceConfiscated) == RiceConfiscated(0, "Kai", 3)
    assert game.the(TaxesCollected) == TaxesCollected(0, "Settsu", 7)
    assert (game.player(0).rice, game.player(0).chests) == (3, 10 + 7)


@pytest.mark.parametrize("action", ["rice", "taxes"])
def test_5_3_without_a_marker_there_is_no_revolt_and_one_is_put_down(action: Action) -> None:
    game = in_season({"Kai": held(0, 2)}, {0: {action: "Kai"}})
    assert game.of(RevoltBroke) == []
    assert game["Kai"] == held(0, 2, markers=1)


@pytest.mark.parametrize("action", ["rice", "taxes"])
@pytest.mark.parametrize("markers", [1, 2])
def test_5_3_with_a_marker_a_revolt_breaks_out_after_the_gain(action: Action, markers: int) -> None:
    game = in_season({"Kai": held(0, 4, markers=markers)}, {0: {action: "Kai"}})
    assert game.the(RevoltBroke) == RevoltBroke(0, "Kai", 4, markers)
    assert game.player(0).rice + game.player(0).chests == 10 + (3 if action == "rice" else 5)
    game.throw(red=4, peasant=1)
    assert game["Kai"] == held(0, 3, markers=markers + 1)
    assert game.the(MarkerPlaced).markers == markers + 1


@pytest.mark.parametrize("action", ["rice", "taxes"])
def test_5_3_the_gain_is_kept_if_the_revolt_is_lost_and_no_marker_is_put_down(action: Action) -> None:
    game = in_season({"Kai": held(0, 4, "castle", markers=1)}, {0: {action: "Kai"}}).throw(peasant=1)
    assert game["Kai"] == Province()
    assert game.player(0).rice + game.player(0).chests == 10 + (3 if action == "rice" else 5)
    assert game.of(MarkerPlaced) == []


# 5.4, 5.5, 5.8: deploying


@pytest.mark.parametrize(("action", "armies", "price"), [("deploy5", 5, 3), ("deploy3", 3, 2)])
def test_5_4_deploying_puts_armies_from_the_reserve_in_the_province(action: Action, armies: int, price: int) -> None:
    game = in_season({"Kai": held(0, 2), "Sagami": held(0)}, {0: {action: "Kai"}})
    assert game["Kai"] == held(0, 2 + armies)
    assert game.player(0).chests == 10 - price
    assert game.player(0).reserve == 62 - 3 - armies
    assert game.the(Deployed) == Deployed(0, "Kai", armies, price)


def test_5_5_deploy_1_puts_down_one_army_and_may_then_move_to_an_own_neighbour() -> None:
    board = {"Kai": held(0, 2), "Sagami": held(0), "Suruga": held(1), "Izu": held(0)}
    game = in_season(board, {0: {"deploy1": "Kai"}})
    assert game["Kai"] == held(0, 3)
    assert game.player(0).chests == 9
    question = march_question(game)
    assert (question.source, question.targets, question.most, question.may_stay) == ("Kai", ("Sagami",), 2, True)
    game.answer(March("Kai", "Sagami", 2))
    assert (game["Kai"], game["Sagami"]) == (held(0, 1), held(0, 3))
    assert game.the(Moved) == Moved(0, "Kai", "Sagami", 2)


def test_5_5_the_new_army_alone_lets_the_old_one_move() -> None:
    game = in_season({"Kai": held(0), "Sagami": held(0)}, {0: {"deploy1": "Kai"}})
    assert march_question(game).most == 1


def test_5_5_he_may_also_stay() -> None:
    game = in_season({"Kai": held(0, 2), "Sagami": held(0)}, {0: {"deploy1": "Kai"}}).answer(Stay())
    assert (game["Kai"], game["Sagami"]) == (held(0, 3), held(0, 1))
    assert game.of(Moved) == []


def test_5_5_it_never_attacks() -> None:
    board = {"Kai": held(0, 2), "Sagami": held(0), "Suruga": held(1), "Izu": held(0)}
    game = in_season(board, {0: {"deploy1": "Kai"}})
    for target in ("Suruga", "Musashi", "Izu", "Kai", "Osaka"):
        assert game.refusal(March("Kai", target, 1)) == "5.5"


def test_5_5_that_no_move_is_possible_does_not_make_it_in_part() -> None:
    game = in_season({"Kai": held(0), "Sagami": held(1)}, {0: {"deploy1": "Kai"}})
    assert game.of(ActionSkipped) == []
    assert game["Kai"] == held(0, 2)


@deploy_actions
def test_5_8_a_reserve_with_too_few_armies_means_only_in_part(action: Action, armies: int, price: int) -> None:
    game = in_season({"Kai": held(0)}, {0: {action: "Kai"}}, reserve={0: armies - 1})
    assert skipped(game) == "no_reserve"
    assert game.player(0).chests == 10
    game = in_season({"Kai": held(0)}, {0: {action: "Kai"}}, reserve={0: armies})
    assert game["Kai"] == held(0, 1 + armies)


@pytest.mark.parametrize(("action", "armies"), [("deploy5", 3), ("deploy3", 2), ("deploy1", 1)])
def test_5_8_the_reserve_is_counted_after_the_event(action: Action, armies: int) -> None:
    board, plans = {"Kai": held(0)}, {0: {action: "Kai"}}
    game = in_season(board, plans, event="deploy_1", reserve={0: armies})
    assert game["Kai"] == held(0, 1 + armies)
    game = in_season(board, plans, event="deploy_1", reserve={0: armies - 1})
    assert skipped(game) == "no_reserve"


def test_5_8_with_6_armies_a_reserve_of_exactly_5_still_deploys_5() -> None:
    game = in_season({"Kai": held(0)}, {0: {"deploy5": "Kai"}}, specials={0: "armies"}, reserve={0: 5})
    assert game["Kai"] == held(0, 6)
    assert game.player(0).reserve == 0


# 5.6, 5.7: battle / move


@battle_actions
def test_5_6_into_an_own_province_it_is_a_move(action: Action) -> None:
    game = in_season({"Kai": held(0, 4), "Sagami": held(0)}, {0: {action: "Kai"}})
    game.answer(March("Kai", "Sagami", 3))
    assert (game["Kai"], game["Sagami"]) == (held(0, 1), held(0, 4))
    assert game.of(BattleBegan) == []


@battle_actions
@pytest.mark.parametrize("defender", [None, 1])
def test_5_6_into_any_other_it_is_a_battle(action: Action, defender: int | None) -> None:
    board = {"Kai": held(0, 4)} | ({} if defender is None else {"Sagami": held(defender)})
    game = in_season(board, {0: {action: "Kai"}}).answer(March("Kai", "Sagami", 3))
    assert game["Kai"] == held(0, 1)
    assert game.the(BattleBegan) == BattleBegan(0, defender, "Kai", "Sagami", 3)
    assert isinstance(game.question, Throw)


def test_5_6_target_and_number_are_chosen_now_among_all_neighbours_in_the_game() -> None:
    board = {"Kai": held(0, 4), "Sagami": held(0), "Suruga": held(1, 1, "temple")}
    question = march_question(in_season(board, {0: {"battle_a": "Kai"}}))
    assert question.targets == ("Musashi", "Sagami", "Shinano", "Suruga", "Totomi")
    assert question.most == 3
    assert not question.may_stay
    assert question.count() == len(question.moves) == 15


SHINANO = ("Echigo", "Etchu", "Hida", "Kai", "Kozuke", "Mikawa", "Mino", "Musashi", "Totomi")


@pytest.mark.parametrize("target", SHINANO)
def test_5_6_each_of_nine_neighbours_can_be_attacked(target: str) -> None:
    game = in_season({"Shinano": held(0, 4)}, {0: {"battle_b": "Shinano"}})
    assert march_question(game).targets == SHINANO
    assert game.answer(March("Shinano", target, 2)).the(BattleBegan).target == target


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("side", SIDES)
def test_5_6_armies_may_march_to_every_neighbour_from_every_province(side: Side, seats: int) -> None:
    for name, neighbours in board(side, seats).neighbours.items():
        game = in_season({name: held(0, 2)}, {0: {"battle_a": name}}, side=side, seats=seats)
        assert march_question(game).targets == neighbours


def test_5_6_under_the_temple_event_only_temples_keep_armies_out() -> None:
    temples = {name: held(1, 1, "temple") for name in SHINANO[:4]} | {"Mino": held(0, 1, "temple")}
    castles = {name: held(1, 1, "castle", "theatre") for name in ("Musashi", "Totomi")}
    game = in_season({"Shinano": held(0, 4), **temples, **castles}, {0: {"battle_a": "Shinano"}}, event="temple_4")
    assert march_question(game).targets == SHINANO[4:]


def test_5_6_also_across_the_sea() -> None:
    game = in_season({"Shima": held(0, 2)}, {0: {"battle_a": "Shima"}})
    assert march_question(game).targets == ("Ise", "Izu")


def test_5_6_provinces_that_are_out_of_the_game_are_no_targets() -> None:
    game = in_season({"Kozuke": held(0, 2)}, {0: {"battle_a": "Kozuke"}}, seats=3)
    assert march_question(game).targets == ("Musashi", "Shimosa", "Shimotsuke", "Shinano")
    assert game.refusal(March("Kozuke", "Mutsu", 1)) == "5.6"


@pytest.mark.parametrize("event", ["temple_3", "temple_4"])
def test_5_6_under_the_temple_event_anothers_temple_is_no_target(event: str) -> None:
    board = {"Kai": held(0, 4), "Sagami": held(0, 1, "temple"), "Suruga": held(1, 1, "temple"), "Totomi": held(1)}
    game = in_season(board, {0: {"battle_a": "Kai"}}, event=event)
    assert march_question(game).targets == ("Musashi", "Sagami", "Shinano", "Totomi")
    assert game.refusal(March("Kai", "Suruga", 1)) == "5.6"
    game.answer(March("Kai", "Sagami", 1))
    assert game["Sagami"].armies == 2


def test_5_6_he_must_move_even_if_every_neighbour_means_a_battle() -> None:
    game = in_season({"Shima": held(0, 2), "Ise": held(1, 9), "Izu": held(2, 9)}, {0: {"battle_a": "Shima"}})
    assert game.refusal(Stay()) == "5.6"
    assert not march_question(game).may_stay


def test_5_6_without_a_neighbour_that_may_be_entered_it_is_skipped() -> None:
    board = {"Shima": held(0, 2), "Ise": held(1, 1, "temple"), "Izu": held(2, 1, "temple")}
    assert skipped(in_season(board, {0: {"battle_a": "Shima"}}, event="temple_3")) == "no_target"
    assert march_question(in_season(board, {0: {"battle_a": "Shima"}})).targets == ("Ise", "Izu")


@battle_actions
def test_5_6_one_army_alone_cannot_march(action: Action) -> None:
    assert skipped(in_season({"Kai": held(0, 1)}, {0: {action: "Kai"}})) == "lone_army"


def test_5_6_armies_leave_the_planned_province_only() -> None:
    game = in_season({"Kai": held(0, 4), "Sagami": held(0, 4)}, {0: {"battle_a": "Kai"}})
    assert game.refusal(March("Sagami", "Kai", 1)) == "5.6"
    assert game.refusal(March("Sagami", "Izu", 1)) == "5.6"
    assert game.refusal(March("Kai", "Izu", 1)) == "5.6"
    assert game.refusal(March("Kai", "Kai", 1)) == "5.6"
    assert game.refusal(None) == "5.6"


@pytest.mark.parametrize("armies", [0, -1, 4, 62, 1.0, 1.5, True, float("nan"), "1", None])
def test_5_7_one_army_at_least_moves_and_one_stays_behind(armies: int) -> None:
    game = in_season({"Kai": held(0, 4)}, {0: {"battle_a": "Kai"}})
    assert game.refusal(March("Kai", "Sagami", armies)) == "5.7"
    game.answer(March("Kai", "Sagami", 3))


@pytest.mark.parametrize("armies", [0, -1, 4, True, 2.0])
def test_5_7_so_it_is_after_deploy_1(armies: int) -> None:
    game = in_season({"Kai": held(0, 3), "Sagami": held(0)}, {0: {"deploy1": "Kai"}})
    assert game.refusal(March("Kai", "Sagami", armies)) == "5.7"
    game.answer(March("Kai", "Sagami", 3))


def test_5_7_there_is_no_upper_limit_to_the_armies_in_a_province() -> None:
    plans: dict[int, dict[Action, str]] = {0: {"deploy5": "Kai", "battle_a": "Sagami"}}
    game = in_season({"Kai": held(0, 30), "Sagami": held(0, 20)}, plans).answer(March("Sagami", "Kai", 19))
    assert game["Kai"].armies == 54
