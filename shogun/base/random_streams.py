"""Random streams and seeds keyed by name, not by a counter, so that a draw added somewhere changes no other."""

import hashlib
from random import Random, SystemRandom

from msgspec import Struct

LARGEST_SEED = 2**64 - 1
"""Largest whole number that a journal can hold."""
DRAWN_SEEDS = 10**18
"""Number of seeds that can be drawn: too many to find a game's seed by trying which one explains its events."""


class Streams(Struct, frozen=True):
    """The random streams of one game; `seed` is the game's."""

    seed: int

    def number(self, name: str) -> int:
        """Return the seed of the stream `name`, 0 to 2**63 - 1: for a drop, or for a generator of another kind."""
        digest = hashlib.sha256(f"{self.seed}/{name}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1

    def stream(self, name: str) -> Random:
        """Return the stream `name` from its beginning."""
        return Random(self.number(name))


def drawn_seed() -> int:
    """Return a seed that nobody knows beforehand."""
    return SystemRandom().randrange(DRAWN_SEEDS)


def seed_for(seed: int, *names: object) -> int:
    """Return the seed (0 to 2**63 - 1) that belongs to `names` under the experiment's own `seed`."""
    return Streams(seed).number("/".join(map(str, names)))
