"""The plan that somebody was laying when the window closed; it lies in a file beside the journal of its game."""

from pathlib import Path

import msgspec
from msgspec import Struct

from shogun.games.shogun.rules.cards import Card


class HalfPlan(Struct, frozen=True):
    """Cards by field as far as they were laid, and for which question."""

    seat: int
    key: str
    """The key of the question that the plan answers."""
    fields: tuple[Card | None, ...]


def half_plan_path(journal: Path) -> Path:
    """Return the file of the half-laid plan that belongs to a journal."""
    return journal.with_suffix(".plan")


def keep_half_plan(journal: Path, plan: HalfPlan) -> None:
    """Write a half-laid plan; where that is not possible it is lost, and nothing else."""
    try:
        half_plan_path(journal).write_bytes(msgspec.json.encode(plan))
    except OSError:
        return


def take_half_plan(journal: Path) -> HalfPlan | None:
    """Return the half-laid plan of a game and remove its file; None if there is none that can be read."""
    path = half_plan_path(journal)
    try:
        plan = msgspec.json.decode(path.read_bytes(), type=HalfPlan)
        path.unlink()
    except (OSError, msgspec.MsgspecError):
        return None
    return plan
