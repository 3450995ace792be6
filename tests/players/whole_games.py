"""Digests of whole games with the strongest opponents: they are the same on every Python and processor.

    python -m tests.players.whole_games

plays them and prints the digests, as `DIGESTS` holds them. What opponents compute doesn't depend on how Python adds
floats (a test lets `sum` refuse them meanwhile), nor on the order of texts' hashes; matrices are multiplied by NumPy's
library, whose last bits differ between processors, and no choice has ever been found to depend on these.
"""

import builtins
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from shogun.games import entry_of
from shogun.players.seating import substitute
from shogun.table.journal import Header, SeatInfo, TowerInfo
from shogun.table.session import Session, run


class Whole(Struct, frozen=True):
    """A game to be played from beginning to end."""

    code: str
    players: tuple[str, ...]
    has_tower: bool = False
    seed: int = 7


GAMES = (
    Whole("shogun", ("master", "strategist", "greedy"), has_tower=True),
    Whole("rumble-nation", ("master", "strong", "master")),
    Whole("river-of-gold", ("master", "strong")),
)
DIGESTS = {
    "shogun": "fec39caa6b2896db9e7d9c7a51717617cfc0415b87579437e7173a34a873f9f2",
    "rumble-nation": "6d44fb09453404e72788ba3f43107168c373e22381c71d2f6f7d4dd025ef35db",
    "river-of-gold": "10b2dbe10669f5a9f94886a3946d73a18ecd3ce26c43accc7f9ab99bc60f0efc",
}
"""By game; they change when an opponent or a rule does: then this command prints new ones."""


def digest(whole: Whole) -> str:
    """Play a game to its end in this process, and return the hash of all that was agreed, decided and thrown."""
    entry = entry_of(whole.code)
    rules: Any = entry.rules
    seats = tuple(SeatInfo(f"Seat {number}", player=code) for number, code in enumerate(whole.players))
    tower = TowerInfo() if whole.has_tower else None
    header = Header(game=whole.code, seed=whole.seed, setup=rules.Setup(len(seats)), seats=seats, tower=tower)
    session = Session.start(rules, header)
    with no_floats_in_sums():
        run(session, [entry.opponents.opponent(code) for code in whole.players], substitute=substitute(entry.opponents))
    if list(session.players) != list(whole.players):
        raise AssertionError("an opponent failed")
    return session.hash()


@contextmanager
def no_floats_in_sums() -> Iterator[None]:
    """Have `sum` refuse to add floats for the program meanwhile."""
    before = builtins.sum

    def exact(items: Any, /, start: Any = 0) -> Any:
        total = before(items, start)
        if isinstance(total, float) and sys._getframe(1).f_globals["__name__"].startswith("shogun."):
            raise AssertionError("floats are added by math.fsum")
        return total

    builtins.sum = exact
    try:
        yield
    finally:
        builtins.sum = before


def main() -> None:
    """Print all digests."""
    for whole in GAMES:
        print(f'    "{whole.code}": "{digest(whole)}",', flush=True)


if __name__ == "__main__":
    main()
