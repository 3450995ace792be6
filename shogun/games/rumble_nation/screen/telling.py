"""Story of Rumble Nation: its events in words, and its parts: rounds, and the war."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from shogun.base.language import _
from shogun.games.rumble_nation.rules import state as ev
from shogun.window.generic.telling import GenericTelling
from shogun.window.play.model import LogLine


class RumbleTelling(GenericTelling):
    """Story with headings for its parts; of castles it says only that they are placed, as the map shows where."""

    headings = (ev.CastlesLaid, ev.FirstSeatDrawn, ev.GameEnded)

    def log_line(self, event: Any, names: Sequence[str], n: int = 0) -> LogLine:
        """Return an event of line `n` of the journal as a line of the log."""
        line = super().log_line(event, names, n)
        return replace(line, say=_laid) if isinstance(event, ev.CastlesLaid) else line

    def seat_of(self, event: Any) -> int | None:
        """Return the seat that caused an event; for an area and the game, the winner."""
        return event.winner if isinstance(event, ev.AreaResolved | ev.GameEnded) else super().seat_of(event)

    def hidden(self) -> str:
        """Return nothing: all information is open."""
        return ""


def _laid() -> str:
    return _("The castles are placed")


def rule_of(line: LogLine) -> str:
    """Return the number of the rule that explains a line of the log; empty if there is none."""
    return _RULES.get(type(line.event), "")


_RULES: dict[type, str] = {
    ev.CastlesLaid: "2.1", ev.TacticsRevealed: "2.2", ev.FirstSeatDrawn: "2.5", ev.DaimyoRevealed: "9.2",
    ev.DaimyoTaken: "9.3", ev.DiceRolled: "4.1", ev.Deployed: "4.3", ev.CardPlayed: "5.1", ev.Finished: "3.2",
    ev.AreaResolved: "7.5", ev.GameEnded: "8.1",
}  # fmt: skip
