"""A place in the past of a game from which another may go on as a branch, and why not."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from shogun.base.language import _
from shogun.game.protocol import AnyGame
from shogun.table.past.visible_past import Reader
from shogun.table.running.undo_history import Passed
from shogun.table.storage.journal import Header


class Place(Struct, frozen=True):
    """A place in the past of a game, and who may know what is hidden there."""

    game: AnyGame
    header: Header
    steps: Sequence[Passed]
    """The whole game."""
    number: int
    """How many answers stand at the place."""
    reader: Reader
    """On whose behalf it is asked."""

    @property
    def is_over(self) -> bool:
        """Whether the game, as far as it was played, has ended."""
        return bool(self.steps) and not self.game.awaited(self.steps[-1].after)

    @property
    def seats(self) -> Sequence[int]:
        """The seats whose hands stay as they are: all in a game that is over, else that of its only person."""
        if self.header.is_excerpt:
            return ()
        return range(len(self.header.seats)) if self.is_over else self.reader.seats

    def refusal(self, *, as_it_came: bool) -> str:
        """Return in a sentence why no branch begins here; empty if one can."""
        if self.number == len(self.steps) and self.is_over:
            return _("The game is over here: there is nothing left to try.")
        if as_it_came and self.header.is_excerpt:
            return _("This is only the public record of a game, without its seed: luck can only be new.")
        if as_it_came and not self.is_over:
            return _("This game is still running: the same luck would reveal what is to come.")
        if not self.is_over and not self.header.is_excerpt and self._hides_answers():
            return _("What was planned here is still hidden: you can try this once the season or round is over.")
        return ""

    def _hides_answers(self) -> bool:
        """Return whether others have given secret answers by now that stay hidden in the period that runs."""
        given, pending = self.steps[: self.number], self.pending()
        if not given:
            return False
        now = self.game.period(self.steps[-1].after)
        running = takewhile(lambda step: self.game.period(step.before) == now, reversed(given))
        return any(self._is_secret(step) and step.line.n not in pending for step in running)

    def pending(self) -> set[int]:
        """Return the lines of secret answers of others that were being given: not all who were asked have answered."""
        given = self.steps[: self.number]
        asked = {question.key for question in self.game.awaited(given[-1].after)} if given else set()
        last = takewhile(lambda step: step.line.key in asked, reversed(given))
        return {step.line.n for step in last if self._is_secret(step)}

    def _is_secret(self, step: Passed) -> bool:
        return step.question.seat not in (None, *self.reader.seats) and self.game.is_secret(step.question)
