"""A chapter of Rumble Nation's tutorial."""

from shogun.games.rumble_nation import rules
from shogun.games.rumble_nation.screen.scene import RumbleScene
from shogun.games.rumble_nation.screen.tutorial.starting_position import begin
from shogun.window.game.lessons.chapter import Chapter
from shogun.window.generic.lesson import GenericLesson
from shogun.window.kit.runtime.scene import Application
from shogun.window.play.game_plugin import brought


class RumbleLesson(GenericLesson, RumbleScene):
    """A game that goes on as the person learns."""

    answers_by = ("roll", "split-", "way-", "confirm", "card-")

    def __init__(self, app: Application, chapter: Chapter) -> None:
        super().__init__(app, brought(app.options, rules.code), chapter, begin(chapter.position))

    def start_again(self) -> None:
        """Begin the chapter anew."""
        self.app.replace(RumbleLesson(self.app, self.chapter))
