"""Undo and redo: first the steps of the answer in progress, then answers, until something has been revealed."""

from collections.abc import Callable
from typing import Protocol

from shogun.base.language import _
from shogun.players.session_driver import SessionDriver
from shogun.table.course import Course, UndoableAnswer
from shogun.table.errors import TableError
from shogun.window.game.screen import GameActs, Screen
from shogun.window.game.seat_control import AtScreen
from shogun.window.kit.runtime.crash_report import error_text
from shogun.window.play.game_plugin import GamePlugin
from shogun.window.play.model import GameModel, undo_line


class Steps(Protocol):
    """Steps of an answer in progress, in games whose answers are made in steps."""

    @property
    def can_go_back(self) -> bool:
        """True if a step can be undone."""

    @property
    def can_go_forth(self) -> bool:
        """True if a step can be redone."""

    def back(self) -> None:
        """Undo the last step."""

    def forth(self) -> None:
        """Redo the last undone step."""


class GameUndo:
    """Undo and redo for the player at the screen of one game's scene."""

    def __init__(
        self,
        screen: Screen[GameModel],
        driver: SessionDriver[GamePlugin],
        scene: GameActs,
        seats: AtScreen,
        steps: Steps | None = None,
    ) -> None:
        self._screen = screen
        self._driver = driver
        self._scene = scene
        self._seats = seats
        self._said = ""
        """Reason for refusing the last undo or redo, while it is shown in the bar."""
        self._steps = steps

    def show(self) -> None:
        """Store in the model what can be undone and redone, or why nothing can."""
        model, may = self._screen.model, not self._scene.only_forward
        model.can_undo = may and (self._can_go_back or self._undoable() is not None)
        model.can_redo = may and (self._can_go_forth or self._redoable() is not None)
        model.undo_refusal = "" if model.can_undo else self._why_not()
        self._say("")
        self._screen.changed()

    def may_undo_when_shown(self) -> bool:
        """Return whether the player at the screen can undo their last answer, now or once it has been shown."""
        seat = self._driver.undoable_when_shown()
        return not self._scene.only_forward and seat is not None and self._may_touch(seat, self._course.undoable(seat))

    def _say(self, why: str) -> None:
        """Show in the bar why an undo or redo is refused; empty removes the text."""
        if why:
            self._screen.refuse(why)
        elif self._said and self._screen.model.refusal == self._said:
            self._screen.model.refusal = ""
        self._said = why

    def _refuse(self) -> None:
        """Show that nothing can be undone, and why."""
        self.show()
        self._say(self._why_not())

    @property
    def _can_go_back(self) -> bool:
        return self._steps is not None and self._steps.can_go_back

    @property
    def _can_go_forth(self) -> bool:
        return self._steps is not None and self._steps.can_go_forth

    def _undoable(self) -> int | None:
        """Return the seat whose last answer may be undone; a secret one only by the player at the screen."""
        seat = self._driver.undoable()
        return seat if seat is not None and self._may_touch(seat, self._course.undoable(seat)) else None

    def _redoable(self) -> int | None:
        """Return the seat that may redo an answer; a secret one only by the player at the screen."""
        seat = self._driver.redoable()
        return seat if seat is not None and self._may_touch(seat, self._course.redoable(seat)) else None

    @property
    def _course(self) -> Course:
        return self._driver.session.course

    def _may_touch(self, seat: int, moment: UndoableAnswer | None) -> bool:
        if moment is None:
            return False
        return seat == self._seats.at_screen or not self._course.game.is_secret(moment.line.answer)

    def _why_not(self) -> str:
        if self._scene.only_forward:
            return _(self._scene.only_forward)
        driver = self._driver
        if driver.session.is_over:
            return _("The game is over: nothing can be undone anymore.")
        seat = self._seats.addressed
        if driver.thinking() or driver.is_throwing or driver.turns:
            return _("Something is still happening; wait until it is your turn.")
        if not any(line.seat == seat for line in driver.session.course.answers):
            return _("You haven't done anything that could be undone.")
        if seat is not None and (moment := self._course.undoable(seat)) and moment.player != self._course.players[seat]:
            return _("Another player has moved since then: you can't undo another player's move.")
        return _("Something has been revealed since your last step, or somebody else has moved: it can't be undone.")

    def undo(self) -> None:
        """Undo the last step of the answer in progress, or else the last answer; show why if neither is possible."""
        if self._can_go_back or self.may_undo_when_shown():
            self._is_taken_back()
        else:
            self._refuse()

    def _is_taken_back(self) -> bool:
        """Undo one step, and return whether that was possible."""
        if self._steps is not None and self._can_go_back:
            self._steps.back()
            self.show()
            return True
        if self.may_undo_when_shown():
            self._scene.finish_all()
        seat, session = self._undoable(), self._driver.session
        if seat is None or not self._is_done(self._driver.undo, seat):
            return False
        self._screen.model.log.append(undo_line(self._screen.model.names[seat], seat, len(session.writer.lines)))
        return True

    def _is_done(self, change: Callable[[int], None], seat: int) -> bool:
        """Change a seat's answer and show that; return whether it could be written."""
        try:
            change(seat)
        except TableError as error:
            self._screen.refuse(error_text(error))
            return False
        self._scene.show_undone()
        return True

    def undo_all(self) -> None:
        """Undo all steps that can be undone; show why if there are none."""
        if not (self._can_go_back or self.may_undo_when_shown()):
            self._refuse()
            return
        while self._is_taken_back():
            pass
        self.show()

    def redo(self) -> None:
        """Redo the step that was undone."""
        if self._steps is not None and self._can_go_forth:
            self._steps.forth()
            self.show()
        elif (seat := self._redoable()) is not None:
            self._is_done(self._driver.redo, seat)
        else:
            self._say(_("There is nothing to redo."))
