"""`shogun games`, and what installed packages bring: listed, played, refused in a sentence, imported by no file."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import shogun.games
from shogun.base.worker_pool import Workers
from shogun.cli import main
from shogun.envs.agent_environment import MASK, GameEnvironment, Terms
from shogun.game import entry_points
from shogun.game.entry_points import PackageEntry, TrialResult
from shogun.game.errors import UnknownGame
from shogun.games import GAMES, entry_of, game_of

SOURCE = Path(__file__).resolve().parents[1] / "installed"
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
PLAYED = ["simulate", "--game", "pebbles", "--seed", "3", "--opponents", "anything,taker", "--json"]


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test find what another one has tried."""
    monkeypatch.setenv("SHOGUN_HOME", str(tmp_path_factory.mktemp("home")))


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
        "torn of the package pebbles-for-shogun can't be used: pebbles:NAME isn't a game with that code",
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
    assert "add --game pebbles" in capsys.readouterr().err


def test_no_file_has_a_package_imported(site: Path) -> None:
    with pytest.raises(UnknownGame, match="from the installed package pebbles-for-shogun"):
        game_of("pebbles")
    assert "pebbles" not in sys.modules
    assert entry_of("pebbles").title == "Pebbles"
    assert game_of("pebbles").code == "pebbles"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("lost", "lost of the package pebbles-for-shogun can't be used: ModuleNotFoundError"),
        ("torn", "torn of the package pebbles-for-shogun can't be used: pebbles:NAME isn't a game with that code"),
        ("chess", "there is no game 'chess'; the games are shogun, rumble-nation, river-of-gold, lost, pebbles, torn"),
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


BAD = {
    "hangs": ("while True: pass", "importing it takes longer than 3 s"),
    "exits": ("import os; os._exit(0)", "importing it exits the program"),
    "is killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "importing it exits the program"),
    "stops": ("raise GeneratorExit", "GeneratorExit"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "is mute": ("class Odd(BaseException):\n    def __str__(self): raise Odd\nraise Odd", "Odd"),
    "is of old": ("from shogun.games import Entry", "ImportError: cannot import name 'Entry' from 'shogun.games'"),
    "prints": ("import os; print('a'); os.write(1, b'b\\n'); GAME = play = 5", ""),
}


def bad_package(site: Path, code: str, points: bytes = b"[shogun.games]\nbad = bad:GAME\n") -> None:
    """Install a package that is no good."""
    (site / "bad.py").write_text(code)
    metadata = site / "bad_package-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-package\nVersion: 1\n")
    (metadata / "entry_points.txt").write_bytes(points + b"[shogun.opponents]\nbad = bad:play\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="one kills itself as POSIX does")
@pytest.mark.parametrize(("code", "why"), BAD.values(), ids=BAD)
def test_no_package_stops_the_program(
    code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entry_points, "TRIAL_SECONDS", 3.0 if "longer" in why else 60.0)
    monkeypatch.syspath_prepend(tmp_path)
    bad_package(tmp_path, code)
    beginning = "bad of the package bad-package can't be used: "
    assert main(["games", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert [game["code"] for game in told["games"]] == list(GAMES) and told["opponents"] == []
    assert [sentence.startswith(beginning) and why in sentence for sentence in told["failures"]] == [True, True]
    assert main(["simulate", "--game", "bad"]) == 2
    out, err = capfd.readouterr()
    last = err.splitlines()[-1]
    assert out == "" and last.startswith(f"shogun: {beginning}") and why in last
    assert "bad" not in sys.modules


@pytest.mark.parametrize("points", [b"[a]\nb = \xff:c\n", b"[shogun.games]\nno place\n", b"\xfe\xff"])
def test_what_a_package_says_of_itself_may_be_damaged(
    points: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    bad_package(tmp_path, "raise RuntimeError", points)
    assert main(["games", "--json"]) == 0
    (sentence,) = json.loads(capsys.readouterr().out)["failures"]
    assert sentence.startswith("Entry points of the package bad-package can't be read: ")
    assert ("isn't UTF-8" in sentence) == (not points.isascii())
    for words in (["--game", "bad"], ["--opponents", "bad,greedy,greedy"]):
        assert main(["simulate", *words]) == 2
        error = capsys.readouterr().err
        assert "there is no" in error and error.count("\n") == 1


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Imports that were tried in a process of their own."""
    found: list[str] = []
    run = entry_points._try_now

    def counting(one: PackageEntry, trial: Callable[[PackageEntry], Any]) -> TrialResult:
        found.append(trial.__name__)
        return run(one, trial)

    monkeypatch.setattr(entry_points, "_try_now", counting)
    return found


@pytest.mark.slow
def test_an_import_is_tried_once_for_the_same_files(
    trials: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games"]) == 0 and trials == [], "of our own games nothing has to be tried"
    monkeypatch.syspath_prepend(tmp_path)
    bad_package(tmp_path, "raise RuntimeError('first')")
    capsys.readouterr()

    def failures() -> str:
        assert main(["games", "--json"]) == 0
        return str(json.loads(capsys.readouterr().out)["failures"])

    assert "first" in failures() and trials == ["try_game", "try_opponent"]
    assert "first" in failures() and len(trials) == 2
    (tmp_path / "bad.py").write_text("raise RuntimeError('another')")
    assert "another" in failures() and len(trials) == 4
    (tmp_path / "neighbor").mkdir()
    assert "another" in failures() and len(trials) == 6, "what it lacked may be there now"
    assert main(["simulate", "--game", "bad"]) == 2 and len(trials) == 7, "what is named is tried again if it failed"
    assert main(["games", "--json", "--language", "cs"]) == 0 and len(trials) == 9, "sentences are in a language"


@pytest.mark.slow
def test_a_game_that_could_be_imported_is_not_tried_again(site: Path, trials: list[str]) -> None:
    for _time in range(2):
        assert entry_of("pebbles").title == "Pebbles"
        shogun.games._INSTALLED.clear()
    assert trials == ["try_game"]


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
