"""What the strengths of River of Gold do with their turns, beside each other.

    python -m tests.benchmarks.river_habits [--games 30] [--opponents beginner,solid,strong]

Games of three are played by each strength against itself, half of them with patrons. Printed are, per seat: buildings,
sails, deliveries, koku left at the end, points, and in how many of its turns a seat sat on nearly all koku that it may
hold without building. Wanted: the stronger deliver more (a test holds that), and nobody sits on koku.
"""

import argparse
from collections.abc import Iterable
from random import Random
from statistics import mean
from typing import Any

from msgspec import Struct

from shogun.game.questions import OneOf
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents import opponent
from shogun.games.river_of_gold.rules.components import LIMITS
from shogun.games.river_of_gold.rules.events import Built, Delivered, Sailed
from shogun.table.session import Budget
from tests.games.river_of_gold.rules.random_games import chance

SEATS = 3
RICH = LIMITS.koku - 5
"""From so many koku on a seat sits on them that doesn't build."""
BUDGET = Budget(playouts=100)


class SeatHabits(Struct):
    """What one seat did in one game."""

    builds: int = 0
    sails: int = 0
    deliveries: int = 0
    rich: int = 0
    """Turns that began with nearly all koku that can be held, and in which nothing was built."""
    longest: int = 0
    """The most of them one after the other."""
    koku: int = 0
    points: int = 0


def habits(code: str, seed: int) -> list[SeatHabits]:
    """Return what each seat did in a game that a strength plays against itself."""
    choose, rng = opponent(code), Random(seed)
    setup = rules.Setup(SEATS, "table" if seed % 2 else "none", first_seat=0)
    state, found, sitting = rules.new(setup), [SeatHabits() for _seat in range(SEATS)], [0] * SEATS
    while questions := rules.awaited(state):
        (question,) = questions
        if not isinstance(question, OneOf):
            state = rules.play(state, None, chance(question, rng)).state
            continue
        seen: Any = rules.view(state, question.seat)
        answer = choose(seen, None, question, rng, BUDGET)  # type: ignore[arg-type]  # no tower
        step = rules.play(state, question.seat, answer)
        for event in step.events:
            if isinstance(event, Built | Sailed | Delivered):
                _note(found[event.seat], event, sitting, is_rich=state.players[event.seat].koku >= RICH)
        state = step.state
    ended = rules.result(state)
    assert ended is not None
    for seat, one in enumerate(found):
        one.koku, one.points = state.players[seat].koku, ended.points[seat]
    return found


def _note(of: SeatHabits, event: Built | Sailed | Delivered, sitting: list[int], *, is_rich: bool) -> None:
    of.builds += isinstance(event, Built)
    of.sails += isinstance(event, Sailed)
    of.deliveries += isinstance(event, Delivered)
    sits = is_rich and not isinstance(event, Built)
    sitting[event.seat] = sitting[event.seat] + 1 if sits else 0
    of.rich += sits
    of.longest = max(of.longest, sitting[event.seat])


def figures(found: Iterable[SeatHabits]) -> dict[str, float]:
    """Return the averages per seat, and of the longest sitting the worst."""
    seats = list(found)
    told = {name: mean(getattr(one, name) for one in seats) for name in SeatHabits.__struct_fields__}
    return told | {"longest": max(one.longest for one in seats)}


def main() -> None:
    """Print a row for each strength."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=30)
    ask.add_argument("--opponents", default="beginner,solid,strong")
    wishes = ask.parse_args()
    print("".join(f"{name:>11}" for name in ("", *SeatHabits.__struct_fields__)))
    for code in wishes.opponents.split(","):
        told = figures(one for seed in range(wishes.games) for one in habits(code, seed))
        print(f"{code:>11}" + "".join(f"{told[name]:11.1f}" for name in SeatHabits.__struct_fields__))


if __name__ == "__main__":
    main()
