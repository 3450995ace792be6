"""`shogun branch`: a game goes on from a moment of another; wrong input gets one sentence and exit code 2."""

import json
from pathlib import Path

import pytest

from shogun.games import game_of
from shogun.table.journal import read_journal
from shogun.table.replay import resume
from tests.cli.test_commands import refused, run

SIMULATED = ("simulate", "--game", "rumble-nation", "--opponents", "random,random", "--seed", 7, "--journals")


@pytest.fixture
def journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run(capsys, *SIMULATED, tmp_path)[0] == 0
    return tmp_path / "7.journal"


def test_it_goes_on_from_a_line(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "tried.journal"
    code, out, err = run(capsys, "branch", journal, "--line", 20, "--seed", 3, "--output", new)
    assert (code, err) == (0, "")
    contents = read_journal(game_of, new)
    told = contents.header.branch_of
    assert told is not None
    assert out == f"{new}: a branch that starts with {told.answers} answers from {journal}\n"
    assert (told.name, contents.header.seed) == ("7", 3)
    session = resume(contents)
    assert len(session.course.answers) == told.answers == told.step
    session.close()


def test_replay_tells_of_which_game_it_is_a_branch(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anew, same = tmp_path / "anew.journal", tmp_path / "same.journal"
    run(capsys, "branch", journal, "--line", 20, "--output", anew)
    run(capsys, "branch", journal, "--line", 20, "--as-it-came", "--output", same)
    code, out, _err = run(capsys, "replay", anew, "--check", "--physics")
    assert code == 0
    assert "Branch of 7, from step" in out
    assert "there is no seed to verify" in out
    out = run(capsys, "replay", same, "--check")[1]
    assert "Branch of 7, from step" in out
    assert "no seed" not in out
    assert json.loads(run(capsys, "replay", same, "--json")[1])["branch"]["unseeded"] == 0
    assert "branch" not in json.loads(run(capsys, "replay", journal, "--json")[1])


def test_without_a_file_it_becomes_one_of_the_player_s_games(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogun.table.saved_games.games_folder", lambda: tmp_path / "games")
    assert run(capsys, "branch", journal, "--line", 5)[0] == 0
    assert len([*(tmp_path / "games").glob("*.journal")]) == 1


def test_wrong_input(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = len(journal.read_bytes().splitlines())
    assert f"choose a line from 1 to {last}" in refused(capsys, "branch", journal, "--line", last + 1)
    assert "choose a line from 1" in refused(capsys, "branch", journal, "--line", 0)
    assert "is over here" in refused(capsys, "branch", journal, "--line", last)
    assert "can't be combined with --as-it-came" in refused(
        capsys, "branch", journal, "--line", 1, "--as-it-came", "--seed", 3
    )
    assert "must end in .journal" in refused(capsys, "branch", journal, "--line", 1, "--output", tmp_path / "a.txt")
    assert "exists" in refused(capsys, "branch", journal, "--line", 1, "--output", journal)
    assert "no-folder" in refused(
        capsys, "branch", journal, "--line", 1, "--output", tmp_path / "no-folder" / "a.journal"
    )
    assert "there is no file" in refused(capsys, "branch", tmp_path / "none.journal", "--line", 1)


def test_of_a_game_that_runs_nothing_to_come_is_told(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = tmp_path / "running.journal"
    running.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:30]))
    assert "still running" in refused(capsys, "branch", running, "--line", 20, "--as-it-came")
    assert run(capsys, "branch", running, "--line", 20, "--output", tmp_path / "tried.journal")[0] == 0
