"""The short form of `interrupts.py`."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.robustness import interrupts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="interrupts are sent as POSIX does")


@pytest.mark.slow
def test_one_ctrl_c_ends_every_command() -> None:
    tally: Counter[str] = Counter()
    interrupts.run(6, 2, tally)
    assert sum(tally.values()) == 6


def test_a_command_that_goes_on_or_leaves_half_a_line_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    monkeypatch.setattr(interrupts, "START", deaf)
    monkeypatch.setattr(interrupts, "PATIENCE", 0.2)
    with pytest.raises(interrupts.Flaw, match="it is still there"):
        interrupts.interrupted([], tmp_path, 0.0)
    monkeypatch.setattr(interrupts, "START", "print(1, flush=True); raise KeyboardInterrupt")
    with pytest.raises(interrupts.Flaw, match="Traceback"):
        interrupts.interrupted([], tmp_path, 0.5)
    (tmp_path / "results.jsonl").write_bytes(b'{"format": 1}\n{"step"')
    with pytest.raises(ValueError, match="truncated"):
        interrupts._check_kept(tmp_path, [])
