"""Odds: fights as the rules throw them, exact against enumeration, growing without waiting, honest intervals."""

import json
from collections.abc import Iterable, Mapping
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, integers, lists

from shogun import cli
from shogun.base.confidence_intervals import wilson
from shogun.base.worker_pool import Workers
from shogun.game.errors import IllegalMove
from shogun.game.questions import Throw, Thrown
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.analysis import fights
from shogun.games.shogun.analysis.fights import Fight, Reinforcements
from shogun.games.shogun.analysis.odds import (
    THROWN,
    GrowingOdds,
    Precision,
    Reader,
    Tally,
    deals,
    first_odds,
    load_physics,
    model_of,
    odds,
)
from shogun.games.shogun.analysis.threats import threats
from shogun.games.shogun.opponents import opponent
from shogun.games.shogun.rules.battle import count_out
from shogun.games.shogun.rules.cards import PEASANT, Special
from shogun.games.shogun.rules.questions import Choice, March, MarchQuestion
from shogun.games.shogun.rules.state import Setup, State
from shogun.table.journal import Header, SeatInfo, TowerInfo, read_journal
from shogun.table.replay import Replay
from shogun.table.session import Session, take_turn
from shogun.table.towers import Counted
from shogun.tower import Geometry, load_tower
from shogun.tower.file.parameters import set_parameter
from shogun.tower.physics.throw import drop
from shogun.tower.resting_cubes import TowerState
from tests.games.shogun.rules.build import Scene, held, in_season

SHINANO_TO_KOZUKE = March("Shinano", "Kozuke", 4)
BLUE, YELLOW = 1, 2


def shinano(**changes: object) -> Scene:
    """The printed example 7.9: blue's five armies in Shinano, yellow's three in Kozuke; blue is about to march."""
    board = {"Shinano": held(BLUE, 5), "Kozuke": held(YELLOW, 3), "Musashi": held(0, 2)}
    arguments: dict[str, Any] = {"plans": {BLUE: {"battle_a": "Shinano"}}, "board": board, **changes}
    return in_season(arguments.pop("board"), **arguments)


def fight_of(scene: Scene, reinforcements: Reinforcements = fights.BOTH, march: March = SHINANO_TO_KOZUKE) -> Fight:
    return fights.attack(scene.seen(), march, reinforcements)


class TestFights:
    def test_both_sides_and_the_tray_are_thrown(self) -> None:
        fight = fight_of(shinano(tray={"red": 2, PEASANT: 1}))
        assert fight.cubes == {"blue": 4, "yellow": 3, "red": 2, PEASANT: 1}
        assert (fight.kind, fight.attacker, fight.defender) == ("players", "blue", "yellow")

    @pytest.mark.parametrize(("event", "thrown"), [("theatre_5", {PEASANT: 1}), ("peasants_3", {PEASANT: 2})])
    def test_peasants_defend_neutral_provinces(self, event: str, thrown: dict[str, int]) -> None:
        scene = shinano(board={"Shinano": held(BLUE, 5)}, event=event)
        fight = fight_of(scene)
        assert (fight.kind, fight.defender) == ("neutral", None)
        assert fight.cubes == {"blue": 4, **thrown}

    def test_special_cards_and_castle_join(self) -> None:
        board = {"Shinano": held(BLUE, 5), "Kozuke": held(YELLOW, 3, "castle")}
        cards = {BLUE: "attack", YELLOW: "defence"}
        scene = shinano(board=board, event="castle_2", specials=cards)
        assert fight_of(scene).cubes == {"blue": 5, "yellow": 5}
        assert fight_of(scene, Reinforcements(0, 0)).cubes == {"blue": 4, "yellow": 4}
        assert fight_of(scene, Reinforcements(1, 0)).cubes == {"blue": 5, "yellow": 4}

    def test_peasants_stay_out_where_a_marker_lies(self) -> None:
        board = {"Shinano": held(BLUE, 5), "Kozuke": held(YELLOW, 3, markers=1)}
        fight = fight_of(shinano(board=board, tray={PEASANT: 2}))
        assert fight.cubes[PEASANT] == 2
        assert fight.verdict({"blue": 2, "yellow": 1, PEASANT: 4}).winner == "attacker"

    def test_temples_can_be_sacred(self) -> None:
        board = {"Shinano": held(BLUE, 5), "Kozuke": held(YELLOW, 3, "temple"), "Musashi": held(0, 2)}
        with pytest.raises(IllegalMove, match="you can't march from Shinano to Kozuke"):
            fight_of(shinano(board=board, event="temple_3"))
        assert fights.attackers_of(shinano(board=board, event="temple_3").seen(), "Kozuke") == ()

    @pytest.mark.parametrize(
        ("march", "sentence"),
        [
            (March("Nowhere", "Kozuke", 1), "Nowhere isn't a province"),
            (March("Kai", "Shinano", 1), "no army may leave Kai"),
            (March("Musashi", "Kozuke", 2), "1 army may leave Musashi, not 2"),
            (March("Shinano", "Kozuke", 5), "1 to 4 armies may leave Shinano, not 5"),
            (March("Shinano", "Tosa", 1), "you can't march from Shinano to Tosa"),
        ],
    )
    def test_what_is_no_attack_is_refused_in_one_sentence(self, march: March, sentence: str) -> None:
        with pytest.raises(IllegalMove, match=sentence):
            fight_of(shinano(), march=march)

    def test_every_neighbour_that_could_attack_is_told_with_all_that_may_leave(self) -> None:
        assert fights.attackers_of(shinano().seen(), "Kozuke") == (March("Musashi", "Kozuke", 1), SHINANO_TO_KOZUKE)

    def test_a_revolt_needs_a_marker(self) -> None:
        scene = shinano(board={"Shinano": held(BLUE, 5, markers=2), "Kozuke": held(YELLOW, 3)})
        view = scene.seen()
        assert fights.revolt(view, "Kozuke") is None
        summer, winter = fights.revolt(view, "Shinano"), fights.revolt(view, "Shinano", 3)
        assert summer is not None
        assert winter is not None
        assert summer.cubes == {"blue": 5, PEASANT: 2}
        assert winter.cubes == {"blue": 5, PEASANT: 5}
        with pytest.raises(IllegalMove, match="is neutral"):
            fights.revolt(view, "Kai")

    @pytest.mark.parametrize("specials", [{}, {BLUE: "attack", YELLOW: "defence"}])
    def test_what_is_rehearsed_is_what_the_game_then_throws(self, specials: dict[int, Special]) -> None:
        scene = shinano(specials=specials, event="castle_2", tray={"yellow": 1})
        fight = fight_of(scene)
        scene.answer(SHINANO_TO_KOZUKE)
        assert fights.pending(scene.seen()) == fight
        while not isinstance(scene.question, Throw):
            assert isinstance(scene.question, Choice)
            scene.answer(scene.question.moves[-1])
        assert scene.question.cubes == fight.cubes
        assert fights.pending(scene.seen()) == fight
        with pytest.raises(IllegalMove, match="a battle is in progress"):
            fight_of(scene)

    def test_a_fight_is_counted_out_as_the_game_does_it(self) -> None:
        for blue, yellow, peasants in product(range(5), range(4), range(2)):
            scene = shinano(tray={PEASANT: 1})
            verdict = fight_of(scene).verdict({"blue": blue, "yellow": yellow, PEASANT: peasants})
            scene.answer(SHINANO_TO_KOZUKE)
            out = {"blue": blue, "yellow": yellow, PEASANT: peasants}
            scene.answer(Thrown({colour: count for colour, count in out.items() if count}))
            owner = {"attacker": BLUE, "defender": YELLOW, None: None}[verdict.winner]
            assert (scene["Kozuke"].owner, scene["Kozuke"].armies) == (owner, verdict.survivors)


def binomial(cubes: int, chance: float) -> list[float]:
    return [comb(cubes, k) * chance**k * (1 - chance) ** (cubes - k) for k in range(cubes + 1)]


def falls(thrown: int, resting: int) -> list[float]:
    """Chances of 0, 1, ... cubes on the tray by the quick model's 2/3 and 1/3."""
    chances = [0.0] * (thrown + resting + 1)
    for (a, p), (b, q) in product(enumerate(binomial(thrown, 2 / 3)), enumerate(binomial(resting, 1 / 3))):
        chances[a + b] += p * q
    return chances


def enumerated(fight: Fight, inside: Mapping[str, int]) -> dict[str, float]:
    """Chances of win, tie and lose by the quick model, every outcome counted out."""
    chances = {"win": 0.0, "tie": 0.0, "lose": 0.0}
    sides = [falls(fight.cubes.get(colour, 0), inside.get(colour, 0)) for colour in fight.sides]
    for counts in product(*(enumerate(side) for side in sides)):
        chance = 1.0
        for _count, part in counts:
            chance *= part
        verdict = fight.verdict({colour: n for colour, (n, _p) in zip(fight.sides, counts, strict=True)})
        chances[Reader(fight).ending(verdict)] += chance
    return chances


SMALL = [
    (Fight("players", "Kozuke", "blue", "yellow", {"blue": 4, "yellow": 3, "red": 2}), {"blue": 2, PEASANT: 3}),
    (Fight("players", "Kozuke", "blue", "yellow", {"blue": 2, "yellow": 2, PEASANT: 1}, False), {PEASANT: 5}),
    (Fight("neutral", "Kai", "blue", None, {"blue": 2, PEASANT: 2}), {"yellow": 4}),
    (Fight("revolt", "Kai", None, "blue", {"blue": 3, PEASANT: 2}), {"blue": 1, PEASANT: 4}),
]


class TestEstimates:
    @pytest.mark.chance
    @pytest.mark.parametrize(("fight", "inside"), SMALL)
    @pytest.mark.parametrize("owned", [False, True])
    def test_the_quick_model_agrees_with_enumeration(
        self, fight: Fight, inside: Mapping[str, int], owned: bool
    ) -> None:
        """The mean of 8000 falls, with owners known or dealt: within 4.5 standard errors, two points or so."""
        tally, rng = Tally(fight), Random(1)
        for _fall in range(8000):
            if owned:
                tally.add_owned(model_of(Counted(inside))(fight.cubes, rng.getrandbits(62)))
            else:
                tally.add(model_of(Counted(inside))({THROWN: fight.thrown}, rng.getrandbits(62)))
        found, exact = tally.odds(0), enumerated(fight, inside)
        for ending, share in (("win", found.win), ("tie", found.tie), ("lose", found.lose)):
            assert share.value == pytest.approx(exact[ending], abs=0.025)
        assert found.win.value + found.tie.value + found.lose.value == pytest.approx(1)
        assert sum(s.share.value for s in found.standings) <= 1 + 1e-9

    @pytest.mark.chance
    def test_dealing_owners_tells_more_than_one_outcome(self) -> None:
        fight, inside = SMALL[0]
        owned, dealt, rng = Tally(fight), Tally(fight), Random(4)
        for _fall in range(200):
            seed = rng.getrandbits(62)
            owned.add_owned(model_of(Counted(inside))(fight.cubes, seed))
            dealt.add(model_of(Counted(inside))({THROWN: fight.thrown}, seed))
        assert dealt.odds(0).win.reach < 0.8 * owned.odds(0).win.reach

    def test_owners_of_what_came_out_are_dealt_like_cards(self) -> None:
        chances = dict(deals((2, 1), 5, 3))
        assert sum(chances.values()) == pytest.approx(1)
        assert chances[2, 1] == pytest.approx(1 * comb(2, 0) / comb(5, 3))
        assert (2, 2) not in chances

    @given(lists(integers(0, 6), min_size=1, max_size=3), integers(0, 6), data())
    def test_every_deal_is_counted_once(self, counts: list[int], others: int, more: DataObject) -> None:
        total = sum(counts) + others
        drawn = more.draw(integers(0, total))
        dealt = list(deals(counts, total, drawn))
        assert len({owners for owners, _chance in dealt}) == len(dealt)
        assert sum(chance for _owners, chance in dealt) == pytest.approx(1)
        means = [sum(owners[place] * chance for owners, chance in dealt) for place in range(len(counts))]
        assert means == pytest.approx([count * drawn / max(1, total) for count in counts])

    def test_colours_of_thrown_cubes_change_nothing_in_a_drop(self) -> None:
        """What the whole method rests on: with other owners the same seed brings out as many cubes."""
        geometry = load_tower("classic")
        lying = drop(geometry, (), {"red": 5, "blue": 4}, 1).resting
        alike = drop(geometry, lying, {THROWN: 6}, 2)
        owned = drop(geometry, lying, {"red": 3, "blue": 2, "yellow": 1}, 2)
        assert sum(alike.out.values()) == sum(owned.out.values())

    @pytest.mark.parametrize(("fight", "inside"), SMALL)
    def test_nineteen_of_twenty_intervals_hold_the_true_chance(self, fight: Fight, inside: Mapping[str, int]) -> None:
        """400 studies of 40 falls: 95 % would be 380; fewer than 366 would happen once in 2000 times by chance."""
        truth, rng, held_by = enumerated(fight, inside), Random(2), 0
        for _study in range(400):
            tally = Tally(fight)
            for _fall in range(40):
                tally.add(model_of(Counted(inside))({THROWN: fight.thrown}, rng.getrandbits(62)))
            win = tally.odds(0).win
            held_by += win.low <= truth["win"] <= win.high
        assert held_by >= 366

    def test_certainty_takes_more_than_a_few_falls(self) -> None:
        fight = Fight("players", "Kai", "blue", "yellow", {"blue": 9, "yellow": 1})
        tally = Tally(fight)
        for _fall in range(20):
            tally.add({THROWN: 10})
        win = tally.odds(20).win
        assert win.value == pytest.approx(1)
        assert win.low < 0.95

    @pytest.mark.parametrize(("share", "count", "low", "high"), [(0.5, 10, 0.2366, 0.7634), (0.0, 10, 0.0, 0.2775)])
    def test_wilson(self, share: float, count: int, low: float, high: float) -> None:
        """Values of the textbook interval (Wilson 1927)."""
        found = wilson(share, count)
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)

    def test_without_cases_anything_is_possible(self) -> None:
        assert (wilson(0.5, 0).low, wilson(0.5, 0).high) == (0, 1)


@pytest.fixture(scope="module")
def inside() -> TowerState:
    geometry = load_tower("classic")
    start = {"red": 7, "blue": 7, "yellow": 7, PEASANT: 10}
    return TowerState(geometry, drop(geometry, (), start, 1).resting)


@pytest.fixture
def own_tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Geometry:
    """A tower of a player's own, called as the classic one but with other ledges, and an empty cache."""
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    return set_parameter(load_tower("classic"), "ledges.tilt", 17.9)


FIGHT = SMALL[0][0]
SHORT = Precision(within=0.0, least=1, most=12)


class TestGrowing:
    def test_the_first_answer_is_the_models_and_says_so(self, inside: TowerState) -> None:
        found = first_odds(FIGHT, inside, Random(1))
        assert found.drops == 0
        assert found.reach > first_odds(FIGHT, Counted(inside.counts()), Random(1)).reach
        assert found.model.startswith("model fitted to")
        assert "tower classic" in found.model
        assert not found.is_makeshift

    def test_for_a_tower_without_a_fitted_model_the_fixed_one_answers_and_says_so(
        self, inside: TowerState, own_tower: Geometry
    ) -> None:
        resting = drop(own_tower, (), {"red": 7, PEASANT: 6}, 1).resting
        found = first_odds(FIGHT, TowerState(own_tower, resting), Random(1))
        assert found.is_makeshift
        assert found.model.startswith("fixed model")
        assert found.win.reach > first_odds(FIGHT, inside, Random(1)).win.reach

    def test_drops_need_no_model(self, own_tower: Geometry) -> None:
        found = odds(FIGHT, TowerState(own_tower, ()), Random(1), None, SHORT)
        assert (found.drops, found.model, found.is_makeshift) == (12, "", False)

    def test_no_more_drops_are_made_than_wanted(self, own_tower: Geometry) -> None:
        assert odds(FIGHT, TowerState(own_tower, ()), Random(1), None, Precision(0.0, least=1, most=8)).drops == 8

    @pytest.mark.slow
    def test_the_same_generator_gives_the_same_odds_for_any_number_of_workers(self, inside: TowerState) -> None:
        alone = odds(FIGHT, inside, Random(1), None, SHORT)
        assert alone.drops == 12
        with Workers(2) as workers:
            workers.warm(load_physics)
            assert odds(FIGHT, inside, Random(1), workers, SHORT) == alone

    def test_steps_never_wait_and_a_cancelled_one_stays_as_it_is(self, inside: TowerState) -> None:
        with Workers(1) as workers:
            growing = GrowingOdds(FIGHT, inside, Random(1), workers, Precision(within=0.0, most=10**6))
            first = growing.start()
            assert growing.current() == first
            assert not growing.is_done
            growing.step()
            growing.cancel()
            assert growing.is_done
            assert not growing.step()

    def test_they_end_when_they_are_precise(self, inside: TowerState) -> None:
        found = odds(FIGHT, Counted(inside.counts()), Random(1), None, Precision(within=0.02))
        assert found.reach <= 0.02
        assert found.drops < 1200

    def test_seeds_are_the_odds_own(self, inside: TowerState, monkeypatch: pytest.MonkeyPatch) -> None:
        """The drop that will come is made with a seed of the stream `throw/...`: no such seed is ever used."""
        used: list[int] = []

        def no_falls(_inside: object, _thrown: object, seeds: Iterable[int]) -> list[dict[str, int]]:
            used.extend(seeds)
            return [{}]

        monkeypatch.setattr("shogun.games.shogun.analysis.odds.real_falls", no_falls)
        odds(FIGHT, inside, Random(5), None, Precision(within=0.0, most=3))
        rng = Random(5)
        drawn = {rng.getrandbits(62) for _seed in range(3000)}
        assert used
        assert drawn.issuperset(used)


def test_counting_out_is_total() -> None:
    """Every count of small battles has exactly one verdict, and survivors only with a winner."""
    for kind in ("players", "neutral", "revolt"):
        for counts in product(range(4), repeat=3):
            verdict = count_out(kind, *counts)
            assert (verdict.winner is None) == (verdict.survivors == 0)
            assert not (verdict.tie and verdict.winner)


def test_rules_are_asked_by_views_only() -> None:
    """An onlooker's view suffices for odds: nothing hidden is used."""
    scene = shinano()
    own = fights.attack(rules.view(scene.state, BLUE), SHINANO_TO_KOZUKE)
    assert own == fights.attack(rules.view(scene.state, None), SHINANO_TO_KOZUKE)


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game that stands at an attack, the same one move later with the fight under way, and a finished one."""
    folder = tmp_path_factory.mktemp("journals")
    paths = {name: folder / f"{name}.journal" for name in ("over", "march", "fight")}
    seats = tuple(SeatInfo(name=str(seat), player="greedy") for seat in range(4))
    session = Session.start(rules, Header(seed=5, setup=Setup(4), seats=seats, tower=TowerInfo()), paths["over"])
    while not session.is_over:
        question = session.questions[0]
        if "march" in paths and isinstance(question, MarchQuestion) and attacks(session.state, question):
            paths.pop("march").write_bytes(b"".join(session.writer.lines))
        elif len(paths) == 2 and fights.pending(session.view(None)):
            paths.pop("fight").write_bytes(b"".join(session.writer.lines))
        take_turn(session, [opponent("greedy")] * 4)
    session.close()
    return {name: folder / f"{name}.journal" for name in ("over", "march", "fight")}


def attacks(state: State, question: MarchQuestion) -> list[March]:
    """Legal marches into provinces of others."""
    marches = [move for move in question.moves if isinstance(move, March)]
    return [march for march in marches if state.provinces[march.target].owner != question.seat]


def an_attack(journal: Path) -> str:
    course = Replay(read_journal(game_of, journal)).run()
    question = course.questions[0]
    assert isinstance(question, MarchQuestion)
    march = attacks(course.state, question)[0]
    return f"{march.source}:{march.target}:{march.armies}"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["odds", *map(str, arguments)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


class TestCommand:
    def test_json_tells_the_fight_and_its_odds(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        attack = an_attack(journals["march"])
        code, out, err = run(capsys, journals["march"], "--attack", attack, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert found["attack"] == attack
        assert found["fight"]["province"] == attack.split(":")[1]
        assert sum(found["odds"][ending]["value"] for ending in ("win", "tie", "lose")) == pytest.approx(1)
        assert all(found["odds"][e]["high"] - found["odds"][e]["low"] <= 0.1 for e in ("win", "tie", "lose"))
        assert run(capsys, journals["march"], "--attack", attack, "--json")[1] == out

    def test_a_table_for_people(self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
        code, out, _err = run(capsys, journals["march"], "--attack", an_attack(journals["march"]), "--drops", 30)
        assert code == 0
        assert "won" in out
        assert "95 % interval" in out

    def test_without_a_fitted_model_the_fixed_one_is_named(
        self, own_tower: Geometry, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        info = TowerInfo.of(own_tower)
        path = tmp_path / "own.journal"
        seats = tuple(SeatInfo(name=str(seat), player="greedy") for seat in range(3))
        session = Session.start(rules, Header(seed=5, setup=Setup(3), seats=seats, tower=info), path)
        while fights.pending(session.view(None)) is None:
            take_turn(session, [opponent("greedy")] * 3)
        session.close()
        code, out, err = run(capsys, path, "--drops", 0)
        assert (code, err) == (0, "")
        assert "fixed model" in " ".join(out.split())
        assert json.loads(run(capsys, path, "--drops", 0, "--json")[1])["odds"]["is_makeshift"]

    def test_without_an_attack_it_tells_of_the_fight_under_way(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, out, _err = run(capsys, journals["fight"], "--json", "--drops", 0)
        assert code == 0
        assert json.loads(out)["odds"]["drops"] == 0

    @pytest.mark.parametrize(
        ("journal", "arguments", "sentence"),
        [
            ("march", ("--attack", "Shinano-Kozuke"), "write it as from:to:armies"),
            ("march", ("--attack", "Shinano:Kozuke:many"), "write it as from:to:armies"),
            ("march", ("--attack", "Atlantis:Kozuke:1"), "Atlantis isn't a province"),
            ("march", ("--attack", "Shinano:Kozuke:99"), "Shinano"),
            ("march", (), "no battle is in progress"),
            ("march", ("--threat", "Atlantis"), "no such province"),
            ("march", ("--revolt", "Atlantis"), "is neutral"),
            ("march", ("--revolt", "Kai", "--threat", "Kai"), "only one of"),
            ("march", ("--drops", -1), "--drops"),
            ("fight", ("--attack", "Shinano:Kozuke:1"), "a battle is in progress"),
            ("over", ("--attack", "Shinano:Kozuke:1"), "this game is over"),
            ("none", ("--attack", "Shinano:Kozuke:1"), "none"),
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

    def test_the_most_dangerous_neighbour_is_told(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        course = Replay(read_journal(game_of, journals["march"])).run()
        view = rules.view(course.state, None)
        name = next(name for seat in range(4) for name in view.owned(seat) if len(fights.attackers_of(view, name)) > 1)
        greatest = threats(view, course.inside, name, Random(0))[0].march
        code, out, err = run(capsys, journals["march"], "--threat", name, "--drops", 60, "--json")
        found = json.loads(out)
        assert (code, err) == (0, "")
        assert found["attack"] == f"{greatest.source}:{name}:{greatest.armies}"
        assert found["odds"]["drops"] == 60

    def test_where_nobody_can_attack_the_answer_is_no(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        view = rules.view(Replay(read_journal(game_of, journals["march"])).run().state, None)
        quiet = next(name for name in view.provinces if not fights.attackers_of(view, name))
        code, out, err = run(capsys, journals["march"], "--threat", quiet)
        assert (code, out) == (1, "")
        assert err == f"shogun: {quiet}: no neighbor can attack it now\n"

    def test_a_revolt_is_told_where_a_marker_lies(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        course = Replay(read_journal(game_of, journals["march"])).run()
        owned = {name: lies for name, lies in course.state.provinces.items() if lies.owner is not None}
        marked = next(name for name, lies in owned.items() if lies.markers)
        calm = next(name for name, lies in owned.items() if not lies.markers)
        found = json.loads(run(capsys, journals["march"], "--revolt", marked, "--drops", 0, "--json")[1])
        assert (found["attack"], found["fight"]["kind"]) == (None, "revolt")
        code, out, err = run(capsys, journals["march"], "--revolt", calm)
        assert (code, out) == (1, "")
        assert "no revolt marker" in err

    def test_a_province_without_armies_can_attack_nobody(
        self, journals: dict[str, Path], capsys: pytest.CaptureFixture[str]
    ) -> None:
        provinces = Replay(read_journal(game_of, journals["march"])).run().state.provinces
        empty = next(name for name, province in provinces.items() if province.owner is None)
        code, _out, err = run(capsys, journals["march"], "--attack", f"{empty}:Kai:1")
        assert (code, "no army may leave" in err) == (2, True)
