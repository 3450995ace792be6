"""`shogun puzzle`: puzzles are found, gone on with, and proved again."""

import json
from pathlib import Path

import pytest

from shogun.games import GAMES
from shogun.players.puzzles.collection import shipped_puzzles
from shogun.players.puzzles.solved_puzzles import note_stars
from tests.cli.test_commands import refused, run

FIRST = next(one for one in shipped_puzzles(GAMES) if one.theme == "war")
MAKE = ("puzzle", "make", "--game", "rumble-nation", "--theme", "war", "--seed", 9)


@pytest.mark.slow
def test_a_shipped_puzzle_is_proved_again(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "puzzle", "check", FIRST.path)
    assert (code, err) == (0, "")
    assert out.endswith("Verified.\n")
    assert "★★★" in out
    found = json.loads(run(capsys, "puzzle", "check", FIRST.path, "--json")[1])
    assert found["proved"] and found["best_stars"] == 3
    assert max(found["plain_stars"].values()) <= 1
    assert set(found["leads"]) == {"dice", "rivals"}


def test_puzzles_are_listed_in_sets_with_stars_and_the_own_rating(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    code, out, err = run(capsys, "puzzle", "list", "--game", FIRST.game)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].endswith(", set 1") and "rating" not in lines[-1]
    assert sum(FIRST.path.stem in line for line in lines) == 1
    note_stars(FIRST.id, 3, rating=1400.0)
    out = run(capsys, "puzzle", "list", "--game", FIRST.game)[1]
    assert any("★★★" in line and FIRST.path.stem in line for line in out.splitlines())
    assert out.splitlines()[-1].startswith("Solved at first try: 1 in a row · Your rating: ")


@pytest.mark.slow
def test_what_isn_t_clear_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(FIRST.path.read_text())
    path = tmp_path / "guessed.puzzle"
    path.write_text(json.dumps(plain | {"bounds": [-99, -98, -97]}))
    code, out, err = run(capsys, "puzzle", "check", path)
    assert (code, err) == (1, "")
    assert out.endswith("Not verified.\n")


def test_wrong_input_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "can't be read: it isn't a file" in refused(capsys, "puzzle", "check", tmp_path)
    assert "choose one of war, take, deny, cards" in refused(
        capsys, "puzzle", "make", "--game", "rumble-nation", "--theme", "mate", "--into", tmp_path
    )
    assert "there is no game" in refused(
        capsys, "puzzle", "make", "--game", "chess", "--theme", "mate", "--into", tmp_path
    )
    (tmp_path / "rumble-nation.searched").write_text("?")
    assert "can't be continued" in refused(capsys, *MAKE, "--games", 1, "--into", tmp_path)


@pytest.mark.slow
def test_a_search_goes_on_where_it_was_broken_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_once, twice = tmp_path / "at once", tmp_path / "twice"
    assert run(capsys, *MAKE, "--games", 3, "--into", at_once, "--jobs", 2)[0] == 0
    assert run(capsys, *MAKE, "--games", 1, "--into", twice)[0] == 0
    assert run(capsys, *MAKE, "--games", 3, "--into", twice)[0] == 0
    names = sorted(path.name for path in at_once.iterdir())
    assert names == sorted(path.name for path in twice.iterdir())
    assert [name for name in names if name.endswith(".puzzle")]
    for name in names:
        assert (at_once / name).read_bytes() == (twice / name).read_bytes()
    assert run(capsys, *MAKE, "--games", 3, "--into", twice)[1] == "0 puzzles\n"
