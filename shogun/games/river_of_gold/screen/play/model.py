"""What the screen of River of Gold shows at this moment."""

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
"""The verb by which an action is asked for (4.3)."""
CONFIRMED = (Build, Sail, Deliver, PlaceMarker, ReplaceShip, Discard)
"""Moves that are chosen first and then confirmed."""


class Voyage(Struct, frozen=True):
    """A ship under sail: whose and which, from where to where, and what share of the way it has come."""

    seat: int
    ship: int
    source: int
    target: int
    share: float


class RiverModel(GenericModel, kw_only=True):
    """All panels read it; what is being chosen changes by clicks."""

    view: View
    die: int = 0
    """The number that the die shall show by favor; 0: as it shows."""
    shore: int = 0
    """The shore space that is chosen to build on; 0: none."""
    tile: str = ""
    """The tile that is chosen to be built."""
    chosen: Move | None = None
    """The move that is made when it is confirmed."""
    pointed: Move | None = None
    """The move at which the pointer or the keyboard is."""
    exchanging: bool = False
    """Whether the exchanges are laid out."""
    hand_shown: int | None = None
    """At a screen that several share: whose hand lies open."""
    new_customers: frozenset[str] = frozenset()
    """The customers of the hand that have come since its owner's last turn."""
    is_shared: bool = False
    """Whether several persons share the screen."""
    voyage: Voyage | None = None
    glow: Lights = DARK
    """What is lit on the board, because something that belongs to it is pointed at."""
    count: Count | None = None
    """What of the final scoring is being counted."""
    is_scoring: bool = False
    """Whether the final scoring is being shown: then points rise that are no points of play any more."""
    flash: int = 0
    """The shore space from which something comes just now; 0: none."""
    has_emperor: bool = False
    """Whether the Emperor is visiting."""
    told: tuple[LogLine, ...] = ()
    """What the turn that is shown has brought so far, in sentences."""
    find_offers: Callable[[View, int, int], Offers] = staticmethod(lambda *_asked: NOTHING)
    """Finds what a seat can do with the die at a number."""
    foresee: Callable[[View, int, Sequence[Move]], Foresight | None] = staticmethod(lambda *_asked: None)
    """Finds what moves would bring."""
    _offers: tuple[tuple[IdentityKey, int, int | None], Offers] | None = None
    _foresight: tuple[tuple[IdentityKey, tuple[Move, ...]], Foresight | None] | None = None

    @property
    def is_answer_begun(self) -> bool:
        """Whether part of a turn is chosen that isn't confirmed yet."""
        return self.chosen is not None or bool(self.die or self.shore or self.tile)

    @property
    def moves(self) -> Sequence[Move]:
        """The answers to the open question."""
        return self.question.moves if self.question is not None else ()

    @property
    def seat(self) -> int:
        """The seat that is asked, else the one on turn."""
        return self.question.seat if self.question is not None else self.view.active

    @property
    def still_to_play(self) -> tuple[int, ...]:
        """Whose last turn is still to come after the one that is shown, in turn order; nobody before the end comes."""
        view = self.view
        if view.last_turn is None or self.result is not None:
            return ()
        return tuple(view.order[turn % view.seats] for turn in range(view.turn + 1, view.last_turn + 1))

    @property
    def is_last_round(self) -> bool:
        """Whether nobody has more than one turn any more."""
        return self.view.last_turn is not None and self.result is None

    @property
    def is_turn(self) -> bool:
        """Whether an action is asked for (4.3)."""
        return self.question is not None and bool(self.view.pending) and self.view.pending[-1].verb == TURN

    @property
    def asks(self) -> str:
        """The verb of the open question, empty without one."""
        return self.view.pending[-1].verb if self.question is not None and self.view.pending else ""

    @property
    def number(self) -> int:
        """The number of the die by which is acted: the one wished for, else the one that it shows."""
        return self.die or self.view.players[self.seat].die

    @property
    def offers(self) -> Offers:
        """What the seat that is asked can do with that number."""
        if not self.is_turn:
            return NOTHING
        key = (IdentityKey(self.view), self.number, self.viewer)
        if self._offers is None or self._offers[0] != key:
            self._offers = key, self.find_offers(self.view, self.seat, self.number)
        return self._offers[1]

    @property
    def advised(self) -> tuple[Move, ...]:
        """What the adviser would do, as long as nothing else is pointed at or chosen: of a turn the whole plan."""
        if self.question is None or self.hint is None or self.hint.move is None or self.pointed or self.chosen:
            return ()
        return getattr(self.hint, "plan", ()) or (self.hint.move,)

    @property
    def weighed(self) -> Move | None:
        """The move whose outcome is shown: the one pointed at, else the one chosen, else what is advised."""
        return self.pointed or self.chosen or (self.advised[-1] if self.advised else None)

    @property
    def weighed_number(self) -> int:
        """The number of the die by which the move is made that is weighed."""
        number = self.view.players[self.seat].die if self.advised else self.number
        spent = (move.by for move in self.advised if isinstance(move, SpendFavor))
        return turned(number, sum(spent))

    @property
    def foresight(self) -> Foresight | None:
        """What the move that is weighed would bring; None if none is, or nothing is to be foreseen."""
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
        """The exchanges that are allowed now (3.3)."""
        return [move for move in self.moves if isinstance(move, ExchangeGoods | BuyFavor)]

    @property
    def choices(self) -> list[Move]:
        """The answers to the open question that are no exchanges."""
        return [move for move in self.moves if not isinstance(move, ExchangeGoods | BuyFavor)]

    @property
    def can_confirm(self) -> bool:
        """Whether what is chosen can be done."""
        if self.is_turn:
            return self.offers.allow(self.chosen)
        return self.chosen is not None

    def forget_choice(self) -> None:
        """Choose nothing."""
        self.chosen = self.pointed = None
        self.shore, self.tile, self.die = 0, "", 0
        self.exchanging = False


# Which customers of a hand have come since its owner's last turn began.


def new_customers(history: History, view: View) -> frozenset[str]:
    """Return the customers of the hand that is seen which were not in it when its owner last had a turn to use.

    They are new until something is done in the next turn.
    """
    if view.seat is None:
        return frozenset()
    for step in reversed(history.steps):
        pending = step.before.pending
        if step.line.seat == view.seat and pending and pending[-1].verb == TURN_STEP:
            return frozenset(view.hand) - frozenset(step.before.hands[view.seat])
    return frozenset()
