"""What the command line says of the game."""

from collections.abc import Mapping, Sequence

from shogun.game.errors import IllegalSetup
from tests.table.dice.rules import Again, Keep, Setup

SEATS = 2


def setup_of(seats: int, wishes: Mapping[str, str]) -> Setup:
    for option in wishes:
        raise IllegalSetup("1", f"there is no --{option} here")
    return Setup(seats)


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
