"""Current state of River of Gold's screen."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from shogun.base.by_identity import IdentityKey
from shogun.games.river_of_gold.analysis.move_effects import NOTHING, Foresight, Offers
from shogun.games.river_of_gold.rules.effects import turned
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    Exchange,
    ExchangeGoods,
    Move,
    PlaceMarker,
    ReplaceShip,
    Sail,
    SpendFavor,
)
from shogun.games.river_of_gold.rules.turns import TURN as TURN_STEP
from shogun.games.river_of_gold.rules.views import View
from shogun.games.river_of_gold.screen.play.lights import DARK, Lights
from shogun.games.river_of_gold.screen.play.score_lines import Count
from shogun.table.replay import History
from shogun.window.generic.presenter import GenericModel
from shogun.window.play.model import LogLine

TURN = "turn"
"""Verb of the question for an action (4.3)."""
CONFIRMED = (Build, Sail, Deliver, PlaceMarker, ReplaceShip, Discard)
"""Moves that are chosen first and then confirmed."""


class Voyage(Struct, frozen=True):
    """Ship under sail: player and ship, origin and target, and the share of the way covered."""

    seat: int
    ship: int
    source: int
    target: int
    share: float


class RiverModel(GenericModel, kw_only=True):
    """Model that all panels read; the choice in progress changes by clicks."""

    view: View
    die: int = 0
    """Number of the die to reach by favor; 0 for the one it shows."""
    shore: int = 0
    """Shore space chosen to build on; 0 for none."""
    tile: str = ""
    """Tile chosen to build."""
    chosen: Move | None = None
    """Move to be made on confirmation."""
    pointed: Move | None = None
    """Move at the pointer or the keyboard focus."""
    exchanging: bool = False
    """True if the exchanges are on screen."""
    hand_shown: int | None = None
    """Seat whose hand is open on a shared screen."""
    new_customers: frozenset[str] = frozenset()
    """Customers of the hand that have arrived since its owner's last turn."""
    is_shared: bool = False
    """True if several people share the screen."""
    voyage: Voyage | None = None
    glow: Lights = DARK
    """Lights on the board for the pointer's target."""
    count: Count | None = None
    """Part of the final scoring being counted."""
    is_scoring: bool = False
    """True if the final scoring is being shown, in which points no longer come from play."""
    flash: int = 0
    """Shore space that is the source of the current gain; 0 for none."""
    has_emperor: bool = False
    """True if the Emperor is visiting."""
    told: tuple[LogLine, ...] = ()
    """Results of the turn so far, in sentences."""
    find_offers: Callable[[View, int, int], Offers] = staticmethod(lambda *_asked: NOTHING)
    """Finds a seat's options with a number of the die."""
    foresee: Callable[[View, int, Sequence[Move]], Foresight | None] = staticmethod(lambda *_asked: None)
    """Predicts the outcome of moves."""
    _offers: tuple[tuple[IdentityKey, int, int | None], Offers] | None = None
    _foresight: tuple[tuple[IdentityKey, tuple[Move, ...]], Foresight | None] | None = None

    @property
    def is_answer_begun(self) -> bool:
        """True if part of a turn is chosen but not confirmed."""
        return self.chosen is not None or bool(self.die or self.shore or self.tile)

    @property
    def moves(self) -> Sequence[Move]:
        """Answers to the open question."""
        return self.question.moves if self.question is not None else ()

    @property
    def seat(self) -> int:
        """Seat that is asked, or else the active one."""
        return self.question.seat if self.question is not None else self.view.active

    @property
    def still_to_play(self) -> tuple[int, ...]:
        """Seats with a last turn still to come, in turn order; none before the end is announced."""
        view = self.view
        if view.last_turn is None or self.result is not None:
            return ()
        return tuple(view.order[turn % view.seats] for turn in range(view.turn + 1, view.last_turn + 1))

    @property
    def is_last_round(self) -> bool:
        """True if nobody has more than one turn left."""
        return self.view.last_turn is not None and self.result is None

    @property
    def is_turn(self) -> bool:
        """True if an action is asked for (4.3)."""
        return self.question is not None and bool(self.view.pending) and self.view.pending[-1].verb == TURN

    @property
    def asks(self) -> str:
        """Verb of the open question, empty if there is none."""
        return self.view.pending[-1].verb if self.question is not None and self.view.pending else ""

    @property
    def number(self) -> int:
        """Number of the die for the action: the one aimed for, or else the one it shows."""
        return self.die or self.view.players[self.seat].die

    @property
    def offers(self) -> Offers:
        """Options of the seat that is asked, with that number."""
        if not self.is_turn:
            return NOTHING
        key = (IdentityKey(self.view), self.number, self.viewer)
        if self._offers is None or self._offers[0] != key:
            self._offers = key, self.find_offers(self.view, self.seat, self.number)
        return self._offers[1]

    @property
    def advised(self) -> tuple[Move, ...]:
        """Adviser's moves, unless something else is pointed at or chosen; for a turn the whole plan."""
        if self.question is None or self.hint is None or self.hint.move is None or self.pointed or self.chosen:
            return ()
        return getattr(self.hint, "plan", ()) or (self.hint.move,)

    @property
    def weighed(self) -> Move | None:
        """Previewed move: the one pointed at, or else the chosen or the advised one."""
        return self.pointed or self.chosen or (self.advised[-1] if self.advised else None)

    @property
    def weighed_number(self) -> int:
        """Number of the die with which the previewed move is made."""
        number = self.view.players[self.seat].die if self.advised else self.number
        spent = (move.by for move in self.advised if isinstance(move, SpendFavor))
        return turned(number, sum(spent))

    @property
    def foresight(self) -> Foresight | None:
        """Outcome of the previewed move; None if there is no such move or nothing to predict."""
        move, offered, moves = self.weighed, self.offers, self.advised
        if not self.is_turn or move is None:
            return None
        if not moves:
            if not offered.allow(move):
                return None
            moves = offered.plan(move)
        key = (IdentityKey(self.view), moves)
        if self._foresight is None or self._foresight[0] != key:
            self._foresight = key, self.foresee(self.view, self.seat, moves)
        return self._foresight[1]

    @property
    def exchanges(self) -> list[Exchange]:
        """Exchanges allowed now (3.3)."""
        return [move for move in self.moves if isinstance(move, ExchangeGoods | BuyFavor)]

    @property
    def choices(self) -> list[Move]:
        """Answers to the open question other than exchanges."""
        return [move for move in self.moves if not isinstance(move, ExchangeGoods | BuyFavor)]

    @property
    def can_confirm(self) -> bool:
        """True if the choice can be confirmed."""
        if self.is_turn:
            return self.offers.allow(self.chosen)
        return self.chosen is not None

    def forget_choice(self) -> None:
        """Clear the choice."""
        self.chosen = self.pointed = None
        self.shore, self.tile, self.die = 0, "", 0
        self.exchanging = False


# New customers of a hand since the beginning of its owner's last turn


def new_customers(history: History, view: View) -> frozenset[str]:
    """Return the customers in the visible hand that weren't there when its owner last had a turn to use.

    They stay new until something is done in the next turn.
    """
    if view.seat is None:
        return frozenset()
    for step in reversed(history.steps):
        pending = step.before.pending
        if step.line.seat == view.seat and pending and pending[-1].verb == TURN_STEP:
            return frozenset(view.hand) - frozenset(step.before.hands[view.seat])
    return frozenset()
