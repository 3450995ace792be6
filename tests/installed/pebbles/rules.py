"""The rules of Pebbles: lots decide who begins."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.protocol import Types
from shogun.game.questions import Draw, Drawn, OneOf

PEBBLES, MOST = 10, 3


class Setup(Struct, frozen=True):
    seats: int = 2


class Take(Struct, frozen=True, tag=True, order=True):
    pebbles: int


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True):
    left: int = PEBBLES
    turn: int = -1
    """The seat on turn; -1 before the lots."""
    turns: int = 0


class Step(Struct, frozen=True):
    state: State
    events: tuple[str, ...]
    reveals: bool


code = "pebbles"
types = Types(Setup, Take, Result)
has_tower = False


def new(setup: Setup) -> State:
    if setup.seats != 2:
        raise IllegalSetup("1", "two play Pebbles")
    return State()


def begun_by(setup: Setup, _seat: int) -> Setup:
    return setup


def awaited(state: State) -> tuple[Any, ...]:
    if not state.left:
        return ()
    if state.turn < 0:
        return (Draw("first", (0, 1), 1),)
    moves = tuple(Take(number) for number in range(1, min(MOST, state.left) + 1))
    return (OneOf(state.turn, f"turn{state.turns}", moves, "2"),)


def verify(state: State, seat: int | None, answer: Any) -> Any:
    for question in awaited(state):
        if question.seat == seat and isinstance(question, OneOf):
            question.verify(answer)
            return question
        if question.seat == seat and isinstance(answer, Drawn) and answer.answers(question):
            return question
    raise IllegalMove("2", f"{answer} answers nothing")


def play(state: State, seat: int | None, answer: Any) -> Step:
    verify(state, seat, answer)
    if isinstance(answer, Drawn):
        return Step(replace(state, turn=int(answer.items[0])), (), True)
    taken = State(state.left - answer.pebbles, 1 - state.turn, state.turns + 1)
    return Step(taken, (f"{answer.pebbles} are taken",), False)


def view(state: State, _seat: int | None) -> State:
    return state


def result(state: State) -> Result | None:
    winner = 1 - state.turn
    return None if state.left else Result((winner,), (int(winner == 0), int(winner == 1)))


def is_secret(_asked: object) -> bool:
    return False


def period(state: State) -> str:
    return "end" if not state.left else "game"


def in_tower(_state: State) -> Mapping[str, int]:
    return {}


def problems(state: State) -> list[str]:
    return [] if 0 <= state.left <= PEBBLES else ["there are too many pebbles"]
