"""The commands with River of Gold."""

import json
from pathlib import Path
from random import Random

import pytest

from shogun import cli
from shogun.cli.errors import WRONG, guarded
from shogun.game.errors import ComponentsError
from shogun.games import GAMES
from shogun.table.session import Session
from tests.table.test_branch import SETUPS, go_on, told


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = cli.main(line.split())
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", ["", " --patrons"])
def test_games_are_simulated_replayed_and_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, players: int, kind: str
) -> None:
    agreed = f"simulate --game river-of-gold --players {players}{kind} --seed 3 --check --json --journals {tmp_path}"
    code, out, err = run(capsys, agreed)
    assert (code, err) == (0, "")
    outcome = json.loads(out)
    assert outcome["game"] == "river-of-gold"
    assert len(outcome["scores"]) == players
    assert outcome["throws"] == 0
    code, out, _err = run(capsys, f"replay {tmp_path}/3.journal --check")
    assert code == 0
    assert outcome["journal"] in out
    code, out, _err = run(capsys, f"replay {tmp_path}/3.journal --game river-of-gold --speak never")
    assert code == 0
    assert "wins the game" in out.splitlines()[-1]
    code, _out, err = run(capsys, f"replay {tmp_path}/3.journal --game shogun")
    assert code == 2
    assert err.endswith("line 1: this is a game of river-of-gold, not of shogun\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("simulate --game river-of-gold --players 5", "River of Gold is for 2 to 4 players, not 5 (rule 2)"),
        ("ladder --game river-of-gold --players 1", "River of Gold is for 2 to 4 players, not 1 (rule 2)"),
        ("simulate --patrons", "Shogun has no --patrons"),
        ("simulate --game rumble-nation --patrons", "Rumble Nation has no --patrons"),
        ("simulate --game river-of-gold --advanced", "River of Gold has no --advanced"),
        ("ladder --game river-of-gold --board moon", "River of Gold has no --board"),
        (
            "simulate --game river-of-gold --setup draft",
            "unknown way to take patrons, 'draft'; choose from none, table, lot (rule 13)",
        ),
        (
            "simulate --game river-of-gold --opponents greedy,solid",
            "there is no opponent 'greedy'; the opponents are random, beginner, learner, solid, strong, master",
        ),
    ],
)
def test_wrong_wishes_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], line: str, told: str) -> None:
    assert run(capsys, line) == (2, "", f"shogun: {told}\n")


def test_a_ladder_needs_no_tower(capsys: pytest.CaptureFixture[str]) -> None:
    line = "ladder --game river-of-gold --players 2 --patrons --games 2 --opponents random,solid --report"
    code, out, _err = run(capsys, line)
    assert code == 0
    assert "2 players, chosen patrons, seed 1" in " ".join(out.split())
    assert "solid among random" in out


def test_a_hint_is_given_in_a_game_that_stands_at_a_turn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, f"simulate --game river-of-gold --players 2 --seed 3 --journals {tmp_path}")[0] == 0
    journal = tmp_path / "3.journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    for number in range(40, 80):
        journal.write_bytes(b"".join(lines[:number]))
        code, out, _err = run(capsys, f"hint {journal}")
        if code == 0 and "from 80 simulated games" in out:
            return
    raise AssertionError("no turn in forty lines")


def test_an_opponent_is_advised_in_a_game_of_people_only_if_it_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """By default its hand would be given away."""
    journal = tmp_path / "game.journal"
    rules = GAMES["river-of-gold"].rules
    session = go_on(Session.start(rules, told(rules, SETUPS["river-of-gold"], 5, (0,)), journal), Random(5), 60)
    while session.questions[0].seat != 1:
        go_on(session, Random(5), len(session.course.answers) + 1)
    session.close()
    code_of_exit, out, err = run(capsys, f"hint {journal} --playouts 1")
    assert (code_of_exit, out) == (2, "") and "waiting only for computers" in err
    assert run(capsys, f"hint {journal} --playouts 1 --seat 1")[0] == 0


def test_a_data_file_that_does_not_describe_its_game_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def load() -> int:
        raise ComponentsError("river_of_gold.toml: line 28: era_1_tiles: 23 are described, but there must be 24")

    assert guarded(load) == WRONG
    told = capsys.readouterr().err
    assert told == "shogun: river_of_gold.toml: line 28: era_1_tiles: 23 are described, but there must be 24\n"
