"""A decision that is looked back at on a game's screen: what was done, and what would have been better."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from shogun.base.language import _


class ShownDecision(Struct, frozen=True):
    """One decision with the two answers that are laid on the screen in turn."""

    place: int
    """So many answers had been given before it."""
    heading: str
    """What it is called, and by how much."""
    is_found: bool
    """Whether it was well seen, and is held against a usual answer; else against a better one."""
    question: Any
    done: Sequence[Any]
    """What the seat has answered; in games whose turns have several answers, all of the turn."""
    better: Sequence[Any]
    """What is held against it."""
    done_words: str
    better_words: str
    """Both in words, as far as they differ."""

    def answer(self, *, is_better: bool) -> Sequence[Any]:
        """Return the answer that is laid, and what goes on from it."""
        return self.better if is_better else self.done

    def other_name(self) -> str:
        """Return what the answer is called that is held against what was done."""
        return _("As usual") if self.is_found else _("The better choice")

    def sentence(self, *, is_better: bool) -> str:
        """Return what lies on the screen, in words."""
        if not is_better:
            return _("Played: {what}.").format(what=self.done_words)
        told = _("Instead of: {what}.") if self.is_found else _("Better: {what}.")
        return told.format(what=self.better_words)
