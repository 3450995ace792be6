"""A hint is the strategist's move with true reasons, from what the person in that seat may know."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from shogun import cli
from shogun.games.shogun import rules
from shogun.games.shogun.analysis.hint import finalists, hint, move_reasons, plan_reasons
from shogun.games.shogun.analysis.plan_playouts import CLEAR, HOPEFUL, PlanPlayouts, UsualMarch
from shogun.games.shogun.opponents import budget_for, opponent
from shogun.games.shogun.opponents.search.playout_search import Candidate
from shogun.games.shogun.rules.cards import ACTIONS, Action, Building, Card
from shogun.games.shogun.rules.questions import (
    Choice,
    DrawCard,
    March,
    Move,
    PlaceGroup,
    Plan,
    PlanQuestion,
    PlayerQuestion,
    Reinforce,
    TakeCard,
    TakeSpecial,
)
from shogun.games.shogun.rules.state import Province, Setup
from shogun.players.adviser import Hint
from shogun.players.review.decision_verdicts import DecisionPoint
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Budget, Session, take_turn
from shogun.table.towers import Counted
from tests.games.shogun.rules.build import Scene, held, in_planning, in_season
from tests.games.shogun.rules.hidden import dealt_anew

QUICK = Budget(playouts=60)
RED, BLUE = 0, 1
TOWER = Counted({"blue": 2, "peasant": 3})


def plan_of(cards: Mapping[Action, Card], bid: Card | None = 0) -> Plan:
    return Plan(tuple(cards.get(action) for action in ACTIONS), bid)


def reasons(
    board: Mapping[str, Province], cards: Mapping[Action, Card], bid: Card | None = 0, **position: Any
) -> list[str]:
    view = in_planning(board, **position).seen(BLUE)
    return list(plan_reasons(DecisionPoint(view, TOWER, None), plan_of(cards, bid), Random(1)))


def reasons_of(scene: Scene, move: Move) -> list[str]:
    """Return what speaks for blue's answer to the open question."""
    assert isinstance(scene.question, PlayerQuestion)
    return list(move_reasons(scene.seen(BLUE), TOWER, scene.question, move, Random(1)))


class TestPlans:
    def test_taxes_and_rice_name_what_they_bring_and_the_marker(self) -> None:
        board = {"Kozuke": held(BLUE, 3), "Shinano": held(BLUE, 6, markers=2)}
        taxes, rice, *_rest = reasons(board, {"taxes": "Kozuke", "rice": "Shinano"}, actions=("taxes", "rice"))
        assert taxes == "Collect taxes in Kozuke: 3 chests, and there is no revolt marker."
        assert rice.startswith("Confiscate rice in Shinano: ")
        assert "the revolt is put down" in rice

    @pytest.mark.parametrize(
        ("others", "end"),
        [
            ({}, "and you would have the most there (Kuri region)."),
            ({"Musashi": "temple"}, "and you would have the most there"),
            ({"Kozuke": "temple"}, "and you would share the lead there (Kuri region)."),
            ({"Kozuke": "temple", "Etchu": "temple"}, "though others lead there (Kuri region)."),
        ],
    )
    def test_buildings_name_who_leads_the_region_then(self, others: dict[str, Building], end: str) -> None:
        board = {"Shinano": held(BLUE, 2), **{name: held(RED, 2, kind) for name, kind in others.items()}}
        (temple, *_rest) = reasons(board, {"temple": "Shinano"})
        assert temple.startswith("Build temple in Shinano: ")
        assert end in temple

    def test_armies_go_where_an_attack_may_come(self) -> None:
        board = {"Shinano": held(BLUE, 2), "Kozuke": held(RED, 9), "Kai": held(RED, 3), "Iyo": held(BLUE, 1)}
        threatened, quiet, *_rest = reasons(board, {"deploy5": "Shinano", "deploy3": "Iyo"})
        assert threatened == "Deploy 5 in Shinano: Kozuke could attack it with 8 armies."
        assert quiet == "Deploy 3 in Iyo: nobody can attack it now."

    def test_battles_name_what_the_simulated_seasons_do_and_how_often_that_wins(self) -> None:
        board = {"Shinano": held(BLUE, 9), "Kozuke": held(RED, 1, "castle"), "Kai": held(RED, 8)}
        (battle, *_rest) = reasons(board, {"battle_a": "Shinano"})
        told = re.fullmatch(
            r"Battle A in Shinano: attacks (\w+) in (\d+) % of the simulated seasons and wins (\d+) % of the time\.",
            battle,
        )
        assert told is not None
        assert int(told[2]) >= 100 * CLEAR and int(told[3]) >= 100 * HOPEFUL

    def test_without_a_clear_or_promising_target_none_is_named(self) -> None:
        lonely = {"Shinano": held(BLUE, 2), **{n: held(RED, 12) for n in ("Kozuke", "Kai", "Etchu", "Mino", "Hida")}}
        (battle, *_rest) = reasons(lonely, {"battle_b": "Shinano"})
        assert battle == "Battle B in Shinano: its target depends on what others do first."
        (battle, *_rest) = reasons({"Shinano": held(BLUE, 1)}, {"battle_b": "Shinano"})
        assert battle == "Battle B in Shinano: its target depends on what others do first."

    def test_a_march_is_clear_if_most_seasons_make_it_and_promising_if_it_often_wins(self) -> None:
        attacks: list[tuple[Action, str, bool, bool]] = [("battle_a", "Kai", True, won < 4) for won in range(6)]
        moves: list[tuple[Action, str, bool, bool]] = [("battle_b", "Mino", False, True)] * 6
        found = PlanPlayouts(10, [*attacks, *moves], 0.0)
        assert found.usual_march("battle_a") == UsualMarch("Kai", True, 0.6, 4 / 6)
        assert found.usual_march("battle_b") == UsualMarch("Mino", False, 0.6, 1.0)
        assert PlanPlayouts(13, attacks, 0.0).usual_march("battle_a") is None
        hopeless: list[tuple[Action, str, bool, bool]] = [("battle_a", "Kai", True, False)] * 6
        assert PlanPlayouts(6, hopeless, 0.0).usual_march("battle_a") is None

    def test_what_has_no_province_the_bid_and_winter_are_told_last(self) -> None:
        board = {name: held(BLUE, 2) for name in ("Shinano", "Kozuke", "Kai")}
        *_cards, idle, bid, winter = reasons(board, {"taxes": "Kai", "castle": 3}, bid=2)
        assert idle.startswith("No province for Build castle, ")
        every = reasons({"Kai": held(BLUE, 2)}, {"taxes": "Kai"}, bid=2)
        assert any(told.startswith("No province is left for ") for told in every)
        assert "Collect taxes" not in idle
        assert bid.startswith("Bid 2 chests")
        assert winter.startswith(("Rice should last through", "Rice may run short", "Rice will probably run short"))

    def test_rice_that_is_still_to_come_counts(self) -> None:
        board = {name: held(BLUE, 2) for name in ("Shinano", "Kozuke", "Kai")}
        view, plan = in_planning(board).seen(BLUE), plan_of({"taxes": "Shinano"})
        *_others, spring = plan_reasons(DecisionPoint(view, TOWER, None), plan, Random(1))
        *_others, autumn = plan_reasons(DecisionPoint(replace(view, season="autumn"), TOWER, None), plan, Random(1))
        assert spring.startswith("Rice should last through winter (")
        assert autumn.startswith("Rice will probably run short in winter (")

    def test_a_bid_of_nothing_keeps_the_chests(self) -> None:
        board = {"Shinano": held(BLUE, 2)}
        assert any(told.startswith("Bid 0 chests") for told in reasons(board, {}, bid=0))
        assert any(told.startswith("Bid Shinano") for told in reasons(board, {}, bid="Shinano"))


class TestShortAnswers:
    def test_an_attack_names_its_chance_and_who_stays(self) -> None:
        board = {"Shinano": held(BLUE, 6), "Kozuke": held(RED, 2), "Kai": held(BLUE, 1)}
        plans: dict[int, dict[Action, Card]] = {BLUE: {"battle_a": "Shinano"}}
        scene = in_season(board, plans, specials={RED: "rice", BLUE: "chest"})
        (told,) = reasons_of(scene, March("Shinano", "Kozuke", 4))
        assert re.fullmatch(r"The attack wins \d+ % of the time; 2 armies would stay in Shinano\.", told)
        cards = in_season(board, plans, specials={RED: "defence", BLUE: "chest"})
        (told,) = reasons_of(cards, March("Shinano", "Kozuke", 4))
        assert re.search(
            r"\d+ % of the time if both sides use their special cards, \d+ % if nobody does; "
            r"2 armies would stay in Shinano",
            told,
        )
        (told,) = reasons_of(scene, March("Shinano", "Kai", 3))
        assert told == "The largest possible attack now: on Kai with 0 armies, on Shinano with 1 army."

    @pytest.mark.parametrize(
        ("move", "words"),
        [
            (TakeCard("Kozuke"), "Kozuke: taxes 3"),
            (DrawCard(), "a card from the deck is worth more"),
            (TakeSpecial("attack"), "It helps your plan: Battle A."),
            (TakeSpecial("defence"), "It makes you number 1 in turn order."),
        ],
    )
    def test_each_kind_of_answer_has_its_reason(self, move: Move, words: str) -> None:
        scene = in_season({"Shinano": held(BLUE, 6), "Kozuke": held(RED, 2)}, {BLUE: {"battle_a": "Shinano"}})
        (told,) = reasons_of(scene, move)
        assert words in told

    def test_where_nothing_is_to_be_said_nothing_is(self) -> None:
        scene = in_season({"Shinano": held(BLUE, 6), "Kozuke": held(RED, 2)}, {BLUE: {"battle_a": "Shinano"}})
        assert reasons_of(scene, Reinforce(0)) == reasons_of(scene, Reinforce(1)) == []

    def test_the_size_of_a_group_is_told_with_what_it_was_chosen_by(self) -> None:
        scene = in_season({"Shinano": held(BLUE, 6), "Kozuke": held(RED, 2), "Kai": held(RED, 2)}, {})
        asked = Choice(BLUE, "draft", "draft_group", (PlaceGroup(2), PlaceGroup(5)), subject="Shinano")
        (told,) = move_reasons(scene.seen(BLUE), TOWER, asked, PlaceGroup(5), Random(1))
        assert told == "2 neighbors of Shinano belong to others."
        (told,) = move_reasons(in_season({}, {}).seen(BLUE), TOWER, asked, PlaceGroup(5), Random(1))
        assert told == "Nobody else holds a neighbor of Shinano."


def started(seed: int = 5) -> Session:
    seats = tuple(SeatInfo(f"Seat {seat}", player="person" if seat == 2 else "greedy") for seat in range(4))
    return Session.start(rules, Header(seed=seed, setup=Setup(4), seats=seats, tower=TowerInfo()))


def to_planning(session: Session) -> Session:
    """Go on until all are to plan the second season."""
    while not (isinstance(session.questions[0], PlanQuestion) and session.view(None).season == "summer"):
        take_turn(session, [opponent("greedy")] * 4)
    return session


class TestHints:
    def test_a_plan_comes_with_its_chance_the_second_best_and_a_reason_for_each_card(self) -> None:
        session = to_planning(started())
        question = session.questions[2]
        found = hint(session.view(2), session.inside, question, Random(1), QUICK)
        question.verify(found.move)
        assert isinstance(found.move, Plan)
        assert re.match(
            r"Chance to win against equal opponents: \d+ % \(±\d+ %\), from \d+ simulated seasons", found.reasons[-2]
        )
        assert re.match(r"The second-best plan \(.+\) is \d+ percentage points? worse: \d+ %", found.reasons[-1])
        for action, card in zip(ACTIONS, found.move.fields, strict=True):
            named = [reason for reason in found.reasons[:-2] if isinstance(card, str) and f"in {card}:" in reason]
            assert len(named) == isinstance(card, str), action

    def test_every_question_of_a_game_gets_a_legal_hint(self) -> None:
        session, rng, kinds = started(), Random(3), set()
        while not session.is_over:
            question = session.questions[0]
            if question.seat is not None and (rng.random() < 0.1 or type(question).__name__ not in kinds):
                kinds.add(getattr(question, "topic", type(question).__name__))
                found = hint(session.view(question.seat), session.inside, question, rng, Budget(playouts=4))
                question.verify(found.move)
            take_turn(session, [opponent("greedy")] * 4)
        assert {"PlanQuestion", "MarchQuestion", "special"} <= kinds

    def test_nothing_hidden_is_used(self) -> None:
        session = to_planning(started())
        question = session.questions[2]
        found = hint(session.view(2), session.inside, question, Random(7), QUICK)
        session.answer(0, session.questions[0].sample(Random(1)))
        assert hint(session.view(2), session.inside, question, Random(7), QUICK) == found
        other = dealt_anew(session.state, 2, Random(9))
        assert other != session.state
        assert hint(rules.view(other, 2), session.inside, question, Random(7), QUICK) == found

    def test_people_wait_less_than_four_seconds_for_a_plan_and_half_of_one_for_the_rest(self) -> None:
        session = to_planning(started())
        assert budget_for(session.questions[0]) == Budget(seconds=3.5)
        while isinstance(session.questions[0], PlanQuestion) or session.chance is not None:
            take_turn(session, [opponent("greedy")] * 4)
        assert budget_for(session.questions[0]) == Budget(seconds=0.5)

    def test_what_seemed_a_little_better_than_the_advice_or_was_hardly_tried_is_not_told(self) -> None:
        often, advised = Candidate(Reinforce(0), [0.1] * 5), Candidate(Reinforce(1), [0.3] * 4)
        lucky, untried = Candidate(Reinforce(2), [0.9] * 4), Candidate(Reinforce(3))
        assert finalists([advised, often, lucky, untried]) == [advised, often]
        assert finalists([untried]) == [untried]

    def test_a_hint_without_a_move_is_still_thought_about(self) -> None:
        assert (Hint().move, Hint().reasons) == (None, ())


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["hint", *map(str, arguments)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game that waits for plans, and the same one when it is over."""
    folder = tmp_path_factory.mktemp("journals")
    session = to_planning(started())
    (folder / "plan.journal").write_bytes(b"".join(session.writer.lines))
    while not session.is_over:
        take_turn(session, [opponent("greedy")] * 4)
    (folder / "over.journal").write_bytes(b"".join(session.writer.lines))
    return {name: folder / f"{name}.journal" for name in ("plan", "over")}


class TestCommand:
    def test_it_tells_the_persons_plan_with_reasons(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, err = run(capsys, journals["plan"], "--playouts", 10)
        assert (code, err) == (0, "")
        assert out.startswith("Seat 2:\n  Build castle ")
        assert "Chance to win" in out
        assert run(capsys, journals["plan"], "--playouts", 10)[1] == out, "playouts decide, not the clock"

    def test_json_for_any_seat_that_is_asked(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = json.loads(run(capsys, journals["plan"], "--playouts", 4, "--seat", 1, "--json")[1])
        assert (found["seat"], found["question"]) == (1, "plan/year1/summer")
        assert found["hint"]["move"]["type"] == "Plan"
        assert found["hint"]["reasons"]

    @pytest.mark.parametrize(
        ("journal", "arguments", "sentence"),
        [
            ("plan", ("--seat", 9), "--seat 9 must be from 0 to 3"),
            ("plan", ("--playouts", 0), "--playouts 0 must be at least 1"),
            ("over", (), "this game is over"),
            ("none", (), "none"),
        ],
    )
    def test_wrong_input_gets_one_sentence(
        self,
        journals: dict[str, Path],
        capsys: pytest.CaptureFixture[str],
        journal: str,
        arguments: tuple[object, ...],
        sentence: str,
    ) -> None:
        code, out, err = run(capsys, journals.get(journal, "none.journal"), *arguments)
        assert (code, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1
