"""The toy game of dice for learning agents."""

from typing import Any

from shogun.game.agent_encoding import ActionNames, Cell, Listed, Part, around, seat_rows
from tests.table.dice.rules import Confirm, Keep, Setup, View

_NAMES = ActionNames({"": ("again", "confirm"), "keep": tuple(range(1, 7))})


def parts(setup: Setup) -> tuple[Part, ...]:
    dice = tuple(Cell(f"die {number}", 6, "what it shows, 0: nothing") for number in (1, 2))
    return (Part("players", seat_rows(setup.seats), (Cell("points", 24, "points"),)), Part("dice", (), dice))


def cells(view: View, seat: int) -> list[int]:
    return [*(view.points[other] for other in around(seat, 2)), *(view.dice or (0, 0))]


def actions(setup: Setup) -> tuple[str, ...]:
    return _NAMES.names


def longest(setup: Setup) -> int:
    return 1


def composer(view: View, question: Any) -> Listed:
    return Listed([((_action(move),), move) for move in question.moves])


def _action(move: Any) -> int:
    if isinstance(move, Keep):
        return _NAMES["keep", move.number]
    return _NAMES["", "confirm" if isinstance(move, Confirm) else "again"]
