"""The ladder: balanced tables, results that depend on nothing but the study, honest shares, files to go on with."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import UNSET

from shogun import cli
from shogun.games import entry_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.opponents.play_statistics import Habits, ShogunStatisticsCollector, gathered, planning
from shogun.games.shogun.rules.cards import ACTIONS, Action
from shogun.games.shogun.rules.events import BattleBegan, Built, Supplied
from shogun.games.shogun.rules.questions import Plan, PlanQuestion
from shogun.games.shogun.rules.season import ask_plan
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import View
from shogun.players.ladder import (
    LadderGame,
    Place,
    Results,
    ResultsError,
    Study,
    first_seat,
    physics_of,
    places,
    play_all,
    players_of,
    ratings,
    standings,
)
from shogun.players.place_chances import PlaceChances, places_from
from shogun.table import session
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, Turn
from shogun.tower import load_tower
from shogun.tower.physics.fingerprint import fingerprint
from tests.games.shogun.rules.build import filled_plan, held, in_planning

QUICK = TowerInfo()
STUDY = Study(("random", "greedy"), Setup(4), "model", None, 1)
THREE = Study(("random", "greedy", "planner"), Setup(4), "model", None, 1)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["ladder", "--tower", "model", *map(str, arguments)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


class TestTables:
    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_every_seat_meets_every_line_up_as_often(self, seats: int) -> None:
        study = Study(("random", "greedy"), Setup(seats), "model", None, 1)
        met = Counter((place.number % seats, first_seat(study, place)) for place in places(study, 2 * seats * seats))
        assert len(met) == seats * seats
        assert set(met.values()) == {2}

    def test_one_sits_among_those_of_the_step_below(self) -> None:
        tables = [players_of(THREE, place) for place in places(THREE, 4)]
        assert [Counter(table) for table in tables[:4]] == [Counter(random=3, greedy=1)] * 4
        assert [Counter(table) for table in tables[4:]] == [Counter(greedy=3, planner=1)] * 4
        assert tables[1] == ("random", "greedy", "random", "random")


def game(step: int, number: int, *winners: int) -> LadderGame:
    return LadderGame(step, number, number % 4, (10, 20, 30, 40), winners, {})


class TestStandings:
    def test_shared_victories_count_in_part(self) -> None:
        found = standings(STUDY, [game(0, 0, 0), game(0, 1, 1, 2), game(0, 2, 0), game(0, 3, 0, 1, 2, 3)])
        (step,) = found.steps
        assert (step.games, step.won) == (4, 1.75)
        assert step.share.value == 0.4375
        assert step.gain.value == 1.75
        assert step.gain.low == 4 * step.share.low
        assert 0 < step.gain.low < 1.75 < step.gain.high < 4
        assert (step.points, step.points_below) == (25.0, 25.0)

    def test_victories_are_counted_by_place_from_the_first_seat(self) -> None:
        """Seat 0 wins every game: it sits on each place in turn while the first seat rotates."""
        found = standings(STUDY, [game(0, number, 0) for number in range(16)])
        assert [(record.games, record.won) for record in found.by_place] == [(16, 4.0)] * 4
        assert [(record.games, record.won) for record in found.steps[0].by_place] == [(4, 1.0)] * 4

    def test_a_place_that_always_wins_is_seen_whoever_sits_there(self) -> None:
        wins = [game(0, number, (number // 4 + 2) % 4) for number in range(16)]
        found = standings(STUDY, wins)
        assert [record.won for record in found.by_place] == [0.0, 0.0, 16.0, 0.0]
        assert [record.won for record in found.steps[0].by_place] == [0.0, 0.0, 4.0, 0.0]

    def test_ratings_of_equals_are_equal(self) -> None:
        even = [game(step, n, (n // 4) % 4) for step in range(2) for n in range(16)]
        assert list(ratings(THREE, even).values()) == pytest.approx([0, 0, 0], abs=1)

    def test_a_rating_is_the_strength_that_wins_as_often(self) -> None:
        """Half of the tables against three: a strength of 3, so 191 points; the step above the same again."""
        half = [game(step, n, n % 4 if n % 8 < 4 else (n + 1) % 4) for step in range(2) for n in range(4000)]
        assert list(ratings(THREE, half).values()) == pytest.approx([0, 190.8, 381.7], abs=1)

    def test_the_advantage_of_a_place_is_no_strength(self) -> None:
        """Games that end as places and strengths of 1, 2 and 4 say, on every place equally often."""
        chances = PlaceChances("uneven", {"seats": 4}, "greedy", 1000, (0.1, 0.2, 0.3, 0.4))
        strengths, rng, played = dict(zip(THREE.opponents, (1.0, 2.0, 4.0), strict=True)), Random(1), []
        for place in places(THREE, 4000):
            at = places_from(first_seat(THREE, place), 4)
            weights = [strengths[code] * chances.won[at[seat]] for seat, code in enumerate(players_of(THREE, place))]
            played.append(game(place.step, place.number, *rng.choices(range(4), weights)))
        found = ratings(THREE, played, chances)
        assert list(found.values()) == pytest.approx([0, 120.4, 240.8], abs=15)
        assert ratings(THREE, played)["planner"] < found["planner"] - 10, "places blur strengths if they don't count"

    def test_who_wins_always_has_a_finite_rating(self) -> None:
        assert 400 < ratings(STUDY, [game(0, n, n % 4) for n in range(20)])["greedy"] < 1200


class TestResults:
    def test_they_never_depend_on_jobs(self) -> None:
        wanted = list(places(STUDY, 4))
        alone = list(play_all(entry_of("shogun"), STUDY, QUICK, wanted, 1))
        assert list(play_all(entry_of("shogun"), STUDY, QUICK, wanted, 2)) == alone
        assert [found.place for found in alone] == wanted

    def test_they_go_on_where_they_ended(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
        agreed = ("--opponents", "random,greedy", "--json", "--seed", 3)
        code, at_once, _err = run(capsys, *agreed, "--games", 5, "--results", whole)
        assert code == 0
        assert run(capsys, *agreed, "--games", 2, "--results", parts)[0] == 0
        with parts.open("ab") as file:
            file.write(b'{"step":0,"number":2,"sea')  # the program was killed while it wrote
        code, resumed, _err = run(capsys, *agreed, "--games", 5, "--results", parts, "--resume")
        assert (code, resumed) == (0, at_once)
        assert parts.read_bytes() == whole.read_bytes()

    def test_nothing_is_played_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "results.jsonl"
        kept = Results.begin(STUDY, path)
        kept.add(game(0, 0, 0))
        played = kept.played
        del kept  # nobody else can go on with it before
        again = Results.resume(STUDY, path, Setup)
        assert again.places == {Place(0, 0)}
        assert again.played == played

    def test_games_of_another_machine_s_physics_are_not_mixed(self, tmp_path: Path) -> None:
        path, here = tmp_path / "results.jsonl", msgspec.structs.replace(STUDY, physics=fingerprint())
        Results.begin(msgspec.structs.replace(STUDY, physics="0" * 16), path)
        before = path.read_bytes()
        with pytest.raises(ResultsError, match="slightly different physics"):
            Results.resume(here, path, Setup)
        assert path.read_bytes() == before
        old = tmp_path / "old.jsonl"
        Results.begin(STUDY, old).add(game(0, 0, 0))  # of a version that didn't say
        assert Results.resume(here, old, Setup).places == {Place(0, 0)}

    def test_only_a_simulated_tower_has_physics(self) -> None:
        assert physics_of(None) is UNSET and physics_of(QUICK) is UNSET
        assert physics_of(TowerInfo.of(load_tower("classic"))) == fingerprint()

    def test_a_file_with_nothing_whole_in_it_begins_anew(self, tmp_path: Path) -> None:
        path = tmp_path / "results.jsonl"
        path.write_bytes(b'{"opponents":')
        assert Results.resume(STUDY, path, Setup).played == []
        assert Results.resume(STUDY, path, Setup).study == STUDY

    @pytest.mark.parametrize("line", [b"no json\n", b'{"step":"one"}\n', b"\xff\xfe\n"])
    def test_damaged_lines_are_told(self, tmp_path: Path, line: bytes) -> None:
        path = tmp_path / "results.jsonl"
        Results.begin(STUDY, path)
        with path.open("ab") as file:
            file.write(line)
        with pytest.raises(ResultsError, match=r"results\.jsonl, line 2"):
            Results.resume(STUDY, path, Setup)


class TestHabits:
    def question(self) -> tuple[View, PlanQuestion]:
        board = {"Kai": held(0, 2, "castle"), "Suruga": held(0, 1), "Izu": held(0, 3), "Mino": held(1, 2)}
        scene = in_planning(board, chests=10)
        return scene.seen(0), ask_plan(scene.state, 0)

    def test_a_card_where_nothing_can_be_done_is_waste(self) -> None:
        """Kai has a castle: a second one was never possible, though a chest card was left over."""
        view, question = self.question()
        plan = Plan(tuple("Kai" if action == "castle" else None for action in ACTIONS), None)
        assert planning(view, question, plan) == Habits(cards=1, wasted=1, reasons={"has_building": 1})

    def test_a_lone_army_is_waste_if_another_province_stood_unused(self) -> None:
        view, question = self.question()
        small = PlanQuestion(0, question.key, ("Kai", "Suruga", "Izu"), 0)
        unused = Plan(tuple("Suruga" if action == "battle_a" else None for action in ACTIONS), "Kai")
        assert planning(view, small, unused).reasons == {"lone_army": 1}
        used = Plan(tuple({"battle_a": "Suruga", "battle_b": "Izu"}.get(action) for action in ACTIONS), "Kai")
        assert planning(view, small, used) == Habits(cards=2)

    @pytest.mark.parametrize(("order", "waits"), [(("taxes", "castle"), True), (("castle", "taxes"), False)])
    def test_what_taxes_of_the_same_plan_can_pay_for_is_no_waste(
        self, order: tuple[Action, Action], waits: bool
    ) -> None:
        """Izu yields chests enough for a castle, if its taxes come before it."""
        board = {"Kai": held(0, 2), "Izu": held(0, 3)}
        actions = (*order, *(action for action in ACTIONS if action not in order))
        scene = in_planning(board, chests=0, actions=actions)
        question = ask_plan(scene.state, 0)
        plan = Plan(tuple({"castle": "Kai", "taxes": "Izu"}.get(action) for action in ACTIONS), None)
        found = planning(scene.seen(0), question, plan)
        assert (found.awaiting, found.reasons) == ((1, {}) if waits else (0, {"no_chests": 1}))

    def test_attacks_buildings_and_rice_kept_are_those_of_the_game(self) -> None:
        """Two opponents share a code: what both did is added up."""
        codes = ("greedy", "hasty", "greedy")
        seats = tuple(SeatInfo(name=str(seat), player=code) for seat, code in enumerate(codes))
        game = Session.start(rules, Header(seed=2, setup=Setup(3), seats=seats, tower=TowerInfo()))
        watcher, turns = ShogunStatisticsCollector(codes), list[Turn]()

        def watch(turn: Turn) -> None:
            watcher(turn)
            turns.append(turn)

        session.run(game, [opponent(code) for code in codes], watch=watch)
        events = [event for turn in turns for event in turn.events]
        for code in set(codes):
            mine = [seat for seat, other in enumerate(codes) if other == code]
            attacks = [
                e for e in events if isinstance(e, BattleBegan) and e.defender is not None and e.attacker in mine
            ]
            built = [e for e in events if isinstance(e, Built) and e.seat in mine]
            kept = [e.rice - e.provinces for e in events if isinstance(e, Supplied) and e.seat in mine and not e.short]
            found = watcher.of(mine[0])
            assert (found.attacks, found.buildings, found.rice) == (len(attacks), len(built), sum(kept))
            assert min(found.attacks, found.buildings, found.rice) > 0

    def test_a_file_from_before_they_were_counted_is_still_read(self) -> None:
        kept = {"winters": 2, "short": 1, "cards": 40, "wasted": 0, "awaiting": 1, "reasons": {}}
        assert gathered([{"greedy": kept}]) == {"greedy": Habits(winters=2, short=1, cards=40, awaiting=1)}

    def test_a_plan_that_can_be_done_is_none(self) -> None:
        view, question = self.question()
        plan = filled_plan(question, {"taxes": "Kai", "castle": "Izu", "battle_a": "Suruga"})
        assert planning(view, question, plan).cards == 3


class TestCommand:
    def test_json_tells_steps_ratings_and_habits(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, err = run(capsys, "--opponents", "random,greedy", "--games", 2, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert [(step["above"], step["below"], step["games"]) for step in found["steps"]] == [("greedy", "random", 2)]
        assert set(found["ratings"]) == {"random", "greedy"}
        assert found["habits"]["greedy"]["winters"] == 4
        assert [place["games"] for place in found["steps"][0]["by_place"]] == [1, 1, 0, 0]
        assert [place["games"] for place in found["by_place"]] == [2, 2, 2, 2]

    def test_a_table_for_people(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _err = run(capsys, "--opponents", "random,greedy", "--games", 1, "--report")
        assert code == 0
        assert "greedy among random" in out
        assert "How they manage their resources" in out
        assert "Wins by place" in out and "100 % / 1" in out

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("--opponents", "random,genius"), "there is no opponent 'genius'"),
            (("--opponents", "random"), "at least two"),
            (("--games", 0), "--games 0 must be at least 1"),
            (("--jobs", 0), "--jobs 0 must be at least 1"),
            (("--budget", 0), "--budget 0 must be at least 1"),
            (("--players", 7), "7"),
            (("--board", "moon", "--setup", "printed"), "sun"),
            (("--resume",), "--results"),
            (("--games", "1.5"), "whole number"),
        ],
    )
    def test_wrong_input_gets_one_sentence(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], sentence: str
    ) -> None:
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1

    def test_a_file_of_another_study_is_refused(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path: Path = tmp_path / "results.jsonl"
        agreed = ("--opponents", "random,greedy", "--games", 1, "--results", path)
        assert run(capsys, *agreed)[0] == 0
        code, _out, err = run(capsys, *agreed)
        assert (code, "exists" in err) == (2, True)
        code, _out, err = run(capsys, *agreed, "--seed", 2, "--resume")
        assert (code, "another study" in err) == (2, True)
