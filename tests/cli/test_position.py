"""`shogun position`: a moment of a game becomes a file, is checked, and a game goes on from it."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run

OPPONENTS = {"shogun": "random,random,random", "rumble-nation": "random,random", "river-of-gold": "random,random"}
LINE = 40


@pytest.mark.slow
@pytest.mark.parametrize("code", OPPONENTS)
def test_round_trip(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(
        capsys,
        "simulate",
        "--game",
        code,
        "--opponents",
        OPPONENTS[code],
        "--tower",
        "model",
        "--seed",
        7,
        "--journals",
        tmp_path,
    )
    journal, file = tmp_path / "7.journal", tmp_path / "mine.position.toml"
    line = LINE
    code_, _out, err = run(capsys, "position", "export", journal, "--line", line, "--output", file)
    if code_ == 2:  # it says which line will do
        line = int(err.split("after line ")[1].split()[0])
        code_, _out, err = run(capsys, "position", "export", journal, "--line", line, "--output", file)
    assert (code_, err) == (0, "")
    assert run(capsys, "position", "export", journal, "--line", line)[1] == file.read_text("utf-8")
    code_, out, err = run(capsys, "position", "check", file)
    assert (code_, err) == (0, "")
    assert f"a game of {code} can start from it" in out
    begun = tmp_path / "begun"
    words = ("simulate", "--position", file, "--seed", 3, "--opponents", OPPONENTS[code], "--tower", "model")
    code_, _out, err = run(capsys, *words, "--check", "--journals", begun)
    assert (code_, err) == (0, "")
    assert run(capsys, "replay", begun / "3.journal", "--check")[0] == 0
    for first in range(1, 12):  # once all that is hidden is laid out it is the very same
        if run(capsys, "position", "export", begun / "3.journal", "--line", first)[1] == file.read_text("utf-8"):
            return
    pytest.fail("no moment of the new game is that of the file")


def test_what_is_wrong_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.position.toml"
    file.write_text('format = 1\ngame = "shogun"\nyear = 3\n[province]\nYamat = { owner = "red", armies = 1 }\n')
    code, out, err = run(capsys, "position", "check", file)
    assert (code, out) == (2, "")
    assert err.count("\n") == 2
    assert "(line 3)" in err
    assert "did you mean 'Yamato'" in err
    code, out, _err = run(capsys, "position", "check", file, "--json")
    assert code == 2
    assert [one["line"] for one in json.loads(out)["findings"]] == [3, 5]
    code, _out, err = run(capsys, "simulate", "--position", file)
    assert (code, err.count("\n")) == (2, 1)
    code, _out, err = run(capsys, "play", file)
    assert (code, err.count("\n")) == (2, 1)


def test_options_that_a_position_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.position.toml"
    file.write_text('format = 1\ngame = "rumble-nation"\n[setup]\nseats = 2\n')
    for words in (("--game", "shogun"), ("--players", 3, "--opponents", "random,random,random"), ("--advanced",)):
        code, _out, err = run(capsys, "simulate", "--position", file, *words)
        assert (code, err.count("\n")) == (2, 1)
    assert run(capsys, "position", "export", tmp_path / "no.journal", "--line", 1, "--output", "x.toml")[0] == 2


@pytest.mark.parametrize("cubes", [0, 12, pytest.param(37, marks=pytest.mark.slow)])
def test_the_tower_has_to_hold_the_cubes(cubes: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "full.position.toml"
    file.write_text(f'format = 1\ngame = "shogun"\n[setup]\nseats = 3\n[tower]\nred = {cubes}\n')
    code, out, err = run(capsys, "position", "check", file)
    if cubes == 37:
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "`tower`: the tower classic never holds exactly these cubes: 37" in err
        assert json.loads(run(capsys, "position", "check", file, "--json")[1])["findings"][0]["places"] == ["tower"]
        assert run(capsys, "position", "check", file, "--tower", "model")[0] == 0, "that one holds any number"
    else:
        assert (code, err) == (0, "")
    assert run(capsys, "position", "check", file, "--tower", "nowhere")[0] == 2
