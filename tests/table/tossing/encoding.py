"""The toy game with a tower for learning agents."""

from typing import Any

from shogun.game.agent_encoding import ActionNames, Cell, Listed, Part
from tests.table.toy import COLOURS, Name, Setup, ToyView

_NAMES = ActionNames({"name": tuple(range(1, 6)), "say": (0, 1)})


def parts(setup: Setup) -> tuple[Part, ...]:
    return (Part("tower", (), tuple(Cell(colour, 15, "cubes in the tower") for colour in COLOURS)),)


def cells(view: ToyView, seat: int) -> list[int]:
    return [view.tower.get(colour, 0) for colour in COLOURS]


def actions(setup: Setup) -> tuple[str, ...]:
    return _NAMES.names


def longest(setup: Setup) -> int:
    return 1


def composer(view: ToyView, question: Any) -> Listed:
    return Listed(
        [((_NAMES["name" if isinstance(move, Name) else "say", move.number],), move) for move in question.moves]
    )
