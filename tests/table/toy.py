"""A toy game with a tower, and moves of its own: three rounds of secret numbers, a throw, and one open move each."""

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from shogun.game.errors import IllegalMove, IllegalSetup, NoPosition
from shogun.game.positions import Found, check_position, no_such, not_between, wrong_numbers
from shogun.game.protocol import AnyGame, Given, Types
from shogun.game.questions import Draw, Drawn, OneOf, Order, Throw, Thrown, as_listed
from shogun.table.journal import Contents, Header, SeatInfo, TowerInfo
from shogun.table.replay import History, Replay
from shogun.table.session import Session

ROUNDS = 3
COLOURS = ("red", "blue")


class StartPosition(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The beginning of a round."""

    round: int = 1
    tower: Mapping[str, int] = {}
    points: tuple[int, int] = (0, 0)


class Setup(Struct, frozen=True):
    seats: int = 2
    position: StartPosition | UnsetType = UNSET


class Name(Struct, frozen=True, tag=True):
    """A secret number."""

    number: int


class Say(Struct, frozen=True, tag=True):
    """A number said aloud."""

    number: int


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    points: tuple[int, ...]


code = "toy"
types = Types(Setup, Name | Say, Result)
has_tower = True


class Toy(Struct):
    round: int = 1
    stage: str = "draw"
    first: int = 0
    numbers: tuple[int | None, ...] = (None, None)
    tower: dict[str, int] = field(default_factory=dict)
    points: tuple[int, ...] = (0, 0)
    setup: Setup | UnsetType = UNSET


class ToyView(Struct):
    seat: int | None
    tower: Mapping[str, int]


class ToyStep(Struct):
    state: Toy
    events: tuple[Any, ...]
    reveals: bool


def new(setup: Setup) -> Toy:
    if setup.seats != 2:
        raise IllegalSetup("1", "two play this")
    if not setup.position:
        return Toy()
    check_position(position_problems(setup), "1")
    return Toy(setup.position.round, tower=dict(setup.position.tower), points=setup.position.points, setup=setup)


def position_problems(setup: Setup) -> Iterator[Found]:
    position = setup.position or StartPosition()
    yield from wrong_numbers({("round",): (position.round, 1, ROUNDS)})
    for colour, count in position.tower.items():
        if colour not in COLOURS:
            yield ("tower", colour), no_such(colour, COLOURS)
        elif told := not_between(count, 1, 100):
            yield ("tower", colour), told


position_defaults = {"round": "the first", "tower": "it is empty", "points": "none"}


def position_of(state: Toy, _seats: Collection[int] = ()) -> Setup:
    if state.stage not in ("draw", "plan"):
        raise NoPosition("a position must be taken at the beginning of a round")
    one, other = state.points
    return Setup(position=StartPosition(state.round, state.tower, (one, other)))


def begun_by(setup: Setup, seat: int) -> Setup:
    return setup


def awaited(state: Toy) -> tuple[Any, ...]:
    key = f"round{state.round}"
    match state.stage:
        case "draw":
            return (Draw(f"{key}/first", (0, 1), 1),)
        case "plan":
            moves = tuple(Name(n) for n in range(1, 6))
            return tuple(OneOf(s, f"{key}/plan", moves, "1") for s in (0, 1) if state.numbers[s] is None)
        case "throw":
            return (Throw(f"{key}/throw", {c: n for c, n in zip(COLOURS, state.numbers, strict=True) if n}),)
        case "move0" | "move1":
            seat = int(state.stage[-1])
            return (OneOf(seat, f"{key}/move/seat{seat}", (Say(0), Say(1)), "2"),)
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
        case Name(number):
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


def redacted(past: Sequence[Given], _seats: Collection[int] = (), order: Order = as_listed) -> list[Any]:
    """Nobody sees who was drawn to begin."""
    return [
        Drawn(tuple(order(given.question)[:1])) if isinstance(given.question, Draw) else given.answer for given in past
    ]


def result(state: Toy) -> Result | None:
    most = max(state.points)
    winners = tuple(seat for seat, points in enumerate(state.points) if points == most)
    return Result(winners, state.points) if state.stage == "over" else None


def is_secret(asked: object) -> bool:
    return True


def period(state: Toy) -> str:
    return "over" if state.stage == "over" else f"round{state.round}"


def in_tower(state: Toy) -> Mapping[str, int]:
    return state.tower


def problems(state: Toy) -> list[str]:
    return []


def game_of(code: str) -> AnyGame:
    """The registry of the tests: this game and that of dice, beside all that the program has."""
    from shogun.games import game_of as found
    from tests.table.dice import rules as dice

    games: dict[str, Any] = {"toy": sys.modules[__name__], "dice": dice}
    return games[code] if code in games else found(code)


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


def history_of(contents: Contents) -> History:
    """Return the past that a journal tells. Raises Disagreement where the rules contradict it."""
    history = History(contents.game, contents.header)
    history.follow(Replay(contents).run().answers)
    return history
