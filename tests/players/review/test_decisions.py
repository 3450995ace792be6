"""Decisions looked back at, asked of all games: only what seats could know counts, and only what is sure is told."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from shogun.base.files import checksum, sealed
from shogun.game.errors import IllegalMove
from shogun.games import GAMES, entry_of
from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.shogun.rules.determinization import deal
from shogun.players.review.decision_verdicts import (
    BOUNDS,
    NONE,
    Considered,
    Decision,
    DecisionPoint,
    Difference,
    Effect,
    Explained,
    JudgedSeat,
    Part,
    Shares,
    difference_of,
)
from shogun.players.review.decision_work import (
    WORTH_CLOSER_LOOK,
    DecisionWork,
    keep_decisions,
    kept_decisions,
    seats_of_people,
)
from shogun.players.review.words import contrast
from shogun.table.journal import PERSON, AnswerLine, BranchInfo, Header, SeatInfo, SeatLine
from shogun.table.journal_files import decisions_path
from shogun.table.replay import History
from shogun.table.visible_past import whole_past
from tests.players.review.test_game_review import SETUPS, played
from tests.table import toy
from tests.table.dice import rules as dice

np = pytest.importorskip("numpy")

FEW = {"shogun": 4, "rumble-nation": 128, "river-of-gold": 2, "toy": 40, "dice": 2}
"""Playouts."""
TOYS: dict[str, Any] = {"toy": toy, "dice": dice}


class HighestNumber(Struct, frozen=True):
    """Judges a toy: the last move that is listed is best, and each before it a bit worse; luck is the same for all."""

    VERSION: int = 1
    PLAYOUTS: int = 40
    KINDS: tuple[str, ...] = ("numbers",)
    EFFECTS: tuple[str, ...] = ()
    EXPLAINED: Mapping[str, Explained] = {}
    step: float = 0.03

    def considered(self, point: DecisionPoint, _seed: str) -> Considered | None:
        moves = point.question.moves
        return Considered((moves[-1],), moves[0]) if len(moves) > 2 else None

    def shares(self, point: DecisionPoint, moves: Sequence[Any], playouts: int, seed: str) -> Shares:
        luck = np.random.default_rng(len(seed)).random(playouts) / 2
        places = [point.question.moves.index(move) for move in moves]
        found: Shares = np.array([luck + self.step * place for place in places])
        return found

    def lines(self, moves: Sequence[Any]) -> list[str]:
        return [str(move.number) for move in moves]

    def parts(self, _point: DecisionPoint, _given: Any, _better: Any, _playouts: int, _seed: str) -> tuple[Part, ...]:
        return ()

    def part_words(self, _better: Sequence[Any], part: Part) -> str:
        raise NotImplementedError(part)

    def kind(self, _point: DecisionPoint, _given: Any, _better: Any) -> str:
        return "numbers"


class NumberByNumber(HighestNumber, frozen=True):
    """Says that one less than the best would already have been worse, and brought a second thing."""

    EFFECTS: tuple[str, ...] = ("luck",)

    def parts(self, point: DecisionPoint, given: Any, better: Any, playouts: int, seed: str) -> tuple[Part, ...]:
        less = next(move for move in point.question.moves if move.number == better.number - 1)
        shares = self.shares(point, [less, better], playouts, seed)
        return (Part(msgspec.to_builtins(less), difference_of(shares[1] - shares[0]), Effect("luck", 1.5)),)

    def part_words(self, better: Sequence[Any], part: Part) -> str:
        return f"{part.instead['number']} rather than {better[0].number}: −{100 * part.lost.mean:.0f} points."


class Judged(Struct, frozen=True):
    """A toy whose decisions can be judged."""

    rules: Any
    decisions: Any = HighestNumber()


@cache
def work_of(code: str) -> DecisionWork:
    """Return the judging of the first seat's decisions in a whole game."""
    game = Judged(TOYS[code]) if code in TOYS else entry_of(code)
    return DecisionWork(game, whole_past(*played(game.rules, SETUPS[code])), [0], FEW[code])


def judged(work: DecisionWork, place: int) -> Decision | None:
    """Return what is found at a place."""
    (part,) = [replace(part, places=(place,)) for part in work.parts({}) if place in part.places]
    return part()[0]


def some_places(work: DecisionWork, count: int) -> list[int]:
    """Return so many places from all over a game."""
    return list(work.places[:: -(-len(work.places) // count)])


def test_every_game_of_the_registry_brings_a_judge() -> None:
    for entry in GAMES.values():
        assert entry.decisions is not None
        assert len(set(entry.decisions.KINDS)) == len(entry.decisions.KINDS)


@pytest.mark.parametrize("code", [pytest.param("shogun", marks=pytest.mark.slow), "rumble-nation", "river-of-gold"])
def test_each_decision_of_a_seat_is_judged_once_and_always_alike(code: str) -> None:
    work, judge = work_of(code), work_of(code).game.decisions
    assert judge is not None
    past = History(work.game.rules, work.header)
    past.follow(work.answers)
    for place in work.places:
        question: Any = past.steps[place].question
        assert question.seat == 0
        assert question.count() > 1
    for place in some_places(work, 3):
        found = judged(work, place)
        assert found == judged(work, place)
        if found is not None:
            assert found.place == place
            assert found.kind in judge.KINDS
            assert all(isinstance(move, work.game.rules.types.move) for move in work.moves(found))


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, marks=pytest.mark.study if code == "river-of-gold" else pytest.mark.slow) for code in GAMES],
)
def test_neither_workers_nor_a_break_make_a_difference(code: str) -> None:
    work = work_of(code)
    *_before, whole = work.judged({}, 1)
    *_before, by_two = work.judged({}, 2)
    half = {place: whole[place] for place in work.places[: len(work.places) // 2]}
    first, *_between, gone_on = work.judged(half, 1)
    assert first == half
    assert whole == by_two == gone_on
    assert set(whole) == set(work.places)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["shogun", "river-of-gold"])
def test_what_a_seat_could_not_see_makes_no_difference(code: str) -> None:
    work = work_of(code)
    past = History(work.game.rules, work.header)
    past.follow(work.answers)
    rules, hidden = work.game.rules, 0
    for place in some_places(work, 4):
        step = past.steps[place]
        view = rules.view(step.before, 0)
        other = (deal if code == "shogun" else dealt)(view, Random(99))
        hidden += other != step.before
        assert rules.view(other, 0) == view
        steps = [*past.steps]
        steps[place] = replace(step, before=other)
        part = work.parts({})[0]
        real, dealt_anew = _judged_in(part, past, place), _judged_in(part, _Past(past, steps), place)
        assert real == dealt_anew
    assert hidden, "there is something that it can't see"


class _Past(Struct):
    """A past in which a moment looks the same to a seat and is another one."""

    past: History
    steps: list[Any]

    def inside(self, place: int) -> Any:
        return self.past.inside(place)


def _judged_in(part: Any, past: Any, place: int) -> Decision | None:
    found: Decision | None = part.judged(past, place)
    return found


def test_a_decision_is_called_by_what_was_lost_and_only_if_that_is_sure() -> None:
    for number, verdict in ((0.5, "great mistake"), (0.15, "great mistake"), (0.1, "mistake"), (0.04, "inaccuracy")):
        assert decision(lost=Difference(number, number / 2.5)).verdict == verdict
        assert decision(lost=Difference(number, number / 1.5)).verdict is None
    assert decision(lost=Difference(0.039, 0.0)).verdict is None
    assert decision(found=Difference(0.05, 0.01)).verdict == "well seen"
    assert decision(found=Difference(0.05, 0.03)).verdict is None
    assert decision(lost=Difference(0.09, 0.01), found=Difference(0.05, 0.01)).verdict == "mistake"


def decision(place: int = 0, lost: Difference = NONE, found: Difference = NONE) -> Decision:
    """Return a decision of the toy."""
    return Decision(place, 0, "numbers", ({"type": "Name", "number": 5},), {"type": "Name", "number": 1}, lost, found)


def test_the_greatest_come_first() -> None:
    several = [decision(place, Difference(mean, 0.001)) for place, mean in enumerate((0.01, 0.05, 0.2, 0.09))]
    seen = [decision(place, found=Difference(mean, 0.001)) for place, mean in ((7, 0.05), (8, 0.3))]
    seat = JudgedSeat(0, (*several, *seen))
    assert [one.place for one in seat.mistakes()] == [2, 3, 1]
    assert [one.place for one in seat.well_seen()] == [8, 7]
    assert JudgedSeat(0, ()).mistakes() == []


def test_a_toy_is_told_by_how_much_the_highest_number_is_better() -> None:
    work = work_of("toy")
    *_before, found = work.judged({}, 1)
    (seat,) = work.by_seat(found)
    named = [work.answers[one.place].answer.number for one in seat.decisions]
    assert len(named) == toy.ROUNDS
    for one, number in zip(seat.decisions, named, strict=True):
        assert one.lost.mean == pytest.approx(0.03 * (5 - number))
        assert one.found.mean == pytest.approx(0.03 * (number - 1))
        assert one.lost.error == pytest.approx(0, abs=1e-6)
    assert {place for place, one in found.items() if one is None}, "what is said has no judge"


@pytest.mark.parametrize("code", FEW)
def test_another_answer_is_judged_in_the_playouts_of_the_verdict(code: str) -> None:
    work = work_of(code)
    found = [judged(work, place) for place in some_places(work, 4)]
    for one in [one for one in found if one is not None and one.lost.mean >= WORTH_CLOSER_LOOK]:
        given, better = work.given(one)[0], work.moves(one)[0] if one.verdict in BOUNDS else None
        again = work.task_to_try(one, given)()
        assert again.is_given
        assert again.short.mean == pytest.approx(one.lost.mean, abs=1e-6)
        assert again.gained == NONE
        if better is not None:
            best = work.task_to_try(one, better)()
            assert best.is_best and best.grade == "best"
            assert best.gained.mean == pytest.approx(one.lost.mean, abs=1e-6)
            assert best.short == NONE


def test_an_illegal_answer_is_not_judged() -> None:
    work = work_of("toy")
    one = next(one for one in map(partial(judged, work), work.places) if one is not None)
    with pytest.raises(IllegalMove):
        work.task_to_try(one, toy.Name(99))()


def test_what_a_branch_has_taken_over_is_not_judged() -> None:
    work = work_of("toy")
    first, *others = work.places
    begun = BranchInfo("0" * 64, "game", first + 1, first + 1, 0)
    branch = DecisionWork(work.game, whole_past(replace(work.header, branch=begun), work.answers), [0], 4)
    assert branch.places == tuple(others)


def test_people_are_those_whom_no_opponent_played() -> None:
    work = work_of("toy")
    assert seats_of_people(whole_past(work.header, work.answers)) == []
    header: Header = replace(work.header, seats=(SeatInfo("A"), SeatInfo("B", player="random")))
    assert seats_of_people(whole_past(header, work.answers)) == [0]


def test_only_what_a_person_decided_while_a_person_had_the_seat_is_judged() -> None:
    work = work_of("toy")
    given_up, taken_back = (work.answers[place].n for place in (work.places[2], work.places[4]))
    header = replace(work.header, seats=(SeatInfo("A"), SeatInfo("B", player="random")))
    changes = [SeatLine(given_up, 0, "random"), SeatLine(taken_back, 0, PERSON), SeatLine(taken_back, 1, PERSON)]
    told = whole_past(header, work.answers, changes[:1])
    assert DecisionWork(work.game, told, seats_of_people(told), 4).places == work.places[:3]
    told = whole_past(header, work.answers, changes)
    assert seats_of_people(told) == [0, 1]
    assert DecisionWork(work.game, told, [0], 4).places == (*work.places[:3], *work.places[5:])
    computers = whole_past(work.header, work.answers)
    assert DecisionWork(work.game, computers, [0], 4).places == work.places, "who asks for a computer's gets them"


def test_what_was_found_is_kept_and_read_again(tmp_path: Path) -> None:
    path, work = decisions_path(tmp_path / "game.journal"), work_of("toy")
    *_before, found = work.judged({}, 1)
    keep_decisions(path, work.key, found)
    assert kept_decisions(path, work.key, work.game) == found
    assert kept_decisions(path, replace(work.key, judge=2), work.game) == {}
    assert kept_decisions(path, work_of("dice").key, work.game) == {}
    whole = path.read_bytes()
    for damaged in (b"", whole[:-9], whole.replace(b"0.03", b"0.04", 1), b"[]", b"\xff" * 99):
        path.write_bytes(damaged)
        assert kept_decisions(path, work.key, work.game) == {}


def test_parts_of_mistakes_are_kept_and_told(tmp_path: Path) -> None:
    game = Judged(toy, NumberByNumber())
    work, path = (
        DecisionWork(game, whole_past(work_of("toy").header, work_of("toy").answers), [0], 40),
        tmp_path / "kept",
    )
    *_before, found = work.judged({}, 1)
    keep_decisions(path, work.key, found)
    assert kept_decisions(path, work.key, game) == found
    assert kept_decisions(path, work.key, Judged(toy)) == {}, "this judge knows of no such effect"
    assert work.usable(found) == found
    mistakes = [one for one in found.values() if one is not None and one.verdict in BOUNDS]
    assert mistakes and not any(one.parts for one in found.values() if one not in mistakes and one is not None)
    for one in mistakes:
        (part,) = one.parts
        assert part.lost.mean == pytest.approx(0.03)
        words = contrast(work.judge, work.given(one), work.moves(one), "AB", one.parts)
        told = "4 rather than 5: −3 points."
        assert words.reasons == f"{told} No other single difference clearly matters."
        assert words.brief == told
        several = contrast(work.judge, work.given(one), work.moves(one), "AB", (part,) * 3)
        assert several.reasons == several.brief == " ".join([told] * 3)
        wrong = replace(one, parts=(replace(part, instead={"type": "Name", "number": 99}),))
        assert work.usable({one.place: wrong}) == {}


FIVE, ONE = {"type": "Name", "number": 5}, {"type": "Name", "number": 1}
GOOD = {"3": [3, 0, "numbers", [FIVE], ONE, [0.1, 0.0], [0.0, 0.0]]}


@pytest.mark.parametrize(
    "row",
    [
        {"3": [4, 0, "numbers", [FIVE], ONE, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 9, "numbers", [FIVE], ONE, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 0, "else", [FIVE], ONE, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 0, "numbers", [{"type": "March", "number": 5}], ONE, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 0, "numbers", [FIVE], {"type": "Name"}, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 0, "numbers", [], ONE, [0.1, 0.0], [0.0, 0.0]]},
        {"3": [3, 0, "numbers", [FIVE], ONE, [7.0, 0.0], [0.0, 0.0]]},
        {"-3": GOOD["3"]},
        "x",
    ],
    ids=str,
)
def test_what_can_not_be_of_the_game_is_found_anew(row: Any, tmp_path: Path) -> None:
    path, work = tmp_path / "game.decisions", work_of("toy")
    for decisions, is_kept in ((GOOD, True), (row, False)):
        body = msgspec.json.encode({"key": work.key, "decisions": decisions})
        path.write_bytes(sealed(body, checksum(body)))
        assert bool(kept_decisions(path, work.key, work.game)) == is_kept


def test_bounds_fall_in_their_order() -> None:
    assert list(BOUNDS.values()) == sorted(BOUNDS.values(), reverse=True)


def test_answers_of_chance_are_nobodys_decisions() -> None:
    work = work_of("dice")
    lines: Sequence[AnswerLine] = [work.answers[place] for place in work.places]
    assert {line.seat for line in lines} == {0}


@pytest.mark.parametrize("code", GAMES)
def test_what_a_file_tells_against_the_rules_is_found_anew(code: str) -> None:
    work = work_of(code)
    place = work.places[len(work.places) // 2]
    step = work.past.steps[place]
    given, seat = msgspec.to_builtins(step.answer), step.question.seat
    assert seat is not None
    kind, other = work.judge.KINDS[0], 1 - seat if seat < 2 else 0
    right = Decision(place, seat, kind, (given,), given, NONE, NONE)
    assert work.usable({place: right, place + 10**5: right}) == {place: right}
    impossible = {
        "shogun": {"type": "Plan", "fields": ["Atlantis"] * 10, "bid": 4},
        "rumble-nation": {"type": "Deploy", "area": "Atlantis", "soldiers": 10**9},
        "river-of-gold": {"type": "Build", "shore": 10**9, "tile": "Atlantis"},
    }[code]
    assert isinstance(msgspec.convert(impossible, work.game.rules.types.move), Struct)
    for wrong in (replace(right, better=(impossible,)), replace(right, usual=impossible), replace(right, seat=other)):
        assert work.usable({place: wrong}) == {}
