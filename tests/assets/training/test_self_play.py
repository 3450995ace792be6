"""A round of self-play: games among masters, what is learnt from them, and the match that accepts it or doesn't."""

import sys
from pathlib import Path

import msgspec
import pytest

import self_play
from self_play import NEW, OLD, Played, contest, play
from shogun.games.shogun.opponents.evaluation.evaluators import FOLDER, FittedEvaluator, file_of
from training_games import Kind, recorded

SMALL = Kind("moon", 3, "self-play")
BOARD = ("--players", "3", "--side", "moon")


def round_of(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["self_play", "--into", str(folder), *BOARD, "--playouts", "2", *words])
    self_play.main()


@pytest.mark.slow
def test_games_among_masters_are_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "IN_A_FILE", 2)
    round_of(tmp_path, monkeypatch, "--only", "play", "--games", "2")
    first = recorded(SMALL, tmp_path)
    assert sorted(set(first.game.tolist())) == [0, 1]
    again = play(SMALL, FOLDER, 2, 1)
    assert (first.at(first.game == 1).points == again.points).all(), "a game depends on its number alone"
    kept = (tmp_path / SMALL.name / "000000.npz").stat()
    round_of(tmp_path, monkeypatch, "--only", "play", "--games", "4")
    assert (tmp_path / SMALL.name / "000000.npz").stat() == kept
    assert sorted(set(recorded(SMALL, tmp_path).game.tolist())) == [0, 1, 2, 3]


@pytest.mark.slow
def test_the_new_master_sits_on_each_seat_in_turn() -> None:
    found = [contest(Kind("moon", 3, "match"), (FOLDER, FOLDER), 2, number) for number in range(3)]
    for number, one in enumerate(found):
        assert one.won == pytest.approx((one.points[number] == max(one.points)) / one.points.count(max(one.points)))
        assert one.habits[NEW]["winters"] * 2 == one.habits[OLD]["winters"]


@pytest.mark.parametrize(("won", "told"), [(1.0, "accepted"), (0.0, "not accepted")])
def test_a_match_is_gone_on_with_and_says_who_is_accepted(
    won: float, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    habits = {NEW: {"winters": 2, "short": 1}, OLD: {"winters": 4}}
    rows = [Played(number, won, (60, 50, 40), habits) for number in range(12)]
    path = tmp_path / "moon-3-match.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    round_of(tmp_path, monkeypatch, "--only", "match", "--match", "12")
    assert capsys.readouterr().out.endswith(f"short of rice in winters: new 50 %, old 0 %; {told}\n")
    assert path.read_bytes().count(b"\n") == 12


def test_a_whole_round_writes_beside_what_ships_what_was_learnt_with_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="the extra `train` brings it")
    monkeypatch.setattr(self_play, "IN_A_FILE", 6)
    round_of(tmp_path, monkeypatch, "--games", "6", "--match", "1")
    assert capsys.readouterr().out.splitlines()[-1].startswith("moon-3-match: new won ")
    learnt = msgspec.json.decode(file_of("moon", 3, tmp_path / "judges").read_bytes(), type=FittedEvaluator)
    present = msgspec.json.decode(file_of("moon", 3).read_bytes(), type=FittedEvaluator)
    assert (learnt.figures["self-play games"], learnt.figures["self-play held out"]) == (4, 2)
    assert learnt.figures["log loss"] == present.figures["log loss"]
    assert learnt.weights != present.weights
