"""`shogun games`, and what installed packages bring: listed, played, refused in a sentence, imported by no file."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

import shogun.games
from shogun.base.worker_pool import Workers
from shogun.cli import main
from shogun.envs.agent_environment import MASK, GameEnvironment, Terms
from shogun.game.errors import UnknownGame
from shogun.games import entry_of, game_of

SOURCE = Path(__file__).resolve().parents[1] / "installed"
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
PLAYED = ["simulate", "--game", "pebbles", "--seed", "3", "--opponents", "anything,taker", "--json"]


def lay_down(site: Path) -> None:
    """Install the tiny package into a folder, as an installer does."""
    shutil.copytree(SOURCE / "pebbles", site / "pebbles", ignore=shutil.ignore_patterns("__pycache__"))
    metadata = site / "pebbles_for_shogun-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: 1.2\n")
    lines = [
        line
        for group, points in PROJECT["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {place}" for name, place in points.items()))
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    lay_down(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with Workers(1) as workers:  # the process of an earlier test would look for modules where that one did
        monkeypatch.setattr("shogun.players.seating._own_process", lambda: workers)
        yield tmp_path
    shogun.games._INSTALLED.clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


def test_own_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [game["code"] for game in told["games"]] == ["shogun", "rumble-nation", "river-of-gold"]
    assert {game["package"] for game in told["games"]} == {"shogun-battle-tower"}
    assert told["opponents"] == told["failures"] == []


@pytest.mark.slow
def test_a_package_brings_games_and_opponents(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"][-1] == {
        "code": "pebbles", "title": "Pebbles", "package": "pebbles-for-shogun", "version": "1.2",
        "opponents": ["anything"],
    }  # fmt: skip
    assert [(one["game"], one["name"]) for one in told["opponents"]] == [
        ("pebbles", "taker"), ("rumble-nation", "anybody"),
    ]  # fmt: skip
    assert told["failures"] == [
        "lost of the package pebbles-for-shogun can't be used: ModuleNotFoundError: No module named 'pebbles.lost'",
        "torn of the package pebbles-for-shogun can't be used: pebbles:NAME is no Entry of that code",
    ]
    assert main(["games"]) == 0
    shown = capsys.readouterr()
    assert "Pebbles" in shown.out
    assert shown.err.splitlines() == [f"shogun: {sentence}" for sentence in told["failures"]]


@pytest.mark.slow
def test_they_are_played_saved_and_told_again(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PLAYED, "--journals", str(site), "--check"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "failures" not in told
    assert (told["game"], told["players"]) == ("pebbles", ["anything", "pebbles.opponents:all_of_them"])
    assert main(["replay", str(site / "3.journal"), "--game", "pebbles", "--check"]) == 0
    capsys.readouterr()
    shogun.games._INSTALLED.clear()
    assert main(["replay", str(site / "3.journal")]) == 2
    assert "brings: say --game pebbles" in capsys.readouterr().err


def test_no_file_has_a_package_imported(site: Path) -> None:
    with pytest.raises(UnknownGame, match="which the installed package pebbles-for-shogun brings"):
        game_of("pebbles")
    assert "pebbles" not in sys.modules
    assert entry_of("pebbles").title == "Pebbles"
    assert game_of("pebbles").code == "pebbles"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("lost", "lost of the package pebbles-for-shogun can't be used: ModuleNotFoundError"),
        ("torn", "torn of the package pebbles-for-shogun can't be used: pebbles:NAME is no Entry"),
        ("chess", "there is no game 'chess' here; there are shogun, rumble-nation, river-of-gold, lost, pebbles, torn"),
    ],
)
def test_what_cant_be_loaded_is_told_in_a_sentence(
    site: Path, code: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--game", code]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"shogun: {told}")
    assert len(error.splitlines()) == 1


def test_own_games_play_on_beside_it(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--game", "rumble-nation", "--seed", "1", "--opponents", "random,random"]
    assert main(words) == 0
    assert capsys.readouterr().err == ""
    assert "pebbles" not in sys.modules


def test_agents_play_it(site: Path) -> None:
    env = GameEnvironment(entry_of("pebbles"), 2, {}, Terms())
    rng = Random(1)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _reward, terminated, _truncated, _info = env.last()
        assert env.observation_space(agent).contains(observation)
        env.step(None if terminated else rng.choice(np.flatnonzero(observation[MASK]).tolist()))
    assert env.game.state.left == 0


@pytest.mark.slow
def test_it_is_really_installed(tmp_path: Path) -> None:
    source, site = tmp_path / "source", tmp_path / "site"
    shutil.copytree(SOURCE, source)
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "-q", "--target", str(site))
    subprocess.run([sys.executable, "-m", "pip", "install", *offline, str(source)], check=True)
    paths = os.pathsep.join((str(site), str(SOURCE.parents[1])))
    played = subprocess.run(
        [sys.executable, "-m", "shogun", *PLAYED], env={**os.environ, "PYTHONPATH": paths},
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "failures" not in json.loads(played.stdout)
