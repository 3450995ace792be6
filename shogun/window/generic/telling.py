"""Past of any game: its events in plain words, divided into the periods of the rules."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from shogun.base.language import _
from shogun.table.course import PastAnswer
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import LogLine, StoryPart


class GenericTelling:
    """Story of a game in the words of its rules; games may inherit it."""

    headings: tuple[type, ...] = ()
    """Events that start something new."""

    def __init__(self, game: GamePlugin) -> None:
        self._game = game

    def log_line(self, event: Any, names: Sequence[str], n: int = 0) -> LogLine:
        """Return an event of line `n` of the journal as a line of the log."""
        say = partial(self._game.words.sentence, event, names)
        return LogLine(say, self.seat_of(event), isinstance(event, self.headings), event, n)

    def seat_of(self, event: Any) -> int | None:
        """Return the seat that caused an event."""
        seat = getattr(event, "seat", None)
        return seat if isinstance(seat, int) else None

    def parts(self, steps: Sequence[PastAnswer]) -> Sequence[StoryPart]:
        """Return the periods of a game."""
        period = self._game.rules.period
        begun = (place for place, step in enumerate(steps, 1) if period(step.after) != period(step.before))
        return [StoryPart(0), *(StoryPart(place) for place in begun)]

    def hidden(self) -> str:
        """Return a sentence about what is hidden in play, and so is redrawn in a branch."""
        return _("So is everything hidden here.")
