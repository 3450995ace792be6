"""How long opponents may think while people wait: the time budget of each kind of question."""

from typing import Any

from shogun.table.running.seats import Budget

SECONDS = 0.2


def budget_for(_question: Any) -> Budget:
    """Return how long an opponent may think about a question while people wait for it."""
    return Budget(seconds=SECONDS)
