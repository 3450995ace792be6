"""A seat's view of a game: everything public and its own hand; and redaction, which hides the rest of a past."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct, field

from shogun.game.protocol import Given
from shogun.game.questions import Draw, Drawn, Order, Shuffle, as_listed, redealt
from shogun.games.river_of_gold.rules.actions import RESHUFFLE
from shogun.games.river_of_gold.rules.events import CustomerDiscarded, CustomersDrawn, Delivered
from shogun.games.river_of_gold.rules.state import Effect, Player, Score, Setup, State


class View(Struct, frozen=True):
    """A game as `seat` sees it; `seat` is None for an onlooker, who sees only what is public.

    It has no order of a deck or a stack and no hand of others; its mutable parts are copies, never the game's own.
    """

    seat: int | None
    hand: tuple[str, ...]
    """The own customers, sorted; empty for an onlooker."""
    row: tuple[str, ...]
    """The building row; its last tile is in slot 4, the end."""
    players: tuple[Player, ...]
    hand_sizes: tuple[int, ...]
    deck_size: int
    discards: tuple[str, ...]
    """The discard pile, face up."""
    scoring: tuple[int, ...]
    masteries: tuple[str, ...]
    claims: tuple[tuple[int, ...], ...]
    tiles: tuple[str, ...]
    markers: tuple[tuple[int, ...], ...]
    era_1_size: int
    era_2_size: int
    gone: tuple[str, ...]
    table: tuple[str, ...]
    answers: int
    scores: tuple[Score, ...]
    setup: Setup
    order: tuple[int, ...]
    turn: int
    """The number of the turn from 0; -1 during setup."""
    last_turn: int | None
    pending: tuple[Effect, ...]
    """Effects still to be carried out, the next one last; it holds nothing secret."""

    @property
    def seats(self) -> int:
        """Number of players."""
        return self.setup.seats

    @property
    def active(self) -> int:
        """The seat on turn; during setup the first of the order, or 0."""
        return self.order[max(0, self.turn) % self.seats] if self.order else 0


def view(state: State, seat: int | None) -> View:
    """Return the view of a game for a seat, or for an onlooker (None)."""
    return View(
        seat=seat,
        setup=state.setup,
        order=state.order,
        turn=state.turn,
        last_turn=state.last_turn,
        pending=tuple(state.pending),
        players=tuple(player.copy() for player in state.players),
        hand=() if seat is None else tuple(sorted(state.hands[seat])),
        hand_sizes=tuple(map(len, state.hands)),
        deck_size=len(state.deck),
        discards=state.discards,
        scoring=state.scoring,
        masteries=state.masteries,
        claims=state.claims,
        tiles=tuple(state.tiles),
        markers=tuple(state.markers),
        row=state.row,
        era_1_size=len(state.era_1),
        era_2_size=len(state.era_2),
        gone=state.gone,
        table=state.table,
        answers=state.answers,
        scores=state.scores,
    )


# Redaction: cards and tiles that nobody or only one seat has seen are dealt again

_STACKS = ("era_1", "era_2")


class _Deck(Struct):
    """A shuffled deck of customers, and the public knowledge about it."""

    items: tuple[str | int, ...]
    """Cards or tiles in it, in their order."""
    seats: Collection[int]
    """Seats whose cards are known."""
    drawn: int = 0
    waiting: dict[int, list[int]] = field(default_factory=dict)
    """Places drawn by each seat whose cards no other seat has seen, the first drawn first."""
    known: dict[int, str | int] = field(default_factory=dict)
    """The cards that all have seen, at places at which they may have lain."""

    def draw(self, seat: int, number: int) -> None:
        """Give a seat the next cards."""
        places = range(self.drawn, self.drawn + number)
        if seat in self.seats:
            self.known.update((place, self.items[place]) for place in places)
        else:
            self.waiting.setdefault(seat, []).extend(places)
        self.drawn += number

    def reveal(self, seat: int, customer: str) -> None:
        """Show a card of a seat: to the others it may be any that the seat has drawn."""
        if seat not in self.seats:
            self.known[self.waiting[seat].pop(0)] = customer


def redacted(past: Sequence[Given], seats: Collection[int] = (), order: Order = as_listed) -> Sequence[Any]:
    """Return the answers of a past with hands, deck and stacks dealt again as far as they are hidden (2.3, 2.6, 7.4).

    The hands of `seats` stay as they are.
    """
    decks = _decks(past, seats)
    state: State = past[-1].after
    return [_redacted(given, decks, state, order) for given in past]


def _redacted(given: Given, decks: dict[str, _Deck], state: State, order: Order) -> Any:
    """Return an answer; lots that are hidden now are replaced by ones dealt again."""
    drawn, question, verb = given.answer, given.question, given.before.pending[-1].verb
    if not isinstance(drawn, Drawn) or not isinstance(question, Shuffle | Draw):
        return drawn
    if verb in _STACKS:
        seen = len(drawn.items) - len(getattr(state, verb))
        return redealt(drawn, dict(enumerate(drawn.items[:seen])), order(question))
    deck = decks.get(question.key)
    return drawn if deck is None else redealt(drawn, deck.known, order(question))


def _decks(past: Sequence[Given], seats: Collection[int]) -> dict[str, _Deck]:
    """Return all decks so far, by the keys of their shuffles, the first one first."""
    decks: dict[str, _Deck] = {}
    for given in past:
        if isinstance(given.question, Shuffle) and given.before.pending[-1].verb in ("customer_deck", RESHUFFLE):
            decks[given.question.key] = _Deck(given.answer.items, seats)
        for event in given.events:
            match event:
                case CustomersDrawn(seat, number):
                    list(decks.values())[-1].draw(seat, number)
                case Delivered(seat, customer) | CustomerDiscarded(seat, customer):
                    if deck := _deck_of(decks, customer):
                        deck.reveal(seat, customer)
    return decks


def _deck_of(decks: dict[str, _Deck], customer: str) -> _Deck | None:
    """Return the deck from which a card was drawn: the last that contained it, as all have seen the shuffled cards.

    None for a card that a position has put face up into a hand.
    """
    return next((deck for deck in reversed(decks.values()) if customer in deck.items), None)
