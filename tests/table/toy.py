"""A toy game that fulfils the table's protocol: three rounds of secret numbers, a throw, and one open move each."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.games.shogun.rules.chance import Draw, Drawn, Throw, Thrown
from shogun.games.shogun.rules.errors import IllegalMove
from shogun.games.shogun.rules.moves import PlaceGroup, Reinforce
from shogun.games.shogun.rules.questions import Choice
from shogun.games.shogun.rules.state import Setup
from shogun.games.shogun.rules.view import Result
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session

ROUNDS = 3
COLOURS = ("red", "blue")


class Toy(Struct):
    round: int = 1
    stage: str = "draw"
    first: int = 0
    numbers: tuple[int | None, ...] = (None, None)
    tower: dict[str, int] = field(default_factory=dict)
    points: tuple[int, ...] = (0, 0)


class ToyView(Struct):
    seat: int | None
    tower: Mapping[str, int]


class ToyStep(Struct):
    state: Toy
    events: tuple[Any, ...]
    reveals: bool


def new(setup: Setup) -> Toy:
    if setup.seats != 2:
        raise ValueError("two play this")
    return Toy()


def awaited(state: Toy) -> tuple[Any, ...]:
    key = f"round{state.round}"
    match state.stage:
        case "draw":
            return (Draw(f"{key}/first", (0, 1), 1),)
        case "plan":
            moves = tuple(PlaceGroup(n) for n in range(1, 6))
            return tuple(Choice(s, f"{key}/plan", "draft_group", moves) for s in (0, 1) if state.numbers[s] is None)
        case "throw":
            return (Throw(f"{key}/throw", dict(zip(COLOURS, state.numbers, strict=True))),)
        case "move0" | "move1":
            seat = int(state.stage[-1])
            return (Choice(seat, f"{key}/move/seat{seat}", "attack", (Reinforce(0), Reinforce(1))),)
    return ()


def verify(state: Toy, seat: int | None, answer: Any) -> Any:
    for question in awaited(state):
        if question.seat == seat:
            if seat is not None:
                question.verify(answer)
            return question
    raise IllegalMove("1", f"seat {seat} is asked nothing now")


def play(state: Toy, seat: int | None, answer: Any) -> ToyStep:
    question = verify(state, seat, answer)
    match answer:
        case Drawn(items):
            return ToyStep(replace(state, first=items[0], stage="plan"), (), True)
        case PlaceGroup(number):
            numbers = tuple(number if place == seat else old for place, old in enumerate(state.numbers))
            stage = "plan" if None in numbers else "throw"
            return ToyStep(replace(state, numbers=numbers, stage=stage), (), False)
        case Thrown(out):
            left = Counter(state.tower) + Counter(question.cubes) - Counter(out)
            points = tuple(p + out.get(c, 0) for p, c in zip(state.points, COLOURS, strict=True))
            return ToyStep(replace(state, tower=dict(left), points=points, stage="move0"), ((seat, out),), True)
    if state.stage == "move0":
        return ToyStep(replace(state, stage="move1"), (), False)
    last = state.round == ROUNDS
    stage = "over" if last else "draw"
    return ToyStep(replace(state, round=state.round + (not last), stage=stage, numbers=(None, None)), (), False)


def view(state: Toy, seat: int | None) -> ToyView:
    return ToyView(seat, state.tower)


def result(state: Toy) -> Result | None:
    most = max(state.points)
    winners = tuple(seat for seat, points in enumerate(state.points) if points == most)
    return Result(winners, state.points, (0, 0)) if state.stage == "over" else None


def period(state: Toy) -> str:
    return "over" if state.stage == "over" else f"round{state.round}"


def choose(view: Any, inside: Any, question: Any, rng: Any, budget: Any) -> Any:
    """A seat that plays any legal move."""
    return question.sample(rng)


def header(seed: int = 7, *, player: str = "random", tower: TowerInfo | None = None) -> Header:
    """The agreements of a toy game of two."""
    seats = (SeatInfo("Aki", player=player), SeatInfo("Bizen", player="random"))
    return Header(seed=seed, setup=Setup(seats=2), seats=seats, tower=tower or TowerInfo())


def to_planning(session: Session) -> Session:
    """The session, gone on to where both seats plan."""
    while session.chance is not None:
        session.advance()
    return session
