"""Moves of players, and the typed questions that list, sample, count and verify them.

A window draws these types without knowing a rule; an opponent chooses from them. Moves come sorted.
"""

from collections.abc import Iterable
from functools import cached_property
from math import perm
from random import Random
from typing import Literal

from msgspec import Struct

from shogun.base.language import _, ngettext
from shogun.game.errors import IllegalMove
from shogun.game.questions import Draw, Shuffle, Throw
from shogun.games.shogun.rules.cards import ACTIONS, CHEST_CARDS, FIELDS, Action, Card, Special

# Moves: each is one answer to one question, and says only what the player decided


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
    """Move `armies` from one province to an adjacent one: a move if that is one's own, else a battle (5.5, 5.6)."""

    source: str
    target: str
    armies: int


class Deploy(Struct, frozen=True, tag=True, order=True):
    """Special card "6 armies": deploy this many, the action's usual number or 6 (6.2)."""

    armies: int


class Stay(Struct, frozen=True, tag=True, order=True):
    """Deploy 1 / move: move nothing after deploying (5.5)."""


class Reinforce(Struct, frozen=True, tag=True, order=True):
    """Special card +1 attack or +1 defense: throw this many more armies from the reserve, 0 or 1 (6.2)."""

    armies: int


class FaceRevolt(Struct, frozen=True, tag=True, order=True):
    """Winter: the province of the next revolt (8.3)."""

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


# Questions

Topic = Literal["draft_card", "draft_group", "special", "deploy", "attack", "defence", "revolt"]
"""The subject of a choice: a province card, a group's size, a special card, how many to deploy, one more army to throw,
the next revolt."""

TOPIC_RULES: dict[Topic, str] = {
    "draft_card": "2.4", "draft_group": "2.4", "special": "4.6", "deploy": "6.2", "attack": "6.2",
    "defence": "6.2", "revolt": "8.3",
}  # fmt: skip
"""The rule for each choice."""


class Choice(Struct, frozen=True, tag=True):
    """One of a short list of moves."""

    seat: int
    key: str
    topic: Topic
    moves: tuple[Move, ...]
    subject: str | None = None
    """The province in question."""

    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self.moves)

    def sample(self, rng: Random) -> Move:
        """Return a legal move, each with the same chance."""
        return self.moves[int(rng.random() * len(self.moves))]

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless `move` is in the list."""
        if move not in self.moves or not _is_whole(getattr(move, "armies", 0)):
            raise IllegalMove(TOPIC_RULES[self.topic], _("{move} is not among the choices").format(move=move))


class MarchQuestion(Struct, frozen=True, tag=True, dict=True):
    """Ask how many armies march from `source` to one of `targets`, 1 to `most`; `may_stay` allows none (5.5, 5.6)."""

    seat: int
    key: str
    action: Action
    source: str
    targets: tuple[str, ...]
    most: int
    may_stay: bool

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All legal moves, sorted, `Stay` last."""
        marches = tuple(March(self.source, to, n) for to in self.targets for n in range(1, self.most + 1))
        return (*marches, Stay()) if self.may_stay else marches

    def count(self) -> int:
        """Return the number of legal moves."""
        return len(self.targets) * self.most + self.may_stay

    def sample(self, rng: Random) -> Move:
        """Return a legal move, each with the same chance."""
        number = int(rng.random() * self.count())
        if number == len(self.targets) * self.most:
            return Stay()
        target, fewer = divmod(number, self.most)
        return March(self.source, self.targets[target], fewer + 1)

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless `move` leaves the right province, for a legal target, with a legal number."""
        rule = "5.5" if self.may_stay else "5.6"
        if isinstance(move, Stay) and not self.may_stay:
            raise IllegalMove(rule, _("at least one army must move out of {source}").format(source=self.source))
        if isinstance(move, Stay):
            return
        if not isinstance(move, March) or move.source != self.source:
            raise IllegalMove(rule, _("armies march out of {source} now").format(source=self.source))
        if move.target not in self.targets:
            where = {"source": self.source, "target": move.target}
            raise IllegalMove(rule, _("you can't march from {source} to {target}").format(**where))
        if not _is_whole(move.armies) or not 1 <= move.armies <= self.most:
            sentence = ngettext(
                "{most} army may leave {source}, not {armies}",
                "1 to {most} armies may leave {source}, not {armies}",
                self.most,
            )
            raise IllegalMove("5.7", sentence.format(most=self.most, source=self.source, armies=move.armies))


class PlanQuestion(Struct, frozen=True, tag=True, dict=True):
    """Ask for a whole plan: a card for each of the ten action fields and the bid field (4.3, 4.4).

    `cards` are the player's province cards (sorted) and their chest cards; `chests` limits the bid.
    """

    seat: int
    key: str
    cards: tuple[Card, ...]
    chests: int

    @cached_property
    def bids(self) -> tuple[Card, ...]:
        """The cards allowed on the bid field: provinces, and chest cards that can be paid (4.4)."""
        return tuple(card for card in self.cards if isinstance(card, str) or card <= self.chests)

    @property
    def empty_fields(self) -> int:
        """Number of fields that stay empty: none with 11 cards or more (4.3)."""
        return max(0, FIELDS - len(self.cards))

    def count(self) -> int:
        """Return the number of legal plans, by formula."""
        fields, cards = len(ACTIONS), len(self.cards)
        if cards >= FIELDS:
            return len(self.bids) * perm(cards - 1, fields)
        return perm(fields, cards) + len(self.bids) * perm(fields, cards - 1)

    def sample(self, rng: Random) -> Plan:
        """Return a legal plan, each with the same chance."""
        bid = self._sample_bid(rng)
        laid = [card for card in self.cards if card != bid]
        if len(self.cards) >= FIELDS:
            return Plan(tuple(rng.sample(laid, len(ACTIONS))), bid)
        fields: list[Card | None] = [None] * len(ACTIONS)
        for field, card in zip(rng.sample(range(len(ACTIONS)), len(laid)), laid, strict=True):
            fields[field] = card
        return Plan(tuple(fields), bid)

    def _sample_bid(self, rng: Random) -> Card | None:
        if len(self.cards) >= FIELDS:
            return self.bids[int(rng.random() * len(self.bids))]
        without = perm(len(ACTIONS), len(self.cards))
        if rng.random() * self.count() < without:
            return None
        return self.bids[int(rng.random() * len(self.bids))]

    def verify(self, move: object) -> None:
        """Raise `IllegalMove` unless `move` is a legal plan."""
        if not isinstance(move, Plan) or len(move.fields) != len(ACTIONS):
            raise IllegalMove("4.3", _("a plan has ten action fields and a bid"))
        laid = [card for card in (*move.fields, move.bid) if card is not None]
        if not all(isinstance(card, str) or _is_whole(card) for card in laid):
            raise IllegalMove("4.3", _("a card is a province's name or the number of a chest card"))
        known = set(self.cards)
        if len(set(laid)) != len(laid):
            raise IllegalMove("4.3", _("a card is on two fields"))
        if not known.issuperset(laid):
            foreign = next(card for card in laid if card not in known)
            raise IllegalMove("4.3", _("{card} isn't in this hand").format(card=foreign))
        if len(laid) < min(FIELDS, len(self.cards)):
            raise IllegalMove("4.3", _("every field must be filled as long as there are cards"))
        if isinstance(move.bid, int) and move.bid > self.chests:
            raise IllegalMove("4.4", unpaid(move.bid))


def unpaid(bid: int) -> str:
    """Return why a bid that is more than the chests at hand can't be made."""
    return ngettext("a bid of {bid} chest needs one", "a bid of {bid} chests needs that many", bid).format(bid=bid)


def _is_whole(number: object) -> bool:
    """Return whether this is a number of cubes or cards: not a bool or a float, though they may equal one."""
    return type(number) is int


PlayerQuestion = Choice | MarchQuestion | PlanQuestion
ChanceQuestion = Shuffle | Draw | Throw
Question = PlayerQuestion | ChanceQuestion


def hand(provinces: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards a player plans with: their province cards in alphabetical order, then the chest cards."""
    return (*sorted(provinces), *CHEST_CARDS)
