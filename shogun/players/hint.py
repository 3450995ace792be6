"""What an adviser says: light enough to be known where nobody has asked it yet."""

from typing import Any

from msgspec import Struct


class Hint(Struct, frozen=True):
    """What an adviser would do, and why, a sentence each; no move: it is still being thought about."""

    move: Any = None
    reasons: tuple[str, ...] = ()


class PlanHint(Hint, frozen=True):
    """A hint for a turn: all moves of the plan that its move begins."""

    plan: tuple[Any, ...] = ()


def reads_equal(one: float, other: float) -> bool:
    """Return whether two chances are equal in whole percent, so that no reader could compare them."""
    return f"{one:.0%}" == f"{other:.0%}"
