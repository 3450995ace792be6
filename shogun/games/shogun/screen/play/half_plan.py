"""The plan that somebody was laying when the window closed: Shogun's draft beside the journal of its game."""

from pathlib import Path

import msgspec
from msgspec import Struct

from shogun.games.shogun.rules.cards import Card
from shogun.table.draft import keep_draft, take_draft


class HalfPlan(Struct, frozen=True):
    """Cards by field as far as they were laid, and for which question."""

    seat: int
    key: str
    """The key of the question that the plan answers."""
    fields: tuple[Card | None, ...]


def keep_half_plan(journal: Path, plan: HalfPlan) -> None:
    """Write a half-laid plan; where that is not possible it is lost, and nothing else."""
    keep_draft(journal, msgspec.json.encode(plan))


def take_half_plan(journal: Path) -> HalfPlan | None:
    """Return the half-laid plan of a game and remove its file; None if there is none that can be read."""
    draft = take_draft(journal)
    try:
        return None if draft is None else msgspec.json.decode(draft, type=HalfPlan)
    except msgspec.MsgspecError:
        return None
