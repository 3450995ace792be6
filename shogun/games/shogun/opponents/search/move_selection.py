"""Which move is tried next in rollouts (sequential halving), and which is the best in the end."""

from collections.abc import Iterable, Iterator, Sequence
from math import fsum, sqrt
from statistics import mean, stdev

from msgspec import Struct, field

from shogun.games.shogun.opponents.rollouts.rollout_result import End
from shogun.games.shogun.rules.moves import Move

LEAST = 6
"""With fewer playouts of both no move is held to be better than another."""


class Candidate(Struct):
    """One of its moves, and what came of it in the playouts so far."""

    move: Move
    results: list[float] = field(default_factory=list)
    """What was judged of its playouts."""
    ends: list[End] = field(default_factory=list)
    """Where playouts have ended that are still to be judged."""

    @property
    def mean(self) -> float:
        """The mean judgement, minus infinity before the first playout."""
        return fsum(self.results) / len(self.results) if self.results else float("-inf")


def ranked(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return those with the highest mean first."""
    return sorted(candidates, key=lambda candidate: -candidate.mean)


def by_merit(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return those that were tried most, and of them the best, first.

    Where the clock has ended a round, some were tried once more than the others: that makes them no better.
    """
    most = max(len(candidate.results) for candidate in candidates)

    def merit(candidate: Candidate) -> tuple[int, float]:
        tried = len(candidate.results)
        return (most if tried == most - 1 else tried, candidate.mean)

    return sorted(candidates, key=merit, reverse=True)


def in_turn(candidates: Sequence[Candidate], playouts: int) -> list[Candidate]:
    """Return all in turn, each at least once, so many playouts in all."""
    return [*candidates] * max(1, playouts // len(candidates))


def catching_up(candidates: Iterable[Candidate], playouts: int) -> list[Candidate]:
    """Return each as often as it takes to have so many playouts."""
    return [candidate for candidate in candidates for _missing in range(playouts - len(candidate.results))]


def halvings(candidates: Sequence[Candidate]) -> int:
    """Return in how many rounds `in_halves` tries so many."""
    return max(1, (len(candidates) - 1).bit_length())


def in_halves(candidates: Sequence[Candidate], kept: Candidate | None = None) -> Iterator[list[Candidate]]:
    """Yield which moves to try in the next round: all, then the better half, and so on (sequential halving).

    One that is `kept` stays to the last, so that the best can be held against it.
    """
    left = list(candidates)
    for _round in range(halvings(candidates)):
        yield left
        left = ranked(left)[: max(1, (len(left) + 1) // 2)]
        if kept is not None and kept not in left:
            left.append(kept)


def usual_unless_beaten(candidates: Sequence[Candidate], caution: float) -> list[Candidate]:
    """Return the best first: the usual move, which is the first given, unless another beats it (see `beats`)."""
    usual, *others = candidates
    if not others:
        return [usual]
    best, *rest = by_merit(others)
    return [best, usual, *rest] if beats(best, usual, caution) else [usual, best, *rest]


def beats(one: Candidate, other: Candidate, caution: float) -> bool:
    """Return whether one is better in the scenarios that both have met, by `caution` standard errors at least."""
    differences = [a - b for a, b in zip(one.results, other.results, strict=False)]
    if len(differences) < LEAST:
        return False
    return mean(differences) > caution * stdev(differences) / sqrt(len(differences))
