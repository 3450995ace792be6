"""Personalities: opponents as files, whose mistakes are told in a sentence."""

from pathlib import Path

import pytest

from shogun.cli import main as command_line
from shogun.game.errors import UnknownOpponent
from shogun.games import game_of
from shogun.games.shogun import rules
from shogun.games.shogun.opponents import codes, named, opponent, sentence, title
from shogun.games.shogun.opponents.personality import Personality
from shogun.games.shogun.opponents.strengths import STRENGTHS
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.views import Result
from shogun.table.errors import JournalError
from shogun.table.journal import Header, SeatInfo, TowerInfo, parse_journal, read_journal
from shogun.table.replay import resume
from shogun.table.session import Budget, Seat, Session, run
from tests.table.forging import forged, sealed

PLAIN = 'base = "planner"\nname = "Mine"\nsentence = "Mine alone."\n'


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8", newline="\n")
    return str(path)


def taken_in(path: str) -> Seat:
    """The opponent that a file describes."""
    (code,), described = named([path])
    return opponent(code, described)


def test_the_shipped_ones_stand_after_the_opponents_by_strength() -> None:
    strengths = tuple(STRENGTHS)
    assert codes()[: len(strengths)] == strengths
    assert {"builder", "conqueror", "hoarder"} <= set(codes()[len(strengths) :])


@pytest.mark.parametrize("code", codes()[len(STRENGTHS) :])
def test_each_shipped_one_has_a_name_a_sentence_and_values_of_its_own(code: str) -> None:
    found = opponent(code)
    assert isinstance(found, Personality)
    assert title(code) == found.name != code
    assert sentence(code) == found.sentence
    assert found.values != Personality("planner", "x", "").values


def test_a_file_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    found = taken_in(written(tmp_path, PLAIN + "[values]\narmy = 0.9\n"))
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
        named([path])
    assert path in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownOpponent, match=r"nobody\.toml"):
        named([str(tmp_path / "nobody.toml")])
    assert title(str(tmp_path / "nobody.toml")).endswith("nobody.toml")


def test_a_wrong_file_ends_a_command_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, PLAIN + "[values]\nbravery = 1.0\n")
    for command in ("simulate", "ladder"):
        assert command_line([command, "--opponents", f"greedy,{path}", "--games", "1", "--tower", "model"]) == 2
        assert "bravery" in capsys.readouterr().err


def test_one_that_plays_like_a_strategist_gives_legal_moves_and_the_same_game_again(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN.replace("planner", "strategist") + "[values]\nhunger = 4.0\n")

    def points() -> tuple[int, ...]:
        players, described = named([path, "random", "hoarder", "conqueror"])
        seats = tuple(SeatInfo(name=code, player=code) for code in players)
        session = Session.start(rules, Header(seed=5, setup=Setup(4), seats=seats, tower=TowerInfo()))
        result: Result = run(session, [opponent(code, described) for code in players], Budget(playouts=2))
        return result.points

    assert points() == points()


# What journals hold of them


def test_a_file_gets_a_plain_code_and_its_text_is_all_that_is_needed_later(tmp_path: Path) -> None:
    path = tmp_path / "Mein Übler Feind!.toml"
    path.write_text(PLAIN, encoding="utf-8")
    players, described = named([str(path), "random", str(path)])
    assert players == ("mein-bler-feind", "random", "mein-bler-feind")
    path.unlink()
    assert isinstance(opponent(players[0], described), Personality)
    assert (title(players[0], described), sentence(players[0], described)) == ("Mine", "Mine alone.")


def test_codes_of_files_are_never_those_of_others(tmp_path: Path) -> None:
    paths = []
    for number, name in enumerate(("builder", "a/mine", "b/mine", "person", "###", "x" * 100)):
        path = tmp_path / f"{name}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(PLAIN.replace("Mine", f"Mine {number}"), encoding="utf-8")
        paths.append(str(path))
    players, described = named(paths)
    assert players == ("builder-2", "mine", "mine-2", "person-2", "own", "x" * 36)
    assert list(described) == list(players)


def test_a_code_from_a_file_never_opens_a_path(tmp_path: Path) -> None:
    path = written(tmp_path, PLAIN)
    assert (title(path), sentence(path)) == (title(path, {"mine": PLAIN}), "")
    assert "Mine" not in title(path)
    with pytest.raises(UnknownOpponent, match="there is no opponent"):
        opponent(path)
    long = "/x" * 50_000 + ".toml"
    assert len(title(long)) < 100
    with pytest.raises(UnknownOpponent) as told:
        opponent(long)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        PLAIN + "x = " + "[" * 4000,
        PLAIN + "a" + ".a" * 4000 + " = 1",
        PLAIN + "[values]\narmy = " + "9" * 5000,
        PLAIN + "[values]\narmy = nan",
        PLAIN + "[values]\narmy = inf",
        PLAIN.replace("Mine alone", "x" * 5000),
        PLAIN.replace('"Mine"', '"M\\u0000"'),
        PLAIN.replace("planner", "x" * 9000),
    ],
)
def test_what_describes_nobody_is_told_shortly_wherever_it_comes_from(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(UnknownOpponent) as told:
        named([path])
    assert len(str(told.value)) < 400 + len(path)
    assert str(told.value).isprintable()
    with pytest.raises(UnknownOpponent):
        opponent("mine", {"mine": text})
    assert title("mine", {"mine": text}) in ("mine", "Mine")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x" * 20_000])
def test_a_file_that_is_no_short_text_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "mine.toml").write_bytes(data)
    with pytest.raises(UnknownOpponent, match=r"mine\.toml"):
        named([str(tmp_path / "mine.toml")])


def test_a_simulated_game_describes_them_in_its_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, PLAIN)
    words = ["--players", "3", "--opponents", f"random,{path},random", "--tower", "model", "--journals", str(tmp_path)]
    assert command_line(["simulate", "--seed", "5", *words, "--json"]) == 0
    assert '"players":["random","mine","random"]' in capsys.readouterr().out
    Path(path).unlink()
    session = resume(read_journal(game_of, tmp_path / "5.journal"))
    session.close()
    assert session.header.descriptions == {"mine": PLAIN}
    assert list(session.players) == ["random", "mine", "random"]
    assert path.encode() not in (tmp_path / "5.journal").read_bytes()
    assert command_line(["replay", str(tmp_path / "5.journal"), "--check"]) == 0


@pytest.mark.parametrize(
    "described", [{"../x": PLAIN}, {"a.toml": PLAIN}, {"x" * 41: PLAIN}, {"x": "y" * 20_000}, {"x": 1}, ["x"],
                  {f"x{n}": "" for n in range(11)}, {"x\n": ""}],
)  # fmt: skip
def test_a_header_describes_few_of_them_under_plain_codes(described: object) -> None:
    data = sealed([Header(seed=5, setup=Setup(3), seats=(SeatInfo("a"),) * 3, tower=TowerInfo())])
    assert parse_journal(game_of, data).header.descriptions == {}
    with pytest.raises(JournalError, match="line 1: not a journal line"):
        parse_journal(game_of, forged(data, lambda lines: lines[0].update(described=described)))
