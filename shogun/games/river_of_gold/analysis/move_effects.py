"""The effects of moves in the order of rule 14: on the visitor, on owners, and on all others.

The rules carry the moves out in a game that agrees with the seat's view. Effects that chance or a player still decides
are marked as open; hidden ones, like a new tile, are left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Literal

from msgspec import Struct, field

from shogun.games.river_of_gold.opponents.rollouts import dealt
from shogun.games.river_of_gold.opponents.turn_plans import exchanges_for, way_to
from shogun.games.river_of_gold.rules import turns
from shogun.games.river_of_gold.rules.actions import (
    DISCARD,
    JOURNEY,
    NOBLE_SHIP,
    PLACE_MARKER,
    RESHUFFLE,
    building_places,
    sail_moves,
    sailed_to,
)
from shogun.games.river_of_gold.rules.components import COSTS, CUSTOMERS, RIVER, TILES
from shogun.games.river_of_gold.rules.effects import SALE, turned
from shogun.games.river_of_gold.rules.events import (
    EmperorCame,
    Event,
    LastTileLaid,
    TileLaid,
)
from shogun.games.river_of_gold.rules.game import CARRIED_OUT, carry_out
from shogun.games.river_of_gold.rules.playing import Play
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Effect,
    ExchangeGoods,
    Move,
    Player,
    Sail,
    SpendFavor,
    State,
)
from shogun.games.river_of_gold.rules.views import View

# Figures: the offers of a turn, and the effects of moves


class Offers(Struct, frozen=True):
    """The possible actions of a seat with the die at a number."""

    before: tuple[Move, ...] = ()
    """The favor that is spent for it first, and bought if there isn't enough."""
    shores: tuple[int, ...] = ()
    """Spaces where it can build."""
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
        """Return whether a move is possible now."""
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
"""Sources of an effect."""
Choice = Literal["good", "journey", "sale", "place_marker", "noble_ship", "discard"]
"""Questions that a player will be asked."""


class Foreseen(Struct, frozen=True):
    """One effect: its cause, its shore space (0: none), and its event, or the question that follows."""

    cause: Cause
    seat: int
    shore: int = 0
    event: Event | None = None
    asks: Choice | None = None
    number: int = 1


class Foresight(Struct, frozen=True):
    """The effects of some moves, and the game after them, in which everything hidden is made up."""

    moves: tuple[Move, ...]
    effects: tuple[Foreseen, ...]
    after: State


def affected(foresight: Foresight) -> Iterator[int]:
    """Yield the shore spaces that have an effect."""
    yield from dict.fromkeys(effect.shore for effect in foresight.effects if effect.shore)


# Trying moves out

ANY_DEAL = 0
"""Seed of the game in which moves are tried; nothing that depends on it is shown."""
_CHOICES: Mapping[str, Choice] = {
    "good": "good", JOURNEY: "journey", SALE: "sale", PLACE_MARKER: "place_marker", NOBLE_SHIP: "noble_ship",
    DISCARD: "discard",
}  # fmt: skip
_HIDDEN = (TileLaid,)


def foresee(view: View, seat: int, moves: Sequence[Move]) -> Foresight:
    """Return the effects of moves on everybody; they have to be legal, and the last one is a turn's action."""
    play = Play(dealt(view, Random(ANY_DEAL)))
    trial = _Trial(play, seat)
    for move in moves:
        trial.begin(move)
    trial.go_on()
    return Foresight(tuple(moves), tuple(trial.found), play.state)


class _Trial(Struct):
    """Carries moves out, one effect after the other, and notes each result."""

    play: Play
    seat: int
    found: list[Foreseen] = field(default_factory=list)
    visits: int = 0
    """Number of the visitor's effects still to come."""
    has_emperor: bool = False
    has_journey: bool = False
    action: Move | None = None

    def begin(self, move: Move) -> None:
        """Give an answer; what it brings waits, but for what the answer itself does."""
        state = self.play.state
        if isinstance(move, Sail):
            self.visits = self._visits(move)
        seen = len(self.play.events)
        pending = state.pending[:]
        state.answers += 1
        if isinstance(move, SpendFavor | ExchangeGoods | BuyFavor):
            carry_out(self.play, move)
        else:
            self.action = move
            _begin_action(self.play, move, pending[-1])
        for event in self.play.events[seen:]:
            self._note("favor" if self.action is None else "paid", self.seat, event)

    def _visits(self, move: Sail) -> int:
        """Return the number of effects of a sail's visit."""
        player = self.play.state.players[self.seat]
        space, _journey = sailed_to(player.ships[move.ship], turned(player.die, move.by))
        tiles = [self.play.state.tiles[shore - 1] for shore in RIVER[space - 1].shores]
        return sum(len(TILES[tile].visitor) if tile else 1 for tile in tiles)

    def go_on(self) -> None:
        """Carry out what waits, up to the end of the turn."""
        pending = self.play.state.pending
        while pending and pending[-1].verb != turns.END_TURN:
            effect = pending.pop()
            cause = self._cause(effect)
            if carry := CARRIED_OUT.get(effect.verb):
                seen = len(self.play.events)
                carry(self.play, effect)
                for event in self.play.events[seen:]:
                    self._note(cause, getattr(event, "seat", effect.seat), event, effect.shore)
            elif choice := _CHOICES.get(effect.verb):
                self._ask(cause, choice, effect)
            elif effect.verb == RESHUFFLE:
                pending.pop()
            else:
                break

    def _ask(self, cause: Cause, choice: Choice, effect: Effect) -> None:
        if choice == "journey":
            self.has_journey = True
        if choice == "discard":
            self.play.state.pending.pop()
        self.found.append(Foreseen(cause, effect.seat, effect.shore, None, choice, effect.number))

    def _note(self, cause: Cause, seat: int, event: Event, shore: int = 0) -> None:
        if isinstance(event, EmperorCame):
            self.has_emperor = True
        if isinstance(event, LastTileLaid):
            cause = "end"
        if not isinstance(event, _HIDDEN):
            self.found.append(Foreseen(cause, seat, shore, event))

    def _cause(self, effect: Effect) -> Cause:
        if effect.shore:
            return self._cause_on_shore(effect)
        if fixed := _CAUSES.get(effect.verb):
            return fixed
        if effect.region and effect.verb != "influence":
            return "track"
        if isinstance(self.action, Deliver):
            return "card"
        if self.has_journey:
            return "merchant"
        return "slot" if isinstance(self.action, Build) and effect.verb == "favor" else "ability"

    def _cause_on_shore(self, effect: Effect) -> Cause:
        if self.visits:
            self.visits -= 1
            return "visitor"
        if self.has_emperor:
            return "emperor"
        if isinstance(self.action, Build):
            return "building" if effect.verb == "influence" else "ability"
        return "owner"


_CAUSES: Mapping[str, Cause] = {
    "masteries": "mastery", "refill": "row", "end_slot_leaves": "row", JOURNEY: "journey",
}  # fmt: skip


def _begin_action(play: Play, move: Move, asked: Effect) -> None:
    """Take an action without what follows from it."""
    play.state.pending.pop()
    turns.act(play, asked, move)  # type: ignore[arg-type]  # one of the actions


# The offers of a turn: actions at a number of the die, after favor and exchanges


def offers(view: View, seat: int, number: int) -> Offers:
    """Return a seat's possible actions with its die at a number; none if it can't be turned to it."""
    before = way_to(view.players[seat], number)
    if before is None:
        return NOTHING
    state = dealt(view, Random(0))
    player = state.players[seat]
    player.die = number
    player.koku -= COSTS.exchange_koku * before.count(BuyFavor())
    hand = view.hand if view.seat == seat else ()
    anywhere = player.backing.ability == "any_customer"
    deliveries = (_delivery(player, name) for name in hand if anywhere or CUSTOMERS[name].region == number)
    return Offers(
        before,
        tuple(building_places(state, seat)),
        tuple(sail_moves(state, seat)),
        tuple(moves for moves in deliveries if moves),
    )


def _delivery(player: Player, name: str) -> tuple[Move, ...]:
    exchanges = exchanges_for(player, name)
    return () if exchanges is None else (*exchanges, Deliver(name))
