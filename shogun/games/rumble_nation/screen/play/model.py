"""Current state of Rumble Nation's screen."""

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
"""Share of an area's time for counting out strengths, and for showing a tie before a katana breaks it."""
Weighed: TypeAlias = Deploy | CarryOut
"""Move that brings pieces somewhere."""


class ShownAction(Struct, frozen=True):
    """Last action of a player, while it is shown."""

    event: Deployed | CardPlayed
    before: State
    """State that changes are compared with."""
    matters: str = ""
    """Summary of the changes, in a line."""


class RumbleModel(GenericModel, kw_only=True):
    """Model that all panels read; the choice in progress changes by clicks."""

    view: State
    chosen: Weighed | None = None
    """Answer to be given on confirmation."""
    pointed: Weighed | None = None
    """Answer at the pointer or the keyboard focus."""
    through: tuple[str, ...] = ()
    """Areas that were clicked: only ways that involve all of them are offered."""
    _ranked: tuple[Any, tuple[Move, ...]] | None = None
    """Answers to a question, the best first."""
    shows_forecast: bool = True
    tumbling: tuple[int, ...] = ()
    """Current dice of the turn that is shown."""
    shown: ShownAction | None = None
    is_held: bool = False
    """True if the presentation waits until a player at the screen confirms it."""
    war: tuple[AreaResolved, ...] | None = None
    """Areas resolved so far, while the war is shown."""
    share: float = 1.0
    """Share of the last of these areas that has been shown: strengths are counted out, then support moves."""

    @property
    def is_answer_begun(self) -> bool:
        """True if an answer is chosen but not confirmed."""
        return self.chosen is not None

    @property
    def counted(self) -> float:
        """Share of the strengths in the current area that has been counted out."""
        return min(1.0, self.share / COUNTING)

    @property
    def is_decided(self) -> bool:
        """True if the winner of the current area is shown: after a tie, once a katana has been drawn."""
        return self.share >= self._decided_at

    @property
    def _decided_at(self) -> float:
        return decided_at(self.war[-1]) if self.war else COUNTING

    @property
    def marched(self) -> float:
        """Share of the way that the winner's support has covered."""
        return max(0.0, (self.share - self._decided_at) / (1 - self._decided_at))

    @property
    def decided(self) -> tuple[AreaResolved, ...]:
        """Areas of the war whose winners are shown."""
        war = self.war or ()
        return war if self.is_decided else war[:-1]

    @property
    def new_leader(self) -> int | None:
        """Player who took the lead in the last decided area; None if nobody did."""
        decided = self.decided
        if not decided or not self.is_decided:
            return None
        leads = leader(self.view, decided)
        return leads if leads != leader(self.view, decided[:-1]) else None

    @property
    def weighed(self) -> Weighed | None:
        """Previewed answer: the one pointed at, or else the chosen one."""
        return self.pointed or self.chosen

    @property
    def before(self) -> State:
        """State that changes are compared with: the view, or the state before the action that is shown."""
        return self.shown.before if self.shown is not None else self.view

    @property
    def weighed_state(self) -> State:
        """View after the previewed answer."""
        return moved(self.view, transfers_of(self.view, self.weighed)) if self.weighed else self.view

    @property
    def moves(self) -> tuple[Move, ...]:
        """Answers to the open question, the best first; for a card only those through the areas that were clicked.

        The best answer brings most points if the war begins then.
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
        """Return the points that an answer adds to the war if it came now."""
        now, then = war_now(self.view), war_now(moved(self.view, transfers_of(self.view, move)))
        return 0 if now is None or then is None else then.points[self.view.turn] - now.points[self.view.turn]

    def _goes_through(self, move: CarryOut) -> bool:
        return set(self.through) <= set(areas_of(move))

    def forget_choice(self) -> None:
        """Clear the choice."""
        self.chosen = self.pointed = None
        self.through = ()

    def forget_shown(self) -> None:
        """Clear the action that is shown."""
        self.shown, self.tumbling, self.is_held = None, (), False


def decided_at(outcome: AreaResolved) -> float:
    """Return the share of an area's time at which its winner is shown."""
    return DRAWING if outcome.is_tie else COUNTING


def areas_of(move: Move | Deployed | CardPlayed) -> tuple[str, ...]:
    """Return the changed areas, in the order of the board."""
    if isinstance(move, Deploy | Deployed):
        return (move.area,)
    transfers: tuple[Transfer, ...] = move.transfers if isinstance(move, CarryOut | CardPlayed) else ()
    places = {place for transfer in transfers for place in (transfer.source, transfer.target)}
    return tuple(area for area in AREAS if area in places)
