"""Nim, a whole game in one file: two players take turns removing one to three of 15 sticks; the last stick wins."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.protocol import AnyGame, Types
from shogun.game.questions import OneOf
from shogun.games import Game

STICKS, MOST = 15, 3


class Setup(Struct, frozen=True):
    """What is agreed before a game."""

    seats: int = 2


class Take(Struct, frozen=True, tag=True, order=True):
    """Take so many sticks."""

    sticks: int


class Result(Struct, frozen=True):
    """How a game ended."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True):
    """How many sticks are left, and how many have been taken by turns."""

    left: int = STICKS
    turns: int = 0


class Step(Struct, frozen=True):
    """What an answer led to; `events` says in words what happened."""

    state: State
    events: tuple[str, ...]
    reveals: bool = False


code = "nim"
types = Types(Setup, Take, Result)
has_tower = False


def new(setup: Setup) -> State:
    """Return the state before the first answer."""
    if setup.seats != 2:
        raise IllegalSetup("1", "two play this")
    return State()


def begun_by(setup: Setup, seat: int) -> Setup:
    """Return the same setup: the first seat always begins."""
    return setup


def awaited(state: State) -> tuple[OneOf[Take], ...]:
    """Return who is asked what; nobody when the heap is empty."""
    if not state.left:
        return ()
    moves = tuple(Take(sticks) for sticks in range(1, min(MOST, state.left) + 1))
    return (OneOf(state.turns % 2, f"turn{state.turns}", moves, "1"),)


def verify(state: State, seat: int | None, answer: Any) -> OneOf[Take]:
    """Return the question that this answers."""
    for question in awaited(state):
        if question.seat == seat:
            question.verify(answer)
            return question
    raise IllegalMove("1", "it is the other one's turn")


def play(state: State, seat: int | None, answer: Any) -> Step:
    """Return what an answer leads to; the state that is given stays as it is."""
    verify(state, seat, answer)
    return Step(State(state.left - answer.sticks, state.turns + 1), (f"{answer.sticks} taken",))


def view(state: State, seat: int | None) -> State:
    """Return what a seat may see: all is open."""
    return state


def is_secret(asked: object) -> bool:
    """Return whether a question is for its seat's eyes alone: none is."""
    return False


def result(state: State) -> Result | None:
    """Return how the game ended, None while it runs."""
    winner = (state.turns - 1) % 2
    return None if state.left else Result((winner,), tuple(int(seat == winner) for seat in (0, 1)))


def period(state: State) -> str:
    """Return the name of the present period."""
    return "the game"


def in_tower(state: State) -> Mapping[str, int]:
    """Return the cubes in the tower: there is none."""
    return {}


def problems(state: State) -> list[str]:
    """Return what is wrong with a state: mistakes of the program."""
    return [] if 0 <= state.left <= STICKS else [f"{state.left} sticks are left"]


class Nim(Game):
    """The game as it is declared: it brings its rules, and has of all else what any game has."""

    code = "nim"
    name = "Nim"

    @property
    def rules(self) -> AnyGame:
        """This module: its functions are the rules."""
        import nim

        return nim


GAME = Nim()
