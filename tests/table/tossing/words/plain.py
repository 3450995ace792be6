"""The toy game in plain words."""

from collections.abc import Sequence
from typing import Any

from tests.table.toy import Name, Say, Setup

SEATS = 2


def seat_names(setup: Setup) -> list[str]:
    return ["Aki", "Bizen"]


def setup_text(setup: Setup) -> str:
    return ""


def board_of(setup: Setup) -> str:
    return ""


def sentence(event: Any, names: Sequence[str]) -> str:
    return f"The tower gave {event[1]}"


def move_lines(move: Name | Say) -> list[str]:
    return [f"{type(move).__name__} {move.number}"]
