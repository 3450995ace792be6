"""What a turn offers, and what moves would bring, effect by effect: figures alone, apart from who finds them."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from shogun.games.river_of_gold.rules.events import Event
from shogun.games.river_of_gold.rules.moves import Build, Deliver, Move, Sail
from shogun.games.river_of_gold.rules.state import State


class Offers(Struct, frozen=True):
    """What a seat can do with the die at a number."""

    before: tuple[Move, ...] = ()
    """The favor that is spent for it first, and bought if there isn't enough."""
    shores: tuple[int, ...] = ()
    """Where it can build."""
    sails: tuple[Sail, ...] = ()
    deliveries: tuple[tuple[Move, ...], ...] = ()
    """Deliveries, each after the exchanges that it needs."""

    def delivery(self, customer: str) -> tuple[Move, ...]:
        """Return how a customer is delivered to; nothing if that can't be."""
        return next((moves for moves in self.deliveries if moves[-1] == Deliver(customer)), ())

    def plan(self, move: Move) -> tuple[Move, ...]:
        """Return a move after all that has to come before it."""
        moves = self.delivery(move.customer) if isinstance(move, Deliver) else (move,)
        return (*self.before, *moves)

    def allow(self, move: Move | None) -> bool:
        """Return whether a move is among what can be done."""
        match move:
            case Build(shore):
                return shore in self.shores
            case Sail():
                return move in self.sails
            case Deliver(customer):
                return bool(self.delivery(customer))
        return False


NOTHING = Offers()


Cause = Literal[
    "paid", "slot", "building", "visitor", "owner", "track", "ability", "journey", "merchant", "card", "emperor", "row",
    "mastery", "end", "favor",
]  # fmt: skip
"""From what something comes."""
Choice = Literal["good", "journey", "sale", "place_marker", "noble_ship", "discard"]
"""What a player will be asked."""


class Foreseen(Struct, frozen=True):
    """One effect: from what, on which shore space (0: none), and what it does, or what is asked then."""

    cause: Cause
    seat: int
    shore: int = 0
    event: Event | None = None
    asks: Choice | None = None
    number: int = 1


class Foresight(Struct, frozen=True):
    """All that moves would bring, and the game after it, of which nothing hidden is true."""

    moves: tuple[Move, ...]
    effects: tuple[Foreseen, ...]
    after: State


def affected(foresight: Foresight) -> Iterator[int]:
    """Yield the shore spaces from which something comes."""
    yield from dict.fromkeys(effect.shore for effect in foresight.effects if effect.shore)
