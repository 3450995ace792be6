"""What the screen of any game shows at this moment; a game's own model adds to it what only that game has."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from shogun.players.hint import Hint
from shogun.window.kit.drawing.banner import SeatLook
from shogun.window.play.log import LogLine


class Waiting(Struct, frozen=True):
    """A seat in the strip that says who has planned, and never what."""

    seat: SeatLook
    has_planned: bool


class GameModel(Struct, kw_only=True):
    """All panels read it, and the parts of the scene write it."""

    seats: Sequence[SeatLook]
    view: Any
    """What may be seen of the game."""
    viewer: int | None = None
    """Whose secrets may be seen: the seat that answers now."""
    question: Any = None
    """What a person at the screen is asked."""
    branch: str = ""
    """Of which game this is a branch, and from where, in words; empty if it is none."""
    prompt: str = ""
    refusal: str = ""
    """Why the last click was refused ..."""
    refusal_rule: str = ""
    """... and the number of the rule that refuses it."""
    trouble: str = ""
    """Why the game stands still, if what has happened can't be written."""
    hint: Hint | None = None
    """What the adviser says to the open question, once it was asked."""
    has_adviser: bool = True
    """Whether the game brings one, and the settings want it."""
    log: list[LogLine] = field(default_factory=list)
    result: Any = None
    thinking: tuple[int, ...] = ()
    speed: float = 1.0
    computers_speed: float = 1.0
    is_paused: bool = False
    """Whether the player has stopped what is shown."""
    is_hurried: bool = False
    """Whether a key or button is held that lets it go by fast."""
    slow: bool = False
    """Whether cubes fall in slow motion."""
    can_undo: bool = False
    can_redo: bool = False
    undo_left: float = 0.0
    """How much is left of the moment in which opponents wait with their answers, since one can be taken back."""
    undo_refusal: str = ""
    """Why nothing can be taken back."""

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]
