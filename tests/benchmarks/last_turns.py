"""How sure playouts of River of Gold may be near the end: `python -m tests.benchmarks.last_turns [--games N]`.

Games of three among equals. From the beginning of each of their last seven turns, quick players finish the game a few
times. The final scores are turned into chances by a softmax whose spread grows with the rounds left to play
(`win_chances.py: QUICKNESS`); the smallest spread takes every playout's winner for certain. Printed is the mean log
loss for each spread.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from math import fsum, log
from random import Random

import numpy as np
from msgspec import Struct

from shogun.games import entry_of
from shogun.games.river_of_gold import rules
from shogun.games.river_of_gold.opponents.rollouts import LONGEST, Lots, end_well, play_on
from shogun.games.river_of_gold.rules import State
from shogun.players.review.game_review import shared
from shogun.table.journal import Header, SeatInfo
from shogun.table.session import Session, Turn, run

SEATS, LAST_TURNS, PLAYOUTS = 3, 7, 24
SPREADS = (0.01, 0.3, 1.0, 1.5, 2.0, 3.0, 4.0)
LEAST = 0.001
"""A chance that is added to everybody's, so that what was held impossible doesn't cost endlessly."""


class Moment(Struct, frozen=True):
    """The beginning of a turn."""

    rounds: float
    """Rounds that were still played."""
    quick: Sequence[Sequence[int]]
    """Everybody's points at the end of each playout, if all turns are quick ..."""
    ending_well: Sequence[Sequence[int]]
    """... and if everybody's last turn is a good player's."""
    won: Sequence[float]
    """Everybody's share of the victory."""


def moments(opponent: str, seed: int) -> Iterator[Moment]:
    """Yield the last moments of a game."""
    game = entry_of("river-of-gold")
    seats = tuple(SeatInfo(name, "", opponent) for name in "ABC")
    session = Session.start(game.rules, Header(game=game.code, seed=seed, setup=game.agreed(SEATS, {}), seats=seats))
    begun: list[State] = []

    def watch(turn: Turn) -> None:
        state: State = turn.after
        if state.pending and state.pending[-1].verb == "turn" and (not begun or begun[-1].turn != state.turn):
            begun.append(state.copy())

    run(session, [game.opponents.opponent(opponent)] * SEATS, watch=watch)
    won = shared(session.result.winners, SEATS)
    for left, state in enumerate(reversed(begun[-LAST_TURNS:]), 1):
        quick, well = (
            [ended(state, Random(f"{seed}/{state.turn}/{number}"), ends_well=is_well) for number in range(PLAYOUTS)]
            for is_well in (False, True)
        )
        yield Moment(left / SEATS, quick, well, won)


def ended(state: State, rng: Random, *, ends_well: bool) -> Sequence[int]:
    """Return everybody's points after a game that quick players finish."""
    after = state.copy()
    (end_well if ends_well else play_on)(after, LONGEST, Lots(rng.getrandbits(48)))
    result = rules.result(after)
    assert result is not None
    return result.points


def loss(moment: Moment, ends: Sequence[Sequence[int]], spread: float) -> float:
    """Return the log loss of a forecast from these final scores, softened by a spread in points per round."""
    points = np.array(ends, dtype=float)
    weights = np.exp((points - points.max(axis=1, keepdims=True)) / (spread * moment.rounds))
    chances = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
    told = (chances + LEAST) / (1 + SEATS * LEAST)
    return -fsum(share * log(chance) for share, chance in zip(moment.won, told, strict=True))


ENDS: tuple[Callable[[Moment], Sequence[Sequence[int]]], ...] = (lambda m: m.quick, lambda m: m.ending_well)


def main() -> None:
    """Print the losses by spread."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--opponent", default="strong")
    ask.add_argument("--games", type=int, default=24)
    ask.add_argument("--first-seed", type=int, default=500)
    given = ask.parse_args()
    seeds = range(given.first_seed, given.first_seed + given.games)
    found = [moment for seed in seeds for moment in moments(given.opponent, seed)]
    print(f"{len(found)} moments of {given.games} games among {given.opponent}")
    for spread in SPREADS:
        quick, well = (fsum(loss(moment, ends(moment), spread) for moment in found) / len(found) for ends in ENDS)
        print(f"{spread:5.2f} points a round: all turns quick {quick:.4f}, last turns well played {well:.4f}")


if __name__ == "__main__":
    main()
