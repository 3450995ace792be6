"""`shogun play --text`: whole games by what the terminal says alone, commands, several people, and leaving."""

import sys
from pathlib import Path

import pytest

from shogun import cli
from shogun.cli.game_commands import text_play
from shogun.games import game_of
from shogun.table.journal import read_journal
from shogun.table.replay import Replay
from shogun.table.saved_games import games_folder, last_opened
from tests.cli.listener import Listener
from tests.table.finding import saved_games

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the data folder can't be moved by a variable there")
ALONE = ("Ada", "2", "", "")
"""A name, and a novice in every other seat."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(text_play, "TOWER", "model")  # whole games don't wait for falling cubes


def play(monkeypatch: pytest.MonkeyPatch, listener: Listener, *words: str) -> int:
    with monkeypatch.context() as streams:
        streams.setattr(sys, "stdin", listener)
        streams.setattr(sys, "stdout", listener)
        return cli.main(["play", "--text", *words])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "script"),
    [("shogun", ("1", *ALONE[:3])), ("rumble-nation", ("1", *ALONE[:2])), ("river-of-gold", ("1", *ALONE[:2]))],
)
def test_a_whole_game_by_what_is_said(monkeypatch: pytest.MonkeyPatch, game: str, script: tuple[str, ...]) -> None:
    listener = Listener(script)
    assert play(monkeypatch, listener, "--game", game, "--seed", "3") == 0
    assert listener.text.rstrip().splitlines()[-1].startswith("The game is over. Winner: ")
    [saved] = saved_games(game_of)
    assert saved.is_finished
    assert saved.header.seats[0].name == "Ada"
    assert {seat.player for seat in saved.header.seats[1:]} == {"beginner"}
    Replay(read_journal(game_of, saved.path)).run()
    assert last_opened(games_folder()) == saved.path.name
