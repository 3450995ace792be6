"""Taking back in a game: card by card while a plan is laid, then answers, as far as nothing was revealed since."""

from typing import TYPE_CHECKING

from shogun.base.language import _
from shogun.games.shogun.screen.play.model import LogLine
from shogun.games.shogun.screen.play.steps import Steps

if TYPE_CHECKING:
    from shogun.games.shogun.screen.scenes.game.scene import GameScene


class GameUndo:
    """Takes back for the person at the screen of one game's scene, and makes steps again."""

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self._steps = Steps()

    def look(self) -> None:
        """Note what the player has changed in the plan since the last look."""
        if self._steps.look(self._scene.model.plan):
            self._scene.show_what_can_be_undone()

    def show(self) -> None:
        """Tell the model what can be taken back and made again, or why nothing can."""
        model = self._scene.model
        model.can_undo = self._steps.can_go_back or self._undoable() is not None
        model.can_redo = self._steps.can_go_forth or self._redoable() is not None
        model.undo_refusal = "" if model.can_undo else self._refusal()
        self._scene.changed()

    def _undoable(self) -> int | None:
        """Return the seat whose last answer may be taken back: only of the person at the screen."""
        seat = self._scene.director.undoable()
        return seat if seat is not None and seat == self._scene.seats.at_screen else None

    def _redoable(self) -> int | None:
        """Return the seat that may give an answer again: only of the person at the screen."""
        seat = self._scene.director.redoable()
        return seat if seat is not None and seat == self._scene.seats.at_screen else None

    def _refusal(self) -> str:
        director = self._scene.director
        seat = self._scene.seats.at_screen
        if director.thinking() or director.is_throwing or director.turns:
            return _("Something is still going on; wait until it is your turn.")
        if not any(line.seat == seat for line in director.session.course.answers):
            return _("You have done nothing yet that could be taken back.")
        return _("Something was revealed since your last step, or somebody else has moved: that can't be taken back.")

    def undo(self) -> None:
        """Take back the last step: a card of the plan that is being laid, else the last answer."""
        if self._steps.can_go_back:
            self._steps.back()
            self._scene.show_what_can_be_undone()
        elif (seat := self._undoable()) is not None:
            self._scene.director.undo(seat)
            self._scene.show_undone()
            text = _("{who} takes the last answer back.").format(who=self._scene.model.names[seat])
            self._scene.model.log.append(LogLine(text, seat))

    def undo_all(self) -> None:
        """Take back all steps that can be."""
        while self._steps.can_go_back or self._undoable() is not None:
            self.undo()
        self._scene.show_what_can_be_undone()

    def redo(self) -> None:
        """Make again the step that was taken back."""
        if self._steps.can_go_forth:
            self._steps.forth()
            self._scene.show_what_can_be_undone()
        elif (seat := self._redoable()) is not None:
            self._scene.director.redo(seat)
            self._scene.show_undone()
