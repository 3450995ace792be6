"""Short forms of the attacks of `fuzz.py`, the same cases each time, and that they would notice a flaw."""

import os
import sys
from pathlib import Path
from random import Random

import pytest

import shogun.cli.tower_commands.tower_files
from shogun.cli.commands import COMMANDS, TOWER_COMMANDS
from tests.robustness import commands, fuzz
from tests.robustness.guard import kept_inside
from tests.robustness.judge import HAS_ALARMS, Flaw

SEED, COUNT = 1, 60


@pytest.mark.slow
def test_files_of_strangers_end_in_sentences() -> None:
    done = fuzz.cases(SEED, 0, COUNT)
    assert [f"--seed {SEED} --first {number} ({kind}): {flaw}" for number, kind, flaw in done if flaw] == []


@pytest.mark.slow
def test_files_of_strangers_in_the_window(tmp_path: Path) -> None:
    total = fuzz.Total(SEED)
    fuzz.attack_all(total, 0, 6, 1, lambda _total: None)
    assert (total.flaws, total.windows >= 6) == ([], True)


@pytest.mark.slow
def test_runs_add_up() -> None:
    kept: list[fuzz.Total] = []
    total = fuzz.Total(SEED)
    fuzz.attack_all(total, 3, 0, 1, kept.append)
    fuzz.attack_all(total, 5, 0, 1, kept.append)
    assert len(kept) == 2 and total.cases == sum(total.attacked.values()) == 5
    fuzz.attack_all(total, 5, 0, 1, kept.append)
    assert len(kept) == 2, "nothing is missing"
    total.add(fuzz.Share(5, 5, {"tower": 5}, [(7, "tower", "Traceback")], 301.0), is_window=False)
    assert str(total).startswith("10 cases, 1 flaws (--first 7 (tower)); ")


def test_what_a_command_does_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    folder = tmp_path / "folder"
    folder.mkdir()

    def stray(_tower: str) -> tuple[str, str]:
        elsewhere.write_text("x", "utf-8")
        raise AssertionError("it was written")

    monkeypatch.setattr(shogun.cli.tower_commands.tower_files, "tower_text", stray)
    with pytest.raises(Flaw, match=r"it would have written elsewhere: \['open .*elsewhere"):
        commands.run_here(folder, ["tower", "check", "classic"], "utf-8")
    assert not elsewhere.exists()

    def endless(_tower: str) -> tuple[str, str]:
        while True:
            try:
                sum(range(1000))
            except KeyboardInterrupt:
                heard.append(True)

    heard: list[bool] = []
    monkeypatch.setattr(shogun.cli.tower_commands.tower_files, "tower_text", endless)
    monkeypatch.setattr(commands, "HUNG", 0.1)
    monkeypatch.setattr(commands, "UNTIL_INTERRUPTED", 0.05)
    if HAS_ALARMS:
        assert "it computed for more than" in fuzz.flaw_of(
            lambda: commands.run_here(folder, ["tower", "check", "classic"], "utf-8")
        )
        assert heard == [True]
    for code, err in ((3, ""), (2, "what?"), (0, "Traceback (most recent call last)"), (1, "shogun: a\x1bb\n")):
        with pytest.raises(Flaw):
            commands.judge(code, "", err, [])


def test_the_guard_lets_a_case_write_in_its_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with kept_inside(folder) as strayed:
        Path("inside").write_text("x", "utf-8")
        Path("inside").rename("other")
        Path().mkdir(exist_ok=True)
        assert Path(os.environ["HOME"]) == folder
        assert Path(sys.executable).read_bytes()[:1]
        for deed in (
            lambda: Path("other").rename(tmp_path / "x"),
            (tmp_path / "y").mkdir,
            Path("../z").touch,
        ):
            with pytest.raises(PermissionError):
                deed()
    assert len(strayed) == 3 and [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_command_lines_of_all_kinds_are_made() -> None:
    lines = [commands.words_of(Random(number)) for number in range(2000)]
    for known in (["tower", "drop"], ["ladder"], ["simulate"], ["play"]):
        assert any(line[: len(known)] == known for line in lines)
    assert any("\x00" in word for line in lines for word in line)
    assert any(len(word) > 10_000 for line in lines for word in line)


def test_every_command_is_attacked_with_all_its_options() -> None:
    found = commands.all_commands()
    assert set(found) == {(one.name,) for one in COMMANDS} | {("tower", one.name) for one in TOWER_COMMANDS} | {()}
    assert {"resume", "json", "budget"} <= set(found["ladder",][1])
    for words, (_places, options) in found.items():
        assert set(options.values()) <= {*commands.CHOICES, commands.FLAGS}, words
    assert commands.COMMANDS["play",][1].items() < found["play",][1].items(), "what is left out is added by its type"
