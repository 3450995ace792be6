"""Taking back in a game: card by card while a plan is laid, then answers, as far as nothing was revealed since."""

from collections.abc import Callable

from shogun.base.language import _
from shogun.games.shogun.screen.play.model import LogLine
from shogun.games.shogun.screen.play.steps import Steps
from shogun.games.shogun.screen.scenes.screen import Screen
from shogun.window.kit.canvas import Act
from shogun.window.play.director import Director


class GameUndo:
    """Takes back for the person at the screen of one game's scene, and makes steps again."""

    show_undone: Act
    """Shows the game as it is after an answer was taken back or given again."""

    def __init__(self, screen: Screen, director: Director, at_screen: Callable[[], int | None]) -> None:
        self._screen = screen
        self._director = director
        self._at_screen = at_screen
        self.refusal = ""
        """Why nothing is ever taken back here, marked for the catalogue; empty: it can be."""
        self._steps = Steps()

    def look(self) -> None:
        """Note what the player has changed in the plan since the last look."""
        if self._steps.look(self._screen.model.plan):
            self.show()

    def show(self) -> None:
        """Tell the model what can be taken back and made again, or why nothing can."""
        model, may = self._screen.model, not self.refusal
        model.can_undo = may and (self._steps.can_go_back or self._undoable() is not None)
        model.can_redo = may and (self._steps.can_go_forth or self._redoable() is not None)
        model.undo_refusal = "" if model.can_undo else self._why_not()
        self._screen.changed()

    def _undoable(self) -> int | None:
        """Return the seat whose last answer may be taken back: only of the person at the screen."""
        seat = self._director.undoable()
        return seat if seat is not None and seat == self._at_screen() else None

    def _redoable(self) -> int | None:
        """Return the seat that may give an answer again: only of the person at the screen."""
        seat = self._director.redoable()
        return seat if seat is not None and seat == self._at_screen() else None

    def _why_not(self) -> str:
        if self.refusal:
            return _(self.refusal)
        director = self._director
        seat = self._at_screen()
        if director.thinking() or director.is_throwing or director.turns:
            return _("Something is still going on; wait until it is your turn.")
        if not any(line.seat == seat for line in director.session.course.answers):
            return _("You have done nothing yet that could be taken back.")
        return _("Something was revealed since your last step, or somebody else has moved: that can't be taken back.")

    def undo(self) -> None:
        """Take back the last step: a card of the plan that is being laid, else the last answer."""
        if self._steps.can_go_back:
            self._steps.back()
            self.show()
        elif (seat := self._undoable()) is not None:
            self._director.undo(seat)
            self.show_undone()
            text = _("{who} takes the last answer back.").format(who=self._screen.model.names[seat])
            self._screen.model.log.append(LogLine(text, seat))

    def undo_all(self) -> None:
        """Take back all steps that can be."""
        while self._steps.can_go_back or self._undoable() is not None:
            self.undo()
        self.show()

    def redo(self) -> None:
        """Make again the step that was taken back."""
        if self._steps.can_go_forth:
            self._steps.forth()
            self.show()
        elif (seat := self._redoable()) is not None:
            self._director.redo(seat)
            self.show_undone()
