"""The language of the command line: by `--language` anywhere, else by the environment; what machines read stays."""

import json
import os

import pytest

from shogun.base.language import current
from shogun.cli import main

Told = pytest.CaptureFixture[str]
GAME = ["simulate", "--players", "3", "--opponents", "random,random,random", "--seed", "1", "--tower", "model"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--language", "pl", "odds", "no-such"],
        ["odds", "--language=pl", "no-such"],
        ["odds", "no-such", "--language", "pl_PL"],
    ],
)
def test_every_command_speaks_the_language_that_is_asked_for(arguments: list[str], capsys: Told) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == "shogun: nie ma pliku no-such\n"
    assert current() == "en"
    assert "SHOGUN_LANGUAGE" not in os.environ


def test_the_environment_decides_where_no_option_does(monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    monkeypatch.setenv("SHOGUN_LANGUAGE", "cs")
    assert main(["foo"]) == 2
    assert "příkaz foo neexistuje" in capsys.readouterr().err
    assert main(["foo", "--language", "en"]) == 2
    assert "there is no command foo" in capsys.readouterr().err
    assert os.environ["SHOGUN_LANGUAGE"] == "cs"


@pytest.mark.parametrize("name", ["tlh", "", "../../etc", "p" * 500, "--help"])
def test_an_unknown_language_is_one_sentence(name: str, capsys: Told) -> None:
    assert main(["odds", "x", "--language", name]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("shogun: ")
    assert told.err.count("\n") == 1
    assert len(told.err) < 250


def test_an_option_without_its_value_is_one_sentence(capsys: Told) -> None:
    assert main(["--language"]) == 2
    assert capsys.readouterr().err == "shogun: --language : choose one of en, pl, cs\n"


def test_an_unknown_language_in_the_environment_is_told_and_the_command_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: Told
) -> None:
    monkeypatch.setenv("SHOGUN_LANGUAGE", "tlh")
    assert main(["--version"]) == 0
    assert capsys.readouterr().err == "shogun: SHOGUN_LANGUAGE tlh: choose one of en, pl, cs\n"


@pytest.mark.parametrize("command", [[], ["odds"], ["tower"], ["tower", "sweep"]])
@pytest.mark.parametrize("code", ["pl", "cs"])
def test_help_is_in_that_language(code: str, command: list[str], capsys: Told) -> None:
    assert main([*command, "--help"]) == 0
    english = capsys.readouterr().out
    assert main([*command, "--help", "--language", code]) == 0
    told = capsys.readouterr().out
    assert not {line.strip("│ ") for line in english.splitlines() if len(line.split()) > 8} & {
        line.strip("│ ") for line in told.splitlines()
    }
    assert any(letter in told for letter in "ąęłżěřů")


@pytest.mark.parametrize(
    "arguments",
    [
        ["odds"], ["odds", "x", "y"], ["odds", "x", "--drop", "3"], ["odds", "x", "--drops"], ["play", "--after", "x"],
        ["odds", "x", "--seed", "1", "--seed", "2"], ["odds", "x", "-q"], ["play", "--autoplay=3"], ["tower", "foo"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_understood_is_said_in_that_language(arguments: list[str], capsys: Told) -> None:
    assert main(arguments) == 2
    english = capsys.readouterr().err
    assert main([*arguments, "--language", "pl"]) == 2
    told = capsys.readouterr().err
    assert told != english
    assert told.count("\n") == 1


def test_what_machines_read_is_the_same_in_every_language(capsys: Told) -> None:
    told = []
    for code in ("en", "pl", "cs"):
        assert main([*GAME, "--json", "--language", code]) == 0
        told.append(capsys.readouterr().out)
    games = [json.loads(text) for text in told]
    for game in games:
        game.pop("seconds", None)
    assert games[0] == games[1] == games[2]
