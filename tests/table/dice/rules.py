"""A toy game without a tower: in each of four turns a player rolls two dice, once more if they like, and keeps one."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from shogun.game.errors import IllegalMove, IllegalSetup
from shogun.game.protocol import Types
from shogun.game.questions import OneOf, Roll, Rolled
from shogun.table.journal import Header, SeatInfo

TURNS = 4


class Setup(Struct, frozen=True):
    seats: int = 2
    careful: bool = False
    """Whether a number that was kept has to be confirmed."""


class Again(Struct, frozen=True, tag=True):
    """Roll both dice once more."""


class Keep(Struct, frozen=True, tag=True, order=True):
    """Keep this number."""

    number: int


class Confirm(Struct, frozen=True, tag=True):
    """Let it be so."""


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True):
    turn: int = 0
    rolls: int = 0
    dice: tuple[int, ...] = ()
    points: tuple[int, ...] = (0, 0)
    careful: bool = False
    kept: int | None = None


class View(Struct, frozen=True):
    seat: int | None
    dice: tuple[int, ...]
    points: tuple[int, ...]


class Step(Struct, frozen=True):
    state: State
    events: tuple[str, ...]
    reveals: bool


code = "dice"
types = Types(Setup, Again | Keep | Confirm, Result)
has_tower = False


def new(setup: Setup) -> State:
    if setup.seats != 2:
        raise IllegalSetup("1", "two play this")
    return State(careful=setup.careful)


def begun_by(setup: Setup, seat: int) -> Setup:
    return setup


def awaited(state: State) -> tuple[Any, ...]:
    if state.turn == TURNS:
        return ()
    if not state.dice:
        return (Roll(f"turn{state.turn}/roll{state.rolls}", 2),)
    if state.kept is not None:
        return (OneOf(state.turn % 2, f"turn{state.turn}/confirm", (Confirm(),), "3"),)
    kept = tuple(Keep(number) for number in sorted(set(state.dice)))
    return (OneOf(state.turn % 2, f"turn{state.turn}/keep", (*kept, *([Again()] if state.rolls == 0 else ())), "2"),)


def verify(state: State, seat: int | None, answer: Any) -> Any:
    for question in awaited(state):
        if question.seat == seat:
            if isinstance(question, OneOf):
                question.verify(answer)
            elif not isinstance(answer, Rolled) or not answer.answers(question):
                raise IllegalMove("1", f"{answer} can't be rolled")
            return question
    raise IllegalMove("1", f"seat {seat} is asked nothing now")


def play(state: State, seat: int | None, answer: Any) -> Step:
    verify(state, seat, answer)
    match answer:
        case Rolled(dice):
            return Step(replace(state, dice=dice), (f"rolled {dice}",), True)
        case Again():
            return Step(replace(state, dice=(), rolls=1), (), False)
        case Keep(number) if state.careful:
            return Step(replace(state, kept=number), (), False)
    number = answer.number if isinstance(answer, Keep) else state.kept or 0
    points = tuple(old + number * (place == seat) for place, old in enumerate(state.points))
    return Step(State(state.turn + 1, 0, (), points, state.careful), (f"kept {number}",), False)


def view(state: State, seat: int | None) -> View:
    return View(seat, state.dice, state.points)


def result(state: State) -> Result | None:
    most = max(state.points)
    winners = tuple(seat for seat, points in enumerate(state.points) if points == most)
    return Result(winners, state.points) if state.turn == TURNS else None


def is_secret(asked: object) -> bool:
    return False


def period(state: State) -> str:
    return f"turn{state.turn}"


def in_tower(state: State) -> Mapping[str, int]:
    return {}


def problems(state: State) -> list[str]:
    return []


def header(seed: int = 7) -> Header:
    return Header(
        seed=seed, setup=Setup(), seats=(SeatInfo("Aki", player="person"), SeatInfo("Bizen", player="random"))
    )
