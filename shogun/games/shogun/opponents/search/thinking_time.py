"""Time budgets: how long opponents may think while people wait."""

from shogun.games.shogun.rules.questions import PlanQuestion, PlayerQuestion
from shogun.table.session import Budget

PLAN_SECONDS, OTHER_SECONDS = 3.5, 0.5
"""Seconds of thought about a plan, and about anything else, while people wait."""


def budget_for(question: PlayerQuestion) -> Budget:
    """Return how long an opponent may think about a question while people wait for it."""
    return Budget(seconds=PLAN_SECONDS if isinstance(question, PlanQuestion) else OTHER_SECONDS)
