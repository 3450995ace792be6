"""`shogun reviews`, asked of all games: it adds up what was kept, and judges nothing."""

import json
from pathlib import Path

import pytest

from shogun.cli.errors import WRONG
from shogun.games import GAMES, entry_of
from shogun.table.saved_games import games_folder
from tests.cli.test_review import run
from tests.players.review.judged_games import MISTAKE, judge, play
from tests.players.review.test_game_review import SETUPS

pytest.importorskip("numpy")


@pytest.mark.parametrize("code", GAMES)
def test_games_of_a_folder_are_added_up(capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str) -> None:
    entry, judge_of_game = entry_of(code), entry_of(code).decisions
    assert judge_of_game is not None
    kind = judge_of_game.KINDS[0]
    for number in (1, 2):
        path = tmp_path / f"{number}.journal"
        play(entry.rules, SETUPS[code], path)
        if number == 1:
            judge(entry, path, [kind], judge_of_game.PLAYOUTS)
    code_of_exit, out, err = run(capsys, f"reviews {tmp_path} {tmp_path}/1.journal --game {code} --json")
    assert (code_of_exit, err) == (0, "")
    told = json.loads(out)
    assert [told["game"], told["games"], told["judged"]] == [code, 2, 1]
    dearest = told["kinds"][0]
    assert [dearest["kind"], dearest["rule"]] == [kind, judge_of_game.EXPLAINED[kind].rule]
    assert dearest["lost"] == {"mean": MISTAKE, "error": None}
    _code, out, _err = run(capsys, f"reviews {tmp_path} --game {code} --player Seat")
    assert "0 of 0" in out, "nobody is called so"
    _code, out, _err = run(capsys, f"reviews {tmp_path} --game {code}")
    assert "1 of 2 games are judged" in out
    assert "6.0 points" in out


def test_without_files_it_looks_where_the_window_keeps_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path))
    assert run(capsys, "reviews") == (0, "Shogun: 0 of 0 games are judged\n", "")
    games_folder().mkdir(parents=True, exist_ok=True)
    play(entry_of("rumble-nation").rules, SETUPS["rumble-nation"], games_folder() / "1.journal")
    code, out, _err = run(capsys, "reviews --game rumble-nation")
    assert (code, out) == (0, "Rumble Nation: 0 of 1 game is judged\n")
    code, out, err = run(capsys, f"reviews {games_folder() / 'gone'}")
    assert (code, out) == (WRONG, "")
    assert "gone" in err
