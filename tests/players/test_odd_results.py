"""A file of results that is none is told in one sentence, and stays as it is."""

from pathlib import Path

import msgspec
import pytest

from shogun import cli
from shogun.games.shogun.rules.state import Setup
from shogun.players.ladder import LadderGame, Results, ResultsError, Study

STUDY = Study(("random", "greedy"), Setup(4), "model", None, 1)
HEAD = msgspec.json.encode(STUDY) + b"\n"
GAME = LadderGame(0, 0, 1, (1, 2, 3, 4), (3,), {})


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe\n", b'{"opponents":["\xff"]}\n', b"[" * 100_000 + b"\n", b"9" * 5000 + b"\n", b"\0" * 100,
     b"a letter without a line break", HEAD[:30] + b"!", HEAD + b"\xff\n",
     HEAD.replace(b"random", b"x" * 300_000)],
)  # fmt: skip
def test_what_is_no_file_of_results_stays_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(data)
    with pytest.raises(ResultsError) as told:
        Results.resume(STUDY, path, Setup)
    assert len(str(told.value)) < 500
    assert str(told.value).isprintable()
    assert path.read_bytes() == data


def test_a_file_that_another_process_plays_into_is_told_and_free_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for begin in (Results.begin, lambda study, path: Results.resume(study, path, Setup)):
        first = begin(STUDY, path)
        first.add(GAME)
        before = path.read_bytes()
        with pytest.raises(ResultsError, match="another program is writing to it"):
            Results.resume(STUDY, path, Setup)
        assert path.read_bytes() == before
        del first
    assert len(Results.resume(STUDY, path, Setup).played) == 2


@pytest.mark.parametrize(
    "game",
    [msgspec.structs.replace(GAME, **odd) for odd in (
        {"step": 1}, {"step": -1}, {"number": -1}, {"seat": 4}, {"seat": -1}, {"points": (1,)}, {"winners": ()},
        {"winners": (4,)})],
)  # fmt: skip
def test_a_game_that_the_study_does_not_have_is_refused(tmp_path: Path, game: LadderGame) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(HEAD + msgspec.json.encode(game) + b"\n")
    with pytest.raises(ResultsError, match="line 2: not a game of this study"):
        Results.resume(STUDY, path, Setup)


def test_a_line_that_was_cut_off_is_all_that_is_cut_away(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(HEAD + msgspec.json.encode(GAME) + b"\n" + b'{"step":0,')
    assert Results.resume(STUDY, path, Setup).played == [GAME]
    assert path.read_bytes() == HEAD + msgspec.json.encode(GAME) + b"\n"
    path.write_bytes(HEAD[:30])
    assert Results.resume(STUDY, path, Setup).played == []
    assert path.read_bytes() == HEAD


def test_habits_of_another_kind_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.jsonl"
    words = ["ladder", "--tower", "model", "--opponents", "random,greedy", "--games", "1", "--results", str(path)]
    assert cli.main(words) == 0
    lines = path.read_bytes().splitlines()
    odd = {**msgspec.json.decode(lines[1]), "habits": {"random": "x"}}
    path.write_bytes(lines[0] + b"\n" + msgspec.json.encode(odd) + b"\n")
    capsys.readouterr()
    assert cli.main([*words, "--resume"]) == 2
    assert "no results of this game" in capsys.readouterr().err
