"""Reviews, asked of all games: their entries add up, and follow from journal and number of playouts alone."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from shogun.base.files import checksum, sealed
from shogun.game.protocol import AnyGame
from shogun.game.questions import Rolled
from shogun.games import GAMES, entry_of
from shogun.games.river_of_gold.rules import Setup as RiverSetup
from shogun.games.rumble_nation import rules as rumble
from shogun.games.rumble_nation.analysis.win_chances import win_chances as rumble_chances
from shogun.games.rumble_nation.rules.state import Rolling
from shogun.games.shogun.rules import Setup as ShogunSetup
from shogun.players.review.game_review import (
    CAUSES,
    Chances,
    Entry,
    Estimate,
    GameReview,
    Judge,
    ReviewWork,
    coarse_to_fine,
    keep_estimates,
    kept_curve,
    kept_estimates,
    shared,
)
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.journal_files import review_path
from shogun.table.session import Session
from shogun.table.towers import Counted
from shogun.table.visible_past import whole_past
from tests.table import toy
from tests.table.dice import rules as dice

np = pytest.importorskip("numpy")


class PointsJudge(Struct, frozen=True):
    """Judges a toy by its points."""

    rules: Any
    VERSION: int = 1
    PLAYOUTS: int = 1

    def win_chances(self, state: Any, _inside: Any, playouts: int, _seed: str, players: Any = ()) -> Chances:
        if ended := self.rules.result(state):
            rows = [shared(ended.winners, len(ended.points))]
        else:
            whole = sum(state.points) + len(state.points)
            rows = [[(points + 1) / whole for points in state.points]] * playouts
        found: Chances = np.array(rows)
        return found


class Judged(Struct, frozen=True):
    """A toy that can be looked back at."""

    rules: Any
    judge: Judge | None


SETUPS = {
    "shogun": ShogunSetup(3),
    "rumble-nation": rumble.Setup(3, advanced=True),
    "river-of-gold": RiverSetup(2, "table"),
    "toy": toy.Setup(),
    "dice": dice.Setup(),
}
FEW = {"shogun": 1, "rumble-nation": 128, "river-of-gold": 2, "toy": 2, "dice": 2}
"""Playouts."""
TOYS: dict[str, Any] = {"toy": toy, "dice": dice}


def played(rules: AnyGame, setup: Any) -> tuple[Header, Sequence[Any]]:
    """Return a whole game of random moves."""
    seats = tuple(SeatInfo(f"Seat {seat}", player="random") for seat in range(setup.seats))
    tower = TowerInfo() if rules.has_tower else None
    session = Session.start(rules, Header(game=rules.code, seed=7, setup=setup, seats=seats, tower=tower))
    rng = Random(7)
    while not session.is_over:
        question = session.questions[0]
        session.advance() if question.seat is None else session.answer(question.seat, question.sample(rng))
    return session.header, tuple(session.course.answers)


@cache
def work_of(code: str, playouts: int | None = None) -> ReviewWork:
    """Return the work of reviewing a whole game."""
    game = Judged(TOYS[code], PointsJudge(TOYS[code])) if code in TOYS else entry_of(code)
    return ReviewWork(game, whole_past(*played(game.rules, SETUPS[code])), FEW[code] if playouts is None else playouts)


@cache
def review_of(code: str) -> GameReview:
    """Return the review of that game."""
    found = work_of(code).review(estimates(code))
    assert found is not None
    return found


@cache
def estimates(code: str) -> list[Estimate | None]:
    """Return all estimates of that game."""
    *_before, last = work_of(code).estimates([], 1)
    return last


def test_every_game_is_asked_and_can_be_looked_back_at() -> None:
    assert set(GAMES) < set(SETUPS)
    assert all(entry.judge is not None for entry in GAMES.values())


@pytest.mark.parametrize("code", SETUPS)
def test_what_is_booked_adds_up_to_the_way_from_even_chances_to_the_end(code: str) -> None:
    found, work = review_of(code), work_of(code)
    result = work.game.rules.result(_last_state(work))
    assert result is not None
    assert found.estimates[-1].chances == tuple(shared(result.winners, found.seats))
    for seat in range(found.seats):
        booked = found.booked(seat)
        whole = booked.own + booked.others + sum(booked.chance.values())
        assert whole == pytest.approx(found.estimates[-1].chances[seat] - 1 / found.seats, abs=1e-4)
    assert all(sum(entry.changes) == pytest.approx(0, abs=1e-4) for entry in found.entries)


def _last_state(work: ReviewWork) -> Any:
    session = Session.start(work.game.rules, work.header)
    for line in work.answers:
        session.course.replay(line)
    return session.course.state


@pytest.mark.parametrize("code", SETUPS)
def test_each_answer_belongs_to_one_entry(code: str) -> None:
    found, work = review_of(code), work_of(code)
    assert found.entries[0].first == 0
    assert all(before.place == after.first for before, after in pairwise(found.entries))
    assert found.entries[-1].place == len(work.answers)
    for entry in found.entries:
        assert entry.cause in CAUSES
        assert (entry.seat is None) == (entry.cause != "decision")
        seats = {line.seat for line in work.answers[entry.first : entry.place]}
        assert entry.seat is None or entry.seat in seats


def test_what_is_left_to_chance_is_booked_as_such() -> None:
    causes = {code: {entry.cause for entry in review_of(code).entries} for code in SETUPS}
    assert causes["shogun"] == {"setup", "decision", "tower", "lots"}
    assert causes["rumble-nation"] == causes["river-of-gold"] == {"setup", "decision", "dice"}
    assert causes["toy"] >= {"decision", "tower"}


def test_turning_points_are_the_greatest_changes_of_the_game_itself() -> None:
    for code in SETUPS:
        first, *others = review_of(code).turning_points()
        greatest = max(map(abs, first.changes))
        assert all(max(map(abs, one.changes)) <= greatest for one in others)
        assert not {"setup", "open"} & {first.cause, *(one.cause for one in others)}


@pytest.mark.parametrize("code", GAMES)
def test_a_review_that_was_broken_off_goes_on_to_the_same_end(code: str, tmp_path: Path) -> None:
    work, path = work_of(code), review_path(tmp_path / "game.journal")
    half = estimates(code)[: len(work.places) // 2]
    keep_estimates(path, work.key, half)
    known = kept_estimates(path, work.key)
    assert known == half
    first, *others = work.estimates(known, 1)
    assert first == half
    assert others[-1] == estimates(code)


@pytest.mark.slow
@pytest.mark.parametrize("code", GAMES)
def test_the_number_of_workers_makes_no_difference(code: str) -> None:
    *_before, last = work_of(code).estimates([], 2)
    assert last == estimates(code)


def test_what_is_kept_of_something_else_is_made_anew(tmp_path: Path) -> None:
    path, work = tmp_path / "game.review", work_of("toy")
    keep_estimates(path, work.key, estimates("toy"))
    assert kept_estimates(path, work.key) == estimates("toy")
    review, curve = review_of("toy"), kept_curve(path, work.journal)
    assert curve is not None and tuple(curve.places) == review.places
    assert list(curve.chances) == [one.chances for one in review.estimates]
    assert kept_curve(path, work_of("dice").journal) is None
    assert kept_estimates(path, work_of("dice").key) == []
    assert kept_estimates(path, work_of("toy", 3).key) == []
    whole = path.read_bytes()
    for damaged in (b"", whole[:-9], whole.replace(b"0.5", b"0.4", 1), b"[]", b"\xff" * 99):
        path.write_bytes(damaged)
        assert kept_estimates(path, work.key) == []


@pytest.mark.parametrize(
    "row",
    [[[0.5], [0.0]], [[0.5, 0.5, 0.0], [0, 0, 0]], [[2.0, -1.0], [0, 0]], [[0.5, 0.5], [0]], "x", [[0.5, 0.5]] * 3],
    ids=str,
)
def test_estimates_that_can_not_be_are_made_anew(row: Any, tmp_path: Path) -> None:
    path, work = tmp_path / "game.review", work_of("toy")
    for rows in ([row], [None] * (len(work.places) + 1)):
        body = msgspec.json.encode({"key": work.key, "estimates": rows})
        path.write_bytes(sealed(body, checksum(body)))
        assert kept_estimates(path, work.key) == []


def test_dice_are_worth_before_they_are_rolled_what_all_rolls_are_worth_on_average() -> None:
    state = next(state for state in _states(rumble.Setup(2)) if isinstance(state.stage, Rolling) and state.round == 4)
    rolls = list(product(range(1, 7), repeat=3))
    worth = dict.fromkeys((tuple(sorted(roll)) for roll in rolls), 0.0)
    for roll in worth:
        after = rumble.play(state, None, Rolled(roll)).state
        worth[roll] = float(_chances(after)[:, 0].mean())
    mean = sum(worth[tuple(sorted(roll))] for roll in rolls) / len(rolls)
    assert float(_chances(state)[:, 0].mean()) == pytest.approx(mean, abs=1e-9)


def _chances(state: Any) -> Chances:
    found = rumble_chances(state, Counted(), 128, "seed")
    assert found is not None
    return found


def _states(setup: Any) -> Iterator[Any]:
    header, answers = played(rumble, setup)
    session = Session.start(rumble, header)
    for line in answers:
        yield session.course.state
        session.course.replay(line)


@pytest.mark.parametrize("count", [1, 2, 3, 12, 150])
def test_places_are_judged_from_coarse_to_fine(count: int) -> None:
    order = coarse_to_fine(count)
    assert sorted(order) == list(range(count))
    seen = sorted(order[: count // 4 + 1])
    assert max(after - before for before, after in pairwise([*seen, count - 1])) <= 8, "spread over the whole game"


@pytest.mark.parametrize("code", SETUPS)
def test_a_review_that_is_not_whole_says_what_is_still_open(code: str) -> None:
    work = work_of(code)
    found = work.review(estimates(code)[: len(work.places) // 3])
    assert found is not None and not found.is_whole and review_of(code).is_whole
    assert found.entries[-1].place == len(work.answers), "the end is known at once"
    assert "open" in {entry.cause for entry in found.entries}
    assert all(entry.cause != "open" for entry in found.turning_points(99))
    for seat in range(found.seats):
        booked = found.booked(seat)
        whole = booked.own + booked.others + sum(booked.chance.values())
        assert whole == pytest.approx(found.estimates[-1].chances[seat] - 1 / found.seats, abs=1e-4)


class LuckyJudge(PointsJudge, frozen=True):
    """Judges a toy by luck: each playout's own, and much less of each moment's."""

    MOMENT: float = 0.02

    def win_chances(self, state: Any, inside: Any, playouts: int, seed: str, players: Any = ()) -> Chances:
        if self.rules.result(state):
            return super().win_chances(state, inside, playouts, seed, players)
        own, moment = Random(seed), Random(f"{seed} {state}")
        firsts = [own.uniform(0.2, 0.8) + moment.gauss(0, self.MOMENT) for _playout in range(playouts)]
        rest = len(state.points) - 1
        found: Chances = np.array([[first, *([(1 - first) / rest] * rest)] for first in firsts])
        return found


def test_errors_are_those_of_sums_with_the_same_luck_at_all_moments() -> None:
    header, answers = played(toy, SETUPS["toy"])
    game = Judged(toy, LuckyJudge(toy))
    found = []
    for number in range(40):
        work = ReviewWork(game, whole_past(header, answers), 200)
        work.journal = f"luck {number}"
        *_before, all_of_them = work.estimates([], 1)
        review = work.review(all_of_them)
        assert review is not None
        found.append(review)
    inner = next(number for number, entry in enumerate(found[0].entries) if entry.first > 0 and entry.cause != "setup")
    spread = np.std([one.entries[inner].changes[0] for one in found])
    told = np.mean([one.entries[inner].errors[0] for one in found])
    assert told == pytest.approx(spread, rel=0.4), "the error told is by how much the figure really varies"
    apart = np.mean([one.estimates[inner].errors[0] for one in found])
    assert told < 0.3 * apart, "what both moments have in common cancels out"


def test_a_change_begins_with_its_decision_or_its_first_event() -> None:
    class Asked(Struct):
        seat: int | None

    class Step(Struct):
        question: Asked

    steps: Any = [Step(Asked(seat)) for seat in (0, 2, None, 0, 1, 1)]
    assert Entry(2, 6, "decision", 1, (0.1, -0.1)).began(steps) == 4
    assert Entry(1, 4, "tower", None, (0.1, -0.1)).began(steps) == 2
    assert Entry(3, 4, "tower", None, (0.1, -0.1)).began(steps) == 3
