"""Tables of all commands at all widths: no number is ever cut, and what is no terminal has no width."""

import io
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib import import_module
from inspect import getsource
from pathlib import Path

import msgspec
import pytest

from shogun import cli
from shogun.base import tables
from shogun.base.resources import shipped
from shogun.base.tables import Column, Output, Table, numbers, words
from shogun.cli.commands import COMMANDS, POSITION_COMMANDS, PUZZLE_COMMANDS, TOWER_COMMANDS
from shogun.games import entry_of
from shogun.lab.experiments import conversion
from shogun.lab.measuring.estimates import Interval
from shogun.lab.searching.search_space import Parameter
from shogun.lab.validation import calibration, verification
from shogun.lab.validation.calibration import Agreement, Match
from shogun.lab.validation.verification import QUICK
from tests.lab.searching.test_tune import MadeUp
from tests.players.review.judged_games import judge, play
from tests.players.review.test_game_review import SETUPS

WIDTHS = (0, 1, 2, 20, 40, 60, 80)
NUMBER = re.compile(r"[-+\u2212]?[0-9]+(?:[.,][0-9]+)*")
FEW = "--jobs 1 --seed 1"
STUDY = f"{FEW} --battles 10"
LAB = {
    "parameters": "parameters pins",
    "measure": f"measure classic {STUDY}",
    "residence": f"residence classic {FEW} --battles 100",
    "sample-size": f"sample-size classic {FEW} --within p_out_thrown=0.1 --pilot 160",
    "verify": "verify classic --jobs 1",
    "compare": f"compare classic steep {STUDY}",
    "sweep": f"sweep classic {STUDY} --vary ledges.tilt=17:19:2",
    "tune": f"tune classic {FEW} --target stock=12 --parameters ledges.tilt --candidates 20",
    "explore": f"explore classic {FEW} --parameters ledges.tilt=12:22,ledges.length --candidates 20 --output map.html",
    "sensitivity": f"sensitivity classic {STUDY} --parameters ledges.tilt=17:19 --samples 4",
    "contest": f"contest . {STUDY} --target stock=12",
    "match": f"match classic counts.csv {FEW}",
}
MADE_UP = ("tune", "explore", "sensitivity")
"""Commands of the laboratory for which nothing is simulated."""
FEWER = msgspec.structs.replace(
    QUICK, battles=6, fine_battles=6, chains=2, probe_every=100, cubes_alone=8, chains_alone=1
)


class Terminal(io.StringIO):
    """A terminal that holds what was written."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[Output], None]]:
    """All that commands print, to be printed once more."""
    all_of_it: list[Callable[[Output], None]] = []
    whole, sentence = Output.print_table, Output.print

    def print_table(self: Output, table: Table) -> None:
        all_of_it.append(lambda output: whole(output, table))
        whole(self, table)

    def print_sentence(self: Output, text: str, *, indent: int = 0, style: str = "") -> None:
        all_of_it.append(lambda output: sentence(output, text, indent=indent, style=style))
        sentence(self, text, indent=indent, style=style)

    monkeypatch.setattr(Output, "print_table", print_table)
    monkeypatch.setattr(Output, "print", print_sentence)
    return all_of_it


def numbers_at(width: int | None, printed: list[Callable[[Output], None]]) -> Counter[str]:
    stream = io.StringIO()
    output = Output(stream, width)
    for again in printed:
        again(output)
    lines = stream.getvalue().splitlines()
    assert width is None or width < 20 or all(len(line) <= width for line in lines if " " in line.strip())
    return Counter(NUMBER.findall(stream.getvalue()))


def hold(printed: list[Callable[[Output], None]]) -> None:
    """Assert that all numbers are there at every width, each once for each time that it stands in the wide output."""
    wide = numbers_at(500, printed)
    assert wide
    for width in (*WIDTHS, None):
        found = numbers_at(width, printed)
        assert not wide - found, width


def shogun_journal(folder: Path) -> Path:
    """Return a game of Shogun, the end of which is an attack."""
    assert cli.main(f"simulate --seed 3 --tower model --journals {folder}".split()) == 0
    lines = (folder / "3.journal").read_bytes().splitlines(keepends=True)
    attack = next(number for number, line in enumerate(lines) if b'"type":"Attack"' in line or b'"armies":' in line)
    path = folder / "attack.journal"
    path.write_bytes(b"".join(lines[: attack + 1]))
    return path


GAMES = ("games", "simulate", "ladder", "review", "reviews", "odds")


@pytest.mark.parametrize("name", GAMES)
def test_games_print_all_numbers_at_every_width(
    name: str, tmp_path: Path, printed: list[Callable[[Output], None]]
) -> None:
    folder = tmp_path / "games"
    line = {
        "games": "games",
        "simulate": "simulate --players 5 --games 3 --seed 18446744073709551610 --tower model",
        "ladder": "ladder --opponents random,greedy --games 1 --tower model --report",
    }.get(name, "")
    if name in ("review", "reviews"):
        entry = entry_of("rumble-nation")
        judge_of_game = entry.decisions
        assert judge_of_game is not None
        play(entry.rules, SETUPS[entry.code], tmp_path / "1.journal")
        judge(entry, tmp_path / "1.journal", [judge_of_game.KINDS[0]], judge_of_game.PLAYOUTS)
        more = "--game rumble-nation" if name == "reviews" else "--playouts 1"
        line = f"{name} {tmp_path / '1.journal'} {more}"
    if name == "odds":
        line = f"odds {shogun_journal(folder)} --drops 0"
        printed.clear()
    assert cli.main(line.split()) == 0
    hold(printed)


@pytest.mark.slow
@pytest.mark.parametrize("name", LAB)
def test_the_lab_prints_all_numbers_at_every_width(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: list[Callable[[Output], None]]
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("counts.csv", "classic.toml"):
        shutil.copy(shipped("tower_geometry") / file, file)
    agreement = Agreement(0.55, -12.25, 30, 31.0, 2.5, 0.4)
    matched = Match("classic", Parameter("grain.friction", 0.4, 0.7), 6, 40, agreement, agreement,
                    Interval(0.55, 0.5, 0.6), False, 900)  # fmt: skip
    monkeypatch.setattr(calibration, "match", lambda *_asked: matched)
    monkeypatch.setattr(verification, "QUICK", FEWER)
    if name in MADE_UP:
        monkeypatch.setattr(conversion, "executor", lambda *_asked, **_more: nullcontext(MadeUp()))
    assert cli.main(["tower", *LAB[name].split()]) in (0, 1)
    hold(printed)


def test_every_command_that_prints_a_table_is_tried() -> None:
    def prints(place: str) -> bool:
        name, function = place.split(":")
        module = import_module(f"shogun.cli.{name}")
        source = getsource(getattr(module, function) if name == "tower_commands.tower_files" else module)
        return "Output()" in source or "import print_" in source or "import tell_" in source

    found = {
        one.name for one in (*COMMANDS, *POSITION_COMMANDS, *PUZZLE_COMMANDS, *TOWER_COMMANDS) if prints(one.place)
    }
    assert found == {*GAMES, *LAB, "importance"}, "importance prints the same table as sensitivity"


def test_nobody_else_makes_tables() -> None:
    shogun = Path(tables.__file__).parents[1]
    makers = {
        path.name
        for path in shogun.rglob("*.py")
        if re.search(r"rich(\.table)? import .*Table", path.read_text("utf-8"))
    }
    assert makers == {"tables.py"}


@pytest.mark.parametrize("columns", [*map(str, WIDTHS), "-5", "²", "9" * 400, "wide"])
def test_a_terminal_of_any_width_shows_games_and_help(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(*line: str) -> str:
        monkeypatch.setattr(sys, "stdout", terminal := Terminal())
        assert cli.main(line) == 0
        return re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())

    monkeypatch.setenv("COLUMNS", columns)
    assert {"river-of-gold", "strategist", "conqueror,"} <= set(shown("games").split())
    assert {"--players", "--opponents", "--advanced"} <= set(re.findall(r"--\w+", shown("simulate", "--help")))


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert cli.main(["games"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > 100


@pytest.mark.parametrize("is_legacy", [False, True])
def test_running_text_is_broken_between_words_and_figures_stay_on_their_line(
    is_legacy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old consoles of Windows have a column less, as rich sees it: nothing is cut off for that."""
    monkeypatch.setattr("rich.console.detect_legacy_windows", lambda: is_legacy)
    table = Table(
        "", [*words("name"), *numbers("a figure"), Column("told", wraps=True)], [("x", "-1.25 (-2 to 3)", "one two")]
    )
    assert list(lines(table, 40)) == ["name         a figure  told", "x     -1.25 (-2 to 3)  one two"]
    assert list(lines(table, 29)) == ["name         a figure  told", "x     -1.25 (-2 to 3)  one", "two"]
    assert list(lines(table, 28)) == ["name: x", "a figure: -1.25 (-2 to 3)", "told: one two"]


def lines(table: Table, width: int) -> Iterator[str]:
    Output(stream := io.StringIO(), width).print_table(table)
    return map(str.strip, stream.getvalue().splitlines())
