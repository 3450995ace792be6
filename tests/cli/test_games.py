"""The commands with a second game, which only these tests put into the registry, and with games that aren't there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shogun import cli, games
from shogun.table.running.session import Session
from shogun.table.storage.journal import FORMAT
from tests.table import toy
from tests.table.storage.test_journal import rewritten

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return how a command is run while there are two games; it tells the exit code, and what was written where."""

    def run_command(*arguments: object) -> tuple[int, str, str]:
        code = cli.main(list(map(str, arguments)))
        caught = capsys.readouterr()
        return code, caught.out, caught.err

    monkeypatch.setitem(games.GAMES, "dice", games.Entry("dice", "Dice", "tests.table.dice"))
    return run_command


@pytest.fixture
def journal(run: Run, tmp_path: Path) -> Path:
    """Return the journal of a whole game of dice."""
    assert run("simulate", "--game", "dice", "--seed", 3, "--journals", tmp_path / "kept")[0] == 0
    return tmp_path / "kept" / "3.journal"


@pytest.mark.slow
def test_a_game_is_simulated_the_same_in_any_number_of_processes(run: Run) -> None:
    agreed = (
        "simulate",
        "--game",
        "dice",
        "--games",
        4,
        "--seed",
        7,
        "--opponents",
        "any,highest",
        "--json",
        "--check",
    )
    told = [[json.loads(line) for line in run(*agreed, "--jobs", jobs)[1].splitlines()] for jobs in (1, 2)]
    for outcome in (*told[0], *told[1]):
        del outcome["seconds"]
    assert told[0] == told[1]
    assert [*told[0][0]] == ["game", "seed", "players", "scores", "winners", "throws", "decisions", "journal"]
    assert [outcome["game"] for outcome in told[0]] == ["dice"] * 4


def test_what_is_left_out_of_a_line_doesn_t_depend_on_the_number_of_processes(run: Run) -> None:
    agreed = ("simulate", "--games", 2, "--seed", 7, "--players", 3, "--opponents", "random,random,random")
    told = [run(*agreed, "--tower", "model", "--json", "--jobs", jobs)[1].splitlines() for jobs in (1, 2)]
    for one, other in zip(*told, strict=True):
        assert [*json.loads(one)] == [*json.loads(other)]
        assert "game" not in json.loads(one)


def test_a_game_is_told_in_its_own_words(run: Run, journal: Path) -> None:
    assert run("simulate", "--game", "dice", "--seed", 3, "--verbose")[1].startswith("rolled (")
    assert run("replay", journal)[1].startswith("rolled (")
    assert run("replay", journal, "--check", "--game", "dice")[0] == 0


def test_a_hint_comes_from_the_games_own_adviser(run: Run, journal: Path) -> None:
    begun = journal.with_name("begun.journal")
    begun.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]))
    code, out, _err = run("hint", begun)
    assert code == 0
    assert out.startswith("Aki:\n  Keep(number=")
    assert "It is the highest." in out


def test_where_a_game_brings_no_adviser_that_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy", games.Entry("toy", "Toy", "tests.table.tossing"))
    path = tmp_path / "toy.journal"
    toy.to_planning(Session.start(toy.game_of("toy"), toy.header(), path)).close()
    assert run("hint", path) == (2, "", "shogun: nobody gives hints in Toy\n")


def test_a_ladder_measures_its_opponents_and_counts_its_habits(run: Run, tmp_path: Path) -> None:
    agreed = ("ladder", "--game", "dice", "--players", 2, "--report", "--results", tmp_path / "results.jsonl")
    code, out, _err = run(*agreed, "--games", 6)
    assert code == 0
    assert "highest among any" in out
    assert "Sixes" in out
    assert run(*agreed, "--games", 6, "--resume")[:2] == (code, out)


@pytest.mark.parametrize("command", ["simulate", "ladder", "replay FILE", "hint FILE"])
def test_an_unknown_game_is_told_in_one_sentence(run: Run, journal: Path, command: str) -> None:
    arguments = [str(journal) if word == "FILE" else word for word in command.split()]
    code, out, err = run(*arguments, "--game", "chess")
    assert (code, out) == (2, "")
    known = ", ".join(games.GAMES)
    assert err == f"shogun: there is no game 'chess' here; there are {known}\n"


def test_a_journal_of_another_game_than_was_asked_for_is_refused(run: Run, journal: Path) -> None:
    code, _out, err = run("replay", journal, "--game", "shogun")
    assert code == 2
    assert err.endswith("line 1: this is a game of dice, not of shogun\n")
    assert run("odds", journal)[::2] == (2, err)


@pytest.mark.parametrize("command", ["replay", "hint", "odds", "play"])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((b'"game":"dice"', b'"game":"chess"'), "there is no game 'chess' here"),
        ((b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1)), f"reads formats up to {FORMAT}"),
    ],
    ids=["unregistered", "from the future"],
)
def test_a_journal_that_cannot_be_read_here_is_told_and_left_as_it_is(
    run: Run, journal: Path, command: str, change: tuple[bytes, bytes], sentence: str
) -> None:
    data = rewritten(journal.read_bytes().splitlines(keepends=True), 1, *change)
    journal.write_bytes(data)
    code, out, err = run(command, journal)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert sentence in err
    assert journal.read_bytes() == data
