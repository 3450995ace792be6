"""One declaration of an experiment is a function of the lab, a command and its help, in every language."""

import inspect
import json
from typing import Any

import msgspec
import pytest
from cyclopts import App
from cyclopts.exceptions import CoercionError

import shogun.lab
from shogun.base.tables import Output
from shogun.cli import main
from shogun.cli.commands import TOWER_COMMANDS
from shogun.cli.game_options import CommandFlag
from shogun.cli.help import Help
from shogun.cli.tower_commands import experiments
from shogun.cli.tower_commands.derivation import Asked, command_of
from shogun.lab import LabError
from shogun.lab.experiments.declaration import USUAL, Place, Running, Tower, experiment
from shogun.lab.measuring.statistics import Requested

EXPERIMENTS = [one for one in TOWER_COMMANDS if "experiments" in one.place]


class Weight(msgspec.Struct):
    """What a toy experiment finds."""

    tower: str
    cubes: int
    told: str


@experiment
def weigh(
    tower: Tower,
    cubes: int = 12,
    *,
    is_wet: bool = False,
    seed: int = 1,
    metrics: Requested | None = None,
    results: Place | None = None,
    running: Running = USUAL,
) -> Weight:
    """Weigh the cubes of a tower.

    Nothing is thrown.

    Parameters
    ----------
    cubes
        Number of cubes to weigh,
        all of one color; see --seed.
    is_wet
        Whether it rains.
    """
    if cubes < 1:
        raise LabError(f"--cubes {cubes} must be at least 1.")
    return Weight(str(tower), cubes, f"{is_wet} {seed} {metrics} {results} {running.jobs}")


@command_of(weigh)
def weigh_command(asked: Asked[Weight], *, again: CommandFlag = False) -> int:
    """Weigh.

    Parameters
    ----------
    again
        Weigh twice.
    """
    asked.show(asked.run(), lambda _output, found: print(found.cubes * (1 + again)))
    return 0


def called(*words: str) -> Any:
    return weigher()(list(words), exit_on_error=False, print_error=False, result_action="return_value")


def weigher() -> App:
    app = App(name="shogun", help_formatter=Help(), help_format="plaintext")
    app.command(weigh_command, name="weigh", help="Weigh the cubes of a tower.")
    return app


def test_a_declaration_is_a_function() -> None:
    parameters = inspect.signature(weigh).parameters
    assert list(parameters) == ["tower", "cubes", "is_wet", "seed", "metrics", "results", "running"]
    assert parameters["cubes"].default == 12 and parameters["cubes"].annotation is int
    assert weigh("classic", 3) == Weight("classic", 3, "False 1 None None 1")
    told = inspect.getdoc(weigh) or ""
    assert told.startswith("Weigh the cubes of a tower.\n\nNothing is thrown.\n\nParameters:")
    assert "\n\ncubes\n  Number of cubes to weigh, all of one color; see seed.\n\n" in told
    assert "\n\ntower\n  Name of a tower, or path to a .toml file." in told
    with pytest.raises(LabError, match=r"^cubes 0 must be at least 1\.$"):
        weigh("classic", 0)
    with pytest.raises(LabError, match=r"^cubes 'x' must be a whole number\.$"):
        weigh("classic", "x")  # type: ignore[arg-type]


def test_a_declaration_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--cubes", "3", "--is-wet", "--seed", "7", "--statistics", "a, b", "--results", "x.sqlite", "--jobs", "1"]
    assert called("weigh", "classic", *words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["tower"], found["cubes"]) == ("classic", 3)
    assert found["told"] == "True 7 ['a', 'b'] x.sqlite 1"
    assert called("weigh", "classic", "--again") == 0
    assert capsys.readouterr().out == "24\n"
    with pytest.raises(LabError, match=r"^--cubes 0 must be"):
        called("weigh", "classic", "--cubes", "0")
    with pytest.raises(CoercionError, match="whole number"):
        called("weigh", "classic", "--cubes", "1.5")


def test_a_declaration_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    weigher().help_print(["weigh"], console=Output().console)
    told = capsys.readouterr().out
    words = " ".join(told.replace("│", " ").split())
    for option in (
        "TOWER Name of a tower, or path to a .toml file. [required]",
        "--cubes INT Number of cubes to weigh, all of one color; see --seed. [default: 12]",
        "--is-wet Whether it rains. [default: False]",
        "--again Weigh twice. [default: False]",
        "--json Print one JSON object. [default: False]",
        "--statistics STR Additional statistics to measure, by name, such as pieces_touched; a wrong name lists them "
        "all.",
        "--jobs INT Number of processes; default: one for each processor.",
    ):
        assert option in words, words


@pytest.mark.parametrize("command", EXPERIMENTS, ids=lambda command: command.name)
def test_each_command_does_what_its_function_says(command: Any) -> None:
    name = command.place.partition(":")[2]
    told = (inspect.getdoc(getattr(shogun.lab, name)) or "").partition("\n")[0]
    assert told == command.help, "the list of commands repeats it, so that the lab isn't loaded for it"
    options = inspect.signature(getattr(experiments, name)).parameters
    own = inspect.signature(getattr(shogun.lab, name)).parameters
    shared = {one for one in own if one in options and own[one].default is not own[one].empty}
    changed = {"measure": {"battles", "sizes"}}.get(name, set())
    for one in shared - changed:
        assert own[one].default == options[one].default, one


def test_help_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    english = ("Name of a tower", "Battles counted", "Seed of all throws", "Number of processes", "File for a picture")
    for code in ("cs", "pl"):
        assert main(["tower", "sweep", "--help", "--language", code]) == 0
        told = capsys.readouterr().out
        assert not any(text in told for text in english)


def test_the_help_of_an_experiment_loads_no_heavy_library() -> None:
    from tests.cli.test_start import loaded

    code = "from shogun.cli import main; import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()):\n    "
    assert not {"numpy", "pymunk"} & set(loaded(code + "main(['tower', 'tune', '--help'])"))
