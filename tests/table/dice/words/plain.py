"""What the command line says of the game."""

from collections.abc import Sequence

from tests.table.dice.rules import Again, Keep, Setup

SEATS = 2


def setup_text(setup: Setup) -> str:
    return "dice"


def board_of(setup: Setup) -> str:
    return ""


def seat_names(setup: Setup) -> list[str]:
    return ["Aki", "Bizen"]


def sentence(event: str, names: Sequence[str]) -> str:
    return event


def move_lines(move: Again | Keep) -> list[str]:
    return [str(move)]
