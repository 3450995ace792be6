"""The commands here bound what may be computed; as tests they only end, since a busy machine computes more slowly."""

import math

import pytest

from tests.robustness import commands, interrupts, judge


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is decided by a clock: one that hangs is ended by its timeout."""
    for module in (commands, interrupts, judge):
        monkeypatch.setattr(module, "SECONDS", math.inf)
