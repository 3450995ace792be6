"""Personalities in the player's data folder: found, named, and told of where they are wrong."""

from pathlib import Path

import pytest

from shogun.games import GAMES
from shogun.games.shogun import opponents
from shogun.games.shogun.opponents.personality import Personality
from shogun.players import custom_opponents
from shogun.players.custom_opponents import OwnOpponents, opponents_folder, own_opponents

PLAIN = 'base = "planner"\nname = "Mine"\nsentence = "Mine alone."\n'


def write(folder: Path, name: str, text: str = PLAIN) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    assert own_opponents(opponents, tmp_path / "nowhere") == OwnOpponents({}, ())


def test_each_file_is_an_opponent_under_a_code_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "builder.toml", PLAIN.replace("Mine", "My Builder"))
    write(tmp_path, "Mein Feind.toml")
    write(tmp_path, "notes.txt")
    found = own_opponents(opponents, tmp_path)
    assert found.problems == ()
    assert set(found.described) == {"builder-2", "mein-feind"}
    assert isinstance(opponents.opponent("builder-2", found.described), Personality)
    assert opponents.title("builder-2", found.described) == "My Builder"
    assert opponents.title("builder") == "Builder", "the program's own stays"


@pytest.mark.parametrize(
    "text", [PLAIN + "[values]\nbravery = 1.0\n", PLAIN + "[values]\narmy = -1\n", "", "\x00", "x = " + "[" * 4000]
)
def test_a_wrong_file_is_told_in_a_sentence_and_hides_no_other(text: str, tmp_path: Path) -> None:
    write(tmp_path, "a.toml", text)
    write(tmp_path, "b.toml")
    found = own_opponents(opponents, tmp_path)
    assert list(found.described) == ["b"]
    (problem,) = found.problems
    assert "a.toml" in problem
    assert problem.isprintable()


def test_a_folder_named_like_a_file_is_told_of_too(tmp_path: Path) -> None:
    (tmp_path / "a.toml").mkdir()
    assert len(own_opponents(opponents, tmp_path).problems) == 1


def test_of_thousands_of_files_the_first_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_opponents, "MOST_FILES", 3)
    for number in range(9):
        write(tmp_path, f"{number}.toml")
    assert list(own_opponents(opponents, tmp_path).described) == ["0", "1", "2"]


@pytest.mark.parametrize("code", [code for code in GAMES if code != "shogun"])
def test_a_game_without_personalities_says_so_of_each_file(code: str, tmp_path: Path) -> None:
    write(tmp_path, "mine.toml")
    found = own_opponents(GAMES[code].opponents, tmp_path)
    assert not found.described
    assert len(found.problems) == 1


def test_each_game_has_a_folder() -> None:
    assert len({opponents_folder(code) for code in GAMES}) == len(GAMES)
