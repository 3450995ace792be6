"""How well `strong` forecasts who wins the areas of Rumble Nation, and the coefficients of its forecast fitted anew.

    python -m tests.benchmarks.forecasting [--games 100] [--first-seed 1] [--fit]

Games of 2, 3 and 4 players, three of four seats `strong` and the others `solid`, every third game with daimyo. At each
second turn the forecast says how likely each seat is to win each area and to be second in it. Printed is the mean
logarithm of what it gave to those who won, castles weighed by what they are worth (less is better; nothing known: .69,
1.10, 1.39 and somewhat more, as areas may stay empty), and of second places half of it. With --fit the coefficients of
`shogun/games/rumble_nation/opponents/war_forecast.py` are fitted to these games, and printed.
"""

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from shogun.games.rumble_nation import opponents, rules
from shogun.games.rumble_nation.opponents.war_forecast import (
    COEFFICIENTS,
    Board,
    Coefficients,
    Lineup,
    Values,
    katana_standing,
    shares,
)
from shogun.games.rumble_nation.rules.components import PIECES
from shogun.games.rumble_nation.rules.state import AreaResolved, Choosing, Setup, State
from shogun.table.session import Budget
from shogun.table.towers import Counted
from tests.games.rumble_nation.build import by_chance

TRUSTED = 0.0005
"""How much it costs in a fit to change the logarithm of a coefficient by one."""
LEAST = 1e-6


class Course(NamedTuple):
    """A game as far as a forecast is asked about it: its positions in columns, and what came of it."""

    board: Board
    strengths: Values
    reserves: Values
    katana: Values
    turns_off: Values
    won: Sequence[int | None]
    second: Sequence[int | None]


def played(setup: Setup, seed: int) -> Course:
    """Return the course of one game."""
    rng, state = Random(seed), rules.new(setup)
    choosing = [opponents.opponent(rng.choice(("strong", "strong", "strong", "solid"))) for _ in range(setup.seats)]
    seen: list[State] = []
    resolved: dict[int, AreaResolved] = {}
    while questions := rules.awaited(state):
        question = questions[0]
        if question.seat is None:
            answer = by_chance(question, rng)
        else:
            answer = choosing[question.seat](rules.view(state, None), Counted(), question, rng, Budget(playouts=1))
            if isinstance(state.stage, Choosing):
                seen.append(state)
        step = rules.play(state, question.seat, answer)
        resolved |= {event.castle: event for event in step.events if isinstance(event, AreaResolved)}
        state = step.state
    areas = [resolved[castle] for castle in PIECES.large_castles]
    return _course(seen[::2], [area.winner for area in areas], [area.second for area in areas])


def _course(seen: Sequence[State], won: Sequence[int | None], second: Sequence[int | None]) -> Course:
    lineups = [Lineup(state) for state in seen]
    seats = seen[0].setup.seats
    return Course(
        Board(lineups[0].place, seen[0].counts),
        np.array([lineup.strengths for lineup in lineups], dtype=float).transpose(1, 2, 0),
        np.array([lineup.reserves for lineup in lineups], dtype=float).T,
        np.array([lineup.katana for lineup in lineups], dtype=float).T,
        np.array([[(seat - state.turn) % seats for state in seen] for seat in range(seats)], dtype=float),
        won,
        second,
    )


def loss(coefficients: Coefficients, courses: Sequence[Course]) -> tuple[float, float]:
    """Return the mean logarithms of what was given to those who won and to those who came second, less than nothing."""
    wins, seconds, weight = 0.0, 0.0, 0.0
    for course in courses:
        standing = katana_standing(coefficients, course.reserves, course.katana, course.turns_off)
        found = shares(coefficients, course.board, course.strengths, course.reserves, standing)
        for castle, told in zip(PIECES.large_castles, zip(*found, strict=True), strict=True):
            won, second = (where[castle - PIECES.large_castles[0]] for where in (course.won, course.second))
            of_winner = 1 - told[0].sum(axis=0) if won is None else told[0][won]
            wins -= castle * float(np.log(np.maximum(of_winner, LEAST)).sum())
            if second is not None:
                seconds -= castle * float(np.log(np.maximum(told[1][second], LEAST)).sum())
        weight += sum(PIECES.large_castles) * course.reserves.shape[1]
    return wins / weight, seconds / weight


def fitted(start: Coefficients, courses: Sequence[Course]) -> Coefficients:
    """Return the coefficients with the least loss near these."""
    from scipy.optimize import minimize

    first = _logarithms(start)

    def cost(logarithms: Values) -> float:
        won, second = loss(_from_logarithms(logarithms), courses)
        return won + second / 2 + TRUSTED * float(((logarithms - first) ** 2).sum())

    found: Any = minimize(cost, first, method="L-BFGS-B", options={"maxiter": 15})
    return Coefficients(*(round(value, 3) for value in msgspec.structs.astuple(_from_logarithms(found.x))))


def _logarithms(coefficients: Coefficients) -> Values:
    values: Values = np.log(np.array(msgspec.structs.astuple(coefficients), dtype=float))
    return values


def _from_logarithms(logarithms: Values) -> Coefficients:
    return Coefficients(*(float(value) for value in np.exp(logarithms)))


def lines(options: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each number of players."""
    for seats, coefficients in COEFFICIENTS.items():
        seeds = range(options.first_seed, options.first_seed + options.games)
        courses = [played(Setup(seats, advanced=seed % 3 == 0), seed) for seed in seeds]
        won, second = loss(coefficients, courses)
        yield f"{seats} players: {won:.3f} of who won, {second:.3f} of who came second"
        if options.fit:
            found = fitted(coefficients, courses)
            won, second = loss(found, courses)
            yield f"    fitted to these games {won:.3f}, {second:.3f}: {found}"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true")
    for line in lines(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
