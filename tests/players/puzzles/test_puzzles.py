"""Puzzles: their files, what answers are worth, and which are asked on which day."""

import os
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shogun.base.shared_file import seal
from shogun.games import GAMES, entry_of
from shogun.players.puzzles.collection import from_easy, next_puzzle, own_puzzles, puzzle_of, shipped_puzzles
from shogun.players.puzzles.puzzle import MIDDLE_RATING, MOST_BYTES, Listed, PuzzleError, encoded, read_puzzle
from shogun.players.puzzles.puzzle_ratings import START, standing
from shogun.players.puzzles.solved_puzzles import (
    FILE,
    FRESH_AFTER,
    FirstTry,
    HelpKind,
    Progress,
    load_progress,
    note_help,
    note_stars,
)
from shogun.players.puzzles.verdict import OpenedPuzzle, answer_lines, open_puzzle, verdict, verdict_lines

SHIPPED = shipped_puzzles(GAMES)
FIRST = next(one for one in SHIPPED if one.theme == "war")

TODAY = date(2026, 11, 29)
LATER = TODAY + timedelta(days=FRESH_AFTER)


def opened(one: Listed = FIRST) -> OpenedPuzzle:
    return open_puzzle(entry_of, one.path)


def test_a_file_says_the_same_when_it_is_written_again(tmp_path: Path) -> None:
    puzzle = read_puzzle(FIRST.path)
    (tmp_path / "same.puzzle").write_bytes(encoded(puzzle))
    assert read_puzzle(tmp_path / "same.puzzle") == puzzle
    assert puzzle.id == FIRST.id


def test_the_best_answer_has_three_stars_and_the_usual_one_hasn_t() -> None:
    puzzle = opened()
    best, usual = verdict(puzzle, puzzle.best), verdict(puzzle, puzzle.usual)
    assert (best.value, best.stars, best.short.mean) == (puzzle.puzzle.value, 3, 0.0)
    assert usual.value == puzzle.puzzle.usual_value
    assert usual.stars < 3
    assert usual.short.mean == pytest.approx(best.value - usual.value)
    assert verdict(opened(), puzzle.usual) == usual
    best_told = puzzle.judge.told(puzzle.start, puzzle.puzzle.theme, puzzle.best)
    assert not any(best_told in line for line in verdict_lines(puzzle, puzzle.usual, usual))
    assert best_told in answer_lines(puzzle, usual)[0]
    assert verdict_lines(puzzle, puzzle.best, best)[1:] == ["Nothing better was found."]


def test_stars_begin_at_their_bounds() -> None:
    puzzle = read_puzzle(FIRST.path)
    first, second, third = puzzle.bounds
    assert [puzzle.stars(value) for value in (first - 0.01, first, second, third, third + 5)] == [0, 1, 2, 3, 3]


def altered(**fields: Any) -> bytes:
    plain = msgspec.json.decode(FIRST.path.read_bytes())
    return msgspec.json.encode(plain | fields)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"format": 1}', b"NaN", FIRST.path.read_bytes()[:-200],
        altered(format=2), altered(game="chess"), altered(theme="mate"), altered(seat=7), altered(seat=-1),
        altered(bounds=[3, 2, 1]), altered(value=1e9), altered(best=[]), altered(best=[{"type": "Pass"}]),
        altered(best=["?"] * 1000), altered(journal=["?"]), altered(journal=[]), altered(more=1),
        altered(journal=["x" * (MOST_BYTES + 1)]),
    ],
)  # fmt: skip
def test_a_stranger_s_file_gets_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.puzzle"
    path.write_bytes(data)
    with pytest.raises(PuzzleError) as told:
        open_puzzle(entry_of, path)
    assert str(told.value).startswith((f"{path} isn't a puzzle: ", f"{path} can't be read: it is larger than "))
    assert "\n" not in str(told.value)


def test_what_is_no_file_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError):
        read_puzzle(tmp_path)
    with pytest.raises(PuzzleError):
        read_puzzle(tmp_path / "missing.puzzle")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.puzzle")
        with pytest.raises(PuzzleError):
            read_puzzle(tmp_path / "pipe.puzzle")


def test_a_seat_that_no_person_plays_solves_nothing() -> None:
    puzzle = read_puzzle(FIRST.path)
    contents = opened().contents
    seats = tuple(replace(seat, player="solid") for seat in contents.header.seats)
    session = OpenedPuzzle.replayed(replace(contents, header=replace(contents.header, seats=seats)))
    lines = tuple(line.decode().rstrip("\n") for line in session.writer.lines)
    with pytest.raises(PuzzleError, match="isn't played by a human"):
        OpenedPuzzle(entry_of(puzzle.game), replace(puzzle, journal=lines))


def test_the_most_stars_are_kept(tmp_path: Path) -> None:
    path = tmp_path / FILE
    assert note_stars("0" * 16, 2, path=path)
    assert not note_stars("0" * 16, 1, path=path)
    assert note_stars("1" * 16, 0, "2026-11-26", path)
    assert load_progress(path) == Progress(stars={"0" * 16: 2, "1" * 16: 0}, days={"2026-11-26": 0})


def test_stars_fall_with_each_retry_and_the_hint_down_to_one(tmp_path: Path) -> None:
    path, puzzle = tmp_path / FILE, "0" * 16
    assert load_progress(path).help(puzzle, TODAY).most == 3
    helps: list[tuple[HelpKind, int]] = [("hint", 2), ("hint", 2), ("retry", 1), ("retry", 1)]
    for kind, most in helps:
        note_help(puzzle, kind, TODAY, path)
        assert load_progress(path).help(puzzle, TODAY).most == most, "the same hint costs nothing twice"
    assert load_progress(path).help("1" * 16, TODAY).most == 3


def test_no_stars_are_left_once_the_answer_was_shown_until_the_puzzle_is_fresh_again(tmp_path: Path) -> None:
    path, puzzle = tmp_path / FILE, "0" * 16
    note_stars(puzzle, 2, "2026-11-26", path)
    note_help(puzzle, "answer", TODAY, path)
    known = load_progress(path)
    assert known.help(puzzle, TODAY).most == known.help(puzzle, LATER - timedelta(days=1)).most == 0
    assert known.help(puzzle, LATER).most == 3
    assert (known.stars, known.days) == ({puzzle: 2}, {"2026-11-26": 2}), "stars once earned stay"
    note_help(puzzle, "hint", LATER, path)
    assert load_progress(path).help(puzzle, LATER).most == 2


def test_a_file_from_before_help_was_kept_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(seal(b'{"format":1,"stars":{"0000000000000000":3},"days":{"2026-11-26":3}}'))
    known = load_progress(path)
    assert known.of("0" * 16) == 3
    assert known.help("0" * 16, TODAY).most == 3


def test_the_first_answer_to_a_puzzle_with_a_rating_is_kept(tmp_path: Path) -> None:
    path, first, second = tmp_path / FILE, "0" * 16, "1" * 16
    note_stars(first, 2, path=path, rating=1500.0)
    note_stars(first, 3, path=path, rating=1500.0)
    note_stars("2" * 16, 3, path=path)
    note_stars(second, 3, path=path, rating=1400.0)
    assert load_progress(path).tries == (FirstTry(first, 1500.0, False), FirstTry(second, 1400.0, True))


def test_a_solved_puzzle_raises_the_rating_and_lowers_its_own() -> None:
    tries = [FirstTry(f"{number:016x}", 1500.0, number != 1) for number in range(4)]
    known = standing(tries)
    assert (known.streak, known.rating.games) == (2, 4)
    assert standing(tries[:1]).rating.points > START > standing(tries[1:2]).rating.points
    assert known.puzzles[tries[0].puzzle] < 1500.0 < known.puzzles[tries[1].puzzle]
    assert standing(tries).rating.error < standing(tries[:1]).rating.error
    hard, easy = (standing([FirstTry("0" * 16, rating, True)]).rating.points for rating in (1900.0, 1000.0))
    assert hard > easy
    assert standing([]).streak == 0
    assert "2 in a row" in known.text()


def test_a_puzzle_is_rated_higher_the_fewer_stars_were_earned() -> None:
    puzzle = read_puzzle(FIRST.path)
    hard, easy = (replace(puzzle, tried={"planner": 0.0, "strong": stars}) for stars in (0.0, 3.0))
    assert hard.rating > easy.rating
    assert hard.difficulty > easy.difficulty
    assert replace(puzzle, tried={}).rating == MIDDLE_RATING


def test_sets_go_from_easy_to_hard_and_own_puzzles_come_last() -> None:
    hard, easy = (replace(FIRST, id=f"{n:016x}", difficulty=(rating, 0.0)) for n, rating in enumerate((1500.0, 1300.0)))
    own = replace(FIRST, id="f" * 16, difficulty=(1000.0, 0.0), is_shipped=False)
    assert from_easy([hard, own, easy, replace(easy, game="chess")], FIRST.game) == [easy, hard, own]


def test_damaged_progress_is_put_aside_and_stays(tmp_path: Path) -> None:
    path = tmp_path / FILE
    note_stars("0" * 16, 3, path=path)
    path.write_bytes(path.read_bytes().replace(b"3", b"1"))
    assert load_progress(path) == Progress()
    assert [found.name for found in tmp_path.glob("*.broken*")]


def test_in_as_many_days_as_there_are_puzzles_each_has_its_turn() -> None:
    some = [replace(FIRST, id=f"{number:016x}") for number in range(7)]
    begin = date.fromordinal(7 * 105_000)
    days = [puzzle_of(begin + timedelta(number), some, lambda _one: 1) for number in range(14)]
    assert set(Counter(one.id for one in days if one is not None).values()) == {2}
    assert puzzle_of(begin, [], lambda _one: 1) is None
    assert puzzle_of(begin, reversed(some), lambda _one: 1) == days[0]


def test_each_relative_of_a_puzzle_has_its_turn_before_one_comes_again() -> None:
    begin = date.fromordinal(12 * 60_000)
    days = [puzzle_of(begin + timedelta(number), [FIRST], lambda _one: 12) for number in range(24)]
    assert set(Counter(one.relative for one in days if one is not None).values()) == {2}


def test_what_is_next_is_what_isn_t_solved() -> None:
    some = [replace(FIRST, id=f"{number:016x}") for number in range(3)]
    progress = Progress(stars={some[0].id: 3, some[1].id: 0})
    assert next_puzzle(some, progress, TODAY) == some[1]
    assert next_puzzle(some, progress, TODAY, some[1].id) == some[2]
    assert next_puzzle(some, progress, TODAY, some[2].id) == some[1]
    assert next_puzzle(some[:1], progress, TODAY) is None


def test_a_puzzle_whose_answer_was_shown_waits_until_the_others_are_solved(tmp_path: Path) -> None:
    some = [replace(FIRST, id=f"{number:016x}") for number in range(2)]
    path = tmp_path / FILE
    note_help(some[0].id, "answer", TODAY, path)
    assert next_puzzle(some, load_progress(path), TODAY) == some[1]
    assert next_puzzle(some, load_progress(path), LATER) == some[0], "it is fresh again"
    note_stars(some[1].id, 1, path=path)
    assert next_puzzle(some, load_progress(path), TODAY) == some[0]


def test_own_puzzles_are_listed_and_damaged_ones_aren_t(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shogun.players.puzzles.collection.data_folder", lambda: tmp_path)
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "mine.puzzle").write_bytes(FIRST.path.read_bytes())
    (folder / "odd.puzzle").write_bytes(b"?")
    (one,) = own_puzzles(GAMES)
    assert (one.id, one.is_shipped) == (FIRST.id, False)
    assert not own_puzzles(["shogun"])
