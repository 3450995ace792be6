"""Pebbles for learning agents."""

from typing import Any

from shogun.game.agent_encoding import Cell, Listed, Part

from .rules import MOST, PEBBLES, Setup, State


def parts(_setup: Setup) -> tuple[Part, ...]:
    return (
        Part("table", (), (Cell("left", PEBBLES, "pebbles that are left"), Cell("turn", 1, "1: it is one's turn"))),
    )


def cells(view: State, seat: int) -> list[int]:
    return [view.left, view.turn == seat]


def actions(_setup: Setup) -> tuple[str, ...]:
    return tuple(f"take {number}" for number in range(1, MOST + 1))


def longest(_setup: Setup) -> int:
    return 1


def composer(_view: State, question: Any) -> Listed:
    return Listed([((move.pebbles - 1,), move) for move in question.moves])
