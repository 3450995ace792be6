"""Results adjusted for luck: corrections of expectation 0, whatever the judge believes, in all games."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from shogun import cli
from shogun.game.protocol import Types
from shogun.game.questions import Draw, Drawn, OneOf, Roll
from shogun.games import GAMES, entry_of
from shogun.games.river_of_gold.rules import Setup as RiverSetup
from shogun.games.rumble_nation.rules import Setup as RumbleSetup
from shogun.games.shogun import rules as shogun_rules
from shogun.games.shogun.rules.state import Setup
from shogun.players import luck_adjustment
from shogun.players.ladder import LadderGame, Results, ResultsError, Study, places, play_all, standings
from shogun.players.luck_adjustment import LuckAdjustment, LuckWatcher, adjusted_share, chance_asked
from shogun.table import session as table_session
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, run
from shogun.tower import load_tower
from tests.table.dice import GAME as DICE
from tests.table.dice import rules as dice_rules

FEW = LuckAdjustment(1, 2, 1)
QUICK = TowerInfo()


# A game made up for this: two draws in a row, of which the second is only made after a 1; a decision; and a last draw


class CoinSetup(Struct, frozen=True):
    seats: int = 2


class Bet(Struct, frozen=True, tag=True, order=True):
    """A number from 0 to 1."""

    number: int


class CoinResult(Struct, frozen=True):
    winners: tuple[int, ...]
    points: tuple[int, ...]


class Coins(Struct, frozen=True):
    drawn: tuple[int, ...] = ()
    bet: int | None = None
    last: int | None = None


class CoinStep(Struct, frozen=True):
    state: Coins
    events: tuple[str, ...] = ()
    reveals: bool = True


class CoinRules:
    code, types, has_tower = "coins", Types(CoinSetup, Bet, CoinResult), False

    def new(self, _setup: CoinSetup) -> Coins:
        return Coins()

    def awaited(self, state: Coins) -> Sequence[Any]:
        if not state.drawn:
            return (Draw("first", (1, 2, 3), 1),)
        if state.drawn == (1,):
            return (Draw("second", (4, 5), 1),)
        if state.bet is None:
            return (OneOf(0, "bet", (Bet(0), Bet(1)), "1"),)
        return () if state.last is not None else (Draw("last", (0, 1), 1),)

    def verify(self, state: Coins, _seat: int | None, _answer: Any) -> Any:
        return self.awaited(state)[0]

    def play(self, state: Coins, _seat: int | None, answer: Any) -> CoinStep:
        if isinstance(answer, Bet):
            return CoinStep(replace(state, bet=answer.number))
        (item,) = answer.items
        return CoinStep(replace(state, drawn=(*state.drawn, item)) if state.bet is None else replace(state, last=item))

    def result(self, state: Coins) -> CoinResult | None:
        if state.last is None:
            return None
        wins = sum(state.drawn) % 2 == 1 or state.last == state.bet
        return CoinResult((0,) if wins else (0, 1) if sum(state.drawn) == 2 else (1,), (sum(state.drawn), 0))

    def begun_by(self, setup: CoinSetup, _seat: int) -> CoinSetup:
        return setup

    def view(self, state: Coins, _seat: int | None) -> Coins:
        return state

    def is_secret(self, _asked: object) -> bool:
        return False

    def period(self, _state: Coins) -> str:
        return ""

    def in_tower(self, _state: Coins) -> Mapping[str, int]:
        return {}

    def problems(self, _state: Coins) -> list[str]:
        return []


class Prejudiced:
    """A judge whose values mean nothing, except that the same moment and seed give the same; one it can't judge."""

    VERSION, PLAYOUTS = 1, 1

    def win_chances(self, state: Any, _inside: Any, playouts: int, seed: str, _players: Sequence[str] = ()) -> Any:
        if state.drawn == (2,) and state.bet is None:
            return None
        value = (7 * sum(state.drawn) + 3 * (state.last or 0) + len(seed)) % 8 / 8
        return np.array([[value, 1 - value]] * playouts)


def every_way(play: Callable[[Callable[[Draw], Drawn]], float]) -> Iterator[tuple[Fraction, float]]:
    """Yield the chance and the result of each way that a function can go: it passes each draw to its argument."""
    path: list[tuple[int, int]] = []
    while True:
        taken: list[tuple[int, int]] = []

        def lots(question: Draw) -> Drawn:
            number = path[len(taken)][0] if len(taken) < len(path) else 0  # noqa: B023  called at once
            taken.append((number, len(question.items)))  # noqa: B023
            return Drawn((question.items[number],))

        found, chance = play(lots), Fraction(1)
        for _number, count in taken:
            chance /= count
        yield chance, found
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return
        path = [*taken[:-1], (taken[-1][0] + 1, taken[-1][1])]


@pytest.mark.parametrize("alternatives", [1, 2])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_luck_of_all_ways_that_a_game_can_go_is_0_on_average(
    monkeypatch: pytest.MonkeyPatch, seat: int, alternatives: int
) -> None:
    lucks: list[float] = []

    def play(lots: Callable[[Draw], Drawn]) -> float:
        for module in (table_session, luck_adjustment):
            monkeypatch.setattr(module, "lots", lambda question, _streams: lots(question))
        seats = tuple(SeatInfo(str(number), player="random") for number in range(2))
        session = Session.start(CoinRules(), Header(seed=1, setup=CoinSetup(), seats=seats))
        watcher = LuckWatcher(session, Prejudiced(), LuckAdjustment(1, alternatives, 1))
        run(session, [lambda view, *_others: Bet(view.drawn[-1] % 2)] * 2, watch=watcher)
        lucks.append(watcher.luck(seat))
        return lucks[-1]

    ways = list(every_way(play))
    assert len(ways) == (4 * 2) ** (1 + alternatives), "each chance event can go as each of its alternatives"
    assert sum(chance for chance, _luck in ways) == 1
    assert sum(chance * Fraction(luck) for chance, luck in ways) == 0
    assert len(set(lucks)) > 5, "it isn't 0 in each of them"


def test_a_judge_that_knows_the_end_takes_all_luck_off_but_that_of_the_alternatives() -> None:
    plain, adjusted = [], []
    for seed in range(400):
        seats = tuple(SeatInfo(str(number), player="random") for number in range(2))
        session = Session.start(dice_rules, Header(seed=seed, setup=dice_rules.Setup(), seats=seats))
        watcher = LuckWatcher(session, Onlooker(), LuckAdjustment(1, 12, 1))
        result = run(session, [highest, highest], watch=watcher)
        plain.append(result.points[0])
        adjusted.append(result.points[0] - watcher.luck(0))
    found = adjusted_share(plain, adjusted)
    assert found.worth is not None and 9 < found.worth < 16
    assert found.share.low < 2 * 161 / 36 < found.share.high, "the higher of two dice, twice"


class Onlooker:
    """Sees a seat's points so far, if it keeps its higher die; all to come is the same for every outcome."""

    VERSION, PLAYOUTS = 1, 1

    def win_chances(self, state: Any, _inside: Any, _playouts: int, _seed: str, _players: Sequence[str] = ()) -> Any:
        kept = [max(state.dice, default=0) * (state.turn % 2 == seat) for seat in range(2)]
        return np.array([[points + more for points, more in zip(state.points, kept, strict=True)]])


def highest(view: Any, _inside: Any, _question: Any, *_others: Any) -> Any:
    return dice_rules.Keep(max(view.dice))


# Alternatives


def shogun_session(tower: TowerInfo) -> Session:
    seats = tuple(SeatInfo(str(number), player="random") for number in range(4))
    return Session.start(shogun_rules, Header(seed=3, setup=Setup(4, first_seat=0), seats=seats, tower=tower))


def test_alternatives_are_drawn_like_the_outcome_and_one_after_another() -> None:
    seats = tuple(SeatInfo(str(number), player="random") for number in range(2))
    session = Session.start(dice_rules, Header(seed=5, setup=dice_rules.Setup(), seats=seats))
    watcher = LuckWatcher(session, Onlooker(), FEW)
    found = [watcher.alternative(session.state, session.inside, f"try{number}") for number in range(3600)]
    assert found[:9] == [watcher.alternative(session.state, session.inside, f"try{number}") for number in range(9)]
    counts = Counter(state.dice for state in (one.state for one in found))
    assert len(counts) == 36 and sum((count - 100) ** 2 / 100 for count in counts.values()) < 70, "35 on average"
    assert isinstance(chance_asked(dice_rules, session.state), Roll)
    assert all(chance_asked(dice_rules, one.state) is None and len(one.answers) == 1 for one in found)


def test_a_simulated_tower_drops_the_alternatives_too() -> None:
    session = shogun_session(TowerInfo.of(load_tower("classic")))
    before, inside = session.state, session.inside
    judge = entry_of("shogun").judge
    assert judge is not None
    watcher = LuckWatcher(session, judge, FEW)
    found = [watcher.alternative(before, inside, f"try{number}") for number in range(3)]
    for one in found:
        session.course.check_tower(one.state, one.inside)
        assert chance_asked(shogun_rules, one.state) is None
    assert len({str(one.answers[0]) for one in found}) > 1
    assert (session.state, session.inside) == (before, inside), "the game itself hasn't moved"


# In ladders

LADDERS = {
    "shogun": (("random", "greedy"), Setup(3), "model", QUICK),
    "rumble-nation": (("random", "solid"), RumbleSetup(2), "", None),
    "river-of-gold": (("random", "solid"), RiverSetup(2), "", None),
}


@pytest.mark.parametrize("code", LADDERS)
def test_games_are_the_same_and_their_luck_does_not_depend_on_jobs(code: str) -> None:
    codes, setup, tower, info = LADDERS[code]
    plain = Study(codes, setup, tower, None, 1, game=code)
    study = replace(plain, adjustment=FEW)
    wanted = list(places(study, 2))
    found = list(play_all(entry_of(code), study, info, wanted, 1))
    assert list(play_all(entry_of(code), study, info, wanted, 2)) == found
    assert [replace(game, adjusted=UNSET) for game in found] == list(play_all(entry_of(code), plain, info, wanted, 1))
    assert all(game.adjusted is not UNSET and game.adjusted != game.won for game in found)
    (step,) = standings(study, found).steps
    assert step.adjusted is not UNSET and -1 < step.adjusted.share.value < 2
    assert standings(plain, [replace(game, adjusted=UNSET) for game in found]).steps[0].adjusted is UNSET


def command(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    line = ("ladder", "--opponents", "random,greedy", "--players", 3, "--tower", "model", *arguments)
    code = cli.main([*map(str, line)])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adjust with few alternatives."""
    monkeypatch.setattr("shogun.cli.game_commands.ladder.LuckAdjustment", lambda judge: LuckAdjustment(judge, 2, 1))


@pytest.mark.usefixtures("quick")
def test_an_interrupted_ladder_continues_to_the_byte(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    code, at_once, _err = command(capsys, "--adjusted", "--json", "--games", 3, "--results", whole)
    assert code == 0
    assert command(capsys, "--adjusted", "--json", "--games", 1, "--results", parts)[0] == 0
    with parts.open("ab") as file:
        file.write(b'{"step":0,"number":2,"sea')  # the program was killed while it wrote
    code, resumed, _err = command(capsys, "--adjusted", "--json", "--games", 3, "--results", parts, "--resume")
    assert (code, resumed) == (0, at_once)
    assert parts.read_bytes() == whole.read_bytes()
    step = json.loads(at_once)["steps"][0]
    share = step["adjusted"]["share"]
    assert share["low"] < share["value"] < share["high"]
    assert step["adjusted"]["plain"]["value"] == pytest.approx(step["share"]["value"])
    code, _out, err = command(capsys, "--games", 3, "--results", parts, "--resume")
    assert (code, "another study" in err) == (2, True), "plain games aren't added"
    code, out, _err = command(capsys, "--adjusted", "--games", 3, "--results", parts, "--resume")
    assert code == 0
    assert "Results adjusted for luck" in out and "±" in out


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("option", "fitted"), [((), []), (("--adjusted",), ["classic"])])
def test_the_judge_has_the_model_of_the_tower(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: tuple[str, ...], fitted: list[str]
) -> None:
    """Without it, adjusted results would depend on whether a model has been fitted before."""
    found: list[str] = []
    monkeypatch.setattr("shogun.cli.game_options.fitted_model", lambda geometry: found.append(geometry.name))
    line = "ladder --opponents random,random --players 3 --games 1 --tower classic --json"
    assert cli.main([*line.split(), *option]) == 0
    assert found == fitted
    assert ("adjusted" in json.loads(capsys.readouterr().out)["steps"][0]) == bool(option)


def test_a_plain_ladder_writes_and_prints_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.jsonl"
    code, out, _err = command(capsys, "--json", "--games", 1, "--results", path)
    assert code == 0
    assert b"adjust" not in path.read_bytes() and "adjust" not in out


def test_old_files_are_read_and_games_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    path, game = tmp_path / "results.jsonl", LadderGame(0, 0, 1, (1, 2, 3), (2,), {})
    study = Study(("random", "greedy"), Setup(3), "model", None, 1)
    old = b'{"opponents":["random","greedy"],"setup":{"seats":3},"tower":"model","tower_hash":null,"seed":1}\n'
    path.write_bytes(old + msgspec.json.encode(game) + b"\n")
    assert Results.resume(study, path, Setup).played == [game]
    with pytest.raises(ResultsError, match="another study"):
        Results.resume(replace(study, adjustment=FEW), path, Setup)
    for adjustment, result in ((UNSET, 0.5), (FEW, UNSET)):
        head = msgspec.json.encode(replace(study, adjustment=adjustment)) + b"\n"
        path.write_bytes(head + msgspec.json.encode(replace(game, adjusted=result)) + b"\n")
        with pytest.raises(ResultsError, match="line 2: not a game of this study"):
            Results.resume(replace(study, adjustment=adjustment), path, Setup)


def test_results_of_a_file_that_no_game_has_are_refused(tmp_path: Path) -> None:
    path, study = tmp_path / "results.jsonl", Study(("random", "greedy"), Setup(3), "model", None, 1, adjustment=FEW)
    game = LadderGame(0, 0, 1, (1, 2, 3), (2,), {}, adjusted=1e300)
    path.write_bytes(msgspec.json.encode(study) + b"\n" + msgspec.json.encode(game) + b"\n")
    with pytest.raises(ResultsError, match="line 2"):
        Results.resume(study, path, Setup)


def test_a_game_without_a_judge_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, "dice", DICE)
    assert cli.main(["ladder", "--game", "dice", "--players", "2", "--opponents", "random,random", "--adjusted"]) == 2
    err = capsys.readouterr().err
    assert "--adjusted needs a judge of chances, and Dice has none" in err
    assert err.count("\n") == 1


def test_one_game_has_no_interval_and_results_that_never_differ_no_worth() -> None:
    alone = adjusted_share([1.0], [0.7])
    assert (alone.share.low, alone.share.high, alone.worth) == (0.7, 0.7, None)
    assert adjusted_share([1.0, 1.0], [0.7, 0.9]).worth is None
    assert adjusted_share([0.0, 1.0], [0.4, 0.6]).worth == pytest.approx(25)
