"""Damaged files of the program's own: the same cases each time, and that one that is written over would be noticed."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from shogun.table import journal_files
from tests.robustness import fuzz, own_files
from tests.robustness.judge import Flaw


@pytest.mark.slow
def test_damaged_files_of_ones_own_end_in_sentences_and_stay() -> None:
    for number in range(150):
        with fuzz.own_folder() as folder:
            flaw = fuzz.flaw_of(lambda: own_files.attack_own(folder, Random(number)))  # noqa: B023  at once
        assert flaw == "", number


def _only(monkeypatch: pytest.MonkeyPatch, kind: str, write: Callable[[], object]) -> None:
    own = replace(own_files.OWN[kind], write=write, read=lambda: None)
    monkeypatch.setattr(own_files, "OWN", {kind: own})


def test_what_is_written_over_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _only(monkeypatch, "shown", lambda: journal_files.shown_path(own_files._game()).write_bytes(b"7\n"))
    monkeypatch.setattr(own_files, "damaged", lambda _data, _rng: b"odd")
    with pytest.raises(Flaw, match="shown: what couldn't be read was written over: b'odd'"):
        own_files.attack_own(tmp_path.resolve(), Random(1))


def test_a_traceback_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistake() -> None:
        if journal_files.shown_path(own_files._game()).exists():
            raise KeyError("base")

    _only(monkeypatch, "shown", mistake)
    assert "KeyError" in fuzz.flaw_of(lambda: own_files.attack_own(tmp_path.resolve(), Random(1)))
