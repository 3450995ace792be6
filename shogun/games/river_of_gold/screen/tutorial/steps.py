"""What the steps of River of Gold's chapters wait for."""

from collections.abc import Callable
from typing import Any

from shogun.base.language import _
from shogun.games.river_of_gold.rules.state import (
    Build,
    BuyFavor,
    Deliver,
    Discard,
    EndTurn,
    ExchangeGoods,
    Move,
    RollDie,
    Sail,
    SpendFavor,
)
from shogun.window.game.lessons.chapter import LessonTask, Situation

BEFORE = (SpendFavor, BuyFavor, ExchangeGoods)
"""What may come before an action."""


class ChooseDie(LessonTask):
    """Another number of the die is chosen."""

    def __init__(self, number: int) -> None:
        self.number = number

    def is_done(self, now: Situation) -> bool:
        """Return whether it is."""
        return bool(now.model.number == self.number)

    def hint(self) -> str:
        """Return which number it is."""
        return _("Click the die with {n}.").format(n=self.number)


class Choose(LessonTask):
    """An action is chosen, but not yet taken."""

    def __init__(self, kind: type, where: str, **wanted: Any) -> None:
        """Wait for an action of a kind with these fields; `where` is said to somebody who did something else."""
        self.kind, self.where, self.wanted = kind, where, wanted

    def is_done(self, now: Situation) -> bool:
        """Return whether one is."""
        chosen = now.model.chosen
        return isinstance(chosen, self.kind) and all(getattr(chosen, name) == one for name, one in self.wanted.items())

    def hint(self) -> str:
        """Return where it is chosen."""
        return _(self.where)


class ChooseShore(LessonTask):
    """A bare shore space is chosen to build on."""

    def is_done(self, now: Situation) -> bool:
        """Return whether one is."""
        return bool(now.model.shore)

    def hint(self) -> str:
        """Return where it is chosen."""
        return _("Click a highlighted space on the shore.")


class Act(LessonTask):
    """An action of a kind is taken, and all that it brings is shown."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def is_done(self, now: Situation) -> bool:
        """Return whether it was, and something is asked again."""
        return any(isinstance(move, self.kind) for move in now.given) and now.model.question is not None

    def hint(self) -> str:
        """Return how it is taken."""
        return _HINTS[self.kind]()

    def takes(self, move: Move) -> bool:
        """Return whether it is such an action, or favor and exchanges before it."""
        return isinstance(move, (self.kind, *BEFORE))


_HINTS: dict[type, Callable[[], str]] = {
    Build: lambda: _("Press Build."),
    Sail: lambda: _("Press Sail."),
    Deliver: lambda: _("Press Deliver."),
    Discard: lambda: _("Choose a customer to discard, then press Confirm."),
}


class AwaitTurn(LessonTask):
    """The turn is ended with a roll, and the other player has theirs."""

    def is_done(self, now: Situation) -> bool:
        """Return whether the person who learns is asked for an action again, or nothing comes any more."""
        return now.model.result is not None or (bool(now.given) and now.model.is_turn)

    def hint(self) -> str:
        """Return what is to be pressed."""
        return _("Press Roll for the next turn, then watch.")

    def takes(self, move: Any) -> bool:
        """Return whether it ends the turn."""
        return isinstance(move, RollDie | EndTurn)
