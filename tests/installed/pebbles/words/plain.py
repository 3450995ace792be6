"""Pebbles in words."""

from collections.abc import Sequence

from ..rules import Setup, Take  # noqa: TID252  it is installed elsewhere

SEATS = 2


def setup_text(_setup: Setup) -> str:
    return "pebbles"


def board_of(_setup: Setup) -> str:
    return ""


def seat_names(_setup: Setup) -> list[str]:
    return ["Aki", "Bizen"]


def sentence(event: str, _names: Sequence[str]) -> str:
    return event


def move_lines(move: Take) -> list[str]:
    return [f"take {move.pebbles}"]
