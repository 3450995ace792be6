"""What has happened, one turn after the other: from the director by the presenter into the model."""

import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Protocol

from shogun.base.language import _
from shogun.table.errors import NotWritable, TableError
from shogun.table.running.turn import Turn
from shogun.window.game.lost_file import LostFile
from shogun.window.game.screen import Screen
from shogun.window.kit.drawing.canvas import Act
from shogun.window.kit.runtime.error_text import error_text
from shogun.window.play.game_story import change_line
from shogun.window.play.model import GameModel
from shogun.window.play.routes import ToMenu
from shogun.window.play.session_driver import SessionDriver

LONG = 60.0
"""Seconds: longer than anything is shown."""
PATIENCE = 3.0
"""Seconds after which it is tried again to write what could not be written."""


class Presenter(Protocol):
    """Shows turns at a readable pace."""

    @property
    def is_idle(self) -> bool:
        """Whether everything was shown."""

    def show(self, turn: Turn, /) -> None:
        """Begin to show a turn."""

    def update(self, seconds: float, /) -> bool:
        """Let time pass (s) and return whether anything has changed in the model."""

    def skip(self) -> None:
        """Go to the end of what is shown now."""


class GameShow:
    """Belongs to one game's scene."""

    is_held: Callable[[], bool] = staticmethod(lambda: False)
    """Returns whether the game shall not go on now: in a lesson, while there is something to read."""

    halt: Act = staticmethod(lambda: None)
    """Ends at once what moves beside the presenter's doing."""

    def __init__(self, screen: Screen[GameModel], director: SessionDriver, presenter: Presenter) -> None:
        self._screen = screen
        self._director = director
        self._presenter = presenter
        self._lost_file = LostFile(screen, director, self.try_again)
        self._next_try = 0.0
        """When it is tried again to write (s, monotonic)."""

    @property
    def is_over(self) -> bool:
        """Whether all that has happened was shown."""
        return self._presenter.is_idle and not self._director.turns

    def update(self, seconds: float) -> None:
        """Have the game go on, and show what happens; nothing is shown while all stands still."""
        self._lost_file.look()
        if not self.is_held() and self._advance() and not self._screen.model.is_paused and self._present(seconds):
            self._screen.changed()

    def _advance(self) -> bool:
        """Have the director go on, and return whether the game is still shown here.

        Where nothing can be written the game stands still, and it is tried again.
        """
        if time.monotonic() < self._next_try:
            return True
        try:
            self._director.advance()
            self._say("")
        except NotWritable as error:
            if self._screen.model.trouble:
                self._lost_file.pass_over()
            self._next_try = time.monotonic() + PATIENCE
            self._say(_("{error}. The game waits.").format(error=error_text(error)))
        except (TableError, CancelledError, RuntimeError, OSError) as error:
            sentence = _("The game can't go on: {error}. It is saved as it stands.").format(error=error_text(error))
            self._screen.app.go(ToMenu(sentence))
            return False
        self._tell_of_substitutes()
        return True

    def _say(self, trouble: str) -> None:
        model = self._screen.model
        if model.trouble != trouble:
            model.trouble = trouble
            self._screen.changed()

    def try_again(self) -> None:
        """Try at once to write what could not be written; if it still can't be, that is told anew."""
        self._next_try = 0.0
        self._screen.model.trouble = ""

    def _tell_of_substitutes(self) -> None:
        """Say in the log which opponents could not go on."""
        model, director = self._screen.model, self._director
        while director.failures:
            line = change_line(director.game, director.failures.popleft(), director.session.header)
            model.log.append(line)

    def _present(self, seconds: float) -> bool:
        moved = self._begin()
        return self._presenter.update(seconds) or moved

    def _begin(self) -> bool:
        """Begin to show the next turn, if it is due, and return whether it was."""
        if not self._presenter.is_idle or not self._director.turns:
            return False
        self._presenter.show(self._director.turns.popleft())
        return True

    def finish(self) -> None:
        """Go to the end of what is being shown, so that the screen stands still."""
        while not self._presenter.is_idle:
            self._presenter.skip()
            self._presenter.update(LONG)
        self.halt()

    def next(self) -> None:
        """Go to the end of the next step."""
        self._begin()
        self.finish()
        self._screen.changed()
