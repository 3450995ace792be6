"""The commands with Rumble Nation."""

import json
from pathlib import Path

import pytest

from shogun import cli


def run(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = cli.main(line.split())
    caught = capsys.readouterr()
    return code, caught.out, caught.err


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("kind", ["", " --advanced"])
def test_games_are_simulated_replayed_and_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, players: int, kind: str
) -> None:
    agreed = f"simulate --game rumble-nation --players {players}{kind} --seed 3 --check --json --journals {tmp_path}"
    code, out, err = run(capsys, agreed)
    assert (code, err) == (0, "")
    outcome = json.loads(out)
    assert outcome["game"] == "rumble-nation"
    assert len(outcome["scores"]) == players
    assert outcome["throws"] == 0
    code, out, _err = run(capsys, f"replay {tmp_path}/3.journal --check")
    assert code == 0
    assert outcome["journal"] in out
    code, out, _err = run(capsys, f"replay {tmp_path}/3.journal --game rumble-nation --speak never")
    assert code == 0
    assert "wins the game" in out.splitlines()[-1]
    for command in ("replay", "hint", "play"):
        code, _out, err = run(capsys, f"{command} {tmp_path}/3.journal --game shogun")
        assert code == 2
        assert err.endswith("line 1: this is a game of rumble-nation, not of shogun\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("simulate --game rumble-nation --players 5", "the game is for 2 to 4 players, not 5 (rule 1.1)"),
        ("simulate --game rumble-nation --players 1", "the game is for 2 to 4 players, not 1 (rule 1.1)"),
        ("ladder --game rumble-nation --players 5", "the game is for 2 to 4 players, not 5 (rule 1.1)"),
        ("play --game go", "there is no game 'go'; the games are shogun, rumble-nation, river-of-gold"),
        ("simulate --advanced", "Shogun has no --advanced"),
        ("ladder --advanced --tower model", "Shogun has no --advanced"),
        ("simulate --game rumble-nation --board moon", "Rumble Nation has no --board"),
        ("ladder --game rumble-nation --setup draft", "Rumble Nation has no --setup"),
        (
            "simulate --game rumble-nation --opponents greedy,solid",
            "there is no opponent 'greedy'; the opponents are random, beginner, solid, strong, master",
        ),
    ],
)
def test_wrong_wishes_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], line: str, told: str) -> None:
    assert run(capsys, line) == (2, "", f"shogun: {told}\n")


def test_a_ladder_needs_no_tower(capsys: pytest.CaptureFixture[str]) -> None:
    line = "ladder --game rumble-nation --players 2 --advanced --games 2 --opponents random,solid --report"
    code, out, _err = run(capsys, line)
    assert code == 0
    assert "2 players, advanced game, seed 1" in " ".join(out.split())
    assert "solid among random" in out


@pytest.mark.parametrize("autoplay", ["", " --autoplay --seed 2"])
def test_play_opens_the_game_that_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, autoplay: str) -> None:
    picture = tmp_path / "shot.png"
    code, _out, err = run(capsys, f"play --game rumble-nation{autoplay} --screenshot {picture} --after 0.3")
    assert (code, err) == (0, "")
    assert picture.stat().st_size > 20_000
