"""Personalities: opponents as files, whose mistakes are told in a sentence."""

from pathlib import Path

import pytest

from shogun.cli.app import run as command_line
from shogun.game.errors import UnknownOpponent
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, opponent, sentence, title
from shogun.games.shogun.opponents.personality import Personality
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.view import Result
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.playing import run
from shogun.table.seats import Budget
from shogun.table.session import Session

PLAIN = 'base = "planner"\nname = "Mine"\nsentence = "Mine alone."\n'


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_shipped_ones_stand_after_the_opponents_by_strength() -> None:
    assert codes()[:4] == ("random", "greedy", "planner", "strategist")
    assert {"builder", "conqueror", "hoarder"} <= set(codes()[4:])


@pytest.mark.parametrize("code", codes()[4:])
def test_each_shipped_one_has_a_name_a_sentence_and_values_of_its_own(code: str) -> None:
    found = opponent(code)
    assert isinstance(found, Personality)
    assert title(code) == found.name != code
    assert sentence(code) == found.sentence
    assert found.values != Personality("planner", "x", "").values


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    found = opponent(written(tmp_path, PLAIN + "[values]\narmy = 0.9\n"))
    assert isinstance(found, Personality)
    assert found.values.army == 0.9
    assert found.values.chest == Personality("planner", "x", "").values.chest


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PLAIN + "[values]\nbravery = 1.0\n", "bravery"),
        (PLAIN + "[values]\naggression = 1.5\n", "<= 1"),
        (PLAIN + "[values]\narmy = -1.0\n", ">= 0"),
        (PLAIN + "[effort]\nplans = 0\n", ">= 1"),
        (PLAIN.replace("planner", "genius"), "genius"),
        ('base = "planner"\n', "name"),
        ("base = \n", "line 1"),
        ("\xff", "mine.toml"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UnknownOpponent, match=why) as told:
        opponent(path)
    assert path in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownOpponent, match=r"nobody\.toml"):
        opponent(str(tmp_path / "nobody.toml"))
    assert title(str(tmp_path / "nobody.toml")).endswith("nobody.toml")


def test_a_wrong_file_ends_a_command_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, PLAIN + "[values]\nbravery = 1.0\n")
    for command in ("simulate", "ladder"):
        assert command_line([command, "--opponents", f"greedy,{path}", "--games", "1", "--tower", "model"]) == 2
        assert "bravery" in capsys.readouterr().err


def test_one_that_plays_like_a_strategist_gives_legal_moves_and_the_same_game_again(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN.replace("planner", "strategist") + "[values]\nhunger = 4.0\n")

    def points() -> tuple[int, ...]:
        players = (path, "random", "hoarder", "conqueror")
        seats = tuple(SeatInfo(name=code, player=code) for code in players)
        session = Session.start(rules, Header(seed=5, setup=Setup(4), seats=seats, tower=TowerInfo()))
        result: Result = run(session, [opponent(code) for code in players], Budget(playouts=2))
        return result.points

    assert points() == points()
