"""One answer being carried out: a state under change, and the events it causes."""

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from shogun.games.rumble_nation.rules.state import RESERVE, Event, Stage, State, Transfer


class Step(Struct, frozen=True):
    """The result of an answer: the new state, the events, and whether anything random became public."""

    state: State
    events: tuple[Event, ...]
    reveals: bool


class Play(Struct):
    """The game on which the chapters of the rulebook act: each verb replaces the state with a new one."""

    state: State
    events: list[Event] = field(default_factory=list)

    def tell(self, event: Event) -> None:
        """Report what happened."""
        self.events.append(event)

    def change(self, **fields: Any) -> None:
        """Give the state these fields."""
        self.state = replace(self.state, **fields)

    def go(self, stage: Stage) -> None:
        """Move on to the next stage."""
        self.change(stage=stage)

    def change_player(self, seat: int, **fields: Any) -> None:
        """Give a player these fields."""
        players = list(self.state.players)
        players[seat] = replace(players[seat], **fields)
        self.change(players=tuple(players))

    def transfer(self, moved: Transfer) -> None:
        """Let pieces go from a place to another; they are there."""
        if moved.soldiers:
            self._count(moved.seat, moved.source, -moved.soldiers)
            self._count(moved.seat, moved.target, moved.soldiers)
        if moved.daimyo:
            self.change_player(moved.seat, daimyo=moved.target)

    def _count(self, seat: int, place: str, more: int) -> None:
        if place == RESERVE:
            self.change_player(seat, reserve=self.state.players[seat].reserve + more)
            return
        there = list(self.state.soldiers[place])
        there[seat] += more
        self.change(soldiers={**self.state.soldiers, place: tuple(there)})
