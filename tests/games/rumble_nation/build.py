"""Positions and turns for the tests of Rumble Nation, in few words."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from shogun.game.questions import Draw, Drawn, Roll, Rolled, Shuffle
from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.rules.components import AREAS, COUNTS, PIECES
from shogun.games.rumble_nation.rules.state import (
    RESERVE,
    Choosing,
    Deploy,
    Deploying,
    Move,
    PlayCard,
    Player,
    RollDice,
    Setup,
    State,
)

Army = Mapping[str, Sequence[int]]
"""Soldiers by area, in seat order."""


def castles(**laid: int) -> dict[str, int]:
    """Return the castle of each area: those named here, the others as they come."""
    named = {name.replace("_", "-"): castle for name, castle in laid.items()}
    left = iter(castle for castle in PIECES.large_castles if castle not in named.values())
    return {area: named.get(area) or next(left) for area in AREAS}


def position(
    army: Army,
    seats: int = 2,
    *,
    laid: Mapping[str, int] | None = None,
    tactics: Sequence[str] = (),
    daimyo: Sequence[str | None] = (),
    cards: Sequence[str | None] = (),
    turn: int = 0,
) -> State:
    """Return a game in which `turn` has to choose: whatever isn't on the board is in the reserves.

    `daimyo` are their places by seat; they make it the advanced game, in which `cards` are held.
    """
    advanced = bool(daimyo)
    whole = PIECES.soldiers_advanced if advanced else PIECES.soldiers
    soldiers = {area: tuple(army.get(area, (0,) * seats)) for area in AREAS}
    players = tuple(
        Player(
            whole - sum(there[seat] for there in soldiers.values()),
            daimyo[seat] if advanced else None,
            daimyo_card=cards[seat] if cards else None,
        )
        for seat in range(seats)
    )
    return State(
        setup=Setup(seats, advanced, 0),
        players=players,
        soldiers=soldiers,
        stage=Choosing(),
        turn=turn,
        round=1,
        castles=dict(laid or castles()),
        tactics=tuple(tactics),
    )


def with_reserves(state: State, *reserves: int) -> State:
    """Return the same position with so many soldiers in the reserves; the sum is right no more."""
    players = zip(state.players, reserves, strict=True)
    return replace(state, players=tuple(replace(player, reserve=reserve) for player, reserve in players))


def with_katana(state: State, *katana: int | None) -> State:
    """Return the same position with these katana held, and nothing in reserve where one is."""
    players = zip(state.players, katana, strict=True)
    return replace(
        state,
        players=tuple(replace(p, katana=k, reserve=p.reserve if k is None else 0) for p, k in players),
    )


def moves(state: State) -> list[Move]:
    """Return the moves of the open question."""
    [question] = rules.awaited(state)
    assert question.seat is not None
    return list(question.moves)


def cards(state: State) -> set[str]:
    """Return the cards that can be chosen."""
    return {move.card for move in moves(state) if isinstance(move, PlayCard)}


def after(state: State, *answers: Any) -> State:
    """Return where answers lead, each by whoever is asked."""
    for answer in answers:
        state = rules.play(state, rules.awaited(state)[0].seat, answer).state
    return state


def rolled(state: State, *dice: int) -> State:
    """Return the position in which these dice are to be split."""
    return after(state, RollDice(), Rolled(dice))


def splits(state: State, *dice: int) -> list[Deploy]:
    """Return the ways to deploy by these dice."""
    return [move for move in moves(rolled(state, *dice)) if isinstance(move, Deploy)]


def ways(state: State, card: str) -> list[Any]:
    """Return the ways to carry out a card."""
    return moves(after(state, PlayCard(card)))


def by_chance(question: Any, rng: Random) -> Any:
    """Return an answer of chance."""
    match question:
        case Shuffle(items=items):
            return Drawn(tuple(rng.sample(items, len(items))))
        case Draw(items=items, count=count):
            return Drawn(tuple(rng.sample(items, count)))
        case Roll(dice=dice):
            return Rolled(tuple(rng.randint(1, 6) for _die in range(dice)))
    raise AssertionError(question)


def steps(setup: Setup, rng: Random) -> Iterator[tuple[State, Any, Any, rules.Step]]:
    """Yield each step of a game in which every legal move is equally likely: state, question, answer, what came."""
    state = rules.new(setup)
    while questions := rules.awaited(state):
        [question] = questions
        answer = by_chance(question, rng) if question.seat is None else question.sample(rng)
        step = rules.play(state, question.seat, answer)
        yield state, question, answer, step
        state = step.state


SETUPS = [
    Setup(seats, advanced, first) for seats in COUNTS for advanced in (False, True) for first in (None, seats - 1)
]
__all__ = [
    "RESERVE", "SETUPS", "Deploying", "after", "by_chance", "cards", "castles", "moves", "position", "rolled",
    "splits", "steps", "ways", "with_katana", "with_reserves",
]  # fmt: skip
