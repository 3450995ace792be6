"""What the screen of Rumble Nation shows at this moment."""

from typing import Any, TypeAlias

from msgspec import Struct

from shogun.games.rumble_nation.analysis.hint import moved, transfers_of, war_now
from shogun.games.rumble_nation.analysis.review import leader
from shogun.games.rumble_nation.rules.components import AREAS
from shogun.games.rumble_nation.rules.state import (
    AreaResolved,
    CardPlayed,
    CarryOut,
    Deploy,
    Deployed,
    Move,
    State,
    Transfer,
)
from shogun.window.generic.presenter import GenericModel

COUNTING, DRAWING = 0.5, 0.7
"""The part of an area's time in which strengths are counted out, and in which a tie stands before a katana decides."""
Weighed: TypeAlias = Deploy | CarryOut
"""A move that brings pieces somewhere."""


class Shown(Struct, frozen=True):
    """What somebody has just done, as long as it is shown."""

    event: Deployed | CardPlayed
    before: State
    """What changes are told against."""
    matters: str = ""
    """What has changed by it, in a line."""


class RumbleModel(GenericModel, kw_only=True):
    """All panels read it; what is being chosen changes by clicks."""

    view: State
    chosen: Weighed | None = None
    """The answer that is given when it is confirmed."""
    pointed: Weighed | None = None
    """The answer at which the pointer or the keyboard is."""
    through: tuple[str, ...] = ()
    """Areas that were clicked: only ways in which all of them take part are offered."""
    _ranked: tuple[Any, tuple[Move, ...]] | None = None
    """The answers to a question, the best first."""
    shows_forecast: bool = True
    tumbling: tuple[int, ...] = ()
    """The dice of the turn that is shown, as they lie at this moment."""
    shown: Shown | None = None
    is_held: bool = False
    """Whether what is shown stands still until somebody at the screen has seen it."""
    war: tuple[AreaResolved, ...] | None = None
    """While the war is shown: the areas that were resolved so far."""
    share: float = 1.0
    """How much of the last of these areas is shown by now: first strengths are counted out, then support marches."""

    @property
    def is_answer_begun(self) -> bool:
        """Whether an answer is chosen that isn't confirmed yet."""
        return self.chosen is not None

    @property
    def counted(self) -> float:
        """Which part of the strengths in the area that is fought for has been counted out."""
        return min(1.0, self.share / COUNTING)

    @property
    def is_decided(self) -> bool:
        """Whether it is seen who takes the area that is fought for: of equals, once a katana was drawn."""
        return self.share >= self._decided_at

    @property
    def _decided_at(self) -> float:
        return decided_at(self.war[-1]) if self.war else COUNTING

    @property
    def marched(self) -> float:
        """How far the support has come that the winner sends, as a part of its way."""
        return max(0.0, (self.share - self._decided_at) / (1 - self._decided_at))

    @property
    def decided(self) -> tuple[AreaResolved, ...]:
        """The areas of the war that is shown of which it is seen who takes them."""
        war = self.war or ()
        return war if self.is_decided else war[:-1]

    @property
    def new_leader(self) -> int | None:
        """Who has taken the lead by the area that was decided last; None: nobody has."""
        decided = self.decided
        if not decided or not self.is_decided:
            return None
        leads = leader(self.view, decided)
        return leads if leads != leader(self.view, decided[:-1]) else None

    @property
    def weighed(self) -> Weighed | None:
        """The answer whose outcome is shown: the one pointed at, else the one chosen."""
        return self.pointed or self.chosen

    @property
    def before(self) -> State:
        """What changes are told against: the view, or while something that was done is shown, what was before it."""
        return self.shown.before if self.shown is not None else self.view

    @property
    def weighed_state(self) -> State:
        """The view as it would be after the answer that is weighed."""
        return moved(self.view, transfers_of(self.view, self.weighed)) if self.weighed else self.view

    @property
    def moves(self) -> tuple[Move, ...]:
        """The answers to the open question; of a card only those through the areas that were clicked, the best first.

        Best is what would bring most points if the war began then.
        """
        return tuple(move for move in self.ways if not isinstance(move, CarryOut) or self._goes_through(move))

    @property
    def ways(self) -> tuple[Move, ...]:
        """All answers to the open question."""
        question = self.question
        if question is None or not question.moves or not isinstance(question.moves[0], CarryOut):
            return tuple(question.moves) if question is not None else ()
        if self._ranked is None or self._ranked[0] is not question:
            ways = (move for move in question.moves if isinstance(move, CarryOut))
            self._ranked = question, tuple(sorted(ways, key=self.gain, reverse=True))
        return self._ranked[1]

    def gain(self, move: Weighed) -> int:
        """Return by how many points an answer changes what the war would bring now."""
        now, then = war_now(self.view), war_now(moved(self.view, transfers_of(self.view, move)))
        return 0 if now is None or then is None else then.points[self.view.turn] - now.points[self.view.turn]

    def _goes_through(self, move: CarryOut) -> bool:
        return set(self.through) <= set(areas_of(move))

    def forget_choice(self) -> None:
        """Choose nothing."""
        self.chosen = self.pointed = None
        self.through = ()

    def forget_shown(self) -> None:
        """Show nothing that somebody has just done."""
        self.shown, self.tumbling, self.is_held = None, (), False


def decided_at(outcome: AreaResolved) -> float:
    """Return at which part of an area's time it is seen who takes it."""
    return DRAWING if outcome.is_tie else COUNTING


def areas_of(move: Move | Deployed | CardPlayed) -> tuple[str, ...]:
    """Return the areas in which something changes, in the order of the board."""
    if isinstance(move, Deploy | Deployed):
        return (move.area,)
    transfers: tuple[Transfer, ...] = move.transfers if isinstance(move, CarryOut | CardPlayed) else ()
    places = {place for transfer in transfers for place in (transfer.source, transfer.target)}
    return tuple(area for area in AREAS if area in places)
