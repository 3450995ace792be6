"""What the planner goes by: rice for winter, what all can see of a season, and the values that follow."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.planning.planner import completed
from shogun.games.shogun.opponents.planning.rice_forecast import RiceForecast
from shogun.games.shogun.opponents.planning.valuation import Valuation
from shogun.games.shogun.opponents.planning.valuation_weights import ValuationWeights
from shogun.games.shogun.opponents.search.visible_season import look
from shogun.games.shogun.rules.actions import COST
from shogun.games.shogun.rules.cards import ACTIONS, BUILDINGS, Action, Card, Season
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.state import Acting, FillingTower, Province
from shogun.games.shogun.rules.winter import scores
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import UNLIMITED, Session, Turn, run, take_turn
from shogun.table.towers import Counted
from tests.games.shogun.opponents.evaluation.test_features import BOARDS, BoardOf, beginnings
from tests.games.shogun.opponents.test_opponents import at_planning, shortfalls
from tests.games.shogun.rules.build import NO_LOSS, held, in_season

Plans = Mapping[int, Mapping[Action, Card]]
BLUE, YELLOW = 1, 2
BOARD = {"Kai": held(BLUE, 2), "Shinano": held(BLUE, 6), "Kozuke": held(BLUE, 2), "Mino": held(YELLOW, 2)}
VALUES = ValuationWeights()


def forecast(rice: int, *left: str, season: Season = "autumn", board: Mapping[str, Province] = BOARD) -> RiceForecast:
    """Return the rice forecast of blue, which has nothing planned, with so much rice on its track."""
    plans: Plans = {YELLOW: {"battle_a": "Mino"}}
    game = in_season(board, plans, season=season, events_left=left or (NO_LOSS,), rice={BLUE: rice})
    seasons = {"spring": 2, "summer": 1, "autumn": 0}[season]
    return RiceForecast(game.state, BLUE, VALUES, seasons, game.state.plans[BLUE])


class TestLarder:
    def test_three_provinces_with_three_rice_are_safe_and_with_two_are_not(self) -> None:
        assert forecast(9).risk < 0.01
        assert forecast(4).risk < 0.05
        assert forecast(2).risk > 0.8
        assert forecast(0).risk > 0.99

    def test_winters_that_may_come_count_each_as_often(self) -> None:
        assert forecast(4, NO_LOSS, "rice_3").risk == pytest.approx((forecast(4).risk + forecast(1).risk) / 2)

    def test_a_mouth_costs_most_where_it_decides_whether_there_is_enough(self) -> None:
        costs = [forecast(rice).mouth for rice in range(9)]
        assert max(costs) == costs[3]
        assert costs[8] < 0.01
        assert costs[0] == pytest.approx(VALUES.hunger, abs=0.05)

    def test_rice_is_worth_as_much_as_it_saves(self) -> None:
        assert forecast(0).gain(4) > forecast(0).gain(3) > forecast(0).gain(0) == 0
        assert forecast(9).gain(4) < 0.01

    def test_early_in_the_year_what_later_seasons_bring_is_counted_in(self) -> None:
        assert forecast(0, season="spring").missing < forecast(0).missing

    def test_angry_provinces_bring_nothing_later(self) -> None:
        angry = {**BOARD, "Kai": held(BLUE, 2, markers=1), "Kozuke": held(BLUE, 2, markers=1)}
        assert forecast(0, season="spring", board=angry).missing > forecast(0, season="spring").missing

    def test_what_is_planned_is_counted_until_it_is_taken(self) -> None:
        plans: Plans = {BLUE: {"battle_a": "Shinano", "rice": "Kozuke"}}
        game = in_season(BOARD, plans, season="autumn", events_left=(NO_LOSS,))
        there = game.state.board.lands["Kozuke"].rice
        assert RiceForecast(game.state, BLUE, VALUES, 0, game.state.plans[BLUE]).this_season == there
        game.state.provinces["Kozuke"] = held(BLUE, 2, markers=1)
        assert RiceForecast(game.state, BLUE, VALUES, 0, game.state.plans[BLUE]).this_season == 0


def test_a_view_and_its_state_show_the_same_scene() -> None:
    """Playouts go over states and choices over views: both must tell only what all can see."""
    players = ("planner", "greedy", "random", "planner")
    seats = tuple(SeatInfo(name=code, player=code) for code in players)
    session = Session.start(rules, Header(seed=3, setup=rules.Setup(4), seats=seats, tower=TowerInfo()))
    spent = 0

    def watch(turn: Turn) -> None:
        nonlocal spent
        state = turn.after
        for seat in (None, 0, 2):
            assert look(rules.view(state, seat)) == look(state)
        spent += len(look(state).spent)

    run(session, [opponent(code) for code in players], watch=watch)
    assert spent > 0, "a game in which no card was ever revealed would show nothing"


HOST_NEXT_DOOR = {"Kozuke": held(YELLOW, 2), "Shinano": held(BLUE, 9)}


class TestThreats:
    def valuation(
        self, *, year: int = 1, season: Season = "spring", revealed: bool = False, over: bool = False
    ) -> Valuation:
        """Return yellow's valuation beside blue's host, whose card may be revealed; the battles may be over."""
        order: tuple[Action, ...] = ("taxes", "battle_a", "battle_b") if revealed else ("battle_a", "battle_b", "taxes")
        plans: Plans = {BLUE: {"taxes": "Shinano"}, YELLOW: {"battle_b": "Kozuke"}}
        state = in_season(HOST_NEXT_DOOR, plans, year=year, season=season, actions=order).state
        state.stage = Acting(2 if over else 1 if revealed else 0, 0)
        return Valuation(state, YELLOW, VALUES)

    def test_a_host_next_door_is_a_threat_while_battles_are_to_come(self) -> None:
        assert self.valuation().held("Kozuke", 2) < 0.9
        assert self.valuation().held("Kozuke", 12) > self.valuation().held("Kozuke", 2)

    def test_after_the_last_battle_of_the_game_nothing_is_to_be_feared(self) -> None:
        assert self.valuation(year=2, season="autumn", over=True).held("Kozuke", 2) == 1
        assert self.valuation(year=2, season="summer", over=True).held("Kozuke", 2) < 1

    def test_a_province_whose_card_was_revealed_can_attack_no_more(self) -> None:
        valuation = self.valuation(year=2, season="autumn", revealed=True)
        assert valuation.scene.spent == {"Shinano"}
        assert valuation.scene.battles_left == 2
        assert valuation.held("Kozuke", 2) == 1


def test_a_leading_rival_is_envied_more() -> None:
    game = in_season(BOARD, {BLUE: {"battle_a": "Shinano"}}, points={0: 20, YELLOW: 5, 3: 5})
    rivalry = Valuation(game.state, BLUE, VALUES).rivalry
    assert rivalry[0] > VALUES.rivalry > rivalry[YELLOW] > 0
    assert rivalry[BLUE] == 0


def test_planners_among_themselves_seldom_go_short() -> None:
    """Five games: without a care for rice about three winters in four were short."""
    assert shortfalls("planner") < shortfalls("random") / 4


def test_a_planner_plans_the_same_from_the_same_view() -> None:
    game = at_planning(3)
    question = game.questions[0]
    assert isinstance(question, PlanQuestion)
    view = game.view(question.seat)
    plans = {opponent("planner")(view, Counted(), question, Random(5), UNLIMITED) for _ in range(3)}
    assert len(plans) == 1


def drafted(seeds: int) -> Counter[str]:
    """Return how often planners take, draw and exchange in drafts of four."""
    moves: Counter[str] = Counter()
    for seed in range(seeds):
        infos = tuple(SeatInfo(str(seat), "", "planner") for seat in range(4))
        game = Session.start(
            rules, Header(seed=seed, setup=rules.Setup(4, "sun", "draft"), seats=infos, tower=TowerInfo())
        )
        while game.state.season == "spring" and not isinstance(game.state.stage, FillingTower):
            taken = len(game.course.answers)
            take_turn(game, [opponent("planner")] * 4)
            moves.update(type(line.answer).__name__ for line in game.course.answers[taken:])
    return moves


def test_in_a_draft_face_up_cards_are_taken_and_two_poor_ones_exchanged() -> None:
    moves = drafted(3)
    assert moves["TakeCard"] > 0.35 * (moves["TakeCard"] + moves["DrawCard"]), moves
    assert moves["ExchangeCards"] > 0
    assert moves["DrawCard"] > 0, "not every card is worth taking"


@pytest.mark.parametrize("chests", [0, 1, 3, 9])
def test_a_plan_is_completed_as_far_as_chests_and_cards_reach(chests: int) -> None:
    plan = Plan((0, 1, 2, "Kozuke", 3, None, None, None, None, None), None)
    game = in_season(BOARD, {YELLOW: {"battle_a": "Mino"}}, season="spring", chests={BLUE: chests}, reserve={BLUE: 30})
    question = PlanQuestion(BLUE, "plan", ("Kai", "Kozuke", "Shinano", 0, 1, 2, 3), chests)
    done = completed(Valuation(game.state, BLUE, VALUES), question, plan)
    laid = {action: card for action, card in zip(ACTIONS, done.fields, strict=True) if isinstance(card, str)}
    assert laid["rice"] == "Kozuke", "what was laid stays where it is"
    assert sorted(laid.values()) == ["Kai", "Kozuke", "Shinano"], "without chests there are taxes and battles"
    assert sum(COST.get(action, 0) for action in laid) <= chests
    assert any(action in COST for action in laid) == (chests > 0)


@pytest.mark.parametrize("board", BOARDS)
def test_a_new_building_is_worth_what_the_rules_will_count_for_it(board: BoardOf) -> None:
    plain, asked = replace(ValuationWeights(), rivalry=0.0), 0
    for state in beginnings(*board):
        for name, province in state.provinces.items():
            seat, left = province.owner, set(BUILDINGS).difference(province.buildings)
            if seat is None or len(province.buildings) >= state.board.lands[name].sites:
                continue
            valuation = Valuation(state, seat, plain)
            for kind in sorted(left):
                more = state.copy()
                more.provinces[name] = replace(province, buildings=(*province.buildings, kind))
                gained = scores(more)[seat].total - scores(state)[seat].total
                weight = valuation.winters * plain.building * valuation.held(name, province.armies)
                assert valuation.building(name, kind) == pytest.approx(weight * gained)
                asked += 1
    assert asked > 100
