"""A chapter of a tutorial on a scene that inherits the generic one."""

from collections.abc import Sequence

from shogun.table.session import Session
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.game.lessons.lesson import Lesson
from shogun.window.generic.scene import GenericScene
from shogun.window.kit.scene import Application
from shogun.window.play.brought import Brought


class GenericLesson(Lesson, GenericScene):
    """A game that goes on as the person learns; nothing else than what a step asks for has any effect.

    A game's lesson inherits this and its own scene.
    """

    answers_by: tuple[str, ...] = ()
    """With what the names of controls begin that give answers."""
    is_advised = False

    def __init__(self, app: Application, game: Brought, chapter: Chapter, session: Session) -> None:
        self.chapter = chapter
        super().__init__(app, game, session, [])
        self.begin()

    def tell_end(self) -> None:
        """The chapter says how it ended."""

    def pointed_places(self) -> Sequence[str]:
        """Return nothing: no step waits for the pointer."""
        return ()

    def is_answer(self, name: str) -> bool:
        """Return whether a control of this name gives an answer."""
        return name.startswith(self.answers_by)
