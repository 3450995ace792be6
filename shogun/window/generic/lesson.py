"""A chapter of a tutorial on a scene that inherits the generic one."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from shogun.table.session import Session
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import brought


class GenericLesson(Lesson, GenericScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect.

    A game's lesson inherits this and its own scene.
    """

    answers_by: tuple[str, ...] = ()
    """With what the names of controls begin that give answers."""
    is_advised = False
    rolls: tuple[type, ...] = ()

    def __init__(self, app: Application, chapter: Chapter) -> None:
        self.chapter = chapter
        session = self.begun(chapter.position)
        super().__init__(app, brought(app.options, session.header.game), session, [])
        self.begin()

    @staticmethod
    @abstractmethod
    def begun(position: Any) -> Session:
        """Return a game that begins at a chapter's position."""

    def start_again(self) -> None:
        """Begin the chapter anew."""
        self.app.replace(type(self)(self.app, self.chapter))

    def tell_end(self) -> None:
        """The chapter says how it ended: no sheet lies upon the board."""

    def update(self, seconds: float) -> None:
        """Let the game go on; what a step says of its end is there at once."""
        super().update(seconds)
        if self.is_told_to_end() and self.model.result is None:
            self.showing.finish()
            self.questions.ask()

    def is_told_to_end(self) -> bool:
        """Return whether the game is shown as it ended."""
        return self.game.rules.result(self.questions.state) is not None

    def pointed_places(self) -> Sequence[str]:
        """Return nothing: no step waits for the pointer."""
        return ()

    def is_answer(self, name: str) -> bool:
        """Return whether a control of this name gives an answer."""
        return name.startswith(self.answers_by)
