"""A chapter of a tutorial on a scene that inherits the generic one."""

from collections.abc import Sequence
from typing import Any

from shogun.table.running.session import Session
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import GamePlugin


class GenericLesson(Lesson, GenericScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect.

    A game's lesson inherits this and its own scene.
    """

    answers_by: tuple[str, ...] = ()
    """With what the names of controls begin that give answers."""
    players: Any
    """The panel of the players, by which nobody else can play a seat here."""

    def __init__(self, app: Application, game: GamePlugin, chapter: Chapter, session: Session) -> None:
        self.chapter = chapter
        super().__init__(app, game, session, [])
        self.adviser.is_silent = True
        self.begin()

    def _give_controls(self) -> None:
        super()._give_controls()
        controls = self.controls
        controls.answer = self.answer_in_lesson
        controls.undo = controls.undo_all = controls.redo = self.refuse_to_go_back
        controls.look_back = self.refuse_to_go_back
        controls.open_menu = self.leave_if_asked_twice

    def make_panels(self) -> None:
        """Make the panels; nobody else can play a seat."""
        super().make_panels()
        self.players.seats = None

    def give(self, move: Any) -> None:
        """Give an answer to the game."""
        self.answer(move)

    def confirm(self) -> None:
        """Enter goes on where there is only something to read."""
        if self.has_to_read:
            self.go_on()
        else:
            super().confirm()

    def tell_end(self) -> None:
        """The chapter says how it ended."""

    def pointed_places(self) -> Sequence[str]:
        """Return nothing: no step waits for the pointer."""
        return ()

    def is_answer(self, name: str) -> bool:
        """Return whether a control of this name gives an answer."""
        return name.startswith(self.answers_by)
