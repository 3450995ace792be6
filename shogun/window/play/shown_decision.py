"""A decision that is looked back at on a game's screen: what was done, and what would have been better."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from shogun.base.language import _
from shogun.players.review.decision_words import Contrast, verdict_name, worth
from shogun.players.review.decision_work import Decision


class ShownDecision(Struct, frozen=True):
    """One decision with the two answers that are laid on the screen in turn."""

    decision: Decision
    question: Any
    done: Sequence[Any]
    """What the seat has answered; in games whose turns have several answers, all of the turn."""
    better: Sequence[Any]
    """What is held against it: what the strongest opponent would have done; where that was no better, a usual one."""
    words: Contrast

    def answer(self, *, is_better: bool) -> Sequence[Any]:
        """Return the answer that is laid, and what goes on from it."""
        return self.better if is_better else self.done

    def heading(self) -> str:
        """Return what the decision is called, and by how much."""
        return _("{name}: {points}").format(name=verdict_name(self.decision), points=worth(self.decision))

    def other_name(self) -> str:
        """Return what the answer is called that is held against what was done."""
        return _("As usual") if self.decision.verdict == "well seen" else _("What is better")

    def sentence(self, *, is_better: bool) -> str:
        """Return what lies on the screen, in words."""
        told = _("Done: {what}.")
        if is_better:
            is_found = self.decision.verdict == "well seen"
            told = _("Instead of: {what}.") if is_found else _("Better: {what}.")
        return told.format(what=self.words.better if is_better else self.words.done)
