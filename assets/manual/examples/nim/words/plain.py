"""What the command line and the window say of the game."""

from collections.abc import Mapping, Sequence

from nim.rules import Setup, Take

SEATS = 2
OPTIONS = ()


def setup_of(seats: int, wishes: Mapping[str, str]) -> Setup:
    """Return what was wished for on the command line."""
    return Setup(seats)


def setup_text(setup: Setup) -> str:
    """Return what was agreed on, in words."""
    return "a heap of sticks"


def board_of(setup: Setup) -> str:
    """Return on which board it is played: there is none."""
    return ""


def seat_names(setup: Setup) -> list[str]:
    """Return what the seats are called."""
    return ["First", "Second"]


def sentence(event: str, names: Sequence[str]) -> str:
    """Return what happened, in words."""
    return event


def move_lines(move: Take) -> list[str]:
    """Return a move in words."""
    return [f"take {move.sticks}"]
