"""The short form of `hasty.py`."""

import os
import sys
from collections import Counter

import pytest

from tests.robustness import hasty

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="interrupts are sent as POSIX does"),
    pytest.mark.usefixtures("ctrl_c_is_heard"),
]


@pytest.mark.slow
def test_ctrl_c_ends_a_command_that_starts_in_silence_or_with_one_line() -> None:
    tally, flaws = hasty.run(6, 3, sys.executable)
    assert flaws == []
    assert sum(tally.values()) == 6


@pytest.mark.slow
def test_ctrl_c_ends_every_command_that_starts() -> None:
    tally, flaws = hasty.run(60, 4, sys.executable)
    assert flaws == []
    assert tally["130"] > 20


@pytest.mark.parametrize(
    ("code", "err", "was_over"),
    [
        (130, "Traceback (most recent call last):\nKeyboardInterrupt\n", False),
        (130, "shogun: interrupted\nshogun: interrupted\n", False),
        (2, "shogun: interrupted\n", False),
        (130, "", True),
    ],
)
def test_a_bad_end_is_noticed(code: int, err: str, was_over: bool) -> None:
    with pytest.raises(hasty.Flaw):
        hasty.check(code, err, was_over=was_over)
    hasty.check(130, "shogun: interrupted\n", was_over=False)


def test_a_program_that_tells_a_traceback_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = "import os, sys, time; os.write(int(sys.argv[1]), b'1'); time.sleep(20)"
    monkeypatch.setattr(hasty, "FIRST_LINE", waits)
    tally, flaws = hasty.run(1, 1, sys.executable)
    assert tally == Counter()
    assert "KeyboardInterrupt" in flaws[0]
