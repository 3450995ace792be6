"""A moment in which opponents wait, since a person may still take back their last answer: it can be let go."""

from shogun.table.storage.journal import AnswerLine
from shogun.window.game.screen import GameActs, Screen
from shogun.window.play.model import GameModel
from shogun.window.play.session_driver import SessionDriver

STEPS = 24
"""In so many steps the ring around the button shrinks that says how much of the moment is left."""


class Grace:
    """Belongs to one game's scene. Only opponents wait: dice are rolled and cubes thrown at once."""

    def __init__(self, screen: Screen[GameModel], director: SessionDriver, scene: GameActs) -> None:
        self._screen = screen
        self._scene = scene
        self._director = director
        self._answer: AnswerLine | None = None
        """The answer after which opponents wait, or have waited."""
        self._left = 0.0
        """Of the moment (s)."""

    def lasts(self, seconds: float) -> bool:
        """Let time pass (s) and return whether opponents wait now."""
        answer = self._waited_for()
        if answer is not self._answer:
            self._answer, self._left = answer, self._screen.app.settings.undo_seconds
        elif answer is not None:
            self._left -= seconds
        is_waiting = answer is not None and self._left > 0
        self._show(self._left if is_waiting else 0.0)
        return is_waiting

    def end(self) -> None:
        """Let opponents go on."""
        self._left = 0.0

    def _waited_for(self) -> AnswerLine | None:
        """Return the last answer if it can be taken back, and only opponents are asked now."""
        session = self._director.session
        is_their_turn = session.questions and session.chance is None and self._director.persons_question() is None
        return session.course.answers[-1] if is_their_turn and self._scene.may_undo_when_shown() else None

    def _show(self, left: float) -> None:
        whole = self._screen.app.settings.undo_seconds or 1.0
        share = round(STEPS * left / whole) / STEPS
        if self._screen.model.undo_left != share:
            self._screen.model.undo_left = share
            self._screen.changed()
