"""The moves of players: each is one answer to one question, and says only what the player decided."""

from msgspec import Struct

from shogun.games.shogun.rules.cards import ACTIONS, Action, Card, Special


class TakeCard(Struct, frozen=True, tag=True, order=True):
    """Draft: take this face-up province card (2.4)."""

    province: str


class DrawCard(Struct, frozen=True, tag=True, order=True):
    """Draft: draw the top card of the deck (2.4)."""


class ExchangeCards(Struct, frozen=True, tag=True, order=True):
    """Draft: put both face-up cards under the deck and reveal two new ones (2.5)."""


class PlaceGroup(Struct, frozen=True, tag=True, order=True):
    """Draft: put a group of this size in the province whose card was taken (2.4)."""

    armies: int


class Plan(Struct, frozen=True, tag=True):
    """Planning: the card on each of the ten action fields, in the order of `ACTIONS`, and the bid (4.3)."""

    fields: tuple[Card | None, ...]
    bid: Card | None

    def on(self, action: Action) -> Card | None:
        """Return the card on an action's field, None if the field is empty."""
        return self.fields[ACTIONS.index(action)]


class TakeSpecial(Struct, frozen=True, tag=True, order=True):
    """Turn order: take this special card and its place (4.6)."""

    card: Special


class March(Struct, frozen=True, tag=True, order=True):
    """Move `armies` from one province to an adjacent one: a move if it is one's own, else a battle (5.5, 5.6)."""

    source: str
    target: str
    armies: int


class Deploy(Struct, frozen=True, tag=True, order=True):
    """Special card "6 armies": deploy this many, the action's usual number or 6 (6.2)."""

    armies: int


class Stay(Struct, frozen=True, tag=True, order=True):
    """Deploy 1 / move: move nothing after deploying (5.5)."""


class Reinforce(Struct, frozen=True, tag=True, order=True):
    """Special card +1 attack or +1 defence: throw this many more armies from the reserve, 0 or 1 (6.2)."""

    armies: int


class FaceRevolt(Struct, frozen=True, tag=True, order=True):
    """Winter: the province whose revolt comes next (8.3)."""

    province: str


Move = (
    TakeCard
    | DrawCard
    | ExchangeCards
    | PlaceGroup
    | Plan
    | TakeSpecial
    | Deploy
    | March
    | Stay
    | Reinforce
    | FaceRevolt
)
