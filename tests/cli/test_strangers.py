"""Files of strangers on the command line: one short sentence and an exit code, whatever stands in them."""

from pathlib import Path
from typing import Any

import pytest

from shogun.cli import main
from tests.table.forging import forged


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    code, _out, err = run(
        capsys, "simulate", "--seed", 7, "--players", 3, "--opponents", "random,random,random", "--journals", tmp_path
    )
    assert (code, err) == (0, "")
    return tmp_path / "7.journal"


@pytest.mark.slow
def test_throws_are_dropped_again_if_that_is_asked_for(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, _err = run(capsys, "replay", journal, "--check", "--physics")
    assert code == 0
    assert "throws were simulated again, all with the same results." in out

    def earlier(lines: list[dict[str, Any]]) -> None:
        lines[0]["physics"] = 1

    journal.write_bytes(forged(journal.read_bytes(), earlier))
    code, out, _err = run(capsys, "replay", journal, "--check", "--physics")
    assert code == 0, "it is no damage"
    assert "were made with another version" in out
    code, _out, err = run(capsys, "replay", journal, "--physics")
    assert code == 2
    assert "--physics needs --check" in err


def test_a_lie_about_a_shuffle_gets_a_no(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    def turn_round(lines: list[dict[str, Any]]) -> None:
        next(one for one in lines if len(one.get("answer", {}).get("items", ())) == 10)["answer"]["items"].reverse()

    journal.write_bytes(forged(journal.read_bytes(), turn_round))
    code, out, _err = run(capsys, "replay", journal, "--check")
    assert code == 1
    assert "the journal says Drawn" in out
    assert len(out) < 1000


@pytest.mark.parametrize("name", ["x" * 2000, "A\x00B"])
def test_a_header_beyond_all_bounds_is_refused(capsys: pytest.CaptureFixture[str], journal: Path, name: str) -> None:
    def rename(lines: list[dict[str, Any]]) -> None:
        lines[0]["seats"][0]["name"] = name

    journal.write_bytes(forged(journal.read_bytes(), rename))
    for words in (("replay", journal, "--check"), ("replay", journal), ("hint", journal), ("play", journal)):
        code, out, err = run(capsys, *words)
        assert (code, out) == (2, "")
        assert "line 1: not a journal line" in err
        assert len(err) < 500
        assert err.count("\n") == 1


def test_colours_that_no_cube_has_are_refused(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    def paint(lines: list[dict[str, Any]]) -> None:
        lines[0]["setup"]["colours"] = ["zebra", "red", "blue"]

    journal.write_bytes(forged(journal.read_bytes(), paint))
    code, _out, err = run(capsys, "replay", journal, "--check")
    assert code == 2
    assert "armies are red, blue, yellow, black, purple" in err
